"""Numbers of processes, and the process grids each of them makes."""

from __future__ import annotations

import re
from math import isqrt, prod
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.experiments.axes import parse_axis
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

MOST_ROWS = 10_000_000
_MOST_PROCESSES = 2**40
_GRID = re.compile(r"(?:\d{1,12}|\*)(?:x(?:\d{1,12}|\*))*")
_HINT = "for instance --procs 1:256:x2, --procs 1:16 or --procs 4,9,16"
_GRID_HINT = "for instance --grid 2 (all grids PX x PY), --grid 4x8 or --grid 4x* (any second side)"


@record
class GridChoice:
    """Which grids are tried: ``sides`` are given numbers, None where a side is free."""

    sides: tuple[int | None, ...]

    @property
    def dimensions(self) -> int:
        """How many sides the grid has; 1 is no grid."""
        return len(self.sides)

    @property
    def size(self) -> int | None:
        """The number of processes, if all sides are given."""
        given = [side for side in self.sides if side is not None]
        return prod(given) if len(given) == len(self.sides) else None

    def __str__(self) -> str:
        """Return the grid as it is written in the option."""
        return "x".join("*" if side is None else str(side) for side in self.sides)


@record
class Grids:
    """Rows of numbers of processes with their grids, sorted; ``sides`` are 0 where there is none."""

    nprocs: Integers
    sides: tuple[Integers, ...]
    possible: NDArray[np.bool_]


def parse_counts(text: str, option: str = "--procs") -> Integers:
    """Return the numbers of processes of an option, ascending, each once.

    Raises SAD851 for a text that is no range, SAD890 for numbers that no number of processes is.
    """
    what = option.removeprefix("--") if option == "--threads" else "processes"
    hint = _HINT.replace("--procs", option) if option == "--threads" else _HINT
    if not text.strip():
        raise argument_error("SAD890", f"{option} {text!r}: no numbers of {what}", hint)
    axis = parse_axis(f"nprocs={text}")
    for value in axis.values:
        if not isinstance(value.number, int) or not 1 <= value.number <= _MOST_PROCESSES:
            message = f"{option} {text}: {value.text} is no number of {what}"
            raise argument_error("SAD890", message, hint)
    return np.unique(np.array([value.number for value in axis.values], dtype=np.int64))


def parse_grid(text: str | None, dimensions: int, program: str) -> GridChoice:
    """Return the grids of ``--grid`` for a program with so many dimensions; None: all of them.

    Raises SAD890 for a text that is no grid, or one that the program does not have.
    """
    if text is None:
        return GridChoice((None,) * dimensions)
    written = text.strip().lower().replace(" ", "")
    if not _GRID.fullmatch(written):
        raise argument_error("SAD890", f"--grid {text!r}: no process grid", _GRID_HINT)
    sides = tuple(None if side == "*" else int(side) for side in written.split("x"))
    if sides in ((1,), (2,), (3,)):
        sides = (None,) * (sides[0] or 1)
    if 0 in sides:
        raise argument_error("SAD890", f"--grid {text}: a side of 0 processes", _GRID_HINT)
    if len(sides) != dimensions:
        message = (
            f"--grid {text}: the processes of {program} make a grid of {dimensions} dimensions"
        )
        if dimensions == 1:
            message = f"--grid {text}: the processes of {program} make no grid"
        hint = "leave --grid out" if dimensions == 1 else f"for instance --grid {dimensions}"
        raise argument_error("SAD890", message, hint)
    return GridChoice(sides)


def grids_of(counts: Integers, choice: GridChoice) -> Grids:
    """Return every grid of each number of processes, those with a larger first side first.

    A number that makes no grid as chosen has one row that is not possible. Raises SAD890 for more than
    ``MOST_ROWS`` rows.
    """
    if choice.dimensions == 1:
        return Grids(counts, (), np.ones(counts.shape, dtype=np.bool_))
    place, sides = _factorised(counts, choice.dimensions)
    keep = np.ones(place.shape, dtype=np.bool_)
    for side, given in zip(sides, choice.sides, strict=True):
        if given is not None:
            keep &= side == given
    place, sides = place[keep], tuple(side[keep] for side in sides)
    without = np.setdiff1d(np.arange(counts.size), place)
    nowhere = np.zeros(without.size, dtype=np.int64)
    places = np.concatenate([place, without])
    padded = tuple(np.concatenate([side, nowhere]) for side in sides)
    order = np.lexsort((*(-side for side in reversed(padded)), places))
    return Grids(
        counts[places[order]],
        tuple(side[order] for side in padded),
        np.concatenate([np.ones(place.size), nowhere])[order] > 0,
    )


def _factorised(counts: Integers, dimensions: int) -> tuple[Integers, tuple[Integers, ...]]:
    """All products of so many factors: the place of the count, and the factors."""
    place, first, rest = _pairs(counts)
    if dimensions == 2:
        return place, (first, rest)
    unique, back = np.unique(rest, return_inverse=True)
    inner_place, second, third = _pairs(unique)
    order = np.argsort(inner_place, kind="stable")
    second, third = second[order], third[order]
    number = np.bincount(inner_place, minlength=unique.size)
    repeats = number[back]
    _check_rows(int(repeats.sum()))
    start = (np.cumsum(number) - number)[back]
    before = np.cumsum(repeats) - repeats
    inner = np.arange(int(repeats.sum())) + np.repeat(start - before, repeats)
    return np.repeat(place, repeats), (np.repeat(first, repeats), second[inner], third[inner])


def _pairs(counts: Integers) -> tuple[Integers, Integers, Integers]:
    """All ``first * second == counts[place]``: by the smaller factor, up to the square root."""
    places: list[Integers] = []
    firsts: list[Integers] = []
    seconds: list[Integers] = []
    rows = 0
    for small in range(1, isqrt(int(counts.max())) + 1):
        place = np.flatnonzero((counts % small == 0) & (counts >= small * small))
        if not place.size:
            continue
        large = counts[place] // small
        unequal = large != small
        places += [place, place[unequal]]
        firsts += [np.full(place.size, small), large[unequal]]
        seconds += [large, np.full(int(unequal.sum()), small)]
        rows += place.size + int(unequal.sum())
        _check_rows(rows)
    return np.concatenate(places), np.concatenate(firsts), np.concatenate(seconds)


def _check_rows(rows: int) -> None:
    if rows > MOST_ROWS:
        message = f"{rows} points or more are too many: at most {MOST_ROWS}"
        raise argument_error("SAD890", message, "look at fewer numbers of processes: 1:1024:x2")
