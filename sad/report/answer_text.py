"""The answer in words: what was read, and a time, a bound or a law with the values it holds for."""

from __future__ import annotations

from math import isinf
from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.algebra.evaluate import real
from sad.evaluation.uncertainty.band import uncovered_share
from sad.profiles.settings import Origin
from sad.report.layout import Table, clipped, left_for, paragraph
from sad.report.library import size_of
from sad.report.shorten import DOTS, shortened
from sad.report.uncertainty import interval_text, memory_text, why_text
from sad.report.units import (
    grouped,
    listed,
    number_text,
    scaled,
    seconds_text,
    share_text,
    theta_text,
)
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.contention.bound import Index
    from sad.mapping.bound import BoundExpansion
    from sad.report.answer import Answer, Spot
    from sad.report.layout import Layout
    from sad.report.view import View

_VALUES = 8
_GROWTH = 60  # columns of the law


def head_lines(view: View, layout: Layout) -> Iterator[str]:
    """Yield what the report is about: what was read, and the machine."""
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
    if not machine.name:
        return "times of the model"
    known = toolchain.calibration
    kind = {"estimate": "estimated", "vendor": "from the vendor"}.get(machine.kind, machine.kind)
    if known is not None:
        kind = f"calibrated {known.date[:10]}" if known.date else "calibrated"
    return f"{machine.name}: {toolchain.name}, {kind}"


def answer_lines(answer: Answer, layout: Layout) -> Iterator[str]:
    """Yield the answer as a terminal shows it, wrapped."""
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
    """Return a known time, its interval, theta and the speed it means, as far as there are such."""
    total = answer.prediction.total or 0.0
    parts = [seconds_text(total)]
    if answer.interval is not None:
        parts.append(interval_text(answer.interval))
    if answer.model.description.has_times:
        from sad.contention.bound import index_of  # noqa: PLC0415 - of parallel models only

        index = index_of(answer.model)
        parts += [index_text(index)] if index is not None else []
    work = answer.total_work()
    if work is not None and work.flops and total:
        flops = f"{scaled(work.flops)}flop, {scaled(work.flops / total)}flop/s"
        parts.append(flops)
    return parts


def index_text(index: Index) -> str:
    """Return theta with what it says."""
    from sad.report.contention import decides_text  # noqa: PLC0415 - where something is shared

    who = f", {decides_text(index.decides, index.theta)}" if index.decides else ""
    return f"theta {theta_text(index.theta)}: {index.word}{who}"


def _known(answer: Answer) -> Iterator[str]:
    yield "    ".join(known_parts(answer))
    given = given_text(answer.view)
    if given:
        yield given
    if answer.interval is not None:
        yield f"interval: {why_text(answer.interval)}"
    if answer.prediction.memory is not None:
        yield memory_text(answer.prediction.memory)
    bound = answer.prediction.bound
    if bound is not None and bound.uncovered:
        share = uncovered_share(answer.prediction)
        wider = f", {share:.0%} of the time: the interval is wider for it" if share >= 0.01 else ""
        yield f"not calibrated: {listed(sorted(bound.uncovered), _VALUES)}{wider}"


def _bound(answer: Answer) -> Iterator[str]:
    known = seconds_text(answer.prediction.known or 0.0)
    calls = [call_text(name, count) for name, count in answer.calls]
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


def call_text(name: str, count: str) -> str:
    """Return how often a procedure without a cost is called."""
    where = "a procedure that is passed" if "." in name else "not in the source"
    times = "1 call" if count == "1" else f"{count} calls"
    return f"{times} of {name} ({where})"


def _law(answer: Answer) -> Iterator[str]:
    yield f"time {growth_text(answer)}"
    given = given_text(answer.view)
    if given:
        yield given
    yield _typical(answer)
    calls = [call_text(name, count) for name, count in answer.calls]
    if calls:
        yield f"without {listed(calls, _VALUES)}"


def growth_text(answer: Answer) -> str:
    """Return what a total grows as, or what it depends on where that is too long to be read."""
    text = shortened(answer.growth, _GROWTH)
    if answer.growth and not text.startswith(DOTS) and f"({DOTS}" not in text:
        return f"grows as {text}"
    names = [answer.view.name(item) for item in answer.weights.governed]
    return f"depends on {listed(names, _VALUES)}" if names else "is constant"


def _typical(answer: Answer) -> str:
    return f"for example {seconds_text(answer.weights.largest)} with {answer.example}"


def _work(answer: Answer) -> Iterator[str]:
    work = answer.total_work()
    if work is not None:
        moved = f"{scaled(work.loaded)}B loaded, {scaled(work.stored)}B stored"
        is_known = work.moved and work.flops and not isinf(work.moved)
        ratio = f", {work.flops / work.moved:.3g} flop/B" if is_known else ""
        yield f"{scaled(work.flops)}flop, {moved}{ratio}"
    elif list(answer.total.terms) == [()]:  # open branches without arithmetic in them
        yield f"{scaled(answer.total.terms[()])}flop"
    elif answer.terms:
        yield f"work {growth_text(answer)} (floating-point operations)"
    else:
        yield "no floating-point arithmetic"
    given = given_text(answer.view)
    if given:
        yield given
    if work is None:
        yield f"compared below with {answer.example}"


_NUMBERED = {
    Origin.PROFILE: ("profiled value", "profiled values"),
    Origin.EVALUATED: ("mean of evaluated counts", "means of evaluated counts"),
    Origin.DEFAULT: ("default", "defaults"),
}


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
    for origin, what in _NUMBERED.items():
        number = sum(model.origins.get(item) is origin for item in known)
        if number:
            parts.append(f"{number} {what[number != 1]}")
    return f"at {', '.join(parts)}" if parts else ""


def _given(view: View, symbol: str) -> str:
    value, name = view.value(symbol), view.own_name(symbol)
    if symbol in view.model.open:
        return f"{name} = {view.given(symbol)}"
    if symbol in view.model.random and symbol not in view.model.spreads:
        return f"{name} = {float(view.model.values[symbol]):.4g} (mean)"
    return f"{name} = {value if isinstance(value, str | None) else number_text(value, 4)}"


# Where the time or the work goes, in a table that fits the width.


_ROWS = 5
_SMALL = 0.0005  # a share that is shown as nothing
_LEAST = 10  # columns of a formula
_ENOUGH = 28  # columns of a formula that leave room for further columns


def where_lines(answer: Answer, layout: Layout) -> Iterator[str]:
    """Yield the places where time or work goes, as a table."""
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
    columns.append([place_text(item.file, item.line) for item in shown])
    columns.append([clipped(spot_name(answer, item), min(28, layout.width // 3)) for item in shown])
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
    """Return how often the body of a place runs: a number, or a formula in what is open.

    Nothing of a model that says times itself: how often it takes 1 s is the time.
    """
    if answer.model.description.has_times:
        return ""
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
    while len(titled) > len(columns) and left_for(layout.width, *titled, least=0) < _LEAST:
        titled.pop()
    room = left_for(layout.width, *titled, least=_LEAST)
    counts = [shortened(count_text(answer, item), room) for item in shown]
    right = (0, *range(len(columns), len(titled)))
    yield from Table(zip(*titled, ["count", *counts], strict=True), right).lines()


def _total_or_each(spot: Spot, each: float) -> str:
    if each < _SMALL:
        return ""
    if spot.number is None:
        return _amount(each)
    return scaled(each * real(spot.number)).strip()


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


def place_text(file: str, line: int) -> str:
    """Return a line of a file as reports name it, without its folder."""
    return f"{PurePath(file).name}:{line}"
