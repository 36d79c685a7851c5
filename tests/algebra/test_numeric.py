"""Sums of numbers: added up where they are short, with all that is inside."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.numeric import added_up, has_numeric_sum
from sad.algebra.poly import ONE, Poly

i, j = Poly.symbol("@i"), Poly.symbol("@j")


def number(value: int) -> Poly:
    return Poly.constant(value)


def inner(last: Poly) -> Poly:
    return atoms.sum_of("@j", ONE, last, atoms.mod_of(j, i + 7))


def test_a_short_nest_of_sums_is_a_number():
    nest = added_up(atoms.sum_of("@i", ONE, number(9), inner(i * i)))
    expected = sum(b % (a + 7) for a in range(1, 10) for b in range(1, a * a + 1))
    assert nest == number(expected)


@pytest.mark.parametrize(
    "poly",
    [
        atoms.sum_of("@i", ONE, number(10**9), atoms.mod_of(number(10), i)),
        atoms.sum_of("@i", ONE, number(9), inner(number(10**9) * i)),
        atoms.sum_of("@i", ONE, number(9), atoms.floor_of(inner(number(10**9) * i), 2)),
        atoms.sum_of("@i", ONE, number(9), atoms.mod_of(Poly.symbol("n"), i)),
    ],
    ids=["long", "long inside", "long inside an atom", "of a parameter"],
)
def test_other_sums_are_left(poly: Poly):
    assert has_numeric_sum(poly)
    assert added_up(poly) is poly


def test_a_division_by_zero_waits_until_it_is_evaluated():
    poly = atoms.sum_of("@i", number(-1), ONE, atoms.mod_of(number(5), i))
    assert added_up(poly) is poly
    with pytest.raises(ZeroDivisionError):
        evaluate(poly, {})
