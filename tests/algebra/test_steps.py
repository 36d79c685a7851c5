"""Loops with a step that is a parameter, whose variable other bounds use."""

from __future__ import annotations

from itertools import product

import pytest

from sad.algebra.affine import at_least_zero
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import Poly
from sad.algebra.simplify import simplified
from tests.support.nests import Loop, Nest, indices_and_body, runner

STEPPED = Loop("i", "1", "n", "b")

CLOSED = {
    "up to the variable": ((STEPPED, Loop("j", "1", "i")), ()),
    "from the variable": ((STEPPED, Loop("j", "i", "n")), ()),
    "a square from the variable": ((STEPPED, Loop("j", "i", "n"), Loop("k", "i", "n")), ()),
    "from another first value": ((Loop("i", "m", "n", "b"), Loop("j", "m", "i")), ()),
    "with another loop": ((STEPPED, Loop("j", "i", "n"), Loop("k", "1", "j")), ()),
    "a strip inside": ((STEPPED, Loop("j", "i", "min(i + b - 1, n)"), Loop("k", "j", "n")), ()),
}
OPEN = {
    "past the variable": ((STEPPED, Loop("j", "i", "m")), ()),
    "a condition on the variable": ((STEPPED, Loop("j", "1", "i")), ("i <= m",)),
    "an equality": ((STEPPED,), ("i == m",)),
    "halves": ((STEPPED, Loop("j", "1", "quot(i, 2)")), ()),
}


def check(nest: Nest, counted: Poly):
    run = runner(nest)
    for size, start, step in product(range(-6, 9), (-3, 0, 1, 4), (-5, -2, -1, 1, 2, 3, 9)):
        values = {"n": size, "m": start, "b": step}
        assert evaluate(counted, values) == run(values), values


@pytest.mark.parametrize("name", CLOSED)
def test_sum_is_closed_where_the_step_is_positive(name: str):
    nest = Nest(*CLOSED[name])
    counted = sum_nest(*indices_and_body(nest))
    check(nest, counted)
    shown, assumed = simplified(counted)
    assert not has_numeric_sum(shown)
    assert "b" in assumed
    known = frozenset({at_least_zero(Poly.symbol("b") - 1)})
    for size, start, step in product(range(6), (-1, 1, 3), (1, 2, 5)):
        values = {"n": size, "m": start, "b": step}
        expected = evaluate(counted, values)
        assert evaluate(sum_nest(*indices_and_body(nest), known), values) == expected, values


@pytest.mark.parametrize("name", OPEN)
def test_sum_that_is_not_decided_by_the_bounds_stays_exact(name: str):
    nest = Nest(*OPEN[name])
    check(nest, sum_nest(*indices_and_body(nest)))


def test_two_steps():
    nest = Nest((STEPPED, Loop("j", "1", "i"), Loop("k", "1", "n", "c"), Loop("l", "k", "n")))
    counted = sum_nest(*indices_and_body(nest))
    assert not has_numeric_sum(simplified(counted)[0])
    run = runner(nest)
    for size, step, other in product(range(-3, 6), (-2, 1, 3), (-1, 1, 2)):
        values = {"n": size, "b": step, "c": other}
        assert evaluate(counted, values) == run(values), values
