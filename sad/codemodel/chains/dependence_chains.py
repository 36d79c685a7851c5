"""Dependence chains: what an iteration must wait for.

For every loop, and for the unit outside of loops, the longest chains in both views: cycles that go
from one iteration to the next, and one path through a single iteration. Steps are booked on the
actions where the operations stand, so that what is under a branch counts as often as it runs.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.analysis.calls.written import base_names
from sad.analysis.cfg.lower import build_cfg
from sad.analysis.loops.natural import RegionKind, find_loops
from sad.analysis.values.findings import UnitValues
from sad.codemodel.chains.cycles import Route, carried_cycles, longest_path, longest_way, parts_of
from sad.codemodel.dependence.calls import RESULT
from sad.codemodel.dependence.elements import Matcher, Recurrences, may_be_changed
from sad.codemodel.dependence.graph import Booking, Edge, step
from sad.codemodel.dependence.iteration import Iteration, TooLargeError
from sad.codemodel.dependence.scope import Code, Layout, Summary, UnitView
from sad.ir.expr import Type, Variable
from sad.ir.program import Storage
from sad.ir.stmt import Assign, CountedLoop
from sad.model.work import Chain
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.dependence.calls import Way
    from sad.ir.program import Symbol, Unit
    from sad.model.work import Amounts


PLAIN, OPTIMISED = "plain", "optimised"


@record
class Chains:
    """Steps of chains by the identity of the action they are in, and the chains of each loop.

    ``unrolled`` are loops of few constant trips, which -O3 unrolls: the chains of the loop around go
    through their statements, too, by numbers of their own.
    """

    plain: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    optimised: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    of_loops: Mapping[str, tuple[Chain, ...]] = field(
        default_factory=dict[str, "tuple[Chain, ...]"]
    )
    unrolled: frozenset[str] = frozenset()


def dependence_chains(entry: EntryAnalysis) -> Chains:
    """Return the chains of a unit in both views."""
    code = Code(entry.unit, entry.cfg, entry.forest, entry.values, entry.errors)
    layout = Layout(code)
    chains: dict[str, list[Chain]] = {}
    plain: dict[int, dict[str, float]] = {}
    optimised: dict[int, dict[str, float]] = {}
    unrolled: set[str] = set()
    used: dict[int, int] = {}
    for view, booked in ((PLAIN, plain), (OPTIMISED, optimised)):
        optimising = view == OPTIMISED
        look = partial(_known_ways, optimised=optimising)
        scope = UnitView(code, layout, look, optimised=optimising)
        found = _all_regions(scope)
        for region in layout.regions:
            path = scope.path(region)
            if path is None:
                continue
            copied = [child for child in region.children if scope.unrolled(child)]
            unrolled.update(filter(None, map(scope.path, copied)))
            first = max((used.get(id(item), 0) for item in (region, *copied)), default=0)
            new = _book(found, region, view, first, booked)
            used[id(region)] = first + len(new)
            chains.setdefault(path, []).extend(new)
    return Chains(
        plain,
        optimised,
        {path: tuple(items) for path, items in chains.items()},
        frozenset(unrolled),
    )


def _all_regions(scope: UnitView) -> dict[int, RegionChains]:
    """The chains of every region, nested ones first."""
    summaries: dict[int, Summary] = {}
    found: dict[int, RegionChains] = {}
    for region in scope.layout.regions:
        found[id(region)] = region_chains(scope, region, summaries)
        summaries[id(region)] = found[id(region)].summary
    return found


def _book(
    found: dict[int, RegionChains],
    region: Region,
    view: str,
    first: int,
    booked: dict[int, dict[str, float]],
) -> list[Chain]:
    """Number a region's chains from ``first`` on and put their steps on the actions."""
    chains: list[Chain] = []
    own = found[id(region)]
    around = None if region.parent is None else found[id(region.parent)]
    for number, route in enumerate(own.cycles):
        _put(route, first + len(chains), booked)
        restarts = around is None or own.restarts(number, around, region)
        chains.append(Chain(first + len(chains), view, carried=True, restarts=restarts))
    if own.path.amounts:
        _put(own.path, first + len(chains), booked)
        chains.append(Chain(first + len(chains), view, carried=False, restarts=False))
    return chains


def _put(route: Route, number: int, booked: dict[int, dict[str, float]]) -> None:
    for (action, key), amount in route.amounts.items():
        amounts = booked.setdefault(action, {})
        name = f"chain.{number}.{key}"
        amounts[name] = amounts.get(name, 0.0) + amount


_MOST_WAYS = 200
_ways: dict[tuple[int, bool], tuple[Unit, Mapping[tuple[str, str], Way]]] = {}
"""Ways through units looked at last, by identity and view: a procedure is called from many places."""


