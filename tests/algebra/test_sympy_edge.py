"""sympy's value of a translated formula against ours."""

from __future__ import annotations

import random

import pytest

from sad.algebra import atoms
from sad.algebra.bind import greatest_of
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.sympy_edge import to_sympy
from sad.symbols import site_name
from tests.support.nests import indices_and_body
from tests.support.random_nests import random_nest, random_values

sympy = pytest.importorskip("sympy")

n, m, two = Poly.symbol("n"), Poly.symbol("m"), Poly.constant(2)
i = Poly.symbol("@i")


def value_of(expression, values):
    known = {sympy.Symbol(name, integer=True): value for name, value in values.items()}
    return sympy.Integer(expression.xreplace(known).doit())


FORMULAS = {
    "fraction": (n * n + n).over(2),
    "floor": atoms.floor_of(n + 1, 2),
    "floor by a symbol": atoms.floor_quotient(m, n * n + 1),
    "truncation": atoms.trunc_quotient(n - m, two + 1),
    "remainder": atoms.mod_of(n - m, two + 1),
    "greatest": atoms.max_of([n, m, Poly.constant(1)]),
    "least": atoms.min_of([n, m, Poly.constant(1)]),
    "power": atoms.power_of(two, n),
    "power of one": atoms.power_of(m, n),
    "logarithm": atoms.intern_atom(atoms.Log(two, n)),
    "root": atoms.root_of(n - m),
    "negation": atoms.not_of(atoms.floor_of(n, 2)),
    "group": atoms.group_of(n + m) * n,
    "alias": atoms.alias_of("a", n + m * 2),
    "pieces": atoms.pieces_of([((n - 2, m - 1), n * m), ((-n,), ONE)]),
    "sum": atoms.sum_of("@i", m, n, atoms.floor_quotient(n, i * i + 1)),
    "divisor": atoms.gcd_of(n, m * 4),
    "inverse": atoms.inverse_of(m * m + 1) * (m * m + 1) * n,
    "greatest in a range": greatest_of("@i", m, n + 9, i * i * (n + 7 - i) * n * n),
    "sum in a sum": atoms.sum_of(
        "@i", ONE, n, i * atoms.sum_of("@j", ONE, i, i * Poly.symbol("@j"))
    ),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_every_kind_of_atom_keeps_its_value(name: str):
    formula = FORMULAS[name]
    translated = to_sympy(formula)
    for values in (
        {"n": first, "m": second} for first in range(-4, 5) for second in (-3, -1, 1, 4)
    ):
        assert value_of(translated, values) == evaluate(formula, values), values


def is_small(poly):
    """sympy takes minutes for formulas of many cases."""
    found = [atoms.definition(symbol) for symbol in poly.symbols()]
    cases = sum(len(atom.pieces) for atom in found if isinstance(atom, atoms.Pieces))
    return cases <= 6 and not has_numeric_sum(poly)


@pytest.mark.parametrize("seed", range(300, 340))
def test_random_nests_keep_their_value(seed: int):
    rng = random.Random(seed)
    closed = ZERO
    while not closed or not is_small(closed):
        closed = sum_nest(*indices_and_body(random_nest(rng)))
    translated = to_sympy(closed)
    for _ in range(3):
        values = random_values(rng, -3, 6)
        assert value_of(translated, values) == evaluate(closed, values), values


def test_names_are_the_callers_and_never_read_as_sympys_own():
    assert str(to_sympy(Poly.symbol("U.N") + Poly.symbol("U.I"), lambda name: name[2:])) == "I + N"


def test_probabilities_are_no_integers():
    probability = Poly.symbol(site_name("U", "prob", "if1"))
    (symbol,) = to_sympy(probability).free_symbols
    assert symbol.is_integer is None
    assert symbol.is_real
    (size,) = to_sympy(n).free_symbols
    assert size.is_integer
