"""The report for a terminal: what is predicted, why, and what is missing; the rest on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.assume import SENTENCES
from sad.report.defaults import default_rows
from sad.report.library import ARITHMETIC, SHOWN, size_of, unit_rows
from sad.report.short_conditions import lines_of
from sad.report.uncertainty import NOTHING_RANDOM, Sureness, band_text, text_lines
from sad.report.units import aligned, listed, number_text, seconds_text, share_text
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.evaluation.predict import Coverage
    from sad.mapping.bind import BoundExpansion
    from sad.report.view import View

_ROWS = 12
_PARAMETERS = 30
_TERMS = 6
_FORMULA_WIDTH = 60
_ARGUMENT = "an argument; 0 if what is passed is in the source"
_VALUES = 8
_COST_WIDTH = 100
_SHOWN_TERMS = 4
_CONDITION_WIDTH, _NAMED = 92, 40


def text_report(view: View, sureness: Sureness = NOTHING_RANDOM) -> str:
    """Return the report, ending in a newline."""
    if view.model.entry is None:
        sections = [_units(view), _choices(view), _defaults(view)]
    else:
        left = [_missing(view), _unknown_calls(view), _assumed(view), _defaults(view)]
        sections = [_cost(view, sureness), _table(view), *left]
    sections.insert(2, text_lines(view, sureness))
    parts = ["\n".join(section) for section in (_head(view), *sections)]
    whole = "\n\n".join(part for part in parts if part)
    text, named = view.named_conditions(whole, first=parts[2])
    blocks = [text, "\n".join(_conditions(named)), "\n".join(_coverage(view))]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _head(view: View) -> Iterator[str]:
    model = view.model
    what = model.entry.entry if model.entry is not None else "all units, each by itself"
    files = model.description.files
    source = files[0] if len(files) == 1 else f"{len(files)} files"
    yield f"{what}: {source}, {size_text(view)}"
    if view.prediction.bound is not None:
        yield machine_text(view.prediction.bound)
    sites = size_of(model).sites
    if sites:
        number = "1 call site" if sites == 1 else f"{sites} call sites"
        yield f"messages: {number}; --comm lists them; their time is not in the prediction (sad scale)"


def size_text(view: View) -> str:
    """Return how much was read."""
    size = size_of(view.model)
    counted = {"line": view.model.description.lines, "unit": size.units - size.stubs}
    if size.stubs:
        counted["stub"] = size.stubs
    return ", ".join(f"{count} {what}{'s' * (count != 1)}" for what, count in counted.items())


def machine_text(bound: BoundExpansion) -> str:
    """Return the machine, the toolchain, and where the times come from."""
    machine = bound.machine
    kind = {"estimate": "estimated times", "measured": "measured times"}.get(
        machine.kind, f"{machine.kind} times"
    )
    return f"machine {machine.name}, {bound.toolchain.name} ({kind})"


def _cost(view: View, sureness: Sureness) -> Iterator[str]:
    prediction = view.prediction
    if prediction.bound is not None:
        if prediction.total is not None:
            given = given_text(view)
            at = f"   {given}" if given else ""
            yield f"predicted time   {seconds_text(prediction.total)}{at}"
            if sureness.band is not None:
                yield f"interval         {band_text(sureness.band)}"
            if prediction.bound.uncovered:
                names = listed(sorted(prediction.bound.uncovered), _VALUES)
                yield f"not calibrated   {names}"
        else:
            missing = [*view.model.missing, *view.missing_calls()]
            names = listed([view.name(symbol) for symbol in missing], _VALUES)
            yield f"predicted time   not known yet; give values to {names}"
        for number, term in enumerate(view.time_terms(view.total_time(), _TERMS)):
            sign = "-" if term.startswith("-") else "+"
            title = "formula [s]" if number == 0 else f"{sign:>15}"
            yield f"{title:<16} {term if number == 0 else term.removeprefix('-')}"
        if prediction.bound.estimated:
            names = listed(sorted(prediction.bound.estimated), _VALUES)
            yield f"rough estimates  {names} (no times in the machine file)"
    else:
        yield from _operation_lines(view)
    if view.model.unused:
        yield f"not needed       nothing depends on {', '.join(view.model.unused)}"
    for sentence in view.assumptions():
        yield f"                 {sentence}"
    inputs = view.inputs()
    if inputs:
        reasons = [
            f"{view.name(item.symbol)} ({item.reason}, {view.place(item.span)})" for item in inputs
        ]
        yield f"depends on       {listed(reasons, _VALUES)}"


def given_text(view: View) -> str:
    """Return ``at`` and the values the report is for; empty without any."""
    values = view.model.values
    order = {symbol: place for place, symbol in enumerate(view.model.names.parameters)}
    known = [item for item in values if not is_unresolved(item)]
    known += sorted(values.keys() - known, key=lambda item: order.get(item, len(order)))
    return f"at {listed([_given(view, item) for item in known], _VALUES)}" if known else ""


def _given(view: View, symbol: str) -> str:
    value, name = view.value(symbol), view.name(symbol)
    if symbol in view.model.random and symbol not in view.model.spreads:
        return f"{name} = {float(view.model.values[symbol]):.4g} (mean)"
    return f"{name} = {value if isinstance(value, str | None) else number_text(value, 4)}"


def _operation_lines(view: View) -> Iterator[str]:
    """Without a machine: how much arithmetic there is."""
    totals = view.operations(view.model.expansion.blocks)
    wanted = [(key, totals[key]) for key in ARITHMETIC if key in totals]
    if not wanted:
        yield "operations       no floating-point arithmetic; --machine NAME gives seconds"
    for number, (key, count) in enumerate(wanted):
        title = "operations" if number == 0 else ""
        yield f"{title:<16} {key:<20} {view.printer.poly(count)}"


def _units(view: View) -> Iterator[str]:
    """Without a program: the cost of every unit by itself."""
    rows = unit_rows(view, SHOWN, _SHOWN_TERMS)
    timed = view.prediction.bound is not None
    cost = "its own time [s]" if timed else "floating-point add, sub, mul, div"
    yield "units, those that grow fastest first; calls are left out"
    header = ["unit", "place", cost]
    body = [[row.unit, f"{row.file}:{row.line}", _cut(row.cost, _COST_WIDTH)] for row in rows]
    if any(row.seconds is not None for row in rows):
        header.insert(2, "time")
        for cells, row in zip(body, rows, strict=True):
            cells.insert(2, "?" if row.seconds is None else seconds_text(row.seconds))
    yield from aligned([header, *body], right=0)
    more = size_of(view.model).units - len(rows)
    if more > 0:
        yield f"  ... {more} more (--format json lists all)"


def _choices(view: View) -> Iterator[str]:
    """What to do next with a library."""
    unresolved = len(view.unresolved())
    if unresolved:
        yield f"unresolved parameters: {unresolved} in all units"
    yield "--entry UNIT follows the calls of one unit and lists what its cost depends on"


def _table(view: View) -> Iterator[str]:
    rows = view.rows(_ROWS, _SHOWN_TERMS)
    if not rows:
        yield "nothing to do: no executable statement is reached"
        return
    timed = view.prediction.bound is not None
    yield "where the time goes" if timed else "how often the loops run"
    header = ["share", "time", "unit", "line", "loop", "count"]
    body = [
        [
            share_text(row.share),
            seconds_text(row.seconds) if row.seconds is not None else "?",
            row.unit,
            str(row.line),
            row.loop or "-",
            _short(row.count),
        ]
        for row in rows
    ]
    if not timed:
        header, body = header[2:], [row[2:] for row in body]
    yield from aligned([header, *body], right=2 if timed else 0)
    more = view.row_count() - len(rows)
    if more:
        yield f"  ... {more} more (--format json lists all)"


def _short(formula: str) -> str:
    return _cut(formula, _FORMULA_WIDTH)


def _cut(formula: str, width: int) -> str:
    return formula if len(formula) <= width else formula[: width - 4] + " ..."


def _missing(view: View) -> Iterator[str]:
    unresolved = view.unresolved()
    if not unresolved:
        return
    yield f"unresolved parameters ({len(unresolved)}): only a run can tell, or set them with --set"
    table = [
        [
            row.alias,
            row.label,
            view.place(row.parameter.span),
            row.source[:44],
            row.parameter.reason + (f", at most {_short(row.limit)}" if row.limit else ""),
        ]
        for row in map(view.parameter_row, unresolved[:_PARAMETERS])
    ]
    yield from aligned(table, right=0)
    if len(unresolved) > _PARAMETERS:
        yield f"  ... {len(unresolved) - _PARAMETERS} more (--format json lists all)"


def _unknown_calls(view: View) -> Iterator[str]:
    expansion = view.model.expansion
    unknown = [
        (f"{name} ({_ARGUMENT if '.' in name else 'not in the source'})", count)
        for name, count in expansion.externals.items()
    ]
    if not unknown:
        return
    yield "calls whose cost is not known (set NAME.seconds, or give their source)"
    table = [
        [name, f"called {_short(view.formula(count, _SHOWN_TERMS))} times"]
        for name, count in unknown[:_PARAMETERS]
    ]
    yield from aligned(table, right=0)
    if len(unknown) > _PARAMETERS:
        yield f"  ... {len(unknown) - _PARAMETERS} more"


def _assumed(view: View) -> Iterator[str]:
    assumed = view.model.assumed
    if not assumed:
        return
    yield f"probabilities that are assumed ({len(assumed)}): set them with --set otherwise"
    table = [
        [
            item.assumption,
            item.parameter.symbol,
            f"= {item.value}",
            view.place(span := item.parameter.span),
            view.source_line(span.file, span.line)[:44],
        ]
        for item in assumed[:_PARAMETERS]
    ]
    yield from aligned(table, right=0)
    if len(assumed) > _PARAMETERS:
        yield f"  ... {len(assumed) - _PARAMETERS} more (--format json lists all)"


def _defaults(view: View) -> Iterator[str]:
    rows = default_rows(view)
    if not rows:
        return
    yield f"defaults by published heuristics ({len(rows)}): set them with --set otherwise"
    table = [
        [row.alias, row.label, f"= {float(row.value):.6g}", view.place(row.parameter.span), row.by]
        for row in rows[:_PARAMETERS]
    ]
    yield from aligned(table, right=0)
    if len(rows) > _PARAMETERS:
        yield f"  ... {len(rows) - _PARAMETERS} more (--format json lists all)"


def _conditions(named: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What the names stand for that long conditions got."""
    if not named:
        return
    yield "conditions: 1 where they hold, else 0"
    width = max(len(name) for name, _ in named)
    for name, text in named[:_NAMED]:
        first, *rest = lines_of(text, _CONDITION_WIDTH)
        yield f"  {name.ljust(width)}  {first}"
        yield from (f"  {'':{width}}  {line}" for line in rest)
    if len(named) > _NAMED:
        yield f"  ... {len(named) - _NAMED} more (--format json has all formulas in full)"


def _coverage(view: View) -> Iterator[str]:
    names = dict.fromkeys(item.assumption for item in view.model.assumed)
    assuming = f", if {' and '.join(SENTENCES[name] for name in names)}" if names else ""
    yield f"coverage: {coverage_text(view.prediction.coverage)}{assuming}"


def coverage_text(coverage: Coverage) -> str:
    """Return coverage as one sentence."""
    what = "of the predicted time rests" if coverage.of_time else "of the statements rest"
    names = (
        ("exact counts", coverage.exact),
        ("values set by the user", coverage.user),
        ("profiled values", coverage.profiled),
        ("defaults", coverage.default),
        ("unresolved parameters", coverage.unresolved),
    )
    parts = [f"{share_text(share)} on {name}" for name, share in names if share > 0]
    if not parts:
        return "nothing to count"
    parts[0] = parts[0].replace(" on ", f" {what} on ", 1)
    opaque = coverage.opaque_statements
    return f"{', '.join(parts)}; {opaque} of {coverage.statements} statements not modelled"
