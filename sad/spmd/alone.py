"""Whether a program can run on one process: on it there is no other rank to send to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.diagnostics import SadError
from sad.spmd.charges import Side, side_of
from sad.spmd.rows import Formulas
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Span
    from sad.spmd.phases import Stage
    from sad.spmd.rows import Rows


class Alone:
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
