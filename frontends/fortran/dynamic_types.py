"""Which type an object of a class has: a variable beside it holds the number of the type.

The number is set where the object is allocated, assigned or passed, as bounds are. Where it is known,
SELECT TYPE and calls of bound procedures are decided; else each branch gets a probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from frontends.fortran import syntax as sx
from frontends.fortran.derived import component_entry, leaves, type_ending
from frontends.fortran.designators import Place, beside
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from frontends.fortran.derived import DerivedType
    from frontends.fortran.work import Work


def number_of(kind: DerivedType) -> sx.Node:
    """Return the number of a type: that of its name and of the unit that defines it."""
    return sx.Number(str(crc32(f"{kind.table.unit.name}.{kind.name}".encode()) & 0x7FFFFFFF))


def type_of(place: Place) -> sx.Node:
    """Return the number of the type that an object has."""
    if place.entry.derived is None:
        return sx.Unknown("the type of an object", Type.INTEGER)
    if place.entry.polymorphic:
        return beside(place, type_ending(""))
    return number_of(place.entry.derived)


def set_type(place: Place, kind: sx.Node, work: Work) -> None:
    """Say which type an object of a class has from here on."""
    if place.entry.polymorphic and place.entry.derived is not None:
        work.silently(beside(place, type_ending("")), kind)


def family(kind: DerivedType) -> list[DerivedType]:
    """Return a type and all known ones that extend it, directly or not."""
    found = [kind]
    for item in found:
        found += [other for other in item.extensions if other not in found]
    return found


def has_unseen(kinds: Iterable[DerivedType], work: Work) -> bool:
    """Whether types that extend one of these are defined where the unit does not see them."""
    extended = work.table.extended
    return any(extended.get(kind.name, 0) > len(kind.extensions) for kind in kinds)


def is_one_of(place: Place, kinds: Sequence[DerivedType], *, maybe: bool) -> sx.Node:
    """The condition that an object has one of some types; ``maybe``: or one that is not seen."""
    found: sx.Node | None = sx.Unknown("the type of an object", Type.LOGICAL) if maybe else None
    for kind in reversed(kinds):
        test = sx.Infix("==", type_of(place), number_of(kind))
        found = test if found is None else sx.Infix(".OR.", test, found)
    return sx.Truth(False) if found is None else found


def as_type(place: Place, kind: DerivedType, work: Work) -> Place:
    """Return an object of a class with the components of a type that extends its own."""
    known = place.entry.derived
    if known is None or kind is known or not kind.extends(known):
        return place
    entry = replace(place.entry, derived=kind)
    for name in kind.components:
        if f"{entry.name}.{name}" not in work.table.entries:
            component_entry(entry, name, work.table)
    return Place(entry, place.own, place.outer)


def lose_extended(place: Place, kind: DerivedType, work: Work, source: Place | None = None) -> None:
    """Say that components which a type has not may have changed, or are now those of ``source``.

    Who knows an object as one of it may call what knows more.
    """
    own = place.entry.derived
    known = kind.components.keys()
    for item in () if own is None else family(own):
        seen = as_type(place, item, work)
        for name in [name for name in item.components if name not in known]:
            found = work.designators.component(seen, name)
            if found is None or item.ancestor(name) is not None:
                continue
            for part in (found.entry, *leaves(found.entry, work.table)):
                if part.type is not None and part.type is not Type.DERIVED:
                    unknown = sx.Unknown("a component of an extended type", part.type)
                    alone = part is found.entry and work.shapes.of(found.node) is None
                    given = None
                    if alone and source is not None:
                        given = work.designators.component(as_type(source, item, work), name)
                    target = found.node if part is found.entry else sx.Name(part.name)
                    work.silently(target, unknown if given is None else given.node)
