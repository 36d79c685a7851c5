"""Work, span and verdicts as text and JSON (``sad parallelism``, schema ``sad-parallelism/1``)."""

from __future__ import annotations

import json
from collections import Counter
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.poly import Poly
from sad.dependence.verdict import Kind
from sad.parallelism.laws import brent
from sad.parallelism.measure import SECONDS
from sad.report.evaluated import evaluation_value
from sad.report.layout import paragraph
from sad.report.units import grouped, listed, seconds_text, share_text
from sad.symbols import dimension_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.dependence.verdict import Verdict
    from sad.parallelism.measure import LoopMeasure, Measured
    from sad.report.layout import Layout
    from sad.report.view import View

SCHEMA = "sad-parallelism/1"
Json = Any
_MOST_LOOPS = 12
_LABEL = 13  # columns
_LEAST_REASON = 24


def parallelism_text(
    found: Measured, view: View, layout: Layout, procs: Sequence[int], more: Sequence[str] = ()
) -> str:
    """Return one entry's work, span and loops as a terminal shows them; ``more`` lines follow."""
    return "\n".join((*_lines(found, view, layout, procs), *more)) + "\n"


def _lines(found: Measured, view: View, layout: Layout, procs: Sequence[int]) -> Iterator[str]:
    model = view.model
    assert model.entry is not None
    given = ", ".join(
        f"{view.name(symbol)} = {view.value(symbol)}"
        for symbol in sorted(model.used, key=view.name)
        if symbol in model.origins
    )
    yield f"{listed(model.description.files, 3)}, {model.entry.name}" + (
        f" at {given}" if given else ""
    )
    yield ""
    room = layout.width
    yield _quantity("work", found.work, found.cost.work, found.unit, view, room)
    if found.cost.saved and found.in_order is not None:
        shown = _number(found.in_order, found.unit)
        yield f"{'':<{_LABEL}}{shown} in the order of the source: sums start from nothing"
    yield _quantity("span", found.span, found.cost.span, found.unit, view, room)
    if found.burdened is not None:
        each = seconds_text(found.fork_join)
        shown = f"{seconds_text(found.burdened)}, with {each} for each start of threads"
        yield f"{'burdened':<{_LABEL}}{shown}"
    shown = "?" if found.parallelism is None else _plain(found.parallelism)
    yield f"{'parallelism':<{_LABEL}}{shown}"
    if view.assumed and found.work is None:
        yield f"formulas are shown for {', '.join(map(view.name, view.assumed))} >= 1"
    if model.missing and found.work is None:
        names = listed([view.name(item) for item in model.missing], 4)
        yield f"numbers need values for {names} (--set)"
    if model.evaluated is not None and model.evaluated.counts:
        yield from _means(view, room)
    if found.serial:
        yield f"all of it counts as serial: {found.serial}"
    if found.loops:
        yield ""
        yield from loop_lines(found.loops, found.unit, layout)
    if found.work and found.span and procs:
        yield ""
        yield from _speedups(found.work, found.span, procs, layout.width)
    yield ""
    yield from _coverage(found)


def _means(view: View, width: int) -> Iterator[str]:
    """What a run of the program's slice gave: counts of the work, means for the rest."""
    model = view.model
    assert model.evaluated is not None
    open_ = model.used.intersection(model.values).difference(model.origins)
    means = sorted(open_, key=view.name, reverse=True)
    text = f"counts of the work at these values, by {grouped(model.evaluated.steps)} steps"
    if means:
        shown = listed(
            [f"{view.name(name)} = {float(model.values[name]):.4g}" for name in means], 6
        )
        text += f"; all else by the means of that run, {shown}"
    yield from paragraph("evaluated", text, width)


def _quantity(
    label: str, value: float | None, formula: Poly, unit: str, view: View, width: int
) -> str:
    shown = "?" if value is None else _number(value, unit)
    if unit == SECONDS:
        return f"{label:<{_LABEL}}{shown}"
    evaluated = view.model.evaluated is not None and formula.as_integer is not None
    text = "" if evaluated else formula_text(formula, view)
    room = width - _LABEL - 18
    text = text if len(text) <= room else text[: room - 3] + "..."
    return f"{label:<{_LABEL}}{shown:<16}  {text}".rstrip()


