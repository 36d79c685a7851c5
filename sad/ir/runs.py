"""What the elements of an array hold when a program is loaded, equal ones in a row kept once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.ir.expr import Expr

_FEWEST_EQUAL = 3


@record
class Run:
    """Array elements next to each other in memory: ``items``, ``times`` in a row.

    An item is what the element holds when the program is loaded, None if that is not known.
    """

    items: tuple[Expr | None, ...]
    times: int = 1


def element_count(runs: tuple[Run, ...]) -> int:
    """Return how many elements the runs of an array are."""
    return sum(len(run.items) * run.times for run in runs)


def element_at(runs: tuple[Run, ...], number: int) -> Expr | None:
    """Return what element ``number`` in memory holds at load, from 0; None if it is not known."""
    if number < 0:
        return None
    for run in runs:
        count = len(run.items) * run.times
        if number < count:
            return run.items[number % len(run.items)]
        number -= count
    return None


def runs_of(
    pieces: Iterable[tuple[int, int, Expr | None]], length: int, rest: Expr | None = None
) -> tuple[Run, ...]:
    """Return the runs of ``length`` elements, of which ``pieces`` (first, count, item) are given.

    ``rest`` is what all other elements hold. No runs: none is known, or two pieces overlap.
    """
    runs: list[Run] = []
    row: list[Expr | None] = []

    def close() -> None:
        if row:
            runs.append(Run(tuple(row)))
            row.clear()

    for count, item in _merged(pieces, length, rest):
        if count < 0:
            return ()
        if count < _FEWEST_EQUAL:
            row.extend([item] * count)
        else:
            close()
            runs.append(Run((item,), count))
    close()
    known = any(item is not None for run in runs for item in run.items)
    return tuple(runs) if known else ()


def _merged(
    pieces: Iterable[tuple[int, int, Expr | None]], length: int, rest: Expr | None
) -> Iterator[tuple[int, Expr | None]]:
    """Yield counts and items without gaps, equal ones as one; a negative count is an overlap."""
    end, count, last = 0, 0, rest
    for start, size, item in sorted([*pieces, (length, 0, rest)], key=lambda piece: piece[:2]):
        for more, value in ((start - end, rest), (size, item)):
            if more < 0:
                yield more, None
            if more and value is not last and value != last:
                yield count, last
                count, last = 0, value
            count += more
        end = start + size
    yield count, last
