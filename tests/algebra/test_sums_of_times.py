"""Sums of maxima that are no whole numbers: fractions, and symbols that stand for real numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from sad.algebra import atoms
from sad.algebra.domains import Index
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.symbols import index_name, seconds_name

INDEX = index_name("T", "i")
I_VALUE, N, T = Poly.symbol(INDEX), Poly.symbol("N"), Poly.symbol(seconds_name("T", "t"))


def test_a_maximum_of_fractions_is_summed_in_steps_of_the_fraction():
    random = Random(5)
    for _ in range(200):
        first, second, third = (
            Fraction(random.randint(-9, 9), random.randint(1, 7)) for _ in "abc"
        )
        arguments = [I_VALUE * Poly.constant(first) + Poly.constant(third)]
        arguments += [I_VALUE * Poly.constant(second), Poly.constant(third) * N]
        body = random.choice([atoms.max_of, atoms.min_of])(arguments)
        found = sum_nest((Index(INDEX, ONE, N),), body)
        for size in range(6):
            values = {"N": size}
            expected = sum(evaluate(body, {**values, INDEX: i}) for i in range(1, size + 1))
            assert evaluate(found, values) == expected


def test_a_maximum_with_a_real_number_is_right_between_whole_ones():
    found = sum_nest((Index(INDEX, ONE, N),), atoms.max_of([I_VALUE, T]))
    assert evaluate(found, {"N": 3, seconds_name("T", "t"): 1.5}) == 1.5 + 2 + 3
    assert evaluate(found, {"N": 3, seconds_name("T", "t"): Fraction(5, 2)}) == Fraction(8)
