"""What atoms are, as constraints: ``min(m, n) <= n``, ``c*floor(e/c) <= e``. Proofs need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero
from sad.algebra.poly import Poly
from sad.algebra.recurrences import is_positive

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.feasible import Constraints

_MOST = 8  # atoms; more facts than that make proofs slow


def facts_about(items: Iterable[Constraint]) -> Constraints:
    """Return what the greatest, least and rounded quotients that occur in constraints obey."""
    symbols: set[str] = set()
    for pairs, _ in items:
        for monomial, _ in pairs:
            if len(monomial) == 1 and atoms.definition(monomial[0]) is not None:
                symbols.add(monomial[0])
    facts: set[Constraint] = set()
    for symbol in sorted(symbols)[:_MOST]:
        facts.update(at_least_zero(poly) for poly in _facts(symbol) if poly.den == 1)
    return frozenset(facts)


def _facts(symbol: str) -> list[Poly]:
    value = Poly.symbol(symbol)
    match atoms.definition(symbol):
        case atoms.Max(arguments):
            return [value - item for item in arguments]
        case atoms.Min(arguments):
            return [item - value for item in arguments]
        case atoms.Floor(numerator, denominator):
            divisor = denominator.as_integer
            if divisor is None or divisor < 1:
                return []
            rest = numerator - value * divisor
            return [rest, divisor - 1 - rest]
        case atoms.Recurrence() as found if not is_positive(found):
            return []
        case atoms.Gcd() | atoms.Greatest() | atoms.Busiest() | atoms.Recurrence():
            return [value]
        case _:
            return []
