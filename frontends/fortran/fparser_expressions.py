"""Expression trees of fparser2 to our syntax nodes (one function per family of node classes)."""

# fparser2 carries no type information; everything from it is Any inside this file.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fparser.two import Fortran2003 as F
from fparser.two.utils import BinaryOpBase, UnaryOpBase

from frontends.fortran import syntax as sx
from frontends.fortran.expressions import NORMAL_OPERATOR, ExpressionError, unquote

if TYPE_CHECKING:
    from collections.abc import Callable


def convert(node: Any) -> sx.Node:
    """Return an fparser2 expression (or argument, subscript, format) as a syntax node.

    Raises ``ExpressionError`` for a node class that has no counterpart.
    """
    if isinstance(node, str):
        return sx.Star(None) if node == "*" else sx.Name(node.upper())
    handler = _HANDLERS.get(type(node).__name__)
    if handler is not None:
        return handler(node)
    if isinstance(node, BinaryOpBase) and len(node.items) == 3:
        left, operator, right = node.items
        operator = str(operator).upper()
        return sx.Infix(NORMAL_OPERATOR.get(operator, operator), convert(left), convert(right))
    if isinstance(node, UnaryOpBase):
        operator, operand = node.items
        return sx.Prefix(str(operator).upper(), convert(operand))
    raise ExpressionError(f"no counterpart for {type(node).__name__}")


def convert_list(node: Any) -> tuple[sx.Node, ...]:
    """Return the items of an fparser2 list node (or one item, or None) as syntax nodes."""
    if node is None:
        return ()
    if type(node).__name__.endswith("_List"):
        return tuple(convert(item) for item in node.items)
    return (convert(node),)


def _name(node: Any) -> sx.Node:
    return sx.Name(str(node).upper())


def _number(node: Any) -> sx.Node:
    text, kind = node.items
    text = str(text).upper()
    literal = sx.Number(f"{text.lstrip('+-')}_{str(kind).upper()}" if kind else text.lstrip("+-"))
    return sx.Prefix(text[0], literal) if text[0] in "+-" else literal


def _optional(node: Any) -> sx.Node | None:
    return None if node is None else convert(node)


def _reference(node: Any) -> sx.Node:
    base, arguments = node.items
    return sx.Apply(convert(base), convert_list(arguments))


def _substring(node: Any) -> sx.Node:
    parent, bounds = node.items
    first, last = bounds.items
    return sx.Apply(convert(parent), (sx.Triplet(_optional(first), _optional(last), None),))


def _component(node: Any) -> sx.Node:
    items = list(node.items)
    result = convert(items[0])
    for part in items[1:]:
        if part == "%":
            continue
        step = convert(part)
        if isinstance(step, sx.Apply) and isinstance(step.base, sx.Name):
            result = sx.Apply(sx.Component(result, step.base.name), step.arguments)
        elif isinstance(step, sx.Name):
            result = sx.Component(result, step.name)
        else:
            raise ExpressionError("a component that is neither a name nor an element")
    return result


def _bounds(node: Any) -> sx.Node:
    lower, upper = node.items
    if lower is None and upper is not None:
        return convert(upper)
    return sx.Triplet(_optional(lower), _optional(upper), None)


def _triplet(node: Any) -> sx.Node:
    first, last, step = node.items
    return sx.Triplet(_optional(first), _optional(last), _optional(step))


def _implied(node: Any) -> sx.Node:
    items, control = node.items
    variable, first, last, step = control.items
    return _make_implied(items, variable, first, last, step)


def _array_implied(node: Any) -> sx.Node:
    items, control = node.items
    variable, (first, last, *step) = control.items
    return _make_implied(items, variable, first, last, step[0] if step else None)


def _data_implied(node: Any) -> sx.Node:
    items, variable, first, last, step = node.items
    return _make_implied(items, variable, first, last, step)


def _make_implied(items: Any, variable: Any, first: Any, last: Any, step: Any) -> sx.Node:
    return sx.Implied(
        convert_list(items), str(variable).upper(), convert(first), convert(last), _optional(step)
    )


def _array(node: Any) -> sx.Node:
    return sx.Array(convert_list(node.items[1]))


def _keyword(node: Any) -> sx.Node:
    name, value = node.items
    return convert(value) if name is None else sx.Keyword(str(name).upper(), convert(value))


def _only(index: int) -> Callable[[Any], sx.Node]:
    return lambda node: convert(node.items[index])


def _text(node: Any) -> sx.Node:
    text = str(node.items[0] if getattr(node, "items", None) else node).upper()
    return sx.Star(None) if text == "*" else sx.Number(text)


_HANDLERS: dict[str, Callable[[Any], sx.Node]] = {
    "Name": _name,
    "Intrinsic_Name": _name,
    "Type_Name": _name,
    "Int_Literal_Constant": _number,
    "Signed_Int_Literal_Constant": _number,
    "Real_Literal_Constant": _number,
    "Signed_Real_Literal_Constant": _number,
    "Logical_Literal_Constant": lambda node: sx.Truth(str(node.items[0]).upper().startswith(".T")),
    "Char_Literal_Constant": lambda node: sx.String(unquote(str(node.items[0]))),
    "Complex_Literal_Constant": lambda node: sx.Pair(
        convert(node.items[0]), convert(node.items[1])
    ),
    "Hex_Constant": lambda node: sx.Boz(str(node).upper()),
    "Octal_Constant": lambda node: sx.Boz(str(node).upper()),
    "Binary_Constant": lambda node: sx.Boz(str(node).upper()),
    "Part_Ref": _reference,
    "Function_Reference": _reference,
    "Structure_Constructor": _reference,
    "Intrinsic_Function_Reference": _reference,
    "Array_Section": _reference,
    "Substring": _substring,
    "Substring_Range": lambda node: sx.Triplet(
        _optional(node.items[0]), _optional(node.items[1]), None
    ),
    "Data_Ref": _component,
    "Proc_Component_Ref": _component,
    "Parenthesis": lambda node: sx.Paren(convert(node.items[1])),
    "Subscript_Triplet": _triplet,
    "Explicit_Shape_Spec": _bounds,
    "Assumed_Shape_Spec": lambda node: sx.Triplet(
        _optional(node.items[0]), _optional(node.items[1]), None
    ),
    "Allocate_Shape_Spec": _bounds,
    "Actual_Arg_Spec": _keyword,
    "Io_Control_Spec": _keyword,
    "Alt_Return_Spec": lambda node: sx.Star(str(node.items[0])),
    "Array_Constructor": _array,
    "Io_Implied_Do": _implied,
    "Data_Implied_Do": _data_implied,
    "Ac_Implied_Do": _array_implied,
    "Format": _text,
    "Label": _text,
    "Io_Unit": _text,
    "Type_Param_Value": _text,
    "Char_Length": _only(1),
}
assert F.Name  # the classes above are fparser2's own names; a renamed one fails the oracle tests
