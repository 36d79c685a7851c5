"""What is summed over a nest as guarded polynomials: conditions opened, their complements merged.

Factors that are conditions (guarded pieces, their negations, named conditions) are multiplied out
where they depend on a loop index. Two terms that differ only in a guard and its complement become
one; where they leave out one value between them, they become all minus that value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, constraint, is_false, is_true, negated, order
from sad.algebra.poly import ONE, ZERO, Monomial, Poly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.budget import Budget
    from sad.algebra.feasible import Constraints

Guarded = dict[frozenset[Constraint], Poly]
"""The sum of each polynomial where all its guards hold; guards may contain atoms as unknowns."""

ALWAYS: frozenset[Constraint] = frozenset()
_CONDITIONS = atoms.Pieces | atoms.Not | atoms.Group | atoms.Guard | atoms.Alias


def guarded_terms(body: Poly, names: frozenset[str], budget: Budget) -> Guarded:
    """Return ``body`` with its conditions on any of ``names`` as guards."""
    opened = _open(body, names, budget)
    return opened if len(opened) < 2 else _merged(opened)


def _open(body: Poly, names: frozenset[str], budget: Budget) -> Guarded:
    plain: dict[Monomial, int] = {}
    result: Guarded = {}
    for monomial, value in body.in_order():
        conditions = [symbol for symbol in monomial if _is_condition(symbol, names)]
        if not conditions:
            plain[monomial] = value
            continue
        rest = tuple(symbol for symbol in monomial if symbol not in conditions)
        product: Guarded = {ALWAYS: Poly({rest: value}, body.den)}
        for symbol in conditions:
            product = _times(product, _meaning(symbol, names, budget), budget)
        for guards, poly in product.items():
            _add(result, guards, poly)
    if plain:
        _add(result, ALWAYS, Poly(plain, body.den))
    return result


def _is_condition(symbol: str, names: frozenset[str]) -> bool:
    atom = atoms.definition(symbol)
    return isinstance(atom, _CONDITIONS) and not names.isdisjoint(
        atoms.free_symbols(Poly.symbol(symbol))
    )


def _meaning(symbol: str, names: frozenset[str], budget: Budget) -> Guarded:
    match atoms.definition(symbol):
        case atoms.Pieces(pieces):
            result: Guarded = {}
            for guards, poly in pieces:
                own: Guarded = {frozenset(constraint(guard.terms) for guard in guards): ONE}
                for known, value in _times(own, _open(poly, names, budget), budget).items():
                    _add(result, known, value)
            return result
        case atoms.Not(inner):
            return _opposite(_open(inner, names, budget))
        case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
            return _open(inner, names, budget)
        case _:
            raise AssertionError(symbol)


def _opposite(inner: Guarded) -> Guarded:
    """``1 - inner``; a single guard turns round."""
    if len(inner) == 1:
        ((guards, poly),) = inner.items()
        if poly == ONE and len(guards) == 1:
            return {frozenset(negated(item) for item in guards): ONE}
    result: Guarded = {ALWAYS: ONE}
    for guards, poly in inner.items():
        _add(result, guards, -poly)
    return result


def _times(first: Guarded, second: Guarded, budget: Budget) -> Guarded:
    budget.spend(10 * len(first) * len(second))
    result: Guarded = {}
    for guards, poly in first.items():
        for more, other in second.items():
            _add(result, guards | more, poly * other)
    return result


def _add(result: Guarded, guards: frozenset[Constraint], poly: Poly) -> None:
    """Add a term, unless its guards contradict each other in plain sight."""
    if guards:
        kept = _tightest(guards)
        if kept is None:
            return
        guards = kept
    total = result.get(guards, ZERO) + poly
    if total:
        result[guards] = total
    else:
        result.pop(guards, None)


def _tightest(guards: Iterable[Constraint]) -> Constraints | None:
    """The guards without those another one of the same form implies; None if two exclude each other."""
    least: dict[tuple[tuple[Monomial, int], ...], int] = {}
    for item in guards:
        if is_false(item):
            return None
        if not is_true(item):
            least[item[0]] = min(item[1], least.get(item[0], item[1]))
    for pairs, constant in least.items():
        other = least.get(tuple((monomial, -value) for monomial, value in pairs))
        if other is not None and other + constant < 0:
            return None
    return frozenset(least.items())


def _merged(terms: Guarded) -> Guarded:
    """Join terms with equal polynomials that differ in a guard and its complement, or nearly so."""
    pending = sorted(terms.items(), key=lambda item: sorted(map(order, item[0])))
    result: Guarded = {}
    while pending:
        guards, poly = pending.pop()
        for place, (other, value) in enumerate(pending):
            mine, theirs = guards - other, other - guards
            if value != poly or len(mine) != 1 or len(theirs) != 1:
                continue
            gap = _gap(*mine, *theirs)
            if gap is not None:
                pending[place] = (guards & other, poly)
                if gap:
                    _add(result, (guards & other) | gap, -poly)
                break
        else:
            _add(result, guards, poly)
    return result


def _gap(first: Constraint, second: Constraint) -> frozenset[Constraint] | None:
    """What two constraints leave out between them: nothing or one value; None for anything else."""
    (pairs, constant), (others, other) = first, second
    opposite = tuple((monomial, -value) for monomial, value in pairs)
    if others != opposite:
        return None
    if constant + other == -1:
        return ALWAYS
    if constant + other == -2:
        return frozenset({(pairs, constant + 1), (opposite, -constant - 1)})
    return None
