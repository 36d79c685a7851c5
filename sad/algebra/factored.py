"""Decision diagrams as formulas: products of conditions where they are products, else sums.

What decides alone becomes a factor: ``[N >= 2]``, ``[A == 'N' or A == 'C']``. Conditions that only
work together are kept together, told apart by the one that leaves the fewest cases.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.diagrams import Diagrams, Interval, Tree, leaves_of, levels_of, outside
from sad.algebra.poly import ONE, ZERO, Monomial, Poly, product

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MOST_POINTS = 3  # at which a formula is tried whether it is zero there anyway
_MOST_TRIED = 4  # levels to tell cases apart by
_MOST_LEVELS = 6  # among which independent groups are looked for

Condition = tuple[int, list[Interval]]


class Factored:
    """Turns trees into formulas. ``forms`` are what the levels' integers are; ``holds`` tells whether
    a formula is never negative.
    """

    def __init__(
        self, diagrams: Diagrams, forms: Sequence[Poly], holds: Callable[[Poly], bool]
    ) -> None:
        self._diagrams = diagrams
        self._forms = forms
        self._holds = holds

    def poly(self, tree: Tree) -> Poly:
        """Return a tree as a formula."""
        conditions, rest = self._apart(tree)
        leaves = leaves_of(rest)
        needed = [item for item in conditions if not self._is_zero_anyway(item, leaves)]
        return product(self._condition(item) for item in needed) * self._sum(rest)

    def _apart(self, tree: Tree) -> tuple[list[Condition], Tree]:
        """The levels outside whose intervals everything is zero, inside all the same; and the rest."""
        found: list[Condition] = []
        again = True
        while again:
            again = False
            for level in levels_of(tree):
                cases = self._diagrams.cases(tree, level)
                inside = [case for case in cases if case[1] != ZERO]
                if len(cases) > 1 and len(inside) == 1:
                    found.append((level, inside[0][0]))
                    tree, again = inside[0][1], True
        return sorted(found), tree

    def _is_zero_anyway(self, item: Condition, leaves: Sequence[Poly]) -> bool:
        """Whether a formula is zero at the few points that its condition leaves out."""
        level, intervals = item
        form = self._forms[level]
        symbol = next((name for name in sorted(form.symbols()) if _is_unit(form, name)), None)
        gaps = outside(intervals)
        if symbol is None or len(gaps) != 1:
            return False
        low, high = gaps[0]
        if high is None:
            return False
        lowest = high - _MOST_POINTS + 1
        bounds = range(high, lowest - 1, -1) if low is None else (low,)
        first = next(
            (item for item in bounds if item == low or self._holds(form - item)), lowest - 1
        )
        if first < lowest:
            return False
        sign = form.terms[symbol,]
        for point in range(first, high + 1):
            at = Poly.symbol(symbol) + (Poly.constant(point) - form) * sign
            if any(bind(leaf, {symbol: at}) for leaf in leaves):
                return False
        return True

    # --- sums ----------------------------------------------------------------------------------------

    def _sum(self, tree: Tree) -> Poly:
        if isinstance(tree, Poly):
            return tree
        leaves = [leaf for leaf in leaves_of(tree) if leaf]
        if len(leaves) == 1:
            return self._truth(self._indicator(tree, leaves[0])) * leaves[0]
        if all(leaf.as_constant is not None for leaf in leaves):
            return self._number(tree)
        parts = self._parts(tree, leaves)
        if len(parts) > 1 and len(parts) < len(leaves):
            result = ZERO
            for part, shared in parts:
                result = result + self.poly(part) * shared
            return result
        if len(parts) == 1:
            part, shared = parts[0]
            return self._number(part) * shared
        result = ZERO
        for leaf in leaves:
            result = result + self.poly(self._indicator(tree, leaf)) * leaf
        return result

    def _parts(self, tree: Tree, leaves: Sequence[Poly]) -> list[tuple[Tree, Poly]]:
        """A tree as a sum: each time a tree of numbers, and the terms that it multiplies."""
        found: dict[Tree, dict[Monomial, Fraction]] = {}
        for monomial in dict.fromkeys(
            monomial for leaf in leaves for monomial, _ in leaf.in_order()
        ):

            def number(leaf: Poly, monomial: Monomial = monomial) -> Poly:
                return Poly.constant(Fraction(leaf.terms.get(monomial, 0), leaf.den))

            part = self._diagrams.combine(number, tree)
            scale = next(value for item in leaves_of(part) if (value := item.as_constant))

            def scaled(leaf: Poly, scale: Fraction = scale) -> Poly:
                return Poly.constant((leaf.as_constant or Fraction(0)) / scale)

            found.setdefault(self._diagrams.combine(scaled, part), {})[monomial] = scale
        return [(part, _poly_of(terms)) for part, terms in found.items()]

    def _number(self, tree: Tree) -> Poly:
        """A tree of numbers."""
        values = leaves_of(tree)
        if len(values) == 1:
            return values[0]
        if ZERO not in values and len(levels_of(tree)) == 1:
            return self._split(tree, levels_of(tree)[0])
        base = ZERO if ZERO in values else min(values, key=lambda item: item.as_constant or 0)
        result = base
        for value in values:
            if value != base:
                result = result + self._truth(self._indicator(tree, value)) * (value - base)
        return result

    def _indicator(self, tree: Tree, value: Poly) -> Tree:
        """1 where a tree has a value, else 0."""

        def is_value(leaf: Poly) -> Poly:
            return ONE if leaf == value else ZERO

        return self._diagrams.combine(is_value, tree)

    # --- truth values --------------------------------------------------------------------------------

    def _truth(self, tree: Tree) -> Poly:
        """A tree of zeros and ones, as a product of conditions as far as they are independent."""
        conditions, rest = self._apart(tree)
        result = product(self._condition(item) for item in conditions)
        for part in self._independent(rest):
            result = result * self._together(part)
        return result

    def _independent(self, tree: Tree) -> list[Tree]:
        """Trees of different levels whose product is a tree of zeros and ones."""
        levels = levels_of(tree)
        if not 1 < len(levels) <= _MOST_LEVELS:
            return [tree]
        single = {level: self._projected(tree, {level}) for level in levels}
        groups = [{level} for level in levels]
        for one, other in combinations(levels, 2):
            pair = self._projected(tree, {one, other})
            if pair != self._diagrams.times(single[one], single[other]):
                joined = {level for group in groups if group & {one, other} for level in group}
                groups = [group for group in groups if not group & joined] + [joined]
        parts = [self._projected(tree, group) for group in sorted(groups, key=min)]
        whole: Tree = ONE
        for part in parts:
            whole = self._diagrams.times(whole, part)
        return parts if whole == tree else [tree]

    def _projected(self, tree: Tree, kept: set[int]) -> Tree:
        """1 where the kept levels allow a tree to be 1 for some integers of all others."""
        for level in levels_of(tree):
            if level not in kept:
                result: Tree = ZERO
                for _, item in self._diagrams.cases(tree, level):
                    result = self._diagrams.combine(_either, result, item)
                tree = result
        return tree

    def _together(self, tree: Tree) -> Poly:
        """A tree of zeros and ones that is no product."""
        if isinstance(tree, Poly):
            return tree
        opposite = self._diagrams.combine(_opposite, tree)
        conditions, rest = self._apart(opposite)
        if conditions or len(self._independent(rest)) > 1:
            return atoms.not_of(self._truth(opposite))
        levels = levels_of(tree)
        if len(levels) > _MOST_TRIED:
            level = min(levels, key=lambda item: len(self._diagrams.cases(tree, item)))
            return self._split(tree, level)
        return min((self._split(tree, level) for level in levels), key=_size)

    def _split(self, tree: Tree, level: int) -> Poly:
        """A tree of numbers, or of zeros and ones, case by case of one level."""
        result = ZERO
        for intervals, item in self._diagrams.cases(tree, level):
            value = item if isinstance(item, Poly) else self._truth(item)
            result = result + self._condition((level, intervals)) * value
        return result if len(result.terms) < 2 else atoms.intern_atom(atoms.Group(result))

    def _condition(self, item: Condition) -> Poly:
        """1 where a level's integer is in one of some intervals, else 0."""
        level, intervals = item
        form, others = self._forms[level], outside(intervals)
        if len(others) < len(intervals) or (len(others) == 1 and _is_point(others[0])):
            return atoms.not_of(_inside(form, others))
        return _inside(form, intervals)


