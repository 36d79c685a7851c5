"""What each rank does when, in slices of computation, waiting and messages, and the same in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.records import record
from sad.simulation.ranks import WORK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.extrapolation.runs import Extrapolated

COMPUTATION, MESSAGES, WAITING = range(3)


@record
class Slices:
    """Of one rank, without gaps from 0 on: when each ends [s], its kind, the number of its step."""

    ends: NDArray[np.float64]
    kinds: NDArray[np.int8]
    steps: NDArray[np.int64]

    def binned(self, edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return seconds by kind between edges [s]; a column less than there are edges."""
        starts = np.concatenate(([0.0], self.ends[:-1]))
        found = np.empty((3, len(edges) - 1))
        times = np.concatenate(([0.0], self.ends))
        for kind in range(3):
            own = np.where(self.kinds == kind, self.ends - starts, 0.0)
            found[kind] = np.diff(np.interp(edges, times, np.concatenate(([0.0], np.cumsum(own)))))
        return found


def slices_of(found: Extrapolated, option: str) -> list[Slices]:
    """Return the slices of all ranks; a step that waits does so first. Raises SAD673 for threads."""
    flow, program = found.flow, found.program
    if flow is None or program is None:
        message = "the run of threads has no slices"
        raise argument_error("SAD673", message, f"{option} is for traces of MPI")
    made: list[Slices] = []
    for steps, ends, waited in zip(program.steps, flow.step_ends, flow.waited, strict=True):
        before = np.concatenate(([0.0], ends[:-1]))
        until = np.stack((before + waited, ends), axis=1).reshape(-1)
        kinds = np.full((len(steps), 2), WAITING, np.int8)
        kinds[:, 1] = np.where(steps.kind == WORK, COMPUTATION, MESSAGES)
        is_later = np.diff(np.maximum.accumulate(until), prepend=0.0) > 0.0
        numbers = np.repeat(np.arange(len(steps)), 2)
        made.append(Slices(until[is_later], kinds.reshape(-1)[is_later], numbers[is_later]))
    return made
