"""Load-time values of a unit's names: DATA, and type statements with values.

Objects and values are matched in order (Fortran 77 standard 9.1 to 9.3). Where the matching is no
longer certain, the rest of a DATA group gives no values: what is said is what the program holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from frontends.fortran import syntax as sx
from frontends.fortran.intrinsics import INTRINSICS, Result
from frontends.fortran.resolve import Resolver, convert
from frontends.fortran.types import with_constants
from sad.ir.fold import truncated_quotient
from sad.ir.program import Storage
from sad.ir.runs import runs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from frontends.fortran.symbols import Table
    from sad.ir.expr import Expr, Type
    from sad.ir.runs import Run

    _Formula = Callable[[], int]
    _Targets = Callable[[], Iterator[tuple[str, int]]]

_Item = TypeVar("_Item")

_MOST_ELEMENTS = 100_000
"""How many elements of a unit implied DO loops may name one by one; the rest is left open."""

_MOST_EXPONENT = 64
_COMPUTED = (sx.Infix, sx.Apply, sx.Paren)

Shape = tuple[tuple[int, int], ...]
"""The lower bound and the extent of each dimension of an array."""


class _UncertainError(Exception):
    """Which value belongs to which object cannot be told from here on."""


class LoadValues:
    """Load-time values of the names of a unit: ``scalars`` and, of arrays, ``arrays``.

    ``shapes`` are the lower bounds and extents of arrays whose bounds are constant.
    """

    def __init__(self, table: Table, resolver: Resolver, shapes: dict[str, Shape]) -> None:
        self._table = table
        self._resolver = resolver
        self._shapes = shapes
        self._resolved: dict[tuple[sx.Node, Type], Expr] = {}
        self._pieces: dict[str, list[tuple[int, int, Expr | None]]] = {}
        self._loops: set[str] = set()
        self._index: dict[str, int] = {}
        self._left = _MOST_ELEMENTS
        self.scalars: dict[str, Expr] = {}
        self._fill()
        self.arrays: dict[str, tuple[Run, ...]] = {
            name: runs
            for name, pieces in self._pieces.items()
            if (runs := runs_of(pieces, extent_of(shapes[name])))
        }

    def _fill(self) -> None:
        for entry in list(self._table.entries.values()):
            is_table = entry.storage is Storage.CONSTANT and entry.name in self._shapes
            initial = (entry.value,) if is_table and entry.value is not None else entry.initial
            if initial:
                name = sx.Name(entry.name)
                self._group((name,), self._declared(entry.name, initial))
        for objects, values in self._table.data:
            self._group(objects, values)

    def _declared(
        self, name: str, values: tuple[sx.Node | sx.Repeat, ...]
    ) -> tuple[sx.Node | sx.Repeat, ...]:
        """The values of a declaration: an array constructor's items, or one value for a whole array."""
        is_array = name in self._shapes
        try:
            items = self._items(values[0], self._table) if is_array and len(values) == 1 else None
        except _UncertainError:
            items = None
        if items is not None:
            return items
        match values:
            case (value,) if name in self._shapes and not isinstance(value, sx.Repeat):
                return (sx.Repeat(sx.Number(str(extent_of(self._shapes[name]))), value),)
            case _:
                return values

    def _items(self, node: sx.Node | sx.Repeat, table: Table) -> tuple[sx.Node, ...] | None:
        """The elements of a constant array expression; None of a scalar."""
        match node:
            case sx.Array(items):
                return tuple(part for item in items for part in self._items(item, table) or (item,))
            case sx.Name(name):
                entry = table.find(name)
                if entry is None or entry.value is None or not entry.is_array:
                    return None
                home, shape = entry.home or table, self._shapes.get(name)
                items = self._items(entry.value, home)
                if items is None:
                    return (entry.value,) * extent_of(shape) if shape else None
                return tuple(with_constants(item, home) for item in items)
            case sx.Paren(inner) | sx.Keyword(_, inner) | sx.Apply(sx.Name("RESHAPE"), (inner, _)):
                return self._items(inner, table)
            case sx.Prefix(operator, operand):
                return self._together(lambda it: sx.Prefix(operator, it[0]), (operand,), table)
            case sx.Infix(operator, left, right):
                return self._together(
                    lambda it: sx.Infix(operator, it[0], it[1]), (left, right), table
                )
            case sx.Apply(sx.Name(name), arguments) if name in INTRINSICS:
                info, entry = INTRINSICS[name], table.find(name)
                is_array = entry is not None and entry.is_array
                if info.inquiry or info.result is Result.ARRAY or is_array:
                    return None
                return self._together(lambda it: sx.Apply(sx.Name(name), it), arguments, table)
            case _:
                return None

    def _together(
        self,
        make: Callable[[tuple[sx.Node, ...]], sx.Node],
        parts: tuple[sx.Node, ...],
        table: Table,
    ) -> tuple[sx.Node, ...] | None:
        """An elemental operation on arrays of one shape; scalars go to each element."""
        found: list[list[sx.Node] | None] = []
        for part in parts:
            items = self._items(part, table)
            counted = None if items is None else self._counted(items)
            found.append(None if counted is None else [node for many, node in counted if many])
        sizes = {len(items) for items in found if items is not None}
        if len(sizes) != 1:
            return None
        (size,) = sizes
        columns = [
            [part] * size if items is None else items
            for items, part in zip(found, parts, strict=True)
        ]
        return tuple(make(row) for row in zip(*columns, strict=True))

    def _group(self, objects: Sequence[sx.Node], values: Sequence[sx.Node | sx.Repeat]) -> None:
        """Give objects their values in order."""
        for node in objects:
            for name in named_in(node):
                self._table.entry(name).saved = True
        waiting = _Waiting(self._counted(values))
        try:
            for node in objects:
                self._object(node, waiting)
        except _UncertainError:
            return

    def _counted(self, values: Sequence[sx.Node | sx.Repeat]) -> Iterator[tuple[int, sx.Node]]:
        for value in values:
            if isinstance(value, sx.Implied):
                for number in self._numbers(value)():
                    self._left -= 1
                    if self._left < 0:
                        raise _UncertainError
                    yield 1, _number(number)
            elif isinstance(value, sx.Repeat):
                yield self._constant(value.count), value.value
            else:
                yield 1, value

    def _object(self, node: sx.Node, waiting: _Waiting) -> None:
        match node:
            case sx.Name(name) if not self._table.entry(name).is_array:
                ((_, value),) = waiting.take(1)
                self.scalars[name] = self._value(value, name)
            case sx.Name(name):
                self._pieces_of(name, 0, waiting.take(self._extent(name)))
            case sx.Implied():
                for name, number in self._implied(node)():
                    self._left -= 1
                    if self._left < 0:
                        raise _UncertainError
                    self._pieces_of(name, number, waiting.take(1))
            case sx.Apply(sx.Name(name)) if self._table.entry(name).is_array:
                ((_, number),) = self._element(node)()
                self._pieces_of(name, number, waiting.take(1))
            case _:
                for _ in waiting.take(1):  # part of a character variable: what it holds stays open
                    pass

    def _pieces_of(self, name: str, first: int, given: Iterator[tuple[int, sx.Node]]) -> None:
        pieces = self._pieces.setdefault(name, [])
        for count, value in given:
            pieces.append((first, count, self._value(value, name)))
            first += count

    def _value(self, node: sx.Node, name: str) -> Expr:
        """Resolve a value; equal ones are one object."""
        kind, _ = self._table.type_of(name)
        known = self._resolved.get((node, kind))
        if known is None:
            number = self._resolver.constant(node) if isinstance(node, _COMPUTED) else None
            value = self._resolver.expression(node if number is None else _number(number))
            known = self._resolved[node, kind] = convert(value, kind)
        return known

    def _extent(self, name: str) -> int:
        shape = self._shapes.get(name)
        if shape is None:
            raise _UncertainError
        return extent_of(shape)

    # --- implied DO --------------------------------------------------------------------------------

    def _targets(self, node: sx.Node) -> _Targets:
        if isinstance(node, sx.Implied):
            return self._implied(node)
        if isinstance(node, sx.Apply):
            return self._element(node)
        raise _UncertainError

    def _implied(self, node: sx.Implied) -> _Targets:
        """The array elements that an implied DO names, in order."""
        return self._repeated(node, self._targets)

    def _numbers(self, node: sx.Node) -> Callable[[], Iterator[int]]:
        """The integers of an item of an array constructor, in order."""
        if isinstance(node, sx.Implied):
            return self._repeated(node, self._numbers)
        formula = self._formula(node)
        return lambda: iter((formula(),))

    def _repeated(
        self, node: sx.Implied, inside: Callable[[sx.Node], Callable[[], Iterator[_Item]]]
    ) -> Callable[[], Iterator[_Item]]:
        index, variable = self._index, node.variable
        first, last = self._formula(node.first), self._formula(node.last)
        step = self._formula(node.step or sx.Number("1"))
        if variable in self._loops:
            raise _UncertainError
        self._loops.add(variable)
        items = [inside(item) for item in node.items]
        self._loops.remove(variable)

        def repeated() -> Iterator[_Item]:
            by = step()
            if by == 0:
                raise _UncertainError
            for value in range(first(), last() + (1 if by > 0 else -1), by):
                index[variable] = value
                for item in items:
                    yield from item()

        return repeated

    def _element(self, node: sx.Apply) -> _Targets:
        """One array element, whose subscripts may name the variables of implied DO loops."""
        base, bounds = node.base, None
        if isinstance(base, sx.Name):
            bounds = self._shapes.get(base.name)
        if not isinstance(base, sx.Name) or bounds is None or len(bounds) != len(node.arguments):
            raise _UncertainError
        name = base.name
        subscripts = [self._formula(item) for item in node.arguments]

        def target() -> Iterator[tuple[str, int]]:
            number, stride = 0, 1
            for subscript, (lower, extent) in zip(subscripts, bounds, strict=True):
                place = subscript() - lower
                if not 0 <= place < extent:
                    raise _UncertainError
                number += place * stride
                stride *= extent
            yield name, number

        return target

    def _formula(self, node: sx.Node) -> _Formula:
        """An integer expression of constants and of the variables of the loops around it."""
        index = self._index
        match node:
            case sx.Name(name) if name in self._loops:
                return lambda: index[name]
            case sx.Paren(operand):
                return self._formula(operand)
            case sx.Prefix("-", operand):
                inner = self._formula(operand)
                return lambda: -inner()
            case sx.Infix(operator, left, right) if operator in _OPERATORS:
                apply = _OPERATORS[operator]
                one, other = self._formula(left), self._formula(right)
                return lambda: apply(one(), other())
            case _:
                value = self._constant(node)
                return lambda: value

    def _constant(self, node: sx.Node) -> int:
        value = self._resolver.constant(node)
        if value is None:
            raise _UncertainError
        return value


