"""What makes the time of a line: the bounds of its loop, and which of them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.machine.operation_times import OperationTimes
from sad.mapping.bind import cost_model_named
from sad.mapping.regions import amounts_of
from sad.mapping.resources import MEMORY
from sad.mapping.working_set_text import working_set_text
from sad.model.nodes import operations_of
from sad.report.annotate import line_costs
from sad.report.units import number_text, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.mapping.bound import BoundExpansion
    from sad.mapping.throughput import RegionCost
    from sad.model.expand import BlockCount
    from sad.model.nodes import Line
    from sad.report.annotate import LineCost
    from sad.report.view import View

_NEGLIGIBLE = 1e-4  # of a loop's time


def explain_cost(view: View, target: str) -> str:
    """Return why the line ``FILE:LINE``, or ``LINE`` of the only file, takes the time it takes.

    Raises ``SadError``: SAD401 without a machine, SAD506 if no executable statement starts there.
    """
    bound = view.prediction.bound
    if bound is None:
        raise argument_error("SAD401", "--explain-cost without --machine", "add --machine NAME")
    costs = line_costs(view)
    file, line = _place(costs, target)
    return "\n".join(_explanation(view, bound, costs[file][line], file, line)) + "\n"


def _place(costs: Mapping[str, Mapping[int, LineCost]], target: str) -> tuple[str, int]:
    name, colon, number = target.rpartition(":")
    files = [name] if colon else list(costs)
    if number.isdecimal():
        for file in files:
            if int(number) in costs.get(file, {}):
                return file, int(number)
    lines = sorted(costs.get(files[0], {})) if files else []
    near = (
        min(lines, key=lambda item: abs(item - int(number)), default=None)
        if number.isdecimal()
        else None
    )
    hint = "give LINE, or FILE:LINE with a file of the analysis"
    if near is not None:
        hint = f"the nearest one is at line {near}"
    raise argument_error("SAD506", f"no executable statement starts at {target}", hint)


def _explanation(
    view: View, bound: BoundExpansion, cost: LineCost, file: str, line: int
) -> Iterator[str]:
    yield f"{file}:{line}: {view.source_line(file, line)}"
    yield f"  count     {view.formula(cost.count)}" + (
        "" if cost.value is None else f" = {number_text(cost.value)}"
    )
    if cost.seconds is not None:
        yield f"  time      {seconds_text(cost.seconds)}, share {share_text(cost.share)}"
    if cost.value and cost.seconds is not None:
        yield f"  each      {seconds_text(cost.seconds / float(cost.value))}"
    found: dict[tuple[str, str], list[Line]] = {}
    for block in view.model.expansion.blocks:
        for item in block.block.lines:
            if (item.span.file, item.span.line) == (file, line):
                found.setdefault((block.unit.name, _loop(block)), []).append(item)
    regions = {(item.region.unit.name, item.region.path): item for item in bound.regions}
    for key, lines in found.items():
        region = regions.get(key)
        if region is None:
            yield from _operations(lines, bound)
        else:
            own = [item for block in region.region.blocks for item in block.block.lines]
            here = [item for item in own if (item.span.file, item.span.line) == (file, line)]
            yield from _work(here, bound)
            yield from _region(view, bound, region)


def _loop(block: BlockCount) -> str:
    return block.loops[-1].id if block.loops else ""


def _operations(lines: list[Line], bound: BoundExpansion) -> Iterator[str]:
    """Under the additive model: each operation with its time."""
    kind = cost_model_named(bound.model)
    if kind.of_run:
        if not kind.compiles:
            yield from _work(lines, bound)
        yield "  counts are open: how parts of a loop overlap depends on them (give the missing values)"
        return
    times = OperationTimes(bound.machine, bound.toolchain)
    yield f"  operations, {bound.model} model"
    for key, amount in operations_of(lines).items():
        value = times.value(key)
        source = f"   {' '.join(value.source.split())}" if value.source else ""
        yield f"    {amount:>4} {key:<32} {seconds_text(value.value):>8}{source}"


def _work(lines: list[Line], bound: BoundExpansion) -> Iterator[str]:
    toolchain = bound.toolchain
    throughput = cost_model_named(bound.model).throughput(toolchain)
    assert throughput is not None
    totals: dict[str, float] = {}
    for line in lines:
        for key, amount in amounts_of(line, throughput.view)[0].items():
            totals[key] = totals.get(key, 0.0) + amount
    parts = [f"{amount:g} {key}" for key, amount in totals.items() if amount]
    yield f"  executes  {', '.join(parts) if parts else 'nothing: done elsewhere, or not at all'}"


def _region(view: View, bound: BoundExpansion, cost: RegionCost) -> Iterator[str]:
    region = cost.region
    what = f"loop {region.path}" if region.path else "outside of loops"
    where = f"{region.unit.name}, {what}"
    if cost.iterations:
        runs = f"{number_text(cost.iterations, 4)} iterations in {number_text(cost.entries, 4)} entries"
        where += f": {runs if region.path else f'runs {number_text(cost.iterations, 4)} times'}"
    total = view.prediction.total
    share = f", {share_text(cost.seconds / total)} of all" if total else ""
    yield f"  {where}, {seconds_text(cost.seconds)}{share}"
    if not cost.seconds or not cost.iterations:
        return
    yield f"    {'what it waits for':<34} {'per iteration':>13}  of its time"
    rows = [(_title(name, cost), value, name) for name, value in cost.bounds.items()]
    rows.sort(key=lambda row: -row[1])
    for title, value, name in rows:
        if value > _NEGLIGIBLE * cost.seconds:
            wins = "   decides" if name == cost.winner else ""
            yield _row(title, value, cost) + wins
    for title, value in (
        ("functions, calls, loop starts", cost.extras),
        ("mispredicted branches", sum(cost.misses.values())),
        ("cache lines from further away", cost.demand[MEMORY]),
    ):
        if value > _NEGLIGIBLE * cost.seconds:
            yield _row(title, value, cost)
    sizes = _working_set(view, bound, cost)
    if sizes:
        yield f"    touches {sizes}"
    if cost.lanes > 1:
        yield f"    vector code: {cost.lanes:.3g} iterations at once"


def _working_set(view: View, bound: BoundExpansion, cost: RegionCost) -> str:
    """What one execution of the loop touches, as a formula in the sizes of the problem."""
    levels = [level for level in bound.machine.memory if not level.is_tlb]
    if not levels:
        return ""
    region = cost.region
    line = int(levels[0].line_bytes.value)
    names = {symbol: view.name(symbol) for symbol in region.unit.labels}
    return working_set_text(region.unit, region.path, line, None, names)


def _row(title: str, value: float, cost: RegionCost) -> str:
    each = seconds_text(value / cost.iterations)
    return f"    {title:<34} {each:>13}  {share_text(value / cost.seconds):>11}"


def _title(name: str, cost: RegionCost) -> str:
    """A bound's name; of a chain its steps."""
    if not name.startswith("chain "):
        return name
    number = int(name.removeprefix("chain "))
    for chain in cost.region.work.chains:
        if chain.number == number:
            steps: dict[str, None] = {}
            for block in cost.region.blocks:
                for line in block.block.lines:
                    for key in amounts_of(line, chain.view)[1].get(number, {}):
                        steps.setdefault(key)
            kind = "from iteration to iteration" if chain.carried else "through one iteration"
            return f"chain {kind}: {', '.join(steps)}"
    return name
