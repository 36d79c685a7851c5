"""Lines and columns of the tool to positions of the protocol, and lines of a text to another's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from collections.abc import Callable

_LINE_END = re.compile(r"\r\n|\n|\r")


class ProtocolPlaces:
    """The lines of a text. ``units`` gives the length of a text in the client's units.

    Lines are split as the protocol says: at form feeds, for one, there is no new line.
    """

    def __init__(self, text: str, units: Callable[[str], int]) -> None:
        self.lines = _LINE_END.split(text)
        self._units = units

    def range(self, line: int, end_line: int, column: int | None = None) -> lsp.Range:
        """Return where something stands that goes on to the end of its last line.

        ``column`` is one of the text's bytes, from 1, as sources are read; without one it is the first
        that is not blank.
        """
        first, text = self._line(line)
        last, end = self._line(max(line, end_line))
        if column is None:
            before = text[: len(text) - len(text.lstrip())]
        else:
            before = text.encode("utf-8", "replace")[: column - 1].decode("utf-8", "ignore")
        stop = self._units(end.rstrip())
        start = self._units(before)
        if first == last:
            stop = max(start, stop)
        return lsp.Range(lsp.Position(first, start), lsp.Position(last, stop))

    def end(self, line: int) -> lsp.Position:
        """Return the end of a line, trailing blanks left out."""
        number, text = self._line(line)
        return lsp.Position(number, self._units(text.rstrip()))

    def word(self, position: lsp.Position) -> str:
        """Return the name at a position; empty if there is none."""
        if position.line >= len(self.lines):
            return ""
        text = self.lines[position.line]
        for match in re.finditer(r"[A-Za-z_]\w*", text):
            start, end = self._units(text[: match.start()]), self._units(text[: match.end()])
            if start <= position.character <= end:
                return match[0]
        return ""

    def _line(self, line: int) -> tuple[int, str]:
        number = min(max(line, 1), len(self.lines)) - 1
        return number, self.lines[number]


def carried(old: list[str], new: list[str]) -> Callable[[int], int | None]:
    """Return what maps lines of an older text (from 1) to a newer one; None inside what has changed.

    What is the same at the start and at the end is taken as unchanged.
    """
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    last_changed, shift = len(old) - end, len(new) - len(old)

    def mapped(line: int) -> int | None:
        if line <= start:
            return line
        return line + shift if line > last_changed else None

    return mapped
