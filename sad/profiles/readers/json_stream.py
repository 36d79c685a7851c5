"""JSON read piece by piece: memory for one value at a time, not for the document.

A value that is wanted whole is decoded by the standard library; around it, this walks. ``members``
and ``elements`` step through an object and an array and stand before each value, which is then
read with ``value``, walked into, or, if left alone, skipped.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, NoReturn

from sad.diagnostics import Span, input_error
from sad.profiles.readers.source import CHUNK, Source, ended, malformed

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 1 << 26  # characters of one value; the largest known, a function's regions, are far below
_NEAR = 16  # characters: what is wrong this near to the end may be right when more is read
_EXPONENT = 4  # characters: a number that this many follow is whole
_ESCAPE = len("\\u0000")
_WORDS = ("null", "true", "false", "-0", "NaN", "Infinity", "-Infinity")  # as json.loads reads
_OF_NUMBERS = "0123456789.eE+-"
_CUT_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][-+]?)", re.ASCII)
_MOST_WHOLE = 1 << 20  # characters of an array that is read at once
_SEPARATOR = re.compile(r"[ \t\r\n,]*")
_BLANKS = re.compile(r"[ \t\r\n]*")
_FIRST = re.compile(r"\[[ \t\r\n]*([^ \t\r\n])")
_BRACKET = re.compile(r'["{}\[\]]')
_REST_OF_STRING = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_CLOSES = {"{": "}", "[": "]"}
_HINT = "write the profile again; the file was changed, or is no JSON"


class JsonStream:
    """The JSON documents of a source, one after the other.

    Raises ``SadError``: SAD703 (ends in the middle), SAD704 (no JSON, or not the kind of value
    asked for), SAD706 (a key twice).
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._decode = JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._yielded: int | None = None  # number in an array that was read whole, and is behind
        self._passed = 0  # characters before _text
        self._line = 1  # of the first character of _text
        self._column = 1

    def span(self, at: int | None = None) -> Span:
        """Return where the walk stands in the file."""
        if at is None:
            at = self._at if self._yielded is None else self._behind(self._yielded)
        newline = self._text.rfind("\n", 0, at)
        line = self._line + self._text.count("\n", 0, at)
        column = at - newline if newline >= 0 else self._column + at
        return Span(self._source.path, line, line, column)

    def documents(self) -> Iterator[None]:
        """Stand before each document in turn."""
        while self._next(ending=True):
            start = self._passed + self._at
            yield
            if self._passed + self._at == start:
                self.skip()

    def kind(self) -> str:
        """Return the first character of the value to come: a bracket, a quote, or of a number."""
        return self._next()

    def starts_array_of(self, bracket: str) -> bool:
        """Whether an array comes that is empty or whose first element starts with ``bracket``."""
        if self._next() != "[":
            return False
        while (first := _FIRST.match(self._text, self._at)) is None:
            if not self._more():
                raise ended(self.span(len(self._text)))
        return first[1] in (bracket, "]")

    def members(self) -> Iterator[str]:
        """Step through the object to come: yield each key, standing before its value."""
        self._enter("{")
        seen: set[str] = set()
        if self._next() == "}":
            self._at += 1
            return
        while True:
            self._next()
            start = (
                self._passed + self._at
            )  # of what stays in the buffer: to count lines takes long
            key = self.value()
            if not isinstance(key, str):
                malformed("a key must be text", self.span(start - self._passed), _HINT)
            if key in seen:
                hint, span = "leave one of them", self.span(start - self._passed)
                raise input_error("SAD706", f"{key} is given twice", span, hint)
            seen.add(key)
            if self._next() != ":":
                self._fail("a colon is missing")
            self._at += 1
            self._next()
            start = self._passed + self._at
            yield key
            if self._passed + self._at == start:
                self.skip()
            if self._separator("}"):
                return

    def elements(self) -> Iterator[None]:
        """Step through the array to come, standing before each element."""
        self._enter("[")
        if self._next() == "]":
            self._at += 1
            return
        while True:
            self._next()
            start = self._passed + self._at
            yield
            if self._passed + self._at == start:
                self.skip()
            if self._separator("]"):
                return

    def values(self) -> Iterator[object]:
        """Read the elements of the array to come, each whole; the quick way through a long one."""
        decode = self._decode
        for _ in self.elements():
            yield self.value()
            # What is wholly in the buffer, and written as usual, needs no more than this.
            text, at = self._text, self._at
            try:
                while text.startswith((", {", ",{", ",[", ", ["), at):
                    value, at = decode(text, at + (2 if text[at + 1] == " " else 1))
                    self._at = at
                    yield value
            except (ValueError, RecursionError):
                pass  # cut by the end of the buffer, or wrong: value() tells

    def values_at_once(self) -> Iterator[object]:
        """Read the array to come, if it is not too long, before its elements are given: quicker."""
        whole = self._whole_array()
        if whole is None:
            yield from self.values()
            return
        items, end = whole
        for number, item in enumerate(items):
            self._yielded = number
            yield item
        self._yielded = None
        self._at = end

    def _whole_array(self) -> tuple[list[object], int] | None:
        """An array that is not too long, and where it ends; else None."""
        if self._next() != "[":
            return None
        while True:
            try:
                items, end = self._decode(self._text, self._at)
            except (ValueError, RecursionError):
                if len(self._text) - self._at > _MOST_WHOLE or not self._more():
                    return None  # too long, cut, or wrong: what reads one by one tells
                continue
            return items, end

    def _behind(self, number: int) -> int:
        """Where an element of the array to come ends."""
        at = self._at + 1
        for _ in range(number + 1):
            blanks = _SEPARATOR.match(self._text, at)
            _, at = self._decode(self._text, blanks.end() if blanks else at)
        return at

    def value(self) -> object:
        """Read the value to come whole."""
        self._next()
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos >= len(self._text) - _NEAR
                if not cut or not self._more():
                    self._broken(error)
                continue
            except (ValueError, RecursionError):
                self._fail("a number too long or values nested too deeply")
            # A number may go on behind the buffer: 1.5e is read as 1.5 until the 10 is there.
            goes_on = isinstance(value, int | float) and end + _EXPONENT > len(self._text)
            if goes_on and self._more():
                continue
            if goes_on and self._cut_number(end):
                raise ended(self.span(len(self._text)))
            self._at = end
            return value

    def skip(self) -> None:
        """Pass the value to come. Of what is in it only brackets and strings are looked at."""
        if self._next() not in _CLOSES:
            self.value()
            return
        open_brackets: list[str] = []
        while True:
            found = _BRACKET.search(self._text, self._at)
            if found is None:
                self._at = len(self._text)
                if not self._more():
                    raise ended(self.span())
                continue
            self._at = found.end()
            mark = found[0]
            if mark == '"':
                self._skip_string()
            elif mark in _CLOSES:
                open_brackets.append(_CLOSES[mark])
            elif open_brackets.pop() != mark:
                self._at -= 1
                self._fail("brackets do not match")
            elif not open_brackets:
                return

    def _skip_string(self) -> None:
        while (rest := _REST_OF_STRING.match(self._text, self._at)) is None:
            if not self._more():
                raise ended(self.span())
        self._at = rest.end()

    def _enter(self, bracket: str) -> None:
        if self._next() != bracket:
            self._fail(f"{'an object' if bracket == '{' else 'an array'} is expected here")
        self._at += 1

    def _separator(self, closing: str) -> bool:
        mark = self._next()
        if mark not in (",", closing):
            self._fail(f"a comma or {closing} is missing")
        self._at += 1
        return mark == closing

    def _next(self, *, ending: bool = False) -> str:
        """Pass blanks; return the next character. At the end: empty if ``ending``, else SAD703."""
        mark = self._text[self._at : self._at + 1]
        if mark > " ":  # the usual case
            return mark
        while True:
            blanks = _BLANKS.match(self._text, self._at)
            self._at = blanks.end() if blanks else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if self._more():
                continue
            if ending:
                return ""
            raise ended(self.span())

    def _more(self) -> bool:
        """Drop what is behind, read on; each time as much as is there, so that it stays linear."""
        kept = len(self._text) - self._at
        if kept > LARGEST:
            self._fail(f"a value of more than {LARGEST} characters")
        piece = self._source.read(max(CHUNK, kept))
        if not piece:
            return False
        here = self.span()
        self._line, self._column = here.line, here.column or 1
        self._passed += self._at
        self._text = self._text[self._at :] + piece
        self._at = 0
        return True

    def _broken(self, error: JSONDecodeError) -> NoReturn:
        tail = self._text[error.pos :]
        cut = (
            not tail.strip()
            or error.msg.startswith("Unterminated")
            or any(word.startswith(tail) for word in _WORDS)
            or self._cut_number(error.pos)
            or ("escape" in error.msg and len(tail) <= _ESCAPE)
        )
        if cut:
            raise ended(self.span(len(self._text)))
        malformed(f"not JSON: {error.msg}", self.span(error.pos), _HINT)

    def _cut_number(self, at: int) -> bool:
        """Whether the text ends in a number that wants digits: of 1.5e+, ``at`` is behind 1.5."""
        start = len(self._text.rstrip(_OF_NUMBERS))
        return start < at and _CUT_NUMBER.fullmatch(self._text, start) is not None

    def _fail(self, message: str) -> NoReturn:
        malformed(message, self.span(), _HINT)
