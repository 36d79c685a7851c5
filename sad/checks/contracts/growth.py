"""How fast formulas grow: bounds from above as sums of products of powers and logarithms.

``n*floor((n + 1)/2)`` grows no faster than ``n**2``. A formula has several bounds where it holds
``min(m, n)``: each alternative is one. All numbers are taken for large, all bounds hold up to a
constant factor; probabilities and conditions count as 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.feasible import Constraints
    from sad.algebra.poly import Monomial

Factor = tuple[str, Fraction, Fraction]
Term = tuple[Factor, ...]
"""A product, sorted: of each symbol its power, and the power of its logarithm."""
Growth = frozenset[Term]
"""A sum of products of which none is always below another."""
CONSTANT: Growth = frozenset(((),))
_NONE = (Fraction(0), Fraction(0))
_MOST_ALTERNATIVES = 16


def of_symbol(symbol: str, power: int = 1, logs: int = 0) -> Growth:
    """Return the growth of a power of a symbol, or of its logarithm."""
    return frozenset((((symbol, Fraction(power), Fraction(logs)),),))


def is_within(term: Term, other: Term) -> bool:
    """Whether a product never grows faster than another."""
    left = {name: (power, logs) for name, power, logs in term}
    right = {name: (power, logs) for name, power, logs in other}
    return all(
        left.get(name, _NONE) <= right.get(name, _NONE) for name in left.keys() | right.keys()
    )


def is_below(term: Term, growth: Growth) -> bool:
    """Return whether a product grows more slowly than one of a sum's terms."""
    return any(term != item and is_within(term, item) for item in growth)


def thinned(terms: Iterable[Term]) -> Growth:
    """Return the terms that are not within another one."""
    found = frozenset(terms)
    return frozenset(term for term in found if not is_below(term, found))


def plus(*growths: Growth) -> Growth:
    """Return the growth of a sum."""
    return thinned(term for growth in growths for term in growth)


def times(left: Growth, right: Growth) -> Growth:
    """Return the growth of a product."""
    return thinned(_times(one, other) for one in left for other in right)


def to_power(growth: Growth, power: Fraction) -> Growth:
    """Return the growth of a power of a sum: that of the sum of the powers."""
    return thinned(
        tuple((name, value * power, logs * power) for name, value, logs in term) for term in growth
    )


def logarithm(growth: Growth) -> Growth:
    """Return the growth of a sum's logarithm."""
    names = {name for term in growth for name, power, _ in term if power > 0}
    return plus(*(of_symbol(name, 0, 1) for name in names)) if names else CONSTANT


def _times(left: Term, right: Term) -> Term:
    factors: dict[str, tuple[Fraction, Fraction]] = {}
    for name, power, logs in (*left, *right):
        old = factors.get(name, _NONE)
        factors[name] = old[0] + power, old[1] + logs
    return tuple(
        (name, power, logs) for name, (power, logs) in sorted(factors.items()) if power or logs
    )


