"""How likely a condition holds, by what it compares: the opcode and pointer heuristics.

An integer is rarely negative, rarely zero or less, and rarely equal to a constant; real numbers are
rarely equal; a pointer is rarely null or equal to another (``sad.analysis.branches.evidence`` has
the sources).
the sources).
The operands of a compound condition are taken to be independent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import HALF, PROBABILITIES, Heuristic
from sad.ir import expr as ex
from sad.ir.expr import COMPARISONS, Operator, Type
from sad.ir.program import Storage
from sad.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from sad.ir.expr import Expr
    from sad.ir.program import Unit

_MIRRORED = {
    Operator.LT: Operator.GT, Operator.GT: Operator.LT,
    Operator.LE: Operator.GE, Operator.GE: Operator.LE,
}  # fmt: skip
_REAL = frozenset({Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX})


@record
class Likely:
    """The probability that a condition holds, and the heuristics it rests on."""

    holds: Fraction
    heuristics: tuple[Heuristic, ...]

    def negated(self) -> Likely:
        """Return the same for the opposite condition."""
        return Likely(1 - self.holds, self.heuristics)


class Comparisons:
    """Judges the conditions of one unit."""

    def __init__(self, unit: Unit) -> None:
        self._symbols = unit.symbols
        through = {name for item in unit.symbols.values() for name in item.reached}
        memories = {unit.symbols[name].memory for name in through if name in unit.symbols}
        memories.discard(None)
        self._pointers = through | {
            name for name, item in unit.symbols.items() if item.memory in memories
        }

    def likely(self, condition: Expr) -> Likely | None:
        """Return how likely a condition holds; None if no heuristic speaks."""
        match condition:
            case ex.Copy(operand=operand):
                return self.likely(operand)
            case ex.Unary(operator=Operator.NOT, operand=operand):
                inner = self.likely(operand)
                return None if inner is None else inner.negated()
            case ex.Binary(operator=Operator.AND | Operator.AND_THEN, left=left, right=right):
                return self._both(self.likely(left), self.likely(right))
            case ex.Binary(operator=Operator.OR | Operator.OR_ELSE, left=left, right=right):
                opposite = [
                    None if item is None else item.negated()
                    for item in (self.likely(left), self.likely(right))
                ]
                neither = self._both(*opposite)
                return None if neither is None else neither.negated()
            case ex.Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                return self._compared(operator, left, right)
            case _:
                return None

    def signs(self, selector: Expr) -> tuple[Fraction, Fraction, Fraction]:
        """Return how likely a number is negative, zero and positive: two comparisons with zero."""
        fails = 1 - PROBABILITIES[Heuristic.OPCODE]
        if selector.type is Type.INTEGER:
            return fails, (1 - fails) * fails, (1 - fails) * (1 - fails)
        return (1 - fails) / 2, fails, (1 - fails) / 2

    @staticmethod
    def _both(first: Likely | None, second: Likely | None) -> Likely | None:
        known = [item for item in (first, second) if item is not None]
        if not known:
            return None
        names = dict.fromkeys(name for item in known for name in item.heuristics)
        product = (first.holds if first else HALF) * (second.holds if second else HALF)
        return Likely(product, tuple(names))

    def _compared(self, operator: Operator, left: Expr, right: Expr) -> Likely | None:
        if operator in (Operator.EQ, Operator.NE):
            equal = self._equality(left, right)
            if equal is None:
                return None
            found = Likely(1 - PROBABILITIES[equal], (equal,))
            return found if operator is Operator.EQ else found.negated()
        if self._is_zero(left):
            left, right, operator = right, left, _MIRRORED[operator]
        if left.type is not Type.INTEGER or not self._is_zero(right):
            return None
        found = Likely(1 - PROBABILITIES[Heuristic.OPCODE], (Heuristic.OPCODE,))
        return found if operator in (Operator.LT, Operator.LE) else found.negated()

    def _equality(self, left: Expr, right: Expr) -> Heuristic | None:
        """The heuristic by which two values are not equal."""
        if self._is_pointer(left) or self._is_pointer(right):
            return Heuristic.POINTER
        if left.type in _REAL:
            return Heuristic.OPCODE
        if left.type is Type.INTEGER and self._is_constant(left) != self._is_constant(right):
            return Heuristic.OPCODE
        return None

    def _is_pointer(self, value: Expr) -> bool:
        match value:
            case ex.Convert(operand=operand) | ex.Copy(operand=operand):
                return self._is_pointer(operand)
            case ex.Intrinsic(name="loc"):
                return True
            case ex.Variable(name=name) | ex.Element(array=name):
                return name in self._pointers and value.type is Type.INTEGER
            case _:
                return False

    def _constant(self, value: Expr) -> Expr | None:
        """The literal that a constant expression is, signs and conversions aside."""
        match value:
            case ex.Convert(operand=operand) | ex.Copy(operand=operand):
                return self._constant(operand)
            case ex.Unary(operator=Operator.NEG, operand=operand):
                return self._constant(operand)
            case ex.Constant():
                return value
            case ex.Variable(name=name):
                symbol = self._symbols.get(name)
                if symbol is None or symbol.storage is not Storage.CONSTANT:
                    return None
                return None if symbol.value is None else self._constant(symbol.value)
            case _:
                return None

    def _is_constant(self, value: Expr) -> bool:
        return self._constant(value) is not None

    def _is_zero(self, value: Expr) -> bool:
        constant = self._constant(value)
        return isinstance(constant, ex.Constant) and constant.value == 0
