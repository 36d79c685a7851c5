"""Calls of intrinsic subroutines: keywords in the order of the dummies, and how much is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from sad.ir.expr import (
    Binary,
    Constant,
    Copy,
    Element,
    Expr,
    OpaqueExpr,
    Operator,
    Range,
    Section,
    Type,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.resolve import Resolver
    from frontends.fortran.symbols import Table

_DUMMIES = {
    "CPU_TIME": ("TIME",),
    "DATE_AND_TIME": ("DATE", "TIME", "ZONE", "VALUES"),
    "EXECUTE_COMMAND_LINE": ("COMMAND", "WAIT", "EXITSTAT", "CMDSTAT", "CMDMSG"),
    "GET_COMMAND": ("COMMAND", "LENGTH", "STATUS", "ERRMSG"),
    "GET_COMMAND_ARGUMENT": ("NUMBER", "VALUE", "LENGTH", "STATUS", "ERRMSG"),
    "GET_ENVIRONMENT_VARIABLE": ("NAME", "VALUE", "LENGTH", "STATUS", "TRIM_NAME", "ERRMSG"),
    "MVBITS": ("FROM", "FROMPOS", "LEN", "TO", "TOPOS"),
    "RANDOM_INIT": ("REPEATABLE", "IMAGE_DISTINCT"),
    "RANDOM_NUMBER": ("HARVEST",),
    "RANDOM_SEED": ("SIZE", "PUT", "GET"),
    "SYSTEM_CLOCK": ("COUNT", "COUNT_RATE", "COUNT_MAX"),
}
_ABSENT = sx.Number("0")
_ONE = Constant(1, Type.INTEGER)


def in_order(name: str, arguments: tuple[sx.Node, ...]) -> tuple[sx.Node, ...]:
    """Return the arguments of a call with those that have keywords in the places of the dummies.

    Those between that are not there are zeros: nothing is changed for the caller.
    """
    dummies = _DUMMIES.get(name)
    if dummies is None:
        return arguments
    places = {dummy: place for place, dummy in enumerate(dummies)}
    positional = [item for item in arguments if not isinstance(item, sx.Keyword)]
    named = [item for item in arguments if isinstance(item, sx.Keyword)]
    named.sort(key=lambda item: places.get(item.name, len(places)))
    found: list[sx.Node] = list(positional)
    for item in named:
        found += [_ABSENT] * (places.get(item.name, 0) - len(found))
        found.append(item)
    return tuple(found)


def hidden_arguments(
    name: str, arguments: Sequence[Expr], table: Table, resolver: Resolver
) -> tuple[Expr, ...]:
    """Return what a procedure depends on beside its arguments: RANDOM_NUMBER on how many it sets."""
    if name != "RANDOM_NUMBER" or len(arguments) != 1:
        return ()
    count = _elements(arguments[0], table, resolver)
    return (count if isinstance(count, Constant) else Copy(count, Type.INTEGER),)


def _elements(argument: Expr, table: Table, resolver: Resolver) -> Expr:
    unknown = OpaqueExpr("", "how many elements are set", Type.INTEGER)
    match argument:
        case Element():
            return _ONE
        case Variable(name=name):
            entry = table.find(name)
            if entry is None or entry.dimensions is None:
                return _ONE
            return _product([_extent(item, resolver) for item in entry.dimensions]) or unknown
        case Section(subscripts=subscripts):
            ranges = [item for item in subscripts if isinstance(item, Range)]
            return _product([_length(item) for item in ranges]) or unknown
        case _:
            return unknown


def _product(factors: Sequence[Expr | None]) -> Expr | None:
    """The product of factors that are all known."""
    result: Expr | None = None
    for factor in factors:
        if factor is None:
            return None
        result = factor if result is None else _binary(Operator.MUL, result, factor)
    return result


def _extent(node: sx.Node, resolver: Resolver) -> Expr | None:
    if isinstance(node, sx.Star):
        return None
    if not isinstance(node, sx.Triplet):
        return resolver.expression(node)
    if node.first is None or node.last is None or isinstance(node.last, sx.Star):
        return None
    return _from_to(resolver.expression(node.first), resolver.expression(node.last))


def _length(item: Range) -> Expr | None:
    if item.first is None or item.last is None or item.step is not None:
        return None
    return _from_to(item.first, item.last)


def _from_to(first: Expr, last: Expr) -> Expr:
    return _binary(Operator.ADD, _binary(Operator.SUB, last, first), _ONE)


def _binary(operator: Operator, left: Expr, right: Expr) -> Expr:
    return Binary(operator, left, right, Type.INTEGER)
