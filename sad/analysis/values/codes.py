"""Texts and real constants of the IR as the integers that stand for them (``sad.algebra.codes``)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import BEYOND, Coding, code_of_real, code_of_text
from sad.algebra.poly import Poly
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.fold import held

if TYPE_CHECKING:
    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

LONGEST_TEXT = 64
OPEN_TEXT = 32
"""Characters of the code of a dummy argument of any length: what follows in it is blank."""


def coding_of(kind: Type) -> Coding:
    """Return how values of a type are coded."""
    return _CODINGS.get(kind, Coding.REAL)


_CODINGS = {
    Type.CHARACTER: Coding.TEXT,
    Type.LOGICAL: Coding.TRUTH,
    Type.INTEGER: Coding.INTEGER,
    Type.DERIVED: Coding.INTEGER,
}


# --- texts -------------------------------------------------------------------------------------------


def text_length(expr: Expr, scalars: Scalars) -> int | None:
    """Return how many characters an expression has; None if that is not fixed."""
    match expr:
        case ex.Constant(value=str(text)):
            return len(text)
        case ex.Variable(name=name) | ex.Element(array=name):
            return scalars.length(name)
        case ex.Copy(operand=operand):
            return text_length(operand, scalars)
        case ex.Binary(operator=Operator.CONCAT) if is_open(expr, scalars):
            return None
        case ex.Substring(base=base, first=first, last=last):
            bounds = _bounds(base, first, last, scalars)
            return None if bounds is None else max(0, bounds[1] - bounds[0] + 1)
        case ex.Intrinsic(name="char"):
            return 1
        case ex.Binary(operator=Operator.CONCAT, left=left, right=right):
            one, two = text_length(left, scalars), text_length(right, scalars)
            return None if one is None or two is None else one + two
        case _:
            return None


def is_open(expr: Expr, scalars: Scalars) -> bool:
    """Whether a text is as long as what is passed: its code ends in blanks that it may not have."""
    match expr:
        case ex.Variable(name=name):
            return scalars.open_text(name)
        case ex.Copy(operand=operand):
            return is_open(operand, scalars)
        case ex.Substring(base=base, last=None):
            return is_open(base, scalars)
        case ex.Binary(operator=Operator.CONCAT, left=left, right=right):
            return is_open(left, scalars) or is_open(right, scalars)
        case _:
            return False


def text_code(expr: Expr, scalars: Scalars) -> Poly | None:
    """Return a text's code; None if it is not known or too long to be an option."""
    length = text_length(expr, scalars)
    if length is None or length > LONGEST_TEXT:
        return None
    match expr:
        case ex.Constant(value=str(text)):
            return Poly.constant(code_of_text(text))
        case ex.Variable(name=name):
            return scalars.variable(name)
        case ex.Element():
            return scalars.element(expr)
        case ex.Copy(operand=operand):
            return scalars.value(operand)
        case ex.Substring(base=base, first=first, last=last):
            return _substring(base, first, last, scalars)
        case ex.Intrinsic(name="char", arguments=(argument,)):
            code = scalars.value(argument)
            number = None if code is None else code.as_integer
            return code if number is None or 0 <= number < 128 else None
        case ex.Binary(operator=Operator.CONCAT, left=left, right=right):
            one, two = scalars.value(left), scalars.value(right)
            behind = text_length(right, scalars)
            if one is None or two is None or behind is None:
                return None
            return one * 256**behind + two
        case _:
            return None


def _bounds(
    base: Expr, first: Expr | None, last: Expr | None, scalars: Scalars
) -> tuple[int, int] | None:
    """The constant bounds of a substring, inside its base."""
    if last is None and is_open(base, scalars):
        return None
    whole = text_length(base, scalars)
    low = Poly.constant(1) if first is None else scalars.value(first)
    high = (None if whole is None else Poly.constant(whole)) if last is None else None
    if last is not None:
        high = scalars.value(last)
    start = None if low is None else low.as_integer
    end = None if high is None else high.as_integer
    if start is None or end is None or start < 1 or (whole is not None and end > whole):
        return None
    return start, end


def _substring(base: Expr, first: Expr | None, last: Expr | None, scalars: Scalars) -> Poly | None:
    bounds, whole = _bounds(base, first, last, scalars), text_length(base, scalars)
    code = scalars.value(base)
    if bounds is None or whole is None or code is None or bounds[0] > bounds[1]:
        return None
    start, end = bounds
    if start == 1:
        return leading(code, whole, end)
    return leading(code, whole, end) - leading(code, whole, start - 1) * 256 ** (end - start + 1)


def leading(code: Poly, length: int, kept: int) -> Poly:
    """Return the code of the first ``kept`` characters of a text of ``length`` characters."""
    return atoms.floor_quotient(code, Poly.constant(256 ** (length - kept)))


# --- real numbers ------------------------------------------------------------------------------------


def real_code(expr: Expr, scalars: Scalars) -> Poly | None:
    """Return the code of a real or complex constant, or of a variable that holds one."""
    match expr:
        case ex.Constant(value=str(text)):
            number = held(text, expr.type)
            return None if number is None else Poly.constant(code_of_real(Fraction(number)))
        case ex.Variable(name=name):
            return scalars.variable(name)
        case ex.Copy(operand=operand):
            return scalars.value(operand)
        case ex.Convert(operand=operand) if operand.type is not Type.LOGICAL:
            return _converted(operand, expr.type, scalars)
        case ex.Unary(operator=Operator.NEG, operand=operand):
            code = scalars.value(operand)
            plain = None if code is None else code.as_integer
            return None if plain is None or abs(plain) >= BEYOND else Poly.constant(-plain)
        case ex.ComplexPair(real=real, imaginary=imaginary):
            one, two = scalars.value(real), scalars.value(imaginary)
            return one if two is not None and not two else None
        case _:
            return None


def _converted(operand: Expr, kind: Type, scalars: Scalars) -> Poly | None:
    """A constant in another type: small whole numbers are the same in all, others in wider ones."""
    code = scalars.value(operand) if operand.type is not Type.CHARACTER else None
    number = None if code is None else code.as_integer
    wider = kind in (Type.DOUBLE, Type.QUAD) and operand.type is Type.REAL
    return code if number is not None and (wider or abs(number) <= 1 << 24) else None
