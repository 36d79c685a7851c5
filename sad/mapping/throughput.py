"""The throughput model: the time of each region as the p-norm of what bounds it, plus extras.

``T = (sum_k x_k**p)**(1/p) + extras``, where x_k is the time one part of the processor is busy or one
chain of dependent operations takes, over all executions of the region. As p grows this tends to the
largest bound; p = 1 is the additive model. Chains that start anew with every execution of their loop
overlap with the next one as far as the processor looks ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, by_pieces, is_nowhere, least, ratio
from sad.machine.throughput import LIBRARY_BYTE, LIBRARY_CALL
from sad.mapping.prices import ISSUE, WORK
from sad.mapping.resources import MEMORY, PROCESSOR, combined, p_norm
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.throughput import Throughput, VectorUnit
    from sad.machine.values import MachineValue
    from sad.mapping.bounds import RegionDemands
    from sad.mapping.regions import Region
    from sad.model.work import Vector

LIBRARY = "library"
"""The bound of a loop that is a call of memcpy or memset."""


@record
class RegionCost:
    """Where the time of one region goes in a run [s].

    ``bounds`` are the times of its bounds by name, ``extras`` what adds to their norm ``core``,
    ``misses`` the time of mispredicted branches by path, ``weights`` the share of each bound's time
    that counts (they make the parts add up: Euler's theorem on homogeneous functions). These make up
    the demand of the processor; cache lines make that of the memory. ``lanes`` is how many iterations
    go at once, ``extra_scale`` the factor on extras that comes with that, ``entering`` the time of
    starting vector code; ``extras`` has both in it.
    """

    region: Region
    bounds: Mapping[str, float]
    extras: float
    misses: Mapping[str, float]
    weights: tuple[float, ...]
    core: float
    demand: Mapping[str, float]
    seconds: float
    lanes: float = 1.0
    extra_scale: float = 1.0
    entering: float = 0.0
    uncovered: frozenset[str] = field(default_factory=frozenset[str])
    iterations: float = 0.0
    entries: float = 0.0

    @property
    def winner(self) -> str:
        """The largest bound."""
        return max(self.bounds, key=lambda name: self.bounds[name], default="")

    @property
    def limit(self) -> str:
        """What takes longest: memory, or the largest bound of the processor."""
        waits = self.demand.get(MEMORY, 0.0) > self.demand.get(PROCESSOR, 0.0)
        return MEMORY if waits else self.winner


def region_cost(
    demands: RegionDemands,
    throughput: Throughput,
    counts: Mapping[str, float],
    entries: float,
    misses: Mapping[str, float],
    memory: float = 0.0,
) -> RegionCost:
    """Return the time of a region in a run.

    ``counts`` are the executions of its blocks, ``entries`` how often the loop is started,
    ``misses`` how often branches are mispredicted by path, ``memory`` is the time its cache lines
    take [s].
    """
    region = demands.region
    sums, extra = demands.totals(counts)
    iterations = region.iterations(counts)
    issue = sums[_first(demands.names)] if sums else 0.0
    factors = [1.0] * len(sums)
    for column, chain in demands.chains:
        executions = entries if chain.carried else iterations
        if (chain.restarts or not chain.carried) and throughput.window_s:
            exits = misses.get(region.path, 0.0) if chain.carried else 0.0
            factors[column] = _not_ahead(issue, executions, exits, throughput.window_s)
    lanes = lanes_of(region.vector, throughput.vector, iterations, entries)
    scale, entering = 1.0, 0.0
    called = library_seconds(region.vector, throughput.extras, iterations, entries)
    if called is not None:
        lanes, scale, entering, extra = 1.0, 0.0, called, called
        factors = [0.0] * len(sums)
    elif throughput.vector is not None:
        scale, entering = _in_vectors(lanes, entries, throughput.vector)
        extra = extra * scale + entering
        factors = [factor / lanes for factor in factors]
    times = [time * factor for time, factor in zip(sums, factors, strict=True)]
    core, slopes = p_norm(times, throughput.norm)
    weights = tuple(slope * factor for slope, factor in zip(slopes, factors, strict=True))
    chosen = _tests_left(region.vector, throughput.vector, iterations, entries)
    missed = {
        path: number * throughput.miss_s * (1.0 if path == region.path else chosen)
        for path, number in misses.items()
        if not is_nowhere(number)
    }
    if region.vector is not None and region.vector.around:
        memory = memory / lanes
    demand = {PROCESSOR: core + extra + added(missed.values()), MEMORY: memory}
    seconds = combined(demand, throughput.memory_norm)
    uncovered = frozenset[str]().union(
        *(
            demand.uncovered
            for block, lines in demands.blocks
            for demand in lines
            if demand.uncovered and not is_nowhere(counts[block])
        )
    )
    named = dict(zip(demands.names, times, strict=True))
    if called is not None:
        named[LIBRARY] = called
    return RegionCost(
        *(region, named, extra, missed, weights, core, demand, seconds),
        *(lanes, scale, entering, uncovered, iterations, entries),
    )


@by_pieces
def _not_ahead(issue: float, executions: float, exits: float, window: float) -> float:
    """The share of a chain's time that does not overlap with its next execution."""
    if not executions:
        return 1.0
    each = issue / executions
    ahead = window * (1.0 - least(1.0, exits / executions))
    return ratio(each, each + ahead, 1.0)


@by_pieces
def _in_vectors(lanes: float, entries: float, unit: VectorUnit) -> tuple[float, float]:
    """The factor on extras and the time of starting vector code, where there is some."""
    return (unit.library, entries * unit.entry_s) if lanes > 1.0 else (1.0, 0.0)


def _first(names: tuple[str, ...]) -> int:
    """The column that says how long the operations take to issue."""
    return next((n for n, name in enumerate(names) if name in (ISSUE, WORK)), 0)


def library_seconds(
    loop: Vector | None, extras: Mapping[str, MachineValue], iterations: float, entries: float
) -> float | None:
    """Return the time of a loop that is a call of memcpy or memset [s]; None for any other."""
    if loop is None or not loop.library or LIBRARY_CALL not in extras:
        return None
    each = extras.get(LIBRARY_BYTE)
    moved = 0.0 if each is None else iterations * loop.element_bytes * each.value
    return entries * extras[LIBRARY_CALL].value + moved


def vector_width(
    loop: Vector | None, unit: VectorUnit | None, iterations: float, entries: float
) -> int:
    """Return how many iterations a loop's vector code does at once; 1 if there is none."""
    if unit is None or loop is None or not loop.possible or not entries:
        return 1
    without = (
        (loop.masked and not unit.masked)
        or (loop.reduction and not unit.reductions)
        or (bool(loop.strided or loop.gathered) and not unit.strided)
        or (loop.mathematical and not unit.mathematical)
        or (unit.cheap and not loop.cheap)
    )
    width = unit.width_bytes // loop.element_bytes
    return 1 if without or width < 2 or iterations / entries < width else width


def packed_lanes(loop: Vector | None, unit: VectorUnit | None) -> int:
    """Return how many of an iteration's elements vector code computes at once, where it is not several
    iterations; 1 if none.
    """
    lanes = 1 if unit is None or loop is None else unit.width_bytes // loop.element_bytes
    while loop is not None and lanes > 1 and loop.packed % lanes:
        lanes //= 2
    return max(lanes, 1)


@by_pieces
def _tests_left(
    loop: Vector | None, unit: VectorUnit | None, iterations: float, entries: float
) -> float:
    """The share of the tests in a loop that are left: none in vectors, which choose without one."""
    return 0.0 if vector_width(loop, unit, iterations, entries) > 1 else 1.0


@by_pieces
def lanes_of(
    loop: Vector | None, unit: VectorUnit | None, iterations: float, entries: float
) -> float:
    """Return how many iterations vector code does at once, left-over iterations included."""
    width = vector_width(loop, unit, iterations, entries)
    if unit is None or width == 1:
        return 1.0 + (packed_lanes(loop, unit) - 1.0) * (unit.efficiency if unit else 1.0)
    trips = iterations / entries
    gained = 1.0 + (width - 1.0) * unit.efficiency
    whole = trips - trips % width
    return trips / (whole / gained + (trips - whole))
