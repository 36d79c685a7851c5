"""Derived types: their definitions, and variables of them as one variable for each component.

A component has a name of its own: ``F%GRID%NX`` becomes ``F.GRID.NX``. Of an array of a type each
component is an array: ``P(I)%V(J)`` becomes ``P.V(I,J)``. Arrays whose bounds are set when the program
runs (allocatable, pointer, assumed shape) have these in variables beside them: ``A$L1`` and ``A$U1``.

Over 400 lines: a variable has what its type has, which is a variable beside others itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.statements import parse_statement
from frontends.fortran.text import split_commas, squeeze
from frontends.fortran.types import TypeResolver, with_constants
from sad.ir.expr import Type
from sad.ir.program import IS_THERE, POINTS_TO, Storage
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from frontends.fortran.procedure_pointers import ProcedurePointer
    from frontends.fortran.symbols import Entry, Table
    from frontends.fortran.units import Line

_DEFINITION = re.compile(r"TYPE(?!\()((?:,[A-Z]+(?:\(\w+\))?)*)(?:::)?([A-Z]\w*)$")
_EXTENDS = re.compile(r"EXTENDS\((\w+)\)")
_PROCEDURE = re.compile(r"PROCEDURE(?:\((\w*)\))?((?:,\w+(?:\(\w+\))?)*)(?:::)?(.+)$")
_GENERIC = re.compile(r"GENERIC(?:,\w+)?::(.+?)=>(.+)$")
DEEPEST = 6
"""Components of components that are followed."""
MOST_LEAVES = 600
"""Components of one dummy argument that are followed."""
ONE = sx.Number("1")


@mutable
class Component:
    """A component. ``deferred``: its bounds are set when the program runs; ``pointer``: or its place.

    ``of`` is the name of its derived type.
    """

    name: str
    type: Type
    size: int | None
    dimensions: tuple[sx.Node, ...] | None
    derived: DerivedType | None
    deferred: bool = False
    pointer: bool = False
    allocatable: bool = False
    initial: sx.Node | None = None
    of: str | None = None
    polymorphic: bool = False


@mutable
class DerivedType:
    """A derived type: components by name, an extended type's first, and its type-bound procedures.

    ``table`` is that of the unit that defines it. ``pointers`` are procedure pointers, ``generics``
    names for several bindings, ``extensions`` the types that extend it.
    """

    name: str
    table: Table
    parent: DerivedType | None = None
    components: dict[str, Component] = field(default_factory=dict[str, Component])
    bindings: dict[str, str] = field(default_factory=dict[str, str])
    nopass: set[str] = field(default_factory=set[str])
    generics: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    pointers: dict[str, ProcedurePointer] = field(default_factory=dict[str, "ProcedurePointer"])
    extensions: list[DerivedType] = field(default_factory=list["DerivedType"])

    def extends(self, other: DerivedType) -> bool:
        """Whether the type is another one, or has its components."""
        return self is other or (self.parent is not None and self.parent.extends(other))

    def ancestor(self, name: str) -> DerivedType | None:
        """Return the type of a name that the type extends, directly or not."""
        above = self.parent
        while above is not None and above.name != name:
            above = above.parent
        return above


def read_types(lines: Sequence[Line], table: Table) -> None:
    """Enter the derived types that a unit defines, and the names of its interface blocks."""
    current: DerivedType | None = None
    bound = False
    for line in lines:
        statement = line.statement
        if not isinstance(statement, sx.Specification) or statement.kind != "region":
            continue
        text = squeeze(line.text)
        if current is None:
            match = _DEFINITION.match(text)
            if match is not None:
                parent = _EXTENDS.search(match[1])
                current = _started(match[2], parent[1] if parent else None, table)
                if ",PUBLIC" in match[1] or ",PRIVATE" in match[1]:
                    table.access[match[2]] = ",PUBLIC" in match[1]
                bound = False
        elif text.startswith("ENDTYPE"):
            current = None
        elif text == "CONTAINS":
            bound = True
        elif bound:
            _binding(text, current)
        elif text.startswith("PROCEDURE("):
            from frontends.fortran.procedure_pointers import declared  # noqa: PLC0415 - rare

            current.pointers.update(
                (item.name, item) for item in declared(text, table, component=True)
            )
        else:
            _component(line, current, table)
    for kind in table.types.values():  # now all are known that components may be of
        for component in kind.components.values():
            if component.of is not None and component.derived is None:
                component.derived = table.find_type(component.of)


def _started(name: str, parent: str | None, table: Table) -> DerivedType:
    made = DerivedType(name, table)
    base = None if parent is None else table.find_type(parent)
    if base is not None and parent is not None:
        made.parent = base
        base.extensions.append(made)
        made.components.update(base.components)
        made.components[parent] = Component(parent, Type.DERIVED, 0, None, base)
        made.bindings.update(base.bindings)
        made.generics.update(base.generics)
        made.nopass |= base.nopass
        made.pointers.update(base.pointers)
    table.types[name] = made
    return made


def _binding(text: str, owner: DerivedType) -> None:
    generic = _GENERIC.match(text)
    if generic is not None:
        names = tuple(split_commas(generic[2]))
        owner.generics[generic[1]] = owner.generics.get(generic[1], ()) + names
        return
    match = _PROCEDURE.match(text)
    if match is None:
        return
    for item in split_commas(match[3]):
        name, _, target = item.partition("=>")
        owner.bindings[name] = target or name
        if "NOPASS" in match[2]:
            owner.nopass.add(name)


def _component(line: Line, owner: DerivedType, table: Table) -> None:
    statement = parse_statement(line.text)
    if not isinstance(statement, sx.TypeDeclaration):
        return
    types = TypeResolver(table.find, table.diagnostics, line.span)
    for item in statement.entities:
        spec = statement.type
        if item.length is not None:
            spec = sx.TypeSpec(spec.base, item.length)
        kind, size = types.resolve(spec)
        dimensions = item.dimensions or statement.dimensions
        if dimensions is not None:
            dimensions = tuple(with_constants(node, table) for node in dimensions)
        made = Component(item.name, kind, size, dimensions, None)
        made.of, made.polymorphic = spec.derived, spec.polymorphic
        made.pointer = "POINTER" in statement.attributes
        made.allocatable = "ALLOCATABLE" in statement.attributes
        made.deferred = dimensions is not None and is_open(dimensions)
        if item.initial and not isinstance(item.initial[0], sx.Repeat):
            made.initial = with_constants(item.initial[0], table)
        owner.components[item.name] = made


def is_open(dimensions: tuple[sx.Node, ...]) -> bool:
    """Whether an array's bounds stand in no declaration."""
    return any(isinstance(item, sx.Triplet) and item.last is None for item in dimensions)


