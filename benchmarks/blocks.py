"""A synthetic description: blocks in up to four loops and two branches, most of them in their own."""

from __future__ import annotations

import random

from sad.algebra import atoms
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, Poly
from sad.diagnostics import Span
from sad.model.nodes import (
    EMPTY,
    Block,
    Branch,
    Description,
    Line,
    Loop,
    Node,
    Seq,
    UnitDescription,
)

_PLACE = Span.at("blocks.f")
_SIZES = [Poly.symbol(f"S.N{number}") for number in range(8)]
_BLOCKS_PER_PROBABILITY = 20
_UNKNOWN_TRIPS = 0.02
OPERATIONS = tuple(f"operation{number}" for number in range(8))


class _Maker:
    def __init__(self, blocks: int) -> None:
        self._rng = random.Random(blocks)
        count = max(1, blocks // _BLOCKS_PER_PROBABILITY)
        self._probabilities = [Poly.symbol(f"S.prob@if{number}") for number in range(count)]
        self._loops = 0
        self.made = 0

    def nest(self, depth: int, branches: int) -> Node:
        if depth:
            return self._loop(depth, branches)
        if branches:
            probability = self._rng.choice(self._probabilities)
            first, second = self.nest(0, branches - 1), self.nest(0, 0)
            arms = (("then", probability, first), ("else", atoms.not_of(probability), second))
            return Branch("if", _PLACE, arms)
        self.made += 1
        mix = {key: self._rng.randint(1, 5) for key in self._rng.choices(OPERATIONS, k=3)}
        return Block((Line(_PLACE, mix, starts=True),))

    def _loop(self, depth: int, branches: int) -> Loop:
        self._loops += 1
        name = f"do{self._loops}"
        last = self._rng.choice(_SIZES)
        trips = atoms.clamp(last)
        if self._rng.random() < _UNKNOWN_TRIPS:
            trips = last = Poly.symbol(f"S.trips@{name}")
        index = Index(f"@S:{name}", ONE, last)
        return Loop(name, _PLACE, trips, index, EMPTY, self.nest(depth - 1, branches), ONE)

    def parts(self, blocks: int) -> tuple[Node, ...]:
        found: list[Node] = []
        while self.made < blocks:
            found.append(self.nest(self._rng.randint(0, 4), self._rng.randint(0, 2)))
        return tuple(found)


def description_of_blocks(blocks: int) -> Description:
    """Return a program of one unit with about so many blocks."""
    maker = _Maker(blocks)
    tree = Seq(maker.parts(blocks))
    unit = UnitDescription(
        "S",
        "S",
        "S",
        "program",
        "fortran",
        "blocks.f",
        1,
        1,
        tree,
        (),
        (),
        (),
        maker.made,
        0,
        (),
        {},
    )
    return Description(("blocks.f",), 1, (unit,), {})
