"""Random loop nests and their sums by brute force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.domains import Index
from sad.counting.evaluate import evaluate
from sad.counting.poly import ONE, Poly

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

SIZES = ("n", "m")


@dataclass(frozen=True)
class Nest:
    """A loop nest, outermost index first, and what is summed over it."""

    indices: tuple[Index, ...]
    body: Poly


def random_nest(rng: random.Random) -> Nest:
    """Return a nest of depth 1 to 3: affine bounds, max and min of them, divisions, guards."""
    indices: list[Index] = []
    for depth in range(rng.randint(1, 3)):
        outer = [index.name for index in indices]
        first = _bound(rng, outer) if rng.random() < 0.6 else ONE
        last = _bound(rng, outer)
        if rng.random() < 0.25:
            first = atoms.max_of([first, _affine(rng, outer)])
        if rng.random() < 0.25:
            last = atoms.min_of([last, _affine(rng, outer)])
        if rng.random() < 0.1:
            last = atoms.max_of([last, _affine(rng, outer)])
        if rng.random() < 0.05:
            last = atoms.trunc_quotient(_affine(rng, outer), Poly.constant(2))
        indices.append(Index(f"@{depth}", first, last))
    body = ONE
    if rng.random() < 0.3:
        body = Poly.symbol(indices[-1].name) + rng.randint(0, 3)
    if rng.random() < 0.2:
        body = body * atoms.clamp(_affine(rng, [index.name for index in indices]))
    if rng.random() < 0.1:
        body = body * Poly.symbol("p")
    return Nest(tuple(indices), body)


def _bound(rng: random.Random, outer: list[str]) -> Poly:
    form = _affine(rng, outer)
    if rng.random() < 0.15:
        form = atoms.floor_quotient(form, Poly.constant(rng.choice([2, 3]))) + rng.randint(-1, 2)
    return form


def _affine(rng: random.Random, outer: list[str]) -> Poly:
    form = Poly.constant(rng.randint(-2, 3))
    for name in SIZES:
        if rng.random() < 0.35:
            form = form + Poly.symbol(name) * rng.choice([1, 1, 1, -1, 2])
    for name in outer:
        if rng.random() < 0.5:
            form = form + Poly.symbol(name) * rng.choice([1, 1, -1, 2])
    return form


def brute_force(nest: Nest, values: Mapping[str, int]):
    """Return the sum by running through every iteration."""

    def below(depth: int, values: Mapping[str, int]):
        if depth == len(nest.indices):
            return evaluate(nest.body, values)
        index = nest.indices[depth]
        first, last = evaluate(index.first, values), evaluate(index.last, values)
        return sum(
            below(depth + 1, {**values, index.name: step}) for step in range(first, last + 1)
        )

    return below(0, values)
