"""The report for a terminal: the answer first, then where the time goes, what is missing, what next."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.evaluation.assume import SENTENCES
from sad.profiles.settings import Origin
from sad.report.answer import Answer
from sad.report.commands import command_lines
from sad.report.defaults import default_rows
from sad.report.layout import PLAIN, Table, clipped, left_for, paragraph
from sad.report.library import SHOWN, size_of, unit_rows
from sad.report.next_steps import next_steps
from sad.report.short_conditions import lines_of
from sad.report.shorten import DOTS, shortened
from sad.report.uncertainty import NOTHING_RANDOM, Sureness, interval_text, text_lines, why_text
from sad.report.units import (
    grouped,
    listed,
    number_text,
    scaled,
    seconds_text,
    share_text,
)
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.evaluation.predict import Coverage
    from sad.mapping.bind import BoundExpansion
    from sad.report.answer import Open, Spot
    from sad.report.layout import Layout
    from sad.report.view import View

_ROWS = 5
_TERMS = 2
_VALUES = 8
_FEW = 4
_UNIT_TERMS = 4
_NAMED = 12
_GROWTH = 60  # columns of the law
_SMALL = 0.0005  # a share that is shown as nothing
_ENOUGH = 28  # columns of a formula that leave room for further columns


def text_report(view: View, sureness: Sureness = NOTHING_RANDOM, layout: Layout = PLAIN) -> str:
    """Return the report, ending in a newline."""
    answer = Answer(view, sureness)
    if view.model.entry is None:
        sections = [_units(view, layout), _choices(view, layout), _defaults(view, layout)]
        first = 0
    else:
        sections = [
            _time(answer, layout),
            text_lines(view, sureness),
            _where(answer, layout),
            _formula(answer, layout),
            _open(answer, layout),
            _inputs(answer, layout),
            _calls(answer, layout),
            _assumed(view, layout),
            _defaults(view, layout),
            _next(answer, layout),
        ]
        first = 3
    blocks = ["\n".join(_head(view, layout)), *("\n".join(section) for section in sections)]
    whole = "\n\n".join(block for block in blocks if block)
    text, named = view.named_conditions(whole, first=blocks[first + 1])
    last = ["\n".join(_conditions(named, layout)), "\n".join(_rests(answer, layout))]
    return "\n\n".join(block for block in (text, *last) if block) + "\n"


# --- what it is about ----------------------------------------------------------------------------


def _head(view: View, layout: Layout) -> Iterator[str]:
    model = view.model
    what = model.entry.entry if model.entry is not None else size_text(view)
    parts = [source_text(view)]
    if view.prediction.bound is not None:
        parts.append(machine_text(view.prediction.bound))
    line = "   ".join((what, *parts))
    if len(line) <= layout.width:
        yield layout.title(what) + line[len(what) :]
        return
    yield layout.title(what)
    for part in parts:
        yield f"  {clipped(part, layout.width - 2)}"


def source_text(view: View) -> str:
    """Return what was read, in short."""
    files = view.model.description.files
    name = files[0] if len(files) == 1 else f"{len(files)} files"
    if view.model.entry is None:
        return name
    return f"{name}, {size_text(view)}"


def size_text(view: View) -> str:
    """Return how much was read."""
    size = size_of(view.model)
    counted = {"line": view.model.description.lines, "unit": size.units - size.stubs}
    if size.stubs:
        counted["stub"] = size.stubs
    return ", ".join(f"{count:,} {what}{'s' * (count != 1)}" for what, count in counted.items())


def machine_text(bound: BoundExpansion) -> str:
    """Return the machine, the toolchain, and where the times come from."""
    machine, toolchain = bound.machine, bound.toolchain
    known = toolchain.calibration
    kind = {"estimate": "estimated", "vendor": "from the vendor"}.get(machine.kind, machine.kind)
    if known is not None:
        kind = f"calibrated {known.date[:10]}" if known.date else "calibrated"
    return f"{machine.name}: {toolchain.name}, {kind}"


# --- time ----------------------------------------------------------------------------------------


def _time(answer: Answer, layout: Layout) -> Iterator[str]:
    first, *more = time_lines(answer)
    for line in paragraph("", first, layout.width, column=2):
        yield "  " + layout.paint(line.strip(), "bold green")
    for text in more:
        yield from paragraph("", text, layout.width, column=2)


def time_lines(answer: Answer) -> list[str]:
    """Return the answer in lines: a number, a bound or a law first, then what it holds for."""
    match answer.kind:
        case "nothing":
            return ["nothing to do: no executable statement is reached"]
        case "known":
            return list(_known(answer))
        case "bound":
            return list(_bound(answer))
        case "law":
            return list(_law(answer))
        case "work":
            return list(_work(answer))


def known_parts(answer: Answer) -> list[str]:
    """Return a time that is known, its interval and the speed it means, as far as there are such."""
    total = answer.prediction.total or 0.0
    parts = [seconds_text(total)]
    if answer.sureness.band is not None:
        parts.append(interval_text(answer.sureness.band))
    work = answer.total_work()
    if work is not None and work.flops and total:
        flops = f"{scaled(work.flops)}flop, {scaled(work.flops / total)}flop/s"
        parts.append(flops)
    return parts


def _known(answer: Answer) -> Iterator[str]:
    yield "    ".join(known_parts(answer))
    given = given_text(answer.view)
    if given:
        yield given
    if answer.sureness.band is not None:
        yield f"interval: {why_text(answer.sureness.band)}"
    bound = answer.prediction.bound
    if bound is not None and bound.uncovered:
        yield f"not calibrated: {listed(sorted(bound.uncovered), _VALUES)}"


def _bound(answer: Answer) -> Iterator[str]:
    known = seconds_text(answer.prediction.known or 0.0)
    calls = [_call_text(name, count) for name, count in answer.calls]
    if answer.prediction.lacks_calls_alone:
        yield f"at least {known}, plus {listed(calls, _VALUES)}"
    else:
        yield f"at least {known}; the rest {growth_text(answer)}"
        if calls:
            yield f"and {listed(calls, _VALUES)}"
    given = given_text(answer.view)
    if given:
        yield given
    if not answer.prediction.lacks_calls_alone:
        yield _typical(answer)


def _call_text(name: str, count: str) -> str:
    where = "a procedure that is passed" if "." in name else "not in the source"
    times = "1 call" if count == "1" else f"{count} calls"
    return f"{times} of {name} ({where})"


def _law(answer: Answer) -> Iterator[str]:
    yield f"time {growth_text(answer)}"
    given = given_text(answer.view)
    if given:
        yield given
    yield _typical(answer)
    calls = [_call_text(name, count) for name, count in answer.calls]
    if calls:
        yield f"without {listed(calls, _VALUES)}"


def growth_text(answer: Answer) -> str:
    """Return what a total grows as, or what it depends on where that is too long to be read."""
    text = shortened(answer.growth, _GROWTH)
    if answer.growth and not text.startswith((DOTS, f"({DOTS}")):
        return f"grows as {text}"
    names = [answer.view.name(item) for item in answer.weights.governed]
    return f"depends on {listed(names, _VALUES)}" if names else "is constant"


def _typical(answer: Answer) -> str:
    return f"for example {seconds_text(answer.weights.total)} with {answer.example}"


def _work(answer: Answer) -> Iterator[str]:
    work = answer.total_work()
    if work is not None:
        moved = f"{scaled(work.loaded)}B loaded, {scaled(work.stored)}B stored"
        ratio = f", {work.flops / work.moved:.3g} flop/B" if work.moved and work.flops else ""
        yield f"{scaled(work.flops)}flop, {moved}{ratio}"
    elif answer.terms:
        yield f"work {growth_text(answer)} (floating-point operations)"
    else:
        yield "no floating-point arithmetic"
    given = given_text(answer.view)
    if given:
        yield given
    if work is None:
        yield f"compared below with {answer.example}"


def given_text(view: View) -> str:
    """Return ``at`` and the values the report is for; empty without any.

    Values that a profile or heuristics gave are counted: the parameter file or the report has them.
    """
    model = view.model
    order = {symbol: place for place, symbol in enumerate(model.names.parameters)}
    given = {*model.values, *model.open}
    known = [item for item in (*model.values, *model.open) if not is_unresolved(item)]
    known += sorted(given.difference(known), key=lambda item: order.get(item, len(order)))
    by_user = [item for item in known if model.origins.get(item) is Origin.USER]
    parts = [_given(view, item) for item in by_user[:_VALUES]]
    if len(by_user) > _VALUES:
        parts.append(f"{len(by_user) - _VALUES} more")
    for origin, what in ((Origin.PROFILE, "profiled value"), (Origin.DEFAULT, "default")):
        number = sum(model.origins.get(item) is origin for item in known)
        if number:
            parts.append(f"{number} {what}{'s' * (number != 1)}")
    return f"at {', '.join(parts)}" if parts else ""


def _given(view: View, symbol: str) -> str:
    value, name = view.value(symbol), view.own_name(symbol)
    if symbol in view.model.open:
        return f"{name} = {view.given(symbol)}"
    if symbol in view.model.random and symbol not in view.model.spreads:
        return f"{name} = {float(view.model.values[symbol]):.4g} (mean)"
    return f"{name} = {value if isinstance(value, str | None) else number_text(value, 4)}"


# --- where it goes -------------------------------------------------------------------------------


def _where(answer: Answer, layout: Layout) -> Iterator[str]:
    spots = answer.spots
    if not spots:
        return
    matter = [item for item in spots if item.share >= _SMALL] or spots
    what = "where the time goes" if answer.is_timed else "where the work goes"
    basis = where_basis(answer)
    yield layout.title(what) + (f", {basis}" if basis else "")
    shown = spots if layout.in_full else matter[:_ROWS]
    yield from _spot_lines(answer, shown, layout)
    rest = spots[len(shown) :]
    if rest:
        share = share_text(sum(item.share for item in rest))
        more = "more place" if len(rest) == 1 else "more places"
        yield f"  {share} in {len(rest)} {more} (--all)"


def where_basis(answer: Answer) -> str:
    """Return at which values the shares hold; empty where all values are given."""
    if answer.is_known:
        return "of what is known" if answer.kind == "bound" else ""
    return "with these values"


def _spot_lines(answer: Answer, shown: Sequence[Spot], layout: Layout) -> Iterator[str]:
    columns = [[share_text(item.share) for item in shown]]
    right = [0]
    times = [seconds_text(item.seconds) for item in shown if item.seconds is not None]
    if len(times) == len(shown):
        columns.insert(0, times)
        right.append(1)
    columns.append([_place(item.file, item.line) for item in shown])
    columns.append([clipped(spot_name(answer, item), 28) for item in shown])
    if not answer.is_timed:
        yield from _work_lines(answer, shown, columns, layout)
        return
    work = [work_text(item) for item in shown]
    bounds = [f"bound: {item.bound}" if item.bound else "" for item in shown]
    extra = [column for column in (work, bounds) if any(column)]
    whole = [count_text(answer, item) for item in shown]
    needed = min(max(map(len, whole)), _ENOUGH)
    while extra and left_for(layout.width, *columns, *extra, least=0) < needed:
        extra.pop()
    room = left_for(layout.width, *columns, *extra)
    counts = [shortened(text, room) for text in whole]
    yield from Table(zip(*columns, counts, *extra, strict=True), right).lines()


def count_text(answer: Answer, spot: Spot) -> str:
    """Return how often the body of a place runs: a number, or a formula in what is open."""
    return answer.formula(spot.count) if spot.number is None else grouped(spot.number)


def spot_name(answer: Answer, spot: Spot) -> str:
    """Return a loop as people call it, with its unit where there are several."""
    loop = spot.loop.rpartition(".")[2]
    name = loop.rstrip("0123456789")
    number = loop[len(name) :]
    units = answer.model.description.units
    several = sum(unit.kind != "stub" for unit in units) > 1
    if not loop:
        is_stub = any(unit.kind == "stub" and unit.name == spot.unit for unit in units)
        return spot.unit if several or is_stub else "outside loops"
    shown = f"{name} {number}" if number else name
    return f"{shown} in {spot.unit}" if several else shown


def _work_lines(
    answer: Answer, shown: Sequence[Spot], columns: list[list[str]], layout: Layout
) -> Iterator[str]:
    """The work of each place: in all where its count has a value, else of one execution."""
    header = ["share", "place", "loop", "flop", "B loaded", "B stored", "flop/B"]
    cells = [*columns]
    cells += [
        [_total_or_each(item, getattr(item.work, value)) for item in shown]
        for value in ("flops", "loaded", "stored")
    ]
    ratios = [item.work.flops / item.work.moved if item.work.moved else 0 for item in shown]
    cells.append([f"{ratio:.2g}" if ratio else "" for ratio in ratios])
    titled = [[title, *column] for title, column in zip(header, cells, strict=True)]
    room = left_for(layout.width, *titled)
    counts = [shortened(count_text(answer, item), room) for item in shown]
    table = Table(zip(*titled, ["count", *counts], strict=True), (0, 3, 4, 5, 6))
    yield from table.lines()


def _total_or_each(spot: Spot, each: float) -> str:
    if each < _SMALL:
        return ""
    if spot.number is None:
        return _amount(each)
    return scaled(each * float(spot.number)).strip()


def work_text(spot: Spot) -> str:
    """Return the work of one execution of a place's body."""
    work = spot.work
    parts: list[str] = []
    if work.flops >= _SMALL:
        parts.append(f"{_amount(work.flops)} flop")
    if work.moved >= _SMALL:
        parts.append(f"{_amount(work.moved)} bytes")
    return ", ".join(parts)


