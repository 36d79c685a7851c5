"""Values of array elements: single ones that are traced, and those of constant arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.conditions import is_zero
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.values.tables import WHOLE
from sad.ir.fold import constant_bounds
from sad.ir.program import Storage
from sad.ir.runs import element_at, element_count
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.values.scalars import Scalars
    from sad.ir import expr as ex
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

MOST_ELEMENTS = 64


def number_in_memory(name: str, symbols: Mapping[str, Symbol]) -> int | None:
    """Return the number of one certain element (``GRID(1)``) in its array's memory, from 0.

    None if the element is outside of the array's bounds, or these are not constant where it matters:
    that of a dummy array may be open at the end.
    """
    array, _, inside = name.partition("(")
    shape = shape_of(symbols[array], symbols)
    try:
        subscripts = [int(number) for number in inside.rstrip(")").split(",")]
    except ValueError:
        return None
    if shape is None or len(subscripts) != len(shape):
        return None
    if symbols[array].row_major:
        subscripts.reverse()
    place, stride = 0, 1
    for subscript, (lower, extent) in zip(subscripts, shape, strict=True):
        if subscript < lower or (extent is not None and subscript >= lower + extent):
            return None
        place += (subscript - lower) * stride
        stride *= extent or 0
    return place


def element_at_number(number: int, array: str, symbols: Mapping[str, Symbol]) -> str | None:
    """Return the name of the element with a number in an array's memory, from 0; None: no such."""
    symbol = symbols[array]
    shape = shape_of(symbol, symbols)
    if not shape:
        return None
    subscripts: list[str] = []
    for lower, extent in shape:
        inside = number if extent is None else number % extent
        subscripts.append(str(lower + inside))
        number = 0 if extent is None else number // extent
    if number:
        return None
    if symbol.row_major:
        subscripts.reverse()
    return f"{array}({','.join(subscripts)})"


def shape_of(symbol: Symbol, symbols: Mapping[str, Symbol]) -> list[tuple[int, int | None]] | None:
    """Return the lower bound and extent of an array's dimensions, the nearest in memory first.

    None if they are not constant where it matters: the extent of a dummy array is None then.
    """
    shape: list[tuple[int, int | None]] = []
    dimensions = symbol.dimensions[::-1] if symbol.row_major else symbol.dimensions
    for number, dimension in enumerate(dimensions, 1):
        lower, upper = constant_bounds(dimension, symbols)
        is_open = number == len(dimensions) and symbol.storage is Storage.DUMMY
        if lower is None or (upper is None and not is_open):
            return None
        extent = None if upper is None else upper - lower + 1
        if extent is not None and extent < 1:
            return None
        shape.append((lower, extent))
    return shape


def element_symbol(name: str, symbols: Mapping[str, Symbol]) -> Symbol | None:
    """Return a variable, or one element of an array as a variable in its place; None: not placed.

    All elements together are the array.
    """
    symbol = symbols[name.partition("(")[0]]
    if symbol.name == name or name.endswith(WHOLE):
        return symbol
    number = number_in_memory(name, symbols)
    if number is None or symbol.offset is None or symbol.size_bytes is None:
        return None
    initial = element_at(symbol.runs, number)
    offset = symbol.offset + number * symbol.size_bytes
    return replace(symbol, dimensions=(), offset=offset, initial=initial, runs=())


def initial_element(name: str, symbols: Mapping[str, Symbol]) -> Expr | None:
    """Return the load-time value of one certain element (``GRID(1)``) of an array."""
    runs = symbols[name.partition("(")[0]].runs
    number = number_in_memory(name, symbols) if runs else None
    return None if number is None else element_at(runs, number)


def place_of(subscripts: list[Poly], symbol: Symbol, scalars: Scalars) -> Poly | None:
    """Return the number of an element in memory, from 0; None if the bounds are not constant."""
    if len(subscripts) != len(symbol.dimensions):
        return None
    place, stride = ZERO, ONE
    pairs = list(zip(subscripts, symbol.dimensions, strict=True))
    for subscript, dimension in reversed(pairs) if symbol.row_major else pairs:
        lower = ONE if dimension.lower is None else scalars.value(dimension.lower)
        if lower is None or lower.as_integer is None:
            return None
        place = place + (subscript - lower) * stride
        upper = None if dimension.upper is None else scalars.value(dimension.upper)
        known = upper is not None and upper.as_integer is not None
        stride = stride * (upper - lower + 1) if known and upper is not None else ZERO
    return place


def constant_element(
    element: ex.Element,
    symbol: Symbol,
    scalars: Scalars,
    fitted: Callable[[Poly | None, Expr, int | None], Poly | None],
) -> Poly | None:
    """Return an element of an array that nobody changes, also where the subscript is a formula.

    ``fitted`` gives a value as a variable of so many characters holds it.
    """

    def loaded(number: int) -> Poly | None:
        item = element_at(symbol.runs, number)
        return None if item is None else fitted(scalars.value(item), item, symbol.size_bytes)

    count = element_count(symbol.runs)
    if not 0 < count <= MOST_ELEMENTS:
        return None
    subscripts: list[Poly] = []
    for subscript in element.subscripts:
        value = scalars.value(subscript)
        if value is None:
            return None
        subscripts.append(value)
    place = place_of(subscripts, symbol, scalars)
    if place is None:
        return None
    only = place.as_integer
    if only is not None:
        return loaded(only)
    result = ZERO
    for number in range(count):
        value = loaded(number)
        if value is None:
            return None
        result = result + value * is_zero(place - number)
    return result
