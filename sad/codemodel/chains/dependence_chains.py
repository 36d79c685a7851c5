"""Dependence chains: what an iteration must wait for.

For every loop, and for the unit outside of loops, the longest chains in both views: cycles that go
from one iteration to the next, and one path through a single iteration. Steps are booked on the
actions where the operations stand, so that what is under a branch counts as often as it runs.
"""

from __future__ import annotations

from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING

from sad.codemodel.chains.procedures import ways_through
from sad.codemodel.chains.region import RegionChains, region_chains
from sad.codemodel.dependence.scope import Code, Layout, Scope, Summary
from sad.model.work import Chain
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.chains.cycles import Route
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
        look = partial(ways_through, optimised=optimising)
        scope = Scope(code, layout, look, optimised=optimising)
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


def _all_regions(scope: Scope) -> dict[int, RegionChains]:
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
