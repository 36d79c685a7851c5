"""What a scalar holds at a point of a unit, as a formula in the indices of the loops around.

The pass over values (``sad.analysis.values.trace``) follows what counts depend on. Addresses depend
on more: subscripts kept in scalars, pointers that move. Here a value is looked up backwards from
where it is used: to the assignment that reaches the point, or to the head of a loop that changes it
by the same amount in every iteration. What is not determined gets a symbol of its own and
the loops it varies in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.analysis.cfg.graph import LoopHead
from sad.analysis.loops.exits import every_iteration
from sad.analysis.loops.natural import RegionKind
from sad.analysis.values.cells import common_cell
from sad.analysis.values.scalars import Scalars
from sad.codemodel.writes import Kind, Write, no_names, writes_of
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import NARROWING, Type
from sad.ir.program import Storage
from sad.ir.walk import walk
from sad.records import replace
from sad.symbols import input_name, site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.writes import Kept
    from sad.ir.expr import Expr


_UNKNOWN, _ADDRESS, _OLD = "?", "&", "?old"
_MOST_STEPS = 200  # blocks looked at per value
_FEW = 16  # bits that loops may well wrap round in
_COARSE = frozenset({ex.Operator.DIV})


class Point(NamedTuple):
    """A place in a unit: just before an action of a block."""

    block: int
    position: int


def is_unknown(symbol: str) -> bool:
    """Whether a symbol stands for a value that cannot be told."""
    return symbol.startswith(_UNKNOWN)


def address_of(symbol: str) -> str | None:
    """Return the array whose address a symbol is; None for others."""
    return symbol[len(_ADDRESS) :] if symbol.startswith(_ADDRESS) else None


class Reaching:
    """Values of scalars in one unit. Loops are known by the number of their header block.

    ``kept`` as for ``writes_of``.
    """

    def __init__(self, entry: EntryAnalysis, kept: Kept = no_names) -> None:
        self._entry = entry
        self._cfg, self._forest = entry.cfg, entry.forest
        self._symbols = entry.unit.symbols
        self._writes = writes_of(entry, kept)
        self._indices = {
            info.index.name: frozenset((header,)) for header, info in entry.values.loops.items()
        }
        self._varies: dict[str, frozenset[int]] = {}
        self._known: dict[tuple[str, Point], Poly] = {}
        self._open: set[tuple[str, Point]] = set()

    def varies_in(self, value: Poly) -> frozenset[int]:
        """Return the loops from whose one iteration to the next a value may differ."""
        found: frozenset[int] = frozenset()
        for symbol in atoms.free_symbols(value):
            found |= self._indices.get(symbol, frozenset()) | self._varies.get(symbol, frozenset())
        return found

    def value(self, expr: Expr, point: Point, bound: Mapping[str, Poly] | None = None) -> Poly:
        """Return an expression's value at a point; ``bound`` are values of names known otherwise."""

        def variable(name: str) -> Poly | None:
            given = None if bound is None else bound.get(name)
            return self.variable(name, point) if given is None else given

        def element(item: ex.Element) -> Poly | None:
            return self._element(item, point, bound)

        plain = without_narrowing(expr)
        scalars = Scalars(variable, None, element, location=self._location)
        found = scalars.value(plain) if plain.type is Type.INTEGER else None
        if found is not None:
            return found
        varies: frozenset[int] = frozenset()
        for part in walk(expr):
            match part:
                case ex.Variable(name=name):
                    value = variable(name)
                    varies |= frozenset() if value is None else self.varies_in(value)
                case ex.Element():
                    value = element(part)
                    varies |= frozenset() if value is None else self.varies_in(value)
                case ex.FunctionCall():
                    varies |= self.loops_around(point.block)
                case _:
                    pass
        return self._unknown(f"{expr!r}", varies)

    def unknown(self, what: str) -> Poly:
        """Return a value that cannot be told, the same all the time."""
        return self._unknown(what, frozenset())

    def loops_around(self, block: int) -> frozenset[int]:
        """Return the loops a block is in."""
        return frozenset(region.header for region in self._around(block))

    def _around(self, block: int) -> Iterable[Region]:
        region: Region | None = self._forest.innermost[block]
        while region is not None:
            if region.kind is not RegionKind.UNIT:
                yield region
            region = region.parent

    def _unknown(self, what: str, varies: frozenset[int]) -> Poly:
        symbol = f"{_UNKNOWN}{what}"
        self._varies[symbol] = self._varies.get(symbol, frozenset()) | varies
        return Poly.symbol(symbol)

    def _location(self, name: str) -> Poly:
        return Poly.symbol(f"{_ADDRESS}{name}")

    def _element(self, item: ex.Element, point: Point, bound: Mapping[str, Poly] | None) -> Poly:
        """An element of an array: unknown, but the same as long as its subscripts are."""
        values = [self.value(part, point, bound) for part in item.subscripts]
        varies: frozenset[int] = frozenset()
        for value in values:
            varies |= self.varies_in(value)
        inside = ",".join(map(str, (sorted(value.terms.items()) for value in values)))
        return self._unknown(f"{item.array}({inside})", varies)

    # --- variables -------------------------------------------------------------------------------

    def variable(self, name: str, point: Point) -> Poly:
        """Return what a scalar holds at a point."""
        symbol = self._symbols.get(name)
        if symbol is not None and symbol.storage is Storage.CONSTANT and symbol.value is not None:
            return self.value(symbol.value, point)
        if name not in self._writes:
            return self._on_entry(name)
        key = name, point
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._open:
            return self._unknown(f"{name}@{point.block}", self.loops_around(point.block))
        self._open.add(key)
        found = self._known[key] = self._look(name, point)
        self._open.discard(key)
        return found

    def _on_entry(self, name: str) -> Poly:
        symbol = self._symbols.get(name)
        if symbol is None:
            return self._unknown(name, frozenset())
        match symbol.storage:
            case Storage.DUMMY:
                return Poly.symbol(input_name(self._entry.unit.name, name))
            case Storage.COMMON if symbol.type is Type.INTEGER:
                return Poly.symbol(common_cell(symbol))
            case _ if symbol.initial is not None and name not in self._writes:
                return self.value(symbol.initial, Point(self._forest.entry, 0))
            case _:
                return self._unknown(name, frozenset())

    def _changed(self, name: str, block: int) -> frozenset[int]:
        """The loops around a block in which a scalar is written."""
        written = {write.block for write in self._writes[name]}
        return frozenset(region.header for region in self._around(block) if written & region.blocks)

    def _look(self, name: str, point: Point) -> Poly:
        block, position = point
        for _ in range(_MOST_STEPS):
            write = self._last(name, block, position)
            if write is not None:
                return self._written(name, write)
            region = self._forest.innermost[block]
            if block == region.header and region.kind is RegionKind.LOOP:
                return self._at_header(name, region)
            if block == self._forest.entry:
                return self._on_entry(name)
            before = self._before(name, block, self._forest.predecessors[block])
            if before is None:
                break
            block, position = before
        return self._unknown(f"{name}@{block}", self._changed(name, point.block))

    def _last(self, name: str, block: int, position: int) -> Write | None:
        """The last write in a block before a position; a loop's step is told by its head."""
        found = [
            write
            for write in self._writes[name]
            if write.block == block and write.position < position and write.kind is not Kind.STEP
        ]
        return found[-1] if found else None

    def _before(self, name: str, block: int, sources: Iterable[int]) -> Point | None:
        """The end of the dominator, if nothing between it and the block writes a scalar."""
        above = self._forest.idom[block]
        seen: set[int] = {above}
        stack = list(sources)
        written = {write.block for write in self._writes[name]}
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            if item in written:
                return None
            stack.extend(self._forest.predecessors[item])
        region = self._forest.innermost[above]
        if block not in region.blocks and written & region.blocks:
            return None  # what a loop leaves behind
        return Point(above, len(self._cfg.blocks[above].actions))

    def _written(self, name: str, write: Write) -> Poly:
        statement = write.action.statement
        if write.kind is Kind.ASSIGN and isinstance(statement, st.Assign):
            return self.value(statement.value, Point(write.block, write.position))
        for symbol, read in self._entry.values.reads.items():
            if read.variable == name and read.span is statement.span:
                return Poly.symbol(symbol)
        varies = self.loops_around(write.block)
        return self._unknown(f"{name}@{write.block}.{write.position}", varies)

    # --- loops -----------------------------------------------------------------------------------

    def _at_header(self, name: str, region: Region) -> Poly:
        """What a scalar holds at the start of an iteration."""
        info = self._entry.values.loops.get(region.header)
        if info is None:
            return self._unknown(f"{name}@{region.header}", self.loops_around(region.header))
        terminator = self._cfg.blocks[region.header].terminator
        if isinstance(terminator, LoopHead) and terminator.loop.variable.name == name:
            return self._counter(name, terminator.loop, region)
        inside = [write for write in self._writes[name] if write.block in region.blocks]
        change = self._change(name, region, inside) if inside else None
        factor = self._factor(name, region, inside) if inside and change is None else None
        if inside and change is None and factor is None:
            return self._unknown(f"{name}@{region.header}", self._changed(name, region.header))
        start = self._outside(name, region)
        if factor is not None:
            return start * atoms.power_of(factor, info.iteration)
        return start if change is None else start + change * info.iteration

    def _counter(self, name: str, loop: st.CountedLoop, region: Region) -> Poly:
        info = self._entry.values.loops[region.header]
        if info.variable is not None:
            return info.variable
        outer = self.loops_around(region.header) - {region.header}
        around = None if region.parent is None else region.parent.header
        rows = None if around is None else self._entry.values.loops.get(around)
        if info.rows is not None and rows is not None and around is not None:
            # One row begins where the other ends; on average they are as far apart as they are long.
            start = self._unknown(f"{name}@{region.header}", outer - {around})
            start = start + self._mean_trips(info) * rows.iteration
        else:
            start = self._unknown(f"{name}@{region.header}", outer)
        entry = Point(self._forest.idom[region.header], 0)
        step = self.value(loop.step, entry)
        return start + step * info.iteration

    def _mean_trips(self, info: LoopInfo) -> Poly:
        """How often a loop runs per start on average: known once everything is counted."""
        return Poly.symbol(site_name(self._entry.unit.name, "trips", info.path))

    def _outside(self, name: str, region: Region) -> Poly:
        sources = [
            item for item in self._forest.predecessors[region.header] if item not in region.blocks
        ]
        if region.header == self._forest.entry:
            return self._on_entry(name)
        before = self._before(name, region.header, sources)
        if before is None:
            outer = self._changed(name, region.header) - {region.header}
            return self._unknown(f"{name}@{region.header}.0", outer)
        return self.variable(name, before)

    def _after(self, name: str, inside: list[Write]) -> Poly | None:
        """What the only write of a scalar in a loop makes of ``_OLD``, what it was."""
        if len(inside) != 1 or inside[0].kind is not Kind.ASSIGN:
            return None
        write = inside[0]
        statement = write.action.statement
        assert isinstance(statement, st.Assign)
        old = {name: Poly.symbol(_OLD)}
        return self.value(statement.value, Point(write.block, write.position), old)

    def _factor(self, name: str, region: Region, inside: list[Write]) -> Poly | None:
        """By which whole number each iteration of a loop multiplies a scalar, if it does that."""
        after = self._after(name, inside)
        parts = [] if after is None else after.coefficients(_OLD)
        is_product = len(parts) == 2 and not parts[0] and (parts[1].as_integer or 0) > 1
        block = inside[0].block
        if not is_product or self._forest.innermost[block] is not region:
            return None
        return parts[1] if every_iteration(self._forest, region, block) else None

    def _change(self, name: str, region: Region, inside: list[Write]) -> Poly | None:
        """By how much one iteration of a loop changes a scalar, if that is always the same."""
        after = self._after(name, inside)
        if after is None:
            return None
        write = inside[0]
        change = after - Poly.symbol(_OLD)
        if _OLD in atoms.free_symbols(change):
            return None
        forbidden = {region.header}
        inner = self._forest.innermost[write.block]
        first = write.block
        while inner is not region:
            info = self._entry.values.loops.get(inner.header)
            if info is None or not every_iteration(self._forest, inner, first):
                return None
            forbidden.add(inner.header)
            steady = not self.varies_in(info.trips) & self.loops_around(region.header)
            trips = info.trips if steady else self._mean_trips(info)
            change, first = change * trips, inner.header
            if inner.parent is None:
                return None
            inner = inner.parent
        if not every_iteration(self._forest, region, first):
            return None
        return None if self.varies_in(change) & forbidden else change


def without_narrowing(expr: Expr) -> Expr:
    """Return an expression with the operands of narrowing intrinsics in their places.

    ``a[i + 1]`` with an unsigned ``i`` is ``a[uint32(i + 1)]``: a program that stays inside its arrays
    means the same without. Not so where few bits are kept, or a quotient or rest is taken of what
    wraps round.
    """
    match expr:
        case ex.Intrinsic(name=name, arguments=(only,)) if NARROWING.get(name, (0, True))[0] > _FEW:
            return without_narrowing(only)
        case ex.Binary(left=left, right=right, operator=operator) if operator not in _COARSE:
            return replace(expr, left=without_narrowing(left), right=without_narrowing(right))
        case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
            return replace(expr, operand=without_narrowing(operand))
        case _:
            return expr
