"""pycparser's parser, fed with tokens of our own, one external declaration at a time.

This is the one place that knows pycparser's inside: its token stream, its scopes, and the method
that parses an external declaration. The dependency is pinned to the releases it is tested with.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from pycparser import CParser
from pycparser.c_parser import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pycparser import c_ast
    from pycparser.c_lexer import Token


MAX_DEPTH = 8_000
"""Python frames that parsing one declaration may take: some 800 nested parentheses."""

_BEFORE = re.compile(r"before: (.*)", re.DOTALL)
_PLACE = re.compile(r"^.*?(?::\d+)*: ")


class SyntaxProblem(Exception):
    """An external declaration that cannot be read: ``at`` is the index of the token it is at."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class TooDeep(Exception):
    """An external declaration that is nested too deeply."""


class _Stream:
    """Tokens in a list, with the interface of pycparser's stream."""

    __slots__ = ("furthest", "index", "tokens")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens: list[Token | None] = [*tokens, None, None, None]
        self.index = 0
        self.furthest = 0

    def next(self) -> Token | None:
        """Take a token."""
        index = self.index
        self.index = index + 1
        return self.tokens[index]

    def mark(self) -> int:
        """Return the place to come back to."""
        return self.index

    def reset(self, mark: int) -> None:
        """Go back to a place."""
        self.furthest = max(self.furthest, self.index)
        self.index = mark


class _Parser(CParser):
    """pycparser's parser; what it does for nearly each token does so without further calls."""

    _tokens: Any
    _classify_identifier: Callable[[Token | None], None]
    _typedef_checked_token: Token | None

    def _peek(self, k: int = 1) -> Token | None:
        stream = self._tokens
        token: Token | None = stream.tokens[stream.index + k - 1]
        if token is not self._typedef_checked_token:
            self._classify_identifier(token)
        return token

    def _peek_type(self, k: int = 1) -> str | None:
        stream = self._tokens
        token: Token | None = stream.tokens[stream.index + k - 1]
        if token is not self._typedef_checked_token:
            self._classify_identifier(token)
        return None if token is None else token.type


class Grammar:
    """Parses the external declarations of one translation unit, in order."""

    def __init__(self, types: Sequence[str] = ()) -> None:
        self._parser: Any = _Parser()
        self._scope: dict[str, bool] = dict.fromkeys(types, True)
        self._parser._scope_stack = [self._scope]
        self._stream = _Stream(())

    def load(self, tokens: Sequence[Token]) -> None:
        """Take the tokens that ``declaration`` reads from."""
        self._stream = self._parser._tokens = _Stream(tokens)

    @property
    def place(self) -> int:
        """The index of the next token."""
        return self._stream.index

    @place.setter
    def place(self, index: int) -> None:
        self._stream.index = self._stream.furthest = index

    def declaration(self) -> list[c_ast.Node]:
        """Parse one external declaration.

        Raises ``SyntaxProblem`` or ``TooDeep``; what the declaration declared remains.
        """
        stream = self._stream
        start = stream.furthest = stream.index
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, MAX_DEPTH))
        try:
            return self._parser._parse_external_declaration()
        except (ParseError, ValueError, AssertionError, AttributeError, TypeError) as error:
            raise _problem(str(error), stream, start) from None
        except RecursionError:
            raise TooDeep from None
        finally:
            sys.setrecursionlimit(limit)
            self._parser._scope_stack = [self._scope]
            self._parser._typedef_checked_token = None

    def is_type(self, name: str) -> bool:
        """Whether ``name`` is a typedef's at file level."""
        return self._scope.get(name, False)

    def declare_type(self, name: str) -> None:
        """Make ``name`` a type."""
        self._scope[name] = True

    def forget(self, name: str) -> None:
        """Make ``name`` unknown again."""
        self._scope.pop(name, None)

    def declare(self, name: str) -> None:
        """Make ``name`` something that is no type."""
        self._scope.setdefault(name, False)


def _problem(message: str, stream: _Stream, start: int) -> SyntaxProblem:
    """Put pycparser's message into words; its own place is often that of the file alone."""
    index = max(stream.index, stream.furthest)
    before = _BEFORE.search(message)
    at = index - 1 if before else index
    token = stream.tokens[at] if at < len(stream.tokens) else None
    if token is None:
        return SyntaxProblem("the file ends in it", max(at - 1 - start, 0))
    plain = _PLACE.sub("", message)
    if before or plain == "Invalid expression":
        return SyntaxProblem(f"unexpected {token.value!r}", max(at - start, 0))
    words = (plain[:1].lower() + plain[1:]) or "not understood"
    return SyntaxProblem(f"{words} at {token.value!r}", max(at - start, 0))
