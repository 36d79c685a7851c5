"""How a report for a terminal is laid out: its width, its colours, and how much it lists."""

from __future__ import annotations

from functools import cached_property
from textwrap import wrap
from typing import TYPE_CHECKING

from sad.records import record
from sad.report.commands import NO_COMMAND, Command

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PIPED = 100
"""Columns where the output is no terminal."""
FEWEST = 40


@record
class Layout:
    """What is asked of a text report.

    ``width`` is in columns. ``in_full`` lists every row of each kind, ``whole_formula`` every term.
    ``command`` is the command line that made the report, from which those to type next are made.
    """

    width: int = PIPED
    in_color: bool = False
    in_full: bool = False
    whole_formula: bool = False
    command: Command = NO_COMMAND

    def most(self, number: int) -> int | None:
        """Return how many rows of a kind to list; None for all."""
        return None if self.in_full else number

    def paint(self, text: str, style: str) -> str:
        """Return a text in a style of rich, such as ``bold`` or ``dim``; plain without colours."""
        if not self.in_color or not text:
            return text
        from rich.color import ColorSystem  # noqa: PLC0415 - loaded where there is colour
        from rich.style import Style  # noqa: PLC0415

        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    def title(self, text: str) -> str:
        """Return the heading of a section."""
        return self.paint(text, "bold")


PLAIN = Layout()


def paragraph(label: str, text: str, width: int, *, column: int = 10) -> Iterator[str]:
    """Yield a label and a text wrapped beside it; words longer than a line are not broken."""
    lines = wrap(text, max(width - column, 20), break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines or [""]):
        yield f"{label if number == 0 else '':<{column}}{line}".rstrip()


class Table:
    """Rows of cells in columns; the last column gets what is left of the width.

    ``right`` are the columns whose cells stand at the right. A header is part of the rows.
    """

    def __init__(self, rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
        self.rows = [tuple(row) for row in rows]
        self._right = frozenset(right)

    @cached_property
    def widths(self) -> list[int]:
        """The width of each column."""
        return [max(map(len, column)) for column in zip(*self.rows, strict=True)]

    def lines(self, indent: int = 2) -> Iterator[str]:
        """Yield the rows as lines, columns two spaces apart."""
        for row in self.rows:
            cells = [
                cell.rjust(width) if number in self._right else cell.ljust(width)
                for number, (cell, width) in enumerate(zip(row, self.widths, strict=True))
            ]
            yield (" " * indent + "  ".join(cells)).rstrip()


def left_for(width: int, *columns: Iterable[str], indent: int = 2, least: int = 12) -> int:
    """Return how many characters a further column may have beside some columns of cells."""
    used = indent + sum(max(map(len, cells), default=0) + 2 for cells in columns)
    return max(width - used, least)


def clipped(text: str, width: int) -> str:
    """Return a text in at most so many characters, cut between words where it has some."""
    if len(text) <= width:
        return text
    kept = text[: width - 3]
    space = kept.rfind(" ")
    return f"{kept[:space] if space > width // 2 else kept}..."


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table in Markdown."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines.extend("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    return lines