def _known_ways(unit: Unit, *, optimised: bool) -> Mapping[tuple[str, str], Way]:
    found = _ways.pop((id(unit), optimised), None) or (
        unit,
        ways_through(unit, optimised=optimised),
    )
    _ways[id(unit), optimised] = found
    if len(_ways) > _MOST_WAYS:
        del _ways[next(iter(_ways))]
    return found[1]


def ways_through(unit: Unit, *, optimised: bool) -> dict[tuple[str, str], Way]:
    """Return the steps of the longest way from each dummy argument to each result.

    The results are the dummies, and ``RESULT`` for a function's value, which plain code puts into
    memory and loads from there in the end. Procedures that the unit calls are one step each.
    """
    cfg = build_cfg(unit)
    forest = find_loops(cfg, cfg.entries[unit.name])
    code = Code(unit, cfg, forest, UnitValues(), {})
    layout = Layout(code)
    scope = UnitView(code, layout, optimised=optimised)
    summaries: dict[int, Summary] = {}
    for region in layout.regions:
        if region.kind is not RegionKind.UNIT:
            summaries[id(region)] = region_chains(scope, region, summaries).summary
    iteration = region_graph(scope, forest.root, summaries)
    if iteration is None:
        return {}
    found: dict[tuple[str, str], Way] = {}
    ends = {name: node for name, (node, _) in iteration.end.items()}
    results = [(name, name) for name in unit.every_dummy if name in ends]
    if unit.result is not None and unit.result in ends:
        results.append((RESULT, unit.result))
    for dummy in unit.every_dummy:
        start = iteration.values.sources.get(dummy)
        if start is None:
            continue
        for label, name in results:
            way = longest_way(iteration.graph, start, ends[name])
            if way is None:
                continue
            if label == RESULT and not optimised:
                way.append((f"forward.{unit.symbols[name].type}.scalar", 1.0))
            found[dummy, label] = tuple(way)
    return found


@mutable
class RegionChains:
    """What is found in a region: its cycles, the longest path, what it is for the region around.

    A cycle goes through ``variables`` and ``places``, elements that all iterations set. ``held``
    are, by nested region (its identity), the variables that carry on from one execution of it to
    the next, ``stored`` the arrays that the region's own statements set.
    """

    summary: Summary
    cycles: list[Route] = field(default_factory=list[Route])
    variables: list[frozenset[str]] = field(default_factory=list["frozenset[str]"])
    places: list[list[tuple[str, frozenset[str]]]] = field(
        default_factory=list["list[tuple[str, frozenset[str]]]"]
    )
    path: Route = field(default_factory=Route)
    held: dict[int, frozenset[str]] = field(default_factory=dict[int, "frozenset[str]"])
    stored: frozenset[str] = frozenset()

    def restarts(self, number: int, around: RegionChains, region: Region) -> bool:
        """Whether a cycle starts anew in each iteration of the region around."""
        if self.variables[number] & around.held.get(id(region), frozenset[str]()):
            return False
        return not any(
            array not in around.stored and not names & around.summary.outputs.keys()
            for array, names in self.places[number]
        )


def region_chains(scope: UnitView, region: Region, summaries: dict[int, Summary]) -> RegionChains:
    """Return the chains of a region; none if it is too large or a cycle that is no loop."""
    iteration = region_graph(scope, region, summaries)
    if iteration is None:
        return RegionChains(_only_names(scope, region))
    graph = iteration.graph
    parts = parts_of(graph)
    names = {node: name for name, node in iteration.values.sources.items()}
    found = RegionChains(_summary(iteration, parts, names))
    found.path = longest_path(graph)
    found.stored = frozenset(item.array for item in iteration.values.elements.writes)
    if region.kind is RegionKind.LOOP:
        larger = [part for part in parts if len(part) > 1]
        found.cycles = carried_cycles(graph, larger)
        for route in found.cycles:
            heads = frozenset(names[node] for node in route.heads if node in names)
            found.variables.append(heads)
            steady = iteration.steady
            found.places.append([steady[node] for node in route.heads if node in steady])
    part_of = {node: number for number, part in enumerate(parts) for node in part}
    for passage in iteration.passages:
        found.held[id(passage.region)] = frozenset(
            name
            for name, node in passage.before.items()
            if name in passage.after and part_of[node] == part_of[passage.after[name]]
        )
    return found


def region_graph(
    scope: UnitView, region: Region, summaries: dict[int, Summary]
) -> Iteration | None:
    """Return one iteration of a region, closed over the back edge; None as for ``region_chains``."""
    if region.kind is RegionKind.IRREDUCIBLE:
        return None
    iteration = Iteration(scope, region, summaries)
    try:
        iteration.run()
    except TooLargeError:
        return None
    _close(scope, region, iteration)
    return iteration


