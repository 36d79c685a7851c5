"""Dependence chains: what an iteration must wait for.

For every loop, and for the unit outside of loops, the longest chains in both views: cycles that go
from one iteration to the next, and one path through a single iteration. Steps are booked on the
actions where the operations stand, so that what is under a branch counts as often as it runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.work.chains_region import RegionChains, region_chains
from sad.analysis.work.dependence_scope import Layout, Scope, Summary
from sad.analysis.work.record import Chain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.chains_cycles import Route
    from sad.analysis.work.record import Amounts

PLAIN, OPTIMISED = "plain", "optimised"


@dataclass(frozen=True, slots=True)
class Chains:
    """Steps of chains by the identity of the action they are in, and the chains of each loop.

    ``unrolled`` are loops of few constant trips: in optimised code their statements belong to the
    loop around, whose chains go through them.
    """

    plain: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    optimised: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    of_loops: Mapping[str, tuple[Chain, ...]] = field(
        default_factory=dict[str, "tuple[Chain, ...]"]
    )
    unrolled: frozenset[str] = frozenset()


def dependence_chains(entry: EntryAnalysis) -> Chains:
    """Return the chains of a unit in both views."""
    layout = Layout(entry)
    chains: dict[str, list[Chain]] = {}
    plain: dict[int, dict[str, float]] = {}
    optimised: dict[int, dict[str, float]] = {}
    unrolled: set[str] = set()
    for view, booked in ((PLAIN, plain), (OPTIMISED, optimised)):
        scope = Scope(entry, layout, optimised=view == OPTIMISED)
        found = _all_regions(scope)
        for region in layout.regions:
            path = scope.path(region)
            if path is None:
                continue
            if region.parent is not None and scope.unrolled(region):
                unrolled.add(path)
                continue
            held = frozenset[str]()
            if region.parent is not None:
                held = found[id(region.parent)].held.get(id(region), held)
            _book(found[id(region)], held, view, chains.setdefault(path, []), booked)
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
    region: RegionChains,
    held: frozenset[str],
    view: str,
    chains: list[Chain],
    booked: dict[int, dict[str, float]],
) -> None:
    """Number a region's chains and put their steps on the actions."""
    for route, variables in zip(region.cycles, region.variables, strict=True):
        restarts = not variables & held
        _put(route, len(chains), booked)
        chains.append(Chain(len(chains), view, carried=True, restarts=restarts))
    if region.path.amounts:
        _put(region.path, len(chains), booked)
        chains.append(Chain(len(chains), view, carried=False, restarts=False))


def _put(route: Route, number: int, booked: dict[int, dict[str, float]]) -> None:
    for (action, key), amount in route.amounts.items():
        amounts = booked.setdefault(action, {})
        name = f"chain.{number}.{key}"
        amounts[name] = amounts.get(name, 0.0) + amount
