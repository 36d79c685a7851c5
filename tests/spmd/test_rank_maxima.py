"""Ranks at which formulas are greatest, against all ranks."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, ZERO, Poly
from sad.spmd.rank_maxima import Extremes
from sad.symbols import NPROCS, RANK

R, P, N = Poly.symbol(RANK), Poly.symbol(NPROCS), Poly.symbol("n")
HERE = tuple(Poly.symbol(name) for name in ("n", NPROCS))


def affine(rng: random.Random) -> Poly:
    return (
        R * rng.randint(-3, 3)
        + N * rng.randint(-2, 2)
        + P * rng.randint(-2, 2)
        + rng.randint(-9, 9)
    )


def formula(rng: random.Random, depth: int) -> Poly:
    """A formula as sources have them: conditions, maxima, shares and neighbours."""
    kind = rng.randrange(8 if depth else 3)
    if kind == 0:
        return affine(rng)
    if kind == 1:
        return atoms.mod_of(R + rng.randint(-2, 3), P)
    if kind == 2:
        return rng.choice(HERE)
    inner = formula(rng, depth - 1)
    if kind == 3:
        return atoms.max_of((inner, affine(rng)))
    if kind == 4:
        return atoms.min_of((inner, rng.choice(HERE)))
    if kind == 5:
        return atoms.pieces_of([((inner,), affine(rng)), ((affine(rng),), ONE)])
    if kind == 6:
        return atoms.mod_of(R + rng.randint(0, 3), Poly.constant(rng.randint(2, 4))) * N
    return atoms.pieces_of([((R - atoms.mod_of(N, P),), N), ((atoms.mod_of(N, P) - R - 1,), N + 1)])


@pytest.mark.parametrize("seed", range(300))
def test_no_rank_has_more(seed: int) -> None:
    rng = random.Random(seed)
    polys = [formula(rng, 2) for _ in range(rng.randint(1, 2))]
    weights = [rng.choice((1, 2, -1)) for _ in polys]
    found = Extremes(polys)
    if not found.known:
        return
    total = sum((poly * weight for poly, weight in zip(polys, weights, strict=True)), ZERO)
    points = [(n, p) for n in (1, 5, 12) for p in (1, 2, 3, 7, 12)]
    rows = {
        "n": np.array([n for n, _ in points], float),
        NPROCS: np.array([p for _, p in points], float),
    }
    ranks = found.ranks(rows, len(points))
    for place, (n, p) in enumerate(points):
        all_values = [evaluate(total, {"n": n, NPROCS: p, RANK: rank}) for rank in range(p)]
        looked_at = {int(rank) for rank in ranks[:, place]}
        assert looked_at <= set(range(p))
        assert max(all_values[rank] for rank in looked_at) == max(all_values), (n, p)


def test_most_formulas_are_known() -> None:
    known = sum(Extremes([formula(random.Random(seed), 2)]).known for seed in range(300))
    assert known > 150


def test_few_ranks_are_looked_at() -> None:
    share = atoms.trunc_quotient(N, P) + atoms.pieces_of([((atoms.mod_of(N, P) - R - 1,), ONE)])
    found = Extremes([share, R * -2])
    ranks = found.ranks({"n": np.array([10007.0]), NPROCS: np.array([1000.0])}, 1)
    assert found.known
    assert sorted(set(ranks[:, 0])) == [0.0, 5.0, 6.0, 7.0, 999.0]


def test_sizes_may_only_go_in_steps() -> None:
    assert not Extremes([], [R * 8]).known
    assert Extremes([R], [atoms.pieces_of([((R - 1,), N)])]).known


@pytest.mark.parametrize(
    "poly",
    [
        R * R,
        atoms.floor_quotient(N, R),
        atoms.floor_quotient(R * N, P),
        atoms.power_of(Poly.constant(2), R),
        atoms.max_of((R, N)) * R,
    ],
)
def test_unknown(poly: Poly) -> None:
    assert not Extremes([poly]).known
