"""IR made by hand, for what no source language at hand says: short names for the nodes.

Lines are numbered as statements are made, so every statement has a line of its own.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from sad.diagnostics import Span
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Expr, Operator, Type
from sad.ir.program import Dimension, Program, SourceFile, Storage, Symbol, Unit, UnitKind
from sad.ir.walk import expressions, statements, walk

FILE = "made.c"
_lines = count(1)

Number = Expr | int | str


def here() -> Span:
    """Return the position of the next line."""
    return Span.at(FILE, next(_lines))


def i(value: Number) -> Expr:
    """Return an integer expression: a number, a variable by name, or the expression itself."""
    if isinstance(value, int):
        return ex.Constant(value, Type.INTEGER)
    return ex.Variable(value, Type.INTEGER) if isinstance(value, str) else value


def v(name: str, kind: Type = Type.INTEGER) -> ex.Variable:
    """Return a variable."""
    return ex.Variable(name, kind)


def op(operator: str, left: Number, right: Number) -> Expr:
    """Return an integer operation (``+ - * / %``), a comparison, or a condition (``&& ||``)."""
    if operator == "%":
        return call_of("mod", left, right)
    kind = Type.INTEGER if operator in "+-*/" else Type.LOGICAL
    return ex.Binary(_OPERATORS[operator], i(left), i(right), kind)


_OPERATORS = {
    "+": Operator.ADD, "-": Operator.SUB, "*": Operator.MUL, "/": Operator.DIV,
    "==": Operator.EQ, "!=": Operator.NE, "<": Operator.LT, "<=": Operator.LE,
    ">": Operator.GT, ">=": Operator.GE, "&&": Operator.AND_THEN, "||": Operator.OR_ELSE,
}  # fmt: skip


def negated(condition: Expr) -> Expr:
    """Return the opposite of a condition."""
    return ex.Unary(Operator.NOT, condition, Type.LOGICAL)


def call_of(intrinsic: str, *arguments: Number) -> Expr:
    """Return an intrinsic function of integers."""
    return ex.Intrinsic(intrinsic, tuple(map(i, arguments)), Type.INTEGER)


def el(array: str, *subscripts: Number, kind: Type = Type.INTEGER) -> ex.Element:
    """Return an array element."""
    return ex.Element(array, tuple(map(i, subscripts)), kind)


def assign(target: str | st.Target, value: Number) -> st.Assign:
    """Return an assignment."""
    left = v(target) if isinstance(target, str) else target
    return st.Assign(left, i(value), here())


def if_(condition: Expr, then: list[st.Stmt], otherwise: list[st.Stmt] | None = None) -> st.If:
    """Return an IF with one arm."""
    span = here()
    return st.If((st.Arm(condition, tuple(then), span),), tuple(otherwise or ()), span)


def while_(condition: Expr, *body: st.Stmt) -> st.While:
    """Return a loop tested at its head."""
    return st.While(condition, body, here())


def forever(*body: st.Stmt) -> st.While:
    """Return a loop that only ends from inside."""
    return while_(ex.Constant(value=True, type=Type.LOGICAL), *body)


def exit_() -> st.Exit:
    """Leave the innermost loop."""
    return st.Exit(None, here())


def for_(variable: str, first: Number, last: Number, *body: st.Stmt) -> st.CountedLoop:
    """Return a counted loop with step 1; ``last`` is the last value."""
    return st.CountedLoop(v(variable), i(first), i(last), i(1), body, here())


def call(name: str, *arguments: Number, hidden: tuple[str, ...] = ()) -> st.CallStatement:
    """Return a call of a procedure; names are passed by reference."""
    return st.CallStatement(
        name, tuple(map(i, arguments)), (), here(), hidden=tuple(map(i, hidden))
    )


def copy(value: Number) -> Expr:
    """Return an argument passed by value."""
    return ex.Copy(i(value), i(value).type)


def symbol(name: str, storage: Storage = Storage.LOCAL, **changes: object) -> Symbol:
    """Return an integer symbol; ``changes`` are further fields."""
    return replace(Symbol(name, Type.INTEGER, storage, size_bytes=4, spelling=name), **changes)  # type: ignore[arg-type]


def array(name: str, storage: Storage, *lengths: Number, **changes: object) -> Symbol:
    """Return an array that starts at 0 in every dimension."""
    dimensions = tuple(Dimension(i(0), op("-", length, 1)) for length in lengths)
    return symbol(name, storage, dimensions=dimensions, row_major=True, **changes)


def unit(
    name: str,
    dummies: str,
    *body: st.Stmt,
    symbols: tuple[Symbol, ...] = (),
    kind: UnitKind = UnitKind.SUBROUTINE,
    result: str | None = None,
    hidden: str = "",
) -> Unit:
    """Return a unit; ``dummies`` and ``hidden`` are names with blanks between.

    Variables without a symbol become local scalars, dummies without one scalar dummies.
    """
    found = {item.name: item for item in symbols}
    for dummy in (dummies + " " + hidden).split():
        found.setdefault(dummy, symbol(dummy, Storage.DUMMY))
    if result is not None:
        found.setdefault(result, symbol(result, Storage.RESULT))
    for statement in statements(body):
        for expression in expressions(statement):
            for node in walk(expression):
                if isinstance(node, ex.Variable):
                    found.setdefault(node.name, replace(symbol(node.name), type=node.type))
    last = here()
    span = Span(FILE, body[0].span.line if body else last.line, last.line)
    return Unit(
        name, kind, tuple(dummies.split()), result, found, (), body, span, hidden=tuple(hidden.split())
    )  # fmt: skip


def program(*units: Unit) -> Program:
    """Return a program of one file."""
    number = sum(len(statements(item.body)) for item in units)
    return Program((SourceFile(FILE, "c", units, units[-1].span.end_line, number, True),))


def step(name: str, by: int = 1) -> st.Assign:
    """Return ``name = name + by``."""
    return assign(name, op("+", name, by))


def truth(condition: Expr) -> Expr:
    """Return a condition as a number, 0 or 1."""
    return ex.Convert(condition, Type.INTEGER)


def loc(name: str) -> Expr:
    """Return the address of an array."""
    return ex.Intrinsic("loc", (v(name),), Type.INTEGER)
