"""Truth values in formulas: polynomials that are 1 where a condition holds and 0 elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.feasible import infeasible
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Iterable


def not_negative(poly: Poly) -> Poly:
    """Return 1 where ``poly >= 0``, else 0."""
    return _where([poly])


def is_zero(poly: Poly) -> Poly:
    """Return 1 where ``poly == 0``, else 0."""
    return _where([poly, -poly])


def not_zero(poly: Poly) -> Poly:
    """Return 1 where ``poly != 0``, else 0; ``poly`` has integer values."""
    return opposite(is_zero(poly))


def opposite(truth: Poly) -> Poly:
    """Return ``1 - truth``."""
    guards = _guards(truth)
    if guards is not None and len(guards) == 1:
        return not_negative(-guards[0] - 1)  # over the integers, of which all conditions are made
    return atoms.not_of(truth)


def compared(relation: str, difference: Poly) -> Poly:
    """Return the truth value of ``difference relation 0``, both sides integers.

    ``relation`` is ``eq``, ``ne``, ``lt``, ``le``, ``gt`` or ``ge``, as the IR calls them.
    """
    match relation:
        case "eq":
            return is_zero(difference)
        case "ne":
            return opposite(is_zero(difference))
        case "lt":
            return not_negative(-difference - 1)
        case "le":
            return not_negative(-difference)
        case "gt":
            return not_negative(difference - 1)
        case _:
            return not_negative(difference)


def both(first: Poly, second: Poly) -> Poly:
    """Return 1 where both hold."""
    if first == second:
        return first
    left, right = _guards(first), _guards(second)
    if left is not None and right is not None:
        return _where([*left, *right])
    if first == opposite(second):
        return ZERO
    return first * second


def either(first: Poly, second: Poly) -> Poly:
    """Return 1 where at least one holds."""
    if first == second:
        return first
    neither = both(opposite(first), opposite(second))
    return opposite(neither)


def is_truth(poly: Poly) -> bool:
    """Whether a polynomial is made as a truth value: 1 or 0, whatever its symbols are."""
    if len(poly.terms) != 1 or poly.den != 1:
        return False
    ((factors, value),) = poly.terms.items()
    return value == 1 and bool(factors) and all(map(_is_truth, factors))


def _is_truth(symbol: str) -> bool:
    match atoms.definition(symbol):
        case atoms.Pieces(pieces=((_, poly),)):
            return poly == ONE
        case atoms.Not(inner=inner):
            return is_truth(inner)
        case _:
            return False


def alternatives(truth: Poly) -> list[tuple[Poly, ...]] | None:
    """Return what a condition says: one of several sets of guards (each >= 0) holds.

    None if it is not made so.
    """
    guards = _guards(truth)
    if guards is not None:
        return [guards]
    atom = atoms.atom_of(truth)
    if isinstance(atom, atoms.Not):
        inside = _guards(atom.inner)
        return None if inside is None else [(-guard - 1,) for guard in inside]
    return None


def _guards(truth: Poly) -> tuple[Poly, ...] | None:
    """What must not be negative for a truth value to be 1, if it is made so."""
    atom = atoms.atom_of(truth)
    if isinstance(atom, atoms.Pieces) and len(atom.pieces) == 1 and atom.pieces[0][1] == ONE:
        return atom.pieces[0][0]
    return None


def _where(guards: Iterable[Poly]) -> Poly:
    """Return 1 where no guard is negative."""
    whole = [guard if guard.den == 1 else guard * guard.den for guard in guards]
    if len(whole) > 1 and infeasible(frozenset([constraint(guard.terms) for guard in whole])):
        return ZERO
    return atoms.pieces_of([(tuple(whole), ONE)])


def guard_names(polys: Iterable[Poly]) -> frozenset[str]:
    """Return the probabilities' names of all guards in polynomials, inside atoms too."""
    found: frozenset[str] = frozenset()
    for poly in polys:
        for symbol in poly.symbols():
            found |= _guards_inside(symbol)
    return found


@lru_cache(maxsize=200_000)
def _guards_inside(symbol: str) -> frozenset[str]:
    atom = atoms.definition(symbol)
    if atom is None:
        return frozenset()
    inside = guard_names(atoms.operands(atom))
    return inside | {atom.name} if isinstance(atom, atoms.Guard) else inside
