"""Ranks that share processors: of a processor's ranks one runs at a time, until it has to wait.

The ranks pass messages as in ``sad.simulation.ranks``. Who has waited is ready when what it waits for
is there, and goes on when its processor is free: first ready, first served, of equals the lower rank.
Nobody is interrupted. Ranks are followed in the order in which they are ready; what one does makes
others ready later only, so that the order is one of time.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from sad.simulation.ranks import WORK, Flow, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from sad.simulation.ranks import End, Step

PLACEMENTS = ("block", "cyclic")


def placed(ranks: int, processors: int, placement: str) -> list[int]:
    """Return each rank's processor: neighbours together (``block``), or dealt out (``cyclic``)."""
    if placement == "cyclic":
        return [rank % processors for rank in range(ranks)]
    return [rank * processors // ranks for rank in range(ranks)]


def flow_on(
    programs: Sequence[Iterable[Step]],
    groups: Mapping[Hashable, int],
    processors: Sequence[int],
    *,
    keep: bool = False,
    tell: Callable[[int], None] | None = None,
) -> Flow:
    """Follow the steps of all ranks, each on its processor; as ``flow`` otherwise."""
    return _Shared(programs, groups, processors, keep, tell).run()


class _Shared(Run):
    """A run while it goes on."""

    def __init__(
        self,
        programs: Sequence[Iterable[Step]],
        groups: Mapping[Hashable, int],
        processors: Sequence[int],
        keep: bool,
        tell: Callable[[int], None] | None,
    ) -> None:
        super().__init__(programs, groups, None, keep, (), tell)
        self._processors = processors
        self._free = [0.0] * (max(processors) + 1)
        self._late = [0.0] * len(programs)
        self._heap: list[tuple[float, int]] = [(0.0, rank) for rank in range(len(programs))]
        self._ended: dict[int, End] = {}
        """How the step ended at which a rank has waited that is ready now."""

    def run(self) -> Flow:
        steps = 0
        self._ready.clear()
        while self._heap:
            ready, rank = heapq.heappop(self._heap)
            steps += self._serve(rank, max(ready, self._free[self._processors[rank]]))
            if self._tell is not None:
                self._tell(steps)
            for woken in self._woken():
                self._wait(*woken)
        return self.result(steps)

    def _wait(self, rank: int, step: Step, found: End | None) -> None:
        """Let a rank wait: until it is ready, if that is known, else until somebody wakes it."""
        self._at[rank] = step
        if found is not None:
            self._ended[rank] = found
            heapq.heappush(self._heap, (self._clocks[rank] + found[1], rank))

    def _serve(self, rank: int, start: float) -> int:
        """Follow a rank from when it has its processor until it waits; return its steps."""
        done = 0
        if rank in self._ended:
            clock, waited, cause = self._ended.pop(rank)
            own = clock - (self._clocks[rank] + waited)
            waited = start - self._clocks[rank]
            self._finish(rank, (start + own, waited, cause))
            done, self._at[rank], start = 1, None, start + own
        self._late[rank] += start - self._clocks[rank]  # before its first step
        self._clocks[rank] = start
        for step in self._programs[rank]:
            if step[0] == WORK:
                self._computing[rank] += step[1]
                found: End | None = self._clocks[rank] + step[1], 0.0, None
            else:
                found = self._take(rank, step, self._clocks[rank], self._numbers[rank])
            if found is None or found[1] > 0.0:
                self._wait(rank, step, found)
                break
            self._finish(rank, found)
            done += 1
        self._free[self._processors[rank]] = self._clocks[rank]
        return done

    def _finish(self, rank: int, found: End) -> None:
        self._end(rank, found, self._late[rank])
        if self._keep:
            self._late[rank] = 0.0