def _inside(form: Poly, intervals: Sequence[Interval]) -> Poly:
    pieces: list[tuple[tuple[Poly, ...], Poly]] = []
    for low, high in intervals:
        guards = [form - low] if low is not None else []
        if high is not None:
            guards.append(-form + high)
        pieces.append((tuple(guards), ONE))
    return atoms.pieces_of(pieces)


def _is_point(interval: Interval) -> bool:
    return interval[0] is not None and interval[0] == interval[1]


def _is_unit(form: Poly, symbol: str) -> bool:
    """Whether a parameter stands in a form once, by itself."""
    return (
        abs(form.terms.get((symbol,), 0)) == 1
        and atoms.definition(symbol) is None
        and sum(atoms.depends_on(Poly({m: c}), symbol) for m, c in form.terms.items()) == 1
    )


def _size(poly: Poly) -> int:
    """How many conditions there are to read."""
    found = 0
    for symbol in (symbol for monomial in poly.terms for symbol in monomial):
        match atoms.definition(symbol):
            case atoms.Group(inner) | atoms.Not(inner):
                found += _size(inner)
            case atoms.Pieces(pieces):
                found += len(pieces)
            case _:
                found += 1
    return found


def _either(first: Poly, second: Poly) -> Poly:
    return ONE if first or second else ZERO


def _opposite(value: Poly) -> Poly:
    return ZERO if value else ONE


def _poly_of(terms: dict[Monomial, Fraction]) -> Poly:
    result = ZERO
    for monomial, value in terms.items():
        result = result + Poly({monomial: value.numerator}, value.denominator)
    return result