def formula_text(formula: Poly, view: View) -> str:
    """Return a formula, levels of trees as ``ceil(log2(n))``."""
    simple = view.simple(formula)

    def symbol(name: str) -> Poly:
        atom = atoms.definition(name)
        if isinstance(atom, atoms.Log) and atom.base.as_integer == 2:
            inner = view.printer.poly(view.simple(atom.argument + 1))
            return Poly.symbol(f"ceil(log2({inner}))") - 1
        return Poly.symbol(name)

    return view.printer.poly(map_symbols(simple, symbol))


def _number(value: float, unit: str) -> str:
    if unit == SECONDS:
        return seconds_text(value)
    return f"{_plain(value)} {unit}"


def _plain(value: float) -> str:
    if value == int(value) and abs(value) < 1e15:
        return grouped(int(value))
    return f"{value:,.1f}" if value < 1e6 else f"{value:.4g}"


# --- loops ---------------------------------------------------------------------------------------


def loop_lines(loops: Sequence[LoopMeasure], unit: str, layout: Layout) -> Iterator[str]:
    """Yield a table of loops, those with most of the work, in the order of the source."""
    most = layout.most(_MOST_LOOPS)
    shown = list(loops)
    if most is not None and len(shown) > most:
        ranked = sorted(loops, key=lambda item: -(item.total or 0.0))[:most]
        chosen = {id(item) for item in ranked}
        shown = [item for item in loops if id(item) in chosen]
    several = len({item.cost.unit.name for item in shown}) > 1
    rows = [
        (
            _name(item, several=several),
            str(item.verdict.span.line),
            "?" if item.trips is None else _plain(item.trips),
            "?" if item.span is None else _cell(item.span, unit),
            item.verdict.text,
        )
        for item in shown
    ]
    head = ("loop", "line", "iterations", "span", "verdict")
    yield from _table(head, rows, layout.width)
    if len(shown) < len(loops):
        yield f"... and {len(loops) - len(shown)} more loops with less work (--all)"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], width: int) -> Iterator[str]:
    """Rows with the second to the last but one column to the right; the last one is wrapped."""
    columns = list(zip(head, *rows, strict=True))
    wide = [max(map(len, column)) for column in columns[:-1]]
    left = sum(wide) + 2 * len(wide)
    room = max(width - left, _LEAST_REASON)
    for row in (head, *rows):
        cells = [f"{row[0]:<{wide[0]}}"]
        cells += [f"{text:>{size}}" for text, size in zip(row[1:-1], wide[1:], strict=True)]
        first, *rest = wrap(row[-1], room) or [""]
        yield "  ".join([*cells, first]).rstrip()
        for text in rest:
            yield f"{'':<{left}}{text}"


def _name(item: LoopMeasure, *, several: bool) -> str:
    name = "  " * item.depth + item.verdict.name
    variable = item.cost.loop.variable
    dimension = dimension_of(variable)
    if variable:
        name += f" ({variable})" if dimension is None else f" (dim {dimension})"
    return f"{item.cost.unit.unit}: {name.strip()}" if several else name


def _cell(value: float, unit: str) -> str:
    return seconds_text(value) if unit == SECONDS else _plain(value)


def _speedups(work: float, span: float, procs: Sequence[int], width: int) -> Iterator[str]:
    """Brent's bounds as columns, as many as there is room for."""
    pairs = [brent(work, span, number) for number in procs]
    rows = [
        ("processors", [grouped(number) for number in procs]),
        ("at least", [f"{low:.2f}" for low, _ in pairs]),
        ("at most", [f"{high:.2f}" for _, high in pairs]),
    ]
    wide = [max(len(texts[n]) for _, texts in rows) for n in range(len(procs))]
    room = (width - _LABEL) // (max(wide) + 2)
    for start in range(0, len(procs), max(room, 1)):
        for label, texts in rows:
            cells = zip(texts[start : start + room], wide[start : start + room], strict=True)
            yield f"{label:<{_LABEL}}" + "  ".join(f"{text:>{size}}" for text, size in cells)
    yield "speed-ups are those of Brent: no communication, no memory in common"


def _coverage(found: Measured) -> Iterator[str]:
    if found.unknown is None:
        kinds = Counter(item.verdict.kind for item in found.loops)
        yield f"{kinds[Kind.UNKNOWN]} of {len(found.loops)} loops are not known and count as serial"
        return
    text = share_text(found.unknown) if found.unknown else "0 %"
    yield f"in loops that are not known and count as serial: {text} of the work"


