"""Maxima under facts about signs: what decides is kept, common factors are taken out.

Bounds on time are maxima of products of counts (whole, 1 or more) and times (any number, 0 or more):
of ``max(ts, tl + ts)`` the second decides always, ``max(N*P*ts, N*(tl + ts))`` is
``N*max(P*ts, tl + ts)``. Times are no whole numbers, so proofs about them (``Signs.holds``) look at
their factors, one by one, and leave those to ``sign``, which knows whole numbers.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import greatest_of, map_symbols, rebuild, ungrouped
from sad.algebra.kinds import Work
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.poly import ONE, ZERO, Poly, content, divide_exactly, divide_monomial
from sad.algebra.recurrences import is_positive
from sad.algebra.sign import Domain, Prover
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.poly import Monomial

_MOST_WAYS = 64


@record
class Signs:
    """What is known of symbols: ``counts`` are whole and at least 1, ``times`` are not negative.

    ``chances`` are from 0 to 1. ``least`` are least values of other whole numbers, ``forms`` formulas
    of whole numbers that are not negative. Of a symbol that is nowhere here nothing is known.
    """

    times: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    chances: frozenset[str] = frozenset()
    least: tuple[tuple[str, int], ...] = ()
    forms: tuple[Poly, ...] = ()

    def holds(self, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proved."""
        return _Proof(self).holds(ungrouped(poly))

    def within(self, index: str, first: Poly, last: Poly) -> Signs:
        """Return these facts and those about an index that is between two formulas."""
        start = first.as_integer
        if start is None and self.holds(first):
            start = 0
        if start is None:
            return self
        name = Poly.symbol(index)
        forms = tuple(item for item in (name - first, last - name) if item.den == 1)
        others = tuple(item for item in self.forms if not atoms.depends_on(item, index))
        return Signs(
            self.times,
            self.counts,
            self.chances,
            (*(item for item in self.least if item[0] != index), (index, start)),
            (*others, *forms),
        )


def simplify_max(poly: Poly, signs: Signs) -> Poly:
    """Return a formula of the same value wherever ``signs`` hold, its maxima simplified.

    Arguments that another one is never below are left out, what all have in common is taken out, and
    maxima in maxima become one; in sums, products and atoms as well. Raises nothing.
    """
    return _Simplifier(signs).poly(poly)


def greatest(index: str, first: Poly, last: Poly, body: Poly, signs: Signs) -> Poly:
    """Return the greatest ``body`` (not negative) for ``index`` from ``first`` to ``last``, 0 for none.

    Closed where ``signs`` tell that ``body`` only grows or only falls.
    """
    simple = simplify_max(body, signs.within(index, first, last))
    before_last = signs.within(index, first, last - 1)
    found = greatest_of(index, first, last, simple, before_last.holds)
    return found if has_numeric_sum(found) else simplify_max(found, signs)