def _amount(value: float) -> str:
    return number_text(round(value, 1), 3).removesuffix(".0")


def _place(file: str, line: int) -> str:
    return f"{PurePath(file).name}:{line}"


# --- the formula ---------------------------------------------------------------------------------


def _formula(answer: Answer, layout: Layout) -> Iterator[str]:
    if answer.kind == "nothing" or not answer.terms:
        return
    unit = "time [s]" if answer.is_timed else "flop"
    yield layout.title(f"formula, {unit}")
    most = None if layout.whole_formula else _TERMS
    texts = answer.term_texts(most)
    width = layout.width - 4
    for number, text in enumerate(texts):
        sign = "-" if text.startswith("-") else "+" if number else " "
        body = text.removeprefix("-")
        yield f"  {sign} {body if layout.whole_formula else shortened(body, width)}".rstrip()
    left = len(answer.terms) - len(texts)
    if left > 0:
        yield f"  + {left} more term{'s' * (left > 1)} (--formula)"
    for sentence in answer.view.assumptions(of_needed=True):
        yield from paragraph("", sentence, layout.width, column=2)


# --- what is missing -----------------------------------------------------------------------------


def _open(answer: Answer, layout: Layout) -> Iterator[str]:
    rows = answer.open
    if not rows:
        return
    yield layout.title("what only a run can tell") + ", by influence"
    matter = [item for item in rows if item.share >= _SMALL and not item.is_error_exit]
    shown = rows if layout.in_full else matter[:_ROWS] or rows[:_ROWS]
    yield from _open_lines(answer, shown, layout)
    rest = rows[len(shown) :]
    if rest:
        share = share_text(answer.weights.together(item.symbol for item in rest))
        one = len(rest) == 1
        errors = sum(item.is_error_exit for item in rest)
        if errors == len(rest):
            yield f"  {errors} more {'guards an error' if one else 'only guard errors'} (--all)"
        else:
            note = f"; {errors} of them only guard errors" if errors else ""
            yield f"  {len(rest)} more {'governs' if one else 'govern'} {share} (--all){note}"


