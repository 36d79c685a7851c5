"""What lines from each level of memory cost: from kernels that walk through more than a cache holds.

The core's part of their times is what the fitted toolchain predicts; the rest is lines times the
unknown times of a line. Several toolchains have the same memory and are fitted together. What the last
cache holds for one core, and how many pages the processor knows at once, are those that fit best.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from sad.machine.schema import Machine, MemoryLevel
from sad.machine.values import MachineValue
from sad.mapping.memory_time import MemoryModel
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.calibration.fitting.columns import Array, Columns
    from sad.calibration.fitting.features import Counted, Features
    from sad.calibration.fitting.solve import Solution
    from sad.calibration.measure import Measured
    from sad.mapping.combine import Key
    from sad.mapping.memory_traffic import Run

MEMORY = "memory"
"""The family of kernels that walk through memory."""
CROWDED = "crowded"
"""What the names of those begin with that crowd sets of the first cache."""
MEMORY_NORM = 2.0
LINE_BYTES = 64
"""Of a line: what x86-64 and nearly all AArch64 processors have."""
_WALK = "walk"  # kernels whose next address is what they load: latency, and nothing else
_PAGE_BYTES = 4096
_TABLES = (0, 1024, 2048)  # pages; 0 is none
_SHARES = (16 << 20, 32 << 20)  # bytes of a larger last cache that one core may have
_LINE_S = ((1e-9, 2e-9), (3e-9, 6e-9), (6e-9, 20e-9))  # expected, by level: walked to, jumped to
_CROWDED_S = (2e-9, 8e-9)
"""Expected of lines from the second level for which the first has no room: read, and written."""
_PAGE_S = 8e-9
_RIDGE = 0.05


@record
class Wait:
    """A memory kernel: its counts, the time of one call [s], what the core does meanwhile [s].

    The latter is by region.
    """

    measured: Measured
    counted: Counted
    core: Mapping[Key, float]


def waits_of(
    measured: Sequence[Measured], features: Sequence[Features], columns: Columns, values: Array
) -> tuple[Wait, ...]:
    """Return memory kernels with the core's times, given columns of them and fitted parameters."""
    found: dict[str, dict[Key, float]] = {}
    times = columns.region_times(values).tolist()
    for (kernel, unit, path), seconds in zip(columns.keys, times, strict=True):
        found.setdefault(kernel, {})[unit, path] = seconds
    return tuple(
        Wait(item, own.counted, found[item.kernel.name])
        for item, own in zip(measured, features, strict=True)
    )


def memory_levels(
    caches_bytes: Mapping[str, int],
    caches_ways: Mapping[str, int],
    waits: Sequence[Wait],
    first_latency_s: float,
) -> tuple[MemoryLevel, ...]:
    """Return the levels of memory with the times that fit best; none without memory kernels.

    ``caches_bytes`` are the caches' sizes by name from the core outwards, ``caches_ways`` the ways of
    those that have any, ``first_latency_s`` is the latency of a load from the first. The last level
    has everything that is in no other.
    """
    along = [
        _Walked(item) for item in waits if not _is_walk(item) and (caches_ways or not _crowds(item))
    ]
    if len(caches_bytes) < 2 or not along:
        return ()
    largest = max(item.measured.kernel.footprint_bytes for item in waits)
    names, ways = tuple(caches_bytes), dict(caches_ways)
    sizes = [float(size) for size in caches_bytes.values()]
    layouts = [_Layout(names, tuple(sizes), ways)]
    if largest > sizes[-1]:
        layouts = [_Layout((*names, "memory"), (*sizes, 2.0 * largest), ways)]
    else:
        layouts += [
            _Layout((*names, "memory"), (*sizes[:-1], float(share), 2.0 * largest), ways)
            for share in _SHARES
            if sizes[-2] < share < min(largest, sizes[-1])
        ]
    best: tuple[float, _Layout, int, Array] | None = None
    for layout in layouts:
        for pages in _TABLES:
            cost, times = _fit(along, layout, pages)
            if best is None or cost < best[0]:
                best = cost, layout, pages, times
    assert best is not None
    _, layout, pages, times = best
    walks = [item for item in waits if _is_walk(item)]
    return _levels(layout, pages, times.tolist(), [first_latency_s, *_latencies(walks, layout)])


@record
class _Layout:
    names: tuple[str, ...]
    sizes: tuple[float, ...]
    ways: Mapping[str, int]


