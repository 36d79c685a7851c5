"""The cost model of all kernels at once, as arrays: times and their derivatives by every parameter.

Says the same as ``sad.mapping.throughput``, region by region; that one explains the formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.parameters import FREE, SHARES, TermKind
from sad.machine.throughput import LIBRARY_BYTE, LIBRARY_CALL, find_prefix
from sad.machine.values import MachineValue
from sad.mapping.bounds import left_of
from sad.mapping.prices import WORK
from sad.mapping.regions import PLAIN
from sad.mapping.throughput import packed_lanes, vector_width
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.calibration.fitting.features import ChainSums, Features, RegionSums
    from sad.calibration.fitting.parameters import Parameter
    from sad.machine.throughput import VectorUnit

    Array = NDArray[np.float64]
    Mask = NDArray[np.bool_]


@record
class Tables:
    """Where each operation and each step goes: positions of parameters, as tables of a machine file."""

    bounds: Mapping[str, Mapping[str, MachineValue]]
    extras: Mapping[str, MachineValue]
    latencies: Mapping[str, MachineValue]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, parameters: Sequence[Parameter]) -> Tables:
        """Return the tables of parameters, with their positions for values."""
        bounds: dict[str, dict[str, MachineValue]] = {}
        extras: dict[str, MachineValue] = {}
        latencies: dict[str, MachineValue] = {}
        numbers: dict[str, int] = {}
        for position, item in enumerate(parameters):
            entries = dict.fromkeys(item.keys, MachineValue(float(position)))
            match item.place:
                case TermKind.BOUND:
                    bounds.setdefault(item.bound, {}).update(entries)
                case TermKind.EXTRA:
                    extras.update(entries)
                case TermKind.LATENCY:
                    latencies.update(entries)
                case TermKind.NUMBER:
                    numbers[item.name] = position
        return cls(bounds, extras, latencies, numbers)


class Columns:
    """Every bound and chain of every region of some kernels, in one array each.

    ``known`` tells of each parameter whether any kernel depends on it, ``shares`` whether it is at
    most 1. ``lost`` are operations and steps no parameter covers, ``keys`` the regions: kernel, unit
    and path.
    """

    def __init__(
        self,
        features: Sequence[Features],
        view: str,
        parameters: Sequence[Parameter],
        unit: VectorUnit | None = None,
        norm: float = 6.0,
        most_copies: float = 0,
    ) -> None:
        self.tables = Tables.of(parameters)
        self.size = len(parameters)
        self.shares: Mask = np.array([item.name in SHARES for item in parameters], dtype=np.bool_)
        self.norm = norm
        self.lost: set[str] = set()
        self.keys = [
            (item.kernel.name, region.unit, region.path)
            for item in features
            for region in item.of(view, most_copies)
        ]
        self._plain = view == PLAIN
        self._bounds = list(self.tables.bounds)
        rows: list[Array] = []
        extras: list[Array] = []
        numbers: list[tuple[float, ...]] = []
        chains: list[tuple[float, float, int]] = []
        self._kernels: list[int] = []
        self._starts: list[int] = []
        for item in features:
            self._kernels.append(len(extras))
            for region in item.of(view, most_copies):
                first = len(rows)
                self._starts.append(first)
                done = left_of(region.operations, region.vector, unit)
                bounds, extra = self._region(replace(region, operations=done))
                called = self._library(region)
                rows.extend(bounds if called is None else [np.zeros(self.size)])
                chains.extend((0.0, 0.0, first) for _ in rows[first:])
                for chain in region.chains if called is None else ():
                    rows.append(self._chain(chain))
                    chains.append((chain.executions, chain.exits, first))
                extras.append(extra if called is None else called)
                width, whole, rest = _vector(region, unit if called is None else None)
                numbers.append((region.misses, region.entries, width, whole, rest))
        self.amounts = np.array(rows)
        self.extras = np.array(extras)
        executions, exits, issue = np.array(chains).T
        self._executions = executions
        self._staying = 1.0 - exits
        self._issue = issue.astype(np.int64)
        self._misses, self._entries, width, self._whole, self._rest = np.array(numbers).T
        self._width: Array = width
        self._vector: Mask = width > 1.0
        lengths = np.diff([*self._starts, len(rows)])
        self._region_of = np.repeat(np.arange(len(self._starts)), lengths)
        self.known = self._known()

    def position(self, key: str) -> int | None:
        """Return which parameter is the time of an operation of plain code; None if none is."""
        value = find_prefix(self.tables.bounds.get(WORK, {}), key)
        return None if value is None else int(value.value)

    def times(self, values: Array) -> Array:
        """Return the time of one call of every kernel [s], given all parameters [s]."""
        return np.add.reduceat(self.region_times(values), self._kernels)

    def region_times(self, values: Array) -> Array:
        """Return the time of every region in one call of its kernel [s], in the order of ``keys``."""
        return self._evaluate(values, slopes=False)[0]

    def times_and_slopes(self, values: Array) -> tuple[Array, Array]:
        """Return times [s] and their derivatives, of shape (kernels, parameters)."""
        regions, slopes = self._evaluate(values, slopes=True)
        add = np.add.reduceat
        return add(regions, self._kernels), add(slopes, self._kernels)

    def _evaluate(self, values: Array, *, slopes: bool) -> tuple[Array, Array]:
        norm, of = self.norm, self._region_of
        sums = self.amounts @ values
        ahead = self._staying * self._number(values, "window_s")
        again = (self._executions > 0.0) & (ahead > 0.0)
        each = np.where(again, sums[self._issue] / np.where(again, self._executions, 1.0), 1.0)
        ahead = np.where(again, ahead, 0.0)
        share = each / np.maximum(each + ahead, 1e-300)
        gained = 1.0 + (self._width - 1.0) * self._number(values, "efficiency", 1.0)
        steps = self._whole / gained + self._rest
        lanes = np.where(self._vector, (self._whole + self._rest) / np.maximum(steps, 1e-300), 1.0)
        demands = sums * share / lanes[of]
        largest = np.maximum(np.maximum.reduceat(demands, self._starts), 1e-300)
        total = np.add.reduceat((demands / largest[of]) ** norm, self._starts)
        core = largest * total ** (1.0 / norm)
        beside = self.extras @ values
        scale = np.where(self._vector, self._number(values, "library", 1.0), 1.0)
        entering = np.where(self._vector, self._entries, 0.0)
        regions = (
            core
            + beside * scale
            + entering * self._number(values, "entry_s")
            + self._misses * self._number(values, "miss_s")
        )
        if not slopes:
            return regions, np.empty((0, 0))
        weights = (demands / np.maximum(core, 1e-300)[of]) ** (norm - 1.0)
        direct = weights * share / lanes[of]
        moved = weights * sums / lanes[of] / np.maximum(each + ahead, 1e-300) ** 2
        by_issue = np.where(again, moved * ahead / np.where(again, self._executions, 1.0), 0.0)
        np.add.at(direct, self._issue, by_issue)
        slope = np.add.reduceat(direct[:, None] * self.amounts, self._starts)
        slope += scale[:, None] * self.extras
        self._add(slope, "miss_s", self._misses)
        self._add(slope, "entry_s", entering)
        self._add(slope, "library", np.where(self._vector, beside, 0.0))
        by_window = np.where(again, -moved * each * self._staying, 0.0)
        self._add(slope, "window_s", np.add.reduceat(by_window, self._starts))
        by_gain = lanes / np.maximum(steps, 1e-300) * self._whole / gained**2 * (self._width - 1.0)
        self._add(slope, "efficiency", np.where(self._vector, -core / lanes * by_gain, 0.0))
        return regions, slope

    def _number(self, values: Array, name: str, otherwise: float = 0.0) -> float:
        position = self.tables.numbers.get(name)
        return otherwise if position is None else float(values[position])

    def _add(self, slope: Array, name: str, by: Array) -> None:
        position = self.tables.numbers.get(name)
        if position is not None:
            slope[:, position] += by

    def _region(self, region: RegionSums) -> tuple[list[Array], Array]:
        """The amounts of a region's bounds by parameter, and those of its extras."""
        bounds = [np.zeros(self.size) for _ in self._bounds]
        extra = np.zeros(self.size)
        for key, amount in region.operations.items():
            beside = find_prefix(self.tables.extras, key)
            found = beside is not None
            if beside is not None:
                extra[int(beside.value)] += amount
            if not (self._plain and found):
                for column, name in zip(bounds, self._bounds, strict=True):
                    value = find_prefix(self.tables.bounds[name], key)
                    if value is not None:
                        column[int(value.value)] += amount
                        found = True
            if not found and key.partition(".")[0] not in FREE:
                self.lost.add(key)
        return bounds, extra

    def _library(self, region: RegionSums) -> Array | None:
        """The amounts of a loop that is a library call; None for others."""
        tables = self.tables.extras
        if region.vector is None or not region.vector.library or LIBRARY_CALL not in tables:
            return None
        row = np.zeros(self.size)
        row[int(tables[LIBRARY_CALL].value)] = region.entries
        moved = region.iterations * region.vector.element_bytes
        row[int(tables[LIBRARY_BYTE].value)] = moved
        return row

    def _chain(self, chain: ChainSums) -> Array:
        row = np.zeros(self.size)
        for key, amount in chain.steps.items():
            value = find_prefix(self.tables.latencies, key)
            if value is None:
                self.lost.add(key)
            else:
                row[int(value.value)] += amount
        return row

    def _known(self) -> Mask:
        used = (self.amounts != 0).any(axis=0) | (self.extras != 0).any(axis=0)
        for name, there in (
            ("miss_s", self._misses.any()),
            ("window_s", bool((self._executions > 0).any())),
            ("efficiency", bool(self._vector.any())),
            ("entry_s", bool(self._vector.any())),
            ("library", bool((self.extras[self._vector] != 0).any())),
        ):
            if name in self.tables.numbers:
                used[self.tables.numbers[name]] = bool(there)
        return used


def _vector(region: RegionSums, unit: VectorUnit | None) -> tuple[float, float, float]:
    """How many iterations go at once, how many of one entry do, and how many are left over.

    A width of 1 where there is no vector code.
    """
    width = vector_width(region.vector, unit, region.iterations, region.entries)
    if width == 1:
        lanes = packed_lanes(region.vector, unit)
        return (1.0, 0.0, 1.0) if lanes == 1 else (float(lanes), 1.0, 0.0)
    trips = region.iterations / region.entries
    whole = trips - trips % width
    return float(width), whole, trips - whole
