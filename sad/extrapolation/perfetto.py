"""An extrapolated run for ui.perfetto.dev, in the JSON of Chrome's viewer."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.simulation.ranks import WORK
from sad.simulation.timeline import MICROSECONDS, complete_event
from sad.traces.format import CODE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.extrapolation.runs import Extrapolated

MOST_SLICES, MOST_ARROWS = 2_000_000, 200_000


def perfetto_bytes(found: Extrapolated, path: str) -> bytes:
    """Return the run as JSON, gzipped if the path ends in ``.gz``; raises SAD673 for threads.

    A process for each rank, with a slice for each stretch of computation and each call; what a rank
    waits for is an arrow from the step that ended it. Above ``MOST_SLICES`` computation that is shorter
    than a pixel of the whole run is left out, and the file says so; above ``MOST_ARROWS`` arrows are
    thinned.
    """
    if found.flow is None:
        message = "the run of threads has no slices"
        raise argument_error("SAD673", message, "--perfetto is for traces of MPI")
    text = json.dumps({"traceEvents": list(_events(found)), "displayTimeUnit": "ms"})
    data = f"{text}\n".encode()
    return gzip.compress(data, 6, mtime=0) if path.endswith(".gz") else data


def _events(found: Extrapolated) -> Iterator[dict[str, Any]]:
    flow, program, trace = found.flow, found.program, found.trace
    assert flow is not None
    assert program is not None
    slices = sum(len(ends) for ends in flow.step_ends)
    least = found.seconds / 4096 if slices > MOST_SLICES else 0.0
    waits = sum(int((causes >= 0).sum()) for causes in flow.cause_ranks)
    every = -(-waits // MOST_ARROWS) if waits else 1
    arrows = 0
    names = [str(site) for site in trace.sites]
    if least:
        name = f"computation shorter than {least:.3g} s is left out"
        yield {"name": name, "ph": "i", "s": "g", "ts": 0.0, "pid": 0, "tid": 0}
    for rank, steps in enumerate(program.steps):
        yield _about("process_name", rank, {"name": f"rank {rank}"})
        yield _about("process_sort_index", rank, {"sort_index": rank})
        rows = trace.rows[rank]
        codes: list[int] = (rows["routine"] & CODE).tolist()
        sites: list[int] = rows["site"].tolist()
        nbytes: list[int] = rows["bytes"].tolist()
        before = 0.0
        columns = (
            *(steps.kind, steps.place, flow.step_ends[rank], flow.waited[rank]),
            *(flow.cause_ranks[rank], flow.cause_steps[rank]),
        )
        cells: Iterator[tuple[Any, ...]] = zip(
            *(column.tolist() for column in columns), strict=True
        )
        for kind, place, end, waited, cause, step in cells:
            if kind == WORK:
                if end - before > least:
                    yield complete_event(
                        "computation", "computation", before, end, process=rank, about={}
                    )
            else:
                about: dict[str, Any] = {
                    "at": names[sites[int(place)]],
                    "bytes": nbytes[int(place)],
                }
                about["waited_us"] = waited * 1e6
                routine: str = trace.routines[codes[int(place)]]
                yield complete_event(routine, "mpi", before, end, process=rank, about=about)
                if cause >= 0 and step >= 0:
                    arrows += 1
                    if arrows % every == 0:
                        yield from _arrow(found, arrows, (cause, step), (rank, before, end))
            before = end


def _about(name: str, rank: int, values: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "ph": "M", "pid": rank, "tid": 0, "args": values}


def _arrow(
    found: Extrapolated, number: int, cause: tuple[int, int], target: tuple[int, float, float]
) -> Iterator[dict[str, Any]]:
    """Both ends of an arrow, inside of the slices that they bind to."""
    assert found.flow is not None
    ends = found.flow.step_ends[cause[0]]
    start = float(ends[cause[1] - 1]) if cause[1] else 0.0
    places = (
        ("s", cause[0], (start + float(ends[cause[1]])) / 2),
        ("f", target[0], (target[1] + target[2]) / 2),
    )
    for phase, rank, time in places:
        event: dict[str, Any] = {"name": "waits for", "cat": "waiting", "ph": phase, "id": number}
        event |= {"pid": rank, "tid": 0, "ts": time * MICROSECONDS}
        if phase == "f":
            event["bp"] = "e"
        yield event
