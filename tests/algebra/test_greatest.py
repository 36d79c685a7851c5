"""The greatest of a range, and greatest common divisors: closed where they can be, else by a loop."""

from __future__ import annotations

import math
import random

import pytest

from sad.algebra import atoms, growth
from sad.algebra.bind import bind, greatest_of
from sad.algebra.canonical_text import plain_text
from sad.algebra.evaluate import evaluate
from sad.algebra.known import with_known
from sad.algebra.latex import LatexPrinter
from sad.algebra.numeric import has_numeric_sum, steps_at
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.algebra.sign import Domain, Prover
from sad.algebra.simplify import simplified
from sad.algebra.text import formula
from sad.algebra.vectorise import ArrayFormulas
from tests.support.formulas import random_formula, value_of

n, m, t, i = (Poly.symbol(name) for name in ("n", "m", "t", "@i"))


def number(value: int) -> Poly:
    return Poly.constant(value)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(300))
def test_a_divisor_is_that_of_the_values(seed: int):
    rng = random.Random(seed)
    first, second = (_linear(rng) for _ in range(2))
    if rng.random() < 0.3:
        second = second * first
    found = atoms.gcd_of(first, second)
    for _ in range(20):
        values = {name: rng.randint(-9, 9) for name in "nm"}
        expected = math.gcd(int(evaluate(first, values)), int(evaluate(second, values)))
        assert evaluate(found, values) == expected, (plain_text(first), plain_text(second), values)
        assert evaluate(bind(found, {"n": number(values["n"])}), values) == expected


def _linear(rng: random.Random) -> Poly:
    parts = [number(rng.choice([0, 0, 1, 2, 4, 6, -3])) * item for item in (n, m, n * m, ONE)]
    return total(parts)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (atoms.gcd_of(number(12), number(-18)), number(6)),
        (atoms.gcd_of(n, ONE), ONE),
        (atoms.gcd_of(ZERO, ZERO), ZERO),
        (atoms.gcd_of(n, n), atoms.max_of([n, -n])),
        (atoms.gcd_of(n, ZERO), atoms.max_of([n, -n])),
        (atoms.gcd_of(n * 4, m * 6), atoms.gcd_of(n * 2, m * 3) * 2),
        (atoms.gcd_of(n, m), atoms.gcd_of(m, -n)),
        (atoms.gcd_of(number(3), n * 3 + 6), number(3)),
        (atoms.gcd_of(number(3), n + 6), atoms.gcd_of(n, number(3))),
    ],
)
def test_divisors_in_closed_form(found: Poly, expected: Poly):
    assert found == expected


@pytest.mark.parametrize("seed", range(300))
def test_the_greatest_of_a_range(seed: int):
    """Whatever closed form was taken, and by a loop as well."""
    rng = random.Random(seed)
    names = ("n", "m", "@i") if rng.random() < 0.8 else ("n", "m")
    body = atoms.clamp(random_formula(rng, names)) if rng.random() < 0.5 else _growing(rng)
    first = rng.choice([ZERO, n, m, number(rng.randint(-2, 3)), n - 2])
    last = first + rng.randint(-2, 12) if rng.random() < 0.4 else rng.choice([n, m, n + m])
    found = greatest_of("@i", first, last, body)
    loop = atoms.intern_atom(atoms.Greatest("@i", first, last, body))
    for _ in range(8):
        values = {name: rng.randint(-3, 6) for name in "nm"}
        try:
            start, end = (int(value_of(item, values)) for item in (first, last))
            each = [value_of(body, {**values, "@i": place}) for place in range(start, end + 1)]
        except ZeroDivisionError:
            continue
        if min(each, default=0) < 0:
            continue
        expected = max(each, default=0)
        assert evaluate(found, values) == expected
        assert evaluate(loop, values) == expected
        (array,) = ArrayFormulas([loop])({name: [value] for name, value in values.items()})
        assert float(array.max()) == pytest.approx(float(expected))
        assert evaluate(with_known(values)(loop), {}) == expected


def _growing(rng: random.Random) -> Poly:
    """Straight in the index, and above 0 in all ranges here."""
    return i * rng.choice([-3, -1, 0, 2]) + rng.choice([n * n, ZERO, number(7)]) + 60


def test_closed_forms():
    assert greatest_of("@i", ONE, n, t) == atoms.pieces_of([((n - 1,), t)])
    assert greatest_of("@i", ONE, n, i * 2 + m) == atoms.pieces_of([((n - 1,), n * 2 + m)])
    assert greatest_of("@i", ONE, n, m - i) == atoms.pieces_of([((n - 1,), m - 1)])
    assert greatest_of("@i", ONE, number(2), i * t) == atoms.max_of([t, t * 2])
    assert greatest_of("@i", ONE, n, ZERO) == ZERO
    open_one = greatest_of("@i", ONE, n, i * t)
    assert has_numeric_sum(open_one)
    assert simplified(open_one, ["n", "t"])[0] == open_one  # nothing says that t is not negative
    assert steps_at(open_one, {"n": 5}) == 5


def test_a_size_that_is_assumed_closes_it():
    poly = atoms.max_of([n, m]) + greatest_of("@i", ONE, n, i * m)
    assert formula(simplified(poly)[0]) == "m*n + max(m, n)"


def test_how_it_is_written():
    poly = greatest_of("@i", ONE, n, i * (m - i)) + atoms.gcd_of(n, m)
    assert formula(poly, {"@i": "i"}) == "max(i*m - i**2, i=1..n) + gcd(m, n)"
    assert LatexPrinter(lambda name: name.strip("@")).poly(poly) == (
        r"\max_{1\le i\le n}\left(i m - i^{2}\right) + \gcd\left(m, n\right)"
    )


def test_it_is_never_negative_and_grows_as_its_body():
    poly = greatest_of("@i", ONE, n, i * (m - i)) + atoms.gcd_of(n, m)
    assert Prover(Domain({})).is_never_negative(poly)
    bounds = growth.Bounds(lambda _: False, lambda _: True)
    (found,) = bounds.of_terms(greatest_of("@i", ONE, n, i * t)).values()
    assert found == [frozenset(((("n", 1), ("t", 1)),))]