class Bounds:
    """Bounds of formulas from above.

    ``is_small`` tells symbols that are never above 1, ``holds`` whether a formula is never negative.
    """

    def __init__(self, is_small: Callable[[str], bool], holds: Callable[[Poly], bool]) -> None:
        self._is_small = is_small
        self._holds = holds

    def of_terms(
        self, poly: Poly, known: Constraints = frozenset()
    ) -> dict[Monomial, list[Growth]]:
        """Return alternative bounds of each term; terms that only make the sum smaller are left out.

        What is ``known`` to stay below a number does not grow.
        """
        inside = limited(known)
        return {
            monomial: self._product(monomial, inside)
            for monomial, value in poly.terms.items()
            if value > 0 or not all(map(self._is_positive, monomial))
        }

    def _is_positive(self, symbol: str) -> bool:
        match atoms.definition(symbol):
            case None | atoms.Guard() | atoms.Not():
                return True
            case _:
                return self._holds(Poly.symbol(symbol))

    def _sum(self, poly: Poly, indices: Mapping[str, Growth]) -> list[Growth]:
        if not poly:
            return [frozenset()]
        parts = [self._product(monomial, indices) for monomial in poly.terms]
        return _all_of(parts, plus)

    def _product(self, monomial: Monomial, indices: Mapping[str, Growth]) -> list[Growth]:
        found = [CONSTANT]
        for symbol in monomial:
            found = _all_of([found, self._symbol(symbol, indices)], _product_of)
        return found

    def _symbol(self, symbol: str, indices: Mapping[str, Growth]) -> list[Growth]:
        atom = atoms.definition(symbol)
        match atom:
            case None:
                if symbol in indices:  # of a loop, or of a case that keeps it small
                    return [indices[symbol]]
                return [CONSTANT if self._is_small(symbol) else of_symbol(symbol)]
            case atoms.Guard() | atoms.Not():
                return [CONSTANT]
            case atoms.Floor(top, bottom) | atoms.Trunc(top, bottom):
                return self._quotient(top, bottom, indices)
            case atoms.Mod(dividend, divisor):
                return [*self._sum(divisor, indices), *self._sum(dividend, indices)]
            case atoms.Max(arguments):
                return _all_of([self._sum(item, indices) for item in arguments], plus)
            case atoms.Min(arguments):
                return self._least(arguments, indices)
            case atoms.Log(argument=argument):
                return [plus(CONSTANT, logarithm(item)) for item in self._sum(argument, indices)]
            case atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self._sum(inner, indices)
            case atoms.Pieces(pieces):
                return _all_of([self._piece(item, indices) for item in pieces], plus)
            case atoms.Sum():
                return self._added_up(atom, indices)
            case atoms.Rows(total=total):
                return [of_symbol(total)]
            case atoms.Power(base, exponent):
                return [_exponential(base, exponent)]

    def _piece(
        self, piece: tuple[tuple[Poly, ...], Poly], indices: Mapping[str, Growth]
    ) -> list[Growth]:
        guards, poly = piece
        known = limited(frozenset(constraint(guard.terms) for guard in guards))
        return self._sum(poly, {**indices, **known})

    def _quotient(self, top: Poly, bottom: Poly, indices: Mapping[str, Growth]) -> list[Growth]:
        """A rounded quotient: slower than its top if the bottom is a product of sizes."""
        found = self._sum(top, indices)
        if len(bottom.terms) != 1:
            return found
        below = CONSTANT
        for symbol in next(iter(bottom.terms)):
            if atoms.definition(symbol) is not None or symbol in indices or self._is_small(symbol):
                return found
            below = times(below, of_symbol(symbol))
        inverse = to_power(below, Fraction(-1))
        return [plus(CONSTANT, times(item, inverse)) for item in found]

    def _least(self, arguments: tuple[Poly, ...], indices: Mapping[str, Growth]) -> list[Growth]:
        """The least of several that are never negative is below each of them; else below their sum."""
        bounds = [self._sum(item, indices) for item in arguments]
        if all(self._holds(item * item.den) for item in arguments):
            return [bound for found in bounds for bound in found][:_MOST_ALTERNATIVES]
        return _all_of(bounds, plus)

    def _added_up(self, atom: atoms.Sum, indices: Mapping[str, Growth]) -> list[Growth]:
        ends = [self._sum(atom.first, indices), self._sum(atom.last, indices), [CONSTANT]]
        found: list[Growth] = []
        for span in _all_of(ends, plus):
            inside = {**indices, atom.index: span}
            found.extend(times(span, body) for body in self._sum(atom.body, inside))
        return found[:_MOST_ALTERNATIVES]


def limited(known: Constraints) -> dict[str, Growth]:
    """Return the symbols that constraints keep below a number."""
    return {
        pairs[0][0][0]: CONSTANT
        for pairs, _ in known
        if len(pairs) == 1 and len(pairs[0][0]) == 1 and pairs[0][1] < 0
    }


def _exponential(base: Poly, exponent: Poly) -> Growth:
    """A power with an exponent that is no number, under one name whatever is added to it."""
    rest = Poly({monomial: value for monomial, value in exponent.terms.items() if monomial})
    power = atoms.power_of(base, rest).as_symbol
    assert power is not None
    return of_symbol(power)


def _product_of(*growths: Growth) -> Growth:
    found = CONSTANT
    for growth in growths:
        found = times(found, growth)
    return found


def _all_of(parts: list[list[Growth]], join: Callable[..., Growth]) -> list[Growth]:
    """Each way to take one alternative of every part, joined."""
    ways = islice(product(*parts), _MOST_ALTERNATIVES)
    return list(dict.fromkeys(join(*way) for way in ways))
