"""Formulas that are written and read back have the same value everywhere."""

from __future__ import annotations

import random

import pytest

from sad.algebra import atoms
from sad.algebra.conditions import compared, opposite
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.expr.exact import count_of
from sad.pamela.formulas import CannotWrite, FormulaWriter

NAMES = "abc"


def random_poly(source: random.Random, depth: int) -> Poly:
    """Return a formula of every kind that the language has words for."""
    if depth == 0:
        return source.choice([*map(Poly.symbol, NAMES), Poly.constant(source.randint(-3, 5))])
    first, second = (random_poly(source, depth - 1) for _ in range(2))
    divisor = source.choice([Poly.constant(source.randint(2, 5)), Poly.symbol("c")])
    match source.randrange(9):
        case 0:
            return first + second
        case 1:
            return first - second * 2
        case 2:
            return first * second
        case 3:
            return atoms.floor_quotient(first, divisor)
        case 4:
            return atoms.trunc_quotient(first, divisor)
        case 5:
            return atoms.max_of([first, second])
        case 6:
            return atoms.min_of([first, second * second])
        case 7:
            weight = compared(source.choice(["eq", "ge", "lt"]), first - second)
            return weight * first + opposite(weight) * 3
        case _:
            return atoms.clamp(first) * second


@pytest.mark.parametrize("start", range(0, 2000, 200))
def test_random_formulas(start: int):
    writer = FormulaWriter(str)
    for seed in range(start, start + 200):
        source = random.Random(seed)
        before = random_poly(source, 3)
        text = writer.poly(before)
        after = count_of(text, Poly.symbol)
        for _ in range(6):
            values = {name: source.randint(-6, 9) for name in NAMES}
            values["c"] = source.randint(1, 4)
            assert evaluate(after, values) == evaluate(before, values), (seed, text, values)


@pytest.mark.parametrize("seed", range(60))
def test_random_conditions(seed: int):
    source = random.Random(seed)
    writer = FormulaWriter(str)
    first, second = (random_poly(source, 1) for _ in range(2))
    weight = compared(source.choice(["eq", "ne", "ge", "lt"]), first - second)
    if not writer.is_condition(weight):
        assert weight.as_constant is not None
        return
    again = count_of(f"1 if {writer.condition_of(weight)} else 0", Poly.symbol)
    for _ in range(20):
        values = {name: source.randint(1, 9) for name in NAMES}
        assert evaluate(again, values) == evaluate(weight, values)


def test_what_has_no_words():
    root = atoms.root_of(Poly.symbol("a"))
    with pytest.raises(CannotWrite):
        FormulaWriter(str).poly(root)
