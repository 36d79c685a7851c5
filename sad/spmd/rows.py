"""Rows of values: points, repeated for every iteration of a loop or for every rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.vectorise import ArrayFormulas
from sad.diagnostics import argument_error
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Rows = dict[str, Floats]
    """Values by name, arrays of one length."""

MOST = 1 << 27
"""Rows at once: more are an error."""


class Formulas:
    """Formulas compiled once, for rows of values."""

    def __init__(self, polys: Sequence[Poly]) -> None:
        self._count = len(polys)
        self._formulas = ArrayFormulas(polys)
        self.symbols = frozenset(self._formulas.symbols)

    def __call__(self, rows: Rows, length: int) -> list[Floats]:
        """Return the values, arrays of ``length``.

        Raises SAD936 where a formula has no value.
        """
        if not self._count:
            return []
        try:
            found = self._formulas({name: rows[name] for name in self.symbols})
        except ZeroDivisionError as error:
            hint = "a loop's step or a divisor is zero"
            raise argument_error("SAD936", f"a count has no value: {error}", hint) from None
        return [np.broadcast_to(values, (length,)) for values in found]


class Loops:
    """Loops whose iterations are looked at one by one, the outermost first."""

    def __init__(self, indices: Iterable[Index]) -> None:
        self._loops = [(i.name, Formulas([i.first, i.trips])) for i in indices]
        self.symbols = frozenset[str]().union(*(bounds.symbols for _, bounds in self._loops))

    def rows(self, rows: Rows, length: int) -> tuple[Rows, Integers, Floats]:
        """Return one row for each iteration, the number of the row it comes from, and its weight.

        A mean number of iterations that is no whole number has one more iteration, all of less weight.
        """
        parent = np.arange(length)
        weight = np.ones(length)
        for name, bounds in self._loops:
            first, trips = bounds(rows, parent.size)
            number = np.ceil(np.maximum(trips, 0.0)).astype(np.int64)
            again, offset = repeats(number)
            share = trips / np.maximum(number, 1)
            rows = {key: values[again] for key, values in rows.items()}
            rows[name] = first[again] + offset
            parent, weight = parent[again], (weight * share)[again]
        return rows, parent, weight


def repeats(number: Integers) -> tuple[Integers, Integers]:
    """Return the place of each row, as often as ``number`` says, and which repetition it is.

    Raises SAD937 for more than ``MOST`` rows.
    """
    total = int(number.sum())
    if total > MOST:
        message = f"{total} iterations and ranks would have to be looked at one by one"
        hint = "look at fewer points, or at smaller problems and fewer processes"
        raise argument_error("SAD937", message, hint)
    again = np.repeat(np.arange(number.size), number)
    return again, np.arange(total) - np.repeat(np.cumsum(number) - number, number)


def all_ranks(rows: Rows) -> tuple[Rows, Integers]:
    """Return one row for each rank of every row, and where the first rank of each row is."""
    number = rows[NPROCS].astype(np.int64)
    again, rank = repeats(number)
    found = {name: values[again] for name, values in rows.items()}
    found[RANK] = rank.astype(np.float64)
    return found, np.cumsum(number) - number


def summed(values: Floats, parent: Integers, length: int) -> Floats:
    """Return the sums over the rows that come from one row."""
    found: Floats = np.asarray(np.bincount(parent, weights=values, minlength=length), np.float64)
    return found
