"""The sum of a polynomial over a nest of loops.

``sum_nest`` is the one entry: it separates loops nothing depends on (plain factors), counts the
coupled ones in closed form (``eliminate``), and falls back to numeric ``Sum`` atoms, exact too, where
there is no closed form or it would cost too much.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero, constraint
from sad.algebra.budget import Budget, OutOfReach
from sad.algebra.domains import Domain, Index, Visit, domains
from sad.algebra.eliminate import Piece, sum_variable
from sad.algebra.facts import facts_about
from sad.algebra.feasible import Constraints, implied
from sad.algebra.numeric import added_up
from sad.algebra.pieces import poly_of_pieces, tidy
from sad.algebra.poly import ONE, ZERO, Poly, content, total
from sad.algebra.recurrences import over_activations
from sad.algebra.renaming import renamings
from sad.algebra.strips import (
    determined_variable,
    joined_strips,
    step_cases,
    without_determined,
    without_products,
)
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

EMPTY: Constraints = frozenset()


def sum_nest(indices: Sequence[Index], body: Poly, context: Constraints = EMPTY) -> Poly:
    """Return the sum of ``body`` over the nest, outermost index first, exactly for all parameters.

    ``context`` are constraints the caller knows to hold; they only make the result shorter.
    """
    if not indices:
        return body
    for place in range(len(indices) - 1, -1, -1):
        visit = indices[place]
        if isinstance(visit, Visit):
            inside = over_activations(visit, sum_nest(indices[place + 1 :], body, context))
            return sum_nest(indices[:place], inside, context)
    indices, body = added_rows(indices, body)
    nest, strips = joined_strips(indices, body, context)
    if not atoms.free_symbols(strips).isdisjoint(index.name for index in nest):
        body, strips = body * strips, ONE  # strips whose length a loop around them changes
    coupled, factor = _separate(nest, body, context)
    if not coupled:
        return strips * factor
    names = {index.name for index in coupled}
    weight, inner = _independent_factor(factor, names)
    return strips * weight * _coupled(tuple(coupled), inner, context)


def _separate(
    indices: Sequence[Index], body: Poly, context: Constraints
) -> tuple[list[Index], Poly]:
    """Multiply out the loops no inner bound and no body depends on, innermost first."""
    kept: list[Index] = []
    for position in range(len(indices) - 1, -1, -1):
        index = indices[position]
        used = atoms.depends_on(body, index.name) or any(
            atoms.depends_on(bound, index.name)
            for other in kept
            for bound in (other.first, other.last)
        )
        if not used:
            span = index.last - index.first if index.count is None else index.count
            used = any(atoms.depends_on(span, other.name) for other in indices[:position])
            if used and not _is_linear(index.first):  # only how often it runs matters
                from_zero = Index(index.name, ZERO, index.last - index.first)
                index = from_zero if from_zero.trips == index.trips else index
        if used:
            kept.insert(0, index)
        else:
            body = body * (_unclamped(index.trips, context) if context else index.trips)
    return kept, body


def _is_linear(poly: Poly) -> bool:
    return poly.den == 1 and all(
        len(monomial) < 2 and not any(map(atoms.definition, monomial)) for monomial in poly.terms
    )


def _unclamped(trips: Poly, context: Constraints) -> Poly:
    """A trip count ``max(0, e)`` without the clamp if ``e >= 0`` is known."""
    atom = atoms.atom_of(trips)
    if isinstance(atom, atoms.Max) and len(atom.arguments) == 2 and ZERO in atom.arguments:
        value = sum(atom.arguments, ZERO)
        if value.den == 1 and implied(context, constraint(value.terms)):
            return value
    return trips


def _independent_factor(body: Poly, names: set[str]) -> tuple[Poly, Poly]:
    """Split off the factor common to all terms that mentions none of ``names``."""
    factor = tuple(
        name
        for name in content(body)[1]
        if not any(atoms.depends_on(Poly.symbol(name), index) for index in names)
    )
    if not factor:
        return Poly.constant(1), body
    terms: dict[tuple[str, ...], int] = {}
    for monomial, value in body.terms.items():
        rest = list(monomial)
        for name in factor:
            rest.remove(name)
        terms[tuple(rest)] = value
    return Poly({factor: 1}), Poly(terms, body.den)


@lru_cache(maxsize=20_000)
def _coupled(indices: tuple[Index, ...], body: Poly, context: Constraints) -> Poly:
    """The sum over loops that depend on each other; parts of one nest ask for it again and again."""
    found = None if context else renamings(indices, body)
    if found is None:
        return _coupled_sum(indices, body, context)
    there, back = found
    return back.poly(_coupled_sum(tuple(map(there.index, indices)), there.poly(body), context))


@lru_cache(maxsize=20_000)
def _coupled_sum(indices: tuple[Index, ...], body: Poly, context: Constraints) -> Poly:
    try:
        return _closed_form(indices, body, context, Budget())
    except OutOfReach:
        pass
    parts: list[Poly] = []
    closed = False
    for case in step_cases(indices):
        known = context | {at_least_zero(guard) for guard in case.guards}
        try:
            part = _closed_form(indices, body, known, Budget(), case.facts)
            closed = True
        except OutOfReach:
            part = _numeric(indices, body)
        parts.append(atoms.pieces_of([(case.guards, part)]))
    return total(parts) if closed else _numeric(indices, body)


def _numeric(indices: Sequence[Index], body: Poly) -> Poly:
    """The nest as numeric sums, except inner loops that have a closed form by themselves."""
    budget = Budget()
    for position in range(len(indices) - 1, -1, -1):
        index = indices[position]
        try:
            body = _closed_form([index], body, EMPTY, budget)
        except OutOfReach:
            body = added_up(atoms.sum_of(index.name, index.first, index.last, body))
    return body


def _closed_form(
    indices: Sequence[Index],
    body: Poly,
    context: Constraints,
    budget: Budget,
    facts: Constraints = EMPTY,
) -> Poly:
    """The sum in closed form. ``facts`` are constraints that follow from the indices' bounds."""
    pieces: list[Piece] = []
    found = domains(indices, body, context, budget, facts)
    context = context.union(*(facts_about(domain.constraints) for domain in found))
    for domain in found:
        pieces.extend(_count(domain, context, budget, facts))
    budget.spend(sum(len(guards) for guards, _ in pieces) * len(pieces) // 4)
    result = poly_of_pieces(tidy(pieces, context))
    left = {symbol for symbol in atoms.free_symbols(result) if symbol.startswith(INDEX_MARK)}
    if left:
        known = atoms.free_symbols(body).union(
            *(atoms.free_symbols(bound) for index in indices for bound in (index.first, index.last))
        )
        if not left <= known.difference(index.name for index in indices):
            raise OutOfReach("a variable is left over")
    return result


def _count(domain: Domain, context: Constraints, budget: Budget, facts: Constraints) -> list[Piece]:
    """Eliminate all variables of one domain: those with one value first, then innermost first."""
    left = list(domain.variables)
    pieces: list[Piece] = [(domain.constraints, domain.body)]
    while left and pieces:
        single = determined_variable(left, pieces)
        name = single or left[-1]
        left.remove(name)
        known = without_determined(name, pieces) if single is not None else None
        if known is not None:
            pieces = known
            continue
        out: list[Piece] = []
        for items, poly in pieces:
            linear = without_products(items, name, facts, context) if facts else items
            sum_variable(linear, poly, name, context, out, budget)
        pieces = out if len(out) < 2 else _added(out)
    return pieces


def _added(pieces: list[Piece]) -> list[Piece]:
    """Add up the pieces with equal guards."""
    merged: dict[Constraints, Poly] = {}
    for guards, poly in pieces:
        merged[guards] = merged.get(guards, ZERO) + poly
    return [(guards, poly) for guards, poly in merged.items() if poly]


def rows_of(index: Index) -> atoms.Rows | None:
    """Return what is known of a loop over rows; None for any other loop."""
    atom = None if index.count is None else atoms.atom_of(index.count)
    return atom if isinstance(atom, atoms.Rows) else None


def added_rows(indices: Sequence[Index], body: Poly) -> tuple[list[Index], Poly]:
    """Replace loops over rows and the loops around them by their totals.

    Where something inside depends on which row or on which place in it, only the mean length of a
    row is left, a named trip count.
    """
    left = list(indices)
    for inner in reversed(indices):
        rows = rows_of(inner)
        if rows is None:
            continue
        outer = next((item for item in left if item.name == rows.index), None)
        place = left.index(inner)
        others = [item for item in left if item is not inner and item is not outer]
        names = {inner.name} if outer is None else {inner.name, outer.name}
        free = not any(
            atoms.depends_on(part, name)
            for name in names
            for part in (body, *(p for item in others for p in _parts(item)))
        )
        if outer is not None and free:
            left = [item for item in left if item is not inner and item is not outer]
            body = body * Poly.symbol(rows.total)
        else:
            mean = Poly.symbol(rows.mean)
            left[place] = Index(inner.name, ZERO, mean - 1, mean)
    return left, body


def _parts(index: Index) -> tuple[Poly, ...]:
    parts = (index.first, index.last)
    return parts if index.count is None else (*parts, index.count)