class _Proof:
    """Proofs about formulas with times; at most so many ways to choose arguments are looked at."""

    def __init__(self, signs: Signs) -> None:
        self._signs = signs
        self._real = signs.times | signs.chances
        least = {**dict(signs.least), **dict.fromkeys(signs.counts, 1)}
        self._prover = Prover(Domain(least, signs.chances, signs.forms))
        self._left = _MOST_WAYS

    def holds(self, poly: Poly) -> bool:
        """Whether a formula is never negative: a maximum is at least each argument, and one of them."""
        self._left -= 1
        if self._left < 0:
            return False
        if self._is_plain(poly):
            return True
        for symbol in sorted(poly.symbols()):
            atom = atoms.definition(symbol)
            if not isinstance(atom, atoms.Max | atoms.Min):
                continue
            factor = _factor_of(poly, symbol)
            if factor is None:
                continue
            values = [poly.substitute(symbol, ungrouped(item)) for item in atom.arguments]
            for sign in (1, -1):
                if self.holds(factor * sign):
                    is_any = (sign > 0) == isinstance(atom, atoms.Max)
                    return (any if is_any else all)(map(self.holds, values))
        return False

    def _is_plain(self, poly: Poly) -> bool:
        """Whether no product of times has a negative factor."""
        parts: dict[Monomial, dict[Monomial, int]] = {}
        for monomial, value in poly.terms.items():
            real = tuple(name for name in monomial if self._is_time(name))
            rest = tuple(name for name in monomial if name not in real)
            parts.setdefault(real, {})[rest] = value
        return all(
            all(map(self._is_positive, real)) and self._is_whole(Poly(rest))
            for real, rest in parts.items()
        )

    def _is_whole(self, poly: Poly) -> bool:
        """Whether a formula of whole numbers and chances is never negative."""
        signs = {value > 0 for value in poly.terms.values()}
        if len(signs) < 2 and poly.symbols() <= self._signs.counts:
            return signs != {False}
        return self._prover.is_never_negative(poly)

    def _is_time(self, symbol: str) -> bool:
        """Whether a symbol is a time, or an atom with something in it that is not whole."""
        if atoms.definition(symbol) is None:
            return symbol in self._signs.times
        return not self._real.isdisjoint(atoms.free_symbols(Poly.symbol(symbol)))

    def _is_positive(self, symbol: str) -> bool:
        atom = atoms.definition(symbol)
        match atom:
            case None:
                return symbol in self._real
            case atoms.Max(arguments):
                return any(map(self.holds, arguments))
            case atoms.Min(arguments):
                return all(map(self.holds, arguments))
            case atoms.Group(inner) | atoms.Alias(meaning=inner) | atoms.Inverse(inner):
                return self.holds(inner)
            case atoms.Not(inner):
                return self.holds(ONE - inner)
            case atoms.Pieces(pieces):
                return all(self.holds(part) for _, part in pieces)
            case atoms.Greatest() | atoms.Busiest():
                return True
            case atoms.Recurrence():
                return is_positive(atom)
            case _:
                return False


def _factor_of(poly: Poly, symbol: str) -> Poly | None:
    """What a symbol is multiplied by; None where it stands in a power."""
    parts = poly.coefficients(symbol)
    return parts[1] if len(parts) == 2 else None


