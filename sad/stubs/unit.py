"""A stub as a unit of the IR: what it reads and writes, so that it is analysed as any procedure.

Its statements only say what a call may look at and change; what it costs comes from the stub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.evaluator import Evaluator, nothing
from sad.expr.exact import CASE_OFFSET, letters_of
from sad.expr.tree import ExpressionError
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Dimension, Storage, Symbol, Unit, UnitKind
from sad.stubs.formula import fail, parse_item, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.diagnostics import Span
    from sad.document import Item
    from sad.expr.tree import Call, Number, Text
    from sad.ir.expr import Expr
    from sad.stubs.schema import Stub, StubArgument


_KEPT = "kept."


def unit_of(stub: Stub) -> Unit:
    """Return the unit that stands for a stub."""
    place = stub.place.span
    span = type(place).at(place.file, place.line)
    symbols = {argument.name: _symbol(argument) for argument in stub.inputs}
    result = None
    kind = UnitKind.SUBROUTINE
    if stub.result is not None:
        kind, result = UnitKind.FUNCTION, stub.name
        symbols[result] = Symbol(result, stub.result, Storage.RESULT, spelling=result)
    if stub.keeps:
        symbols[_KEPT] = Symbol(_KEPT, Type.INTEGER, Storage.LOCAL, saved=True, spelling=stub.keeps)
    dummies = tuple(argument.name for argument in stub.arguments)
    hidden = tuple(argument.name for argument in stub.hidden)
    body = tuple(_body(stub, span))
    return Unit(
        stub.name,
        kind,
        dummies,
        result,
        symbols,
        (),
        body,
        span,
        span,
        span,
        spelling=stub.name,
        hidden=hidden,
    )


def _symbol(argument: StubArgument) -> Symbol:
    dimensions = (Dimension(None, None),) if argument.is_array else ()
    name = argument.name
    return Symbol(name, argument.type, Storage.DUMMY, dimensions, argument.length, spelling=name)


def _body(stub: Stub, span: Span) -> Iterator[st.Stmt]:
    for argument in stub.inputs:
        if argument.name in stub.calls:
            call = st.CallStatement(argument.name, (), (), span)
            yield st.While(_anything(Type.LOGICAL), (call,), span)
        elif not argument.is_array and not argument.is_procedure:
            yield st.If((st.Arm(_looked_at(argument), (), span),), (), span)
    for argument in stub.arguments:
        if argument.name in stub.leaves:
            value = value_of(stub, stub.leaves[argument.name], argument.type)
            yield st.Assign(ex.Variable(argument.name, argument.type), value, span)
        elif argument.name in stub.written:
            target = ex.Variable(argument.name, argument.type)
            yield st.Assign(target, _anything(argument.type), span)
    if stub.keeps:
        yield st.Assign(ex.Variable(_KEPT, Type.INTEGER), _anything(Type.INTEGER), span)
    if stub.writes_common:
        yield st.CallStatement(f"{stub.name}@", (), (), span)  # not in any program: writes COMMON
    if stub.result is not None:
        value = _anything(stub.result)
        if stub.value is not None:
            value = value_of(stub, stub.value, stub.result)
        yield st.Assign(ex.Variable(stub.name, stub.result), value, span)
    if stub.stops:
        yield st.Stop(span)


def _looked_at(argument: StubArgument) -> Expr:
    """A condition on an argument: what decides something is traced by callers."""
    variable = ex.Variable(argument.name, argument.type)
    match argument.type:
        case Type.LOGICAL:
            return variable
        case Type.CHARACTER:
            other = ex.Constant(" " * (argument.length or 1), Type.CHARACTER)
        case Type.INTEGER:
            other = ex.Constant(0, Type.INTEGER)
        case kind:
            other = ex.Constant("0", kind)
    return ex.Binary(Operator.EQ, variable, other, Type.LOGICAL)


def _anything(kind: Type) -> Expr:
    return ex.OpaqueExpr("", "not in the source", kind)


# Values a stub leaves behind, as IR expressions: whole numbers and truth values.


_OPERATORS = {
    "+": Operator.ADD, "-": Operator.SUB, "*": Operator.MUL, "and": Operator.AND, "or": Operator.OR,
    "==": Operator.EQ, "!=": Operator.NE, "<": Operator.LT,
    "<=": Operator.LE, ">": Operator.GT, ">=": Operator.GE,
}  # fmt: skip


def value_of(stub: Stub, item: Item, kind: Type) -> Expr:
    """Return an expression of the given type; raise ``SadError`` SAD602 if it is none."""
    tree = parse_item(item)
    try:
        value = _Values(lambda name: _argument(stub, name)).value(tree)
        if value.type is not kind:
            raise ExpressionError(f"it is {value.type}, and {kind} is expected")
    except ExpressionError as error:
        fail(item, error)
    return value


class _Values(Evaluator["Expr"]):
    def number(self, node: Number) -> Expr:
        if not isinstance(node.value, int):
            raise nothing(node)
        return ex.Constant(node.value, Type.INTEGER)

    def characters(self, node: Text) -> Expr:
        return ex.Constant(node.characters, Type.CHARACTER)

    def apply(self, node: Call, values: list[Expr]) -> Expr:
        name = node.name
        match name:
            case "True" | "False":
                return ex.Constant(name == "True", Type.LOGICAL)
            case "+" | "-" | "*":
                return _binary(node, values, Type.INTEGER, Type.INTEGER)
            case "neg":
                (number,) = _typed(node, values, Type.INTEGER)
                return ex.Unary(Operator.NEG, number, Type.INTEGER)
            case "not":
                (truth,) = _typed(node, values, Type.LOGICAL)
                return ex.Unary(Operator.NOT, truth, Type.LOGICAL)
            case "and" | "or":
                return _binary(node, values, Type.LOGICAL, Type.LOGICAL)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                return _binary(node, values, values[0].type, Type.LOGICAL)
            case "abs" | "max" | "min":
                numbers = tuple(_typed(node, values, Type.INTEGER))
                return ex.Intrinsic(name, numbers, Type.INTEGER)
            case "option":
                text = _typed(node, values, Type.CHARACTER)[0]
                same = [_equal(text, _text(letter)) for letter in letters_of(node)]
                return _joined(Operator.OR, same)
            case "same_letter":
                return _same_letter(*_typed(node, values, Type.CHARACTER))
            case _:
                raise ExpressionError(f"{node.text} is not understood in a value")


def _typed(node: Call, values: list[Expr], kind: Type) -> list[Expr]:
    for part, value in zip(node.arguments, values, strict=True):
        if value.type is not kind:
            raise ExpressionError(f"{part.text} is {value.type}, and {kind} is expected")
    return values


def _binary(node: Call, values: list[Expr], inside: Type, kind: Type) -> Expr:
    left, right = _typed(node, values, inside)
    return ex.Binary(_OPERATORS[node.name], left, right, kind)


def _argument(stub: Stub, name: str) -> Expr:
    for argument in stub.inputs:
        if argument.name == name.upper():
            if argument.is_array:
                raise ExpressionError(f"{argument.name} is an array: its elements are not known")
            return ex.Variable(argument.name, argument.type)
    raise unknown_name(name, [argument.name for argument in stub.inputs])


def _joined(operator: Operator, parts: list[Expr]) -> Expr:
    result = parts[0]
    for part in parts[1:]:
        result = ex.Binary(operator, result, part, Type.LOGICAL)
    return result


def _equal(left: Expr, right: Expr) -> Expr:
    return ex.Binary(Operator.EQ, left, right, Type.LOGICAL)


def _text(letter: str) -> Expr:
    return ex.Constant(letter, Type.CHARACTER)


def _same_letter(left: Expr, right: Expr) -> Expr:
    """Two characters equal, or a letter in upper and in lower case."""
    return _joined(Operator.OR, [_equal(left, right), _shifted(left, right), _shifted(right, left)])


def _shifted(lower: Expr, upper: Expr) -> Expr:
    """Whether ``lower`` is the small letter of the capital ``upper``."""
    codes = [ex.Intrinsic("ichar", (item,), Type.INTEGER) for item in (lower, upper)]
    offset = ex.Constant(CASE_OFFSET, Type.INTEGER)
    same = _equal(codes[0], ex.Binary(Operator.ADD, codes[1], offset, Type.INTEGER))
    least = ex.Binary(Operator.GE, upper, _text("A"), Type.LOGICAL)
    most = ex.Binary(Operator.LE, upper, _text("Z"), Type.LOGICAL)
    return _joined(Operator.AND, [same, least, most])
