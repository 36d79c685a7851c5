"""How formulas grow, as sums of products of powers of sizes.

``growth_of`` gives the leading terms with their coefficients: what is between 0 and 1 (probabilities,
conditions) stays in the coefficients; of roundings and sums only the powers are known that they may
reach (``unsure``). ``Bounds`` gives bounds from above, up to a constant factor, which all formulas
have: ``n*floor((n + 1)/2)`` grows no faster than ``n**2``. A formula that holds ``min(m, n)`` has
several bounds.

Over 400 lines: leading terms and bounds meet every kind of atom, and share the powers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.case_sum import case_sum
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.feasible import Constraints
    from sad.algebra.kinds import Work
    from sad.algebra.poly import Monomial

Powers = tuple[tuple[str, int | Fraction], ...]
"""A product of powers, sorted by name, none of them 0. The names are of sizes and of atoms."""
Bound = frozenset[Powers]
"""A sum of products of which none is always below another."""
CONSTANT: Bound = frozenset(((),))
_MOST_ALTERNATIVES = 16


def times(first: Powers, second: Powers) -> Powers:
    """Return the product of two products of powers."""
    powers = dict(first)
    for name, power in second:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def to_power(powers: Powers, exponent: int | Fraction) -> Powers:
    """Return a power of a product of powers; the exponent is not 0."""
    return tuple((name, power * exponent) for name, power in powers)


def below(powers: Powers, other: Powers) -> bool:
    """Whether one product of powers grows at most as fast as another, wherever sizes are 1 or more.

    A logarithm grows less than any power of what it is taken of.
    """
    gap = dict(times(other, to_power(powers, -1)))
    for name in [name for name, power in gap.items() if power < 0]:
        atom = atoms.definition(name)
        if not isinstance(atom, atoms.Log):
            return False
        inside = (atom.argument.symbols(), atoms.free_symbols(atom.argument))
        if not any(names and all(gap.get(n, 0) > 0 for n in names) for names in inside):
            return False
    return True


def is_below(powers: Powers, bound: Iterable[Powers]) -> bool:
    """Whether a product grows more slowly than another one of several."""
    return any(powers != item and below(powers, item) for item in bound)


def is_known(powers: Powers) -> bool:
    """Whether it is known how everything in a product of powers grows."""
    for name, _ in powers:
        atom = atoms.definition(name)
        if isinstance(
            atom, atoms.Looped | atoms.Rows | atoms.Floor | atoms.Trunc | atoms.Mod | atoms.Root
        ):
            return False
        if isinstance(atom, atoms.Power) and (atom.base.as_integer or 0) < 2:
            return False
    return True


class Growth:
    """A formula by powers of sizes: ``terms`` are coefficients, ``unsure`` powers of what is hidden."""

    def __init__(self, terms: Mapping[Powers, Poly], unsure: Iterable[Powers] = ()) -> None:
        self.terms = dict(terms)
        self.unsure = set(unsure)

    def add(self, vector: Powers, coefficient: Poly) -> None:
        """Add a term."""
        found = self.terms.get(vector, ZERO) + coefficient
        if found:
            self.terms[vector] = found
        else:
            self.terms.pop(vector, None)

    def leading(self) -> list[Powers]:
        """Return the powers no other ones are above, those that are unsure left out."""
        every = {*self.terms, *self.unsure}
        return [powers for powers in sorted(self.terms) if not is_below(powers, every)]

    def is_sure(self, vector: Powers) -> bool:
        """Whether what is hidden grows less than some powers."""
        return not any(below(vector, other) for other in self.unsure)


def growth_of(poly: Poly, is_size: Callable[[str], bool]) -> Growth:
    """Return how a formula grows in the symbols that are sizes; raises ``TooLarge``."""
    return Growing(is_size).growth(poly)


class Growing:
    """How formulas grow in the symbols that are sizes; what is in several is looked at once."""

    def __init__(self, is_size: Callable[[str], bool]) -> None:
        self._is_size = is_size
        self._known: dict[str, Growth] = {}
        self._sizes: set[str] = set()
        self._factors: set[str] = set()

    def growth(self, poly: Poly) -> Growth:
        """Return how a formula grows; raises ``TooLarge``."""
        whole = case_sum(poly)
        found = Growth({})
        plain: dict[Powers, dict[Monomial, int]] = {}
        for monomial, value in whole.terms.items():
            others: list[Growth] = []
            sizes: dict[str, int] = {}
            factors: list[str] = []
            for symbol in monomial:
                growth = self._symbol(symbol)
                if symbol in self._sizes:
                    sizes[symbol] = sizes.get(symbol, 0) + 1
                elif symbol in self._factors:
                    factors.append(symbol)
                else:
                    others.append(growth)
            vector = tuple(sorted(sizes.items()))
            if not others:
                terms = plain.setdefault(vector, {})
                terms[tuple(factors)] = terms.get(tuple(factors), 0) + value
                continue
            part = Growth({vector: Poly({tuple(factors): value}, whole.den)})
            for growth in others:
                part = _product(part, growth)
            for other, coefficient in part.terms.items():
                found.add(other, coefficient)
            found.unsure |= part.unsure
        for vector, terms in plain.items():
            found.add(vector, Poly({m: n for m, n in terms.items() if n}, whole.den))
        return found

    def _symbol(self, symbol: str) -> Growth:
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._growth(symbol)
            if _is_only(known, ((symbol, 1),), ONE):
                self._sizes.add(symbol)
            elif _is_only(known, (), Poly.symbol(symbol)):
                self._factors.add(symbol)
        return known

    def _growth(self, symbol: str) -> Growth:
        atom = atoms.definition(symbol)
        match atom:
            case None if not self._is_size(symbol):
                return Growth({(): Poly.symbol(symbol)})
            case None:
                return Growth({((symbol, 1),): ONE})
            case atoms.Guard() | atoms.Pieces():
                return Growth({(): Poly.symbol(symbol)})
            case atoms.Floor(numerator, denominator) | atoms.Trunc(numerator, denominator):
                return self._quotient(symbol, numerator, denominator)
            case atoms.Sum() | atoms.Greatest():
                return self._ranged(symbol, atom)
            case atoms.Mod(_, divisor) if divisor.as_integer is not None:
                return Growth({}, ((),))
            case _:
                return Growth({((symbol, 1),): ONE})

    def _ranged(self, symbol: str, atom: atoms.Ranged) -> Growth:
        """At most the greatest body, for a sum as often as there are some: how much is hidden."""
        last = self.growth(atom.last)
        body = Growing(lambda name: name == atom.index or self._is_size(name)).growth(atom.body)
        found = Growth({})
        for vector in {*body.terms, *body.unsure}:
            powers = dict(vector)
            power = int(powers.pop(atom.index, 0))
            often = power + isinstance(atom, atoms.Sum)
            if power < 0 or any(atoms.depends_on(Poly.symbol(name), atom.index) for name in powers):
                return Growth({((symbol, 1),): ONE})
            reached = {tuple(sorted(powers.items()))}
            for _ in range(often):
                ends = {*last.terms, *last.unsure, ()}
                reached = {times(item, end) for item in reached for end in ends}
            found.unsure |= reached
        return found

    def _quotient(self, symbol: str, numerator: Poly, denominator: Poly) -> Growth:
        below_it = self.growth(denominator)
        if len(below_it.terms) != 1 or below_it.unsure:
            return Growth({((symbol, 1),): ONE})
        ((vector, coefficient),) = below_it.terms.items()
        number = coefficient.as_integer
        if not number or number < 0:
            return Growth({((symbol, 1),): ONE})
        found = Growth({})
        turned = to_power(vector, -1)
        above = self.growth(numerator)
        for other, value in above.terms.items():
            found.add(times(other, turned), value.over(number))
        found.unsure = {times(item, turned) for item in above.unsure} | {()}
        return found


def _is_only(growth: Growth, vector: Powers, coefficient: Poly) -> bool:
    return not growth.unsure and growth.terms == {vector: coefficient}


def _product(first: Growth, second: Growth) -> Growth:
    found = Growth({})
    for vector, value in first.terms.items():
        for other, factor in second.terms.items():
            found.add(times(vector, other), value * factor)
    for one, two in ((first, second), (second, first)):
        every = {*two.terms, *two.unsure}
        found.unsure |= {times(hidden, other) for hidden in one.unsure for other in every}
    return found


# --- bounds from above -------------------------------------------------------------------------------


def bound_of(symbol: str) -> Bound:
    """Return the growth of a symbol."""
    return frozenset((((symbol, 1),),))


def bound_sum(*bounds: Bound) -> Bound:
    """Return the growth of a sum."""
    return thinned(powers for bound in bounds for powers in bound)


def bound_product(*bounds: Bound) -> Bound:
    """Return the growth of a product."""
    found = CONSTANT
    for bound in bounds:
        found = thinned(times(one, other) for one in found for other in bound)
    return found


def bound_power(bound: Bound, power: Fraction) -> Bound:
    """Return the growth of a power of a sum: that of the sum of the powers."""
    return thinned(to_power(powers, power) for powers in bound)


def bound_logarithm(bound: Bound) -> Bound:
    """Return the growth of a sum's logarithm; the base makes no difference."""
    names = {name for powers in bound for name, power in powers if power > 0}
    logs = (atoms.log_of(Poly.constant(2), Poly.symbol(name)).as_symbol for name in names)
    return bound_sum(*(bound_of(log) for log in logs if log is not None)) if names else CONSTANT


