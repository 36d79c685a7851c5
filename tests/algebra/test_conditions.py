"""Conditions on loop indices: counted exactly and in closed form, also where dividends are negative."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.budget import Budget
from sad.algebra.conditions import both, is_zero, not_zero, opposite
from sad.algebra.domains import Index, guarded_terms
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import ONE, Poly
from sad.algebra.simplify import simplified
from sad.algebra.text import formula
from tests.support.nests import Loop, Nest, indices_and_body, runner

if TYPE_CHECKING:
    from collections.abc import Sequence

n, m, p = Poly.symbol("n"), Poly.symbol("m"), Poly.symbol("p")
i, j = Poly.symbol("@i"), Poly.symbol("@j")

SQUARE = (Loop("i", "1", "n"), Loop("j", "1", "n"))
AROUND_ZERO = (Loop("i", "m", "n"),)

CONDITIONS = {
    "equal": (SQUARE, "i == j", "n"),
    "different": (SQUARE, "i != j", "n**2 - n"),
    "below": (SQUARE, "i < j", "n*(n - 1)/2"),
    "not above": (SQUARE, "not (i > j)", "n*(n + 1)/2"),
    "on neither diagonal": (SQUARE, "i != j and i + j != n + 1", None),
    "on a diagonal": (SQUARE, "i == j or i + j == n + 1", None),
    "even": (SQUARE, "mod(i, 2) == 0", "floor(n/2)*n"),
    "odd": (SQUARE, "mod(i, 2) != 0", None),
    "even by division": (SQUARE, "quot(i, 2)*2 == i", "floor(n/2)*n"),
    "checkerboard": (SQUARE, "mod(i + j, 2) == 0", "floor((n + 1)/2)**2 + floor(n/2)**2"),
    "every hundredth": (SQUARE, "mod(i, 100) == 0", "floor(n/100)*n"),
    "even and not the diagonal": (SQUARE, "mod(i, 2) == 0 and i != j", None),
    "neither even nor on the diagonal": (SQUARE, "not (mod(i, 2) == 0 or i == j)", None),
    "halves": (SQUARE, "quot(i, 2) == j", None),
    "greatest": (SQUARE, "max(i, j) <= 3", None),
    "least": (SQUARE, "min(i, j) == 2", None),
    "remainder of a negative number": (AROUND_ZERO, "mod(i, 3) == 1", None),
    "negative remainder": (AROUND_ZERO, "mod(i, 3) == -1", None),
    "remainder by a negative number": (AROUND_ZERO, "mod(i, -3) > 0", None),
    "no remainder of a negative number": (AROUND_ZERO, "mod(i, 3) == 0", None),
    "truncated negative number": (AROUND_ZERO, "quot(i, 2) == 0", None),
    "truncated by a negative number": (AROUND_ZERO, "quot(i, -2) > 1", None),
    "remainder of a remainder": (AROUND_ZERO, "mod(mod(i, 4), 3) == 1", None),
    "twice the index": (AROUND_ZERO, "2*i == n + m", None),
    "always": (AROUND_ZERO, "i == i", None),
    "never": (AROUND_ZERO, "i != i", None),
}


def assert_closed(nest: Nest, shown: str | None, points: Sequence[dict[str, int]]) -> None:
    """The nest has a closed form, shown so, with the value of a run at all points."""
    closed, run = sum_nest(*indices_and_body(nest)), runner(nest)
    assert not has_numeric_sum(closed)
    if shown is not None:
        assert formula(simplified(closed)[0]) == shown
    for values in points:
        assert evaluate(closed, values) == run(values), values


@pytest.mark.parametrize("name", CONDITIONS)
def test_condition_is_counted_in_closed_form(name: str):
    loops, condition, shown = CONDITIONS[name]
    points = product(range(-7, 8), range(-7, 2))
    assert_closed(
        Nest(loops, (condition,)), shown, [{"n": size, "m": start} for size, start in points]
    )


@pytest.mark.parametrize("name", CONDITIONS)
def test_both_ways_add_up_to_all(name: str):
    loops, condition, _ = CONDITIONS[name]
    then, otherwise, whole = (
        sum_nest(*indices_and_body(Nest(loops, guards)))
        for guards in ((condition,), (f"not ({condition})",), ())
    )
    for size, start in product(range(-4, 6), range(-5, 2)):
        values = {"n": size, "m": start}
        added = evaluate(then, values) + evaluate(otherwise, values)
        assert added == evaluate(whole, values), values


def test_strided_and_downward_loops_with_conditions():
    for step in ("2", "3", "-1", "-2"):
        nest = Nest(
            (Loop("i", "m", "n", step), Loop("j", "i", "n")), ("mod(i + j, 3) == 0", "j != m")
        )
        points = product(range(-4, 6), range(-4, 6))
        assert_closed(nest, None, [{"n": size, "m": start} for size, start in points])


def test_a_named_condition_counts_as_what_it_means():
    condition = atoms.guard_of("P1", is_zero(i - j))
    indices = [Index("@i", ONE, n), Index("@j", ONE, m)]
    assert sum_nest(indices, condition) == sum_nest(indices, is_zero(i - j))
    assert sum_nest(indices, atoms.not_of(condition)) == sum_nest(indices, not_zero(i - j))


def test_probabilities_stay_factors():
    closed = sum_nest([Index("@i", ONE, n)], p * not_zero(i - m))
    for size, start, share in product(range(4), range(4), (0, 1, 5)):
        expected = share * sum(1 for value in range(1, size + 1) if value != start)
        assert evaluate(closed, {"n": size, "m": start, "p": share}) == expected


def test_complements_become_one_term():
    names = frozenset({"@i", "@j"})
    below, above = atoms.pieces_of([((j - i - 1,), ONE)]), atoms.pieces_of([((i - j - 1,), ONE)])
    assert guarded_terms(below + opposite(below), names, Budget()) == {frozenset(): ONE}
    apart = guarded_terms(below + above, names, Budget())
    assert apart[frozenset()] == ONE
    assert sorted(map(len, apart)) == [0, 2]  # all, less those that are equal


def test_contradictions_vanish():
    names = frozenset({"@i"})
    assert not guarded_terms(both(is_zero(i - 1), is_zero(i - 2)), names, Budget())


def test_what_has_no_closed_form_is_a_sum_and_says_so():
    indices = [Index("@i", ONE, n), Index("@j", ONE, i * i)]
    counted = sum_nest(indices, not_zero(atoms.mod_of(j, i)))
    assert has_numeric_sum(counted)
    assert not has_numeric_sum(n)
    expected = sum(1 for a in range(1, 6) for b in range(1, a * a + 1) if b % a)
    assert evaluate(counted, {"n": 5}) == expected


def test_a_sum_of_numbers_is_a_number():
    power = atoms.power_of(Poly.constant(2), i)
    assert sum_nest(
        [Index("@i", ONE, Poly.constant(5))], atoms.floor_of(power, 3)
    ) == Poly.constant(sum(2**value // 3 for value in range(1, 6)))


def test_a_sum_inside_a_sum_keeps_its_index():
    nest = Nest(
        (Loop("i", "1", "n"), Loop("k", "1", "n", "b"), Loop("j", "k", "min(k + b - 1, n)")),
        ("not (mod(i - k, 2) <= 0)",),
    )
    counted, run = sum_nest(*indices_and_body(nest)), runner(nest)
    assert has_numeric_sum(counted)
    for size, length in product(range(5), (-2, -1, 1, 2, 3)):
        values = {"n": size, "b": length}
        assert evaluate(counted, values) == run(values)


def test_too_much_work_is_a_sum_with_the_same_value():
    nest = Nest(
        tuple(Loop(name, "1", "n") for name in "ijkl"),
        ("mod(i + 2*j + 3*k, 7) < mod(j + 5*k + l, 11)",),
    )
    counted, run = sum_nest(*indices_and_body(nest)), runner(nest)
    assert has_numeric_sum(counted)
    for size in (0, 1, 3, 4):
        assert evaluate(counted, {"n": size}) == run({"n": size})


@pytest.mark.parametrize(
    ("loops", "condition", "shown"),
    [
        ((Loop("i", "1", "n"),), "mod(i, b) == 0", "floor(n/b)"),
        ((Loop("i", "1", "n"),), "mod(i, b) != 0", "-floor(n/b) + n"),
        ((Loop("i", "1", "n"),), "quot(i, b)*b == i", "floor(n/b)"),
        ((Loop("i", "m", "n"),), "mod(i + 2, b) == 0", None),
        ((Loop("i", "1", "n"), Loop("j", "1", "m")), "mod(n - i, b) == 0 and j != 2", None),
    ],
)
def test_multiples_of_a_parameter_are_counted_in_closed_form(loops, condition, shown):
    points = product(range(-7, 8), range(-7, 4), (-3, -1, 1, 2, 5))
    values = [{"n": size, "m": start, "b": divisor} for size, start, divisor in points]
    assert_closed(Nest(loops, (condition,)), shown, values)


def test_a_divisor_that_changes_is_out_of_reach_and_still_exact():
    nest = Nest((Loop("i", "1", "n"), Loop("j", "1", "n")), ("mod(j, i) == 0",))
    counted, run = sum_nest(*indices_and_body(nest)), runner(nest)
    for size in range(9):
        assert evaluate(counted, {"n": size}) == run({"n": size})
