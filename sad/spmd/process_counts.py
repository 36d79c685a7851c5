"""Which numbers of processes a program can run on: one alone, and those it does not abort for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.diagnostics import SadError
from sad.spmd.charges import Side, side_of
from sad.spmd.rows import Formulas
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Span
    from sad.model.expand import MessageCount
    from sad.model.walks.phases import Stage
    from sad.spmd.rows import Rows


_CHANCES = (".prob@", ".trips@")


class SingleProcess:
    """The messages of a program between two ranks, as far as they are the same in all iterations."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._messages: list[tuple[Formulas, frozenset[str], Span]] = []
        for stage in stages:
            for sent in stage.messages:
                message = sent.message
                if side_of(message) not in (Side.SEND, Side.RECEIVE) or message.partner is None:
                    continue
                loops = [index.trips for index in (*stage.around, *sent.inner)]
                polys = [message.partner, stage.outer, sent.weight, message.present, *loops]
                symbols = frozenset[str]().union(*map(atoms.free_symbols, polys))
                self._messages.append((Formulas(polys), symbols, message.span))

    def outside(self, rows: Rows) -> tuple[NDArray[np.bool_], str]:
        """Return the points on one process at which a message is for another rank, and which one."""
        found = np.zeros(rows[NPROCS].shape, np.bool_)
        why = ""
        one = np.flatnonzero(rows[NPROCS] == 1.0)
        here = {name: values[one] for name, values in rows.items()} | {RANK: np.zeros(one.size)}
        for formulas, symbols, span in self._messages if one.size else ():
            if not symbols <= here.keys():  # the index of a loop, or what no time depends on
                continue
            try:
                partner, *numbers = formulas(here, one.size)
            except SadError:
                continue  # a count without a value is told with the times
            bad = (np.min(numbers, axis=0) > 0.0) & (partner >= 1.0)
            if bad.any() and not why:
                why = f"on one process there is no rank {partner[bad][0]:.0f}"
                why += f" for the message at {span.file}:{span.line}"
            found[one] |= bad
        return found, why


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

    def at(self, values: Mapping[str, float]) -> tuple[bool, str]:
        """Return whether it is reached at one point, and where."""
        found, why = self.reached({name: np.array([value]) for name, value in values.items()})
        return bool(found[0]), why
