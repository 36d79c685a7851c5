"""How often LLVM saw each condition true and false, by where the source has it.

A condition that a macro brings in is counted apart at each use of the macro; it is placed there, at
the macro's name, because the line of the definition is shared by all uses. Functions compiled
several times (templates, headers) have the same conditions several times: they are added up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sad.profiles.counts import Condition, Segment
from sad.profiles.readers.fields import array, count, position, wrong
from sad.profiles.readers.llvm_lines import times_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Span

_EXPANSION = 1  # a region's kind: the use of a macro, or an include
_FILE, _EXPANDED, _KIND = 5, 6, 7  # columns of a region; a branch has one more count before them


class Place(NamedTuple):
    """From where to where a piece of source reaches."""

    line: int
    column: int
    end_line: int
    end_column: int


class Branch(NamedTuple):
    """A condition: its place in file number ``file`` of its function, and its counts."""

    place: Place
    true: int
    false: int
    file: int


@dataclass(slots=True)
class Conditions:
    """The conditions of one file, by where they are used and where they are written."""

    counts: dict[tuple[Place, Place], tuple[int, int]] = field(
        default_factory=dict[tuple[Place, Place], tuple[int, int]]
    )

    def add(self, used: Place, branch: Branch) -> None:
        """Add a condition's counts to those it has."""
        key = used, branch.place
        true, false = self.counts.get(key, (0, 0))
        self.counts[key] = true + branch.true, false + branch.false

    def by_line(self) -> dict[int, tuple[Condition, ...]]:
        """Return the conditions of each line, by column."""
        lines: dict[int, list[Condition]] = {}
        for (used, _), (true, false) in sorted(self.counts.items()):
            condition = Condition(used.column, used.end_line, used.end_column, true, false)
            lines.setdefault(used.line, []).append(condition)
        return {line: tuple(conditions) for line, conditions in lines.items()}

    def drop_decided(self, segments: Sequence[Segment]) -> None:
        """Drop what the compiler decided, as in ``while (1)``: code ran there, uncounted."""
        for key, counts in list(self.counts.items()):
            if counts == (0, 0) and times_at(segments, key[0].line, key[0].column):
                del self.counts[key]


def branch(value: object, span: Callable[[], Span]) -> Branch:
    """Return a branch from its row; SAD704 or SAD705 if it is none."""
    row = array(value, "a branch", span)
    if len(row) <= _FILE + 1:
        wrong("a branch has too few columns", span)
    what = "a condition's count"
    return Branch(
        _place(row, span),
        count(row[4], what, span),
        count(row[5], what, span),
        position(row[_FILE + 1], "a branch's file", span),
    )


def uses(regions: Sequence[object], span: Callable[[], Span]) -> Mapping[int, tuple[int, Place]]:
    """Return where each expanded file of a function is used: in which file, and at which place."""
    found: dict[int, tuple[int, Place]] = {}
    for value in regions:
        row = array(value, "a region", span)
        if len(row) > _KIND and row[_KIND] == _EXPANSION:
            inner = position(row[_EXPANDED], "a region's file", span)
            found[inner] = position(row[_FILE], "a region's file", span), _place(row, span)
    return found


def used_at(
    file: int, place: Place, where: Mapping[int, tuple[int, Place]], span: Callable[[], Span]
) -> tuple[int, Place]:
    """Return the file and the place in it through which the source comes to ``place``."""
    for _ in range(len(where) + 1):
        if file not in where:
            return file, place
        file, place = where[file]
    return wrong("expansions go round in a circle", span)


def _place(row: Sequence[object], span: Callable[[], Span]) -> Place:
    line, column, end_line, end_column = (
        position(number, "a line or column", span) for number in row[:4]
    )
    return Place(line, column, end_line, end_column)
