"""Guarded results: dropping guards, merging pieces, and turning them into decision trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import (
    Constraint,
    Form,
    constraint,
    form_of,
    is_false,
    negated,
    order,
    poly_of,
)
from sad.algebra.feasible import Constraints, implied, infeasible
from sad.algebra.poly import ZERO, Poly
from sad.records import record

if TYPE_CHECKING:
    from sad.algebra.eliminate import Piece

_MAX_MERGE = 60
_MAX_TREE_KEYS = 12


def tidy(pieces: list[Piece], context: Constraints, *, relax: bool = False) -> list[Piece]:
    """Drop guards the others imply, merge equal guards and complementary pieces.

    With ``relax`` also drop guards outside which the polynomial is zero anyway.
    """
    merged: dict[Constraints, Poly] = {}
    for guards, poly in pieces:
        if any(is_false(item) for item in guards):
            continue
        kept = _independent(guards, context)
        if infeasible(kept | context):
            continue
        merged[kept] = merged.get(kept, ZERO) + poly
    relaxed: dict[Constraints, Poly] = {}
    for guards, poly in merged.items():
        if poly:
            key = _relaxed(guards, poly, context) if relax else guards
            relaxed[key] = relaxed.get(key, ZERO) + poly
    return _merge_complements([(guards, poly) for guards, poly in relaxed.items() if poly])


def _independent(guards: Constraints, context: Constraints) -> Constraints:
    kept = sorted((item for item in guards if item[0]), key=order, reverse=True)
    index = 0
    while index < len(kept):
        others = frozenset(kept[:index] + kept[index + 1 :]) | context
        if implied(others, kept[index]):
            kept.pop(index)
        else:
            index += 1
    return frozenset(kept)


def _unit_symbol(item: Constraint) -> tuple[str, int] | None:
    """Return a plain symbol with coefficient +-1 that occurs nowhere else in the constraint."""
    for monomial, value in item[0]:
        if len(monomial) == 1 and abs(value) == 1 and atoms.definition(monomial[0]) is None:
            name = monomial[0]
            if sum(name in other for other, _ in item[0]) == 1:
                return name, value
    return None


def _on_hyperplane(poly: Poly, item: Constraint, value: int) -> Poly | None:
    """Return ``poly`` where the constraint's form equals ``value``; None if that is out of reach."""
    unit = _unit_symbol(item)
    if unit is None:
        return None
    name, sign = unit
    solved: Form = {m: -c * sign for m, c in item[0] if m != (name,)}
    constant = (value - item[1]) * sign
    if constant:
        solved[()] = constant
    result = poly
    for symbol in sorted(poly.symbols()):
        atom = atoms.definition(symbol)
        if atom is None or not atoms.depends_on(Poly.symbol(symbol), name):
            continue
        divisor = atom.denominator.as_integer if isinstance(atom, atoms.Floor) else None
        if not isinstance(atom, atoms.Floor) or divisor is None:
            return None
        numerator = atom.numerator.substitute(name, poly_of(solved))
        result = result.substitute(symbol, atoms.floor_of(numerator, divisor))
    return result.substitute(name, poly_of(solved))


def _relaxed(guards: Constraints, poly: Poly, context: Constraints) -> Constraints:
    """Drop a guard where the polynomial is zero on all points the guard excludes."""
    for item in sorted(guards, key=order):
        if _unit_symbol(item) is None:
            continue
        others = (guards - {item}) | context
        for distance in range(1, 5):
            below = (tuple((m, -c) for m, c in item[0]), -item[1] - distance)
            if infeasible(others | {below}):
                if distance > 1:
                    guards = guards - {item}
                break
            outside = _on_hyperplane(poly, item, -distance)
            if outside is None or outside:
                break
    return guards


