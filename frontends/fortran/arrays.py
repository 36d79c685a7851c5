"""Assignments of arrays and structures as loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import lower_name, status_name, upper_name
from frontends.fortran.designators import beside
from frontends.fortran.dynamic_types import set_type, type_of
from frontends.fortran.linear import ONE, ZERO, minus, plus, times, whole
from frontends.fortran.shapes import ELEMENTWISE_ARRAYS, At, Extent
from frontends.fortran.trees import nodes_in, renamed
from sad.ir.expr import Type

if TYPE_CHECKING:
    from frontends.fortran.designators import Place
    from frontends.fortran.work import Work

_DEEPEST = 8


class Arrays:
    """Writes loops. ``from_one``: arrays whose lower bounds are 1 wherever they are allocated."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.from_one: set[str] = set()

    # --- assignment ---------------------------------------------------------------------------------

    def assign(self, target: sx.Node, value: sx.Node, mask: sx.Node | None = None) -> None:
        """Assign a rewritten value to a rewritten variable, where a mask says so."""
        work = self._work
        shape = work.shapes.of(target)
        if shape is None:
            with work.under(mask):
                work.emit(target, value)
            return
        given = work.shapes.of(value)
        if isinstance(value, sx.Array) and mask is None and len(shape) == 1:
            self._fill(target, shape[0], value)
            return
        if isinstance(value, sx.Array) or (given is not None and self.overlap(target, value)):
            value = self.held(value)
        with work.over(shape) as where:
            condition = None if mask is None else work.shapes.at(mask, where)
            with work.under(condition):
                work.emit(work.shapes.at(target, where), work.shapes.at(value, where))

    def reallocated(self, place: Place, value: sx.Node) -> sx.Node:
        """Give a whole allocatable array the shape of what is assigned (Fortran 2003, 7.4.1.3).

        Returns the value: a copy where it is made of what the array held. Lower bounds that this unit
        does not set stay: where the shape is the same they do, and else nearly all are 1.
        """
        work = self._work
        given = work.shapes.of(value)
        entry = place.entry
        if given is None or place.own or not (entry.allocatable and entry.open):
            return value
        if _has_operand(value, place.node):
            return value
        if any(self._names(node, entry.name) for node in nodes_in(value)):
            value = self.held(value)
            given = work.shapes.of(value) or given
        for number, dimension in enumerate(given, 1):
            first = ONE if entry.name in self.from_one else beside(place, lower_name("", number))
            last = plus(first, minus(dimension.size, ONE))
            if first == ONE:
                work.silently(beside(place, lower_name("", number)), ONE)
            work.silently(beside(place, upper_name("", number)), last)
        work.silently(beside(place, status_name("")), sx.Truth(True))
        return value

    def overlap(self, target: sx.Node, value: sx.Node, *, touched: bool = False) -> bool:
        """Whether elements are set before others that need them are read, or any are ``touched``."""
        place = self._work.shapes.place(target)
        if place is None:
            return False
        if touched:
            return any(self._names(node, place.entry.name) for node in nodes_in(value))
        for node in nodes_in(value):
            if isinstance(node, sx.Apply) and node.base in _MOVING:
                if any(self._names(item, place.entry.name) for item in nodes_in(node)):
                    return True
            elif self._names(node, place.entry.name) and not self._is_apart(node, target):
                if isinstance(node, sx.Name) and self._is_base(node, target, value):
                    continue
                return True
        return False

    def _is_base(self, name: sx.Name, target: sx.Node, value: sx.Node) -> bool:
        """Whether a name is only met as that of sections equal to the target."""
        return (
            isinstance(target, sx.Apply)
            and all(
                self._is_apart(node, target)
                for node in nodes_in(value)
                if isinstance(node, sx.Apply) and node.base == name
            )
            and sum(node == name for node in nodes_in(value))
            == sum(isinstance(node, sx.Apply) and node.base == name for node in nodes_in(value))
        )

    def _is_apart(self, node: sx.Node, target: sx.Node) -> bool:
        """Whether an array reference is the target itself, or certainly none of its elements."""
        if node == target:
            return True
        if not (isinstance(node, sx.Apply) and isinstance(target, sx.Apply)):
            return False
        for read, set_ in zip(node.arguments, target.arguments, strict=False):
            if isinstance(read, sx.Triplet) or self._work.shapes.of(read) is not None:
                continue
            if not isinstance(set_, sx.Triplet):
                if (whole(minus(read, set_)) or 0) != 0:
                    return True
            elif set_.step is None:
                below = None if set_.first is None else whole(minus(set_.first, read))
                above = None if set_.last is None else whole(minus(read, set_.last))
                if (below or 0) > 0 or (above or 0) > 0:
                    return True
        return False

    def _names(self, node: sx.Node, name: str) -> bool:
        base = node.base if isinstance(node, sx.Apply) else node
        return isinstance(base, sx.Name) and base.name == name

    def held(self, value: sx.Node) -> sx.Node:
        """Return an array of its own that has the values of an array expression."""
        work = self._work
        shape = work.shapes.of(value)
        if shape is None:
            return value
        first = value
        while isinstance(first, sx.Array | sx.Implied):
            first = first.items[0]
        kind, size = work.kind_of(first)
        made = work.array(kind, size, shape)
        if isinstance(value, sx.Array):
            self._fill(made, Extent(ONE, shape[0].size), value)
            return made
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            work.emit(work.shapes.at(made, where), work.shapes.at(value, where))
        return made

    def _fill(self, target: sx.Node, dimension: Extent, value: sx.Array) -> None:
        """Set the elements of a vector from a constructor."""
        work = self._work
        if any(self.overlap(target, item) for item in value.items):
            value = sx.Array((self._all_held(value, dimension),))
        if not any(isinstance(item, sx.Implied) or work.shapes.of(item) for item in value.items):
            for number, item in enumerate(value.items):
                place = plus(dimension.first, times(sx.Number(str(number)), dimension.step))
                work.emit(self._at(target, place, dimension), item)
            return
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, dimension.first)
        for item in value.items:
            self._fill_from(target, counter, dimension, item)

    def _all_held(self, value: sx.Array, dimension: Extent) -> sx.Node:
        first: sx.Node = value
        while isinstance(first, sx.Array | sx.Implied):
            first = first.items[0]
        kind, size = self._work.kind_of(first)
        made = self._work.array(kind, size, (Extent(ONE, dimension.size),))
        counter = self._work.scalar(Type.INTEGER, 4, "N")
        self._work.emit(counter, ONE)
        for item in value.items:
            self._fill_from(made, counter, Extent(ONE, dimension.size), item)
        return made

    def _at(self, target: sx.Node, place: sx.Node, dimension: Extent) -> sx.Node:
        return (
            self._work.shapes.at(target, (At(place, dimension.first),))
            if dimension.step == ONE
            else self._work.shapes.at(target, (At(minus(place, dimension.first), ZERO),))
        )

    def _fill_from(
        self, target: sx.Node, counter: sx.Name, dimension: Extent, item: sx.Node
    ) -> None:
        work = self._work
        if isinstance(item, sx.Implied):
            variable = work.scalar(Type.INTEGER, 4, item.variable)
            work.out.append(sx.Do(None, variable.name, item.first, item.last, item.step))
            for inner in item.items:
                own = renamed(inner, {item.variable: variable})
                self._fill_from(target, counter, dimension, own)
            work.out.append(sx.EndDo())
            return
        shape = work.shapes.of(item)
        with work.over(shape or ()) as where:
            work.emit(self._at(target, counter, dimension), work.shapes.at(item, where))
            work.emit(counter, plus(counter, dimension.step))

    # --- structures ---------------------------------------------------------------------------------

    def assign_structure(self, target: Place, source: Place, depth: int = 0) -> None:
        """Assign all components of a variable of a derived type."""
        kind = target.entry.derived
        if kind is None or depth > _DEEPEST:
            return
        work = self._work
        parents = set[str]()
        above = kind.parent
        while above is not None:
            parents.add(above.name)
            above = above.parent
        for name, component in kind.components.items():
            if name in parents:
                continue
            into = self._component(target, name)
            out_of = self._component(source, name)
            if into is None or out_of is None:
                continue
            if component.pointer or component.allocatable:
                self.carry(into, out_of)
            if component.pointer:
                continue
            condition = None
            if component.allocatable:
                condition = beside(out_of, status_name(""))
                if work.shapes.of(condition) is not None:
                    condition = None
            with work.under(condition):
                if component.derived is not None:
                    self.assign_structure(into, out_of, depth + 1)
                else:
                    self.assign(into.node, out_of.node)

    def _component(self, place: Place, name: str) -> Place | None:
        return self._work.designators.component(place, name)

    def carry(self, target: Place, source: Place) -> None:
        """Say that a pointer or allocatable array has the bounds of another one."""
        work = self._work
        if source.entry.allocatable or source.entry.pointer:
            value: sx.Node = beside(source, status_name(""))
        else:
            value = sx.Truth(True)
        work.silently(beside(target, status_name("")), value)
        set_type(target, type_of(source), work)
        if not target.entry.open:
            return
        shape = work.shapes.of(source.node) or ()
        for number, dimension in enumerate(shape[: target.rank]):
            whole_array = not source.own
            first = dimension.first if whole_array else ONE
            last = dimension.last if whole_array else dimension.size
            if last is None:
                last = dimension.size
            work.silently(beside(target, lower_name("", number + 1)), first)
            work.silently(beside(target, upper_name("", number + 1)), last)


_MOVING = frozenset(sx.Name(name) for name in ELEMENTWISE_ARRAYS)


def _has_operand(value: sx.Node, array: sx.Node) -> bool:
    """Whether an array is an operand of an expression, so that both have one shape."""
    match value:
        case sx.Infix(_, left, right):
            return _has_operand(left, array) or _has_operand(right, array)
        case sx.Prefix(_, operand) | sx.Paren(operand):
            return _has_operand(operand, array)
        case _:
            return value == array
