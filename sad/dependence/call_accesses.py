"""What a call reads and writes of its caller's names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.dependence.access import Access
from sad.dependence.overlap import HELD
from sad.dependence.sections import Place, in_caller
from sad.ir import expr as ex
from sad.ir.walk import children, walk
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import Procedure
    from sad.codemodel.reaching import Point
    from sad.dependence.accesses import Accesses
    from sad.dependence.calls import Callees
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Unit


class CallAccesses:
    """The accesses of calls that one unit makes."""

    def __init__(self, accesses: Accesses, unit: Unit, callees: Callees) -> None:
        self._all, self._unit, self._callees = accesses, unit, callees
        self._symbols = unit.symbols

    def of(self, call: Call, point: Point, span: Span) -> Iterator[Access]:
        """Yield what a call reads and writes: reads first."""
        procedures = self._callees.procedures(call, self._unit)
        written: list[Access] = []
        for position, argument in enumerate(call.arguments):
            reads = writes = array = not procedures
            for item in procedures:
                if position >= len(item.dummies):
                    continue
                dummy = item.dummies[position]
                theirs = self._callees.of(item.unit)
                symbol = item.unit.symbols.get(dummy)
                changes = dummy in theirs.dummies_written
                reads = reads or dummy in theirs.dummies_read or not changes
                writes = writes or changes
                array = array or (symbol is not None and bool(symbol.dimensions))
                if symbol is not None and symbol.by_value and not self._leads_on(argument):
                    writes, array = False, False
            for part in _inside(argument):
                yield from self._all.reads(part, point, span)
            parts = self._parts(call, position, procedures, point) if array else None
            if parts is not None:
                yield from (replace(item, span=span) for item in parts if not item.writes)
                written += [replace(item, span=span) for item in parts if item.writes]
                continue
            for place in self._passed(argument, point, span, array=array):
                if reads:
                    yield place
                if writes:
                    written.append(
                        Access(place.name, place.subscripts, True, point, span, place.whole)
                    )
        for item in procedures:
            theirs = self._callees.of(item.unit)
            for name in sorted(theirs.read):
                yield Access(_class(name), (), False, point, span, whole=True)
            written += [
                Access(_class(name), (), True, point, span, whole=True)
                for name in sorted(theirs.written)
            ]
        yield from written

    def _passed(self, argument: Expr, point: Point, span: Span, *, array: bool) -> Iterator[Access]:
        """The places that an argument hands over: a variable, an element, or from there on all of it.

        Of what pointers lead to, all.
        """
        place = argument
        while isinstance(place, ex.Substring):
            place = place.base
        match place:
            case ex.Element(array=name) if not array:
                base, places = self._all.element(place, point, {})
                yield Access(base, places, False, point, span)
            case ex.Element(array=name) | ex.Section(array=name):
                yield Access(name, (), False, point, span, whole=True)
            case ex.Variable(name=name) if self._all.is_memory(name):
                whole = array or self._all.is_array(name)  # of C: what a pointer leads to
                yield Access(name, (), False, point, span, whole=whole)
            case _:
                pass
        for part in walk(argument):
            if isinstance(part, ex.Variable):
                if part is not place and self._all.is_array(part.name):
                    yield Access(part.name, (), False, point, span, whole=True)
                for name in self._behind(part.name):
                    yield Access(name, (), False, point, span, whole=True)

    def _parts(
        self, call: Call, position: int, procedures: Sequence[Procedure], point: Point
    ) -> list[Access] | None:
        """The elements of an array that a call touches; None where all of it counts."""
        place = call.arguments[position]
        if not isinstance(place, ex.Variable | ex.Element) or len(procedures) != 1:
            return None
        (item,) = procedures
        name = place.name if isinstance(place, ex.Variable) else place.array
        symbol, callee = self._symbols.get(name), self._callees.procedure(item)
        if symbol is None or callee is None or position >= len(item.dummies):
            return None
        if symbol.reached or symbol.open:
            return None
        theirs = item.unit.symbols[item.dummies[position]]
        if (symbol.type, symbol.size_bytes) != (theirs.type, theirs.size_bytes):
            return None
        bounds = self._all.bounds(name)
        if not bounds or self._behind(name):
            return None
        start = tuple(low for low, _ in bounds)
        if isinstance(place, ex.Element):
            start = tuple(self._all.values.value(part, point) for part in place.subscripts)
        values = {
            dummy: self._all.values.value(argument, point)
            for dummy, argument in zip(item.dummies, call.arguments, strict=False)
            if argument.type is ex.Type.INTEGER and not self._is_whole(argument)
        }
        found = in_caller(
            callee,
            item.dummies[position],
            Place(symbol, start, bounds),
            callee.inputs(values),
            f"{point.block}.{point.position} {call.name} {position}",
        )
        if found is None:
            return None
        return [
            Access(
                name, part.subscripts, part.writes, point, self._unit.span,
                ranges=part.ranges, beyond=part.beyond,
            )
            for part in found
        ]  # fmt: skip

    def _is_whole(self, argument: Expr) -> bool:
        return isinstance(argument, ex.Variable) and self._all.is_array(argument.name)

    def _leads_on(self, argument: Expr) -> bool:
        """Whether memory can be reached through an argument."""
        return any(
            isinstance(part, ex.Variable)
            and (self._all.is_array(part.name) or self._behind(part.name))
            for part in walk(argument)
        )

    def _behind(self, name: str) -> list[str]:
        """The names reached through a pointer."""
        return [item.name for item in self._symbols.values() if name in item.reached]


def _class(name: str) -> str:
    return name if name.startswith(("/", HELD)) else f"memory {name}"


def _inside(argument: Expr) -> tuple[Expr, ...]:
    """What is evaluated of an argument: of a place only its subscripts."""
    while isinstance(argument, ex.Substring):
        argument = argument.base
    match argument:
        case ex.Variable():
            return ()
        case ex.Element() | ex.Section():
            return children(argument)
        case _:
            return (argument,)
