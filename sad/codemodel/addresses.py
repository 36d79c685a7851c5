"""Addresses of array elements in terms of the indices of the loops around, and how they move.

Addresses count bytes from the start of an array: of the one a pointer points into, where that is known.
Those of Fortran arrays run through the first subscript first, those of C through the last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.reaching import Point, Reaching, address_of, is_unknown
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.model.work import Reference
from sad.records import record
from sad.symbols import common_name, input_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.writes import Argument
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_BYTES = {
    Type.INTEGER: 4, Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16, Type.COMPLEX: 8,
    Type.DOUBLE_COMPLEX: 16, Type.LOGICAL: 4, Type.CHARACTER: 1,
}  # fmt: skip


@record
class Access:
    """One reference: the array, its address [bytes] from the array's start, and how it moves."""

    array: str
    element_bytes: int
    address: Poly
    strides: tuple[tuple[str, Poly | None], ...]
    writes: bool
    size_bytes: Poly | None = None

    def reference(
        self,
        firsts: Mapping[str, Poly],
        *,
        writes: bool = False,
        count: int = 1,
        passed: tuple[str, str] | None = None,
    ) -> Reference:
        """Return the walk this is the first reference of; ``firsts`` are the indices' first values."""
        return Reference(
            self.array,
            self.element_bytes,
            self.strides,
            first_place(self.address, firsts),
            writes,
            count,
            self.size_bytes,
            passed,
        )