# --- units by themselves -------------------------------------------------------------------------


def verdicts_text(judged: Mapping[str, Mapping[str, Verdict]], label: str, layout: Layout) -> str:
    """Return the verdicts of all loops of units that are no one program."""
    items = [(name, item) for name, found in judged.items() for item in found.values()]
    lines = [f"{label}: {len(items)} loops in {len(judged)} units, each unit by itself", ""]
    kinds = Counter(item.kind for _, item in items)
    for kind in Kind:
        if kinds[kind]:
            share = share_text(kinds[kind] / len(items))
            lines.append(f"{_KINDS[kind]:<{_LABEL}}{kinds[kind]:>7,}  {share:>6}")
    most = layout.most(_MOST_LOOPS)
    shown = items if most is None else items[:most]
    if items:
        rows = [(f"{name}: {item.name}", str(item.span.line), item.text) for name, item in shown]
        lines.append("")
        lines.extend(_table(("loop", "line", "verdict"), rows, layout.width))
        if len(shown) < len(items):
            lines.append(f"... and {len(items) - len(shown):,} more (--all)")
    lines += ["", "--entry UNIT has work, span and parallelism of one of them"]
    return "\n".join(lines) + "\n"


_KINDS = {
    Kind.INDEPENDENT: "independent",
    Kind.REDUCTION: "combine",
    Kind.DISTANCE: "distance",
    Kind.SERIAL: "serial",
    Kind.UNKNOWN: "not known",
}


# --- JSON ----------------------------------------------------------------------------------------


def parallelism_json(
    found: Measured,
    view: View,
    procs: Sequence[int],
    more: Mapping[str, Json] = MappingProxyType({}),
) -> str:
    """Return one entry's work, span and loops, and ``more``, as JSON; what is not known is null."""
    model = view.model
    assert model.entry is not None
    value: Json = {
        "schema": SCHEMA,
        "files": list(model.description.files),
        "entry": model.entry.name,
        "values": {view.name(symbol): str(view.value(symbol)) for symbol in sorted(model.values)},
        "unit": found.unit,
        "work": {"value": found.work, "formula": formula_text(found.cost.work, view)},
        "work_in_order": found.in_order,
        "span": {"value": found.span, "formula": formula_text(found.cost.span, view)},
        "burdened_span": found.burdened,
        "parallelism": found.parallelism,
        "unknown_share": found.unknown,
        "serial": found.serial or None,
        "loops": [
            {
                "unit": item.cost.unit.name,
                **_verdict_json(item.verdict),
                "entered": item.entered,
                "iterations": item.trips,
                "work": item.work,
                "span": item.span,
                "share": item.total / found.in_order
                if item.total is not None and found.in_order
                else None,
            }
            for item in found.loops
        ],
        "evaluation": evaluation_value(model.evaluated),
        "speedup": [
            {"processors": number, "at_least": low, "at_most": high}
            for number in (procs if found.work and found.span else ())
            for low, high in (brent(found.work or 0.0, found.span or 0.0, number),)
        ],
        **more,
    }
    return json.dumps(value, indent=1) + "\n"


def verdicts_json(judged: Mapping[str, Mapping[str, Verdict]], files: Sequence[str]) -> str:
    """Return the verdicts of units that are no one program as JSON."""
    value: Json = {
        "schema": SCHEMA,
        "files": list(files),
        "entry": None,
        "loops": [
            {"unit": name, **_verdict_json(item)}
            for name, found in judged.items()
            for item in found.values()
        ],
    }
    return json.dumps(value, indent=1) + "\n"


def _verdict_json(item: Verdict) -> dict[str, Json]:
    return {
        "loop": item.path,
        "file": item.span.file,
        "line": item.span.line,
        "kind": str(item.kind),
        "verdict": item.text,
        "reason": item.reason or None,
        "lines": [span.line for span in item.lines],
        "proved": item.proved,
        "distance": item.distance if item.kind is Kind.DISTANCE else None,
        "combined": [
            {"operator": each.operator, "name": each.name, "lines": [s.line for s in each.lines]}
            for each in item.combined
        ],
        "private": [name for name in item.private if "$" not in name],  # others are the reader's
        "counted": list(item.steps),
    }
