"""Where the time or the work goes, in a table that fits the width."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.report.layout import Table, clipped, left_for
from sad.report.shorten import shortened
from sad.report.units import (
    grouped,
    number_text,
    scaled,
    seconds_text,
    share_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.report.answer import Answer, Spot
    from sad.report.layout import Layout

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


def place_text(file: str, line: int) -> str:
    """Return a line of a file as reports name it, without its folder."""
    return f"{PurePath(file).name}:{line}"
