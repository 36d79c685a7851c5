"""Message-passing programs whose ranks have teams of threads: ranks times threads.

Messages take what they take with one thread in each rank, one rank to a node; between messages a rank
takes the time of its teams. Of the ranks the one that needs longest counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import argument_error
from sad.parallel import OF_PROCESSES, Phase, Times
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.spmd.scalable import SpmdProgram
    from sad.threads.program import ThreadedProgram

MOST_RANKS = 4096
"""Ranks that are looked at one by one at a point."""


class ThreadedRanks:
    """The times of ranks with so many threads each; a ``Scalable`` over the number of ranks."""

    dimensions = 1

    def __init__(self, ranks: SpmdProgram, teams: ThreadedProgram, threads: int) -> None:
        """Raise SAD957 for a program of ranks in a grid, or one whose work between messages is open."""
        if ranks.dimensions > 1:
            message = f"{ranks.name} places its processes in a grid: no times with threads in each"
            raise argument_error("SAD957", message, "leave out --procs or --threads")
        if teams.runs.symbols or ranks.runs.symbols:
            message = (
                f"{ranks.name} has counts that only a run of its ranks tells: no times with threads"
            )
            raise argument_error(
                "SAD957", message, "give values with --set, or leave out --threads"
            )
        self._ranks, self._teams, self._threads = ranks, teams, threads
        self.name = ranks.name
        self._symbols = {
            label: symbol for label, symbol in teams.symbols.items() if symbol not in OF_PROCESSES
        }
        self.parameters = tuple(dict.fromkeys((*ranks.parameters, *self._symbols)))
        self._differ = RANK in teams.symbols.values()

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points; raises ``SadError`` as both programs, SAD957 for many ranks."""
        found = self._ranks.times(points)
        shape = found.computation.shape
        impossible = np.zeros(shape, np.bool_) if found.impossible is None else found.impossible

        def flat(name: str) -> list[float]:
            return np.broadcast_to(np.asarray(points[name], np.float64), shape).reshape(-1).tolist()

        values = {symbol: flat(label) for label, symbol in self._symbols.items()}
        work = np.full(impossible.size, np.nan)
        overhead = np.full(impossible.size, np.nan)
        for place, number in enumerate(flat(NPROCS)):
            if not impossible.reshape(-1)[place]:
                here = {symbol: column[place] for symbol, column in values.items()}
                work[place], overhead[place] = self._longest(int(number), here)
        computation, starts = work.reshape(shape), overhead.reshape(shape)
        phases = (
            Phase("teams and serial code", False, computation),
            Phase("start and end of teams", False, starts),
            *(phase for phase in found.phases if phase.communicates),
        )
        return Times(
            computation + starts,
            found.communication,
            phases,
            found.impossible,
            found.reason,
            origins=(*found.origins, *self._teams.origins),
        )

    def _longest(self, ranks: int, values: Mapping[str, float]) -> tuple[float, float]:
        """The time of the rank that needs longest, without and for starts and ends of teams [s]."""
        if self._differ and ranks > MOST_RANKS:
            message = (
                f"{ranks} ranks of which each one's threads are looked at: at most {MOST_RANKS}"
            )
            raise argument_error("SAD957", message, "look at fewer")
        found = [
            self._teams.at(self._threads, {**values, NPROCS: ranks, RANK: rank})
            for rank in range(ranks if self._differ else 1)
        ]
        longest = max(found, key=lambda run: run.estimate)
        return longest.estimate - longest.overhead, longest.overhead
