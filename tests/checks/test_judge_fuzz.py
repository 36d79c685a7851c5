"""What is claimed of random differences, held against their values at all points of a box."""

import random
from itertools import product

import pytest

from sad.algebra import atoms
from sad.algebra.crossing import find_chance, find_crossover
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.sign import Facts
from sad.checks.compare.judge import judge
from sad.checks.outcome import Verdict

N, M, P = (Poly.symbol(name) for name in ("F.N", "F.M", "F.prob@if1"))
FACTS = Facts({"F.prob@if1": 0}, {"F.prob@if1": 1})
PAIRS = 400


def factor(chance: random.Random) -> Poly:
    """A trip count, a condition or a probability: something that is never negative."""
    size = chance.choice((N, N, M))
    match chance.randrange(10):
        case 0 | 1 | 2:
            return atoms.clamp(size)
        case 3:
            return atoms.clamp(size - chance.randrange(-3, 4))
        case 4:
            divisor = chance.choice((2, 3, 4, 8))
            return atoms.clamp(atoms.floor_of(size + chance.randrange(-2, 3), divisor) + 1)
        case 5:
            return atoms.clamp(atoms.min_of((N, M)))
        case 6:
            return atoms.pieces_of([((N - M,), N * N - N * M), ((size - 3,), ONE)])
        case 7:
            return chance.choice((P, atoms.not_of(P)))
        case 8:
            return atoms.clamp(N - M)
        case _:
            return atoms.clamp(atoms.floor_quotient(N - 1, Poly.symbol("F.NB")) + 1) * (
                atoms.pieces_of([((Poly.symbol("F.NB") - 1,), ONE)])
            )


def amount(chance: random.Random) -> Poly:
    total = Poly.constant(chance.randrange(4))
    for _ in range(chance.randrange(1, 4)):
        term = Poly.constant(chance.randrange(1, 6))
        for _ in range(chance.randrange(1, 3)):
            term = term * factor(chance)
        total = total + term
    return total


def pair(chance: random.Random) -> tuple[Poly, Poly]:
    old = amount(chance)
    match chance.randrange(3):
        case 0:
            return old, amount(chance)
        case 1:
            return old, old + amount(chance)
        case _:
            return old + amount(chance), old


def values(difference: Poly, least: int):
    """Points of a box with the difference there."""
    formula = compile_polys([difference])
    for n, m, nb, p in product(range(least, 9), range(least, 7), (1, 2, 3, 5), (0, 0.3, 1)):
        point = {"F.N": n, "F.M": m, "F.NB": nb, "F.prob@if1": p}
        yield point, formula(point)[0]


@pytest.mark.parametrize("seed", range(4))
def test_claimed_signs_hold(seed: int):
    chance = random.Random(seed)
    verdicts: dict[Verdict, int] = {}
    proved = 0
    for _ in range(PAIRS // 4):
        old, new = pair(chance)
        found = judge(old, new, FACTS)
        verdicts[found.verdict] = verdicts.get(found.verdict, 0) + 1
        least = -3 if found.verdict is Verdict.IDENTICAL else 1
        for point, value in values(new - old, least):
            if found.verdict is Verdict.IDENTICAL:
                assert value == pytest.approx(0, abs=1e-9), (old.text, new.text, point)
            elif found.sign is not None:
                assert found.sign >= 0 or value < 1e-9, point
                assert found.sign <= 0 or value > -1e-9, point
                assert found.sign != 0 or abs(value) < 1e-9, point
        proved += found.sign is not None
        check_crossover(found.simple, found.assumed)
    assert proved > PAIRS // 4 // 3  # what cannot be claimed, cannot be wrong
    assert len(verdicts) > 3


def check_crossover(difference: Poly, assumed: frozenset[str]) -> None:
    chance = find_chance(difference, FACTS, assumed)
    if chance is not None:
        for point, value in values(difference, 1):
            above = point["F.prob@if1"] - float(chance.value)
            assert above * value * chance.sign >= -1e-9, point
    found = find_crossover(difference, FACTS)
    if found is None:
        return
    formula = compile_polys([difference])
    assert formula({found.symbol: found.point - 1})[0] * found.sign < 0
    for size in range(found.point, found.point + 200):
        assert formula({found.symbol: size})[0] * found.sign >= 0


@pytest.mark.parametrize(
    ("old", "new", "point", "sign"),
    [
        (N**3 * 2, N**2 * 100, 50, -1),
        (N * 40, N**2, 40, 1),
        (N * 7, Poly.constant(280), 40, -1),
        (atoms.floor_of(N, 2) * 10 + 30, N * 6, 29, 1),
    ],
)
def test_crossovers_are_exact(old: Poly, new: Poly, point: int, sign: int):
    found = find_crossover(new - old, FACTS)
    assert found is not None
    assert (found.point, found.sign) == (point, sign)


def test_hidden_growth_is_no_order():
    """What is left of a division does not grow: N*(N - 2*floor(N/2)) is no N**2."""
    rest = N - 2 * atoms.floor_of(N, 2)
    trips = atoms.clamp(N)
    found = judge(trips * 3, trips * rest + trips * 3, FACTS)
    assert (found.verdict, found.sign) == (Verdict.LEADING, 1)
    assert judge(N * 3, N**2 + N, FACTS).verdict is Verdict.ORDER
    assert judge(ZERO, atoms.clamp(N) * M, FACTS).verdict is Verdict.ORDER
    assert judge(N * M, N * M + N * 4, FACTS).verdict is Verdict.LOWER


@pytest.mark.parametrize(
    ("added", "verdict"),
    [
        (21 - 21 * P * Poly.symbol("F.trips@do1"), Verdict.INCOMPARABLE),
        (21 * N - 21 * P * Poly.symbol("F.trips@do1") * N, Verdict.INCOMPARABLE),
        (3 - 21 * P * Poly.symbol("F.trips@do1"), Verdict.CHEAPER),
        (21 - 21 * P * N, Verdict.CHEAPER),
    ],
)
def test_what_runs_unless_a_loop_was_left_is_not_called_cheaper(
    added: Poly, verdict: Verdict
) -> None:
    """That is ``1 - p*n`` times, never negative, though other parts add more ``p*n`` than it takes."""
    old = 100 * P * Poly.symbol("F.trips@do1") * (N + 1) + 100 * P * N
    least = {"F.prob@if1": 0, "F.trips@do1": 0, "F.N": 0}
    facts = Facts(least, {"F.prob@if1": 1})
    assert judge(old, old + added, facts).verdict is verdict


def test_a_constant_more_of_what_is_too_large_is_of_lower_order():
    """How the sum grows cannot be told, but a part of it does, and what is added does not."""
    sizes = [Poly.symbol(f"F.N{number}") for number in range(14)]
    large = ONE
    for size in sizes:
        large = large * atoms.min_of((size, N))
    added = 21 * P
    verdicts = [
        judge(large + N, large + N + more, FACTS, parts).verdict
        for more, parts in (
            (added, (N,)),
            (added, ()),
            (added, (ONE,)),
            (added, (N - 2 * atoms.floor_of(N, 2),)),
            (added * M, (N,)),
        )
    ]
    assert verdicts == [Verdict.LOWER, *[Verdict.INCOMPARABLE] * 4]