class Addresses:
    """Makes accesses of elements; ``firsts`` are the indices' values in their first iterations."""

    def __init__(self, entry: EntryAnalysis) -> None:
        self._entry = entry
        self._symbols = entry.unit.symbols
        self.values = Reaching(entry)
        self._loops: dict[int, list[tuple[Region, LoopInfo]]] = {}
        self.firsts = {info.index.name: info.index.first for info in entry.values.loops.values()}

    def loops(self, block: int) -> list[tuple[Region, LoopInfo]]:
        """Return the loops around a block, outermost first."""
        known = self._loops.get(block)
        if known is None:
            known = list[tuple["Region", "LoopInfo"]]()
            region: Region | None = self._entry.forest.innermost[block]
            while region is not None:
                info = self._entry.values.loops.get(region.header)
                if region.kind is RegionKind.LOOP and info is not None:
                    known.append((region, info))
                region = region.parent
            known.reverse()
            self._loops[block] = known
        return known

    def access(
        self,
        item: ex.Element,
        point: Point,
        loops: list[tuple[Region, LoopInfo]],
        bound: Mapping[str, Poly],
        *,
        writes: bool,
    ) -> Access | None:
        """Return one reference to an element; None for what is no memory (named constants)."""
        symbol = self._symbols.get(item.array)
        if symbol is None or symbol.storage is Storage.CONSTANT:
            return None
        size, step = self._sizes(symbol)
        array, address = self._base(symbol, point, step)
        place = self._place(item, symbol, point, bound)
        address = address + place * step
        strides = tuple((info.path, self._stride(address, region, info)) for region, info in loops)
        return Access(array, size, address, strides, writes, self._bytes(symbol, step, point))

    def passed(
        self, argument: Argument, point: Point, loops: list[tuple[Region, LoopInfo]]
    ) -> Access | None:
        """Return the place of an array passed to a procedure; None for other arguments."""
        if argument.symbol is None or not argument.symbol.dimensions:
            return None
        value = argument.value
        if isinstance(value, ex.Variable):
            symbol = self._symbols.get(value.name)
            if symbol is None or not symbol.dimensions:
                return None
            lowest = tuple(
                ex.Constant(1, Type.INTEGER) if item.lower is None else item.lower
                for item in symbol.dimensions
            )
            value = ex.Element(value.name, lowest, value.type)
        if not isinstance(value, ex.Element):
            return None
        access = self.access(value, point, loops, {}, writes=False)
        return None if access is None else replace(access, element_bytes=0)

    def _bytes(self, symbol: Symbol, step: int, point: Point) -> Poly | None:
        """How large an array is, where that is declared."""
        total = Poly.constant(step)
        for dimension in symbol.dimensions:
            if dimension.upper is None:
                return None
            lower = ONE if dimension.lower is None else self._extent(dimension.lower, symbol, point)
            total = total * (self._extent(dimension.upper, symbol, point) - lower + 1)
        return None if any(map(is_unknown, atoms.free_symbols(total))) else total

    def _sizes(self, symbol: Symbol) -> tuple[int, int]:
        """Bytes of an element, and from one to the next: a member's elements are a structure apart.

        Where the structure's size is not known, it is at least that of its members in use.
        """
        size = symbol.size_bytes or _BYTES.get(symbol.type, 8)
        outer = self._structure(symbol)
        if outer is None:
            return size, size
        members = sum(item.size_bytes or 0 for item in self._members(outer))
        return size, max(size, outer.size_bytes or members)

    def _structure(self, symbol: Symbol) -> Symbol | None:
        """The array of structures that an array of members is part of."""
        whole, _, member = symbol.name.rpartition(".")
        outer = self._symbols.get(whole) if member else None
        found = outer is not None and outer.type is Type.DERIVED and bool(outer.dimensions)
        return outer if found else None

    def _members(self, outer: Symbol) -> list[Symbol]:
        """The members in use of an array of structures."""
        return [
            item
            for item in self._symbols.values()
            if item.dimensions and item.name.rpartition(".")[0] == outer.name
        ]

    def _base(self, symbol: Symbol, point: Point, step: int) -> tuple[str, Poly]:
        """The array behind a name, and where in it [bytes] the name starts."""
        name = symbol.name
        if symbol.storage is Storage.COMMON and symbol.block is not None:
            place = name if symbol.offset is None else f"+{symbol.offset}"
            return common_name(symbol.block, place), ZERO
        outer = self._structure(symbol)
        if outer is not None:  # members lie side by side, in which order is not known
            members = self._members(outer)
            before = members[: members.index(symbol)]
            return outer.name, Poly.constant(sum(item.size_bytes or 0 for item in before))
        pointer = symbol.reached[-1] if symbol.reached else ""
        if name != f"{pointer}[]":
            return name, ZERO
        value = self.values.variable(pointer, point)
        for part in value.symbols():
            array = address_of(part)
            if array is not None and value.coefficients(part)[1:] == [ONE]:
                return array, (value - Poly.symbol(part)) * step
        start = input_name(self._entry.unit.name, pointer)
        own = {part: ZERO for part in value.symbols() if part == start}
        return name, bind(value, own) * step

    def _place(
        self, item: ex.Element, symbol: Symbol, point: Point, bound: Mapping[str, Poly]
    ) -> Poly:
        """The number of an element, counted from the array's first one in memory."""
        pairs = list(zip(item.subscripts, symbol.dimensions, strict=False))
        if symbol.row_major:
            pairs.reverse()
        place, stride = ZERO, ONE
        for subscript, dimension in pairs:
            lower = ONE if dimension.lower is None else self._extent(dimension.lower, symbol, point)
            place = place + (self.values.value(subscript, point, bound) - lower) * stride
            if dimension.upper is None:
                stride = stride * self.values.unknown(f"extent of {symbol.name}")
            else:
                stride = stride * (self._extent(dimension.upper, symbol, point) - lower + 1)
        return place

    def _extent(self, expr: Expr, symbol: Symbol, point: Point) -> Poly:
        """A bound of an array; that of an argument is what it was when the unit was entered."""
        if symbol.storage is Storage.DUMMY:
            point = Point(self._entry.forest.entry, 0)
        return self.values.value(expr, point)

    def _stride(self, address: Poly, region: Region, info: LoopInfo) -> Poly | None:
        for symbol in atoms.free_symbols(address):
            if is_unknown(symbol) and region.header in self.values.varies_in(Poly.symbol(symbol)):
                return None
        index = info.index.name
        following = bind(address, {index: Poly.symbol(index) + 1})
        stride = following - address
        return None if any(map(is_unknown, atoms.free_symbols(stride))) else stride


def first_place(address: Poly, firsts: Mapping[str, Poly]) -> Poly | None:
    """The address in the first iteration of all loops; None if it is not known."""
    for _ in range(len(firsts) + 1):
        inside = {name: firsts[name] for name in atoms.free_symbols(address) if name in firsts}
        if not inside:
            break
        address = bind(address, inside)
    return None if any(map(is_unknown, atoms.free_symbols(address))) else address
