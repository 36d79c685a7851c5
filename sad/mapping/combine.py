"""A program under the throughput model: the cost of each region, shared out over its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, by_pieces
from sad.mapping.bounds import demands_of
from sad.mapping.prices import Prices
from sad.mapping.regions import LoopEntries, misses_of, regions_of
from sad.mapping.resources import bound_shares
from sad.mapping.throughput import RegionCost, region_cost
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.machine.operation_times import OperationTimes
    from sad.machine.throughput import Throughput
    from sad.mapping.bound import Run
    from sad.mapping.bounds import RegionDemands
    from sad.mapping.regions import Region
    from sad.mapping.resources import BoundBlock
    from sad.model.expand import Expansion

Key = tuple[str, str]
"""A unit's name and a loop's path in it."""
_LONG = 1000.0
"""Iterations of a loop of which nothing tells how many it has."""


@record
class Costs:
    """Regions' costs in a run [s], and the cost of one execution of each block by its id."""

    regions: tuple[RegionCost, ...]
    blocks: Mapping[str, BoundBlock]


class Prepared:
    """A program and a toolchain, ready to be evaluated for many values of the parameters."""

    def __init__(
        self,
        expansion: Expansion,
        throughput: Throughput,
        times: OperationTimes,
        known: frozenset[str] = frozenset(),
    ) -> None:
        self._entries = LoopEntries(expansion)
        self._throughput = throughput
        self.regions: tuple[Region, ...] = regions_of(expansion, throughput.most_copies)
        prices = Prices(throughput, times, known)
        self._demands = [demands_of(item, prices) for item in self.regions]

    def costs(self, run: Run) -> Costs:
        """Return the costs of a run."""
        counts, memory = run.counts, run.memory
        entries = self._entries.at(counts)
        misses = misses_of(self.regions, counts, entries, run.rates, self._throughput.view)
        found: list[RegionCost] = []
        blocks: dict[str, BoundBlock] = {}
        for demands in self._demands:
            region = demands.region
            key = region.unit.name, region.path
            cost = region_cost(
                demands,
                self._throughput,
                counts,
                entries.get(key, 0.0),
                misses[key],
                added(memory.get((key[0], path), 0.0) for path in (region.path, *region.copied)),
            )
            found.append(cost)
            blocks.update(_shared(demands, cost, counts))
        return Costs(tuple(found), blocks)

    def apart(self) -> Costs:
        """Return the time of one execution of each block by itself, for counts that are not known.

        A loop is taken to be long: its chains are waited for, its vectors are full. Nothing overlaps
        from one block to the next, and nothing is known of caches: more than it takes in a loop of
        several blocks, less than it takes where the data is far away.
        """
        blocks: dict[str, BoundBlock] = {}
        for demands in self._demands:
            for block, content in demands.blocks:
                alone = tuple(item for item in demands.region.blocks if item.id == block)
                region = replace(demands.region, blocks=alone)
                one = replace(demands, region=region, blocks=((block, content),))
                once = {block: 1.0}
                entries = 1.0 / _LONG if region.path else 1.0
                cost = region_cost(one, self._throughput, once, entries, {}, 0.0)
                blocks.update(_shared(one, cost, once))
        return Costs((), blocks)


def _shared(
    demands: RegionDemands, cost: RegionCost, counts: Mapping[str, float]
) -> dict[str, BoundBlock]:
    """The cost of one execution of each block, so that counts times costs add up to the region's.

    What memory adds is shared in proportion.
    """
    here = {block: counts[block] for block, _ in demands.blocks}
    lines = _lines(
        *(demands, here, list(cost.weights), dict(cost.misses), cost.entering, cost.extra_scale)
    )
    return bound_shares(lines, demands.region.by_id, cost.demand, cost.seconds)


@by_pieces
def _lines(
    demands: RegionDemands,
    counts: Mapping[str, float],
    weights: Sequence[float],
    misses: Mapping[str, float],
    entering: float,
    scale: float,
) -> dict[str, tuple[float, ...]]:
    """What each line asks of the processor [s].

    Mispredictions are the branch's, the loop end's those of the region's first block that runs.
    """
    at_lines = {path: (block, number) for block, number, _, path in demands.region.tests}
    extra: dict[tuple[str, int], float] = {}
    running = next((block for block, lines in demands.blocks if lines and counts[block]), None)
    for path, seconds in misses.items():
        block, number = at_lines.get(path, (running, 0))
        if block is None or not counts[block]:
            block, number = running, 0
        if block is not None:
            place = block, number
            extra[place] = extra.get(place, 0.0) + seconds / counts[block]
    if running is not None and entering:
        extra[running, 0] = extra.get((running, 0), 0.0) + entering / counts[running]
    return {
        block: tuple(
            added(w * time for w, time in zip(weights, demand.bounds, strict=True) if time)
            + scale * demand.extra
            + extra.get((block, number), 0.0)
            for number, demand in enumerate(content)
        )
        for block, content in demands.blocks
    }