# --- variables ------------------------------------------------------------------------------------


def lower_name(name: str, dimension: int) -> str:
    """The variable that holds a lower bound; dimensions count from 1."""
    return f"{name}$L{dimension}"


def upper_name(name: str, dimension: int) -> str:
    """The variable that holds an upper bound."""
    return f"{name}$U{dimension}"


def presence_name(name: str) -> str:
    """The variable that tells whether an optional dummy argument was given."""
    return f"{name}$P"


def status_name(name: str) -> str:
    """The variable that tells whether an array or pointer has a place: ALLOCATED, ASSOCIATED."""
    return f"{name}{IS_THERE}"


def reference_name(name: str) -> str:
    """The variable that holds where a pointer to a structure leads."""
    return f"{name}{POINTS_TO}"


def has_reference(entry: Entry) -> bool:
    """Whether where it leads is held beside a variable: it is a pointer to one structure."""
    is_one = len(entry.dimensions or ()) == entry.outer
    return entry.pointer and entry.derived is not None and is_one


def type_ending(name: str) -> str:
    """The variable that tells which type an object of a class has."""
    return f"{name}$T"


def complete(table: Table) -> None:
    """Give arrays and pointers of a unit the variables beside them, and dummies their components."""
    for entry in list(table.entries.values()):
        finish_entry(entry, table)
        if entry.storage is Storage.DUMMY:
            if entry.optional:
                _beside(presence_name(entry.name), entry, table, Type.LOGICAL)
            for _ in leaves(entry, table):
                pass


