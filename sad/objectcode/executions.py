"""How often every machine block runs in a run of the program.

Per function, from the outside in: a machine loop runs as often as the source loop it is, divided by how
many iterations it does at once; blocks in it that are not always run take the counts of the
conditional statements they hold, and the rest follows from flow: what comes in goes out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor
from typing import TYPE_CHECKING

from sad.objectcode.flow import Flow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.mapping.combine import Key
    from sad.objectcode.blocks import Graph
    from sad.objectcode.matching import Context
    from sad.objectcode.places import Counts, LineStatements


@dataclass(slots=True)
class FunctionCode:
    """A function's graph and contexts; ``unit`` is the described unit it was made from.

    ``held`` are the regions whose lines each block has code of, ``touched`` those that have code in it
    that reads or writes data.
    """

    graph: Graph
    contexts: tuple[Context, ...]
    unit: str | None
    held: Mapping[int, frozenset[Key]]
    touched: Mapping[int, frozenset[Key]]


@dataclass(slots=True)
class Ran:
    """Executions of a function's blocks in a run, of its contexts, and the blocks that were guessed.

    ``frequencies`` are executions of a block per one of its context.
    """

    blocks: dict[int, float] = field(default_factory=dict[int, float])
    contexts: dict[int, float] = field(default_factory=dict[int, float])
    entries: dict[int, float] = field(default_factory=dict[int, float])
    guessed: set[int] = field(default_factory=set[int])
    frequencies: dict[int, float] = field(default_factory=dict[int, float])


def executions(
    functions: Mapping[str, FunctionCode], places: LineStatements, counts: Counts, entry: str | None
) -> dict[str, Ran]:
    """Return how often every block of every function runs.

    A function runs as often as the code that was looked at calls it, the entry's as often as the entry;
    those of loops are then scaled so that all copies of a source loop together do its iterations.
    Code that only functions hold which do not run in the source, as the copy of a static procedure in
    its only caller, runs as often as the source says.
    """
    found: dict[str, Ran] = {}
    calls: dict[str, float] = {}
    called = {
        item.callee
        for code in functions.values()
        for block in code.graph.blocks
        for item in block.instructions
        if item.callee
    }
    for name in _callers_first(functions):
        code = functions[name]
        start = 0.0
        if code.unit is not None:
            start = counts.iterations((code.unit, ""))
        if name in called and name in calls and code.unit != entry:
            start = min(start, calls[name]) if start else calls[name]
        elif name not in called and code.unit != entry and _is_inlined(name, functions, places):
            start = 0.0
        ran = _run(code, places, counts, start)
        found[name] = ran
        for block in code.graph.blocks:
            for item in block.instructions:
                if item.callee:
                    done = ran.blocks.get(block.number, 0.0)
                    calls[item.callee] = calls.get(item.callee, 0.0) + done
    _run_hosts(functions, found, places, counts)
    _scale(functions, found, places, counts)
    _run_loops(functions, found, counts)
    return found


def not_executed(
    functions: Mapping[str, FunctionCode], found: Mapping[str, Ran], counts: Counts
) -> set[Key]:
    """Return the regions that run in the source and of whose lines no instruction does."""
    missing = set(counts.running)
    for name, code in functions.items():
        for number, times in found[name].blocks.items():
            if times and missing:
                missing -= code.held[number]
    return missing


def _run_hosts(
    functions: Mapping[str, FunctionCode],
    found: dict[str, Ran],
    places: LineStatements,
    counts: Counts,
) -> None:
    """Run functions that hold the only code of units, though nobody that was looked at calls them."""
    for name in _callers_first(functions):
        code = functions[name]
        if any(found[name].blocks.values()):
            continue
        missing = not_executed(functions, found, counts)
        whole = {unit for unit, _ in missing} - {
            unit for unit, path in counts.running if (unit, path) not in missing
        }
        here = {unit for keys in code.held.values() for unit, _ in keys} & whole
        if here:
            start = max(counts.iterations((unit, "")) for unit in here)
            found[name] = _run(code, places, counts, start or 1.0)


def _run_loops(
    functions: Mapping[str, FunctionCode], found: Mapping[str, Ran], counts: Counts
) -> None:
    """Run loops that nothing reached: of several versions the one that others were taken for."""
    missing = set(counts.running)
    for name, code in functions.items():
        ran = found[name]
        missing -= {c.region for c in code.contexts if c.parent and ran.contexts[c.loop.number]}
        for number, keys in code.touched.items():
            if keys and ran.blocks.get(number):
                missing -= keys
    for name, code in functions.items():
        ran = found[name]
        for context in code.contexts:
            region = context.region
            if context.parent is None or region not in missing:
                continue
            trips = counts.trips(region)
            versions = [item for item in context.copies or [context] if item.at_once <= trips]
            if context is not max(versions or [context], key=lambda item: item.at_once):
                continue
            times = counts.iterations(region) / _level(context)
            ran.contexts[context.loop.number] = times
            for number in context.owns:
                ran.blocks[number] = times * ran.frequencies.get(number, 0.0)


def _callers_first(functions: Mapping[str, FunctionCode]) -> list[str]:
    """Names so that callers come before what they call, where calls have no circles."""
    callees = {
        name: {
            item.callee
            for block in code.graph.blocks
            for item in block.instructions
            if item.callee in functions and item.callee != name
        }
        for name, code in functions.items()
    }
    done: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        for callee in sorted(callees[name]):
            visit(callee)
        done.append(name)

    for name in functions:
        visit(name)
    return done[::-1]


def _is_inlined(name: str, functions: Mapping[str, FunctionCode], places: LineStatements) -> bool:
    """Whether other functions hold code of a function's lines."""
    unit = functions[name].unit
    return any(
        statement.region[0] == unit
        for other, code in functions.items()
        if other != name
        for block in code.graph.blocks
        for item in block.instructions
        for statement in places.at(item.place)
    )


