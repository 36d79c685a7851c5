"""Known numbers put into formulas: what they decide is decided, what is left depends on the others."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import binder
from sad.algebra.evaluate import evaluate
from sad.algebra.numeric import added_up, has_numeric_sum
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number


def exact(value: Number) -> Poly | None:
    """Return a number as a polynomial, a float as the decimal fraction it is written as.

    None for what is not finite.
    """
    if isinstance(value, float):
        return Poly.constant(Fraction(repr(value))) if isfinite(value) else None
    return Poly.constant(value)


def with_known(values: Mapping[str, Number]) -> Callable[[Poly], Poly]:
    """Return a function that puts numbers into formulas one after the other.

    The result has the same value as the formula, wherever the formula has one. Sums term by term that
    are long are left to be evaluated.
    """
    numbers = {name: poly for name, value in values.items() if (poly := exact(value)) is not None}
    return binder(numbers, by_probability=False, settle=_settled)


def _settled(poly: Poly) -> Poly:
    """The value of an atom of numbers; what has none, or takes long to find, as it is."""
    if poly.as_constant is not None or atoms.free_symbols(poly):
        return poly
    if has_numeric_sum(poly):
        return added_up(poly)
    try:
        value = exact(evaluate(poly, {}))
    except (ZeroDivisionError, OverflowError):  # an error of the program, if it ever comes there
        return poly
    return poly if value is None else value
