"""Conditions of C over several lines: which of gcc's ways on them are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.counts import LineCount

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.profiles.estimation.places import LinePlace, StatementPlaces

MOST_LINES = 20  # of a condition


def has_its_tests(
    place: LinePlace,
    places: StatementPlaces,
    whole_lines: Mapping[str, frozenset[int]],
    tested: Callable[[LinePlace], int],
) -> bool:
    """Return whether the lines of a condition have the tests of its operands and no others, as those of
    ``&& b) { if (c`` have.

    ``tested`` says how many a line has. Operands that the frontend has decided, and the compiler has
    not, are not known to be there.
    """
    (file, line), whole = place, whole_lines.get(place[0], frozenset())
    if line in whole:
        return True
    first, last = line, line
    while line - first < MOST_LINES and first - 1 not in whole:
        first -= 1
    while last - line < MOST_LINES and last + 1 not in whole:
        last += 1
    near = [(file, number) for number in range(first, last + 1)]
    known = [len(places.splits.get(at, ())) + len(places.heads.get(at, ())) for at in near]
    tests = [*map(tested, near)]
    others = (at for at in range(line - first + 1, len(near)) if known[at])
    own = slice(line - first, next(others, len(near)))  # up to the next condition's line
    return sum(known) == sum(tests) and sum(known[own]) == sum(tests[own])


def with_further_lines(
    place: LinePlace,
    counted: LineCount,
    wanted: int,
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
) -> LineCount:
    """Return the count of a condition's line with the ways of the lines on which it goes on.

    A condition stands where its statement begins, and gcc has each operand's ways on its own line.
    """
    (file, line), ways = place, counted.ways
    for further in range(line + 1, line + MOST_LINES):
        at = file, further
        if len(ways) >= wanted or at in places.starts or at in places.splits:
            break
        ways += counts[at].ways if at in counts else ()
    if len(ways) != wanted:
        return counted
    return LineCount(counted.count, ways, counted.conditions)
