"""List-directed input from a text (Fortran 77, 13.6.1): values, repeat counts, slashes, strings."""

from __future__ import annotations

import re

from tests.support.interpreter.arithmetic import fits
from tests.support.interpreter.errors import InvalidRun, NotInterpreted
from tests.support.interpreter.storage import single

_VALUE = re.compile(r"\s*(?:(\d+)\*)?('(?:[^']|'')*'|\([^)]*\)|[^\s,/]+)\s*,?")


class EndOfInput(Exception):
    """A READ found no more input."""


class ListInput:
    """Standard input; each READ starts on a new line and takes as many lines as it needs."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._next = 0
        self._waiting: list[str] = []

    def start(self) -> None:
        """Begin a READ: what is left of the last line is skipped."""
        if self._next >= len(self._lines):
            raise EndOfInput
        self._waiting = []

    def _word(self) -> str:
        while not self._waiting:
            if self._next >= len(self._lines):
                raise EndOfInput
            line = self._lines[self._next]
            self._next += 1
            values, slash, _ = line.partition("/")
            for match in _VALUE.finditer(values):
                self._waiting += [match[2]] * int(match[1] or 1)
            if slash or re.search(r",\s*,", line):
                self._waiting.append("/")
        word = self._waiting.pop(0)
        if word == "/":
            raise NotInterpreted("null values in list-directed input")
        return word

    def integer(self) -> int:
        """Return the next value, an integer."""
        word = self._word()
        if not re.fullmatch(r"[-+]?\d+", word):
            raise InvalidRun(f"{word} is read as an integer")
        return fits(int(word))

    def double(self) -> float:
        """Return the next value, a real number in double precision."""
        return float(self._word().upper().replace("D", "E"))

    def real(self) -> float:
        """Return the next value, a real number in single precision."""
        return single(self.double())

    def logical(self) -> bool:
        """Return the next value, T or F."""
        return self._word().lstrip(".").upper().startswith("T")

    def character(self) -> str:
        """Return the next value, a string, with or without apostrophes."""
        word = self._word()
        return word[1:-1].replace("''", "'") if word.startswith("'") else word
