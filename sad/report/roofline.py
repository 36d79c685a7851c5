"""What bounds the rate of each loop, as text, JSON (``sad-roofline/1``), and part of other reports."""

from __future__ import annotations

import json
from math import isinf
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.evaluation.roofline import CORE, bound_of, roofline
from sad.records import record
from sad.report.answer_text import given_text, place_text
from sad.report.layout import PLAIN, Table, left_for, markdown_table, paragraph
from sad.report.section import Section
from sad.report.units import listed, scaled, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.diagnostics import SadError
    from sad.evaluation.predict import Prediction
    from sad.evaluation.roofline import LoopRoof, Roofline
    from sad.report.layout import Layout
    from sad.report.view import View

SCHEMA = "sad-roofline/1"
Json = Any
_MOST = 8
_FEW = 4
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
    yield from _body(found, layout)


def _body(found: Roofline, layout: Layout) -> Iterator[str]:
    yield from paragraph("roofs", _roofs_text(found), layout.width)
    yield ""
    shown = _shown(found, layout.most(_MOST))
    if not shown:
        yield "no loop has floating-point arithmetic"
        return
    header, cells, right = _cells(found, shown)
    columns = [
        [name, *column] for name, column in zip(header, zip(*cells, strict=True), strict=True)
    ]
    if left_for(layout.width, *columns[:-1], least=0) < max(map(len, columns[-1])):
        columns.pop(2)
        right = [0, *range(2, len(columns) - 1)]
    yield from Table(zip(*columns, strict=True), right).lines()
    rest = found.total - sum(item.seconds for item in shown)
    if rest >= _LEAST_SHARE * found.total:
        yield f"  {share_text(rest / found.total)} in other places, also without arithmetic (--all)"
    yield ""
    for text in _notes(found):
        yield from paragraph("", text, layout.width, column=0)


def _roofs_text(found: Roofline) -> str:
    roofs = [f"{scaled(found.peak)}flop/s at the fastest floating-point operation"]
    roofs += [f"{roof.name} {scaled(roof.bytes_per_s)}B/s" for roof in found.roofs]
    return ", ".join(roofs)


def _shown(found: Roofline, most: int | None) -> list[LoopRoof]:
    counted = [item for item in found.loops if item.work.flops]
    shown = [item for item in counted if item.seconds >= _LEAST_SHARE * found.total] or counted
    return shown[:most]


def _notes(found: Roofline) -> Iterator[str]:
    level = found.roofs[-1].name if found.roofs else ""
    words = "flop/B: operations for each byte that the statements load and store"
    if level:
        words += f", and for each byte that moves between {level} and the caches"
    yield f"{words}. roof: what the lowest roof allows."
    if not found.is_modelled and found.roofs:
        yield "the additive model has no memory in it: its times and the time for lines add up here"


def _cells(found: Roofline, shown: list[LoopRoof]) -> tuple[list[str], list[list[str]], list[int]]:
    """Heading, rows, and which columns are numbers."""
    level = found.roofs[-1].name if found.roofs else ""
    header = ["time", "place", "flop", "flop/B", *([f"of {level}"] if level else [])]
    header += ["flop/s", "roof", "bound by"]
    rows = [
        [
            share_text(item.seconds / found.total),
            place_text(item.span.file, item.span.line),
            scaled(item.work.flops).strip(),
            _ratio(item.intensity()),
            *([_ratio(item.intensity(level))] if level else []),
            scaled(item.rate).strip(),
            _ratio_rate(item.attainable),
            item.bound,
        ]
        for item in shown
    ]
    return header, rows, [0, *range(2, len(header) - 1)]


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
        **_value(found),
    }
    return json.dumps(value, indent=1) + "\n"


def _value(found: Roofline) -> dict[str, Json]:
    return {
        "peak_flops_per_s": found.peak,
        "levels": [{"name": r.name, "bytes_per_s": r.bytes_per_s} for r in found.roofs],
        "seconds": found.total,
        "loops": [_loop(item) for item in found.loops],
    }


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


# --- in reports of sad analyze -------------------------------------------------------------------


@record
class RooflineSection(Section):
    """Rates and roofs of the loops beside a prediction; ``found`` is None while counts are open."""

    found: Roofline | None

    def json(self, view: View) -> Mapping[str, Json]:
        """Return the roofs and the loops under ``roofline``; null while counts are open."""
        del view
        return {"roofline": None if self.found is None else _value(self.found)}

    def text(self, view: View, layout: Layout = PLAIN) -> Iterator[str]:
        """Yield the table for a terminal."""
        if self.found is None:
            yield from paragraph("roofline", _why_open(view), layout.width)
        else:
            yield layout.title("what bounds the rate of each loop")
            yield from _body(self.found, layout)

    def markdown(self, view: View) -> Iterator[str]:
        """Yield the table under a heading."""
        yield from ("", "## What bounds the rate of each loop", "")
        if self.found is None:
            yield _why_open(view).capitalize() + "."
            return
        yield f"Roofs: {_roofs_text(self.found)}."
        header, rows, _ = _cells(self.found, _shown(self.found, None))
        yield from ("", *markdown_table(header, rows), "", *_notes(self.found))

    def html(self, view: View) -> Iterator[str]:
        """Yield the table as markup. It is of the values that the page was made with."""
        from sad.report.html.sections import text  # noqa: PLC0415 - for pages alone

        yield "<section><h2>What bounds the rate of each loop</h2>"
        if self.found is None:
            yield f"<p>{text(_why_open(view))}</p></section>"
            return
        given = given_text(view)
        about = f"{given}; {_roofs_text(self.found)}" if given else _roofs_text(self.found)
        yield f'<p class="soft">{text(about)}</p>'
        header, rows, right = _cells(self.found, _shown(self.found, None))
        yield '<div class="scroll"><table class="plain"><thead><tr>'
        yield "".join(f'<th scope="col">{text(name)}</th>' for name in header)
        yield "</tr></thead><tbody>"
        for row in rows:
            cells = (
                f"<td{' class=number' if column in right else ''}>{text(cell)}</td>"
                for column, cell in enumerate(row)
            )
            yield f"<tr>{''.join(cells)}</tr>"
        yield "</tbody></table></div>"
        yield from (f'<p class="soft">{text(note)}</p>' for note in _notes(self.found))
        yield "</section>"


def _why_open(view: View) -> str:
    names = listed([view.name(symbol) for symbol in view.model.missing], _FEW)
    return f"not known while counts are open: {names}" if names else "there is no main program"


def section_of(prediction: Prediction) -> RooflineSection:
    """Return the section for a prediction, made with what compiled code does."""
    is_known = bound_of(prediction) is not None
    return RooflineSection(roofline(prediction, prediction.model) if is_known else None)


def no_machine() -> SadError:
    """Return the error for a roofline without a machine."""
    message = "a roofline is of a machine"
    return argument_error("SAD850", message, "for instance --machine zen3 (sad machine list)")
