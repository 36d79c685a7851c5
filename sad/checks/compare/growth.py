"""How formulas grow: their leading products of sizes, and whether one grows faster than another.

Rounded quotients are taken for the quotients plus something between -1 and 0, so what they hide is
not leading. What is between 0 and 1 (probabilities, conditions) stays in the coefficients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.checks.compare.opened import opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.poly import Monomial

Vector = tuple[tuple[str, int], ...]
"""Powers of sizes, sorted by name, without those that are 0. Other atoms go by their own names."""


class Growth:
    """A formula by powers of sizes: ``terms`` are coefficients, ``unsure`` powers of what is hidden."""

    def __init__(self) -> None:
        self.terms: dict[Vector, Poly] = {}
        self.unsure: set[Vector] = set()

    def add(self, vector: Vector, coefficient: Poly) -> None:
        """Add a term."""
        found = self.terms.get(vector, ZERO) + coefficient
        if found:
            self.terms[vector] = found
        else:
            self.terms.pop(vector, None)

    def leading(self) -> list[Vector]:
        """Return the powers no other ones are above, those that are unsure left out."""
        every = {*self.terms, *self.unsure}
        return [v for v in sorted(self.terms) if not any(o != v and below(v, o) for o in every)]

    def is_sure(self, vector: Vector) -> bool:
        """Whether what is hidden grows less than some powers."""
        return not any(below(vector, other) for other in self.unsure)


def growth_of(poly: Poly, is_size: Callable[[str], bool]) -> Growth:
    """Return how a formula grows in the symbols that are sizes; raises ``TooLarge``."""
    return _Reader(is_size).growth(poly)


class _Reader:
    def __init__(self, is_size: Callable[[str], bool]) -> None:
        self._is_size = is_size
        self._known: dict[str, Growth] = {}
        self._sizes: set[str] = set()
        self._factors: set[str] = set()

    def growth(self, poly: Poly) -> Growth:
        whole = opened(poly)
        found = Growth()
        plain: dict[Vector, dict[Monomial, int]] = {}
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
            part = _single(vector, Poly({tuple(factors): value}, whole.den))
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
                return _single((), Poly.symbol(symbol))
            case None:
                return _single(((symbol, 1),), ONE)
            case atoms.Guard() | atoms.Pieces():
                return _single((), Poly.symbol(symbol))
            case atoms.Floor(numerator, denominator) | atoms.Trunc(numerator, denominator):
                return self._quotient(symbol, numerator, denominator)
            case atoms.Sum():
                return self._sum(symbol, atom)
            case atoms.Mod(_, divisor) if divisor.as_integer is not None:
                return _hidden(())
            case _:
                return _single(((symbol, 1),), ONE)

    def _sum(self, symbol: str, atom: atoms.Sum) -> Growth:
        """At most the greatest of the terms as often as there are some: how much is hidden."""
        last = self.growth(atom.last)
        body = _Reader(lambda name: name == atom.index or self._is_size(name)).growth(atom.body)
        found = Growth()
        for vector in {*body.terms, *body.unsure}:
            powers = dict(vector)
            times = powers.pop(atom.index, 0) + 1
            if times < 1 or any(_uses(name, atom.index) for name in powers):
                return _single(((symbol, 1),), ONE)
            reached = {tuple(sorted(powers.items()))}
            for _ in range(times):
                ends = {*last.terms, *last.unsure, ()}
                reached = {_times(item, end) for item in reached for end in ends}
            found.unsure |= reached
        return found

    def _quotient(self, symbol: str, numerator: Poly, denominator: Poly) -> Growth:
        below_it = self.growth(denominator)
        if len(below_it.terms) != 1 or below_it.unsure:
            return _single(((symbol, 1),), ONE)
        ((vector, coefficient),) = below_it.terms.items()
        number = coefficient.as_integer
        if not number or number < 0:
            return _single(((symbol, 1),), ONE)
        found = Growth()
        turned = tuple((name, -power) for name, power in vector)
        above = self.growth(numerator)
        for other, value in above.terms.items():
            found.add(_times(other, turned), value.over(number))
        found.unsure = {_times(item, turned) for item in above.unsure} | {()}
        return found


def _uses(name: str, index: str) -> bool:
    return atoms.depends_on(Poly.symbol(name), index)


def _single(vector: Vector, coefficient: Poly) -> Growth:
    found = Growth()
    found.add(vector, coefficient)
    return found


def _is_only(growth: Growth, vector: Vector, coefficient: Poly) -> bool:
    return not growth.unsure and growth.terms == {vector: coefficient}


def _hidden(vector: Vector) -> Growth:
    found = Growth()
    found.unsure.add(vector)
    return found


def _product(first: Growth, second: Growth) -> Growth:
    found = Growth()
    for vector, value in first.terms.items():
        for other, factor in second.terms.items():
            found.add(_times(vector, other), value * factor)
    for one, two in ((first, second), (second, first)):
        every = {*two.terms, *two.unsure}
        found.unsure |= {_times(hidden, other) for hidden in one.unsure for other in every}
    return found


def _times(first: Vector, second: Vector) -> Vector:
    powers = dict(first)
    for name, power in second:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def below(vector: Vector, other: Vector) -> bool:
    """Whether one product of powers grows at most as fast as another, wherever sizes are 1 or more.

    A logarithm grows less than any power of what it is taken of.
    """
    gap = dict(_times(other, tuple((name, -power) for name, power in vector)))
    lacking = [name for name, power in gap.items() if power < 0]
    for name in lacking:
        atom = atoms.definition(name)
        if not isinstance(atom, atoms.Log):
            return False
        inside = atoms.free_symbols(atom.argument)
        if not any(gap.get(item, 0) > 0 for item in inside):
            return False
    return True


def is_known(vector: Vector) -> bool:
    """Whether it is known how everything in a product of powers grows."""
    for name, _ in vector:
        atom = atoms.definition(name)
        if isinstance(atom, atoms.Sum | atoms.Rows | atoms.Floor | atoms.Trunc | atoms.Mod):
            return False
        if isinstance(atom, atoms.Power) and (atom.base.as_integer or 0) < 2:
            return False
    return True
