"""What each line of a region asks of each part of a processor, as times [s] per execution.

The columns of a region are the bounds of its toolchain and the region's dependence chains; beside them
stand extras, which add to the time whatever else is going on.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.algebra.piecewise import is_nowhere
from sad.mapping.throughput import vector_width
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.throughput import VectorUnit
    from sad.mapping.prices import Prices
    from sad.mapping.regions import Amounts, Region
    from sad.model.nodes import Line
    from sad.model.work import Chain, Vector


@record
class Demand:
    """Times of one execution of a line [s]: one per column of its region, extras, and unknown ones.

    ``uncovered`` are the operations the toolchain has no number of its own for.
    """

    bounds: tuple[float, ...]
    extra: float
    uncovered: frozenset[str]


@record
class RegionDemands:
    """A region's columns by name, its chains' columns, and the demands of each block's lines."""

    region: Region
    names: tuple[str, ...]
    chains: tuple[tuple[int, Chain], ...]
    blocks: tuple[tuple[str, tuple[Demand, ...]], ...]

    def totals(self, counts: Mapping[str, float]) -> tuple[list[float], float]:
        """Return the sums of all columns and of the extras over a run [s]."""
        sums = [0.0] * len(self.names)
        extra = 0.0
        for block, demands in self.blocks:
            count = counts[block]
            if is_nowhere(count):
                continue
            for demand in demands:
                extra += count * demand.extra
                for column, time in enumerate(demand.bounds):
                    if time:
                        sums[column] += count * time
        return sums, extra


def demands_of(region: Region, prices: Prices) -> RegionDemands:
    """Return what a region's lines ask for."""
    view = prices.throughput.view
    chains = [item for item in region.work.chains if item.view == view]
    first = len(prices.bounds)
    columns = {item.number: first + place for place, item in enumerate(chains)}
    blocks = tuple(
        (
            block.id,
            tuple(
                _demand(line, region, region.amounts(block, line, view), prices, columns)
                for line in block.block.lines
            ),
        )
        for block in region.blocks
    )
    names = (*prices.bounds, *(f"chain {item.number}" for item in chains))
    numbered = tuple((columns[item.number], item) for item in chains)
    return RegionDemands(region, names, numbered, blocks)


def _demand(
    line: Line, region: Region, amounts: Amounts, prices: Prices, columns: Mapping[int, int]
) -> Demand:
    done, chains = amounts
    operations = left_of(done, region.vector, prices.throughput.vector)
    times = [0.0] * (len(prices.bounds) + len(columns))
    extra = 0.0
    if line.work is None:  # a cost given from outside: there is no code to look at
        extra = sum(amount * prices.times.value(key).value for key, amount in operations.items())
        return Demand(tuple(times), extra, frozenset())
    uncovered: set[str] = set()
    for key, amount in operations.items():
        parts, own, covered = prices.operation(key)
        extra += amount * own
        for column, time in parts:
            times[column] += amount * time
        if not covered:
            uncovered.add(key)
    for number, steps in chains.items():
        column = columns.get(number)
        if column is None:
            continue
        for key, amount in steps.items():
            latency = prices.latency(key)
            if latency is None:
                uncovered.add(key)
            else:
                times[column] += amount * latency
    return Demand(tuple(times), extra, frozenset(uncovered))


def left_of(
    operations: Mapping[str, float], loop: Vector | None, unit: VectorUnit | None
) -> Mapping[str, float]:
    """Return operations less what vector code has before the loop, as its arrays do not overlap, and
    what two iterations of the loop around load and store alike, where the compiler does these at once.
    """
    if loop is None or unit is None:
        return operations
    jams = 0.5 if unit.jams else 0.0
    fixed = loop.fixed_loads if vector_width(loop, unit, inf, 1.0) > 1 else 0.0
    left = {
        "load": (1.0 - jams * loop.shared_loads) * (1.0 - fixed),
        "store": 1.0 - jams * loop.shared_stores,
    }
    return {
        key: amount * left.get(key.partition(".")[0], 1.0) for key, amount in operations.items()
    }
