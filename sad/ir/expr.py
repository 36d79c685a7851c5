"""Expressions: frozen nodes, one closed union ``Expr``.

Every node carries its ``type``. Implicit conversions of the source language are explicit
``Convert`` nodes, so nothing above the frontends needs a language's typing rules.
"""

from __future__ import annotations

from enum import StrEnum

from sad.records import record


class Type(StrEnum):
    """Scalar types; the value is the name used in operation keys and machine files."""

    INTEGER = "integer"
    REAL = "real"
    DOUBLE = "double"
    QUAD = "quad"
    COMPLEX = "complex"
    DOUBLE_COMPLEX = "double_complex"
    LOGICAL = "logical"
    CHARACTER = "character"
    DERIVED = "derived"

    @property
    def is_numeric(self) -> bool:
        """Whether arithmetic is defined on the type."""
        return self not in (Type.LOGICAL, Type.CHARACTER, Type.DERIVED)


class Operator(StrEnum):
    """Binary and unary operators; the value is the operation's name in the operation mix."""

    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    POWER = "power"
    NEG = "neg"
    EQ = "eq"
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    AND = "and"
    OR = "or"
    EQV = "eqv"
    NEQV = "neqv"
    NOT = "not"
    AND_THEN = "and_then"
    OR_ELSE = "or_else"
    CONCAT = "concat"


COMPARISONS = frozenset(
    {Operator.EQ, Operator.NE, Operator.LT, Operator.LE, Operator.GT, Operator.GE}
)
LOGICALS = frozenset({Operator.AND, Operator.OR, Operator.EQV, Operator.NEQV})
SEQUENTIAL = frozenset({Operator.AND_THEN, Operator.OR_ELSE})
"""Operators whose right side is evaluated only if the left one leaves the result open.

They only occur as conditions of IF arms and WHILE loops, under ``NOT`` and each other at most: where
control goes from each operand is part of the control flow.
"""


NARROWING = {
    "int8": (8, True), "int16": (16, True), "int32": (32, True),
    "signed32": (32, True), "signed64": (64, True),
    "uint8": (8, False), "uint16": (16, False), "uint32": (32, False), "uint64": (64, False),
    "unsigned32": (32, False), "unsigned64": (64, False),
}  # fmt: skip
"""Intrinsics that keep an integer's low bits only: their number, and whether the result has a sign.

``unsigned32`` and ``unsigned64`` make an unsigned number of one that may be negative, ``signed32`` and
``signed64`` the opposite; of what is unsigned already, ``uint32`` and ``uint64`` say that it is meant
to fit.
"""
FROM_SIGNED = frozenset({"unsigned32", "unsigned64"})


def narrowed(name: str, value: int) -> int:
    """Return what a narrowing intrinsic makes of a number."""
    bits, signed = NARROWING[name]
    rest = value % (1 << bits)
    return rest - (1 << bits) if signed and rest >> (bits - 1) else rest


@record
class Constant:
    """A literal. ``value`` is exact for integers, logicals and strings; for reals it is the text."""

    value: int | bool | str
    type: Type


@record
class Variable:
    """A scalar variable, or a whole array where one is named without subscripts."""

    name: str
    type: Type


@record
class Element:
    """One element of an array."""

    array: str
    subscripts: tuple[Expr, ...]
    type: Type


@record
class Range:
    """A subscript range ``first:last:step``; an absent part is None."""

    first: Expr | None
    last: Expr | None
    step: Expr | None


@record
class Section:
    """Part of an array selected by at least one range."""

    array: str
    subscripts: tuple[Expr | Range, ...]
    type: Type


@record
class Substring:
    """Characters ``first:last`` of a character value."""

    base: Expr
    first: Expr | None
    last: Expr | None
    type: Type = Type.CHARACTER


@record
class Field:
    """A component of a structure."""

    base: Expr
    name: str
    type: Type


@record
class Unary:
    """``NEG`` or ``NOT`` of an operand."""

    operator: Operator
    operand: Expr
    type: Type


@record
class Binary:
    """An operator on two operands, both already converted to the operation's type.

    ``POWER`` is the exception: its exponent keeps its own type, because an integer exponent costs
    less than a real one.
    """

    operator: Operator
    left: Expr
    right: Expr
    type: Type


@record
class Convert:
    """An implicit conversion the language performs; an explicit one is an ``Intrinsic``."""

    operand: Expr
    type: Type


@record
class Copy:
    """The value of an expression in parentheses: a callee cannot modify the variable inside."""

    operand: Expr
    type: Type


@record
class ComplexPair:
    """A complex value made of two real ones."""

    real: Expr
    imaginary: Expr
    type: Type


@record
class Intrinsic:
    """A reference to a function the language defines, by its generic name."""

    name: str
    arguments: tuple[Expr, ...]
    type: Type


FRESH = "fresh"
"""The intrinsic function whose value is the address of a new object."""
BY_POINTER = "a member that a call through a pointer may change"
"""Why a member is not known after a call of one of several functions."""


@record
class FunctionCall:
    """A reference to a user function; ``name`` may be a dummy procedure.

    ``hidden`` are further actual arguments by reference: what the callee reaches through the others.
    ``pointer`` is the variable, member or element that holds what is called (C), where there is one.
    """

    name: str
    arguments: tuple[Expr, ...]
    type: Type
    hidden: tuple[Expr, ...] = ()
    pointer: Expr | None = None


@record
class Inline:
    """A one-expression function expanded in place (a Fortran statement function).

    The arguments are evaluated once each, then ``body``, in which the parameters are variables.
    """

    name: str
    parameters: tuple[str, ...]
    arguments: tuple[Expr, ...]
    body: Expr
    type: Type


@record
class ImpliedDo:
    """Items repeated for an index, inside an input/output list."""

    items: tuple[Expr, ...]
    variable: str
    first: Expr
    last: Expr
    step: Expr | None
    type: Type = Type.DERIVED


@record
class ArrayValue:
    """An array written out element by element."""

    items: tuple[Expr, ...]
    type: Type


@record
class OpaqueExpr:
    """Source the frontend could not model, kept with the reason.

    ``of`` is what a condition or bound with arrays in it says, for whoever can evaluate that.
    """

    text: str
    reason: str
    type: Type = Type.DERIVED
    of: Expr | None = None


Expr = (
    Constant
    | Variable
    | Element
    | Section
    | Substring
    | Field
    | Unary
    | Binary
    | Convert
    | Copy
    | ComplexPair
    | Intrinsic
    | FunctionCall
    | Inline
    | ImpliedDo
    | ArrayValue
    | OpaqueExpr
)


def element_name(element: Element) -> str | None:
    """Return the name of one certain element, ``GRID(1)``; None if the subscript is no number."""
    numbers: list[str] = []
    for subscript in element.subscripts:
        sign, inner = "", subscript
        if isinstance(inner, Unary):
            sign, inner = "-", inner.operand
        if not isinstance(inner, Constant):
            return None
        numbers.append(f"{sign}{inner.value}")
    return f"{element.array}({','.join(numbers)})"
