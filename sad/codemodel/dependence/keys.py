"""Which latency an operation adds to a chain, by the keys of docs/operations.md.

Powers with small integer constants are multiplications, in code that is not optimised too (gfortran
expands them before it optimises anything); divisions of integers by constants have keys of their own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.codemodel.dependence.graph import step
from sad.ir import expr as ex
from sad.ir.expr import COMPARISONS, LOGICALS, NARROWING, Operator, Type
from sad.ir.fold import constant_integer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.codemodel.dependence.graph import Steps
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_LARGEST_POWER = 64
_TWICE = 2
_FREE = frozenset(
    {
        "real", "dble", "aimag", "conjg", "cmplx", "dcmplx", "size", "lbound", "ubound", "shape",
        "kind", "loc", "ichar", "char", "iachar", "achar", "epsilon", "huge", "tiny", "len",
    }
)  # fmt: skip
_CHEAP = frozenset({"shiftl", "shifta", "iand", "ior", "ieor", "not"})


class Keys:
    """Finds keys in a unit. Of ``optimised`` code what compilers fold is left out."""

    def __init__(self, symbols: Mapping[str, Symbol], *, optimised: bool) -> None:
        self._symbols = symbols
        self._optimised = optimised

    def integer(self, expr: Expr) -> int | None:
        """Return the value of an integer constant expression."""
        return constant_integer(expr, self._symbols)

    def binary(
        self, node: ex.Binary, side: int, rest: Steps | None, *, address: bool
    ) -> Steps | None:
        """Return the steps from operand 0 or 1 to the result, before ``rest``."""
        operator, kind = node.operator, node.type
        if operator in COMPARISONS:
            return step(f"compare.{node.left.type}", rest)
        if operator in LOGICALS:
            return step(f"logical.{operator}", rest)
        if operator is Operator.POWER:
            return self._power(node, side, rest)
        other = node.right if side == 0 else node.left
        number = self.integer(other) if kind is Type.INTEGER else None
        if operator in (Operator.ADD, Operator.SUB):
            folded = self._optimised and address and number is not None
            return rest if folded else step(f"add.{kind}", rest)
        if operator is Operator.MUL and number is not None and self._optimised:
            if address and abs(number) in (1, 2, 4, 8):
                return rest
            if number > 0 and number & (number - 1) == 0:
                return step("intrinsic.shiftl.integer", rest)
        if operator is Operator.MUL and self._optimised and real_constant(other) == _TWICE:
            return step(f"add.{kind}", rest)
        if operator is Operator.DIV and side == 0:
            return self._division(node, number, rest)
        return step(f"{operator}.{kind}", rest)

    def _division(self, node: ex.Binary, number: int | None, rest: Steps | None) -> Steps:
        if number is not None and number:
            return step(f"div.integer.{_size(number)}", rest)
        real = real_constant(node.right)
        if self._optimised and real is not None and _is_power_of_two(real):
            return step(f"mul.{node.type}", rest)
        return step(f"div.{node.type}", rest)

    def _power(self, node: ex.Binary, side: int, rest: Steps | None) -> Steps | None:
        kind = node.type
        if node.right.type is not Type.INTEGER:
            return step(f"power_real.{kind}", rest)
        number = self.integer(node.right)
        if number is None or side == 1 or abs(number) > _LARGEST_POWER:
            return step(f"power_int.{kind}", rest)
        size = abs(number)
        if number < 0:
            rest = step(f"div.{kind}", rest)
        products = size.bit_length() - 1 + size.bit_count() - 1 if size else 0
        return step(f"mul.{kind}", rest, products) if products else rest

    def intrinsic(self, node: ex.Intrinsic, side: int, rest: Steps | None) -> Steps | None:
        """Return the steps from an argument of an intrinsic function to its result."""
        name, arguments = node.name, node.arguments
        kind = arguments[0].type if arguments else node.type
        if name in NARROWING or (name in _FREE and node.type is not Type.CHARACTER):
            if name in ("real", "dble") and kind in (Type.INTEGER, Type.REAL, Type.DOUBLE):
                return rest if kind is node.type else step(f"convert.{kind}.{node.type}", rest)
            return rest
        if name in ("max", "min"):
            products = len(arguments) - max(1, side)
            return step(f"intrinsic.{name}.{kind}", rest, products)
        if name == "mod" and kind is Type.INTEGER and side == 0 and len(arguments) > 1:
            number = self.integer(arguments[1])
            if number:
                return step(f"intrinsic.mod.integer.{_size(number)}", rest)
        return step(f"intrinsic.{name}.{kind}", rest)


def _size(number: int) -> str:
    return "power2" if abs(number) & (abs(number) - 1) == 0 else "constant"


def real_constant(expr: Expr) -> Fraction | None:
    """Return the value of a literal, in another type or not."""
    while isinstance(expr, ex.Copy | ex.Convert):
        expr = expr.operand
    if not isinstance(expr, ex.Constant) or isinstance(expr.value, bool):
        return None
    try:
        return Fraction(str(expr.value).upper().replace("D", "E").replace("Q", "E"))
    except (ValueError, ZeroDivisionError):
        return None


def _is_power_of_two(number: Fraction) -> bool:
    top, bottom = abs(number.numerator), number.denominator
    return top > 0 and top & (top - 1) == 0 and bottom & (bottom - 1) == 0


def cheap_operations(expr: Expr) -> int | None:
    """Return how many operations a value takes if all are cheap integer ones, None otherwise."""
    count = 0
    pending = [expr]
    while pending:
        part = pending.pop()
        match part:
            case ex.Constant() | ex.Variable() | ex.Element():
                pass
            case ex.Copy(operand=operand):
                pending.append(operand)
            case ex.Unary(operand=operand, type=Type.INTEGER | Type.LOGICAL):
                count += 1
                pending.append(operand)
            case ex.Binary(operator=Operator.ADD | Operator.SUB, type=Type.INTEGER):
                count += 1
                pending += [part.left, part.right]
            case ex.Intrinsic(name=name, arguments=arguments) if (
                name in NARROWING or name in _CHEAP
            ):
                count += name in _CHEAP
                pending.extend(arguments)
            case _:
                return None
    return count
