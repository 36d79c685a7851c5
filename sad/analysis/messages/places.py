"""Which arguments of a message-passing call are data, and which tell how much goes to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Type, element_name
from sad.ir.fold import constant_integer, integer_value
from sad.ir.program import Storage
from sad.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

BUFFERS = frozenset(
    ("buf", "sendbuf", "recvbuf", "inbuf", "outbuf", "status", "statuses", "buffer", "argv", "argc")
)
"""Arguments that are data, which no count depends on."""
_SMALL = frozenset(
    (
        "dims",
        "periods",
        "coords",
        "remain_dims",
        "sizes",
        "subsizes",
        "blocklengths",
        "types",
        "env",
    )
)
_MOST_ELEMENTS = 8


def small_elements(role: str, argument: Expr, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield the names of the elements of a small array, ``DIMS(1)``, whose values matter each.

    ``role`` is the argument's name in the standard.
    """
    symbol = symbols.get(argument.name) if isinstance(argument, ex.Variable) else None
    if role not in _SMALL or symbol is None or len(symbol.dimensions) != 1:
        return
    lower, upper = _bounds(symbol, symbols)
    if lower is None:
        return
    last = lower + 2 if upper is None else min(upper, lower + _MOST_ELEMENTS - 1)
    for place in range(lower, last + 1):
        yield f"{symbol.name}({place})"


def table_elements(argument: Expr, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield the names of all elements of small tables that an argument looks something up in."""
    for item in walk(argument):
        symbol = symbols.get(item.array) if isinstance(item, ex.Element) else None
        if symbol is not None and isinstance(item, ex.Element):
            own = symbol.storage is Storage.LOCAL
            if not own or element_name(item) is None:  # others' are set elsewhere
                yield from all_elements(symbol, symbols) or ()


def open_tables(argument: Expr, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield the dummy arrays of any length that an argument looks something up in."""
    for item in walk(argument):
        if isinstance(item, ex.Element):
            symbol = symbols.get(item.array)
            if (
                symbol is not None
                and symbol.storage is Storage.DUMMY
                and symbol.type is Type.INTEGER
                and len(symbol.dimensions) == 1
                and symbol.dimensions[0].upper is None
            ):
                yield item.array


def all_elements(symbol: Symbol | None, symbols: Mapping[str, Symbol]) -> list[str] | None:
    """Return the names of all elements of a small array of integers; None if it is no such."""
    if symbol is None or symbol.type is not Type.INTEGER or len(symbol.dimensions) != 1:
        return None
    lower, upper = _bounds(symbol, symbols)
    if lower is None or upper is None or upper - lower >= _MOST_ELEMENTS:
        return None
    return [f"{symbol.name}({place})" for place in range(lower, upper + 1)]


def first_subscript(array: Symbol) -> int | None:
    """Return the lower bound of an array of one dimension; None if it has more or it is no number."""
    if len(array.dimensions) != 1:
        return None
    lower = array.dimensions[0].lower
    return 1 if lower is None else integer_value(lower, lambda _: None)


def _bounds(symbol: Symbol, symbols: Mapping[str, Symbol]) -> tuple[int | None, int | None]:
    (dimension,) = symbol.dimensions
    lower = 1 if dimension.lower is None else integer_value(dimension.lower, lambda _: None)
    if dimension.upper is None:
        return lower, None
    return lower, constant_integer(dimension.upper, symbols)
