"""Formulas without conditions, one for each way their conditions can turn out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.feasible import Constraints, infeasible
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST_CASES, _MOST_TERMS = 2_000, 4_000


class TooManyCases(Exception):
    """The conditions cannot be gone through one by one."""


class Cases:
    """Goes through the cases of formulas; ``is_small`` tells symbols from 0 to 1.

    In such a symbol formulas are linear, so its ends are as good as all values between.
    """

    def __init__(self, known: Constraints, is_small: Callable[[str], bool]) -> None:
        self._known = known
        self._is_small = is_small
        self._switches: dict[str, Poly] = {}
        self._left = 0

    def of(self, poly: Poly) -> Iterator[tuple[Poly, Constraints]]:
        """Yield the formula of each case that may be, and what is known there.

        Raises ``TooManyCases``.
        """
        self._left = _MOST_CASES
        opened = self._open(poly)
        yield from self._chosen(opened, self._known)

    def _chosen(self, poly: Poly, known: Constraints) -> Iterator[tuple[Poly, Constraints]]:
        self._left -= 1
        if self._left < 0:
            raise TooManyCases
        switch = min((name for name in poly.symbols() if self._is_switch(name)), default=None)
        if switch is None:
            yield poly, known
            return
        meaning = self._switches.get(switch)
        for value, guard in ((ONE, meaning), (ZERO, None if meaning is None else -meaning - 1)):
            inside = known if guard is None else known | {constraint(guard.terms)}
            if not infeasible(inside):
                yield from self._chosen(_put_in(poly, switch, value), inside)

    def _is_switch(self, symbol: str) -> bool:
        if symbol in self._switches:
            return True
        return atoms.definition(symbol) is None and self._is_small(symbol)

    def _open(self, poly: Poly) -> Poly:
        """The formula with its conditions as switches."""
        result = ZERO
        for monomial, value in poly.terms.items():
            product = Poly({(): value}, poly.den)
            for symbol in monomial:
                product = product * self._symbol(symbol)
                if len(product.terms) > _MOST_TERMS:
                    raise TooManyCases
            result = result + product
        return result

    def _symbol(self, symbol: str) -> Poly:
        match atoms.definition(symbol):
            case atoms.Guard(meaning=inner) | atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self._open(inner)
            case atoms.Not(inner):
                return ONE - self._open(inner)
            case atoms.Pieces(pieces):
                found = ZERO
                for guards, poly in pieces:
                    part = self._open(poly)
                    for guard in guards:
                        part = part * self._switch(guard)
                    found = found + part
                return found
            case _:
                return Poly.symbol(symbol)

    def _switch(self, guard: Poly) -> Poly:
        """1 where a guard is not negative, else 0: one switch for a guard and its opposite."""
        guard = guard * guard.den
        opposite = -guard - 1
        first, second = _name(guard), _name(opposite)
        if second < first:
            self._switches.setdefault(second, opposite)
            return ONE - Poly.symbol(second)
        self._switches.setdefault(first, guard)
        return Poly.symbol(first)


def _name(guard: Poly) -> str:
    return f"[{sorted(guard.terms.items())} >= 0]"


def _put_in(poly: Poly, switch: str, value: Poly) -> Poly:
    """A switch is 0 or 1, and so is each of its powers."""
    terms: dict[tuple[str, ...], int] = {}
    for monomial, number in poly.terms.items():
        if switch not in monomial:
            rest = monomial
        elif value:
            rest = tuple(name for name in monomial if name != switch)
        else:
            continue
        terms[rest] = terms.get(rest, 0) + number
    return Poly({m: c for m, c in terms.items() if c}, poly.den)
