"""ALLOCATE, pointer assignment, defaults: what they say of bounds and of components.

The variables beside an array or pointer (its bounds, whether it has a place) get their values by
assignments that do nothing when the program runs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import lower_name, status_name, upper_name
from frontends.fortran.designators import Place, beside, declared_bounds, follows_array
from frontends.fortran.dynamic_types import as_type, lose_extended, number_of, set_type, type_of
from frontends.fortran.linear import ONE
from frontends.fortran.reallocation import is_whole, last_of
from sad.ir.expr import Type
from sad.ir.program import IS_THERE, Storage
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.rewriting import Rewriting
    from frontends.fortran.symbols import Entry

_NAME = re.compile(r"(?!T\$)[^.]+$")
"""A variable of the source that is no component."""
MOVED = ("FROM", "TO", "STAT", "ERRMSG")
"""The arguments of MOVE_ALLOC."""
_MOST_CARRIED = 40
"""Components of a structure that a pointer takes over."""


class Allocations:
    """What gives the arrays and pointers of one unit a place."""

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self._work = rewriting.work
        self._table = rewriting.table

    def at_start(self) -> None:
        """Say what variables hold at the start: nothing is allocated, components have defaults."""
        work = self._work
        for entry in list(self._table.entries.values()):
            if entry.kept:
                self._keep_bounds(entry)
            is_own = entry.storage in (None, Storage.LOCAL) and not (entry.saved or entry.reached)
            if entry.allocatable and entry.intent == "out":
                work.silently(sx.Name(status_name(entry.name)), sx.Truth(False))
            if not is_own and not (entry.intent == "out" and entry.derived is not None):
                continue
            if is_own and entry.name.endswith(IS_THERE):
                if not self._is_of_elements(entry):
                    work.silently(sx.Name(entry.name), sx.Truth(False))
            elif (
                entry.derived is not None
                and not (entry.open or entry.pointer)
                and _NAME.match(entry.name)
            ):
                self._defaults(Place(entry), nulls=not is_own)

    def _is_of_elements(self, entry: Entry) -> bool:
        """Whether there is one for each element of an array that has no elements yet."""
        bounds = (declared_bounds(entry, n)[1] for n in range(len(entry.dimensions or ())))
        return any(bound is not None and follows_array(entry, bound) for bound in bounds)

    def _keep_bounds(self, entry: Entry) -> None:
        """Copy the bounds of an array that statements use."""
        for number in range(len(entry.dimensions or ())):
            first, last = declared_bounds(entry, number)
            for name, bound in ((lower_name, first), (upper_name, last)):
                copy = sx.Name(name(entry.name, number + 1))
                if bound is not None and copy.name in self._table.entries:
                    self._work.silently(copy, bound)

    def _defaults(self, place: Place, *, nulls: bool, known: bool = True) -> None:
        """Give components their defaults; ``known``: only those that the unit names."""
        kind = place.entry.derived
        work = self._work
        for name, component in (kind.components if kind is not None else {}).items():
            if known and f"{place.entry.name}.{name}" not in self._table.entries:
                continue
            found = work.designators.component(place, name)
            if found is None:
                continue
            if nulls and (component.allocatable or component.pointer):
                work.silently(beside(found, status_name("")), sx.Truth(False))
            if component.deferred or component.pointer or component.allocatable:
                continue
            if component.derived is not None:
                self._defaults(found, nulls=nulls, known=known)
            elif component.initial is not None and not isinstance(component.initial, sx.Apply):
                value = self._rewriting.value(component.initial)
                if work.shapes.of(found.node) is None:
                    work.silently(found.node, value)
                else:
                    self._rewriting.arrays.assign(found.node, value)

    def move(self, arguments: Sequence[sx.Node | None]) -> None:
        """MOVE_ALLOC, by its ``MOVED`` arguments: one array gets what the other one had."""
        status, place = arguments[2], self._work.designators.place
        out_of, into = (None if item is None else place(item) for item in arguments[:2])
        if status is not None:
            self._work.emit(self._rewriting.value(status), sx.Number("0"))
        if out_of is not None and into is not None:
            self._rewriting.arrays.carry(into, out_of)
            with self._work.quietly():
                if into.entry.derived is None:
                    self._rewriting.arrays.assign(into.node, out_of.node)
                else:
                    self._copy(into, out_of)
            self._work.silently(beside(out_of, status_name("")), sx.Truth(False))

    def _copy(self, into: Place, out_of: Place) -> None:
        """Assign a structure, one of a class with the components that it may have."""
        arrays, work = self._rewriting.arrays, self._work
        if into.entry.polymorphic and into.entry.derived is not None:
            lose_extended(into, into.entry.derived, work, out_of)
            if out_of.entry.derived is not None and not out_of.entry.polymorphic:
                into = as_type(into, out_of.entry.derived, work)
        arrays.assign_structure(into, out_of)

    def point(self, target: sx.Node, given: sx.Node) -> None:
        """Assign a pointer: bounds, whether it has a target, integers and logicals it leads to."""
        work = self._work
        place = work.designators.place(target)
        if place is None and isinstance(target, sx.Apply):
            place = work.designators.place(target.base)
        if place is None or not place.entry.pointer:
            return
        if isinstance(given, sx.Apply) and given.base == sx.Name("NULL"):
            work.silently(beside(place, status_name("")), sx.Truth(False))
            return
        source = work.designators.place(self._rewriting.value(given))
        if source is None:
            return
        self._rewriting.arrays.carry(place, source)
        if f"{source.entry.name}.".startswith(f"{place.entry.name}."):
            return  # what it was reached through leads somewhere else now
        start = len(work.out)
        if place.entry.derived is not None:
            self._carry_components(place, source, [_MOST_CARRIED])
        elif not place.entry.dimensions and place.entry.type in (Type.INTEGER, Type.LOGICAL):
            work.silently(place.node, source.node)
        work.out[start:] = [
            replace(item, apart=True) if isinstance(item, sx.Assignment) else item
            for item in work.out[start:]
        ]

    def _carry_components(self, place: Place, source: Place, left: list[int]) -> None:
        kind = place.entry.derived
        if kind is None or work_is_array(place) or work_is_array(source):
            return
        for name, component in kind.components.items():
            into = self._work.designators.component(place, name)
            out_of = self._work.designators.component(source, name)
            if into is None or out_of is None or into.entry is out_of.entry:
                continue
            left[0] -= 1
            if left[0] < 0:
                return
            if component.allocatable or component.pointer:
                self._rewriting.arrays.carry(into, out_of)
            elif component.derived is not None:
                self._carry_components(into, out_of, left)
            elif component.type in (Type.INTEGER, Type.LOGICAL) and not into.entry.dimensions:
                self._work.silently(into.node, out_of.node)

    def allocate(self, statement: sx.Allocation) -> None:
        """ALLOCATE, DEALLOCATE or NULLIFY."""
        work = self._work
        options = dict(statement.options)
        source = options.get("SOURCE", options.get("MOLD"))
        for item in statement.items:
            place = work.designators.place(item.base if isinstance(item, sx.Apply) else item)
            if place is None:
                place = work.designators.place(item)
            if place is None:
                continue
            if not (place.entry.allocatable or place.entry.pointer):
                if statement.keyword != "nullify":
                    work.out.append(sx.Call(statement.keyword.upper(), ()))
                continue
            status = beside(place, status_name(""))
            if statement.keyword not in ("allocate", "automatic"):
                work.silently(status, sx.Truth(False))
                if statement.keyword == "deallocate":
                    work.out.append(sx.Call("DEALLOCATE", ()))
                continue
            if statement.keyword == "allocate":
                work.out.append(sx.Call("ALLOCATE", ()))
            copied = None if "SOURCE" not in options else self._rewriting.value(options["SOURCE"])
            origin = (
                work.designators.place(source if copied is None else copied) if source else None
            )
            work.silently(status, sx.Truth(True))
            work.refer(place, None)
            self._make(self._typed(place, options.get("TYPE"), origin, source), item, source)
            if place.entry.derived is not None and origin is not None and copied is not None:
                self._copy(place, origin)
        if "STAT" in options:
            work.emit(self._rewriting.value(options["STAT"]), sx.Number("0"))

    def _typed(
        self, place: Place, named: sx.Node | None, given: Place | None, source: sx.Node | None
    ) -> Place:
        """Say which type an object of a class gets; return it with the components of that."""
        kind = self._table.find_type(named.name) if isinstance(named, sx.Name) else None
        of = place.entry.derived
        if not place.entry.polymorphic or of is None:
            return place
        if kind is None and source is not None:
            unknown = sx.Unknown("the type of an object", Type.INTEGER)
            set_type(place, unknown if given is None else type_of(given), self._work)
            return place
        set_type(place, number_of(kind or of), self._work)
        return as_type(place, kind or of, self._work)

    def _make(self, place: Place, item: sx.Node, source: sx.Node | None) -> None:
        """Set the bounds of what is allocated, and the defaults of its components."""
        work = self._work
        given = None if source is None else self._rewriting.value(source)
        if place.entry.open:
            bounds: list[tuple[sx.Node, sx.Node]] = []
            if isinstance(item, sx.Apply) and len(item.arguments) == place.rank:
                for part in item.arguments:
                    if isinstance(part, sx.Triplet):
                        first = self._rewriting.value(part.first or ONE)
                        last = self._rewriting.value(part.last or ONE)
                        bounds.append((first, last_of(first, last)))
                    else:
                        bounds.append((ONE, last_of(ONE, self._rewriting.value(part))))
            elif given is not None:
                shape = work.shapes.of(given) or ()
                if source is not None and is_whole(source, work):
                    bounds += [
                        (part.first, last_of(part.first, part.last or part.size)) for part in shape
                    ]
                else:
                    bounds += [(ONE, part.length) for part in shape]
            for number, (first, last) in enumerate(bounds, 1):
                work.silently(beside(place, lower_name("", number)), first)
                work.silently(beside(place, upper_name("", number)), last)
        if given is not None and source is not None and place.entry.derived is None:
            self._rewriting.arrays.assign(place.node, given)
        elif place.entry.derived is not None:
            self._defaults(place, nulls=True, known=False)


def work_is_array(place: Place) -> bool:
    """Whether a place is more than one structure."""
    return bool(place.entry.dimensions) and not place.own and not place.outer
