"""What each line of a region asks of each part of a processor, as times [s] per execution.

The columns of a region are the bounds of its toolchain and the region's dependence chains; beside them
stand extras, which add to the time whatever else is going on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.machine.compute import SECOND
from sad.machine.throughput import ANY, find_prefix
from sad.mapping.regions import PLAIN, amounts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.work.record import Chain
    from sad.machine.compute import OperationTimes
    from sad.machine.throughput import Throughput
    from sad.mapping.regions import Region

WORK = "work"
ISSUE = "issue"


@dataclass(frozen=True, slots=True)
class Demand:
    """Times of one execution of a line [s]: one per column of its region, extras, and unknown ones.

    ``uncovered`` are the operations the toolchain has no number of its own for.
    """

    bounds: tuple[float, ...]
    extra: float
    uncovered: frozenset[str]


@dataclass(frozen=True, slots=True)
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
            if not count:
                continue
            for demand in demands:
                extra += count * demand.extra
                for column, time in enumerate(demand.bounds):
                    sums[column] += count * time
        return sums, extra


def demands_of(
    region: Region, throughput: Throughput, times: OperationTimes, known: frozenset[str]
) -> RegionDemands:
    """Return what a region's lines ask for.

    ``times`` are the toolchain's operation times: of plain code what its bound ``work`` does not cover,
    of optimised code what no bound covers. ``known`` are the operations calibrated, all if empty.
    """
    bounds = [WORK] if throughput.view == PLAIN else list(throughput.bounds)
    chains = [item for item in region.work.chains if item.view == throughput.view]
    names = [*bounds, *(f"chain {item.number}" for item in chains)]
    maker = _Maker(throughput, times, known, bounds, {c.number: n for n, c in enumerate(chains)})
    blocks = tuple(
        (
            block.id,
            tuple(
                maker.demand(*amounts_of(line, throughput.view), plain=line.work is None)
                for line in block.block.lines
            ),
        )
        for block in region.blocks
    )
    first = len(bounds)
    numbered = tuple((first + place, item) for place, item in enumerate(chains))
    return RegionDemands(region, tuple(names), numbered, blocks)


class _Maker:
    def __init__(
        self,
        throughput: Throughput,
        times: OperationTimes,
        known: frozenset[str],
        bounds: list[str],
        chains: Mapping[int, int],
    ) -> None:
        self._throughput = throughput
        self._times = times
        self._known = known
        self._bounds = bounds
        self._chains = chains
        self._costs: dict[str, tuple[tuple[tuple[int, float], ...], float, bool]] = {}

    def demand(
        self,
        operations: Mapping[str, float],
        chains: Mapping[int, Mapping[str, float]],
        *,
        plain: bool,
    ) -> Demand:
        columns = [0.0] * (len(self._bounds) + len(self._chains))
        extra = 0.0
        uncovered: set[str] = set()
        for key, amount in operations.items():
            if plain:  # a cost given from outside: there is no code to look at
                extra += amount * self._times.value(key).value
                continue
            parts, own, covered = self._cost(key)
            extra += amount * own
            for column, time in parts:
                columns[column] += amount * time
            if not covered:
                uncovered.add(key)
        for number, steps in chains.items():
            place = self._chains.get(number)
            if place is not None:
                column = len(self._bounds) + place
                for key, amount in steps.items():
                    latency = find_prefix(self._throughput.latencies, key)
                    if latency is None:
                        uncovered.add(key)
                    else:
                        columns[column] += amount * latency.value
        return Demand(tuple(columns), extra, frozenset(uncovered))

    def _cost(self, key: str) -> tuple[tuple[tuple[int, float], ...], float, bool]:
        """The columns an operation has a time in, its extra, and whether it is covered."""
        known = self._costs.get(key)
        if known is None:
            known = self._costs[key] = self._find(key)
        return known

    def _find(self, key: str) -> tuple[tuple[tuple[int, float], ...], float, bool]:
        covered = not self._known or any(_covers(item, key) for item in self._known)
        extra = find_prefix(self._throughput.extras, key)
        if self._throughput.view == PLAIN:
            if extra is not None:
                return (), extra.value, covered
            value = find_prefix(self._throughput.bounds.get(WORK, {}), key)
            if value is None:
                value = self._times.value(key)
            return ((0, value.value),), 0.0, covered
        parts: list[tuple[int, float]] = []
        own = extra is not None
        for column, name in enumerate(self._bounds):
            table = self._throughput.bounds[name]
            value = find_prefix(table, key)
            if value is not None:
                parts.append((column, value.value))
                own = own or value is not table.get(ANY)
        if extra is not None:
            return tuple(parts), extra.value, covered
        if not own and (key == SECOND or find_prefix(self._times.toolchain.operations, key)):
            return tuple(parts), self._times.value(key).value, covered
        return tuple(parts), 0.0, covered and own


def _covers(prefix: str, key: str) -> bool:
    return key == prefix or key.startswith(f"{prefix}.")