def _run(code: FunctionCode, places: LineStatements, counts: Counts, start: float) -> Ran:
    ran = Ran()
    for context in code.contexts:
        if context.parent is None:
            times = start
        else:
            entered = ran.entries.get(context.loop.number, 0.0)
            times = entered * _share(context, counts) * rate(code.graph, context, places, counts)
        ran.contexts[context.loop.number] = times
        flow = Flow(code.graph, context, places, counts)
        ran.frequencies.update(flow.blocks)
        for number, frequency in flow.blocks.items():
            ran.blocks[number] = times * frequency
        ran.guessed |= flow.guessed
        for child in context.children:
            ran.entries[child.loop.number] = times * flow.children.get(child.loop.number, 0.0)
    return ran


def rate(graph: Graph, context: Context, places: LineStatements, counts: Counts) -> float:
    """Runs of a machine loop's first block per iteration of the source loop.

    Fewer than one where the source tests at the top and the machine at the bottom: the test runs once
    more than what follows it.
    """
    region = context.region
    if region is None or context.parent is None or context.at_once > 1:
        return 1.0
    whole = counts.iterations(region)
    found = [
        counts.blocks[statement.block]
        for item in graph.blocks[context.loop.header].instructions
        for statement in places.at(item.place)
        if statement.region == region and not statement.depth
    ]
    least = min(found, default=whole)
    return least / whole if whole and least > 0.0 else 1.0


def _share(context: Context, counts: Counts) -> float:
    """Iterations of a machine loop per start of the source loop it is a copy of."""
    if context.region is None:
        return 10.0
    if not counts.runs(context.region[0]):
        return 1.0
    trips = counts.trips(context.region)
    main = context.copies[0] if context.copies else context
    if context.alternative:
        return trips if trips < main.at_once else 0.0
    if context is main or main.at_once == 1:
        return _whole(trips, context.at_once)
    left = _left(trips, main.at_once)
    for copy in context.copies[1:]:
        if copy.alternative:
            continue
        if copy is context:
            return left / copy.at_once if copy.at_once == 1 else _whole(left, copy.at_once)
        left = _left(left, copy.at_once)
    return 0.0


def _whole(trips: float, at_once: int) -> float:
    """How often a loop runs that does several iterations at once, of the mean trip count."""
    if at_once == 1:
        return trips
    if abs(trips - round(trips)) < 1e-9:
        return float(floor((trips + 1e-9) / at_once))
    return max(0.0, (trips - (at_once - 1) / 2) / at_once)


def _left(trips: float, at_once: int) -> float:
    return max(0.0, trips - _whole(trips, at_once) * at_once)


def _scale(
    functions: Mapping[str, FunctionCode],
    found: dict[str, Ran],
    places: LineStatements,
    counts: Counts,
) -> None:
    """Make the copies of each source loop do its iterations, no more and no less."""
    done: dict[Key, float] = {}
    for name, code in functions.items():
        for context in code.contexts:
            if context.parent is not None and context.region is not None:
                times = found[name].contexts[context.loop.number] * _level(context)
                done[context.region] = done.get(context.region, 0.0) + times
    for name, code in functions.items():
        ran = found[name]
        for context in code.contexts:
            if context.parent is None or context.region is None or not done[context.region]:
                continue
            wanted = counts.iterations(context.region) - _elsewhere(context, counts)
            wanted *= rate(code.graph, context, places, counts)
            factor = max(0.0, wanted) / done[context.region]
            ran.contexts[context.loop.number] *= factor
            for number in context.owns:
                if number in ran.blocks:
                    ran.blocks[number] *= factor


def _level(context: Context) -> float:
    """Source iterations per iteration of the machine's, those of loops around included."""
    product = 1.0
    at: Context | None = context
    while at is not None:
        product *= at.at_once
        at = at.parent
    return product


def _elsewhere(context: Context, counts: Counts) -> float:
    """Iterations of a loop's region that straight code after its main loop does."""
    region = context.region
    assert region is not None
    main = context.copies[0] if context.copies else context
    if main.at_once == 1 or any(
        not copy.alternative and copy is not main and copy.at_once == 1 for copy in context.copies
    ):
        return 0.0
    left = _left(counts.trips(region), main.at_once)
    for copy in context.copies[1:]:
        if not copy.alternative:
            left = _left(left, copy.at_once)
    return left * counts.entries(region)
