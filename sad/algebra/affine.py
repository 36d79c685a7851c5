"""Linear forms with integer coefficients, and constraints ``form >= 0`` in normal form.

A form is a dict from monomials to integers, so a product of parameters such as ``mx*my`` counts as
one unknown of its own: proofs stay sound, they only find less.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from sad.algebra.poly import Monomial, Poly

if TYPE_CHECKING:
    from collections.abc import Iterable

Form = dict[Monomial, int]
Constraint = tuple[tuple[tuple[Monomial, int], ...], int]
"""``(sorted (monomial, coefficient) pairs, constant)``: their sum is >= 0. No pairs: a constant."""


def combine(first: Form, a: int, second: Form, b: int, constant: int = 0) -> Form:
    """Return ``a*first + b*second + constant``."""
    result = {monomial: value * a for monomial, value in first.items()}
    for monomial, value in second.items():
        result[monomial] = result.get(monomial, 0) + value * b
    if constant:
        result[()] = result.get((), 0) + constant
    return {monomial: value for monomial, value in result.items() if value}


def substitute(form: Form, name: str, value: Form) -> Form:
    """Return ``form`` with the symbol ``name`` replaced by ``value``."""
    factor = form.get((name,))
    if not factor:
        return form
    rest = {monomial: c for monomial, c in form.items() if monomial != (name,)}
    return combine(rest, 1, value, factor)


def constraint(form: Form) -> Constraint:
    """Return ``form >= 0`` in normal form: coprime coefficients, integer-tightened constant."""
    constant = form.get((), 0)
    pairs = [(monomial, value) for monomial, value in form.items() if monomial]
    if not pairs:
        return (), constant
    common = 0
    for _, value in pairs:
        common = gcd(common, value)
    if common > 1:
        pairs = [(monomial, value // common) for monomial, value in pairs]
        constant //= common
    pairs.sort()
    return tuple(pairs), constant


def form_of(item: Constraint) -> Form:
    """Return the form of a constraint."""
    form = dict(item[0])
    if item[1]:
        form[()] = item[1]
    return form


def negated(item: Constraint) -> Constraint:
    """Return the constraint that holds exactly where ``item`` does not (over the integers)."""
    pairs, constant = item
    return tuple((monomial, -value) for monomial, value in pairs), -constant - 1


def is_false(item: Constraint) -> bool:
    """Whether the constraint is a false constant."""
    return not item[0] and item[1] < 0


def is_true(item: Constraint) -> bool:
    """Whether the constraint is a true constant."""
    return not item[0] and item[1] >= 0


def order(item: Constraint) -> tuple[int, tuple[tuple[Monomial, int], ...], int]:
    """Return a sort key that is the same in every run."""
    return len(item[0]), item[0], item[1]


def at_least_zero(poly: Poly) -> Constraint:
    """Return the constraint ``poly >= 0``."""
    return constraint(poly.terms)


def poly_of(form: Form) -> Poly:
    """Return a form as a polynomial."""
    return Poly(dict(form))


def form_symbols(items: Iterable[Constraint]) -> set[str]:
    """Return the symbols that occur in constraints."""
    return {name for pairs, _ in items for monomial, _ in pairs for name in monomial}
