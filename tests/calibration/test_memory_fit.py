"""Times of lines are found again from kernels whose times a known memory makes."""

from __future__ import annotations

from functools import cache

import pytest

from sad.calibration.fitting.features import features_of
from sad.calibration.fitting.memory import MEMORY, Wait, memory_levels
from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.measure import Measured
from sad.calibration.running import place
from sad.machine.schema import Machine, MemoryLevel
from sad.machine.values import MachineValue
from sad.mapping.memory_time import MemoryModel

CACHES = Caches()
BYTES = {"l1": CACHES.l1, "l2": CACHES.l2, "l3": CACHES.l3}
WAYS = {"l1": 8, "l2": 8}
CORE = 1e-12
CROWDED, REWRITTEN = 1.4e-9, 11e-9


def level(name: str, **values: float) -> MemoryLevel:
    return MemoryLevel(name, **{key: MachineValue(value) for key, value in values.items()})


LEVELS = (
    level("l1", size_bytes=CACHES.l1, line_bytes=64, latency_s=1e-9, ways=8),
    level(
        "l2",
        size_bytes=CACHES.l2,
        line_bytes=64,
        latency_s=5e-9,
        sequential_s_per_line=1.5e-9,
        strided_s_per_line=2.5e-9,
        crowded_s_per_line=CROWDED,
        rewritten_s_per_line=REWRITTEN,
        ways=8,
    ),
    level(
        "l3",
        size_bytes=CACHES.l3,
        line_bytes=64,
        latency_s=2e-8,
        sequential_s_per_line=3e-9,
        strided_s_per_line=6e-9,
    ),
    level(
        "memory",
        size_bytes=1e12,
        line_bytes=64,
        latency_s=1e-7,
        sequential_s_per_line=6e-9,
        strided_s_per_line=2e-8,
    ),
)


@cache
def waits() -> tuple[Wait, ...]:
    machine = Machine("", "", "", "", "", 1.0, {}, LEVELS)
    found: list[Wait] = []
    chosen = [one for one in kernels("fortran", CACHES) if one.family == MEMORY]
    for feature in features_of(chosen):
        model = MemoryModel(feature.counted.expansion)
        run = model.run(feature.counted.counts, feature.kernel.values)
        costs = model.costs(run, machine)
        seconds = sum(cost.seconds for cost in costs.values())
        measured = Measured(feature.kernel, seconds + CORE, 0.0)
        found.append(Wait(measured, feature.counted, dict.fromkeys(costs, CORE)))
    return tuple(found)


def test_lines_of_crowded_sets_have_their_times():
    found = {item.name: item for item in memory_levels(BYTES, WAYS, waits(), 1e-9)}
    assert found["l1"].ways == found["l2"].ways == MachineValue(8.0)
    crowded, rewritten = found["l2"].crowded_s_per_line, found["l2"].rewritten_s_per_line
    assert crowded is not None
    assert rewritten is not None
    assert crowded.value == pytest.approx(CROWDED, rel=0.1)
    assert rewritten.value == pytest.approx(REWRITTEN, rel=0.1)
    assert found["l3"].ways is None


def test_without_ways_kernels_that_crowd_sets_have_no_part():
    kept = tuple(item for item in waits() if "/crowded" not in item.measured.kernel.name)
    assert memory_levels(BYTES, {}, waits(), 1e-9) == memory_levels(BYTES, {}, kept, 1e-9)


def test_ways_are_what_the_system_says_of_all_but_the_last_data_cache(tmp_path, monkeypatch):
    said = [
        ("1", "Data", "12"),
        ("1", "Instruction", "8"),
        ("2", "Unified", "0x"),
        ("3", "Unified", "16"),
    ]
    for number, (depth, kind, ways) in enumerate(said):
        folder = tmp_path / f"sys/devices/system/cpu/cpu3/cache/index{number}"
        folder.mkdir(parents=True)
        (folder / "level").write_text(depth)
        (folder / "type").write_text(kind)
        (folder / "ways_of_associativity").write_text(ways)
    monkeypatch.setattr(place, "Path", lambda text: tmp_path / text.lstrip("/"))
    assert place.caches_ways(3) == {"l1": 12}
    assert place.caches_ways(4) == {}
