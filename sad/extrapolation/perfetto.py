"""An extrapolated run for ui.perfetto.dev, in the JSON of Chrome's viewer."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import argument_error
from sad.simulation.ranks import WORK
from sad.traces.format import CODE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

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
    text = ",\n".join(_events(found))
    data = f'{{"displayTimeUnit": "ms", "traceEvents": [\n{text}\n]}}\n'.encode()
    return gzip.compress(data, 3, mtime=0) if path.endswith(".gz") else data


def _events(found: Extrapolated) -> Iterator[str]:
    """Events as JSON, times in whole nanoseconds, so that slices do not overlap by rounding."""
    flow, program, trace = found.flow, found.program, found.trace
    assert flow is not None
    assert program is not None
    slices = sum(len(ends) for ends in flow.step_ends)
    least = found.seconds / 4096 if slices > MOST_SLICES else 0.0
    waits = sum(int((causes >= 0).sum()) for causes in flow.cause_ranks)
    every = -(-waits // MOST_ARROWS) if waits else 1
    arrows = 0
    names = [json.dumps(str(site)) for site in trace.sites]
    routines = [json.dumps(name) for name in trace.routines]
    if least:
        name = f"computation shorter than {least:.3g} s is left out"
        yield json.dumps({"name": name, "ph": "i", "s": "g", "ts": 0.0, "pid": 0, "tid": 0})
    for rank, steps in enumerate(program.steps):
        yield _about("process_name", rank, {"name": f"rank {rank}"})
        yield _about("process_sort_index", rank, {"sort_index": rank})
        rows = trace.rows[rank][steps.place]
        works = f'{{"name":"computation","cat":"computation","ph":"X","pid":{rank},"tid":0,"ts":'
        calls = f'"cat":"mpi","ph":"X","pid":{rank},"tid":0,"ts":'
        before = 0
        columns = (
            *(steps.kind, _ticks(flow.step_ends[rank]), _ticks(flow.waited[rank])),
            *(flow.cause_ranks[rank], flow.cause_steps[rank]),
            *(rows["routine"] & CODE, rows["site"], rows["bytes"]),
        )
        cells: Iterator[tuple[int, ...]] = zip(*(own.tolist() for own in columns), strict=True)
        for kind, end, waited, cause, step, code, site, nbytes in cells:
            times = f'{before / 1000},"dur":{(end - before) / 1000}'
            if kind == WORK:
                if end - before > least * 1e9:
                    yield f"{works}{times}}}"
            else:
                about = f'"at":{names[site]},"bytes":{nbytes},"waited_us":{waited / 1000}'
                yield f'{{"name":{routines[code]},{calls}{times},"args":{{{about}}}}}'
                if cause >= 0 and step >= 0:
                    arrows += 1
                    if arrows % every == 0:
                        yield from _arrow(found, arrows, (cause, step), (rank, before, end))
            before = end


def _ticks(seconds: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.rint(seconds * 1e9).astype(np.int64)


def _about(name: str, rank: int, values: dict[str, Any]) -> str:
    return json.dumps({"name": name, "ph": "M", "pid": rank, "tid": 0, "args": values})


def _arrow(
    found: Extrapolated, number: int, cause: tuple[int, int], target: tuple[int, int, int]
) -> Iterator[str]:
    """Both ends of an arrow, inside of the slices that they bind to."""
    assert found.flow is not None
    ends = found.flow.step_ends[cause[0]]
    start, end = (
        _ticks(ends[cause[1] - 1 : cause[1] + 1]).tolist() if cause[1] else (0, ends[0] * 1e9)
    )
    places = (
        ("s", cause[0], (start + end) / 2000),
        ("f", target[0], (target[1] + target[2]) / 2000),
    )
    for phase, rank, time in places:
        event: dict[str, Any] = {"name": "waits for", "cat": "waiting", "ph": phase, "id": number}
        event |= {"pid": rank, "tid": 0, "ts": time}
        if phase == "f":
            event["bp"] = "e"
        yield json.dumps(event)
