"""Polynomials with integer coefficients over one common denominator.

A monomial is the sorted tuple of its symbols, repeated by power: ``('m', 'n', 'n')`` is ``m*n**2``.
Symbols are strings; those defined in ``atoms`` stand for subexpressions such as ``floor(n/2)``.
Polynomials here are small (under 30 terms), where plain dicts of ints beat every library measured
(docs/decisions/0004).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Monomial = tuple[str, ...]
_fraction = lru_cache(maxsize=4096)(Fraction)


class Poly:
    """An immutable polynomial: ``sum(c * product(m) for m, c in terms) / den``.

    In lowest terms; equal polynomials compare equal and have equal hashes.
    """

    __slots__ = ("_hash", "den", "free", "terms", "text")

    terms: dict[Monomial, int]
    den: int
    free: frozenset[str] | None
    """All parameters in it, once ``atoms.free_symbols`` has found them."""
    text: str | None
    """Its canonical text, once ``plain.plain_text`` has written it."""

    def __init__(self, terms: dict[Monomial, int], den: int = 1) -> None:
        """Take over ``terms`` (no zero coefficients, sorted monomials) and reduce the fraction."""
        if den != 1:
            common = den
            for value in terms.values():
                common = gcd(common, value)
                if common == 1:
                    break
            if common > 1:
                terms = {monomial: value // common for monomial, value in terms.items()}
                den //= common
        self.terms = terms
        self.den = den
        self.free = None
        self.text = None
        self._hash = 0

    # --- making ----------------------------------------------------------------------------------

    @staticmethod
    def constant(value: int | Fraction) -> Poly:
        """Return a constant polynomial."""
        if isinstance(value, int):
            return Poly({(): value}) if value else ZERO
        return Poly({(): value.numerator} if value else {}, value.denominator)

    @staticmethod
    def symbol(name: str) -> Poly:
        """Return the polynomial that is one symbol: for a while the same object each time."""
        known = _symbols.get(name)
        if known is None:
            if len(_symbols) >= _MOST_SYMBOLS:
                _symbols.clear()
            known = _symbols[name] = Poly({(name,): 1})
        return known

    @staticmethod
    def weighted_sum(parts: Iterable[tuple[Poly, int]]) -> Poly:
        """Return the sum of ``poly * weight`` over all parts, in time linear in their terms."""
        by_den: dict[int, dict[Monomial, int]] = {}
        for poly, weight in parts:
            terms = by_den.setdefault(poly.den, {})
            for monomial, value in poly.terms.items():
                terms[monomial] = terms.get(monomial, 0) + value * weight
        total = ZERO
        for den, terms in by_den.items():
            total += Poly({m: c for m, c in terms.items() if c}, den)
        return total

    # --- asking ----------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.den == other.den and self.terms == other.terms

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash((self.den, frozenset(self.terms.items())))
        return self._hash

    @property
    def as_constant(self) -> Fraction | None:
        """The value if the polynomial is constant, else None."""
        terms = self.terms
        if not terms:
            return _fraction(0, 1)
        if len(terms) == 1 and () in terms:
            return _fraction(terms[()], self.den)
        return None

    @property
    def as_integer(self) -> int | None:
        """The value if the polynomial is an integer constant, else None."""
        terms = self.terms
        if not terms:
            return 0
        if self.den == 1 and len(terms) == 1:
            return terms.get(())
        return None

    @property
    def as_symbol(self) -> str | None:
        """The name if the polynomial is a single symbol, else None."""
        if self.den == 1 and len(self.terms) == 1:
            for monomial, value in self.terms.items():
                if value == 1 and len(monomial) == 1:
                    return monomial[0]
        return None

    def symbols(self) -> set[str]:
        """Return the symbols that stand directly in the polynomial (not those inside atoms)."""
        return set(chain.from_iterable(self.terms))

    def mentions(self, name: str) -> bool:
        """Whether ``name`` stands directly in the polynomial."""
        return any(name in monomial for monomial in self.terms)

    def in_order(self) -> list[tuple[Monomial, int]]:
        """Return the terms in an order that does not tell how the polynomial came about."""
        return sorted(self.terms.items()) if len(self.terms) > 1 else list(self.terms.items())

    def items(self) -> Iterator[tuple[Monomial, Fraction]]:
        """Yield (monomial, coefficient) pairs."""
        for monomial, value in self.terms.items():
            yield monomial, Fraction(value, self.den)

    def coefficients(self, name: str) -> list[Poly]:
        """Return ``[c0, c1, ...]`` with ``self == sum(c_k * name**k)``."""
        by_power: dict[int, dict[Monomial, int]] = {}
        for monomial, value in self.terms.items():
            power = monomial.count(name)
            rest = tuple(item for item in monomial if item != name) if power else monomial
            by_power.setdefault(power, {})[rest] = value
        return [Poly(by_power.get(k, {}), self.den) for k in range(max(by_power, default=0) + 1)]

    # --- arithmetic ------------------------------------------------------------------------------

    def __add__(self, other: Poly | int) -> Poly:
        if isinstance(other, int):
            other = Poly.constant(other)
        return self._plus(other, 1) if self.terms else other

    def _plus(self, other: Poly, sign: int) -> Poly:
        """``self + sign*other``."""
        if not other.terms:
            return self
        if self.den == other.den:
            den, mine, theirs = self.den, 1, sign
        else:
            den = self.den * other.den // gcd(self.den, other.den)
            mine, theirs = den // self.den, den // other.den * sign
        terms = dict(self.terms) if mine == 1 else {m: c * mine for m, c in self.terms.items()}
        for monomial, value in other.terms.items():
            total = terms.get(monomial, 0) + value * theirs
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return Poly(terms, den)

    def __radd__(self, other: Poly | int) -> Poly:
        return self + other

    def __neg__(self) -> Poly:
        return Poly({m: -c for m, c in self.terms.items()}, self.den)

    def __sub__(self, other: Poly | int) -> Poly:
        return self._plus(Poly.constant(other) if isinstance(other, int) else other, -1)

    def __rsub__(self, other: int) -> Poly:
        return Poly.constant(other) - self

    def __mul__(self, other: Poly | int) -> Poly:
        if other is ONE or self is ZERO:
            return self
        if self is ONE and isinstance(other, Poly):
            return other
        if isinstance(other, int):
            if not other:
                return ZERO
            if other == 1:
                return self
            return Poly({m: c * other for m, c in self.terms.items()}, self.den)
        first, second = self.terms, other.terms
        if len(first) > len(second):
            first, second = second, first
        if not first:
            return ZERO
        if len(first) == 1:  # different monomials stay different
            ((left, c),) = first.items()
            if not left:
                found = {right: c * d for right, d in second.items()}
            else:
                found = {
                    (tuple(sorted(left + right)) if right else left): c * d
                    for right, d in second.items()
                }
            return Poly(found, self.den * other.den)
        terms: dict[Monomial, int] = {}
        for left, c in first.items():
            for right, d in second.items():
                key = tuple(sorted(left + right)) if left and right else left or right
                terms[key] = terms.get(key, 0) + c * d
        return Poly({m: c for m, c in terms.items() if c}, self.den * other.den)

    def __rmul__(self, other: Poly | int) -> Poly:
        return self * other

    def __pow__(self, power: int) -> Poly:
        result = ONE
        for _ in range(power):
            result = result * self
        return result

    def over(self, divisor: int) -> Poly:
        """Return the polynomial divided by a non-zero integer."""
        if divisor < 0:
            return (-self).over(-divisor)
        return Poly(dict(self.terms), self.den * divisor)

    def substitute(self, name: str, value: Poly) -> Poly:
        """Return the polynomial with the direct symbol ``name`` replaced by ``value``."""
        if not self.mentions(name):
            return self
        return horner(self.coefficients(name), value)


_MOST_SYMBOLS = 50_000
_symbols: dict[str, Poly] = {}
ZERO = Poly({})
ONE = Poly({(): 1})


def horner(coefficients: list[Poly], value: Poly) -> Poly:
    """Return ``sum(c_k * value**k)``."""
    result = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        result = result * value + coefficient
    return result


def total(items: Iterable[Poly]) -> Poly:
    """Return the sum of polynomials, added up in order, in time linear in their terms."""
    terms: dict[Monomial, int] = {}
    den = 1
    for item in items:
        den = add_terms(terms, den, item.terms.items(), item.den)
    return Poly(terms, den) if terms else ZERO


def add_terms(
    terms: dict[Monomial, int], den: int, others: Iterable[tuple[Monomial, int]], other_den: int
) -> int:
    """Add terms over a denominator to those over another; return the one they are all over now."""
    if other_den != den:
        common = den * other_den // gcd(den, other_den)
        if common != den:
            for monomial in terms:
                terms[monomial] *= common // den
            den = common
    factor = den // other_den
    for monomial, value in others:
        found = terms.get(monomial, 0) + value * factor
        if found:
            terms[monomial] = found
        else:
            del terms[monomial]
    return den


def product(items: Iterable[Poly]) -> Poly:
    """Return the product of polynomials."""
    result = ONE
    for item in items:
        result = result * item
    return result


def content(poly: Poly) -> tuple[int, Monomial]:
    """Return the greatest integer and the largest monomial that divide every term."""
    number = 0
    shared: list[str] | None = None
    for monomial, value in poly.terms.items():
        number = gcd(number, value)
        if shared is None:
            shared = list(monomial)
        else:
            rest = list(monomial)
            kept: list[str] = []
            for name in shared:
                if name in rest:
                    rest.remove(name)
                    kept.append(name)
            shared = kept
    return number or 1, tuple(shared or ())


def divide_monomial(poly: Poly, number: int, monomial: Monomial) -> Poly:
    """Return the numerator of ``poly`` divided by a number and a monomial that divide every term."""
    terms: dict[Monomial, int] = {}
    for item, value in poly.terms.items():
        rest = list(item)
        for name in monomial:
            rest.remove(name)
        terms[tuple(rest)] = value // number
    return Poly(terms)


def divide_exactly(poly: Poly, divisor: Poly) -> tuple[Poly, Poly]:
    """Return (quotient, remainder) of the multivariate division in graded lexicographic order."""
    lead, lead_value = _leading(divisor)
    quotient, remainder, rest = ZERO, ZERO, poly
    while rest:
        monomial, value = _leading(rest)
        factor = _divide_monomial(monomial, lead)
        if factor is None:
            term = _term(monomial, value)
            remainder = remainder + term
            rest = rest - term
        else:
            term = _term(factor, value / lead_value)
            quotient = quotient + term
            rest = rest - term * divisor
    return quotient, remainder


def _leading(poly: Poly) -> tuple[Monomial, Fraction]:
    monomial = max(poly.terms, key=lambda item: (len(item), item))
    return monomial, Fraction(poly.terms[monomial], poly.den)


def _term(monomial: Monomial, value: Fraction) -> Poly:
    return Poly({monomial: value.numerator}, value.denominator)


def _divide_monomial(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    rest = list(monomial)
    for name in divisor:
        if name not in rest:
            return None
        rest.remove(name)
    return tuple(rest)
