"""Chains for the tests: random ones, and a line of queues that is hard for iterative methods."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sad.stochastic.chains import chain_of

if TYPE_CHECKING:
    import random

    from sad.stochastic.chains import Chain

Rows = list[dict[int, Fraction]]


def random_rows(rng: random.Random, size: int, extra: int = 2) -> Rows:
    """A chain that leads from every state to every other: a ring through all, and arcs across."""
    ring = list(range(size))
    rng.shuffle(ring)
    rows: Rows = [{} for _ in ring]
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        if here != there:
            rows[here][there] = _rate(rng)
    for here in range(size):
        for there in rng.choices(range(size), k=extra):
            if here != there:
                rows[here][there] = _rate(rng)
    return rows


def _rate(rng: random.Random) -> Fraction:
    return Fraction(rng.randint(1, 60), rng.choice((1, 2, 7, 10)))


def chain_from(rows: Rows) -> Chain:
    arcs = [(i, j, float(rate)) for i, row in enumerate(rows) for j, rate in row.items()]
    return (
        chain_of(len(rows), *zip(*arcs, strict=True)) if arcs else chain_of(len(rows), [], [], [])
    )


def tandem(most: int) -> Chain:
    """Three queues in a row with room for ``most`` each; a full one blocks the one before."""
    size = (most + 1) ** 3
    number = np.arange(size)
    first, second, third = (
        number // (most + 1) ** 2,
        number // (most + 1) % (most + 1),
        number % (most + 1),
    )
    steps = (
        (first < most, (most + 1) ** 2, 0.8),
        ((first > 0) & (second < most), -((most + 1) ** 2) + most + 1, 1.0),
        ((second > 0) & (third < most), -most, 1.1),
        (third > 0, -1, 0.9),
    )
    sources = [number[mask] for mask, _, _ in steps]
    targets = [number[mask] + shift for mask, shift, _ in steps]
    rates = [np.full(mask.sum(), rate) for mask, _, rate in steps]
    return chain_of(size, *map(np.concatenate, (sources, targets, rates)))