def thinned(terms: Iterable[Powers]) -> Bound:
    """Return the products that are not below another one."""
    found = frozenset(terms)
    return frozenset(powers for powers in found if not is_below(powers, found))


class Bounds:
    """Bounds of formulas from above.

    ``is_small`` tells symbols that are never above 1, ``holds`` whether a formula is never negative.
    """

    def __init__(self, is_small: Callable[[str], bool], holds: Callable[[Poly], bool]) -> None:
        self._is_small = is_small
        self._holds = holds

    def of_terms(self, poly: Poly, known: Constraints = frozenset()) -> dict[Monomial, list[Bound]]:
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

    def _sum(self, poly: Poly, indices: Mapping[str, Bound]) -> list[Bound]:
        if not poly:
            return [frozenset()]
        parts = [self._product(monomial, indices) for monomial in poly.terms]
        return _all_of(parts, bound_sum)

    def _product(self, monomial: Monomial, indices: Mapping[str, Bound]) -> list[Bound]:
        found = [CONSTANT]
        for symbol in monomial:
            found = _all_of([found, self._symbol(symbol, indices)], bound_product)
        return found

    def _symbol(self, symbol: str, indices: Mapping[str, Bound]) -> list[Bound]:
        atom = atoms.definition(symbol)
        match atom:
            case None:
                if symbol in indices:  # of a loop, or of a case that keeps it small
                    return [indices[symbol]]
                return [CONSTANT if self._is_small(symbol) else bound_of(symbol)]
            case atoms.Guard() | atoms.Not():
                return [CONSTANT]
            case atoms.Floor(top, bottom) | atoms.Trunc(top, bottom):
                return self._quotient(top, bottom, indices)
            case atoms.Mod(dividend, divisor):
                return [*self._sum(divisor, indices), *self._sum(dividend, indices)]
            case atoms.Max(arguments):
                return _all_of([self._sum(item, indices) for item in arguments], bound_sum)
            case atoms.Min(arguments):
                return self._least(arguments, indices)
            case atoms.Log(argument=argument):
                return [
                    bound_sum(CONSTANT, bound_logarithm(item))
                    for item in self._sum(argument, indices)
                ]
            case atoms.Root(argument):
                half = Fraction(1, 2)
                return [
                    bound_sum(CONSTANT, bound_power(item, half))
                    for item in self._sum(argument, indices)
                ]
            case atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self._sum(inner, indices)
            case atoms.Pieces(pieces):
                return _all_of([self._piece(item, indices) for item in pieces], bound_sum)
            case atoms.Sum() | atoms.Greatest():
                return self._over_range(atom, indices)
            case atoms.Busiest(parts):
                return [bound_sum(*(self._work(part, indices) for part in parts))]
            case atoms.Gcd(first, second):
                return _all_of([self._sum(first, indices), self._sum(second, indices)], bound_sum)
            case atoms.Inverse(divisor):
                return [self._inverse(divisor, indices) or CONSTANT]
            case atoms.Rows(total=total):
                return [bound_of(total)]
            case atoms.Recurrence():
                return [bound_of(symbol)]
            case atoms.Power(base, exponent):
                return [_exponential(base, exponent)]

    def _piece(
        self, piece: tuple[tuple[Poly, ...], Poly], indices: Mapping[str, Bound]
    ) -> list[Bound]:
        guards, poly = piece
        known = limited(frozenset(constraint(guard.terms) for guard in guards))
        return self._sum(poly, {**indices, **known})

    def _quotient(self, top: Poly, bottom: Poly, indices: Mapping[str, Bound]) -> list[Bound]:
        """A rounded quotient: slower than its top if the bottom is a product of sizes."""
        found, inverse = self._sum(top, indices), self._inverse(bottom, indices)
        if inverse is None:
            return found
        return [bound_sum(CONSTANT, bound_product(item, inverse)) for item in found]

    def _inverse(self, bottom: Poly, indices: Mapping[str, Bound]) -> Bound | None:
        """One over a product of sizes; None where it is one over anything else."""
        if len(bottom.terms) != 1:
            return None
        below = CONSTANT
        for symbol in next(iter(bottom.terms)):
            if atoms.definition(symbol) is not None or symbol in indices or self._is_small(symbol):
                return None
            below = bound_product(below, bound_of(symbol))
        return bound_power(below, Fraction(-1))

    def _least(self, arguments: tuple[Poly, ...], indices: Mapping[str, Bound]) -> list[Bound]:
        """The least of several that are never negative is below each of them; else below their sum."""
        bounds = [self._sum(item, indices) for item in arguments]
        if all(self._holds(item * item.den) for item in arguments):
            return [bound for found in bounds for bound in found][:_MOST_ALTERNATIVES]
        return _all_of(bounds, bound_sum)

    def _work(self, part: Work, indices: Mapping[str, Bound]) -> Bound:
        """What a nest gives away in all; of alternative bounds the first."""
        inside, often = dict(indices), CONSTANT
        for index, first, last in part.ranges:
            ends = [self._sum(first, inside), self._sum(last, inside), [CONSTANT]]
            inside[index] = span = _all_of(ends, bound_sum)[0]
            often = bound_product(often, span)
        return bound_product(often, self._sum(part.amount, inside)[0])

    def _over_range(self, atom: atoms.Ranged, indices: Mapping[str, Bound]) -> list[Bound]:
        ends = [self._sum(atom.first, indices), self._sum(atom.last, indices), [CONSTANT]]
        found: list[Bound] = []
        for span in _all_of(ends, bound_sum):
            inside = {**indices, atom.index: span}
            often = span if isinstance(atom, atoms.Sum) else CONSTANT
            found.extend(bound_product(often, body) for body in self._sum(atom.body, inside))
        return found[:_MOST_ALTERNATIVES]


def limited(known: Constraints) -> dict[str, Bound]:
    """Return the symbols that constraints keep below a number."""
    return {
        pairs[0][0][0]: CONSTANT
        for pairs, _ in known
        if len(pairs) == 1 and len(pairs[0][0]) == 1 and pairs[0][1] < 0
    }


def _exponential(base: Poly, exponent: Poly) -> Bound:
    """A power with an exponent that is no number, under one name whatever is added to it."""
    rest = Poly({monomial: value for monomial, value in exponent.terms.items() if monomial})
    power = atoms.power_of(base, rest).as_symbol
    assert power is not None
    return bound_of(power)


def _all_of(parts: list[list[Bound]], join: Callable[..., Bound]) -> list[Bound]:
    """Each way to take one alternative of every part, joined."""
    ways = islice(product(*parts), _MOST_ALTERNATIVES)
    return list(dict.fromkeys(join(*way) for way in ways))
