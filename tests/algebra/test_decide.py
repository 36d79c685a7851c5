"""Formulas with conditions put together and printed: equal to the original at every point tried."""

from __future__ import annotations

import random
from itertools import product as points_of
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.conditions import both, either, is_zero, not_negative, opposite
from sad.algebra.decide import Decider
from sad.algebra.diagrams import outside
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, Poly
from sad.algebra.simplify import Simplifier, at_least_one
from sad.algebra.text import Printer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number

A, B, C, FLAG = (Poly.symbol(name) for name in ("A", "B", "C", "FLAG"))
NAMES = ("A", "B", "C")


def decider(assumed: tuple[str, ...] = (), truths: tuple[str, ...] = ()) -> Decider:
    simplifier = Simplifier(at_least_one(assumed, set()))
    return Decider(simplifier.poly, simplifier.holds, truths)


def random_condition(rng: random.Random, depth: int) -> Poly:
    """A truth value like those that branches of a program make."""
    kind = rng.randrange(7 if depth else 3)
    form = Poly.constant(rng.randint(-3, 3))
    for symbol in rng.sample((A, B, C), rng.choice((1, 1, 1, 2))):
        form = form + symbol * rng.choice((-2, -1, 1, 1, 3))
    if kind == 0:
        return is_zero(form)
    if kind in (1, 2):
        return not_negative(form)
    one, other = random_condition(rng, depth - 1), random_condition(rng, depth - 1)
    if kind == 3:
        return both(one, other)
    if kind == 4:
        return either(one, other)
    if kind == 5:
        return opposite(one)
    return not_negative(form + one * rng.randint(-3, 3) - other * 2)  # a value that is gated


def random_formula(rng: random.Random) -> Poly:
    result = Poly.constant(rng.randint(-1, 1))
    for number in range(rng.randint(1, 4)):
        guard = atoms.guard_of(f"P.prob@if{number}", random_condition(rng, 3))
        value = rng.choice((ONE, A, A * B, C + 1, atoms.max_of((A - B * guard, C)), A * (A - 1)))
        weight = guard if rng.random() < 0.5 else atoms.not_of(guard)
        result = result + weight * atoms.group_of(value) * rng.choice((1, 2, -1))
    return result


def value_of_text(text: str, values: Mapping[str, Number]) -> float:
    """The value of a shown formula; Python reads it once brackets are numbers."""
    code = text.replace("[", "int(").replace("]", ")")
    known: dict[str, object] = {"int": int, "max": max, "min": min, "__builtins__": {}}
    return float(eval(code, known, dict(values)))


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_put_together_has_the_same_values_and_so_has_its_text(seed: int):
    rng = random.Random(seed)
    formula = random_formula(rng)
    result = decider().poly(formula)
    text = Printer(str, longest=100_000).poly(result)
    for point in points_of(range(-3, 4), repeat=3):
        values: dict[str, Number] = dict(zip(NAMES, point, strict=True))
        expected = evaluate(formula, values)
        assert evaluate(result, values) == expected, (values, text)
        assert value_of_text(text, values) == pytest.approx(float(expected)), (values, text)


@pytest.mark.parametrize("seed", range(30))
def test_under_an_assumption_the_values_are_equal_where_it_holds(seed: int):
    rng = random.Random(1000 + seed)
    formula = random_formula(rng)
    result = decider(assumed=("A", "B")).poly(formula)
    for a, b, c in points_of(range(1, 5), range(1, 5), range(-3, 4)):
        values: dict[str, Number] = {"A": a, "B": b, "C": c}
        assert evaluate(result, values) == evaluate(formula, values), values


def guard(condition: Poly, name: str = "P.prob@if1") -> Poly:
    return atoms.guard_of(name, condition)


def text_of(poly: Poly, codings: dict[str, Coding] | None = None, **how: tuple[str, ...]) -> str:
    known = codings or {}
    printer = Printer(str, coding=lambda symbol: known.get(symbol, Coding.INTEGER))
    return printer.poly(decider(**how).poly(poly))


def test_a_letter_in_either_case_is_one_condition():
    is_small = both(not_negative(A - 97), not_negative(-A + 122))
    same = either(is_zero(A - 78), is_zero(A + 32 * opposite(is_small) - 110))
    assert text_of(guard(same) * B, {"A": Coding.TEXT}) == "[A in {'N', 'n'}]*B"
    assert text_of(atoms.not_of(guard(same)), {"A": Coding.TEXT}) == "[A not in {'N', 'n'}]"


def test_products_of_conditions_are_said_once():
    first, second = guard(is_zero(A)), guard(opposite(is_zero(A)), "P.prob@if2")
    assert text_of(first * first * B) == "[A == 0]*B"
    assert text_of(first * second * B) == "0"
    assert text_of(first * B + second * C) == "(B if A == 0 else C)"
    assert text_of(first * B + second * B) == "B"


def test_real_options_have_no_order():
    zero, one = guard(is_zero(A)), guard(is_zero(A - 1), "P.prob@if2")
    neither = atoms.not_of(zero) * atoms.not_of(one) * B
    assert text_of(neither, {"A": Coding.REAL}) == "[A not in {0, 1}]*B"


def test_logical_variables_stand_for_themselves():
    codings = {"FLAG": Coding.TRUTH}
    flag = guard(FLAG)
    how = {"truths": ("FLAG",)}
    assert text_of(flag * B, codings, **how) == "[FLAG]*B"
    assert text_of(atoms.not_of(flag) * B, codings, **how) == "[not FLAG]*B"
    both_ways = flag * B + atoms.not_of(flag) * C
    assert text_of(both_ways, codings, **how) in ("(B if FLAG else C)", "(C if not FLAG else B)")


def test_a_condition_goes_where_the_formula_is_zero_anyway():
    count = guard(not_negative(A - 2)) * A * (A - 1)
    assert text_of(count, assumed=("A",)) == "A**2 - A"
    assert text_of(count) == "[A >= 2]*A*(A - 1)"


def test_checks_of_arguments_are_a_product():
    wrong = either(is_zero(A), either(not_negative(B - C - 1), is_zero(C)))
    text = text_of(atoms.not_of(guard(wrong)) * B)
    assert sorted(text.removesuffix("]*B").removeprefix("[").split(" and ")) == sorted(
        ["A != 0", "C != 0", "C >= B"]
    )


def test_what_is_outside_of_intervals():
    assert outside([(None, 3), (5, 5)]) == [(4, 4), (6, None)]
    assert outside([(0, 2)]) == [(None, -1), (3, None)]
    assert outside([(None, None)]) == []


def test_pieces_told_apart_by_the_lesser_of_two_are_decided_with_it():
    least = atoms.min_of((A, B))
    lower, upper = (least + 1 - A, B + 1 - A), (A - least - 2,)
    count = atoms.pieces_of([(lower, A - 1), (upper, least * 2)])
    result = decider(assumed=("A", "B")).poly(count)
    assert "min" not in Printer(str).poly(result)
    for a, b in points_of(range(1, 8), repeat=2):
        values: dict[str, Number] = {"A": a, "B": b}
        assert evaluate(result, values) == evaluate(count, values), values