def _open_lines(answer: Answer, shown: Sequence[Open], layout: Layout) -> Iterator[str]:
    view = answer.view
    rows = [view.parameter_row(item.parameter) for item in shown]
    columns = [
        [row.alias for row in rows],
        [share_text(item.share) for item in shown],
        [_place(row.parameter.span.file, row.parameter.span.line) for row in rows],
    ]
    reasons = [
        row.parameter.reason + (f", at most {shortened(row.limit, 24)}" if row.limit else "")
        for row in rows
    ]
    room = left_for(layout.width, *columns, least=20)
    half = max(room - max(map(len, reasons)) - 2, room // 2 - 1)
    sources = [clipped(row.source, half) for row in rows]
    columns.append(sources)
    room = left_for(layout.width, *columns)
    columns.append([clipped(reason, room) for reason in reasons])
    yield from Table(zip(*columns, strict=True), (1,)).lines()


def _inputs(answer: Answer, layout: Layout) -> Iterator[str]:
    view = answer.view
    rows = answer.inputs
    if rows:
        found: dict[str, list[str]] = {}
        for item in rows:
            about = f"{item.reason}, {view.place(item.span)}"
            found.setdefault(about, []).append(view.name(item.symbol))
        texts = [f"{', '.join(names)} ({about})" for about, names in found.items()]
        yield from paragraph(
            "inputs", listed(texts, layout.most(_VALUES) or len(texts)), layout.width
        )
    if view.model.unused:
        unused = f"nothing depends on {', '.join(view.model.unused)}"
        yield from paragraph("not needed", unused, layout.width, column=12)


def _calls(answer: Answer, layout: Layout) -> Iterator[str]:
    """Calls without a cost, where the answer itself does not name them."""
    if not answer.calls or answer.kind in ("bound", "law"):
        return
    rows = [_call_text(name, count) for name, count in answer.calls]
    text = listed(rows, layout.most(_VALUES) or len(rows))
    yield from paragraph("calls", f"no cost is known for {text}", layout.width)


def _assumed(view: View, layout: Layout) -> Iterator[str]:
    assumed = view.model.assumed
    if not assumed:
        return
    yield layout.title("probabilities that are assumed") + f" ({len(assumed)})"
    shown = assumed[: layout.most(_ROWS)]
    columns = [
        [item.assumption for item in shown],
        [item.parameter.symbol for item in shown],
        [f"= {item.value}" for item in shown],
        [_place(item.parameter.span.file, item.parameter.span.line) for item in shown],
    ]
    room = left_for(layout.width, *columns)
    sources = [
        view.source_line(item.parameter.span.file, item.parameter.span.line) for item in shown
    ]
    yield from Table(zip(*columns, [clipped(text, room) for text in sources], strict=True)).lines()
    yield from _more(len(assumed) - len(shown))


def _defaults(view: View, layout: Layout) -> Iterator[str]:
    rows = default_rows(view)
    if not rows:
        return
    yield layout.title("defaults by published heuristics") + f" ({len(rows)})"
    shown = rows[: layout.most(_ROWS)]
    columns = [
        [row.alias or row.label for row in shown],
        [f"= {float(row.value):.6g}" for row in shown],
        [_place(row.parameter.span.file, row.parameter.span.line) for row in shown],
    ]
    room = left_for(layout.width, *columns)
    yield from Table(zip(*columns, [clipped(row.by, room) for row in shown], strict=True)).lines()
    yield from _more(len(rows) - len(shown))


def _more(number: int) -> Iterator[str]:
    if number > 0:
        yield f"  {number} more (--all)"


# --- what next, and what it rests on -------------------------------------------------------------


def _next(answer: Answer, layout: Layout) -> Iterator[str]:
    steps = next_steps(answer, layout.command)
    sites = size_of(answer.model).sites
    if sites:
        number = "1 call site" if sites == 1 else f"{sites} call sites"
        yield f"{number} of messages: their time is not in the prediction (sad scale, or --comm)"
    if steps:
        yield layout.title("next")
        for step in steps:
            yield from command_lines(step, layout.width)


def _conditions(named: Sequence[tuple[str, str]], layout: Layout) -> Iterator[str]:
    """What the names stand for that long conditions got."""
    if not named:
        return
    yield layout.title("conditions") + ": 1 where they hold, else 0"
    width = max(len(name) for name, _ in named)
    for name, text in named[: layout.most(_NAMED)]:
        first, *rest = lines_of(text, layout.width - width - 4)
        yield f"  {name.ljust(width)}  {first}"
        yield from (f"  {'':{width}}  {line}" for line in rest)
    yield from _more(len(named) - len(named[: layout.most(_NAMED)]))


def _rests(answer: Answer, layout: Layout) -> Iterator[str]:
    view = answer.view
    names = dict.fromkeys(item.assumption for item in view.model.assumed)
    assuming = f", if {' and '.join(SENTENCES[name] for name in names)}" if names else ""
    text = f"{coverage_text(view.prediction.coverage)}{assuming}"
    bound = view.prediction.bound
    if bound is not None and bound.estimated:
        names = listed(sorted(bound.estimated), layout.most(_FEW) or len(bound.estimated))
        text += f"; rough estimates, not in the machine file: {names}"
    yield from paragraph("rests on", text, layout.width)


def coverage_text(coverage: Coverage) -> str:
    """Return coverage as one sentence."""
    what = "of the time" if coverage.of_time else "of the statements"
    names = (
        ("exact counts", coverage.exact),
        ("values set by the user", coverage.user),
        ("profiled values", coverage.profiled),
        ("defaults", coverage.default),
        ("unresolved parameters", coverage.unresolved),
    )
    parts = [f"{share_text(share)} {name}" for name, share in names if share > 0]
    if not parts:
        return "nothing to count"
    opaque = coverage.opaque_statements
    more = f"; {opaque} of {coverage.statements} statements not modelled" if opaque else ""
    return f"{', '.join(parts)} ({what}){more}"


# --- a library -----------------------------------------------------------------------------------


def _units(view: View, layout: Layout) -> Iterator[str]:
    """Without a program: the cost of every unit by itself."""
    rows = unit_rows(view, None if layout.in_full else SHOWN, _UNIT_TERMS)
    timed = view.prediction.bound is not None
    cost = "its own time [s]" if timed else "floating-point add, sub, mul, div"
    yield layout.title("units, those that grow fastest first") + "; calls are left out"
    columns = [["unit", *(row.unit for row in rows)]]
    if any(row.seconds is not None for row in rows):
        times = ["" if row.seconds is None else seconds_text(row.seconds) for row in rows]
        columns.append(["time", *times])
    columns.append(["place", *(_place(row.file, row.line) for row in rows)])
    room = left_for(layout.width, *columns, least=20)
    columns.append([cost[:room], *(shortened(row.cost, room) for row in rows)])
    yield from Table(zip(*columns, strict=True)).lines()
    yield from _more(size_of(view.model).units - len(rows))


def _choices(view: View, layout: Layout) -> Iterator[str]:
    """What to do next with a library."""
    unresolved = len(view.unresolved())
    if unresolved:
        yield f"{unresolved} unresolved parameters in all units"
    text = "--entry UNIT follows the calls of one unit and says what its cost depends on"
    yield from paragraph("next", text, layout.width)
