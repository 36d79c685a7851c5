"""Traces of one program with several numbers of ranks, as what scaling tables are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.extrapolation.runs import extrapolate
from sad.parallel import Times
from sad.symbols import NPROCS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.runs import Extrapolated, Target
    from sad.traces.format import Trace


class TraceSet:
    """Recorded runs on a machine; a ``Scalable``. Points without a trace are impossible.

    The total is when the last rank ends; ``computation`` is that of the rank that computes longest,
    ``communication`` all the rest, waiting included.
    """

    parameters: tuple[str, ...] = ()
    dimensions = 1

    def __init__(self, name: str, traces: Sequence[Trace], target: Target, ratio: Ratio) -> None:
        self.name = name
        self._traces = {trace.ranks: trace for trace in traces}
        self._target, self._ratio = target, ratio
        self._found: dict[int, Extrapolated] = {}

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points; raises as ``extrapolate``."""
        nprocs = np.asarray(points[NPROCS], np.float64)
        computation, total = np.full(nprocs.shape, np.nan), np.full(nprocs.shape, np.nan)
        for place in np.ndindex(nprocs.shape):
            ranks = int(nprocs[place])
            if ranks not in self._traces:
                continue
            if ranks not in self._found:
                self._found[ranks] = extrapolate(self._traces[ranks], self._target, self._ratio)
            found = self._found[ranks]
            computation[place], total[place] = found.computation, found.seconds
        known = ", ".join(map(str, sorted(self._traces)))
        reason = f"no trace with so many ranks: there are {known}"
        return Times(computation, total - computation, (), np.isnan(total), reason)
