"""Formulas with conditions as decision diagrams, so that what conditions say together is seen.

``[A != 'N']*[A == 'C'] + [A == 'N']`` is 1 for two values of ``A``; written as a diagram and read
back (``factored``) it becomes one condition. The result is for people: it equals the formula for all
integers that meet the assumptions.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import rebuild
from sad.algebra.diagrams import Diagrams, TooManyCases, Tree
from sad.algebra.factored import Factored
from sad.algebra.poly import ONE, ZERO, Monomial, Poly
from sad.symbols import INDEX_MARK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_MOST_STEPS = 3_000
_MOST_STEPS_IN_ALL = 30_000


class Decider:
    """Rewrites formulas. ``simple`` simplifies a formula under the assumptions, ``holds`` tells
    whether one is never negative; ``truths`` are symbols that are 0 or 1.
    """

    def __init__(
        self,
        simple: Callable[[Poly], Poly],
        holds: Callable[[Poly], bool],
        truths: Collection[str] = (),
    ) -> None:
        self._simple = simple
        self._holds = holds
        self._truths = frozenset(truths)
        self._diagrams = Diagrams(0)
        self._levels: dict[Poly, int] = {}
        self._forms: list[Poly] = []
        self._factored = Factored(self._diagrams, self._forms, holds)
        self._left = _MOST_STEPS_IN_ALL
        self._extremes: set[str] = set()
        self._open: dict[str, bool] = {}
        self._trees: dict[str, Tree] = {}
        self._literals: dict[Poly, Tree] = {}

    def poly(self, poly: Poly) -> Poly:
        """Return the formula with its conditions put together; as it was if that takes too long."""
        if self._left <= 0:
            return poly
        extremes = _extremes_in_guards(poly) - self._extremes
        if extremes:
            self._extremes |= extremes
            self._open.clear()
            self._trees.clear()
            self._literals.clear()
        if not self._is_open(poly):
            return poly
        self._diagrams.left = _MOST_STEPS
        try:
            return self._factored.poly(self._tree(poly))
        except TooManyCases:
            return poly
        finally:
            self._left -= _MOST_STEPS - max(0, self._diagrams.left)

    # --- formulas to trees -------------------------------------------------------------------------

    def _is_open(self, poly: Poly) -> bool:
        return any(self._has_condition(symbol) for symbol in poly.symbols())

    def _has_condition(self, symbol: str) -> bool:
        known = self._open.get(symbol)
        if known is None:
            known = self._open[symbol] = self._find_condition(symbol)
        return known

    def _find_condition(self, symbol: str) -> bool:
        atom = atoms.definition(symbol)
        match atom:
            case None:
                return symbol in self._truths
            case atoms.Guard():
                return True
            case atoms.Max() | atoms.Min() if symbol in self._extremes:
                return True
            case _ if isinstance(atom, atoms.Looped | atoms.Alias):
                return False
            case atoms.Pieces(pieces) if all(part.as_integer is not None for _, part in pieces):
                return all(
                    not is_unresolved(name) and not name.startswith(INDEX_MARK)
                    for name in atoms.free_symbols(Poly.symbol(symbol))
                )
            case _:
                return any(self._is_open(item) for item in atoms.operands(atom))

    def _tree(self, poly: Poly) -> Tree:
        closed: dict[Monomial, int] = {}
        result: Tree = ZERO
        for monomial, number in poly.in_order():  # which decides what is asked first
            tested = [symbol for symbol in monomial if self._has_condition(symbol)]
            if not tested:
                closed[monomial] = number
                continue
            rest = tuple(symbol for symbol in monomial if symbol not in tested)
            term: Tree = Poly({rest: number}, poly.den)
            for symbol in dict.fromkeys(tested):
                for _ in range(tested.count(symbol)):
                    term = self._diagrams.times(term, self._symbol_tree(symbol))
            result = self._diagrams.plus(result, term)
        return self._diagrams.plus(result, Poly(closed, poly.den))

    def _symbol_tree(self, symbol: str) -> Tree:
        known = self._trees.get(symbol)
        if known is None:
            known = self._trees[symbol] = self._make_tree(symbol)
        return known

    def _make_tree(self, symbol: str) -> Tree:
        atom = atoms.definition(symbol)
        match atom:
            case None:
                return self._literal(Poly.symbol(symbol) - 1)
            case atoms.Guard(meaning=meaning):
                return self._tree(meaning)
            case atoms.Not(inner):
                return self._diagrams.combine(atoms.not_of, self._tree(inner))
            case atoms.Group(inner):
                return self._diagrams.combine(atoms.group_of, self._tree(inner))
            case atoms.Pieces(pieces):
                result: Tree = ZERO
                for guards, poly in pieces:
                    term = self._tree(poly)
                    for guard in guards:
                        term = self._diagrams.times(term, self._condition(guard))
                    result = self._diagrams.plus(result, term)
                return result
            case atoms.Max((one, other)) | atoms.Min((one, other)) if symbol in self._extremes:
                sign = 1 if isinstance(atom, atoms.Max) else -1
                first = self._condition((one - other) * sign)
                second = self._diagrams.combine(atoms.not_of, first)
                chosen = self._diagrams.times(first, self._tree(one))
                return self._diagrams.plus(chosen, self._diagrams.times(second, self._tree(other)))
            case _:
                return self._lifted(atom, symbol)

    def _lifted(self, atom: atoms.Atom, symbol: str) -> Tree:
        """An atom of values that depend on conditions: one of several atoms."""

        def built(*values: Poly) -> Poly:
            given = iter(values)
            return self._simple(rebuild(atom, symbol, lambda _operand: next(given)))

        trees = [self._tree(item) for item in atoms.operands(atom)]
        return self._diagrams.combine(built, *trees)

    # --- conditions ----------------------------------------------------------------------------------

    def _condition(self, guard: Poly) -> Tree:
        """1 where a guard is not negative, else 0."""
        if not self._is_open(guard):
            return self._literal(guard)
        return self._diagrams.followed(self._tree(guard), self._literal)

    def _literal(self, guard: Poly) -> Tree:
        known = self._literals.get(guard)
        if known is None:
            known = self._literals[guard] = self._make_literal(guard * guard.den)
        return known

    def _make_literal(self, guard: Poly) -> Tree:
        value = guard.as_constant
        if value is not None:
            return ONE if value >= 0 else ZERO
        if self._holds(guard):
            return ONE
        if self._holds(-guard - 1):
            return ZERO
        terms = {monomial: number for monomial, number in guard.terms.items() if monomial}
        constant = guard.terms.get((), 0)
        scale = gcd(*terms.values())
        if terms[min(terms)] < 0:
            scale = -scale
        form = Poly({monomial: number // scale for monomial, number in terms.items()})
        level = self._levels.get(form)
        if level is None:
            level = self._levels[form] = len(self._forms)
            self._forms.append(form)
        if scale > 0:  # form >= -constant/scale
            return self._diagrams.at_least(level, -(constant // scale))
        below = self._diagrams.at_least(level, constant // -scale + 1)
        return self._diagrams.combine(atoms.not_of, below)


def _extremes_in_guards(poly: Poly) -> set[str]:
    """The greater or lesser of two that guarded pieces are told apart by: better decided with them."""
    found: set[str] = set()
    seen: set[str] = set()
    stack = [poly]
    while stack:
        for symbol in stack.pop().symbols() - seen:
            seen.add(symbol)
            atom = atoms.definition(symbol)
            if atom is None or isinstance(atom, atoms.Looped):
                continue
            stack.extend(atoms.operands(atom))
            if isinstance(atom, atoms.Pieces):
                for guard in (guard for guards, _ in atom.pieces for guard in guards):
                    found |= {name for name in guard.symbols() if _is_pair(name)}
    return found


def _is_pair(symbol: str) -> bool:
    atom = atoms.definition(symbol)
    return isinstance(atom, atoms.Max | atoms.Min) and len(atom.arguments) == 2
