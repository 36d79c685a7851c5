"""pycparser's parser, fed with tokens of our own, one external declaration at a time.

This is the one place that knows pycparser's inside: its token stream, its scopes, and the method
that parses an external declaration. The dependency is pinned to the releases it is tested with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pycparser import CParser
from pycparser.c_parser import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pycparser import c_ast
    from pycparser.c_lexer import Token


class SyntaxProblem(Exception):
    """An external declaration that cannot be read: ``at`` is the index of the token it is at."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


class _Stream:
    """Tokens in a list, with the interface of pycparser's stream."""

    __slots__ = ("furthest", "index", "tokens")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens: list[Token | None] = [*tokens, None, None, None]
        self.index = 0
        self.furthest = 0

    def peek(self, k: int = 1) -> Token | None:
        """Return the k-th next token."""
        return self.tokens[self.index + k - 1]

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


class Grammar:
    """Parses the external declarations of one translation unit, in order."""

    def __init__(self, types: Sequence[str] = ()) -> None:
        self._parser: Any = CParser()
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

    def declaration(self) -> list[c_ast.Node]:
        """Parse one external declaration; raises ``SyntaxProblem``, and takes back its names."""
        stream = self._stream
        before = dict(self._scope)
        try:
            return self._parser._parse_external_declaration()
        except (ParseError, ValueError, AssertionError, AttributeError, TypeError) as error:
            at = max(stream.index - 1, stream.furthest - 1, 0)
            message = str(error).rpartition(": ")[2] or "cannot be read"
            raise SyntaxProblem(message, at) from None
        finally:
            if len(self._parser._scope_stack) > 1:
                self._scope.clear()
                self._scope.update(before)
                self._parser._scope_stack = [self._scope]
            self._parser._typedef_checked_token = None

    def is_type(self, name: str) -> bool:
        """Whether ``name`` is a typedef's at file level."""
        return self._scope.get(name, False)

    def declare_type(self, name: str) -> None:
        """Make ``name`` a type."""
        self._scope[name] = True

    def declare(self, name: str) -> None:
        """Make ``name`` something that is no type."""
        self._scope.setdefault(name, False)
