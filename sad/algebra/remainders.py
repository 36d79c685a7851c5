"""Conditions that a remainder is 0, and how often a loop meets one whose divisor is a parameter.

``do i=first,last`` meets ``mod(i, m) == 0`` as often as there are multiples of m in its range:
``floor(last/|m|) - floor((first - 1)/|m|)`` times. (Divisors that are numbers: see ``opening``.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.affine import Constraint, form_of, order, poly_of
from sad.algebra.poly import ONE, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.domains import Index


class Remainder(NamedTuple):
    """``dividend`` modulo ``divisor``; ``symbol`` is the atom that says so, a remainder or quotient."""

    symbol: str
    dividend: Poly
    divisor: Poly


def zero_remainder(guard: Poly) -> Remainder | None:
    """Return the remainder that is 0 where ``guard`` is: ``mod(e, c)``, or ``c*(e/c) - e``."""
    for symbol in sorted(atoms.atoms_of(guard)):
        found: Remainder | None = None
        match atoms.definition(symbol):
            case atoms.Mod(dividend, divisor) if len(guard.terms) == 1 and (symbol,) in guard.terms:
                found = Remainder(symbol, dividend, divisor)
            case atoms.Floor(dividend, divisor) | atoms.Trunc(dividend, divisor):
                rest = dividend - divisor * Poly.symbol(symbol)
                if _is_multiple(guard, rest):
                    found = Remainder(symbol, dividend, divisor)
            case _:
                pass
        if found is not None:
            return found
    return None


def _is_multiple(guard: Poly, rest: Poly) -> bool:
    """Whether ``guard`` is a number times ``rest``, which has terms."""
    monomial, value = next(iter(rest.terms.items()))
    other = guard.terms.get(monomial, 0)
    return other != 0 and guard * (value * guard.den) == rest * (other * rest.den)


def without_multiples(
    indices: Sequence[Index], guards: frozenset[Constraint], body: Poly
) -> tuple[tuple[Index, ...], Poly] | None:
    """Return the nest without one loop whose index only has to be a multiple of a parameter.

    The body left is that times the other guards and the number of multiples. None if there is no such
    loop: another guard, a bound or the body depends on the index, or the divisor on a loop inside.
    """
    for item in sorted(guards, key=order):
        opposite = tuple((monomial, -value) for monomial, value in item[0]), -item[1]
        found = zero_remainder(poly_of(form_of(item)))
        if found is None or opposite not in guards or found.divisor.as_integer is not None:
            continue
        rest = [poly_of(form_of(other)) for other in guards - {item, opposite}]
        for place, index in enumerate(indices):
            factor = found.dividend.terms.get((index.name,), 0)
            offset = found.dividend - Poly.symbol(index.name) * factor
            others = [body, offset, found.divisor, *rest]
            others += [bound for x in indices[place + 1 :] for bound in (x.first, x.last)]
            if abs(factor) == 1 and not any(atoms.depends_on(x, index.name) for x in others):
                inner = {x.name for x in indices[place + 1 :]}
                if not inner.isdisjoint(atoms.free_symbols(offset * found.divisor)):
                    break
                count = _multiples(index, offset * factor, found.divisor)
                left = (*indices[:place], *indices[place + 1 :])
                return left, body * count * atoms.pieces_of([(tuple(rest), ONE)])
    return None


def _multiples(index: Index, offset: Poly, divisor: Poly) -> Poly:
    """How many values of ``index + offset`` the divisor divides."""
    size = atoms.max_of([divisor, -divisor])
    upper = atoms.floor_quotient(index.last + offset, size)
    lower = atoms.floor_quotient(index.first + offset - 1, size)
    return (upper - lower) * atoms.pieces_of([((index.last - index.first + 1,), ONE)])
