"""What bounds the rate of each loop, as text and JSON (``sad roofline``, schema ``sad-roofline/1``)."""

from __future__ import annotations

import json
from math import isinf
from typing import TYPE_CHECKING, Any

from sad.evaluation.roofline import CORE
from sad.report.answer_text import given_text, place_text
from sad.report.layout import Table, left_for, paragraph
from sad.report.units import scaled, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.evaluation.roofline import LoopRoof, Roofline
    from sad.report.layout import Layout
    from sad.report.view import View

SCHEMA = "sad-roofline/1"
Json = Any
_MOST = 8
_LEAST_SHARE = 0.001


def roofline_text(found: Roofline, view: View, layout: Layout) -> str:
    """Return the roofs and the loops under them as a terminal shows them."""
    return "\n".join(_lines(found, view, layout)) + "\n"


def _lines(found: Roofline, view: View, layout: Layout) -> Iterator[str]:
    bound = view.prediction.bound
    assert bound is not None
    assert view.model.entry is not None
    yield (
        f"{view.model.entry.name}   {bound.machine.name}: {bound.toolchain.name}, {bound.model} model"
    )
    given = given_text(view)
    if given:
        yield given
    yield ""
    roofs = [f"{scaled(found.peak)}flop/s at the fastest floating-point operation"]
    roofs += [f"{roof.name} {scaled(roof.bytes_per_s)}B/s" for roof in found.roofs]
    yield from paragraph("roofs", ", ".join(roofs), layout.width)
    yield ""
    counted = [item for item in found.loops if item.work.flops]
    shown = [item for item in counted if item.seconds >= _LEAST_SHARE * found.total] or counted
    shown = shown[: layout.most(_MOST)]
    if not shown:
        yield "no loop has floating-point arithmetic"
        return
    yield from _table(found, shown, layout)
    rest = found.total - sum(item.seconds for item in shown)
    if rest >= _LEAST_SHARE * found.total:
        yield f"  {share_text(rest / found.total)} in other places, also without arithmetic (--all)"
    yield ""
    level = found.roofs[-1].name if found.roofs else ""
    words = "flop/B: operations for each byte that the statements load and store"
    if level:
        words += f", and for each byte that moves between {level} and the caches"
    yield from paragraph("", f"{words}. roof: what the lowest roof allows.", layout.width, column=0)
    if not found.is_modelled and found.roofs:
        text = (
            "the additive model has no memory in it: its times and the time for lines add up here"
        )
        yield from paragraph("", text, layout.width, column=0)


def _table(found: Roofline, shown: list[LoopRoof], layout: Layout) -> Iterator[str]:
    level = found.roofs[-1].name if found.roofs else ""
    header = ["time", "place", "flop", "flop/B"]
    columns = [
        [share_text(item.seconds / found.total) for item in shown],
        [place_text(item.span.file, item.span.line) for item in shown],
        [scaled(item.work.flops).strip() for item in shown],
        [_ratio(item.intensity()) for item in shown],
    ]
    if level:
        header.append(f"of {level}")
        columns.append([_ratio(item.intensity(level)) for item in shown])
    header += ["flop/s", "roof", "bound by"]
    columns.append([scaled(item.rate).strip() for item in shown])
    columns.append([_ratio_rate(item.attainable) for item in shown])
    columns.append([item.bound for item in shown])
    cells = [[name, *column] for name, column in zip(header, columns, strict=True)]
    right = [0, *range(2, len(header) - 1)]
    if left_for(layout.width, *cells[:-1], least=0) < max(map(len, cells[-1])):
        cells.pop(2)
        right = [0, *range(2, len(cells) - 1)]
    yield from Table(zip(*cells, strict=True), right).lines()


def _ratio(value: float) -> str:
    return "-" if isinf(value) else f"{value:.3g}"


def _ratio_rate(value: float) -> str:
    return "-" if isinf(value) else scaled(value).strip()


def roofline_json(found: Roofline, view: View) -> str:
    """Return the same as JSON, schema ``sad-roofline/1``; what is infinite is null."""
    bound = view.prediction.bound
    assert bound is not None
    assert view.model.entry is not None
    value: dict[str, Json] = {
        "schema": SCHEMA,
        "entry": view.model.entry.name,
        "machine": {
            "name": bound.machine.name,
            "toolchain": bound.toolchain.name,
            "model": bound.model,
        },
        "peak_flops_per_s": found.peak,
        "levels": [{"name": r.name, "bytes_per_s": r.bytes_per_s} for r in found.roofs],
        "seconds": found.total,
        "loops": [_loop(item) for item in found.loops],
    }
    return json.dumps(value, indent=1) + "\n"


def _loop(item: LoopRoof) -> Json:
    levels = [name for name in item.limits if name != CORE]
    return {
        "unit": item.unit,
        "loop": item.loop,
        "file": item.span.file,
        "line": item.span.line,
        "flops": item.work.flops,
        "loaded_bytes": item.work.loaded,
        "stored_bytes": item.work.stored,
        "seconds": item.seconds,
        "core_seconds": item.core,
        "flops_per_s": item.rate,
        "attainable_flops_per_s": _finite(item.attainable),
        "bound_by": item.bound,
        "flops_per_byte": _finite(item.intensity()),
        "levels": [
            {
                "name": name,
                "bytes": item.moved.get(name, 0.0),
                "flops_per_byte": _finite(item.intensity(name)),
                "flops_per_s": _finite(item.limits[name]),
            }
            for name in levels
        ],
    }


def _finite(value: float) -> float | None:
    return None if isinf(value) else value
