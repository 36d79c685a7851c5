"""Formulas under stated assumptions.

Exact formulas carry ``max(0, ...)`` and guards for empty loops. Under assumptions such as
``n >= 1`` most of that disappears. The assumptions are returned with the formula, to be printed
beside it; evaluation always uses the exact form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, constraint, form_symbols, negated, order
from sad.algebra.bind import greatest_of, map_symbols, opened, rebuild
from sad.algebra.facts import facts_about
from sad.algebra.feasible import Constraints, Context, implied, infeasible
from sad.algebra.numeric import added_up, has_numeric_sum
from sad.algebra.pieces import Choice, Tree, poly_of_pieces, tidy, tree_of, tree_size
from sad.algebra.poly import Monomial, Poly
from sad.algebra.recurrences import is_positive
from sad.symbols import INDEX_MARK, is_real

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_LEAVES = 6


def extent_symbols(polys: Iterable[Poly]) -> set[str]:
    """Return the parameters whose sign decides how much is done: those inside max, min and pieces.

    Conditions of the program (``Guard``) are left out: what they test may be anything.
    """
    names: set[str] = set()
    stack = list(polys)
    seen: set[str] = set()
    while stack:
        for monomial in stack.pop().terms:
            for symbol in monomial:
                if symbol in seen:
                    continue
                seen.add(symbol)
                atom = atoms.definition(symbol)
                if atom is None:
                    continue
                match atom:
                    case atoms.Max(arguments):
                        for item in arguments:
                            names |= atoms.free_symbols(item)
                    case atoms.Pieces(pieces):
                        for guards, _ in pieces:
                            for guard in guards:
                                names |= atoms.free_symbols(guard)
                    case atoms.Log(argument=argument) | atoms.Root(argument):
                        names |= atoms.free_symbols(argument)
                    case atoms.Guard():
                        continue
                    case _:
                        pass
                stack.extend(atoms.operands(atom))
    return {name for name in names if not name.startswith(INDEX_MARK) and not is_real(name)}


def at_least_one(names: Iterable[str], monomials: Iterable[Monomial]) -> Constraints:
    """Return ``name >= 1`` for each name, and what follows for the given products of names."""
    known = set(names)
    items: set[Constraint] = {constraint({(name,): 1, (): -1}) for name in known}
    for monomial in monomials:
        if len(monomial) > 1 and all(name in known for name in monomial):
            for position in range(len(monomial)):
                rest = monomial[:position] + monomial[position + 1 :]
                items.add(constraint({monomial: 1, rest: -1}))
    return frozenset(items)


def below_31_bits(names: Iterable[str]) -> Constraints:
    """Return ``name < 2**31`` for each name: no conversion to fewer bits changes it."""
    return frozenset(constraint({(name,): -1, (): (1 << 31) - 1}) for name in names)


def has_wide_numbers(polys: Iterable[Poly]) -> bool:
    """Whether formulas ask for numbers of 31 bits and more, as conversions between types do."""
    items = list(polys)
    return any(
        abs(factor) >= (1 << 31) - 1
        for poly in (*items, *atoms.operands_inside(items))
        for factor in poly.terms.values()
    )


def product_facts(polys: Iterable[Poly]) -> set[Monomial]:
    """Return the products of symbols that occur inside atoms of ``polys``."""
    return {monomial for item in atoms.operands_inside(polys) for monomial in item.terms}


class Simplifier:
    """Simplifies formulas under one set of assumptions; remembers what it has simplified.

    Guarded sums of more than ``most_pieces`` pieces are only thinned out, not rearranged.
    """

    def __init__(self, assumptions: Constraints, most_pieces: int = 40) -> None:
        self._context = Context(assumptions)
        self._most_pieces = most_pieces
        self._cache: dict[str, Poly] = {}

    def poly(self, poly: Poly) -> Poly:
        """Return ``poly`` in the shortest form that is right under the assumptions."""
        return opened(map_symbols(poly, self._symbol))

    def _symbol(self, name: str) -> Poly:
        known = self._cache.get(name)
        if known is None:
            atom = atoms.definition(name)
            known = Poly.symbol(name) if atom is None else self._atom(atom, name)
            self._cache[name] = known
        return known

    def _atom(self, atom: atoms.Atom, name: str) -> Poly:
        match atom:
            case atoms.Max(arguments):
                return atoms.group_of(atoms.max_of(self._undominated(arguments, 1)))
            case atoms.Min(arguments):
                return atoms.min_of(self._undominated(arguments, -1))
            case atoms.Trunc(numerator, denominator):
                return self._quotient(self.poly(numerator), self.poly(denominator))
            case atoms.Pieces():
                return self._pieces(atom)
            case atoms.Log(base, argument):
                return self._logarithm(base, self.poly(argument))
            case atoms.Sum() | atoms.Busiest() | atoms.Recurrence():
                return added_up(rebuild(atom, name, self.poly))
            case atoms.Greatest(index, first, last, body):
                first, last, body = map(self.poly, (first, last, body))
                found = greatest_of(index, first, last, body, self.holds)
                return added_up(found) if has_numeric_sum(found) else self.poly(found)
            case _:
                return rebuild(atom, name, self.poly)

    def holds(self, poly: Poly) -> bool:
        """Return whether ``poly >= 0`` follows from the assumptions and from what its atoms are."""
        if poly.den != 1:
            return False
        facts = {
            constraint({(symbol,): 1}) for symbol in poly.symbols() if self._is_positive(symbol)
        }
        products = {
            constraint({monomial: 1})
            for monomial in poly.terms
            if len(monomial) > 1 and all(self._is_positive(symbol) for symbol in monomial)
        }
        known = self._context.related(poly.terms)
        return implied(known | facts | products, constraint(poly.terms))

    def _is_positive(self, symbol: str) -> bool:
        """Whether a symbol is never negative: a quotient of such, a clamp, an assumed parameter."""
        atom = atoms.definition(symbol)
        match atom:
            case None:
                known = self._context.related([(symbol,)])
                return implied(known, constraint({(symbol,): 1}))
            case atoms.Floor(numerator, denominator) | atoms.Trunc(numerator, denominator):
                return self.holds(numerator) and self.holds(denominator)
            case atoms.Max(arguments):
                return any(self.holds(item) for item in arguments)
            case atoms.Min(arguments):
                return all(self.holds(item) for item in arguments)
            case atoms.Group(inner) | atoms.Inverse(inner):
                return self.holds(inner)
            case atoms.Gcd() | atoms.Greatest() | atoms.Busiest():
                return True
            case atoms.Recurrence():
                return is_positive(atom)
            case _:
                return False

    def _undominated(self, arguments: tuple[Poly, ...], sign: int) -> list[Poly]:
        kept = [self.poly(item) for item in arguments]
        index = 0
        while index < len(kept) and len(kept) > 1:
            item = kept[index]
            others = (other for j, other in enumerate(kept) if j != index)
            if any(self._is_past(other, item, sign) for other in others):
                kept.pop(index)
            else:
                index += 1
        return kept

    def _is_past(self, other: Poly, item: Poly, sign: int) -> bool:
        """Whether ``other`` is never on the other side of ``item``: a quotient is not above its top."""
        if self.holds((other - item) * sign):
            return True
        symbol = other.as_symbol if sign < 0 else None
        atom = None if symbol is None else atoms.definition(symbol)
        return (
            isinstance(atom, atoms.Floor)
            and atom.numerator == item
            and self.holds(item)
            and self.holds(atom.denominator - 1)
        )

    def _quotient(self, numerator: Poly, denominator: Poly) -> Poly:
        """Rounding toward zero is rounding down where nothing is negative."""
        if self.holds(numerator) and self.holds(denominator):
            return atoms.floor_quotient(numerator, denominator)
        return atoms.trunc_quotient(numerator, denominator)

    def _logarithm(self, base: Poly, argument: Poly) -> Poly:
        """The logarithm of what is divided by the base is one less, for numbers from 1."""
        atom = atoms.atom_of(argument)
        if (
            isinstance(atom, atoms.Floor)
            and atom.denominator == base
            and self.holds(atom.numerator - 1)
        ):
            return atoms.log_of(base, atom.numerator) - 1
        return atoms.log_of(base, argument)

    def _pieces(self, atom: atoms.Pieces) -> Poly:
        pieces: list[tuple[Constraints, Poly]] = []
        for guards, poly in atom.pieces:
            simple = [self.poly(part) for guard in guards for part in _conjuncts(guard)]
            if any(guard.den != 1 for guard in simple):
                return atoms.pieces_of(atom.pieces)
            items = frozenset(constraint(guard.terms) for guard in simple)
            unknowns = [monomial for pairs, _ in items for monomial, _ in pairs]
            if not infeasible(items | self._context.related(unknowns)):
                pieces.append((items, self.poly(poly)))
        if len(pieces) > self._most_pieces:
            return poly_of_pieces(pieces)
        known = self._context.related(
            [monomial for guards, _ in pieces for pairs, _ in guards for monomial, _ in pairs]
        )
        all_items = {item for guards, _ in pieces for item in guards}
        facts = facts_about(all_items) | {
            constraint({(symbol,): 1})
            for symbol in form_symbols(all_items)
            if atoms.definition(symbol) is not None and self._is_positive(symbol)
        }
        if facts:
            known |= facts | self._context.related(
                [monomial for pairs, _ in facts for monomial, _ in pairs]
            )
        tree = tree_of(pieces, known)
        if isinstance(tree, Poly):
            return tree
        if tree is not None and tree_size(tree) <= _MAX_LEAVES:
            return _disjoint(tree)
        return poly_of_pieces(tidy(pieces, known, relax=True))


def _conjuncts(guard: Poly) -> list[Poly]:
    """A guard as several: the least of some is not negative where none of them is."""
    for symbol in sorted(atoms.atoms_of(guard)):
        atom, sign = atoms.definition(symbol), guard.terms.get((symbol,), 0)
        rest = Poly({m: c for m, c in guard.terms.items() if symbol not in m}, guard.den)
        if len(rest.terms) != len(guard.terms) - 1:
            continue
        if sign and isinstance(atom, atoms.Min if sign > 0 else atoms.Max):
            parts = (rest + (item * sign).over(guard.den) for item in atom.arguments)
            return [more for part in parts for more in _conjuncts(part)]
    return [guard]


def _disjoint(tree: Tree) -> Poly:
    """A decision tree as pieces whose guards exclude each other."""
    pieces: list[tuple[Constraints, Poly]] = []

    def collect(node: Tree, guards: Constraints) -> None:
        if isinstance(node, Choice):
            collect(node.then, guards | {node.condition})
            collect(node.otherwise, guards | {negated(node.condition)})
        elif node:
            pieces.append((guards, node))

    collect(tree, frozenset())
    return poly_of_pieces(sorted(pieces, key=lambda piece: sorted(map(order, piece[0]))))


def simplified(poly: Poly, names: Iterable[str] | None = None) -> tuple[Poly, tuple[str, ...]]:
    """Return ``poly`` under ``name >= 1``, and the names that had to be assumed so.

    ``names`` are the parameters that may be assumed positive; by default all whose sign matters.
    """
    extents = extent_symbols([poly])
    assumed = sorted(extents if names is None else extents & set(names))
    if not assumed:
        return poly, ()
    context = at_least_one(assumed, product_facts([poly]))
    result = Simplifier(context).poly(poly)
    return result, tuple(assumed)
