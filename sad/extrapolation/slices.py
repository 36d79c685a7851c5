"""What each rank does when, in slices or in bins, and how many messages wait to be received."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.records import record
from sad.simulation.ranks import IRECV, ISEND, ISSEND, RECV, SEND, SSEND, WAIT, WORK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.extrapolation.runs import Extrapolated
    from sad.extrapolation.steps import Program
    from sad.simulation.ranks import Flow

COMPUTATION, MESSAGES, WAITING = range(3)
_SENDS = (SEND, SSEND, ISEND, ISSEND)


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


@record
class Queue:
    """Of one rank: when messages to it have been sent, and when it has received some [s], in order."""

    sent: NDArray[np.float64]
    received: NDArray[np.float64]

    def lengths(self, times: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return how many messages have been sent and not been received yet."""
        sides = (np.searchsorted(side, times, "right") for side in (self.sent, self.received))
        sent, received = sides
        return sent - received

    @property
    def longest(self) -> int:
        """The most that ever are."""
        return int(self.lengths(self.sent).max(initial=0))


@record
class Passing:
    """Messages of a run: how many, from send to receive on average [s], most that wait for one rank."""

    count: int
    mean_s: float | None
    """None where some are never received."""
    longest_queue: int


def passing_of(flow: Flow, program: Program) -> Passing:
    """Return how messages pass; those of operations of all count where they are followed as such."""
    queues = queues_of(flow, program)
    count = sum(len(own.sent) for own in queues)
    begun = 0.0
    for steps, ends in zip(program.steps, flow.step_ends, strict=True):
        begins = np.concatenate((np.zeros(1), ends[:-1]))[: len(ends)]
        begun += float(begins[np.isin(steps.kind, _SENDS)].sum())
    mean = None
    if count and count == sum(len(own.received) for own in queues):
        mean = (sum(float(own.received.sum()) for own in queues) - begun) / count
    return Passing(count, mean, max(own.longest for own in queues))


def queues_of(flow: Flow, program: Program) -> list[Queue]:
    """Return the queues of all ranks; a message that waits for its receive counts from its send on."""
    sent: list[list[NDArray[np.float64]]] = [[] for _ in program.steps]
    received: list[NDArray[np.float64]] = []
    for steps, ends in zip(program.steps, flow.step_ends, strict=True):
        sends = np.flatnonzero(np.isin(steps.kind, _SENDS))
        there = ends[sends] + np.where(steps.kind[sends] == ISEND, steps.seconds[sends], 0.0)
        partners = steps.partner[sends]
        targets: list[int] = np.unique(partners).tolist()
        for partner in targets:
            sent[partner].append(there[partners == partner])
        # of a request the wait is the next step with its number
        places = np.flatnonzero((steps.kind == IRECV) | (steps.kind == WAIT))
        places = places[np.lexsort((places, steps.request[places]))]
        kinds, requests = steps.kind[places], steps.request[places]
        pairs = (kinds[:-1] == IRECV) & (kinds[1:] == WAIT) & (requests[:-1] == requests[1:])
        received.append(np.concatenate((ends[steps.kind == RECV], ends[places[1:][pairs]])))
    nothing: list[NDArray[np.float64]] = [np.zeros(0)]
    return [
        Queue(np.sort(np.concatenate(own or nothing)), np.sort(came))
        for own, came in zip(sent, received, strict=True)
    ]
