"""Places in arrays as polynomials in what variables hold where an iteration starts.

``number`` turns an integer expression into one; ``Recurrences`` tells how it changes from one
iteration to the next, as far as that is fixed: through induction variables, and through variables that
hold what such a formula was an iteration ago.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly, divide_exactly
from sad.ir import expr as ex
from sad.ir.expr import NARROWING, Operator, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.ir.expr import Expr

UNKNOWN = "?"
_MOST_TERMS = 12
_MOST_FACTORS = 3
_fresh = count()


def number(expr: Expr, variable: Callable[[str], Poly | None]) -> Poly | None:
    """Return an integer expression as a polynomial of variables' values; None if it is none."""
    match expr:
        case ex.Constant(value=int(value), type=Type.INTEGER):
            return Poly.constant(value)
        case ex.Variable(name=name, type=Type.INTEGER):
            return variable(name)
        case ex.Copy(operand=operand):
            return number(operand, variable)
        case ex.Convert(operand=operand, type=Type.INTEGER) if operand.type is Type.INTEGER:
            return number(operand, variable)
        case ex.Intrinsic(name=name, arguments=(operand,)) if name in NARROWING:
            return number(operand, variable)
        case ex.Unary(operator=Operator.NEG, operand=operand):
            value = number(operand, variable)
            return None if value is None else -value
        case ex.Binary(operator=operator, left=left, right=right, type=Type.INTEGER):
            if operator not in (Operator.ADD, Operator.SUB, Operator.MUL):
                return None
            one, two = number(left, variable), number(right, variable)
            if one is None or two is None:
                return None
            if operator is Operator.MUL:
                return _small(one * two) if len(one.terms) * len(two.terms) <= _MOST_TERMS else None
            return _small(one + two if operator is Operator.ADD else one - two)
        case _:
            return None


def _small(value: Poly) -> Poly | None:
    if len(value.terms) > _MOST_TERMS or any(len(m) > _MOST_FACTORS for m in value.terms):
        return None
    return value


def unknown() -> Poly:
    """Return a number that is like no other."""
    return Poly.symbol(f"{UNKNOWN}{next(_fresh)}")


class Recurrences:
    """How numbers change per iteration; ``ends`` are variables' values where it ends."""

    def __init__(self, ends: Mapping[str, Poly | None]) -> None:
        self._changed = frozenset(ends)
        self.increments: dict[str, Poly] = {}
        for name, end in ends.items():
            change = None if end is None else end - Poly.symbol(name)
            if change is not None and self._fixed(change):
                self.increments[name] = change
        self._changes: dict[Poly, Poly | None] = {}
        self._before: dict[str, Poly] = {}
        for name, end in ends.items():
            if end is not None and name not in self.increments and self._steady(end):
                self._before[name] = end - self._change(end)

    def _fixed(self, value: Poly) -> bool:
        """Whether a number is the same in all iterations."""
        return not any(s in self._changed or s.startswith(UNKNOWN) for s in value.symbols())

    def _steady(self, value: Poly) -> bool:
        return not any(
            s.startswith(UNKNOWN) or (s in self._changed and s not in self.increments)
            for s in value.symbols()
        )

    def _change(self, value: Poly) -> Poly:
        later = value
        for name in value.symbols() & self.increments.keys():
            later = later.substitute(name, Poly.symbol(name) + self.increments[name])
        return later - value

    def resolved(self, value: Poly | None) -> Poly | None:
        """Return a number in terms of induction variables and what does not change."""
        if value is None:
            return None
        for name in value.symbols() & self._before.keys():
            value = value.substitute(name, self._before[name])
        return value if self._steady(value) else None

    def change(self, value: Poly) -> Poly | None:
        """Return by how much a resolved number changes per iteration; None if that is not fixed."""
        if value not in self._changes:
            change = self._change(value)
            self._changes[value] = change if self._fixed(change) else None
        return self._changes[value]


INVARIANT = -1
"""The distance of two references that are to one place in all iterations."""


def distance(
    written: tuple[Poly, ...], read: tuple[Poly, ...], recurrences: Recurrences
) -> int | None:
    """Return how many iterations before a read its place is written; None if that is not known.

    Less than 0 (other than ``INVARIANT``, -1, which stands for all iterations) is never returned.
    """
    if len(written) != len(read):
        return None
    found: int | None = None
    for one, two in zip(written, read, strict=True):
        change = recurrences.change(one)
        if change is None or change != recurrences.change(two):
            return None
        difference = one - two
        if not change:
            if difference:
                return None
            continue
        ratio = _ratio(difference, change)
        if ratio is None or ratio < 0 or (found is not None and found != ratio):
            return None
        found = ratio
    return INVARIANT if found is None else found


def apart(written: tuple[Poly, ...], read: tuple[Poly, ...], recurrences: Recurrences) -> bool:
    """Whether two references are to different places, or their distance is a known number."""
    if len(written) != len(read):
        return False
    for one, two in zip(written, read, strict=True):
        change = recurrences.change(one)
        if change is None or change != recurrences.change(two):
            continue
        difference = (one - two).as_integer
        if difference is not None and (change or difference):
            return True
    return False


def _ratio(difference: Poly, change: Poly) -> int | None:
    if not difference:
        return 0
    whole, left = change.as_integer, difference.as_integer
    if whole is not None:
        return None if left is None or left % whole else left // whole
    quotient, rest = divide_exactly(difference, change)
    return quotient.as_integer if rest == ZERO else None
