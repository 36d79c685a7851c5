"""Shapes of array expressions, and the expression for one element of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.designators import Designators, Place
from frontends.fortran.intrinsics import INTRINSICS, Result
from frontends.fortran.linear import ONE, extent, minus, plus, times, whole
from sad.ir.expr import Type
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.symbols import Table

ELEMENTWISE_ARRAYS = frozenset({"TRANSPOSE", "SPREAD", "CSHIFT"})
"""Functions of whole arrays of which each element is one of the argument."""


@record
class Extent:
    """One dimension of a shape: bounds, step; ``last`` is None where it is not known."""

    first: sx.Node
    last: sx.Node | None
    step: sx.Node = ONE

    @property
    def size(self) -> sx.Node:
        """How many elements there are."""
        if self.last is None:
            return sx.Unknown("the size of an assumed-size array", Type.INTEGER)
        return extent(self.first, self.last, self.step)

    @property
    def length(self) -> sx.Node:
        """How many elements there are, 0 where ``size`` may be negative: of an empty section."""
        size = self.size
        number = whole(size)
        if number is not None:
            return sx.Number(str(max(number, 0)))
        is_bound = self.step == ONE and is_upper(self.last) and is_own_lower(self.first, self.last)
        if is_bound or isinstance(size, sx.Unknown):
            return size
        return sx.Apply(sx.Name("MAX"), (sx.Number("0"), size))


def is_upper(node: sx.Node | None) -> bool:
    """Whether a node is the upper bound beside an array, which is never below the lower one less 1."""
    name = node.base if isinstance(node, sx.Apply) else node
    return isinstance(name, sx.Name) and "$U" in name.name


def is_own_lower(first: sx.Node, last: sx.Node | None) -> bool:
    """Whether a node is the lower bound of the array that has an upper bound beside it, or 1."""
    name, upper = (node.base if isinstance(node, sx.Apply) else node for node in (first, last))
    return first == ONE or (
        isinstance(name, sx.Name)
        and isinstance(upper, sx.Name)
        and name.name == upper.name.replace("$U", "$L")
    )


@record
class At:
    """Where an element is in one dimension: a variable that starts from ``base`` in steps of 1."""

    variable: sx.Node
    base: sx.Node


class Shapes:
    """Shapes of rewritten expressions of one unit."""

    def __init__(self, table: Table, designators: Designators) -> None:
        self._table = table
        self._designators = designators

    def place(self, node: sx.Node) -> Place | None:
        """Return the variable of a rewritten designator: its subscripts are in order already."""
        name = node.base if isinstance(node, sx.Apply) else node
        if not isinstance(name, sx.Name):
            return None
        entry = self._table.entries.get(name.name) or self._table.find(name.name)
        if entry is None or (isinstance(node, sx.Apply) and entry.dimensions is None):
            return None
        if not isinstance(node, sx.Apply):
            return Place(entry)
        rank = len(entry.dimensions or ()) - entry.outer
        if len(node.arguments) != rank + entry.outer:
            return None
        return Place(entry, node.arguments[:rank], node.arguments[rank:])

    def is_function(self, name: str) -> bool:
        """Whether a name in front of parentheses is that of an intrinsic function."""
        entry = self._table.find(name)
        own = entry is not None and (entry.is_array or entry.external)
        return not own and self._table.find_procedure(name) is None and name in INTRINSICS

    def of(self, node: sx.Node) -> tuple[Extent, ...] | None:
        """Return the shape of an expression; None of a scalar, or of what is not known."""
        match node:
            case sx.Name() | sx.Apply():
                place = self.place(node)
                if place is not None:
                    return self._of_place(place)
                return self._of_function(node) if isinstance(node, sx.Apply) else None
            case sx.Infix(_, left, right) | sx.Pair(left, right):
                return self.of(left) or self.of(right)
            case sx.Prefix(_, operand) | sx.Paren(operand) | sx.Keyword(_, operand):
                return self.of(operand)
            case sx.Array(items):
                return self._of_items(items)
            case sx.Reference(arguments=arguments, elemental=True):
                return self._first(arguments)
            case _:
                return None

    def _first(self, nodes: Sequence[sx.Node]) -> tuple[Extent, ...] | None:
        return next((found for node in nodes if (found := self.of(node)) is not None), None)

    def _of_items(self, items: Sequence[sx.Node]) -> tuple[Extent, ...] | None:
        count: sx.Node = sx.Number("0")
        for item in items:
            shape = self.of(item)
            if isinstance(item, sx.Implied):
                inner = self._of_items(item.items)
                steps = Extent(item.first, item.last, item.step or ONE).length
                count = plus(count, steps if inner is None else times(steps, inner[0].size))
            elif shape is None:
                count = plus(count, ONE)
            else:
                size: sx.Node = ONE
                for part in shape:
                    size = times(size, part.length)
                count = plus(count, size)
        return (Extent(ONE, count),)

    def _of_place(self, place: Place) -> tuple[Extent, ...] | None:
        found: list[Extent] = []
        for number, item in enumerate(place.subscripts):
            if isinstance(item, sx.Triplet):
                first, last = item.first, item.last
                if first is None or last is None:
                    low, high = self._designators.bounds(place, number)
                    falls = (whole(item.step or ONE) or 0) < 0
                    first = first or (high if falls else low)
                    last = last or (low if falls else high)
                found.append(Extent(first or ONE, last, item.step or ONE))
            else:
                vector = self.of(item)
                if vector is not None:
                    found.append(Extent(ONE, vector[0].size))
        return tuple(found) or None

    def _of_function(self, node: sx.Apply) -> tuple[Extent, ...] | None:
        if not isinstance(node.base, sx.Name):
            return None
        name = node.base.name
        if not self.is_function(name):
            return None
        shape = self.of(node.arguments[0]) if node.arguments else None
        if name == "TRANSPOSE":
            return None if shape is None else tuple(Extent(ONE, item.size) for item in shape[::-1])
        if name == "MATMUL":
            other = self.of(node.arguments[1])
            if shape is None or other is None:
                return None
            return tuple(Extent(ONE, item.length) for item in (*shape[:-1], *other[1:]))
        if name == "SPREAD":
            _, along, copies = node.arguments
            at = whole(along)
            if at is None:
                return None
            parts = [Extent(ONE, item.size) for item in shape or ()]
            parts.insert(at - 1, Extent(ONE, copies))
            return tuple(parts)
        if name == "TRANSFER":
            return self._of_transfer(node)
        info = INTRINSICS[name]
        if name != "CSHIFT" and (info.inquiry or info.result is Result.ARRAY):
            return None
        return self._first(node.arguments) if name != "CSHIFT" else shape

    def _of_transfer(self, node: sx.Apply) -> tuple[Extent, ...] | None:
        """As many elements of the mold's size as the source fills; a scalar where that is one."""
        source, mold, *size = map(self._first_element, node.arguments)
        if size:
            return (Extent(ONE, size[0]),)
        shape = self.of(node.arguments[0])
        if self.of(node.arguments[1]) is None:
            return None
        sizes = [
            None if (place := self.place(item)) is None else place.entry.size
            for item in (source, mold)
        ]
        if None in sizes or 0 in sizes:
            return (Extent(ONE, sx.Unknown("how much TRANSFER fills", Type.INTEGER)),)
        count: sx.Node = sx.Number(str(sizes[0]))
        for item in shape or ():
            count = times(item.length, count)
        last = sx.Infix(
            "/", plus(count, sx.Number(str((sizes[1] or 1) - 1))), sx.Number(str(sizes[1]))
        )
        return (Extent(ONE, last),)

    def _first_element(self, node: sx.Node) -> sx.Node:
        shape = self.of(node)
        return node if shape is None else self.at(node, [At(it.first, it.first) for it in shape])

    # --- elements -----------------------------------------------------------------------------------

    def at(self, node: sx.Node, where: Sequence[At]) -> sx.Node:
        """Return the expression for one element of an expression; a scalar is itself."""
        match node:
            case sx.Name() | sx.Apply():
                place = self.place(node)
                if place is not None:
                    return self._element(place, node, where)
                return self._at_function(node, where) if isinstance(node, sx.Apply) else node
            case sx.Infix(operator, left, right):
                return sx.Infix(operator, self.at(left, where), self.at(right, where))
            case sx.Pair(left, right):
                return sx.Pair(self.at(left, where), self.at(right, where))
            case sx.Prefix(operator, operand):
                return sx.Prefix(operator, self.at(operand, where))
            case sx.Paren(operand):
                return sx.Paren(self.at(operand, where))
            case sx.Keyword(name, value):
                return sx.Keyword(name, self.at(value, where))
            case sx.Reference(name, arguments, hidden, kind, True):
                inner = tuple(self.at(item, where) for item in arguments)
                return sx.Reference(name, inner, hidden, kind, True)
            case _:
                return node

    def _element(self, place: Place, node: sx.Node, where: Sequence[At]) -> sx.Node:
        shape = self._of_place(place)
        if shape is None:
            return node
        made: list[sx.Node] = []
        at = 0
        for item in place.subscripts:
            if not isinstance(item, sx.Triplet):
                vector = self.of(item)
                if vector is None:
                    made.append(item)
                    continue
                made.append(self.at(item, (where[at],)))
            else:
                made.append(element_of(shape[at], where[at]))
            at += 1
        return sx.Apply(sx.Name(place.entry.name), tuple(made))

    def _at_function(self, node: sx.Apply, where: Sequence[At]) -> sx.Node:
        name = node.base.name if isinstance(node.base, sx.Name) else ""
        if name == "TRANSPOSE" and self.is_function(name):
            return self.at(node.arguments[0], where[::-1])
        if name == "SPREAD" and self.is_function(name):
            along = whole(node.arguments[1])
            if along is None:
                return node
            return self.at(node.arguments[0], [*where[: along - 1], *where[along:]])
        if name == "CSHIFT" and self.is_function(name):
            return self._shifted(node, where)
        if name == "TRANSFER" and self.is_function(name):
            return sx.Apply(node.base, tuple(map(self._first_element, node.arguments[:2])))
        info = INTRINSICS.get(name)
        if (
            info is None
            or info.inquiry
            or info.result is Result.ARRAY
            or not self.is_function(name)
        ):
            return node  # of a function that is not known the result is a scalar
        return sx.Apply(node.base, tuple(self.at(item, where) for item in node.arguments))

    def _shifted(self, node: sx.Apply, where: Sequence[At]) -> sx.Node:
        array, shift, *rest = node.arguments
        along = (whole(rest[0]) or 0) - 1 if rest else 0
        shape = self.of(array) or ()
        if not 0 <= along < len(shape):
            return node
        size = shape[along].size
        here = where[along]
        distance = self.at(shift, [*where[:along], *where[along + 1 :]])
        number = plus(minus(here.variable, here.base), distance)
        moved = sx.Apply(sx.Name("MODULO"), (number, size))
        return self.at(array, [*where[:along], At(moved, sx.Number("0")), *where[along + 1 :]])


def element_of(dimension: Extent, where: At) -> sx.Node:
    """Return the subscript at a place of a dimension."""
    if dimension.step == ONE:
        return plus(where.variable, minus(dimension.first, where.base))
    distance = minus(where.variable, where.base)
    simple = isinstance(distance, sx.Name | sx.Number)
    return plus(dimension.first, times(distance if simple else sx.Paren(distance), dimension.step))
