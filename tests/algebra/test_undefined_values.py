"""Formulas with parts that have no value: these do no harm where they do not count."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.conditions import not_negative
from sad.algebra.evaluate import Formulas
from sad.algebra.poly import ONE, ZERO, Poly

n, rank, i = Poly.symbol("n"), Poly.symbol("rank"), Poly.symbol("@i")
share = atoms.trunc_quotient(n, rank - i)
ahead = not_negative(rank - i - 1)


def _value(poly: Poly, **values: int) -> object:
    return Formulas([poly]).where_it_counts(values)[0]


def _sum(body: Poly) -> Poly:
    return atoms.sum_of("@i", ZERO, Poly.symbol("last"), body)


@pytest.mark.parametrize("rank_", [0, 1, 3])
def test_an_iteration_that_does_not_count_may_divide_by_zero(rank_: int):
    expected = sum(10 // (rank_ - at) for at in range(4) if rank_ > at)
    assert _value(_sum(ahead * share), n=10, rank=rank_, last=3) == expected


@pytest.mark.parametrize(
    "body",
    [share, ahead * share + share, ONE + share, share * (ahead + 1)],
)
def test_one_that_counts_may_not(body: Poly):
    assert _value(_sum(body), n=10, rank=2, last=3) is None
    with pytest.raises(ZeroDivisionError):
        Formulas([_sum(body)])({"n": 10, "rank": 2, "last": 3})


def test_extremes_and_conditions_of_what_has_no_value_have_none_either():
    inside = atoms.max_of([share, ONE]) + not_negative(share - 2)
    expected = sum(max(10 // (2 - at), 1) + (10 // (2 - at) >= 2) for at in range(2))
    assert _value(_sum(ahead * inside), n=10, rank=2, last=3) == expected
    assert _value(_sum(inside), n=10, rank=2, last=3) is None


def test_a_condition_that_fails_decides_whatever_the_others_are():
    both = atoms.pieces_of([((share, rank - i - 1), ONE)])
    assert _value(_sum(both), n=10, rank=2, last=3) == 2


def test_a_sum_without_bounds_counts_for_nothing_where_it_is_multiplied_by_zero():
    total = atoms.sum_of("@k", ZERO, share, Poly.symbol("@k") * n)
    assert _value(_sum(ahead * total), n=10, rank=1, last=2) == 10 * sum(range(11))
    assert _value(_sum(total), n=10, rank=1, last=2) is None
