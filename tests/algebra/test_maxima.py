"""Maxima under facts about signs: the same values, and as short as people write them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sad.algebra import atoms
from sad.algebra.bind import greatest_of
from sad.algebra.evaluate import compile_polys, evaluate
from sad.algebra.kinds import Work
from sad.algebra.maxima import Signs, greatest, simplify_max
from sad.algebra.poly import ONE, ZERO, Poly, product, total
from sad.algebra.text import formula

N, P, M, ts, tl, tc, i = (Poly.symbol(name) for name in ("N", "P", "M", "ts", "tl", "tc", "@i"))
SIGNS = Signs(times=frozenset(("ts", "tl", "tc")), counts=frozenset("NPM"))


def most(*items: Poly) -> Poly:
    return atoms.max_of(items)


@pytest.mark.parametrize(
    ("poly", "expected"),
    [
        (most(ts, tl + ts), "tl + ts"),
        (most(N * P * ts, N * (tl + ts)), "N*max(P*ts, tl + ts)"),
        (most(N * P * ts, N * atoms.group_of(tl + ts)), "N*max(P*ts, tl + ts)"),
        (most(N * ts, N * most(ts, tl)), "N*max(tl, ts)"),
        (most(N * ts, N * P * most(ts, tl)), "N*P*max(tl, ts)"),
        (most(N * ts, ts), "N*ts"),
        (most(N * ts * 4, M * ts * 6), "2*ts*max(2*N, 3*M)"),
        (most((N - 1) * P * ts, (N - 1) * (tl + ts)), "max(P*ts, tl + ts)*(N - 1)"),
        (most(ts, ZERO) + M * most(tl * N, tl * P), "M*tl*max(N, P) + ts"),
        (most(atoms.floor_quotient(N, P) * ts, N * ts), "N*ts"),
        (most(N * ts - ts, ZERO), "N*ts - ts"),
        (atoms.min_of((ts, tl + ts)), "ts"),
        (most(ts.over(2), tl.over(3)), "max(tl/3, ts/2)"),
        (most(tl + most(ts, tc), tl), "max(tc, ts) + tl"),
        (most(tl + most(ts, tc), tl + ts + tc), "tc + tl + ts"),
        (most(ts, Poly.symbol("x")), "max(ts, x)"),
        (greatest_of("@i", ONE, N, i * ts), "N*ts"),
        (
            atoms.sum_of("@i", ZERO, N - 2, most(ts * (N - 1 - i) * (i + 1), (N - 1 - i) * ts)),
            "sum(i*N - i**2 + N - 2*i - 1, i=0..N - 2)*ts",
        ),
        (
            atoms.sum_of("@i", ONE, N, atoms.pieces_of([((N - i,), ts * atoms.clamp(N - i + M))])),
            "sum(M + N - i, i=1..N)*ts",
        ),
        (
            atoms.intern_atom(
                atoms.Busiest((Work((("@i", ONE, N),), i * i, ts * atoms.clamp(N - i)),))
            ),
            "ts*busiest(N - i, i**2, 1 <= i <= N)",
        ),
        (greatest_of("@i", ZERO, N - 1, (N - i) * ts + P), "N*ts + P"),
    ],
)
def test_as_people_write_it(poly: Poly, expected: str):
    assert formula(simplify_max(poly, SIGNS), {"@i": "i"}) == expected


def test_the_last_index_of_a_range_counts_as_well():
    body = atoms.clamp(N - 1 - i) + i
    assert greatest("@i", ZERO, N, body, SIGNS) == N


def test_facts_of_a_range_end_with_it():
    """An index means something else in a sum that counts with the same name."""
    inner = atoms.sum_of("@i", ZERO, M, most(i * ts, N * ts))
    poly = atoms.sum_of("@i", ZERO, N, inner * (i + 1) * most(i * tl, N * tl))
    found = simplify_max(poly, SIGNS)
    for m in (1, 9):
        values = {"N": 3, "M": m, "ts": Fraction(1, 2), "tl": 2}
        assert evaluate(found, values) == evaluate(poly, values)


def test_what_is_true_of_whole_numbers_only_is_not_used_for_times():
    """``t*t`` is less than ``t`` between 0 and 1, ``N*N`` never less than ``N``."""
    assert simplify_max(most(N * N, N), SIGNS) == N * N
    poly = most(ts * ts, ts)
    assert evaluate(simplify_max(poly, SIGNS), {"ts": Fraction(1, 2)}) == Fraction(1, 2)
    step = atoms.pieces_of([((ts - 1,), ts)])
    assert not SIGNS.holds(step - ts + 0)
    assert not SIGNS.holds(most(ts, ONE) * 2 - ts - 2 + atoms.min_of((ts, ONE)) - ONE)


def test_greatest_needs_the_facts_of_its_range():
    assert greatest("@i", ONE, N, i * (N - i) * ts, SIGNS) == atoms.intern_atom(
        atoms.Greatest("@i", ONE, N, i * N * ts - i * i * ts)
    )
    assert formula(greatest("@i", ONE, N, i * (N * 2 - i) * ts, SIGNS)) == "N**2*ts"
    assert formula(greatest("@i", ZERO, N - 1, (N - i) * (N - i) * ts, SIGNS)) == "N**2*ts"


@pytest.mark.sampled(10)
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_random_formulas_keep_their_values(first: int):
    changed = 0
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        poly = _sum(rng, 3)
        found = simplify_max(poly, SIGNS)
        changed += found != poly
        both = compile_polys([found, poly])
        for _ in range(8):
            values = _point(rng)
            one, other = both(values)
            assert one == other, (seed, formula(poly))
    assert changed > 20


def _point(rng: random.Random) -> dict[str, Fraction | int]:
    times = [0, 1, 2, Fraction(1, 2), Fraction(1, 7), Fraction(5, 3), 11]
    return {
        **{name: rng.choice([1, 1, 2, 3, 5, 17]) for name in "NPM"},
        **{name: rng.choice(times) for name in ("ts", "tl", "tc")},
        "x": rng.choice([-3, -1, 0, 2]),
    }


def _sum(rng: random.Random, depth: int) -> Poly:
    found = total(_term(rng, depth) for _ in range(rng.randint(1, 3)))
    return found.over(rng.choice([1, 1, 1, 2]))


def _term(rng: random.Random, depth: int) -> Poly:
    number = Poly.constant(rng.choice([1, 1, 1, 2, 3, 6, -1, -2]))
    names = [
        Poly.symbol(rng.choice(["N", "P", "M", "ts", "tl", "tc", "x"]))
        for _ in range(rng.randint(0, 2))
    ]
    if depth and rng.random() < 0.7:
        names.append(_atom(rng, depth - 1))
    return number * product(names)


def _atom(rng: random.Random, depth: int) -> Poly:
    parts = [_sum(rng, depth) for _ in range(rng.randint(2, 3))]
    match rng.randrange(10):
        case 8:
            first, last = rng.choice([(ONE, N), (ZERO, N - 2), (P, M), (ZERO, x_of(rng))])
            body = most(*parts, i * parts[0], (N - i) * parts[1])
            if rng.random() < 0.5:
                return greatest_of("@i", first, last, atoms.clamp(body))
            return atoms.sum_of("@i", first, last, body)
        case 9:
            body = atoms.clamp(most((N - i) * ts, parts[0] * i)) * rng.choice([ts, N, ONE])
            ranges = (("@i", rng.choice([ONE, ZERO]), N), ("@j", i, M))
            works = (
                Work(ranges, i * i - Poly.symbol("@j"), body),
                Work(ranges[:1], i * P, ts * rng.choice([ts, N, ONE])),
            )
            return atoms.intern_atom(atoms.Busiest(works[: rng.randint(1, 2)]))
        case 0:
            return atoms.min_of(parts)
        case 1:
            return atoms.group_of(parts[0])
        case 2:
            return atoms.floor_quotient(N + 1, Poly.constant(2)) + atoms.clamp(N - P)
        case 3:
            whole = [(N - M) * (P + 1), N - 2]
            return atoms.pieces_of([((rng.choice(whole),), parts[0])])
        case 4:
            common = rng.choice([N, P * ts, N - 1, N + P, x_of(rng)])
            return most(*(common * item for item in parts))
        case _:
            return most(*parts)


def x_of(rng: random.Random) -> Poly:
    return Poly.symbol("x") * rng.choice([1, -1])
