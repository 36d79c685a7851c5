"""A trace as GOAL, the schedules that LogGOPSim follows for millions of ranks.

What a rank computes is ``calc`` with nanoseconds as recorded; messages are ``send`` and ``recv`` with
bytes. Operations of all ranks are messages (``sad.simulation.collectives``). A step requires the one
before, and those that it has waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.steps import Costs, program_of
from sad.simulation.ranks import IRECV, ISEND, ISSEND, RECV, WAIT, WORK

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from sad.traces.format import Trace


class _Bytes(Costs):
    """Messages cost their bytes, so that steps say how long they are."""

    def side(self, is_send: bool, nbytes: float, rank: int, partner: int) -> float:
        """Return the bytes."""
        del is_send, rank, partner
        return nbytes


def goal_lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of a schedule; raises SAD643 for threads, which the format has no word for."""
    if not trace.is_mpi:
        message = "GOAL has no word for remote accesses of threads"
        raise input_error("SAD643", message, Span.at(trace.file, 1), "--to csv has all columns")
    costs = _Bytes(None, trace.ranks, as_messages=True)
    program = program_of(trace, costs, Ratio(1.0, ""))
    tags: dict[Hashable, int] = {}
    yield f"num_ranks {trace.ranks}"
    for rank, steps in enumerate(program.steps):
        yield ""
        yield f"rank {rank} {{"
        before: list[int] = []
        requests: dict[int, int] = {}
        label = 0
        for kind, amount, partner, key, request, _ in steps:
            if kind == WAIT and not amount:
                before += [requests.pop(request)] if request in requests else []
                continue
            label += 1
            if kind in (WORK, WAIT):  # a wait that takes time is in a file
                yield f"l{label}: calc {round(amount * 1e9)}"
            else:
                receives = kind in (RECV, IRECV)
                word, way = ("recv", "from") if receives else ("send", "to")
                tag = tags.setdefault(key, len(tags))
                yield f"l{label}: {word} {int(amount)}b {way} {partner} tag {tag}"
            yield from (f"l{label} requires l{other}" for other in dict.fromkeys(before))
            if kind in (ISEND, ISSEND, IRECV):
                requests[request] = label
            else:
                before = [label]
        yield "}"