class _Simplifier:
    def __init__(self, signs: Signs) -> None:
        self._signs = signs
        self._known: dict[str, Poly] = {}

    def poly(self, poly: Poly) -> Poly:
        return map_symbols(poly, self._symbol)

    def _symbol(self, name: str) -> Poly:
        known = self._known.get(name)
        if known is None:
            atom = atoms.definition(name)
            known = Poly.symbol(name) if atom is None else self._atom(atom, name)
            self._known[name] = known
        return known

    def _atom(self, atom: atoms.Atom, name: str) -> Poly:
        match atom:
            case atoms.Max(arguments):
                plain = {ungrouped(item): item for item in map(self.poly, arguments)}
                found = self._greatest_of(list(plain))
                return plain.get(found, found)  # alone, it may keep its factors
            case atoms.Min(arguments):
                least = [ungrouped(self.poly(item)) for item in arguments]
                return atoms.min_of(self._undominated(least, -1))
            case atoms.Greatest(index, first, last, body):
                return greatest(index, self.poly(first), self.poly(last), body, self._signs)
            case atoms.Sum(index, first, last, body):
                first, last = self.poly(first), self.poly(last)
                inside = self._signs.within(index, first, last)
                return _sum_of(index, first, last, simplify_max(body, inside))
            case atoms.Busiest(parts):
                return self._busiest([self._work(part) for part in parts])
            case atoms.Pieces(pieces):
                return atoms.pieces_of(
                    (
                        tuple(item for item in map(self.poly, guards) if not self._holds(item)),
                        self.poly(part),
                    )
                    for guards, part in pieces
                )
            case _:
                return rebuild(atom, name, self.poly)

    def _work(self, part: Work) -> Work:
        """A nest with what it gives simplified under the facts of its ranges."""
        signs = self._signs
        ranges: list[tuple[str, Poly, Poly]] = []
        for index, first, last in part.ranges:
            ranges.append((index, simplify_max(first, signs), simplify_max(last, signs)))
            signs = signs.within(*ranges[-1])
        return Work(tuple(ranges), part.member, ungrouped(simplify_max(part.amount, signs)))

    def _busiest(self, parts: Sequence[Work]) -> Poly:
        """What nests give, with what all amounts share taken out unless an index is in it."""
        kept = [part for part in parts if part.amount]
        if not kept:
            return ZERO
        factor, amounts = self._common([part.amount for part in kept])
        names = frozenset(index for part in kept for index, _, _ in part.ranges)
        if names & atoms.free_symbols(factor):
            factor, amounts = ONE, [part.amount for part in kept]
        works = tuple(
            Work(part.ranges, part.member, amount)
            for part, amount in zip(kept, amounts, strict=True)
        )
        return factor * atoms.intern_atom(atoms.Busiest(works))

    def _holds(self, poly: Poly) -> bool:
        return self._signs.holds(poly)

    def _greatest_of(self, arguments: Sequence[Poly]) -> Poly:
        flat = [item for argument in arguments for item in self._flattened(argument)]
        kept = self._undominated(flat, 1)
        if len(kept) == 1:
            return kept[0]
        factor, rest = self._common(kept)
        return factor * atoms.max_of(rest)

    def _flattened(self, poly: Poly) -> list[Poly]:
        """A maximum times what is not negative as its arguments times that."""
        if len(poly.terms) != 1:
            return [poly]
        ((monomial, value),) = poly.terms.items()
        for symbol in monomial:
            atom = atoms.definition(symbol)
            factor = _factor_of(poly, symbol) if isinstance(atom, atoms.Max) else None
            if factor is not None and value > 0 and self._holds(factor):
                inner = atom.arguments if isinstance(atom, atoms.Max) else ()
                parts = (factor * ungrouped(item) for item in inner)
                return [more for part in parts for more in self._flattened(part)]
        return [poly]

    def _undominated(self, arguments: Sequence[Poly], sign: int) -> list[Poly]:
        kept = list(dict.fromkeys(arguments))
        place = 0
        while place < len(kept) and len(kept) > 1:
            item = kept[place]
            others = (other for other in kept if other is not item)
            if any(self._holds((other - item) * sign) for other in others):
                kept.pop(place)
            else:
                place += 1
        return kept

    def _common(self, arguments: Sequence[Poly]) -> tuple[Poly, list[Poly]]:
        """The factor that all arguments have and that is not negative, and what is left of each."""
        shared: Monomial | None = None
        number = 0
        for item in filter(None, arguments):
            value, monomial = content(item)
            number = gcd(number, value) if item.den == 1 else 1
            if shared is None:
                shared = monomial
            else:
                rest = list(monomial)
                shared = tuple(name for name in shared if _taken(name, rest))
        known = tuple(name for name in shared or () if self._holds(Poly.symbol(name)))
        factor = Poly({known: number})
        rest = [_divided(item, number, known) for item in arguments]
        for sum_of_terms in self._sums(rest):
            quotients = [divide_exactly(item, sum_of_terms) for item in rest]
            if all(
                not left and whole.den == item.den
                for (whole, left), item in zip(quotients, rest, strict=True)
            ):
                return factor * sum_of_terms, [whole for whole, _ in quotients]
        return factor, rest

    def _sums(self, arguments: Sequence[Poly]) -> list[Poly]:
        """Sums such as ``N - 1`` that may be a factor of all: what times are multiplied by in one."""
        smallest = min(filter(None, arguments), key=lambda item: len(item.terms), default=ZERO)
        found: dict[Monomial, dict[Monomial, int]] = {}
        for monomial, value in smallest.terms.items():
            real = tuple(name for name in monomial if name in self._signs.times)
            rest = tuple(name for name in monomial if name not in self._signs.times)
            found.setdefault(real, {})[rest] = value
        sums = [Poly(terms) for terms in found.values() if len(terms) > 1]
        bare = (divide_monomial(item, *content(item)) for item in sums)
        return [item for item in bare if self._holds(item)]


def _sum_of(index: str, first: Poly, last: Poly, body: Poly) -> Poly:
    """A sum with the factors taken out that do not depend on its index."""
    if not body:
        return ZERO
    _, shared = content(body)
    known = tuple(name for name in shared if not atoms.depends_on(Poly.symbol(name), index))
    return Poly({known: 1}) * atoms.sum_of(index, first, last, _divided(body, 1, known))


def _taken(name: str, names: list[str]) -> bool:
    if name not in names:
        return False
    names.remove(name)
    return True


def _divided(poly: Poly, number: int, monomial: Monomial) -> Poly:
    return divide_monomial(poly, number, monomial).over(poly.den) if poly else poly
