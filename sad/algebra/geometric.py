"""Sums with powers: ``p(t) * a**(k*t + r)`` for t in a range, p a polynomial.

The sum is a difference of two values of ``a**(k*t + r) * q(t)``, where q is the polynomial with
``a**k * q(t + 1) - q(t) = p(t)``; its coefficients follow from the highest one down.
"""

from __future__ import annotations

from math import comb

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.budget import OutOfReach
from sad.algebra.poly import ONE, ZERO, Monomial, Poly, horner

_HIGHEST_POWER = 16


def is_power(symbol: str) -> bool:
    """Whether an atom is a power of a number above 1 with an exponent without atoms."""
    atom = atoms.definition(symbol)
    return (
        isinstance(atom, atoms.Power)
        and (atom.base.as_integer or 0) > 1
        and not atoms.atoms_of(atom.exponent)
    )


def split_powers(poly: Poly, name: str) -> tuple[Poly, list[tuple[str, Poly]]]:
    """Return the part of ``poly`` without powers that depend on ``name``, and for each the rest.

    Raises ``OutOfReach`` for a product of such powers.
    """
    found = [
        symbol
        for symbol in sorted(atoms.atoms_of(poly))
        if is_power(symbol) and atoms.depends_on(Poly.symbol(symbol), name)
    ]
    if not found:
        return poly, []
    plain: dict[Monomial, int] = {}
    rest: dict[str, dict[Monomial, int]] = {}
    for monomial, value in poly.terms.items():
        here = [symbol for symbol in monomial if symbol in found]
        if len(here) > 1:
            raise OutOfReach(f"a product of powers of {name}")
        if here:
            others = tuple(symbol for symbol in monomial if symbol != here[0])
            rest.setdefault(here[0], {})[others] = value
        else:
            plain[monomial] = value
    return Poly(plain, poly.den), [(symbol, Poly(rest[symbol], poly.den)) for symbol in rest]


def sum_of_power(symbol: str, factor: Poly, name: str, first: Poly, last: Poly) -> Poly:
    """Return the sum of a power times ``factor`` for ``name`` from ``first`` to ``last``.

    Exact for ``last >= first - 1`` and ``first >= 0``. Raises ``OutOfReach`` for exponents that may be
    negative.
    """
    atom = atoms.definition(symbol)
    assert isinstance(atom, atoms.Power)
    parts = atom.exponent.coefficients(name)
    step = parts[1].as_integer if len(parts) == 2 else None
    start = parts[0].as_integer
    if step is None or step < 1 or start is None or start < 0 or atom.exponent.den != 1:
        raise OutOfReach(f"{symbol} is not a power of {name}")
    coefficients = factor.coefficients(name)
    if len(coefficients) > _HIGHEST_POWER:
        raise OutOfReach(f"a high power of {name}")
    ratio = (atom.base.as_integer or 0) ** step
    found = [ZERO] * len(coefficients)
    for degree in reversed(range(len(coefficients))):
        above = ZERO
        for higher in range(degree + 1, len(coefficients)):
            above = above + found[higher] * comb(higher, degree)
        found[degree] = (coefficients[degree] - above * ratio).over(ratio - 1)

    def at(value: Poly) -> Poly:
        power = atoms.power_of(atom.base, bind(atom.exponent, {name: value}))
        return power * horner(found, value)

    return at(last + ONE) - at(first)
