"""Values a stub leaves behind, as IR expressions: whole numbers and truth values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.stubs.operators import COMPARISONS
from sad.stubs.syntax import Trouble, fail, option_letters, parse, unknown_name

if TYPE_CHECKING:
    from sad.document import Item
    from sad.ir.expr import Expr
    from sad.stubs.schema import Stub

_ARITHMETIC: dict[type[ast.operator], Operator] = {
    ast.Add: Operator.ADD,
    ast.Sub: Operator.SUB,
    ast.Mult: Operator.MUL,
}
_CASE_OFFSET = ord("a") - ord("A")


def value_of(stub: Stub, item: Item, kind: Type) -> Expr:
    """Return an expression of the given type; raise ``SadError`` SAD602 if it is none."""
    tree = parse(item)
    try:
        value = _value(stub, tree)
        if value.type is not kind:
            raise Trouble(f"it is {value.type}, and {kind} is expected")
    except Trouble as trouble:
        fail(item, trouble)
    return value


def _value(stub: Stub, node: ast.expr) -> Expr:
    match node:
        case ast.Constant(value=bool(known)):
            return ex.Constant(known, Type.LOGICAL)
        case ast.Constant(value=int(number)):
            return ex.Constant(number, Type.INTEGER)
        case ast.Constant(value=str(text)):
            return ex.Constant(text, Type.CHARACTER)
        case ast.Name(id=name):
            return _argument(stub, name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return ex.Unary(Operator.NEG, _typed(stub, operand, Type.INTEGER), Type.INTEGER)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ex.Unary(Operator.NOT, _typed(stub, operand, Type.LOGICAL), Type.LOGICAL)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
            one, two = (_typed(stub, item, Type.INTEGER) for item in (left, right))
            return ex.Binary(_ARITHMETIC[type(operator)], one, two, Type.INTEGER)
        case ast.BoolOp(op=operator, values=values):
            join = Operator.AND if isinstance(operator, ast.And) else Operator.OR
            return _joined(join, [_typed(stub, item, Type.LOGICAL) for item in values])
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
            type(operator) in COMPARISONS
        ):
            first = _value(stub, left)
            second = _typed(stub, right, first.type)
            return ex.Binary(COMPARISONS[type(operator)], first, second, Type.LOGICAL)
        case ast.Call(func=ast.Name(id="option"), args=arguments, keywords=[]):
            argument, letters = option_letters(arguments)
            text = _typed(stub, argument, Type.CHARACTER)
            return _joined(Operator.OR, [_equal(text, _text(letter)) for letter in letters])
        case ast.Call(func=ast.Name(id="same_letter"), args=[left, right], keywords=[]):
            return _same_letter(*(_typed(stub, item, Type.CHARACTER) for item in (left, right)))
        case _:
            raise Trouble(f"{ast.unparse(node)} is not understood in a value")


def _argument(stub: Stub, name: str) -> Expr:
    for argument in stub.inputs:
        if argument.name == name.upper():
            if argument.is_array:
                raise Trouble(f"{argument.name} is an array: its elements are not known")
            return ex.Variable(argument.name, argument.type)
    raise unknown_name(name, [argument.name for argument in stub.inputs])


def _typed(stub: Stub, node: ast.expr, kind: Type) -> Expr:
    value = _value(stub, node)
    if value.type is not kind:
        raise Trouble(f"{ast.unparse(node)} is {value.type}, and {kind} is expected")
    return value


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
    offset = ex.Constant(_CASE_OFFSET, Type.INTEGER)
    same = _equal(codes[0], ex.Binary(Operator.ADD, codes[1], offset, Type.INTEGER))
    least = ex.Binary(Operator.GE, upper, _text("A"), Type.LOGICAL)
    most = ex.Binary(Operator.LE, upper, _text("Z"), Type.LOGICAL)
    return _joined(Operator.AND, [same, least, most])
