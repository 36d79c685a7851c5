"""What branches decide, by sets of bits, is what a plain search finds."""

from __future__ import annotations

from random import Random

import pytest

from sad.analysis.cfg.components import members
from sad.analysis.cfg.dominators import reverse_postorder
from sad.analysis.cfg.graph import Block, Cfg, Leave, Split
from sad.diagnostics import Span
from sad.ir.program import Unit
from sad.slicing.regions import Regions


@pytest.mark.parametrize("seed", range(60))
def test_regions_of_random_graphs(seed: int):
    random = Random(seed)
    size = random.randint(2, 14)
    ways = {number: _targets(random, number, size) for number in range(size)}
    order = reverse_postorder(ways, 0)
    regions = Regions(_graph(ways), order)
    for block in order:
        blocks, after = regions.of(block)
        assert set(members(blocks)) == _between(ways, block, after)


def _targets(random: Random, number: int, size: int) -> tuple[int, ...]:
    if number == size - 1 or random.random() < 0.15:
        return ()
    first = number if random.random() < 0.9 else 0  # mostly ahead
    return tuple(random.randrange(first, size) for _ in range(random.randint(1, 2)))


def _graph(ways: dict[int, tuple[int, ...]]) -> Cfg:
    span = Span.at("x.f")
    blocks = [Block(number) for number in ways]
    for block in blocks:
        targets = ways[block.id]
        block.terminator = Split(targets, (), "", "if", span) if targets else Leave(stops=False)
    return Cfg(Unit.__new__(Unit), blocks, {}, None)  # type: ignore[arg-type] - not looked at


def _between(ways: dict[int, tuple[int, ...]], block: int, after: int | None) -> set[int]:
    found: set[int] = set()
    pending = list(ways[block])
    while pending:
        number = pending.pop()
        if number != after and number not in found:
            found.add(number)
            pending.extend(ways[number])
    return found
