"""The busiest member of a family: closed forms and the atom against going through all iterations."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms, growth
from sad.algebra.bind import bind
from sad.algebra.busiest import Part, busiest
from sad.algebra.domains import Index
from sad.algebra.evaluate import compile_polys, evaluate
from sad.algebra.maxima import Signs
from sad.algebra.numeric import added_up, has_numeric_sum, steps_at
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.text import formula
from sad.algebra.vectorise import ArrayFormulas
from tests.support.formulas import value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

N, M, P, k, tu, i, j = (Poly.symbol(name) for name in ("N", "M", "P", "k", "tu", "@i", "@j"))
SIGNS = Signs(times=frozenset(("tu",)), counts=frozenset("NMP"))
NUMBERS = Poly.constant


def modulo(top: Poly, divisor: Poly) -> Poly:
    return top - divisor * atoms.floor_quotient(top, divisor)


def loop(name: str, first: Poly, last: Poly) -> Index:
    return Index(name, first, last)


def walked(parts: list[Part], values: Mapping[str, Fraction | int]) -> Fraction | int:
    table: dict[Fraction | int, Fraction | int] = {}
    for part in parts:
        for item in _iterations(part.indices, values):
            member = value_of(part.member, item)
            table[member] = table.get(member, 0) + value_of(part.amount, item)
    return max([0, *table.values()])


def _iterations(
    indices: tuple[Index, ...], values: Mapping[str, Fraction | int]
) -> Iterator[Mapping[str, Fraction | int]]:
    if not indices:
        yield values
        return
    first, last = (int(value_of(end, values)) for end in (indices[0].first, indices[0].last))
    for place in range(first, last + 1):
        yield from _iterations(indices[1:], {**values, indices[0].name: place})


def _single(rng: random.Random) -> tuple[list[Part], bool]:
    """A loop that chooses, with loops around and in it, and whether there is a closed form."""
    first = rng.choice([ZERO, ONE, k, k + 1, M, -k])
    last = rng.choice([N, N - 1, first + rng.randint(-2, 30), first + N - 1, k + M])
    shift = rng.choice([ZERO, ZERO, NUMBERS(rng.randint(-4, 4)), k, -first])
    size = rng.choice([NUMBERS(rng.randint(1, 7)), P, M, P + 1])
    step = rng.choice([ONE, ONE, -ONE, NUMBERS(rng.randint(-6, 6)), M, k])
    closed = True
    match rng.randrange(6):
        case 0:
            member = rng.choice([k, NUMBERS(3), N])
        case 1:
            member = i * rng.choice([1, -1, 2, -3]) + shift
        case 2:
            member = atoms.floor_quotient(i * rng.choice([1, -1]) + shift, size) * rng.choice(
                [1, -2]
            )
        case 3 | 4:
            top = i * step + shift
            member = modulo(top, size) * rng.choice([1, 1, -1]) + rng.choice([ZERO, k])
        case _:
            member, closed = modulo(i * i, size) + atoms.floor_quotient(i, NUMBERS(3)), False
    amount = rng.choice([tu, tu * N + 1, ONE * 2])
    indices = [loop("@i", first, last)]
    if rng.random() < 0.4:
        indices.insert(0, loop("@a", ONE, rng.choice([N, NUMBERS(3), k])))
    if rng.random() < 0.5:
        inner = rng.choice([loop("@j", ZERO, M), loop("@j", k, N), loop("@j", first, i + 2)])
        indices.append(inner)
        if rng.random() < 0.3:
            amount = amount * atoms.max_of([j, NUMBERS(0)])
        closed = closed and not atoms.depends_on(inner.last, "@i")
    return [Part(tuple(indices), member, amount)], closed


def _several(rng: random.Random) -> tuple[list[Part], bool]:
    parts = _single(rng)[0] + _single(rng)[0]
    if rng.random() < 0.5:
        parts.append(Part((), rng.choice([k, ONE]), tu))
    nest = (loop("@i", ONE, N), loop("@j", rng.choice([ONE, i]), M))
    if rng.random() < 0.5:
        parts = [Part(nest, modulo(i * 2 + j, P), rng.choice([tu, i + tu]))]
    return parts, False


@pytest.mark.sampled(10)
@pytest.mark.parametrize("start", range(0, 3000, 100))
def test_random_families(start: int):
    """All 3,000 have the value found by going through all iterations."""
    open_ones = expected_closed = 0
    for seed in range(start, start + 100):
        rng = random.Random(seed)
        parts, closed = _single(rng) if seed % 4 else _several(rng)
        found = busiest(parts, SIGNS)
        open_ones += has_numeric_sum(found)
        expected_closed += closed
        if closed:
            assert not has_numeric_sum(found), (seed, formula(found))
        value = compile_polys([found])
        for _ in range(5):
            values = {
                **{name: rng.randint(1, 9) for name in "NMP"},
                "k": rng.randint(-3, 8),
                "tu": rng.choice([0, 1, Fraction(1, 3), Fraction(5, 2)]),
            }
            assert value(values) == [walked(parts, values)], (seed, values, formula(found))
    assert expected_closed > 25
    assert open_ones > 15


def test_remainders_by_every_divisor_step_and_number():
    member = modulo(i * k + 5, P)
    found = busiest([Part((loop("@i", ONE, N),), member, ONE)], SIGNS)
    assert not has_numeric_sum(found)
    value = compile_polys([found])
    for divisor in range(1, 13):
        for step in range(-13, 14):
            seen: dict[int, int] = {}
            for number in range(1, 25):
                rest = (number * step + 5) % divisor
                seen[rest] = seen.get(rest, 0) + 1
                expected = max(seen.values())
                assert value({"P": divisor, "k": step, "N": number}) == [expected]


def test_blocks_at_every_place():
    found = busiest([Part((loop("@i", k, N),), atoms.floor_quotient(i, P), ONE)], SIGNS)
    assert not has_numeric_sum(found)
    value = compile_polys([found])
    for size in range(1, 8):
        for first in range(-9, 9):
            seen: dict[int, int] = {}
            for last in range(first - 2, first + 25):
                if last >= first:
                    seen[last // size] = seen.get(last // size, 0) + 1
                expected = max(seen.values(), default=0)
                assert value({"P": size, "k": first, "N": last}) == [expected]


def test_gauss():
    """A column of the rest of the matrix for each processor, cyclically."""
    nest = (loop("@j", k + 1, N - 1), loop("@i", k + 1, N - 1))
    signs = Signs(frozenset(("tu",)), frozenset("NP"), least=(("k", 0),), forms=(N - k - 2,))
    found = busiest([Part(nest, modulo(j, P), tu)], signs)
    assert formula(found) == "tu*(floor((N - k - 2)/P) + 1)*(N - k - 1)"
    for rest, processors in ((9, 2), (9, 3), (1, 4), (8, 4)):
        values = {"N": 20 + rest, "k": 19, "P": processors, "tu": Fraction(1, 3)}
        assert evaluate(found, values) == -(-rest // processors) * rest * Fraction(1, 3)


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        (ZERO, "N*tu"),
        (i + k, "tu"),
        (atoms.floor_quotient(i, P), "min(N, P)*tu"),
        (modulo(i, P), "tu*(floor((N - 1)/P) + 1)"),
        (modulo(M * i, P), "tu*(floor((N*gcd(M, P) - 1)/P) + 1)"),
    ],
)
def test_how_closed_forms_read(member: Poly, expected: str):
    assert formula(busiest([Part((loop("@i", ZERO, N - 1),), member, tu)], SIGNS)) == expected


def test_members_that_are_told_apart():
    parts = [Part((), ONE, tu), Part((), NUMBERS(2), tu * 3), Part((), ONE, tu)]
    assert formula(busiest(parts, SIGNS)) == "3*tu"
    assert has_numeric_sum(busiest([Part((), k, tu), Part((), N, tu)], SIGNS))


def test_what_is_not_known_to_be_a_size_is_walked_through():
    found = busiest([Part((loop("@i", ZERO, N - 1),), modulo(i, k), tu)], SIGNS)
    assert formula(found, {"@i": "i"}) == "tu*busiest(1, -floor(i/k)*k + i, 0 <= i <= N - 1)"
    assert evaluate(found, {"N": 10, "k": -3, "tu": 2}) == 8
    assert steps_at(found, {"N": 10}) == 10
    atom = busiest([Part((loop("@i", ZERO, NUMBERS(9)),), modulo(i * i, NUMBERS(4)), ONE)])
    assert added_up(atom) == NUMBERS(5)
    bound = bind(found, {"k": NUMBERS(3), "N": NUMBERS(10)})
    assert evaluate(bound, {"tu": 1}) == 4


def test_a_trip_count_of_its_own():
    index = Index("@i", ONE, N, M)
    assert busiest([Part((index,), ONE, tu)], SIGNS) == tu * index.trips
    with pytest.raises(ValueError, match="not how often it runs"):
        busiest([Part((index,), i, tu)], SIGNS)


def test_too_many_iterations_are_an_error():
    found = busiest([Part((loop("@i", ONE, N),), modulo(i * i, P), ONE)], SIGNS)
    for value in (evaluate, lambda poly, at: ArrayFormulas([poly])(at)):
        with pytest.raises(OverflowError, match="50 million"):
            value(found, {"N": 51_000_000, "P": 7})
    wide = Part((loop("@i", ONE, N), loop("@j", ONE, N)), modulo(i * j, P), ONE)
    with pytest.raises(OverflowError, match="50 million"):
        ArrayFormulas([busiest([wide], SIGNS)])({"N": 8000, "P": 7})


def test_arrays_of_points_and_long_loops():
    nest = (loop("@i", ONE, N), loop("@j", i, M))
    found = busiest([Part(nest, modulo(i * i + j, P), j * tu + 1)], SIGNS)
    points = {"N": [3, 9, 0, 40], "M": 30, "P": [[1], [4], [7]], "tu": 0.5}
    (array,) = ArrayFormulas([found])(points)
    assert array.shape == (3, 4)
    for row, (p,) in enumerate(points["P"]):
        for column, n in enumerate(points["N"]):
            values = {"N": n, "M": 30, "P": p, "tu": 0.5}
            assert float(array[row, column]) == pytest.approx(evaluate(found, values))
    (long_one,) = ArrayFormulas([found])({"N": 3000, "M": 3000, "P": 64, "tu": 0})
    assert 4_501_500 / 64 <= float(long_one) <= 4_501_500 / 64 * 1.05


def test_an_elimination_step_by_step_takes_milliseconds():
    """The sum over all steps of what the busiest has, without closed forms."""
    nest = (loop("@j", k + 1, N - 1),)
    step = busiest([Part(nest, modulo(j * j, P), tu * (N - 1 - k))], SIGNS)
    whole = atoms.sum_of("@k", ZERO, N - 2, bind(step, {"k": Poly.symbol("@k")}))
    formulas = ArrayFormulas([whole])
    values = {"N": 512, "P": 64, "tu": 1}
    formulas(values)
    start = time.process_time()
    (found,) = formulas(values)
    assert time.process_time() - start < 1.0  # 0.05 s on an idle core
    assert float(found) == evaluate(whole, values)


def test_bounds_of_growth():
    found = busiest([Part((loop("@i", ONE, N),), modulo(i * i, P), i * M)])
    bounds = growth.Bounds(lambda _: False, lambda _: True)
    (bound,) = bounds.of_terms(found).values()
    assert bound == [frozenset(((("M", 1), ("N", 2)),))]
