"""Lines brought in, against a fully associative LRU cache fed with the places written out by hand."""

from __future__ import annotations

from math import exp, log

import pytest

from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.mapping.memory_time import MemoryModel
from sad.model.expand import expand
from tests.support.brought_lines import brought
from tests.support.lru import misses_when_warm
from tests.support.model import program_of
from tests.support.walked_nests import NESTS, WalkedNest

LINE = 64
CAPACITIES = (16, 64, 256, 1024)


def lines_of(nest: WalkedNest) -> list[float]:
    """What the model says for each capacity."""
    description = describe(analyse(program_of(nest.source)), with_work=True)
    expansion = expand(description, description.unit("F"))
    values = {"F.N": nest.size}
    numbers = compile_polys([block.count for block in expansion.blocks])(values)
    counts = {
        block.id: float(count) for block, count in zip(expansion.blocks, numbers, strict=True)
    }
    model = MemoryModel(expansion)
    run = model.run(counts, values)
    return [brought(model, run, capacity, LINE) for capacity in CAPACITIES]


def pairs_of(nest: WalkedNest) -> list[tuple[float, int]]:
    """Predicted and simulated lines for each capacity."""
    simulated = [
        misses_when_warm(lambda: nest.places(nest.size), capacity, LINE) for capacity in CAPACITIES
    ]
    return list(zip(lines_of(nest), simulated, strict=True))


@pytest.fixture(scope="module")
def every_pair() -> dict[str, list[tuple[float, int]]]:
    return {nest.name: pairs_of(nest) for nest in NESTS}


@pytest.mark.proof
@pytest.mark.parametrize("nest", NESTS, ids=lambda nest: nest.name)
def test_lines_are_those_of_a_simulated_cache(nest, every_pair):
    for predicted, simulated in every_pair[nest.name]:
        if not simulated:
            assert predicted == 0
        else:
            assert simulated / nest.within <= predicted <= simulated * nest.within


def test_most_predictions_are_close(every_pair):
    ratios = [
        predicted / simulated
        for pairs in every_pair.values()
        for predicted, simulated in pairs
        if simulated
    ]
    close = sum(0.8 < ratio < 1.25 for ratio in ratios)
    assert len(ratios) > 60
    assert close / len(ratios) > 0.9
    assert exp(sum(abs(log(ratio)) for ratio in ratios) / len(ratios)) < 1.1
