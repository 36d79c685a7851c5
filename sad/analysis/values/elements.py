"""Values of array elements: single ones that are traced, and those of constant arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.conditions import is_zero
from sad.algebra.poly import ONE, ZERO, Poly
from sad.ir.runs import element_at, element_count

if TYPE_CHECKING:
    from sad.analysis.values.scalars import Scalars
    from sad.ir import expr as ex
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_MOST_ELEMENTS = 64


def initial_element(name: str, symbol: Symbol, scalars: Scalars) -> Expr | None:
    """Return the load-time value of one certain element (``GRID(1)``) of an array."""
    if not symbol.runs:
        return None
    inside = name.partition("(")[2].rstrip(")")
    try:
        subscripts = [Poly.constant(int(number)) for number in inside.split(",")]
    except ValueError:
        return None
    place = place_of(subscripts, symbol, scalars)
    number = None if place is None else place.as_integer
    return None if number is None else element_at(symbol.runs, number)


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


def constant_element(element: ex.Element, symbol: Symbol, scalars: Scalars) -> Poly | None:
    """Return an element of an array that nobody changes, also where the subscript is a formula."""
    count = element_count(symbol.runs)
    if not 0 < count <= _MOST_ELEMENTS:
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
        item = element_at(symbol.runs, only)
        return None if item is None else scalars.value(item)
    result = ZERO
    for number in range(count):
        item = element_at(symbol.runs, number)
        value = None if item is None else scalars.value(item)
        if value is None:
            return None
        result = result + value * is_zero(place - number)
    return result
