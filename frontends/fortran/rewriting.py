"""Expressions of Fortran 90 to those that the rest of the reader knows.

Components become variables of their own, functions of whole arrays become loops before the statement,
calls pass what the callee reaches beside its arguments.

Over 400 lines: one short method for each kind of expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.arrays import Arrays
from frontends.fortran.derived import (
    finish_entry,
    has_reference,
    lower_name,
    presence_name,
    reference_name,
    status_name,
    upper_name,
)
from frontends.fortran.designators import Place, beside
from frontends.fortran.dynamic_types import family, has_unseen, is_one_of
from frontends.fortran.intrinsics import INTRINSICS
from frontends.fortran.linear import ONE, plus, whole
from frontends.fortran.matching import Matching, Passed
from frontends.fortran.procedure_pointers import OTHER
from frontends.fortran.reallocation import is_whole, lower_bound, upper_bound
from frontends.fortran.reductions import DUMMIES, Reductions
from frontends.fortran.shapes import ELEMENTWISE_ARRAYS, At, Extent
from frontends.fortran.trees import argument_value, in_order, nodes_in, renamed
from frontends.fortran.types import TypeResolver
from frontends.fortran.work import SIZES, Work
from sad.diagnostics import Diagnostics
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.derived import DerivedType
    from frontends.fortran.procedure_pointers import ProcedurePointer
    from frontends.fortran.procedures import Procedure
    from frontends.fortran.symbols import Table

_INQUIRIES = frozenset({
    "SIZE", "LBOUND", "UBOUND", "SHAPE", "RANK", "ALLOCATED", "ASSOCIATED", "PRESENT",
})  # fmt: skip


Dispatched = tuple["sx.Node | None", "Procedure | None"]
UNSEEN = "a procedure of a type that extends the declared one"


def unknown_target(pointer: ProcedurePointer) -> tuple[str, str]:
    """What is said of a procedure pointer with several targets, or some that are not seen."""
    return (
        f"which target procedure pointer {pointer.name.lower()} has is not followed",
        "each procedure that a call may mean gets a probability; of functions the result is unknown",
    )


class Rewriting:
    """Rewrites the expressions of one unit; what has to happen before them goes to ``work.out``."""

    def __init__(self, table: Table, diagnostics: Diagnostics) -> None:
        self.table = table
        self.work = Work(table, diagnostics)
        self.work.designators.value = self.operand
        self.arrays = Arrays(self.work)
        self.reductions = Reductions(self.work, self.arrays)
        self.matching = Matching(self.work, self.arrays, self.value)

    # --- values -------------------------------------------------------------------------------------

    def value(self, node: sx.Node) -> sx.Node:
        """Return an expression in plain terms."""
        match node:
            case sx.Name(name):
                if name not in self.work.designators.aliases:
                    entry = self.table.find(name)
                    if entry is None or entry.module is None:
                        return node
                place = self.work.designators.place(node)
                return node if place is None else place.node
            case sx.Number(text) if "_" in text:
                return self._literal(node)
            case sx.Apply():
                return self._applied(node)
            case sx.Component():
                return self._component(node)
            case sx.Infix(operator, left, right):
                return self._infix(operator, left, right)
            case sx.Prefix(operator, operand):
                return self._prefix(operator, operand)
            case sx.Paren(operand):
                value = self.value(operand)
                place = self.work.designators.place(value)
                is_structure = place is not None and place.entry.derived is not None
                return value if is_structure else sx.Paren(value)
            case sx.Pair(real, imaginary):
                return sx.Pair(self.value(real), self.value(imaginary))
            case sx.Keyword(name, value):
                return sx.Keyword(name, self.value(value))
            case sx.Triplet():
                return self.work.designators.subscript(node)
            case sx.Array(items):
                return sx.Array(self._items(items))
            case sx.Implied():
                return self._implied(node)
            case _:
                return node

    def _implied(self, node: sx.Implied) -> sx.Node:
        """An implied DO; one whose items need statements, or differ in size, fills an array."""
        work = self.work
        first, last = self.value(node.first), self.value(node.last)
        step = None if node.step is None else self.value(node.step)
        before, work.out = work.out, []
        items = self._items(node.items)
        made, work.out = work.out, before
        sizes = work.shapes.of(sx.Array(items))
        assert sizes is not None
        varies = any(part == sx.Name(node.variable) for part in nodes_in(sizes[0].size))
        if not made and not varies:
            return sx.Implied(items, node.variable, first, last, step)
        own = work.scalar(Type.INTEGER, 4, node.variable)
        written = tuple(renamed(item, {node.variable: own}) for item in node.items)
        return self.arrays.collected(
            sx.Do(None, own.name, first, last, step),
            lambda: self._items(written),
        )

    def _items(self, nodes: Sequence[sx.Node]) -> tuple[sx.Node, ...]:
        """The items of a constructor, those of constructors in it included."""
        values = map(self.value, nodes)
        inner = (item.items if isinstance(item, sx.Array) else (item,) for item in values)
        return tuple(part for parts in inner for part in parts)

    def _literal(self, node: sx.Number) -> sx.Node:
        digits, _, kind = node.text.partition("_")
        if kind.isdecimal():
            return node
        types = TypeResolver(self.table.find, Diagnostics(), self.work.span)
        size = types.integer(sx.Name(kind))
        return node if size is None else sx.Number(f"{digits}_{size}")

    def _component(self, node: sx.Component) -> sx.Node:
        place = self.work.designators.place(node)
        if place is not None:
            return place.node
        if node.name in ("RE", "IM"):
            function = "REAL" if node.name == "RE" else "AIMAG"
            return sx.Apply(sx.Name(function), (self.value(node.base),))
        return self._of_value(node)

    def _of_value(self, node: sx.Component) -> sx.Node:
        """A component of what a function returns."""
        base = self.value(node.base)
        place = self.work.designators.place(base)
        found = None if place is None else self.work.designators.component(place, node.name)
        return (
            sx.Unknown("a component that is not known", Type.REAL) if found is None else found.node
        )

    # --- names with arguments -----------------------------------------------------------------------

    def _applied(self, node: sx.Apply) -> sx.Node:
        place = self.work.designators.place(node)
        if place is not None:
            return place.node
        base = node.base
        if isinstance(base, sx.Component):
            return self._method(node, base)
        if not isinstance(base, sx.Name):
            return sx.Apply(self.value(base), self._values(node.arguments))
        name = base.name
        pointer = self.table.find_pointer(name)
        if pointer is not None:
            return self._through(pointer, node.arguments)
        own = self.work.designators.place(base)
        if own is not None and (own.entry.is_array or own.entry.type is Type.CHARACTER):
            return sx.Apply(own.node, self._values(node.arguments))
        kind = self.table.find_type(name)
        found = self.table.find_generic(name)
        single = self.table.find_procedure(name)
        if kind is not None and not found and single is None:
            return self._constructed(kind, node.arguments)
        if found:
            with self.work.trial():
                values = self._values(node.arguments)
            chosen = self.matching.chosen(found, values)
            is_type = kind is not None and len(found) == 1  # a constructor, if that does not fit
            if is_type and not self.matching.fits(found[0], values, strict=True):
                chosen = None
            if chosen is not None:
                return self.called(chosen, node.arguments)
        if kind is not None and single is None:
            return self._constructed(kind, node.arguments)
        if single is not None and single.is_function:
            return self.called(single, node.arguments)
        if self.work.shapes.is_function(name):
            return self._intrinsic(name, node)
        arguments = self._values(node.arguments)
        return sx.Apply(base, tuple(self.computed(item) for item in arguments))

    def _values(self, nodes: Sequence[sx.Node]) -> tuple[sx.Node, ...]:
        return tuple(self.value(item) for item in nodes)

    def computed(self, node: sx.Node) -> sx.Node:
        """An argument of a procedure that is not known: an array expression is computed before."""
        if self.work.shapes.of(node) is None or self.work.shapes.place(node) is not None:
            return node
        return self.arrays.held(node)

    def pointed_to(self, node: sx.Component) -> tuple[ProcedurePointer, Place] | None:
        """Return a procedure pointer that is a component, with the object."""
        owner = self.work.designators.place(node.base)
        kind = None if owner is None else owner.entry.derived
        if owner is None or kind is None or node.name not in kind.pointers:
            return None
        return kind.pointers[node.name], owner

    def targets(self, pointer: ProcedurePointer) -> list[Procedure | None]:
        """Return the procedures that a pointer may have; None, the last, for those not seen."""
        found: list[Procedure | None] = []
        interface = pointer.home.find_procedure(pointer.interface)
        for name in self.table.targets.get(pointer.name) or (OTHER,):
            known = self.table.find_procedure(name)
            if known is None and interface is not None and name != OTHER:
                known = replace(interface, name=name)
            found.append(known)
        return sorted(found, key=lambda item: item is None)

    def _through(self, pointer: ProcedurePointer, arguments: Sequence[sx.Node]) -> sx.Node:
        """A reference to a function by a pointer: followed if there is one that it may be."""
        found = self.targets(pointer)
        if len(found) == 1 and found[0] is not None and found[0].is_function:
            return self.called(found[0], arguments)
        self.work.tell(*unknown_target(pointer))
        kind = Type.REAL
        interface = pointer.home.find_procedure(pointer.interface)
        if interface is not None and interface.result is not None:
            kind, _ = interface.table.type_of(interface.result.name)
        return sx.Unknown(f"what procedure pointer {pointer.name.lower()} leads to", kind)

    def _method(self, node: sx.Apply, base: sx.Component) -> sx.Node:
        pointed = self.pointed_to(base)
        if pointed is not None:
            pointer, owner = pointed
            first = (owner.node,) if pointer.passes else ()
            return self._through(pointer, (*first, *node.arguments))
        found = self.bound(base, node.arguments)
        if found is not None:
            return self._called_bound(base, *found)
        owner = self.work.designators.place(base)
        if owner is not None and not owner.entry.is_array and self._is_open(base):
            self.table.entries[owner.entry.name].dimensions = (
                *(sx.Star(None) for _ in node.arguments),
                *(owner.entry.dimensions or ()),
            )
            place = self.work.designators.place(node)
            if place is not None:
                return place.node
        if owner is not None:
            return sx.Apply(owner.node, self._values(node.arguments))
        value = self._of_value(base)
        return sx.Apply(value, self._values(node.arguments))

    def _called_bound(
        self, base: sx.Component, procedure: Procedure, arguments: tuple[sx.Node, ...]
    ) -> sx.Node:
        meant = self.dispatched(base, procedure)
        if len(meant) == 1:
            return self.called(procedure, arguments)
        return self._one_result(meant, arguments)

    def _is_open(self, base: sx.Component) -> bool:
        owner = self.work.designators.place(base.base)
        return owner is not None and owner.entry.derived is None

    def _one_result(self, meant: Sequence[Dispatched], arguments: Sequence[sx.Node]) -> sx.Node:
        """The result of one of several functions, which is called before the statement."""
        (_, first) = meant[0]
        assert first is not None
        kind, size = (Type.REAL, 4)
        if first.result is not None:
            kind, size = first.table.type_of(first.result.name)
        if any(item is not None and item.returns_by_argument for _, item in meant):
            return sx.Unknown("the result of a function of a class", kind)
        held = self.work.scalar(kind, size, first.header.name)
        for number, (condition, item) in enumerate(meant):
            if condition is None:
                self.work.out.append(sx.Else())
            else:
                self.work.out.append(sx.ElseIf(condition) if number else sx.IfThen(condition))
            if item is None:
                self.work.unmodelled(UNSEEN)
                self.work.silently(held, sx.Unknown(UNSEEN, kind))
            else:
                self.work.emit(held, self.called(item, arguments))
        self.work.out.append(sx.EndIf())
        return held

    def bound(
        self, node: sx.Component, arguments: Sequence[sx.Node]
    ) -> tuple[Procedure, tuple[sx.Node, ...]] | None:
        """Return the procedure bound to a type, with the object among its arguments."""
        owner = self.work.designators.place(node.base)
        kind = None if owner is None else owner.entry.derived
        if owner is None or kind is None:
            return None
        names = kind.generics.get(node.name, (node.name,))
        found: list[Procedure] = []
        passed = False
        for name in names:
            bound = (
                _bound_to(item, name) for item in family(kind)
            )  # deferred: of those that extend it
            procedure = next((item for item in bound if item is not None), None)
            if procedure is not None:
                found.append(procedure)
                passed = passed or name not in kind.nopass
        if not found:
            return None
        given = (owner.node, *arguments) if passed else tuple(arguments)
        with self.work.trial():
            values = tuple(self.value(item) for item in given) if len(found) > 1 else given
        chosen = self.matching.chosen(found, values)
        return None if chosen is None else (chosen, given)

    def dispatched(self, node: sx.Component, procedure: Procedure) -> list[Dispatched]:
        """Return the procedures that a bound call may mean, with the conditions; the last has none.

        A procedure None stands for those of types that are defined where this unit does not see them.
        """
        owner = self.work.designators.place(node.base)
        if owner is None or not owner.entry.polymorphic or owner.entry.derived is None:
            return [(None, procedure)]
        declared = owner.entry.derived
        names = declared.generics.get(node.name, (node.name,))
        kinds = family(declared)
        by_procedure: list[tuple[Procedure, list[DerivedType]]] = []
        is_deferred = all(_bound_to(declared, name) is None for name in names)
        if not is_deferred:
            by_procedure.append((procedure, [declared]))
        for kind in kinds[1:]:
            meant = None if is_deferred else procedure
            for name in names:
                if is_deferred or kind.bindings.get(name) != declared.bindings.get(name):
                    meant = _bound_to(kind, name) or meant
            if meant is None:
                continue
            for item, known in by_procedure:
                if item is meant:
                    known.append(kind)
                    break
            else:
                by_procedure.append((meant, [kind]))
        found: list[Dispatched] = [
            (is_one_of(owner, known, maybe=False), item) for item, known in by_procedure
        ]
        if has_unseen(kinds, self.work):
            return [*found, (None, None)]
        return [*found[:-1], (None, found[-1][1])]

    def called(self, procedure: Procedure, arguments: Sequence[sx.Node]) -> sx.Node:
        """Return a reference to a function; one that returns an array or structure is called before."""
        result = procedure.result
        if result is None:
            return sx.Unknown(f"{procedure.name} is no function", Type.REAL)
        kind, size = procedure.table.type_of(result.name)
        passed = self.matching.passed(procedure, arguments)
        if not procedure.returns_by_argument:
            if passed is None:
                return sx.Apply(sx.Name(procedure.header.name), self._values(arguments))
            return sx.Reference(
                *(procedure.name, passed.arguments, passed.hidden, kind, procedure.elemental)
            )
        place = None if passed is None else self._place_for(procedure, passed, kind, size)
        if passed is None or place is None:
            return sx.Unknown(f"the result of {procedure.name}", kind)
        passed = self.matching.with_result(procedure, passed, place)
        self.work.out.append(sx.Call(procedure.name, passed.arguments, None, passed.hidden))
        return place.node

    def _place_for(
        self, procedure: Procedure, passed: Passed, kind: Type, size: int | None
    ) -> Place | None:
        result = procedure.result
        assert result is not None
        if result.dimensions is None:
            if result.derived is None:
                return None
            return self.work.structure(
                result.derived, polymorphic=result.polymorphic, pointer=result.pointer
            )
        if result.open:
            shape = [Extent(ONE, sx.Number("1")) for _ in result.dimensions]
            node = self.work.array(kind, size, shape)
            entry = self.table.entries[node.name]
            entry.dimensions = (sx.Triplet(None, None, None),) * len(shape)
            entry.allocatable, entry.assumed, entry.open = True, False, False
            finish_entry(entry, self.table)
            return Place(entry)
        # What names in the declaration of the result are where the function is called.
        meaning = dict(zip(procedure.dummies, passed.arguments, strict=False))
        hidden = (dummy + ending for dummy, ending in procedure.hidden)
        meaning.update(zip(hidden, passed.hidden, strict=False))
        shape: list[Extent] = []
        for item in result.dimensions:
            first, last = (
                (item.first or ONE, item.last) if isinstance(item, sx.Triplet) else (ONE, item)
            )
            if last is None or isinstance(last, sx.Star):
                return None
            ends = [substituted(end, meaning, procedure.table) for end in (first, last)]
            shape.append(Extent(ends[0], ends[1]))
        node = self.work.array(kind, size, [Extent(ONE, item.size) for item in shape])
        entry = self.table.entries[node.name]
        entry.derived, entry.polymorphic = result.derived, result.polymorphic
        finish_entry(entry, self.table)
        return Place(entry)

    # --- constructors, operators --------------------------------------------------------------------

    def _constructed(self, kind: DerivedType, arguments: Sequence[sx.Node]) -> sx.Node:
        place = self.work.structure(kind)
        names = [
            name
            for name, component in kind.components.items()
            if not (
                component.derived is not None and component.derived.name == name and kind.parent
            )
        ]
        ordered = in_order(names, arguments) or []
        for name, value in zip(names, ordered, strict=False):
            component = kind.components[name]
            into = self.work.designators.component(place, name)
            given = component.initial if value is None else value
            if into is not None and given is not None:
                self.assign_to(into, given)
        return place.node

    def assign_to(self, place: Place, value: sx.Node) -> None:
        """Assign a value as written to a variable or component."""
        if isinstance(value, sx.Apply) and value.base == sx.Name("NULL"):
            self.work.silently(beside(place, status_name("")), sx.Truth(False))
            return
        if place.entry.pointer:
            source = self.work.designators.place(value)
            if source is not None:
                self.arrays.carry(place, source)
            return
        node = self.value(value)
        source = self.work.designators.place(node)
        if place.entry.allocatable and is_whole(value, self.work) and source is not None:
            self.arrays.carry(place, source)
        elif place.entry.allocatable and place.entry.open:
            for number, item in enumerate(self.work.shapes.of(node) or (), 1):
                self.work.silently(beside(place, lower_name("", number)), ONE)
                self.work.silently(beside(place, upper_name("", number)), item.length)
            self.work.silently(beside(place, status_name("")), sx.Truth(True))
        if place.entry.derived is None:
            self.arrays.assign(place.node, node)
        elif source is not None:
            self.arrays.assign_structure(place, source)

    def _infix(self, operator: str, left: sx.Node, right: sx.Node) -> sx.Node:
        values = self.operand(left), self.operand(right)
        return self._operator(operator, values) or sx.Infix(operator, *values)

    def operand(self, node: sx.Node) -> sx.Node:
        """A value in an expression: what a constructor makes has a place there."""
        if isinstance(node, sx.Keyword):
            return sx.Keyword(node.name, self.operand(node.value))
        value = self.value(node)
        return self.arrays.held(value) if isinstance(value, sx.Array) else value

    def _prefix(self, operator: str, operand: sx.Node) -> sx.Node:
        value = self.operand(operand)
        return self._operator(operator, (value,)) or sx.Prefix(operator, value)

    def _operator(self, operator: str, values: tuple[sx.Node, ...]) -> sx.Node | None:
        """A function that the program, or a type, gives an operator."""
        name = f"OPERATOR({operator})"
        for item in self.table.find_generic(name):
            if len(item.dummies) == len(values) and self.matching.fits(item, values, strict=True):
                return self.called(item, values)
        found = self.of_type(name, values)
        return None if found is None else self._called_bound(*found)

    def of_type(
        self, name: str, values: tuple[sx.Node, ...]
    ) -> tuple[sx.Component, Procedure, tuple[sx.Node, ...]] | None:
        """Return what the type of an operand gives an operator or ASSIGNMENT(=), with arguments."""
        for value in values:
            place = self.work.designators.place(value)
            kind = None if place is None else place.entry.derived
            for binding in () if kind is None else kind.generics.get(name, ()):
                base = sx.Component(value, binding)
                found = self.bound(base, ())
                if found is not None and self.matching.fits(found[0], values, strict=True):
                    return base, found[0], values
        return None

    # --- intrinsic functions ------------------------------------------------------------------------

    def _intrinsic(self, name: str, node: sx.Apply) -> sx.Node:
        if name in _INQUIRIES:
            found = self._inquiry(name, node.arguments)
            if found is not None:
                return found
        values = tuple(
            self.operand(item) if name != "RESHAPE" else self.value(item) for item in node.arguments
        )
        shape = self.work.shapes.of(values[0]) if name == "LEN" else None
        if shape is not None:  # that of any element
            where = [At(part.first, part.first) for part in shape]
            return sx.Apply(node.base, (self.work.shapes.at(values[0], where),))
        if name == "MERGE" and any(
            self.arrays.is_call(part) for item in values for part in nodes_in(item)
        ):
            ordered = in_order(("TSOURCE", "FSOURCE", "MASK"), values) or ()
            return self.arrays.chosen(*(item for item in ordered if item is not None))
        if name not in DUMMIES:
            return sx.Apply(node.base, values)
        given = self._named(name, values)
        if given is None or len(given) < INTRINSICS[name].least:
            return sx.Apply(node.base, values)
        if name in ELEMENTWISE_ARRAYS:
            ordered = [given[dummy] for dummy in DUMMIES[name] if dummy in given]
            return sx.Apply(node.base, tuple(ordered))
        found = self.reductions.result(name, given)
        return sx.Apply(node.base, values) if found is None else found

    def _named(self, name: str, values: Sequence[sx.Node]) -> dict[str, sx.Node] | None:
        """Arguments by name; one that is a mask where DIM may stand is MASK."""
        dummies = DUMMIES[name]
        if "DIM" in dummies and name != "EOSHIFT":
            at = dummies.index("DIM")
            if (
                at
                and len(values) > at
                and not isinstance(values[at], sx.Keyword)
                and self.work.kind_of(values[at])[0] is Type.LOGICAL
            ):
                dummies = (*dummies[:at], *dummies[at + 1 :])
        ordered = in_order(dummies, values)
        if ordered is None:
            return None
        given = {key: item for key, item in zip(dummies, ordered, strict=True) if item is not None}
        if "DIM" in given:
            types = TypeResolver(self.table.find, Diagnostics(), self.work.span)
            along = types.integer(given["DIM"])
            given["DIM"] = given["DIM"] if along is None else sx.Number(str(along))
        return given

    def _inquiry(self, name: str, arguments: Sequence[sx.Node]) -> sx.Node | None:
        first = argument_value(arguments[0])
        place = self.work.designators.place(first)
        if name == "PRESENT":
            if place is None or not place.entry.optional:
                return None
            return sx.Name(presence_name(place.entry.name))
        if name in ("ALLOCATED", "ASSOCIATED"):
            if place is None or not (place.entry.allocatable or place.entry.pointer):
                return self._has_target(first) if name == "ASSOCIATED" else None
            status = beside(place, status_name(""))
            if len(arguments) > 1:
                return self._is_same(place, argument_value(arguments[1]))
            return self.value(status) if not place.entry.outer else status
        rest = [item for item in arguments[1:] if not _is_kind(item)]
        along = argument_value(rest[0]) if rest else None
        array = self.value(first) if place is None else place.node
        if name == "RANK":
            return sx.Number(str(len(self.work.shapes.of(array) or ())))
        return self._bounds(name, array, along, keeps=is_whole(first, self.work))

    def _is_same(self, pointer: Place, node: sx.Node) -> sx.Node:
        """ASSOCIATED with two arguments: whether a pointer leads to a target, or both to one."""
        other = self.work.designators.place(node)
        if other is None or not has_reference(pointer.entry):
            return sx.Unknown("which target a pointer has", Type.LOGICAL)
        held: sx.Node = sx.ByPass("PLACE", other.node)
        known = beside(pointer, status_name(""))
        if has_reference(other.entry):
            held = beside(other, reference_name(""))
            known = sx.Infix(".AND.", known, beside(other, status_name("")))
        same = sx.Infix("==", beside(pointer, reference_name("")), held)
        return sx.Infix(".AND.", known, same)

    def _has_target(self, node: sx.Node) -> sx.Node | None:
        """ASSOCIATED of a procedure pointer."""
        is_one = isinstance(node, sx.Name) and self.table.find_pointer(node.name) is not None
        if is_one or (isinstance(node, sx.Component) and self.pointed_to(node) is not None):
            return sx.Unknown("whether a procedure pointer has a target", Type.LOGICAL)
        return None

    def _bounds(
        self, name: str, array: sx.Node, along: sx.Node | None, *, keeps: bool
    ) -> sx.Node | None:
        shape = self.work.shapes.of(array)
        if shape is None:
            return None
        found: list[sx.Node] = []
        for item in shape:
            if name in ("SIZE", "SHAPE"):
                found.append(item.length)
            elif name == "LBOUND":
                found.append(lower_bound(item) if keeps else ONE)
            else:
                last = upper_bound(item) if keeps else item.length
                if last is None:
                    return None
                found.append(last)
        if along is not None:
            number = whole(self.value(along))
            if number is None or not 1 <= number <= len(found):
                return None
            return found[number - 1]
        if name != "SIZE":
            return sx.Array(tuple(found))
        result = found[0]
        for item in found[1:]:
            result = sx.Infix("*", result, item)
        return result


def _is_kind(node: sx.Node) -> bool:
    return isinstance(node, sx.Keyword) and node.name == "KIND"


def _bound_to(kind: DerivedType, name: str) -> Procedure | None:
    """The procedure that a type has under a name; None if it is deferred."""
    target = kind.bindings.get(name)
    return None if target is None else _procedure_of(kind, target)


def _procedure_of(kind: DerivedType, name: str) -> Procedure | None:
    """The procedure of a name where the type, or one that it extends, is defined."""
    owner: DerivedType | None = kind
    while owner is not None:
        found = owner.table.find_procedure(name)
        if found is not None:
            return found
        owner = owner.parent
    return None


def substituted(node: sx.Node, meaning: dict[str, sx.Node], table: Table) -> sx.Node:
    """Return a bound with what names mean elsewhere put in; constants are known there as well."""
    match node:
        case sx.Name(name):
            if name in meaning:
                return meaning[name]
            entry = table.find(name)
            if entry is not None and entry.value is not None:
                return substituted(entry.value, meaning, entry.home or table)
            return node
        case sx.Infix(operator, left, right):
            first, second = (substituted(item, meaning, table) for item in (left, right))
            if operator == "+":
                return plus(first, second)
            return sx.Infix(operator, first, second)
        case sx.Prefix(operator, operand):
            return sx.Prefix(operator, substituted(operand, meaning, table))
        case sx.Paren(operand):
            return sx.Paren(substituted(operand, meaning, table))
        case sx.Apply(base, arguments):
            inner = tuple(substituted(item, meaning, table) for item in arguments)
            return sx.Apply(substituted(base, meaning, table), inner)
        case _:
            return node


__all__ = ["SIZES", "Rewriting", "substituted"]