class _Walked:
    """A kernel's walks through memory."""

    def __init__(self, item: Wait) -> None:
        self.model = MemoryModel(item.counted.expansion)
        self.run: Run = self.model.run(item.counted.counts, item.measured.kernel.values)
        self.keys = list(item.core)
        self.core = np.array(list(item.core.values()))
        self.seconds = item.measured.seconds

    def lines(self, layout: _Layout, pages: int) -> Array:
        """Lines of each region by level, walked and jumped to, crowded ones, and pages looked up."""
        parts: list[Mapping[Key, Mapping[str, float]]] = []
        for kind in range(4):
            kinds = [float(kind == number) for number in range(4)]
            times = [*kinds[:2] * (len(layout.names) - 1), *kinds[2:], 1.0]
            machine = Machine("", "", "", "", "", 1.0, {}, _levels(layout, pages, times))
            costs = self.model.costs(self.run, machine)
            parts.append({key: cost.by_level for key, cost in costs.items()})
        none: dict[str, float] = {}
        return np.array(
            [
                [
                    *(
                        p.get(key, none).get(name, 0.0)
                        for name in layout.names[1:]
                        for p in parts[:2]
                    ),
                    *(p.get(key, none).get(layout.names[1], 0.0) for p in parts[2:]),
                    parts[0].get(key, none).get("tlb", 0.0),
                ]
                for key in self.keys
            ]
        )


def _levels(
    layout: _Layout, pages: int, times: Sequence[float], latencies: Sequence[float] = ()
) -> tuple[MemoryLevel, ...]:
    """Levels from times: two for each level beyond the first, two of crowded sets, a page's."""
    found: list[MemoryLevel] = []
    for number, (name, size) in enumerate(zip(layout.names, layout.sizes, strict=True)):
        latency = MachineValue(latencies[number] if latencies else 0.0)
        walks = (MachineValue(times[2 * number - 2]), MachineValue(times[2 * number - 1]))
        line = MachineValue(float(LINE_BYTES))
        crowds = number == 1 and layout.ways
        found.append(
            MemoryLevel(
                name,
                MachineValue(size),
                line,
                latency,
                *(walks if number else (None, None)),
                *((MachineValue(times[-3]), MachineValue(times[-2])) if crowds else (None, None)),
                ways=MachineValue(float(layout.ways[name])) if name in layout.ways else None,
            )
        )
    if pages:
        page = MachineValue(float(_PAGE_BYTES))
        reach = MachineValue(float(pages * _PAGE_BYTES))
        entries = MachineValue(float(pages))
        found.append(
            MemoryLevel(
                "tlb", reach, page, MachineValue(times[-1]), page_bytes=page, entries=entries
            )
        )
    return tuple(found)


def _is_walk(item: Wait) -> bool:
    return item.measured.kernel.name.startswith(f"{MEMORY}/{_WALK},")


def _crowds(item: Wait) -> bool:
    return item.measured.kernel.name.startswith(f"{MEMORY}/{CROWDED}")


def _fit(walked: Sequence[_Walked], layout: _Layout, pages: int) -> tuple[float, Array]:
    """The cost of the best fit, and the times [s] in the order of ``_Walked.lines``."""
    count = len(layout.names) - 1
    walked_to = (time for pair in _LINE_S[:count] for time in pair)
    expected = np.array([*walked_to, *_CROWDED_S, _PAGE_S])
    rows = np.vstack([item.lines(layout, pages) for item in walked])
    core = np.concatenate([item.core for item in walked])
    starts = np.cumsum([0, *(len(item.keys) for item in walked[:-1])])
    logs = np.log(np.array([item.seconds for item in walked]))
    prior = np.log(expected)

    def residuals(x: Array) -> Array:
        together = core**MEMORY_NORM + (rows @ np.exp(x)) ** MEMORY_NORM
        times = np.add.reduceat(together ** (1.0 / MEMORY_NORM), starts)
        return np.concatenate([np.log(times) - logs, _RIDGE * (x - prior)])

    least_squares: Callable[..., Solution] = import_module("scipy.optimize").least_squares
    found = least_squares(residuals, prior, loss="soft_l1", f_scale=0.1)
    return found.cost, np.exp(found.x)


def _latencies(walks: Sequence[Wait], layout: _Layout) -> list[float]:
    """The latency of a load from each level beyond the first [s]: walks beyond all levels before."""
    found: list[float] = []
    last = len(layout.sizes) - 1
    for number in range(1, last + 1):
        inside, outside = layout.sizes[number - 1], layout.sizes[number]
        steps = [
            item.measured.seconds / min(item.measured.kernel.sizes.values())
            for item in walks
            if inside < item.measured.kernel.footprint_bytes
            and (item.measured.kernel.footprint_bytes <= outside or number == last)
        ]
        found.append(min(steps, default=found[-1] if found else 0.0))
    return found