def _close(scope: UnitView, region: Region, iteration: Iteration) -> None:
    """Add the edges from the end of an iteration to the start of the next, and those of elements."""
    values, graph = iteration.values, iteration.graph
    ends = {name: known for name, (_, known) in iteration.end.items()}
    recurrences = Recurrences(ends)
    loop = region.kind is RegionKind.LOOP
    for name, node in values.sources.items():
        end = iteration.end.get(name)
        symbol = scope.symbols.get(name)
        if end is None or end[0] == node or symbol is None:
            continue
        if any(pointer in iteration.end for pointer in symbol.reached):
            continue  # another place in the next iteration
        if loop:
            if scope.optimised and name in recurrences.increments and symbol.type is Type.INTEGER:
                continue  # compilers compute these from the number of the iteration
            in_memory = _in_memory(name, end[0], scope, iteration)
            booking = _last_booking(end[0], iteration) if in_memory else None
            steps = step(f"forward.{symbol.type}.scalar", None) if booking else None
            graph.nodes[node].inputs.append(Edge(end[0], steps, booking, 1))
        elif _persists(symbol):
            graph.nodes[node].inputs.append(Edge(end[0], None, None, 1))
    if loop or region.kind is RegionKind.UNIT:
        matcher = Matcher(graph, values.elements, recurrences, scope.memory)
        matcher.connect()
        iteration.steady = matcher.steady


def _in_memory(name: str, end: int, scope: UnitView, iteration: Iteration) -> bool:
    """Whether optimised code must load a variable again that an iteration before has stored.

    That is so if something else that is stored may be its place, and if the store is under a condition
    and touching the place elsewhere might be an error.
    """
    memory = scope.memory
    place = None if memory is None else memory.of(name)
    if memory is None or place is None:
        return False
    if place.risky and iteration.graph.nodes[end].meets:
        return True
    if iteration.values.elements.calls and place.shared:
        return True
    written = iteration.values.elements.arrays_written() | iteration.end.keys()
    return may_be_changed(name, written, memory)


def _persists(symbol: Symbol) -> bool:
    """Whether a variable keeps its value from one call of the unit to the next."""
    if symbol.storage is Storage.DUMMY:
        return not symbol.by_value
    return symbol.storage is Storage.COMMON or symbol.saved or symbol.memory is not None


def _last_booking(node: int, iteration: Iteration) -> Booking | None:
    """Where a value was made."""
    seen: set[int] = set()
    while node not in seen:
        seen.add(node)
        for edge in iteration.graph.nodes[node].inputs:
            if edge.booking is not None:
                return edge.booking
        inputs = iteration.graph.nodes[node].inputs
        if inputs:
            node = max(edge.source for edge in inputs)
    return None


def _summary(iteration: Iteration, parts: list[list[int]], names: dict[int, str]) -> Summary:
    """What comes out of all iterations, and from which variables it is made."""
    bits = {node: 1 << number for number, node in enumerate(sorted(names))}
    order = [names[node] for node in sorted(names)]
    masks = [0] * len(iteration.graph.nodes)
    for part in parts:
        mask = 0
        for node in part:
            mask |= bits.get(node, 0)
            for edge in iteration.graph.nodes[node].inputs:
                mask |= masks[edge.source]
        for node in part:
            masks[node] = mask
    found: dict[str, int] = {}
    for environment in (iteration.end, *iteration.left):
        for name, (node, _) in environment.items():
            found[name] = found.get(name, 0) | masks[node]
    spelled: dict[int, frozenset[str]] = {}
    for mask in found.values():
        if mask not in spelled:
            chosen = (name for number, name in enumerate(order) if mask >> number & 1)
            spelled[mask] = frozenset(chosen)
    elements = iteration.values.elements
    return Summary(
        {name: spelled[mask] for name, mask in found.items()},
        frozenset(elements.arrays_read()),
        frozenset(elements.arrays_written()),
        elements.calls,
    )


def _only_names(scope: UnitView, region: Region) -> Summary:
    """What a region sets, without from what."""
    names: set[str] = set()
    arrays: set[str] = set()
    for block in region.blocks:
        for action in scope.cfg.blocks[block].actions:
            statement = action.statement
            if isinstance(statement, CountedLoop):
                names.add(statement.variable.name)
            elif isinstance(statement, Assign):
                if isinstance(statement.target, Variable):
                    names.add(statement.target.name)
                else:
                    arrays.update(base_names(statement.target))
    nothing: frozenset[str] = frozenset()
    written = frozenset(arrays)
    return Summary(dict.fromkeys(names, nothing), written, written, calls=True)
