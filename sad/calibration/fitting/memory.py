"""What lines from each level of memory cost: from kernels that walk through more than a cache holds.

The core's part of their times is what the fitted toolchain predicts; the rest is lines times the
unknown times of a line. Several toolchains have the same memory, and are fitted together.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.features import count_kernel
from sad.machine.schema import Machine, MemoryLevel, Value
from sad.mapping.memory_time import MemoryModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.calibration.fitting.columns import Array, Columns
    from sad.calibration.fitting.solve import Solution
    from sad.calibration.measure import Measured
    from sad.mapping.combine import Key

MEMORY = "memory"
"""The family of kernels that walk through memory."""
MEMORY_NORM = 2.0
_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_WALK = "walk"  # kernels whose next address is what they load: latency, and nothing else
_EXPECTED = {"sequential": (1e-9, 3e-9, 8e-9), "strided": (2e-9, 6e-9, 20e-9)}
_RIDGE = 0.05


@dataclass(frozen=True, slots=True)
class Wait:
    """A memory kernel: the time of one call [s], and what the core does meanwhile, by region [s]."""

    measured: Measured
    core: Mapping[Key, float]


def waits_of(measured: Sequence[Measured], columns: Columns, values: Array) -> tuple[Wait, ...]:
    """Return memory kernels with the core's times, given columns of them and fitted parameters."""
    if not measured:
        return ()
    found: dict[str, dict[Key, float]] = {}
    times = columns.region_times(values).tolist()
    for (kernel, unit, path), seconds in zip(columns.keys, times, strict=True):
        found.setdefault(kernel, {})[unit, path] = seconds
    return tuple(Wait(item, found[item.kernel.name]) for item in measured)


@dataclass(frozen=True, slots=True)
class Cache:
    """A data cache of this computer: its level, its size and that of a line [bytes]."""

    level: int
    size_bytes: int
    line_bytes: int


def data_caches(folder: Path = _CACHES) -> tuple[Cache, ...]:
    """Return this computer's data caches from the core outwards; none where the system says nothing."""
    found: list[Cache] = []
    for entry in sorted(folder.glob("index*")):
        try:
            if (entry / "type").read_text().strip() == "Instruction":
                continue
            size = (entry / "size").read_text().strip()
            line = int((entry / "coherency_line_size").read_text())
            level = int((entry / "level").read_text())
        except (OSError, ValueError):
            continue
        bytes_ = int(size.rstrip("KMG")) * _UNITS.get(size[-1], 1)
        found.append(Cache(level, bytes_, line))
    return tuple(sorted(found, key=lambda cache: cache.level))


def memory_levels(
    caches: Sequence[Cache], waits: Sequence[Wait], first_latency_s: float
) -> tuple[MemoryLevel, ...]:
    """Return the levels of memory with the times that fit best.

    ``first_latency_s`` is the latency of a load from the first level. Without caches or kernels, no
    level is told. The last level has everything that is in no other.
    """
    if len(caches) < 2 or not waits:
        return ()
    along = [item for item in waits if not _is_walk(item)]
    rows = [_lines(item, caches) for item in along]
    seconds = np.array([item.measured.seconds for item in along])
    times = _fit(rows, seconds, len(caches) - 1)
    latencies = [first_latency_s, *_latencies(waits, caches)]
    levels: list[MemoryLevel] = []
    for number, cache in enumerate(caches):
        walks = (None, None)
        if number:
            walks = Value(float(times[2 * number - 2])), Value(float(times[2 * number - 1]))
        levels.append(
            MemoryLevel(
                f"L{cache.level}",
                Value(float(cache.size_bytes)),
                Value(float(cache.line_bytes)),
                Value(latencies[number]),
                *walks,
            )
        )
    return tuple(levels)


def _is_walk(item: Wait) -> bool:
    return item.measured.kernel.name.startswith(f"{MEMORY}/{_WALK},")


def _lines(item: Wait, caches: Sequence[Cache]) -> tuple[Array, Array]:
    """Of each region: the core's time, and lines by level, walked along or jumped to."""
    counted = count_kernel(item.measured.kernel)
    model = MemoryModel(counted.expansion)
    run = model.run(counted.counts, item.measured.kernel.values)
    parts: list[dict[Key, Mapping[str, float]]] = []
    for along in (True, False):
        costs = model.costs(run, _unit_machine(caches, along=along))
        parts.append({key: cost.by_level for key, cost in costs.items()})
    keys = list(item.core)
    lines = np.array(
        [
            [part.get(key, {}).get(f"L{c.level}", 0.0) for c in caches[1:] for part in parts]
            for key in keys
        ]
    )
    return np.array([item.core[key] for key in keys]), lines


def _unit_machine(caches: Sequence[Cache], *, along: bool) -> Machine:
    """A machine on which a line takes 1 s, if it is walked to, or if it is jumped to."""
    levels = tuple(
        MemoryLevel(
            f"L{cache.level}",
            Value(float(cache.size_bytes)),
            Value(float(cache.line_bytes)),
            Value(0.0),
            Value(float(along)),
            Value(float(not along)),
        )
        for cache in caches
    )
    return Machine("", "", "", "measured", "", 1.0, {}, levels)


def _fit(rows: Sequence[tuple[Array, Array]], seconds: Array, levels: int) -> Array:
    """Times of a line [s]: of each level beyond the first, walked along and jumped to."""
    kinds = _EXPECTED.values()
    expected = np.array([table[min(level, 2)] for level in range(levels) for table in kinds])
    logs, prior = np.log(seconds), np.log(expected)

    def residuals(x: Array) -> Array:
        times = np.exp(x)
        found = [
            float(np.sum((core**MEMORY_NORM + (lines @ times) ** MEMORY_NORM) ** (1 / MEMORY_NORM)))
            for core, lines in rows
        ]
        return np.concatenate([np.log(np.array(found)) - logs, _RIDGE * (x - prior)])

    least_squares: Callable[..., Solution] = import_module("scipy.optimize").least_squares
    return np.exp(least_squares(residuals, prior, loss="soft_l1", f_scale=0.1).x)


def _latencies(waits: Sequence[Wait], caches: Sequence[Cache]) -> list[float]:
    """The latency of a load from each level beyond the first: walks through what only it holds."""
    found: list[float] = []
    for cache, before in zip(caches[1:], caches, strict=False):
        steps = [
            item.measured.seconds / min(item.measured.kernel.sizes.values(), default=1)
            for item in waits
            if _is_walk(item)
            and before.size_bytes < item.measured.kernel.footprint_bytes
            and (item.measured.kernel.footprint_bytes <= cache.size_bytes or cache is caches[-1])
        ]
        found.append(min(steps, default=0.0))
    return found
