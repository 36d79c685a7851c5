"""Designators with components to variables and elements: ``F%A(I)%X`` is ``F.A.X(I)``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import component_entry, lower_name, upper_name
from frontends.fortran.linear import ONE, minus, plus, times
from frontends.fortran.symbols import Entry, names_in
from frontends.fortran.types import DEFAULT_IMPLICIT
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.fortran.symbols import Table

ALL = sx.Triplet(None, None, None)
_BOUND = re.compile(r"\$[LU]\d+$")


@dataclass(slots=True)
class Place:
    """A variable or part of one: subscripts of its own, and those of the arrays it is a component in.

    No own subscripts: all of it.
    """

    entry: Entry
    own: tuple[sx.Node, ...] = ()
    outer: tuple[sx.Node, ...] = ()

    @property
    def rank(self) -> int:
        """How many subscripts of its own the variable takes."""
        return len(self.entry.dimensions or ()) - self.entry.outer

    @property
    def subscripts(self) -> tuple[sx.Node, ...]:
        """All subscripts, whole dimensions written out."""
        own = self.own or (ALL,) * self.rank
        return own + (self.outer or (ALL,) * self.entry.outer)

    @property
    def node(self) -> sx.Node:
        """The designator as a syntax node."""
        name = sx.Name(self.entry.name)
        subscripts = self.subscripts
        if not subscripts or all(item == ALL for item in subscripts):
            return name
        return sx.Apply(name, subscripts)


@dataclass(slots=True)
class Designators:
    """The variables of one unit. ``value`` rewrites a subscript."""

    table: Table
    value: Callable[[sx.Node], sx.Node]
    aliases: dict[str, Place | sx.Node] = field(default_factory=dict[str, "Place | sx.Node"])

    def place(self, node: sx.Node) -> Place | None:
        """Return the place a node means; None if it is no variable."""
        match node:
            case sx.Name(name):
                return self._named(name)
            case sx.Component(base, name):
                place = self.place(base)
                if place is None and isinstance(base, sx.Apply) and self.assume_array(base):
                    place = self.place(base)
                return None if place is None else self.component(place, name)
            case sx.Apply(base, arguments):
                place = self.place(base)
                if place is None or place.entry.dimensions is None:
                    return None
                return self._subscripted(place, arguments)
            case _:
                return None

    def assume_array(self, node: sx.Apply) -> bool:
        """Take a name that a module may have which is not there for an array, as it is used as one."""
        if not isinstance(node.base, sx.Name):
            return False
        name, scope = node.base.name, self.table
        entry = self.table.find(name)
        if entry is not None and (entry.module is None or entry.type is not None):
            return False
        while not scope.open_modules:
            if scope.host is None:
                return False
            scope = scope.host
        self.table.use(name)
        made = self.table.entries[name]
        made.dimensions = (sx.Star(None),) * len(node.arguments)
        return True

    def _named(self, name: str) -> Place | None:
        alias = self.aliases.get(name)
        if isinstance(alias, Place):
            return alias
        if alias is not None:
            return self.place(alias)
        entry = self.table.find(name)
        if entry is None:
            return None
        if entry.module is not None or entry.value is not None:
            self.table.use(name)
            entry = self.table.entries.get(name) or entry
        return Place(entry)

    def component(self, place: Place, name: str) -> Place | None:
        """Return a component of a place; None if that has none of the name."""
        above = None if place.entry.derived is None else place.entry.derived.ancestor(name)
        if above is not None:  # the same components, known by fewer names
            return Place(
                replace(place.entry, derived=above, polymorphic=False), place.own, place.outer
            )
        owner = self.table if place.entry.name in self.table.entries else self._owner(place.entry)
        entry = component_entry(place.entry, name, owner)
        if entry is None:
            entry = self._open_component(place, name, owner)
            if entry is None:
                return None
        outer = place.own or (ALL,) * place.rank
        return Place(entry, (), outer + (place.outer or (ALL,) * place.entry.outer))

    def _owner(self, entry: Entry) -> Table:
        """The table of the host that has a variable."""
        table = self.table
        while table.host is not None and entry.name not in table.entries:
            table = table.host
        return table

    def _open_component(self, place: Place, name: str, owner: Table) -> Entry | None:
        """A component of a type that is not known: its type is what its first letter says."""
        base = place.entry
        is_unknown = base.type is None and base.module is not None
        if base.derived is not None or not (base.type is Type.DERIVED or is_unknown):
            return None
        full = f"{base.name}.{name}"
        known = owner.entries.get(full)
        if known is not None:
            return known
        made = owner.entry(full)
        made.type, made.size = DEFAULT_IMPLICIT[name[0]]
        made.storage, made.module, made.home = base.storage, base.module, base.home
        made.spelling = f"{base.spelling or base.name.lower()}%{name.lower()}"
        made.dimensions, made.outer = base.dimensions, len(base.dimensions or ())
        return made

    def _subscripted(self, place: Place, arguments: Sequence[sx.Node]) -> Place | None:
        if not place.own:
            inside = place.entry.outer
            if inside and not place.outer and len(arguments) == place.rank + inside:
                parts = tuple(self.subscript(item) for item in arguments)  # flat already
                return Place(place.entry, parts[: place.rank], parts[place.rank :])
            if place.rank == 0 and place.outer:
                return self._into(place, arguments, outer=True)
            if len(arguments) != place.rank:
                return None
            return Place(
                place.entry, tuple(self.subscript(item) for item in arguments), place.outer
            )
        return self._into(place, arguments, outer=False)

    def _into(self, place: Place, arguments: Sequence[sx.Node], *, outer: bool) -> Place | None:
        """A subscript of a section: of a name that stands for one."""
        subscripts = place.outer if outer else place.own
        open_ = [at for at, item in enumerate(subscripts) if isinstance(item, sx.Triplet)]
        if len(open_) != len(arguments):
            return None
        made = list(subscripts)
        for at, argument in zip(open_, arguments, strict=True):
            given = self.subscript(argument)
            old = made[at]
            assert isinstance(old, sx.Triplet)
            dimension = at + (place.rank if outer else 0)
            first = old.first or self.bounds(place, dimension)[0]
            if isinstance(given, sx.Triplet):
                if given == ALL:
                    continue
                made[at] = sx.Triplet(
                    self._shifted(first, given.first or ONE, old.step),
                    old.last if given.last is None else self._shifted(first, given.last, old.step),
                    given.step if old.step is None else old.step,
                )
            else:
                made[at] = self._shifted(first, given, old.step)
        parts = tuple(made)
        return Place(place.entry, place.own if outer else parts, parts if outer else place.outer)

    def _shifted(self, first: sx.Node, number: sx.Node, step: sx.Node | None) -> sx.Node:
        distance = minus(number, ONE)
        return plus(first, distance if step is None else times(step, sx.Paren(distance)))

    def subscript(self, node: sx.Node) -> sx.Node:
        """Rewrite a subscript or a range of them."""
        if isinstance(node, sx.Triplet):
            parts = (
                None if part is None else self.value(part)
                for part in (node.first, node.last, node.step)
            )
            return sx.Triplet(*parts)
        return self.value(node)

    def bounds(self, place: Place, dimension: int) -> tuple[sx.Node, sx.Node | None]:
        """Return the bounds of a variable's dimension, from 0; an assumed size has no last one."""
        entry = place.entry
        if entry.open and dimension < place.rank:
            last: sx.Node = sx.Name(upper_name(entry.name, dimension + 1))
            first: sx.Node = sx.Name(lower_name(entry.name, dimension + 1))
            if entry.assumed:
                declared = (entry.dimensions or ())[dimension]
                assert isinstance(declared, sx.Triplet)
                first = declared.first or ONE
            if place.outer and entry.outer:
                first, last = sx.Apply(first, place.outer), sx.Apply(last, place.outer)
            elif entry.name not in self.table.entries or entry.module is not None:
                for name in (*names_in(first), *names_in(last)):
                    self.table.use(name)
            return first, last
        low, high = declared_bounds(entry, dimension)
        if entry.module is None and not entry.outer and entry.name in self.table.entries:
            low = self._kept(entry, lower_name(entry.name, dimension + 1), low)
            if high is not None:
                high = self._kept(entry, upper_name(entry.name, dimension + 1), high)
        return low, high

    def _kept(self, entry: Entry, name: str, bound: sx.Node) -> sx.Node:
        """A bound as it was when the unit began: variables in it may change."""
        if not self.varies(bound) or follows_array(entry, bound):
            return bound
        entry.kept = True
        copy = self.table.entry(name)
        copy.type, copy.size = Type.INTEGER, 4
        return sx.Name(name)

    def varies(self, bound: sx.Node) -> bool:
        """Return whether a declared bound has variables in it, which may change later."""
        entries = [self.table.entries.get(name) for name in names_in(bound)]
        return any(entry is None or entry.value is None for entry in entries)


def follows_array(entry: Entry, bound: sx.Node) -> bool:
    """Return whether a bound is that of an array which gets its shape while the unit runs.

    So is that of a variable beside a component of such an array's elements.
    """
    return "$" in entry.name and isinstance(bound, sx.Name) and bool(_BOUND.search(bound.name))


def declared_bounds(entry: Entry, dimension: int) -> tuple[sx.Node, sx.Node | None]:
    """Return the bounds of a dimension as declared; an assumed size has no last one."""
    item = (entry.dimensions or ())[dimension]
    if isinstance(item, sx.Triplet):
        return item.first or ONE, None if isinstance(item.last, sx.Star) else item.last
    return ONE, None if isinstance(item, sx.Star) else item


def beside(place: Place, ending: str) -> sx.Node:
    """Return the variable beside a place whose name has an ending: a bound, whether it is allocated."""
    name = sx.Name(place.entry.name + ending)
    if not place.entry.outer:
        return name
    outer = place.outer or (sx.Triplet(None, None, None),) * place.entry.outer
    return sx.Apply(name, outer)
