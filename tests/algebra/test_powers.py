"""Sums with powers of a loop variable, and values that a loop divides again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.changes import OLD, change_of
from sad.algebra.conditions import not_negative
from sad.algebra.domains import Index
from sad.algebra.evaluate import evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.evaluate import Number

T, U, N, OLD_VALUE = map(Poly.symbol, ("@t", "@u", "n", OLD))


def power(base: int, exponent: Poly) -> Poly:
    return atoms.power_of(Poly.constant(base), exponent)


def added_up(indices: Sequence[Index], body: Poly, values: dict[str, Number]) -> Number:
    if not indices:
        return evaluate(body, values)
    index, *rest = indices
    first, last = evaluate(index.first, values), evaluate(index.last, values)
    assert isinstance(first, int)
    assert isinstance(last, int)
    return sum(added_up(rest, body, {**values, index.name: v}) for v in range(first, last + 1))


T_LOOP = Index("@t", ZERO, N)
NESTS = [
    ([T_LOOP], power(2, T), True),
    ([T_LOOP], power(2, T) * T + 3, True),
    ([T_LOOP], power(3, T * 2 + 1) * T * T, True),
    ([Index("@t", ZERO, atoms.clamp(N))], power(2, T) * not_negative(N - T - 1), True),
    ([T_LOOP, Index("@u", ONE, N - T)], power(2, T) * U, True),
    ([Index("@u", ONE, N), Index("@t", ZERO, U)], power(2, T) * (U - T), True),
    ([T_LOOP], power(2, T) + power(3, T) * T, True),
    ([Index("@t", N - 5, N)], power(2, T), False),  # exponents below 0
    ([T_LOOP, Index("@u", ZERO, T)], power(2, T) * power(2, U), False),
    ([T_LOOP], power(2, T) * atoms.floor_of(T, 2), False),
]


@pytest.mark.parametrize(("indices", "body", "closed"), NESTS)
def test_sums_with_powers(indices: list[Index], body: Poly, closed: bool):
    found = sum_nest(indices, body)
    assert has_numeric_sum(found) is not closed
    for n in range(-3, 9):
        assert evaluate(found, {"n": n}) == added_up(indices, body, {"n": n})


@pytest.mark.parametrize("base", [2, 3, 5])
@pytest.mark.parametrize("added", range(-7, 8))
@pytest.mark.parametrize("rest", [-2, -1, 0, 1, 3])
def test_division_with_offsets(base: int, added: int, rest: int):
    value = atoms.floor_of(OLD_VALUE + added, base) + rest
    change = change_of(value)
    if (added + rest * base) % (base - 1):
        assert change is None
        return
    assert change is not None
    assert change.needs is None
    for start in range(-20, 40):
        now = start
        for iterations in range(5):
            found = change.after(Poly.constant(start), Poly.constant(iterations))
            assert found.as_integer == now
            now = bind(value, {OLD: Poly.constant(now)}).as_integer
            assert now is not None


def test_rounding_toward_zero_needs_numbers_that_are_not_negative():
    change = change_of(atoms.trunc_quotient(OLD_VALUE - 1, Poly.constant(2)))
    assert change is not None
    assert change.needs == OLD_VALUE - 1
