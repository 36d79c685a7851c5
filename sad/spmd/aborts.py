"""Whether a program stops itself: MPI_ABORT where the number of processes does not suit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.diagnostics import SadError
from sad.spmd.rows import Formulas
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Span
    from sad.model.expand import MessageCount
    from sad.spmd.rows import Rows

_CHANCES = (".prob@", ".trips@")


class Aborts:
    """The calls of MPI_ABORT that no chance decides, only sizes and the number of processes."""

    def __init__(self, messages: Sequence[MessageCount]) -> None:
        self._calls: list[tuple[Formulas, Span]] = []
        for item in messages:
            if item.message.routine != "mpi_abort":
                continue
            polys = [item.weight, *(index.trips for index in item.indices)]
            symbols = frozenset[str]().union(*map(atoms.free_symbols, polys))
            if not any(chance in symbol for symbol in symbols for chance in _CHANCES):
                self._calls.append((Formulas(polys), item.message.span))

    def reached(self, rows: Rows) -> tuple[NDArray[np.bool_], str]:
        """Return the points at which the first or the last rank surely calls it, and where that is."""
        nprocs = rows[NPROCS]
        found = np.zeros(nprocs.shape, np.bool_)
        why = ""
        for formulas, span in self._calls:
            for rank in (np.zeros(nprocs.shape), nprocs - 1.0):
                here = {**rows, RANK: rank}
                if not formulas.symbols <= here.keys():
                    continue
                try:
                    numbers = formulas(here, nprocs.size)
                except SadError:
                    continue  # a count without a value is told with the times
                bad = np.min(numbers, axis=0) >= 1.0
                found |= bad
                if bad.any() and not why:
                    why = f"the program stops itself at {span.file}:{span.line} (MPI_ABORT)"
        return found, why
