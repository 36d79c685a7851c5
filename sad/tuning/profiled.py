"""The times of the pipeline formula ``llp`` from one recorded run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span, argument_error, input_error
from sad.traces.intervals import computation
from sad.tuning.wavefront import ITEM_BYTES, Constants

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.traces.format import Trace

    Floats = NDArray[np.float64]

_SENDS = ("send", "bsend", "ssend", "rsend", "isend")
_RECEIVES = ("recv", "irecv")


def profiled(trace: Trace, path: str, grain: int) -> Constants:
    """Return ``t1`` and ``t2`` of an item of a virtual process [s], ``grain`` of which a process had.

    ``t1`` is the computation between a receive and the send behind it, ``t2`` that between a send and
    the next receive, of ranks that do both; where none does, both are ``t1``, of the last rank.
    Raises SAD679 where no rank receives, or what it sends is no whole number of items.
    """
    if grain < 1:
        raise argument_error("SAD679", f"--profile: a grain of {grain}", "1 or more")
    sends, receives = (
        [n for n, name in enumerate(trace.routines) if name.removeprefix("mpi_") in names]
        for names in (_SENDS, _RECEIVES)
    )
    work = {"t1": 0.0, "t2": 0.0}
    items, ranks = 0.0, 0
    lasts: tuple[float, float] | None = None
    for rank in range(trace.ranks):
        rows, seconds = trace.rows[rank], computation(trace, rank).seconds
        is_send, is_receive = np.isin(rows["routine"], sends), np.isin(rows["routine"], receives)
        calls = np.flatnonzero(is_send | is_receive)
        received = float(rows["bytes"][is_receive].sum())
        if not received:
            continue
        if not is_send.any():
            behind = float(seconds[calls[1:]].sum() + _after(rows, seconds, calls))
            lasts = behind, received
            continue
        ranks += 1
        items += received / ITEM_BYTES
        pairs = zip(calls[:-1].tolist(), calls[1:].tolist(), strict=True)
        for before, here in pairs:
            if is_receive[before] and is_send[here]:
                work["t1"] += float(seconds[here])
            elif is_send[before] and is_receive[here]:
                work["t2"] += float(seconds[here])
    who = f"{ranks} ranks that receive and send"
    if not items and lasts is not None:
        work["t1"], items, who = lasts[0], lasts[1] / ITEM_BYTES, "the last rank"
    if not items or items != int(items):
        message = f"no rank receives whole items of {ITEM_BYTES:g} bytes: this is no pipeline"
        raise input_error("SAD679", message, Span.at(path), "give t1 and t2 with --set")
    found = {name: value / (items * grain) for name, value in work.items()}
    origin = f"t1, t2: {path}, {who}, {items:,.0f} items of {ITEM_BYTES:g} bytes, grain {grain}"
    return Constants(found, (origin,))


def _after(rows: NDArray[np.void], seconds: Floats, calls: NDArray[np.int64]) -> float:
    """The computation between the last receive and the call behind it."""
    behind = int(calls[-1]) + 1
    return float(seconds[behind]) if behind < len(rows) else 0.0
