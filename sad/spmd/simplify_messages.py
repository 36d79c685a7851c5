"""Formulas of messages in short: decided by what ranks, grids and handles are.

A rank is one of 0 to ``nprocs - 1``, and the sides of a process grid are 1 or more. Values do not
change for any numbers that meet this; only proofs decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero
from sad.algebra.bind import map_symbols, rebuild
from sad.algebra.decide import Decider
from sad.algebra.domains import Index
from sad.algebra.poly import Poly
from sad.algebra.simplify import Simplifier, at_least_one, product_facts
from sad.parallel import GRID
from sad.records import replace
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sad.algebra.affine import Constraint
    from sad.algebra.feasible import Constraints
    from sad.model.expand import MessageCount

_HANDLE = 10**11
"""Constants above this come from handles of derived datatypes (10**12 and the size): no number that
a program compares with one is that large."""


def rank_facts(formulas: Iterable[Poly], also: Collection[str] = ()) -> Constraints:
    """Return what holds on every rank; ``also`` are names that are 1 or more."""
    rank, nprocs = Poly.symbol(RANK), Poly.symbol(NPROCS)
    facts = {at_least_zero(rank), at_least_zero(nprocs - 1 - rank)}
    return at_least_one((NPROCS, *GRID, *also), product_facts(formulas)) | facts


class MessageSimplifier:
    """Simplifies the formulas of one program; remembers what it has simplified.

    ``formulas`` are those to come, or such that have the same atoms; ``also`` are names that the
    reader assumes to be 1 or more, ``guards`` are known to be 0 or more.
    """

    def __init__(
        self, formulas: Collection[Poly], also: Collection[str] = (), guards: Collection[Poly] = ()
    ) -> None:
        facts = rank_facts(formulas, also) | {at_least_zero(guard) for guard in guards}
        facts |= _remainders(formulas, Simplifier(facts))
        self._simplifier = Simplifier(facts)
        self._places = _places(formulas)
        self._decider = Decider(self._simplifier.poly, self._simplifier.holds)
        self._known: dict[Poly, Poly] = {}

    def holds(self, poly: Poly) -> bool:
        """Return whether a polynomial is proved to be 0 or more on every rank."""
        return self._simplifier.holds(poly)

    def poly(self, poly: Poly) -> Poly:
        """Return a formula that has the same values on all ranks, with fewer conditions if possible."""
        known = self._known.get(poly)
        if known is None:
            simple = self._simplifier.poly(self._with_guards(poly))
            known = self._simplifier.poly(self._decider.poly(simple))
            if not self._may_divide(known, poly):
                known = simple if self._may_divide(simple, poly) else poly
            self._known[poly] = known
        return known

    def message(self, count: MessageCount) -> MessageCount:
        """Return a message with its formulas simplified, and the loops around it."""
        indices = tuple(
            Index(
                index.name,
                self.poly(index.first),
                self.poly(index.last),
                None if index.count is None else self.poly(index.count),
            )
            for index in count.indices
        )
        return replace(
            count,
            message=count.message.mapped(self.poly),
            indices=indices,
            weight=self.poly(count.weight),
        )

    def _may_divide(self, simplified: Poly, poly: Poly) -> bool:
        """Whether a simplified formula divides by nothing that may be 0 where the formula does not.

        A quotient of one case is calculated in all cases.
        """
        new = _divisors(simplified) - _divisors(poly)
        return all(self.holds(divisor - 1) for divisor in new)

    # --- guards ----------------------------------------------------------------------------------

    def _with_guards(self, poly: Poly) -> Poly:
        """A formula with the guards inside decided or made linear."""

        def symbol(name: str) -> Poly:
            atom = atoms.definition(name)
            if atom is None:
                return Poly.symbol(name)
            if not isinstance(atom, atoms.Pieces):
                return rebuild(atom, name, self._with_guards)
            return atoms.pieces_of(
                (tuple(map(self._guard, guards)), self._with_guards(part))
                for guards, part in atom.pieces
            )

        return map_symbols(poly, symbol)

    def _guard(self, guard: Poly) -> Poly:
        guard = self._with_guards(guard)
        constant = guard.terms.get((), 0)
        if abs(constant) > _HANDLE * guard.den:
            return Poly.constant(constant)
        return self._without_quotient(guard)

    def _without_quotient(self, guard: Poly) -> Poly:
        """``floor(a/b) >= k`` is ``a >= k*b``, and ``floor(a/b) <= k`` is ``a <= (k + 1)*b - 1``."""
        if guard.den != 1:
            return guard
        for name in sorted(atoms.atoms_of(guard)):
            atom = atoms.definition(name)
            number = guard.terms.get((name,), 0)
            if not isinstance(atom, atoms.Floor | atoms.Trunc) or abs(number) != 1:
                continue
            rest = guard - Poly.symbol(name) * number
            top, bottom = atom.numerator, atom.denominator
            if rest.mentions(name) or not self.holds(bottom - 1):
                continue
            if isinstance(atom, atoms.Trunc) and not self.holds(top):
                continue
            linear = top + rest * bottom if number > 0 else (rest + 1) * bottom - 1 - top
            return self._on_grid(linear)
        return guard

    def _on_grid(self, poly: Poly) -> Poly:
        """The product of all sides of the grid is the number of processes."""
        if not self._places:
            return poly
        terms: dict[tuple[str, ...], int] = {}
        for monomial, number in poly.terms.items():
            rest = list(monomial)
            while all(side in rest for side in self._places):
                for side in self._places:
                    rest.remove(side)
                rest.append(NPROCS)
            key = tuple(sorted(rest))
            terms[key] = terms.get(key, 0) + number
        return Poly({key: number for key, number in terms.items() if number}, poly.den)


def formulas_of(count: MessageCount) -> list[Poly]:
    """Return every formula of a message and of the loops around it."""
    found = [count.weight, *count.message.formulas()]
    for index in count.indices:
        found += [index.first, index.last]
        if index.count is not None:
            found.append(index.count)
    return found


def _places(formulas: Iterable[Poly]) -> tuple[str, ...]:
    """The sides of the grid that formulas are about: MPI_DIMS_CREATE makes two or three."""
    used = {name for poly in formulas for name in atoms.free_symbols(poly)}
    most = max((place for place, side in enumerate(GRID) if side in used), default=-1)
    return GRID[: max(2, most + 1)] if most >= 0 else ()


def _remainders(formulas: Iterable[Poly], known: Simplifier) -> Constraints:
    """What remainders obey: ``0 <= mod(a, b) <= b - 1`` where ``a >= 0`` and ``b >= 1``."""
    found: set[Constraint] = set()
    for name in atoms.atoms_inside(formulas):
        atom = atoms.definition(name)
        if not isinstance(atom, atoms.Mod):
            continue
        dividend, divisor = (known.poly(item) for item in atoms.operands(atom))
        if known.holds(dividend) and known.holds(divisor - 1):
            value = atoms.mod_of(dividend, divisor)
            found |= {at_least_zero(value), at_least_zero(divisor - 1 - value)}
    return frozenset(found)


def _divisors(poly: Poly) -> set[Poly]:
    """What a formula divides by, numbers left out."""
    found: set[Poly] = set()
    for name in atoms.atoms_inside([poly]):
        atom = atoms.definition(name)
        if isinstance(atom, atoms.Floor | atoms.Trunc | atoms.Mod):
            divisor = atoms.operands(atom)[1]
            if divisor.as_constant is None:
                found.add(divisor)
    return found
