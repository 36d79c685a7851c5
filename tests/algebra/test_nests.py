"""Loop nests everybody knows, with their closed forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.domains import Index
from sad.algebra.evaluate import evaluate
from sad.algebra.linearise import Case, Lineariser, values_of
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.algebra.simplify import simplified
from sad.algebra.text import formula

if TYPE_CHECKING:
    from collections.abc import Sequence

n, m, b = Poly.symbol("n"), Poly.symbol("m"), Poly.symbol("b")
i, j, k = Poly.symbol("@i"), Poly.symbol("@j"), Poly.symbol("@k")


def nest(*loops: tuple[str, Poly | int, Poly]) -> list[Index]:
    return [
        Index(name, Poly.constant(first) if isinstance(first, int) else first, last)
        for name, first, last in loops
    ]


CASES = {
    "rectangle": (nest(("@i", 1, n), ("@j", 1, m)), "n*m"),
    "triangle": (nest(("@i", 1, n), ("@j", i, n)), "n*(n + 1)/2"),
    "strict triangle": (nest(("@i", 1, n), ("@j", i + 1, n)), "n*(n - 1)/2"),
    "lu update": (
        nest(("@k", 1, n - 1), ("@i", k + 1, n), ("@j", k + 1, n)),
        "n*(2*n**2 - 3*n + 1)/6",
    ),
    "cholesky update": (
        nest(("@k", 1, n), ("@i", k + 1, n), ("@j", k + 1, i)),
        "n*(n**2 - 1)/6",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_closed_form_is_the_textbook_one(name: str):
    indices, expected = CASES[name]
    shown, _ = simplified(sum_nest(indices, ONE))
    for size in range(1, 8):
        values = {"n": size, "m": 3}
        assert evaluate(shown, values) == eval(expected, {}, values)
    assert "sum(" not in formula(shown)


def test_negative_extent_counts_zero():
    triangle = sum_nest(nest(("@i", 1, n), ("@j", i, n)), ONE)
    assert [evaluate(triangle, {"n": value}) for value in (-5, -1, 0, 1, 2)] == [0, 0, 0, 1, 3]


def test_inner_loop_that_is_empty_at_first_counts_only_when_it_runs():
    counted = sum_nest(nest(("@i", 1, n), ("@j", i, m)), ONE)
    for size in range(7):
        for other in range(7):
            expected = sum(max(0, other - first + 1) for first in range(1, size + 1))
            assert evaluate(counted, {"n": size, "m": other}) == expected


def test_band_with_max_and_min_bounds():
    band = nest(
        ("@i", 1, n),
        ("@j", atoms.max_of([ONE, i - b]), atoms.min_of([n, i + b])),
    )
    counted = sum_nest(band, ONE)
    for size in range(8):
        for width in range(5):
            expected = sum(
                1
                for row in range(1, size + 1)
                for column in range(max(1, row - width), min(size, row + width) + 1)
            )
            assert evaluate(counted, {"n": size, "b": width}) == expected


def test_bound_that_is_no_affine_form_stays_an_exact_sum():
    squares = sum_nest(nest(("@i", 1, n), ("@j", 1, i * i)), ONE)
    assert evaluate(squares, {"n": 6}) == 91
    divisors = sum_nest(nest(("@i", 1, n), ("@j", 1, atoms.trunc_quotient(n, i))), ONE)
    assert evaluate(divisors, {"n": 10}) == sum(10 // step for step in range(1, 11))


def test_big_numbers_stay_exact():
    cube = sum_nest(nest(("@i", 1, n), ("@j", 1, n), ("@k", 1, n)), ONE)
    assert evaluate(cube, {"n": 10**12 + 1}) == (10**12 + 1) ** 3


def test_a_condition_is_opened_once_for_all_that_stands_under_it(monkeypatch):
    """Blocks of a branch are many, and so are the calls that enter it."""
    opened: list[object] = []

    def counted(opener: Lineariser, case: Case, pending: Sequence[Poly]) -> list[Case]:
        opened.append(pending)
        return guards(opener, case, pending)

    guards = Lineariser.guards
    monkeypatch.setattr(Lineariser, "guards", counted)
    loops = nest(("@i", 1, n), ("@j", 1, atoms.min_of([i + m, b])))
    condition = atoms.pieces_of([((atoms.max_of([j - i, m]) - 3,), ONE)])
    first = sum_nest(loops, condition)
    before = len(opened)
    assert before > 0
    assert sum_nest(loops, condition * (n + j)) != first
    assert len(opened) == before


def test_what_atoms_become_is_known_to_all_nests_with_the_same_values():
    values = values_of(()).plus("max(m, n)", n)
    assert values is values_of((("max(m, n)", n),))
    biggest = atoms.max_of([m, n])
    inside = atoms.min_of([biggest + b, m])
    assert values.put_in(inside * 2) == atoms.min_of([n + b, m]) * 2
    assert values.put_in(inside * 2) is values.put_in(inside * 2)
    other = atoms.min_of([m + b, n])
    assert values.put_in(other) is other
