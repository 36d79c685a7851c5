"""Closed forms of random loop nests against brute force, at points that include empty loops."""

from __future__ import annotations

import random

import pytest

from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.simplify import simplified
from tests.algebra.fuzz import Tally, compare
from tests.support.nests import indices_and_body, runner
from tests.support.random_nests import random_nest, random_values

_BATCH = 50


@pytest.mark.parametrize("first", range(0, 1000, _BATCH))
def test_random_nests_equal_brute_force(first: int):
    tally = Tally()
    for seed in range(first, first + _BATCH):
        compare(seed, 8, tally)
    assert not tally.wrong, "\n".join(tally.wrong)


@pytest.mark.parametrize("first", range(2000, 2200, _BATCH))
def test_shown_formulas_equal_brute_force_where_they_are_said_to_hold(first: int):
    for seed in range(first, first + _BATCH):
        rng = random.Random(seed)
        nest = random_nest(rng)
        shown, assumed = simplified(sum_nest(*indices_and_body(nest)))
        run = runner(nest)
        for _ in range(4):
            values = random_values(rng, -4, 7)
            values |= {name: abs(values[name]) or 1 for name in assumed}
            assert evaluate(shown, values) == run(values), (seed, str(nest), values, assumed)
