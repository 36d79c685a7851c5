"""The critical path of a run of ranks: the chain of steps that decides when it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.simulation.ranks import Flow


@record
class Path:
    """Stretches of the critical path, from the beginning on: a rank's step, and how long it counts [s].

    Messages under way are those of the step that they come from.
    """

    ranks: NDArray[np.int64]
    steps: NDArray[np.int64]
    seconds: NDArray[np.float64]
    is_message: NDArray[np.bool_]


def critical_path(found: Flow) -> Path:
    """Return the chain of steps that decides when a run ends, from its beginning; seconds add up to it.

    The run has to keep its steps. Walked backwards: a step that waited was as late as what it waited
    for. What lies between that step's end and the end of waiting is a message under way.
    """
    waits = [
        np.flatnonzero((waited > 0.0) & (ranks >= 0))
        for waited, ranks in zip(found.waited, found.cause_ranks, strict=True)
    ]
    parts: list[tuple[int, NDArray[np.int64], NDArray[np.float64], bool]] = []

    def add(
        rank: int, steps: Sequence[int] | NDArray[np.int64], seconds: Any, *, way: bool
    ) -> None:
        parts.append((rank, np.asarray(steps, np.int64), np.asarray(seconds, np.float64), way))

    rank = max(range(len(found.ends)), key=lambda number: found.ends[number])
    step = len(found.step_ends[rank]) - 1
    while step >= 0:
        ends = found.step_ends[rank]
        at = int(np.searchsorted(waits[rank], step, "right")) - 1
        last = int(waits[rank][at]) if at >= 0 else -1
        if last < step:  # back to the last step that waited
            before = float(ends[last]) if last >= 0 else 0.0
            seconds = np.diff(ends[last + 1 : step + 1], prepend=before)
            add(rank, np.arange(last + 1, step + 1), seconds, way=False)
        if last < 0:
            break
        until = (float(ends[last - 1]) if last else 0.0) + float(found.waited[rank][last])
        add(rank, [last], [float(ends[last]) - until], way=False)
        rank, step = int(found.cause_ranks[rank][last]), int(found.cause_steps[rank][last])
        before = float(found.step_ends[rank][step]) if step >= 0 else 0.0
        if until > before:
            add(rank, [max(step, 0)], [until - before], way=True)
    if not parts:
        return Path(
            np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.bool_)
        )
    parts.reverse()
    sizes = [len(steps) for _, steps, _, _ in parts]
    return Path(
        np.repeat([rank for rank, *_ in parts], sizes),
        np.concatenate([steps for _, steps, _, _ in parts]),
        np.concatenate([seconds for _, _, seconds, _ in parts]),
        np.repeat([way for *_, way in parts], sizes),
    )
