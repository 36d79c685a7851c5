"""What a condition tests whose truth only a run can tell, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.walk import children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.expr import Expr
    from sad.ir.program import Unit

_MOST = 3
_KINDS = {
    Type.INTEGER: "an integer",
    Type.LOGICAL: "a logical",
    Type.CHARACTER: "a character",
    Type.COMPLEX: "a complex",
    Type.DOUBLE_COMPLEX: "a complex",
}


def tested(condition: Expr, unit: Unit) -> str:
    """Return what a condition tests, for instance ``A(...), elements of a real array``.

    Values that can be traced are named only if there are no others.
    """
    found = list(dict.fromkeys(_tested(condition, unit)))
    data = [text for is_data, text in found if is_data] or [text for _, text in found]
    more = f" and {len(data) - _MOST} more" if len(data) > _MOST else ""
    return "; ".join(data[:_MOST]) + more


def _tested(node: Expr, unit: Unit) -> Iterator[tuple[bool, str]]:
    """Yield what is tested, and whether it is data rather than a value that is traced."""
    match node:
        case ex.Element(array=name, type=kind) | ex.Section(array=name, type=kind):
            yield True, f"{_spelling(name, unit)}(...), an element of {_kind(kind)} array"
        case ex.Variable(name=name, type=kind):
            is_data = kind not in (Type.INTEGER, Type.LOGICAL, Type.CHARACTER)
            yield is_data, f"{_spelling(name, unit)}, {_kind(kind)} variable"
        case ex.FunctionCall(name=name):
            yield True, f"{_spelling(name, unit)}(...), a function"
        case ex.Field() | ex.OpaqueExpr():
            yield True, "something not modelled"
        case _:
            for child in children(node):
                yield from _tested(child, unit)


def _spelling(name: str, unit: Unit) -> str:
    symbol = unit.symbols.get(name)
    return symbol.spelling if symbol is not None and symbol.spelling else name


def _kind(kind: Type) -> str:
    return _KINDS.get(kind, "a real")