def finish_entry(entry: Entry, table: Table) -> None:
    """Make the variables beside an array or pointer; its dimensions get the names of its bounds."""
    if (entry.allocatable or entry.pointer) and "$" not in entry.name:
        _beside(status_name(entry.name), entry, table, Type.LOGICAL)
    if has_reference(entry):
        _beside(reference_name(entry.name), entry, table).size = 8
    if entry.polymorphic and entry.derived is not None:
        _beside(type_ending(entry.name), entry, table)
    own = entry.dimensions
    if own is None or not is_open(own) or entry.open:
        return
    if any(isinstance(item, sx.Star) for item in own):
        return
    entry.open = True
    entry.assumed = entry.storage is Storage.DUMMY and not entry.allocatable and not entry.pointer
    made: list[sx.Node] = []
    for number, item in enumerate(own, 1):
        last = sx.Name(upper_name(entry.name, number))
        _beside(last.name, entry, table)
        first: sx.Node = ONE
        if not entry.assumed:
            first = sx.Name(lower_name(entry.name, number))
            _beside(first.name, entry, table)
        elif isinstance(item, sx.Triplet) and item.first is not None:
            first = item.first
        made.append(sx.Triplet(first, last, None))
    entry.dimensions = tuple(made)


def _beside(name: str, entry: Entry, table: Table, kind: Type = Type.INTEGER) -> Entry:
    made = table.entry(name)
    made.type, made.size = kind, 4
    made.storage, made.module, made.saved = entry.storage, entry.module, entry.saved
    made.home, made.reached = entry.home, entry.reached
    made.original = f"{entry.original or entry.name}{name[len(entry.name) :]}"
    if made.storage in (Storage.RESULT, Storage.CONSTANT):
        made.storage = None
    if kind is Type.LOGICAL and (entry.module is not None or entry.saved):
        made.initial = (sx.Truth(False),)  # nothing is allocated when the program starts
    spelling = entry.spelling or entry.name.lower()
    what = name.rpartition("$")[2]
    words = {
        "L": "lbound", "U": "ubound", "P": "present", "A": "allocated", "T": "type", "R": "place",
    }  # fmt: skip
    made.spelling = f"{spelling.replace('.', '%')}%{words[what[0]]}{what[1:]}"
    return made


def component_entry(owner: Entry, name: str, table: Table) -> Entry | None:
    """Return the variable that stands for a component of one of a derived type; None if unknown.

    Dimensions of the component come first: elements of an array in a structure lie side by side.
    """
    if owner.derived is None:
        return None
    component = owner.derived.components.get(name)
    if component is None:
        return None
    full = f"{owner.name}.{name}"
    found = table.entries.get(full)
    if found is not None:
        return found
    made = table.entry(full)
    made.type, made.size, made.derived = component.type, component.size, component.derived
    made.storage, made.module, made.saved = owner.storage, owner.module, owner.saved
    made.home, made.pointer = owner.home, component.pointer
    made.polymorphic = component.polymorphic
    made.original = f"{owner.original or owner.name}.{name}"
    made.target, made.reached = owner.target or owner.pointer, reached_through(owner)
    made.beyond = owner.beyond or (_is_inside_itself(owner, table) and not has_reference(owner))
    if made.storage is Storage.RESULT:
        made.storage = None
    made.allocatable = component.allocatable
    made.spelling = f"{owner.spelling or owner.name.lower()}%{name.lower()}"
    if component.initial is not None and (made.module is not None or made.saved):
        is_null = isinstance(component.initial, sx.Apply)
        made.initial = () if is_null or owner.dimensions else (component.initial,)
    fixed = owner.assumed and owner.storage is Storage.DUMMY
    made.inside_open = owner.inside_open or (owner.open and not fixed)
    outer = owner.dimensions or ()
    made.outer = len(outer)
    own = component.dimensions or ()
    made.dimensions = (*own, *outer) or None
    if component.allocatable or component.pointer:
        besides = [_beside(status_name(full), made, table, Type.LOGICAL)]
        if has_reference(made):
            besides.append(_beside(reference_name(full), made, table))
            besides[-1].size = 8
        if made.polymorphic:
            besides.append(_beside(type_ending(full), made, table))
        for place in besides:
            place.dimensions, place.inside_open = owner.dimensions, made.inside_open
            place.target, place.beyond = made.target, made.beyond
    if component.deferred:
        made.open = True
        ones = tuple(first_of(item) for item in outer)
        bounds: list[sx.Node] = []
        for number in range(1, len(own) + 1):
            ends: list[sx.Node] = []
            for bound in (lower_name(full, number), upper_name(full, number)):
                place = _beside(bound, made, table)
                place.dimensions, place.inside_open = owner.dimensions, made.inside_open
                place.target, place.beyond = made.target, made.beyond
                ends.append(sx.Apply(sx.Name(bound), ones) if outer else sx.Name(bound))
            bounds.append(sx.Triplet(ends[0], ends[1], None))
        made.dimensions = (*bounds, *outer)
    return made


