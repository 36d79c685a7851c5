"""Lines that crowded sets have no room for, against simulated caches with sets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.mapping.memory_time import MemoryModel
from sad.mapping.walks import _MOST_PASSES, _pass
from sad.model.expand import expand
from tests.support.brought_lines import brought
from tests.support.lru import misses_when_warm
from tests.support.model import program_of
from tests.support.walked_nests import NESTS

LINE = 64
WAYS = 8
CROWDED = [  # nest, N, lines of the cache
    ("by rows", 64, 64),
    ("by rows", 128, 512),
    ("transposition", 128, 512),
    ("matrix product ijk", 32, 64),
    ("five points across", 64, 512),
    ("five points across", 128, 512),
]
ROOMY = [("by rows", 100, 512), ("transposition", 100, 512), ("five points across", 100, 512)]
BY_NAME = {nest.name: nest for nest in NESTS}


def prepared(name: str, size: int):
    source = BY_NAME[name].source
    description = describe(analyse(program_of(source)), with_work=True)
    expansion = expand(description, description.unit("F"))
    values = {"F.N": size}
    numbers = compile_polys([block.count for block in expansion.blocks])(values)
    counts = {
        block.id: float(count) for block, count in zip(expansion.blocks, numbers, strict=True)
    }
    model = MemoryModel(expansion)
    return model, model.run(counts, values)


def lines_of(name: str, size: int, capacity: int, ways: float) -> float:
    model, run = prepared(name, size)
    return brought(model, run, capacity, LINE, ways)


def simulated(name: str, size: int, capacity: int) -> int:
    nest = replace(BY_NAME[name], size=size)
    return misses_when_warm(lambda: nest.places(size), capacity, LINE, capacity // WAYS)


@pytest.mark.parametrize(("name", "size", "capacity"), CROWDED)
def test_crowded_sets_lose_lines_as_simulated_ones_do(name, size, capacity):
    real = simulated(name, size, capacity)
    assert 0.8 < lines_of(name, size, capacity, WAYS) / real < 1.25
    assert lines_of(name, size, capacity, float("inf")) < real / 3


@pytest.mark.parametrize("capacity", [128, 256])
def test_sets_are_those_of_each_pass_where_strides_change(capacity):
    real = simulated("butterflies", 4096, capacity)
    assert 0.8 < lines_of("butterflies", 4096, capacity, WAYS) / real < 1.25
    assert lines_of("butterflies", 4096, capacity, float("inf")) < 0.8 * real


@pytest.mark.parametrize("passes", [1.0, 12.0, 24.0, 25.0, 1000.0])
def test_samples_of_passes_have_all_of_them(passes):
    samples = [_pass(sample, passes) for sample in range(_MOST_PASSES)]
    assert sum(weight for _, weight in samples) == pytest.approx(1.0)
    assert all(0 <= place < passes for place, weight in samples if weight)


@pytest.mark.parametrize(("name", "size", "capacity"), ROOMY)
def test_nothing_changes_where_sets_have_room(name, size, capacity):
    with_sets = lines_of(name, size, capacity, WAYS)
    assert with_sets == lines_of(name, size, capacity, float("inf"))
    assert with_sets == pytest.approx(simulated(name, size, capacity), rel=0.05)