class _Waiting:
    """The values of a DATA group that no object has taken yet, with their repeat counts."""

    def __init__(self, values: Iterator[tuple[int, sx.Node]]) -> None:
        self._values = values
        self._count = 0
        self._value: sx.Node = sx.Star(None)

    def take(self, count: int) -> Iterator[tuple[int, sx.Node]]:
        """Yield the next ``count`` values, equal ones in a row together."""
        while count > 0:
            while self._count <= 0:
                following = next(self._values, None)
                if following is None:
                    raise _UncertainError
                self._count, self._value = following
            taken = min(count, self._count)
            self._count -= taken
            count -= taken
            yield taken, self._value


def _quotient(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise _UncertainError
    return truncated_quotient(dividend, divisor)


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent <= _MOST_EXPONENT:
        raise _UncertainError
    return base**exponent


_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _quotient,
    "**": _power,
}


def _number(value: int) -> sx.Node:
    number = sx.Number(str(abs(value)))
    return sx.Prefix("-", number) if value < 0 else number


def extent_of(shape: Shape) -> int:
    """Return the number of elements of an array."""
    count = 1
    for _, extent in shape:
        count *= extent
    return count


def named_in(node: sx.Node) -> Iterator[str]:
    """Yield the names that an object of DATA or EQUIVALENCE gives a place to."""
    if isinstance(node, sx.Implied):
        for item in node.items:
            yield from named_in(item)
    while isinstance(node, sx.Apply):
        node = node.base
    if isinstance(node, sx.Name):
        yield node.name
