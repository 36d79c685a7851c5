"""What is evaluated term by term, sums and the like: what contains it, and what has its value now."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import MissingValue, evaluate
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.recurrences import value_at
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.kinds import Atom

_MOST_STEPS = 10_000
_MOST_CALLS = 400
_USUAL = 100  # steps of a recurrence: nobody knows


def has_numeric_sum(poly: Poly) -> bool:
    """Whether ``poly`` has a ``Sum``, ``Greatest``, ``Busiest`` or ``Recurrence``, also in an atom.

    Its value is exact all the same; computing it takes as long as the sum has terms.
    """
    return any(map(_is_numeric, poly.symbols()))


@lru_cache(maxsize=100_000)
def _is_numeric(symbol: str) -> bool:
    atom = atoms.definition(symbol)
    if atom is None:
        return False
    return isinstance(atom, atoms.Looped) or any(map(has_numeric_sum, atoms.operands(atom)))


def added_up(poly: Poly) -> Poly:
    """Return the value of a sum of numbers that is not long, anything else as it is.

    Sums inside it count with all their terms.
    """
    atom = atoms.atom_of(poly)
    if not isinstance(atom, atoms.Looped) or atoms.free_symbols(poly):
        return poly
    if isinstance(atom, atoms.Recurrence):
        found = value_at(atom, _MOST_CALLS)
        return poly if found is None else found
    if isinstance(atom, atoms.Ranged):
        first, last = atom.first.as_integer, atom.last.as_integer
        if first is None or last is None or last - first >= _MOST_STEPS:
            return poly
    steps = added_up(_steps_of(atom)).as_constant
    if steps is None or steps > _MOST_STEPS or _has_recurrences(atom):
        return poly
    try:
        value = evaluate(poly, {})
    except (ZeroDivisionError, OverflowError):  # an error of the program, if it ever comes there
        return poly
    return poly if isinstance(value, float) else Poly.constant(value)


def _has_recurrences(atom: Atom) -> bool:
    inside = map(atoms.definition, atoms.atoms_inside(atoms.operands(atom)))
    return any(isinstance(item, atoms.Recurrence) for item in inside)


def steps_at(poly: Poly, values: Mapping[str, Number]) -> float:
    """Return how many terms the sums in ``poly`` have at some values; infinity if it is not known."""
    steps = _steps(poly)
    if has_numeric_sum(steps) or not all(
        _is_short(name, values) for name in atoms.atoms_inside([poly])
    ):
        return inf
    try:
        return float(evaluate(steps, values))
    except (MissingValue, ZeroDivisionError, OverflowError):
        return inf


def _is_short(symbol: str, values: Mapping[str, Number]) -> bool:
    """Whether a recurrence has few different calls at some values; True for any other atom."""
    atom = atoms.definition(symbol)
    if not isinstance(atom, atoms.Recurrence):
        return True
    free = atoms.free_symbols(Poly.symbol(symbol))
    if any(not isinstance(values.get(name), int | Fraction) for name in free):
        return any(name.startswith(INDEX_MARK) for name in free)  # in a sum, it has its share there
    numbers = {name: Poly.constant(Fraction(values[name])) for name in free}
    found = atoms.atom_of(bind(Poly.symbol(symbol), numbers))
    return not isinstance(found, atoms.Recurrence) or value_at(found, _MOST_CALLS) is not None


def _steps(poly: Poly) -> Poly:
    """How many terms the sums in ``poly`` have."""
    steps = ZERO
    for symbol in sorted(filter(_is_numeric, poly.symbols())):
        atom = atoms.definition(symbol)
        steps = steps + (ZERO if atom is None else _steps_of(atom))
    return steps


def _steps_of(atom: Atom) -> Poly:
    if isinstance(atom, atoms.Ranged):
        return atoms.sum_of(atom.index, atom.first, atom.last, ONE + _steps(atom.body))
    result = ZERO
    if isinstance(atom, atoms.Recurrence):
        return Poly.constant(_USUAL)
    if isinstance(atom, atoms.Busiest):
        for part in atom.parts:
            steps = ONE + _steps(part.member) + _steps(part.amount)
            for index, first, last in reversed(part.ranges):
                steps = atoms.sum_of(index, first, last, steps)
            result = result + steps
        return result
    for operand in atoms.operands(atom):
        result = result + _steps(operand)
    return result
