"""The text of a LOOP program as pieces: C, and constructs with their arguments and bodies."""

from __future__ import annotations

import re

from sad.diagnostics import Span, input_error
from sad.records import field, record

_NAME = re.compile(r"[A-Za-z_]\w*")
_SPACE = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*)+", re.DOTALL)
_LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
WITH_BODY = ("LOOP", "COMMUNICATE")
"""Constructs that may have a body in braces."""
DECLARING = ("MAT", "VEC")
"""Constructs that names follow."""


@record
class Argument:
    """An argument of a construct, as written."""

    text: str
    span: Span


@record
class Code:
    """A piece of C, copied as it is."""

    text: str
    span: Span


@record
class Construct:
    """A construct: ``name`` in capitals, arguments, names that follow it, and its body.

    ``parts`` are None without a body. ``iterator`` is the variable of a ``\\LOOP``. ``end`` is the line
    behind it.
    """

    name: str
    span: Span
    arguments: tuple[Argument, ...]
    end: int
    names: tuple[Argument, ...] = ()
    iterator: str | None = None
    parts: tuple[Piece, ...] | None = field(default=None)


Piece = Code | Construct


def scan(text: str, path: str) -> tuple[Piece, ...]:
    """Return the pieces of a program.

    Raises ``SadError``: SAD631 (a parenthesis, a body or a comment without end), SAD627 (no name or
    body where one is expected).
    """
    return _Scanner(text, path).pieces(None)


class _Scanner:
    def __init__(self, text: str, path: str) -> None:
        self._text, self._path = text, path
        self._at: int = 0

    def _span(self, at: int) -> Span:
        line = self._text.count("\n", 0, at) + 1
        column = at - (self._text.rfind("\n", 0, at) + 1) + 1
        return Span(self._path, line, line, column)

    def pieces(self, opened: Span | None) -> tuple[Piece, ...]:
        """Read up to the end, or to the brace that closes a body, which is passed."""
        found: list[Piece] = []
        text, start = self._text, self._at
        braces: list[int] = []

        def code() -> None:
            if start < self._at:
                found.append(Code(text[start : self._at], self._span(start)))

        while self._at < len(text):
            char = text[self._at]
            if char in "\"'":
                match = _LITERAL.match(text, self._at)
                self._at = match.end() if match else self._at + 1
            elif text.startswith(("/*", "//"), self._at):
                match = _COMMENT.match(text, self._at)
                if match is None:
                    raise input_error("SAD631", "a comment without end", self._span(self._at), "*/")
                self._at = match.end()
            elif char == "\\" and _NAME.match(text, self._at + 1):
                code()
                found.append(self._construct())
                start = self._at
            elif char == "}" and not braces and opened is not None:
                code()
                self._at += 1
                return tuple(found)
            else:
                if char == "{":
                    braces.append(self._at)
                elif char == "}" and braces:
                    braces.pop()
                self._at += 1
        if opened is not None:
            raise input_error("SAD631", "a body without end", opened, "close it with }")
        if braces:
            what = "a block without end: it, or one inside"
            raise input_error("SAD631", what, self._span(braces[-1]), "close it with }")
        code()
        return tuple(found)

    def _skip(self) -> str:
        """Pass white space and comments; return what follows, empty at the end."""
        match = _SPACE.match(self._text, self._at)
        if match:
            self._at = match.end()
        return self._text[self._at : self._at + 1]

    def _construct(self) -> Construct:
        begin = self._at
        span = self._span(begin)
        match = _NAME.match(self._text, begin + 1)
        assert match is not None
        self._at = match.end()
        name = match[0].upper()
        arguments = self._arguments(span) if self._next() == "(" else ()
        names: tuple[Argument, ...] = ()
        iterator, parts = None, None
        if name in DECLARING:
            names = self._names()
        if name == "LOOP" and (word := self._word()):
            iterator = word
        if name in WITH_BODY and self._next() == "{":
            self._skip()
            self._at += 1
            parts = self.pieces(span)
        elif name == "LOOP":
            hint = r"for instance \LOOP (10) { ... }"
            raise input_error("SAD627", r"\LOOP needs a body in braces", span, hint)
        elif self._next() == ";":
            self._skip()
            self._at += 1
        return Construct(name, span, arguments, self._span(self._at).line, names, iterator, parts)

    def _next(self) -> str:
        """What follows white space, which is not passed."""
        match = _SPACE.match(self._text, self._at)
        at = match.end() if match else self._at
        return self._text[at : at + 1]

    def _word(self) -> str:
        match = _SPACE.match(self._text, self._at)
        word = _NAME.match(self._text, match.end() if match else self._at)
        if word is None:
            return ""
        self._at = word.end()
        return word[0]

    def _arguments(self, span: Span) -> tuple[Argument, ...]:
        self._skip()
        self._at += 1
        found: list[Argument] = []
        depth, start = 0, self._at
        while self._at < len(self._text):
            char = self._text[self._at]
            literal = _LITERAL.match(self._text, self._at) if char in "\"'" else None
            if literal:
                self._at = literal.end()
                continue
            if char in ",)" and not depth:
                part = self._text[start : self._at]
                blank = len(part) - len(part.lstrip())
                if part.strip() or char == "," or found:
                    found.append(Argument(part.strip(), self._span(start + blank)))
                start = self._at + 1
                if char == ")":
                    self._at += 1
                    return tuple(found)
            depth += (char in "([{") - (char in ")]}")
            self._at += 1
        raise input_error("SAD631", "arguments without end", span, "close them with )")

    def _names(self) -> tuple[Argument, ...]:
        found: list[Argument] = []
        while True:
            self._skip()
            at, word = self._at, self._word()
            if not word:
                hint = r"for instance \VEC(double) v, w;"
                raise input_error("SAD627", "a name is expected here", self._span(at), hint)
            found.append(Argument(word, self._span(at)))
            if self._next() != ",":
                break
            self._skip()
            self._at += 1
        if self._next() != ";":
            self._skip()
            hint = "names end with ;"
            raise input_error("SAD627", "; is expected here", self._span(self._at), hint)
        self._skip()
        self._at += 1
        return tuple(found)
