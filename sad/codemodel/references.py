"""The memory that loops walk through: addresses in terms of the loops' indices, and how they move.

Every array reference of a loop's own statements is an address that moves with the loops around it.
References that soon touch the same lines (``A(I-1)``, ``A(I)``, ``A(I+1)``) are one walk.

Addresses count bytes from the start of an array: of the one a pointer points into, where that is known.
Those of Fortran arrays run through the first subscript first, those of C through the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.cfg.graph import Part
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.reaching import Point, Reaching, address_of, is_unknown
from sad.codemodel.strides import first_place, stride_of
from sad.codemodel.writes import arguments_of, evaluated
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import children
from sad.model.work import Reference
from sad.records import record, replace
from sad.symbols import common_name, input_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.writes import ActualArgument
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol


NEAR_BYTES = 64
"""References less than this apart are taken to touch the same lines (the line size of most caches)."""
_NEAR_STEPS = 8  # iterations of the innermost loop after which another reference comes by
_BYTES = {
    Type.INTEGER: 4, Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16, Type.COMPLEX: 8,
    Type.DOUBLE_COMPLEX: 16, Type.LOGICAL: 4, Type.CHARACTER: 1,
}  # fmt: skip


def memory_references(entry: EntryAnalysis) -> dict[str, tuple[Reference, ...]]:
    """Return the array references of each loop's own statements, by the loop's path.

    Strides are None where an address does not move by the same amount each time, or by how much is not
    known. Arrays passed to procedures are listed with the procedure, which does the walking.
    """
    collector = Addresses(entry)
    firsts = collector.firsts
    found: dict[str, list[Access]] = {}
    passed: dict[str, list[Reference]] = {}
    for number in entry.forest.order:
        loops = collector.loops(number)
        path = loops[-1][1].path if loops else ""
        for position, action in enumerate(entry.cfg.blocks[number].actions):
            point = Point(number, position)
            for item, bound, writes in _touched(action, entry, collector.values, point):
                access = collector.access(item, point, loops, bound, writes=writes)
                if access is not None:
                    found.setdefault(path, []).append(access)
            for argument in arguments_of(action, entry):
                access = collector.passed(argument, point, loops)
                if access is not None:
                    to = argument.procedure, argument.dummy
                    passed.setdefault(path, []).append(access.reference(firsts, passed=to))
    walks = {path: tuple(_walks(items, firsts)) for path, items in found.items()}
    return {
        path: (*walks.get(path, ()), *passed.get(path, ()))
        for path in dict.fromkeys((*walks, *passed))
    }


def _touched(
    action: Action, entry: EntryAnalysis, values: Reaching, point: Point
) -> Iterator[tuple[ex.Element, Mapping[str, Poly], bool]]:
    """The elements an action touches, with what names stand for, and whether it writes them."""
    statement = action.statement
    target = None
    if action.part is Part.WHOLE and isinstance(statement, st.Assign):
        if statement.silent:
            return
        target = statement.target
    expressions = evaluated(action)
    if isinstance(statement, st.CallStatement):
        expressions = tuple(_of_argument(item) for item in expressions)
    for expression in expressions:
        for item, bound in _elements(expression, values, point, {}):
            yield item, bound, item is target
    for argument in arguments_of(action, entry):  # a single element
        scalar = argument.symbol is not None and not argument.symbol.dimensions
        if scalar and isinstance(argument.value, ex.Element):
            yield argument.value, {}, False


def _of_argument(argument: Expr) -> Expr:
    """What is evaluated of an argument: of an element only its place."""
    if isinstance(argument, ex.Element):
        return ex.ArrayValue(argument.subscripts, Type.INTEGER)
    return argument


def _elements(
    node: Expr, values: Reaching, point: Point, bound: Mapping[str, Poly]
) -> Iterator[tuple[ex.Element, Mapping[str, Poly]]]:
    """The elements an expression touches, with the values of parameters of functions put in place."""
    match node:
        case ex.Element(subscripts=subscripts):
            for part in subscripts:
                yield from _elements(part, values, point, bound)
            yield node, bound
        case ex.FunctionCall(arguments=arguments):
            for argument in arguments:
                yield from _elements(_of_argument(argument), values, point, bound)
        case ex.Inline(parameters=parameters, arguments=arguments, body=body):
            inner = dict(bound)
            for name, argument in zip(parameters, arguments, strict=False):
                yield from _elements(argument, values, point, bound)
                inner[name] = values.value(argument, point, bound)
            yield from _elements(body, values, point, inner)
        case ex.ImpliedDo() | ex.Section():
            return
        case _:
            for child in children(node):
                yield from _elements(child, values, point, bound)


def _walks(accesses: list[Access], firsts: Mapping[str, Poly]) -> Iterator[Reference]:
    """The references of one loop, those of one walk joined."""
    groups: dict[tuple[str, int, tuple[tuple[str, Poly | None], ...]], list[Access]] = {}
    for item in accesses:
        groups.setdefault((item.array, item.element_bytes, item.strides), []).append(item)
    for (_, _, strides), items in groups.items():
        inner = strides[-1][1] if strides else None
        walks: list[tuple[Access, bool, int]] = []
        for item in sorted(items, key=lambda item: _constant_part(item.address)):
            for number, (leader, writes, count) in enumerate(walks):
                if _near(item.address - leader.address, inner):
                    walks[number] = (leader, writes or item.writes, count + 1)
                    break
            else:
                walks.append((item, item.writes, 1))
        for leader, writes, count in walks:
            yield leader.reference(firsts, writes=writes, count=count)


def _constant_part(address: Poly) -> float:
    return address.terms.get((), 0) / address.den


def _near(difference: Poly, stride: Poly | None) -> bool:
    """Whether two addresses are on one line, or one gets where the other was soon."""
    constant = difference.as_constant
    if constant is not None and abs(constant) < NEAR_BYTES:
        return True
    if not stride:
        return False
    return any(difference in (stride * n, stride * -n) for n in range(1, _NEAR_STEPS + 1))


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
        strides = tuple(
            (info.path, stride_of(address, region, info, self.values, loops[number + 1 :]))
            for number, (region, info) in enumerate(loops)
        )
        whole = self._bytes(symbol, step, point)
        if whole is None and len(item.subscripts) == 1:
            whole = self._reached(item.subscripts[0], step)
        return Access(array, size, address, strides, writes, whole)

    def passed(
        self, argument: ActualArgument, point: Point, loops: list[tuple[Region, LoopInfo]]
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

    def _reached(self, subscript: Expr, step: int) -> Poly | None:
        """How much of an array a subscript can reach that is read from integers of one or two bytes."""
        while isinstance(subscript, ex.Convert | ex.Copy):
            subscript = subscript.operand
        read = self._symbols.get(subscript.array) if isinstance(subscript, ex.Element) else None
        if read is None or read.type is not Type.INTEGER or read.size_bytes not in (1, 2):
            return None
        return Poly.constant(step * 256**read.size_bytes)

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
