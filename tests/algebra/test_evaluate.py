"""Compiled formulas have the values of the formulas, exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sad.algebra import atoms
from sad.algebra.emit import LONGEST_STATEMENT
from sad.algebra.evaluate import Formulas, MissingValue, evaluate
from sad.algebra.nested import nested
from sad.algebra.poly import ONE, Poly
from sad.symbols import INDEX_MARK
from tests.support.formulas import (
    EVERY_KIND,
    NAMES,
    forty_terms,
    kinds_in,
    random_formula,
    value_of,
)

N, M = Poly.symbol("n"), Poly.symbol("m")
_BATCH = 100


def answer(compute):
    """The value, or that there is none."""
    try:
        return compute()
    except ZeroDivisionError:
        return "no value"


@pytest.mark.parametrize("first", range(0, 1000, _BATCH))
def test_random_formulas_have_the_values_found_by_walking_through_them(first: int):
    for seed in range(first, first + _BATCH):
        rng = random.Random(seed)
        poly = random_formula(rng)
        compiled = Formulas([poly])
        for _ in range(4):
            values = {name: rng.randint(-4, 9) for name in NAMES}
            expected = answer(lambda: value_of(poly, values))  # noqa: B023 - called at once
            got = answer(lambda: compiled(values)[0])  # noqa: B023 - called at once
            assert got == expected, (seed, values)
            assert not isinstance(got, float)


def test_random_formulas_have_every_kind_of_atom_and_mostly_values():
    polys = [random_formula(random.Random(seed)) for seed in range(1000)]
    assert set().union(*(kinds_in(poly) for poly in polys)) == EVERY_KIND
    values = dict.fromkeys(NAMES, 5)
    without = [poly for poly in polys if answer(lambda: value_of(poly, values)) == "no value"]  # noqa: B023
    assert len(without) < 100


def test_integers_stay_exact_at_any_size():
    big = 10**40 + 7
    triangle = (N * (N - 1)).over(2)
    assert evaluate(triangle, {"n": big}) == big * (big - 1) // 2
    assert evaluate(atoms.floor_quotient(N * N, Poly.constant(3)), {"n": big}) == big * big // 3
    assert evaluate(N.over(3), {"n": big}) == Fraction(big, 3)


def test_all_missing_values_are_named():
    compiled = Formulas([N * M, N + Poly.symbol("k")])
    assert compiled.symbols == ("k", "m", "n")
    with pytest.raises(MissingValue) as caught:
        compiled({"m": 1})
    assert caught.value.names == ("k", "n")


def test_nesting_takes_fewer_multiplications():
    poly = forty_terms(random.Random(1))
    expanded = sum(len(monomial) for monomial in poly.terms)

    def multiplications(parts) -> int:
        return sum(
            len(part.factors)
            - (part.coefficient == 1 and not part.inner)
            + multiplications(part.inner)
            for part in parts
        )

    assert multiplications(nested(poly.terms)) < 0.7 * expanded


def test_no_statement_has_many_terms_and_none_is_nested_deeply():
    poly = Poly({tuple([f"x{i}"] * (i % 4) + ["y"] * (i % 7)): i + 1 for i in range(4000)})
    power = Poly({("n",) * i: i + 1 for i in range(300)})
    compiled = Formulas([poly, power])
    for line in compiled.source.splitlines():
        assert line.count(" + ") <= LONGEST_STATEMENT
        depth = deepest = 0
        for char in line:
            depth += (char == "(") - (char == ")")
            deepest = max(deepest, depth)
        assert deepest < 100  # CPython gives up at 200
    values = {**{f"x{i}": i % 5 - 2 for i in range(4000)}, "y": 3, "n": 2}
    assert compiled(values) == [value_of(poly, values), value_of(power, values)]


def test_a_shared_atom_is_computed_once():
    half = atoms.floor_quotient(N, Poly.constant(2))
    source = Formulas([half * half + half, half * M]).source
    assert source.count("//") == 1


def test_what_does_not_change_in_a_sum_is_computed_before_it():
    index = f"{INDEX_MARK}i"
    i = Poly.symbol(index)
    half = atoms.floor_quotient(N, Poly.constant(2))
    inside = atoms.floor_quotient(i * N, Poly.constant(3))
    poly = atoms.sum_of(index, ONE, N, half * inside)
    lines = Formulas([poly]).source.splitlines()
    loop = next(place for place, line in enumerate(lines) if line.lstrip().startswith("for "))
    halves = [place for place, line in enumerate(lines) if "// 2" in line]
    assert len(halves) == 1
    assert halves[0] < loop


def test_an_empty_sum_does_not_divide():
    index = f"{INDEX_MARK}i"
    divided = atoms.intern_atom(atoms.Floor(N, M))
    poly = atoms.sum_of(index, ONE, N, divided * Poly.symbol(index))
    assert evaluate(poly, {"n": 0, "m": 0}) == 0
    with pytest.raises(ZeroDivisionError):
        evaluate(poly, {"n": 1, "m": 0})


def test_a_sum_over_a_range_of_fractional_length_takes_whole_steps():
    index = f"{INDEX_MARK}i"
    poly = atoms.sum_of(index, ONE, N, Poly.symbol(index) ** 2)
    assert evaluate(poly, {"n": 3.7}) == 14
    assert evaluate(poly, {"n": Fraction(7, 2)}) == 14


@pytest.mark.parametrize("base", [1, 0, -3])
def test_a_logarithm_to_a_base_below_two_has_no_value(base: int):
    with pytest.raises(ZeroDivisionError):
        evaluate(atoms.log_of(M, N), {"m": base, "n": 9})


def test_what_depends_on_an_index_is_computed_anew_in_every_loop():
    i = Poly.symbol("@i")
    third = atoms.floor_quotient(i * i, Poly.constant(3))
    poly = atoms.sum_of("@i", ONE, N, third) + atoms.sum_of("@i", ONE, M, third)
    thirds = [step * step // 3 for step in range(1, 20)]
    assert evaluate(poly, {"n": 5, "m": 19}) == sum(thirds[:5]) + sum(thirds)
    assert evaluate(poly * third, {"n": 5, "m": 0, "@i": 4}) == sum(thirds[:5]) * 5


def test_atoms_may_nest_deeper_than_python_recurses():
    poly = N
    for step in range(3000):
        poly = atoms.intern_atom(atoms.Trunc(poly * 7 + step, M + step))
    value = 10**50
    for step in range(3000):
        value = (value * 7 + step) // (3 + step)
    assert evaluate(poly, {"n": 10**50, "m": 3}) == value
