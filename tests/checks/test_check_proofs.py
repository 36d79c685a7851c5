"""Answers about random formulas against their values: what is called proved or refuted is so."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import product

import pytest

from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.checks.contracts.compare import Comparison
from sad.checks.contracts.hold import within_order
from sad.checks.contracts.names import UnitNames
from sad.checks.contracts.order import read_order
from sad.checks.costs.record import Symbol
from sad.expr.exact import count_of
from tests.checks.made_outcome import unit

NAMES = UnitNames(
    replace(
        unit("U"),
        symbols=tuple(Symbol(f"U.{name}", name, f"argument {n}") for n, name in enumerate("MN", 1)),
    )
)


def symbol(name: str) -> Poly:
    return Poly.symbol(NAMES.find(name) or "")


GRID = [{"U.M": m, "U.N": n} for m, n in product((1, 2, 3, 5, 8, 13), repeat=2)]
ORDERS = (
    "1",
    "log2(n)",
    "n",
    "m",
    "n*log2(n)",
    "n + m",
    "m*n",
    "n**2",
    "n**2 + m",
    "min(m, n)",
    "n*m/n",
)


def formula(chance: random.Random, depth: int = 3) -> str:
    """A formula with what counts have: products, sums, roundings, extremes, logarithms."""
    kind = chance.randrange(9) if depth else chance.randrange(2)
    if kind == 0:
        return str(chance.randrange(4))
    if kind < 3 or not depth:
        return chance.choice(("m", "n"))
    left, right = formula(chance, depth - 1), formula(chance, depth - 1)
    return {
        3: f"({left} + {right})",
        4: f"({left} - {right})",
        5: f"{left}*{right}",
        6: f"max(0, {left} - {chance.randrange(3)})",
        7: f"min({left}, {right})",
        8: f"({left})//{chance.choice((2, 3))} + log2({right} + 1)",
    }[kind]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_of_two_counts_is_so(seed: int):
    chance = random.Random(seed)
    told = 0
    for _ in range(60):
        first = formula(chance)
        second = first if chance.random() < 0.3 else formula(chance)
        if chance.random() < 0.5:
            second = f"{second} + {chance.choice(('1', 'n', 'm*n'))}"
        count, limit = count_of(first, symbol), count_of(second, symbol)
        differences = [evaluate(count, at) - evaluate(limit, at) for at in GRID]
        comparison = Comparison(NAMES, count, limit)
        exact, most = comparison.exact().holds, comparison.at_most().holds
        if exact:
            assert not any(differences), (first, second)
        if most:
            assert max(differences) <= 0, (first, second)
        if any(differences):
            assert exact is False, (first, second)
        if max(differences) > 0:
            assert most is False, (first, second)
        told += exact is not None and most is not None
    assert told > 30


@pytest.mark.parametrize("seed", range(3))
def test_a_count_within_an_order_stays_so(seed: int):
    chance = random.Random(seed)
    held = 0
    for _ in range(60):
        text, order = formula(chance), chance.choice(ORDERS)
        count = count_of(text, symbol)
        if not within_order(
            NAMES, [count], read_order(order, lambda name: NAMES.find(name) or "")
        ).holds:
            continue
        held += 1
        for m_power, n_power in ((1, 1), (2, 1), (1, 2), (0, 1), (1, 0)):
            ratios = [
                _ratio(count, order, 2 ** (m_power * k), 2 ** (n_power * k)) for k in (15, 30)
            ]
            assert ratios[1] <= max(4 * ratios[0], 0) + 1000, (text, order, ratios)
    assert held > 10


def _ratio(count: object, order: str, m: int, n: int) -> float:
    value = evaluate(count, {"U.M": m, "U.N": n})  # pyright: ignore[reportArgumentType]
    limit = eval(order, {"m": m, "n": n, "log2": lambda x: max(1.0, math.log2(x)), "min": min})
    return float(value) / float(limit)