def _merge_complements(items: list[Piece]) -> list[Piece]:
    """Join two pieces with equal polynomials that differ in one guard and its negation."""
    changed = True
    while changed and len(items) < _MAX_MERGE:
        changed = False
        for i, (first, poly) in enumerate(items):
            for j in range(i + 1, len(items)):
                second, other = items[j]
                if poly != other:
                    continue
                mine, theirs = first - second, second - first
                if len(mine) == 1 and len(theirs) == 1 and negated(next(iter(mine))) in theirs:
                    items[i] = (first & second, poly)
                    items.pop(j)
                    changed = True
                    break
            if changed:
                break
    return items


@record
class Choice:
    """A decision tree: ``then`` where ``condition >= 0``, else ``otherwise``."""

    condition: Constraint
    then: Tree
    otherwise: Tree


Tree = Poly | Choice


def tree_of(pieces: list[Piece], context: Constraints) -> Tree | None:
    """Return the pieces as a tree of disjoint cases, None if that grows out of hand."""
    return _tree(pieces, context, [_MAX_TREE_KEYS])


def _tree(pieces: list[Piece], context: Constraints, budget: list[int]) -> Tree | None:
    settled = ZERO
    open_pieces: list[Piece] = []
    for guards, poly in pieces:
        left = frozenset(item for item in guards if not implied(context, item))
        if not left:
            settled = settled + poly
        elif not infeasible(left | context):
            open_pieces.append((left, poly))
    if not open_pieces:
        return settled
    budget[0] -= 1
    if budget[0] < 0:
        return None
    counts: dict[Constraint, int] = {}
    for guards, _ in open_pieces:
        for item in guards:
            opposite = negated(item)
            key = opposite if opposite in counts else item
            counts[key] = counts.get(key, 0) + 1
    rest = [*open_pieces, (frozenset[Constraint](), settled)]
    best: Tree | None = None
    for item in sorted(counts, key=lambda key: (-counts[key], order(key)))[:2]:
        then = _tree(rest, context | {item}, budget)
        otherwise = _tree(rest, context | {negated(item)}, budget)
        if then is None or otherwise is None:
            continue
        joined = _join(item, then, otherwise, context)
        if best is None or tree_size(joined) < tree_size(best):
            best = joined
        if tree_size(best) <= 2:
            break
    return best


def _join(item: Constraint, then: Tree, otherwise: Tree, context: Constraints) -> Tree:
    """A choice, unless one branch also gives the other's few points, or is the greater or less."""
    if then == otherwise:
        return then
    if isinstance(then, Poly) and isinstance(otherwise, Poly):
        difference = then - otherwise
        if _zero_on_all(difference, item, context | {item}, inside=True):
            return otherwise
        if _zero_on_all(difference, item, context | {negated(item)}, inside=False):
            return then
        if difference in (gap := poly_of(form_of(item)), gap + 1):
            return atoms.max_of([then, otherwise])
        if -difference in (gap, gap + 1):
            return atoms.min_of([then, otherwise])
    return Choice(item, then, otherwise)


def _zero_on_all(poly: Poly, item: Constraint, domain: Constraints, *, inside: bool) -> bool:
    """Whether ``poly`` is zero on the one to three hyperplanes the domain consists of."""
    for distance in range(3):
        value = distance if inside else -1 - distance
        reduced = _on_hyperplane(poly, item, value)
        if reduced is None or reduced:
            return False
        form = form_of(item)
        form[()] = form.get((), 0)
        # Are all points of the domain at most this far from the boundary?
        limit = {m: (-c if inside else c) for m, c in form.items() if m}
        limit[()] = (value - item[1]) if inside else (item[1] - value)
        if implied(domain, constraint(limit)):
            return True
    return False


def tree_size(tree: Tree) -> int:
    """Return the number of leaves."""
    return tree_size(tree.then) + tree_size(tree.otherwise) if isinstance(tree, Choice) else 1


def poly_of_pieces(pieces: list[Piece]) -> Poly:
    """Return guarded pieces as one polynomial with a ``Pieces`` atom."""
    return atoms.pieces_of(
        (tuple(poly_of(form_of(item)) for item in sorted(guards, key=order)), poly)
        for guards, poly in pieces
    )
