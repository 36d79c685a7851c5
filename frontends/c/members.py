"""Members of structures that go from one name to another: copies, results of functions.

A pointer to a structure that is copied is a second name of the same members. What they hold is
carried over by silent assignments, which cost nothing when the program runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.types import Array, Function, Pointer, Record, Scalar, Void, member
from frontends.c.unit import ZERO, Place, ir_type
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.program import Dimension, Storage, Symbol
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.bind import Path
    from frontends.c.lowering import Lowering
    from frontends.c.places import Address
    from frontends.c.program import FunctionRecord
    from frontends.c.types import CType
    from frontends.c.value import Value

RETURNED = "return"
_MOST_MEMBERS = 12
_MOST_PARTS = 16
"""Arrays with more elements are not copied element by element: they are unknown."""


_WHY = "a member that is not followed"


def _unknown(name: str, kind: Type = Type.INTEGER, why: str = _WHY) -> ex.Expr:
    return ex.OpaqueExpr(name, why, kind)


class Members:
    """Members in one function. ``results`` are those of what the function gives back."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self.results: tuple[Path, ...] = ()

    # --- copies --------------------------------------------------------------------------------------

    def copy(self, place: Place, source: Place | None, record: Record) -> None:
        """Carry a structure's integer members over; they are unknown if the source has no name.

        Of a structure that pointers may lead to, what other names hold of all members is unknown then.
        """
        member = self._lowering.places.member
        for name in record.members or ():
            out_of = None if source is None or record.union else member(source, name)
            self._copy_part(member(place, name), out_of, name)

    def clear(self, place: Place, record: Record) -> None:
        """Set all members of a structure to zero."""
        for name in record.members or ():
            self._clear_part(self._lowering.places.member(place, name))

    def _clear_part(self, into: Place) -> None:
        match into.type:
            case Record() as inner:
                self.clear(into, inner)
            case Scalar() | Pointer():
                target = self._unit.expression(into)
                is_real = target.type in (Type.REAL, Type.DOUBLE)
                zero = ex.Constant("0.0", target.type) if is_real else ZERO
                self._unit.assign(target, zero, silent=True)
            case Array(length=int(length)) if length <= _MOST_PARTS:
                address = self._lowering.places.of_array(into)
                for index in range(length):
                    number = ex.Constant(index, Type.INTEGER)
                    self._clear_part(self._lowering.places.element(address, number))
            case _:
                self.lose(into, ex.BY_POINTER)

    def fill(self, address: Address, source: Address | None, *, zero: bool) -> None:
        """Say what a structure holds that is filled as bytes: zeros, or a copy of another one.

        Otherwise it and those behind it hold anything.
        """
        place = self._lowering.places.element(address, None)
        record = address.type
        assert isinstance(record, Record)
        if zero:
            self.clear(place, record)
        elif source is not None and source.type is record:
            self.copy(place, self._lowering.places.element(source, None), record)
        else:
            self.lose(place)
            later = replace(address, index=_unknown("", Type.INTEGER))
            self.lose(self._lowering.places.element(later, None))

    def _copy_part(self, into: Place, out_of: Place | None, name: str) -> None:
        """Carry over a member, or an element of one that is an array."""
        shared = into.memory is not None or bool(into.reached) or into.shares is not None
        match into.type:
            case Record() as inner:
                self.copy(into, out_of, inner)
            case Scalar() | Pointer():
                target = self._unit.expression(into)
                found = None if out_of is None else self._unit.expression(out_of)
                value = _unknown(name, target.type) if found is None else found
                self._unit.assign(target, value, silent=True, apart=not shared)
            case Array(length=int(length)) if length <= _MOST_PARTS:
                element, of_array = self._lowering.places.element, self._lowering.places.of_array
                for index in range(length):
                    number = ex.Constant(index, Type.INTEGER)
                    part = None if out_of is None else element(of_array(out_of), number)
                    self._copy_part(element(of_array(into), number), part, name)
            case _:
                self.lose(into)

    def copied(self, array: Place) -> Place:
        """Return a copy of a short array, for a function that gets the structure it is in by value."""
        made = self._unit.temporary(array.type)
        self._copy_part(made, array, array.name)
        return made

    def scatter(
        self, values: Sequence[Value], parameters: Sequence[CType], *, through: bool
    ) -> None:
        """Make unknown what a function may change behind pointers.

        It is not in the source, or called ``through`` a pointer.
        """
        why = ex.BY_POINTER if through else _WHY
        before = self._unit.block()
        for position, value in enumerate(values):
            expected = parameters[position] if position < len(parameters) else None
            if isinstance(expected, Pointer) and expected.reads:
                continue
            address = value.address
            if address is None or address.value is None:
                continue
            if address.index is None or isinstance(address.type, Record):
                self.lose(self._lowering.places.element(address, None), why)
                if isinstance(address.type, Record):  # how many follow is not known
                    later = replace(address, index=_unknown("", Type.INTEGER))
                    self.lose(self._lowering.places.element(later, None), why)
            elif address.memory:
                place = self._lowering.places.element(address, None)
                if isinstance(place.type, Void):
                    self.lose(place, why)
        self._unit.pending.extend(self._unit.close(before))

    def lose(self, place: Place, why: str = _WHY) -> None:
        """Say that what a place holds is not known."""
        if isinstance(place.type, Record):
            for name in place.type.members or ():
                self.lose(self._lowering.places.member(place, name), why)
            return
        inner = self._lowering.places.first(place)
        if isinstance(inner.type, Record):
            self.lose(inner, why)
            return
        whole = self._unit.whole(place)
        self._unit.assign(whole, _unknown(place.name, whole.type, why), silent=True)

    def point(self, place: Place, value: Value) -> None:
        """Carry over what a pointer to a structure, just assigned, leads to."""
        kind = place.type.to if isinstance(place.type, Pointer) else None
        source = self._behind(value)
        if not isinstance(kind, Record) or source is None or source.type is not kind:
            return
        into = self._lowering.places.element(self._lowering.places.of_pointer(place), None)
        if into.subscripts or place.name in source.reached or kind.union:
            return
        for name, item in list((kind.members or {}).items())[:_MOST_MEMBERS]:
            if isinstance(item.type, Scalar) and item.type.is_integer and item.bits is None:
                target = self._unit.expression(self._lowering.places.member(into, name))
                found = self._unit.expression(self._lowering.places.member(source, name))
                if found != target:
                    self._unit.assign(target, found, silent=True, apart=True)

    def _behind(self, value: Value) -> Place | None:
        """The structure that a pointer value leads to."""
        if value.members is not None:
            return value.members
        address = value.address
        if address is None or not isinstance(address.type, Record):
            return None
        return self._lowering.places.element(address, None)

    # --- results -------------------------------------------------------------------------------------

    def declare_results(self, paths: tuple[Path, ...]) -> list[str]:
        """Enter the hidden arguments that take a function's result; return their names."""
        self.results = paths
        names = [".".join((RETURNED, *path)) for path in paths]
        for name, path in zip(names, paths, strict=True):
            kind, length = self._type(path)
            shape = (Dimension(ZERO, ex.Constant(length - 1, Type.INTEGER)),) if length else ()
            self._unit.symbols[name] = Symbol(
                name, kind, Storage.DUMMY, shape, spelling=name, row_major=bool(length)
            )
        return names

    def _type(self, path: Path) -> tuple[Type, int]:
        """The type of a member of what the function gives back, and how many elements an array has."""
        kind = self._unit.info.entity.type
        found = kind.result if isinstance(kind, Function) else None
        found = found.to if isinstance(found, Pointer) else found
        for name in path:
            part = member(found, name) if isinstance(found, Record) else None
            found = part[-1].type if part else None
        length = (found.length or 0) if isinstance(found, Array) else 0
        return ir_type(found) if found is not None else Type.INTEGER, length

    def give_back(self, value: Value) -> None:
        """Say what the members of the result are; of no structure at all they are anything."""
        source = value.place if value.place is not None else self._behind(value)
        nothing = ex.Intrinsic("undefined", (), Type.INTEGER)
        for path in self.results:
            kind, length = self._type(path)
            found: ex.Expr = ex.OpaqueExpr(path[-1], "a member not followed", kind)
            target = ex.Variable(".".join((RETURNED, *path)), kind)
            if value.expr == ZERO and source is None:
                found = nothing
            elif source is not None and not length:
                found = self._unit.expression(self._inner(source, path))
            elif source is not None:
                array = self._lowering.places.of_array(self._inner(source, path))
                for number in (ex.Constant(index, Type.INTEGER) for index in range(length)):
                    found = self._unit.expression(self._lowering.places.element(array, number))
                    into = ex.Element(target.name, (number,), kind)
                    self._unit.assign(into, found, silent=True, apart=True)
                continue
            self._unit.assign(target, found, silent=True, apart=True)

    def of_call(self, record: FunctionRecord | None, kind: CType) -> Place | None:
        """Return a structure for the members of a call's result; None if it has none."""
        result = kind.to if isinstance(kind, Pointer) else kind
        if record is None or not record.results or not isinstance(result, Record):
            return None
        return self._unit.temporary(result)

    def with_results(
        self, hidden: tuple[ex.Expr, ...], record: FunctionRecord, place: Place
    ) -> tuple[ex.Expr, ...]:
        """Return the hidden arguments of a call with those that take its result into a structure."""
        paths = record.results
        return *hidden, *(self._unit.passed(self._inner(place, path)) for path in paths)

    def _inner(self, place: Place, path: Path) -> Place:
        for name in path:
            place = self._lowering.places.member(place, name)
        return place