def reached_through(owner: Entry) -> tuple[str, ...]:
    """The variables that say where all is that is in a variable, or that a pointer leads to."""
    if not owner.pointer:
        return owner.reached
    beside = reference_name if has_reference(owner) else status_name
    return (*owner.reached, beside(owner.name))


def _is_inside_itself(owner: Entry, table: Table) -> bool:
    """Whether a structure is a component of one of its own type: the next one of a list."""
    name = owner.name.rpartition(".")[0]
    while name:
        outer = table.entries.get(name)
        if outer is not None and outer.derived is owner.derived:
            return True
        name = name.rpartition(".")[0]
    return False


def first_of(dimension: sx.Node) -> sx.Node:
    """The lower bound of a dimension."""
    return dimension.first or ONE if isinstance(dimension, sx.Triplet) else ONE


def leaves(entry: Entry, table: Table) -> Iterator[Entry]:
    """Yield the variables that a variable consists of, in order: components, bounds of open arrays."""
    left = [MOST_LEAVES]
    yield from _leaves(entry, table, (), left)


def _leaves(
    entry: Entry, table: Table, inside: tuple[str, ...], left: list[int]
) -> Iterator[Entry]:
    if (entry.allocatable or entry.pointer) and not entry.assumed:
        yield table.entry(status_name(entry.name))
    if has_reference(entry):
        yield table.entry(reference_name(entry.name))
    if entry.polymorphic and entry.derived is not None:
        yield table.entry(type_ending(entry.name))
    if entry.open:
        for number in range(1, len(entry.dimensions or ()) - entry.outer + 1):
            if not entry.assumed:
                yield table.entry(lower_name(entry.name, number))
            yield table.entry(upper_name(entry.name, number))
    if entry.derived is None:
        return
    if len(inside) >= DEEPEST or entry.derived.name in inside:
        return
    parents = _parents(entry.derived)
    for name in list(entry.derived.components):
        if name in parents:
            continue
        left[0] -= 1
        if left[0] < 0:
            return
        made = component_entry(entry, name, table)
        if made is None:
            continue
        if made.derived is not None and made.derived.name in (*inside, entry.derived.name):
            if made.pointer or made.allocatable:  # a list is followed to its first link
                yield table.entry(status_name(made.name))
            if has_reference(made):
                yield table.entry(reference_name(made.name))
            continue
        if made.derived is None:
            yield made
        yield from _leaves(made, table, (*inside, entry.derived.name), left)


def _parents(kind: DerivedType) -> set[str]:
    found: set[str] = set()
    while kind.parent is not None:
        kind = kind.parent
        found.add(kind.name)
    return found
