"""Calls of procedures whose interface is known: which one is meant, and what is passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import is_open, presence_name, reference_name, type_ending
from frontends.fortran.designators import ALL, beside
from frontends.fortran.dynamic_types import as_type, lose_extended, type_of
from frontends.fortran.linear import ONE, ZERO, minus, plus, whole
from frontends.fortran.trees import in_order
from frontends.fortran.work import SIZES
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.fortran.arrays import Arrays
    from frontends.fortran.designators import Place
    from frontends.fortran.procedures import Procedure
    from frontends.fortran.symbols import Entry
    from frontends.fortran.work import Work


@record
class Passed:
    """What a call passes: arguments in the order of the dummies, and hidden ones."""

    arguments: tuple[sx.Node, ...]
    hidden: tuple[sx.Node, ...]


class Matching:
    """Argument lists of one unit. ``value`` rewrites an expression."""

    def __init__(self, work: Work, arrays: Arrays, value: Callable[[sx.Node], sx.Node]) -> None:
        self._work = work
        self._arrays = arrays
        self._value = value

    # --- generic names ------------------------------------------------------------------------------

    def chosen(self, found: Sequence[Procedure], arguments: Sequence[sx.Node]) -> Procedure | None:
        """Return the procedure that fits rewritten arguments in number, type, kind and rank."""
        if len(found) == 1:
            return found[0]
        for strict in (True, False):
            for item in found:
                if self.fits(item, arguments, strict=strict):
                    return item
        return None

    def fits(self, item: Procedure, arguments: Sequence[sx.Node], *, strict: bool) -> bool:
        """Whether a procedure takes rewritten arguments; ``strict``: of these very kinds."""
        ordered = in_order(item.dummies, arguments)
        if ordered is None:
            return False
        for dummy, actual in zip(item.dummies, ordered, strict=True):
            entry = item.table.entries.get(dummy)
            if entry is None:
                continue
            if actual is None:
                if not entry.optional:
                    return False
                continue
            if not self._agrees(entry, actual, item, strict=strict):
                return False
        return True

    def _agrees(self, entry: Entry, actual: sx.Node, item: Procedure, *, strict: bool) -> bool:
        if entry.storage is Storage.PROCEDURE or entry.external:
            return True
        place = self._work.designators.place(actual)
        if entry.derived is not None:
            given = None if place is None else place.entry.derived
            if given is None or not given.extends(entry.derived):
                return False
        else:
            kind, size = self._work.kind_of(actual)
            wanted, bytes_ = item.table.type_of(entry.name)
            if kind is not wanted:
                return False
            both = size is not None and bytes_ is not None and kind is not Type.CHARACTER
            if strict and both and size != bytes_:
                return False
        rank = len(self._work.shapes.of(actual) or ())
        own = len(entry.dimensions or ())
        if rank == own or (item.elemental and not own):
            return True
        return bool(own) and not is_open(entry.dimensions or ()) and not entry.open and not strict

    # --- arguments ----------------------------------------------------------------------------------

    def passed(self, procedure: Procedure, arguments: Sequence[sx.Node]) -> Passed | None:
        """Return what is passed for the arguments as written; None if they do not fit."""
        ordered = in_order(procedure.dummies, arguments)
        if ordered is None:
            return None
        plain: list[sx.Node] = []
        places: dict[str, Place | None] = {}
        values: dict[str, sx.Node | None] = {}
        names = procedure.dummies
        for dummy, actual in zip(names, ordered, strict=True):
            entry = procedure.table.entries.get(dummy)
            values[dummy] = actual
            if entry is None:
                plain.append(ONE if actual is None else self._value(actual))
            elif actual is None:
                if not entry.optional:
                    return None
                kind, size = procedure.table.type_of(dummy)
                plain.append(self._work.absent(kind, size, is_array=entry.is_array))
                places[dummy] = None
            else:
                node, places[dummy] = self._actual(actual, entry, procedure)
                values[dummy] = node
                if entry.polymorphic and entry.derived is not None and entry.intent != "in":
                    place = places[dummy]
                    if place is not None:
                        lose_extended(place, entry.derived, self._work)
                plain.append(node)
        hidden = [
            self._hidden(dummy, ending, values[dummy], places.get(dummy), procedure)
            for dummy, ending in procedure.hidden
            if dummy in values
        ]
        return Passed(tuple(plain), tuple(hidden))

    def with_result(self, procedure: Procedure, passed: Passed, place: Place) -> Passed:
        """Return what is passed with the place of the array or structure that a function returns."""
        name = procedure.header.result or procedure.header.name
        hidden = tuple(
            self._hidden(dummy, ending, place.node, place, procedure)
            for dummy, ending in procedure.hidden
            if dummy == name
        )
        return Passed((*passed.arguments, place.node), passed.hidden + hidden)

    def _actual(
        self, node: sx.Node, entry: Entry, procedure: Procedure
    ) -> tuple[sx.Node, Place | None]:
        """Return what is passed for a dummy argument, and the variable that is."""
        work = self._work
        place = work.designators.place(node)
        if place is None and entry.derived is not None and not isinstance(node, sx.Name):
            value = self._value(node)
            place = work.designators.place(value)
            return (value if place is None else place.node), place
        if place is None:
            value = self._value(node)
            shape = work.shapes.of(value)
            if shape is None or (
                procedure.elemental and not entry.is_array and not isinstance(value, sx.Array)
            ):
                return value, None
            value = self._arrays.held(value)
            return value, work.designators.place(value)
        value = place.node
        if work.shapes.of(value) is None or (procedure.elemental and not entry.is_array):
            return value, place
        if any(work.shapes.of(item) is not None for item in place.subscripts):
            value = self._arrays.held(value)  # of a vector subscript: nobody may set it
            return value, work.designators.place(value)
        return contiguous(place, work) or value, place

    def _hidden(
        self,
        dummy: str,
        ending: str,
        value: sx.Node | None,
        place: Place | None,
        procedure: Procedure,
    ) -> sx.Node:
        work = self._work
        entry = procedure.table.entries[dummy]
        of = procedure.table.entries[dummy + ending]
        kind, size = of.type or Type.INTEGER, of.size
        if ending == presence_name(""):
            if place is not None and place.entry.optional:
                return sx.Name(presence_name(place.entry.name))
            return sx.Truth(value is not None)
        if value is None:
            return ZERO if kind is Type.INTEGER else work.absent(kind, size, is_array=of.is_array)
        if ending == type_ending(""):
            return sx.Unknown("the type of an object", kind) if place is None else type_of(place)
        if ending.startswith("$"):
            return self._bound(entry, ending, value, place, kind)
        if place is None:
            return sx.Unknown("a component of a value that is not followed", kind)
        if entry.derived is not None:
            place = as_type(place, entry.derived, work)
        components, _, bound = ending[1:].partition("$")
        for name in components.split("."):
            found = work.designators.component(place, name)
            if found is None:
                return sx.Unknown("a component that is not known", kind)
            place = found
        if bound:
            if all(item == ALL for item in place.outer):  # the procedure may set its elements
                return sx.Name(f"{place.entry.name}${bound}")
            return beside(place, f"${bound}")
        return contiguous(place, work) or place.node

    def _bound(
        self, entry: Entry, ending: str, value: sx.Node, place: Place | None, kind: Type
    ) -> sx.Node:
        """Bounds of a dummy array: those of the actual one, or as many elements as that has."""
        work = self._work
        node = value if place is None else place.node
        if not entry.assumed:
            if place is None or not (place.entry.allocatable or place.entry.pointer):
                return self._of_target(ending, node, kind)
            return beside(place, ending)
        number = int(ending[2:]) - 1
        shape = work.shapes.of(node)
        if shape is None or number >= len(shape):
            return sx.Unknown("bounds that are not known", Type.INTEGER)
        declared = (entry.dimensions or ())[number]
        first = declared.first if isinstance(declared, sx.Triplet) else None
        size = shape[number].length
        if first is None or first == ONE:
            return size
        low = whole(first)
        if low is None:
            return sx.Unknown("bounds that are not known", Type.INTEGER)
        return minus(plus(size, first), ONE)

    def _of_target(self, ending: str, node: sx.Node, kind: Type) -> sx.Node:
        """What a dummy pointer has beside it where the argument is what it is to point to."""
        shape = self._work.shapes.of(node)
        if kind is Type.LOGICAL:
            return sx.Truth(True)
        if ending == reference_name(""):
            return sx.ByPass("PLACE", node)
        number = int(ending[2:]) - 1
        if shape is None or number >= len(shape):
            return sx.Unknown("bounds that are not known", kind)
        return ONE if ending[1] == "L" else shape[number].length


def contiguous(place: Place, work: Work) -> sx.Node | None:
    """Return the first element of a section without gaps: that is all a callee gets of it."""
    subscripts = place.subscripts
    if all(item == sx.Triplet(None, None, None) for item in subscripts):
        return None
    made: list[sx.Node] = []
    rest = False
    for number, item in enumerate(subscripts):
        if not isinstance(item, sx.Triplet):
            if work.shapes.of(item) is not None:
                return None
            made.append(item)
            rest = True
            continue
        if rest or whole(item.step or ONE) != 1:
            return None
        first, last = work.designators.bounds(place, number)
        made.append(item.first or first)
        if not (item.first in (None, first) and item.last in (None, last)):
            rest = True
    return sx.Apply(sx.Name(place.entry.name), tuple(made))


__all__ = ["SIZES", "Matching", "Passed", "contiguous"]
