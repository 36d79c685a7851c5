"""Components against those of networkx, in the same order, on random graphs."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from sad.analysis.cfg.components import components

nx: Any = import_module("networkx")


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(1, 30)
    after = {
        node: list(dict.fromkeys(chance.choices(range(size), k=chance.randint(0, 3))))
        for node in chance.sample(range(size), size)
    }
    graph = nx.DiGraph()
    graph.add_nodes_from(after)
    graph.add_edges_from((node, target) for node in after for target in after[node])
    expected = [set(item) for item in nx.strongly_connected_components(graph)]
    assert [set(item) for item in components(after)] == expected


def test_a_long_chain_needs_no_recursion() -> None:
    after = {node: [node + 1] for node in range(50_000)} | {50_000: [0]}
    (found,) = components(after)
    assert len(found) == 50_001
