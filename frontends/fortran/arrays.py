"""Assignments of arrays and structures as loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import lower_name, status_name, upper_name
from frontends.fortran.designators import beside
from frontends.fortran.dynamic_types import lose_extended, set_type, type_of
from frontends.fortran.linear import ONE, ZERO, minus, plus, times, whole
from frontends.fortran.reallocation import (
    has_operand,
    is_whole,
    last_of,
    lower_bound,
    reallocate,
)
from frontends.fortran.shapes import ELEMENTWISE_ARRAYS, At, Extent
from frontends.fortran.trees import nodes_in, renamed
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.fortran.derived import DerivedType
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
        if work.shapes.of(target) is not None:
            target = self.once(target)
        shape = work.shapes.of(target)
        if shape is None:
            with work.under(mask):
                self.put(target, value)
            return
        given = work.shapes.of(value)
        if given is not None or mask is None:
            value = self.once(value)  # gfortran calls a function that stands alone for each element
        if isinstance(value, sx.Array) and mask is None and len(shape) == 1:
            self._fill(target, shape[0], value)
            return
        if isinstance(value, sx.Array) or (given is not None and self.overlap(target, value)):
            value = self.held(value)
        with work.over(shape) as where:
            condition = None if mask is None else work.shapes.at(mask, where)
            with work.under(condition):
                self.put(work.shapes.at(target, where), work.shapes.at(value, where))

    def put(self, target: sx.Node, value: sx.Node) -> None:
        """Assign one element: of a structure, its components."""
        place = self._work.shapes.place(target)
        if place is None or place.entry.derived is None:
            self._work.emit(target, value)
            return
        source = self._work.shapes.place(value)
        if source is None:
            self._work.unmodelled("an element of a structure that is not followed")
        else:
            self.assign_structure(place, source)

    def reallocated(self, place: Place, value: sx.Node, given: sx.Node) -> sx.Node:
        """Give a whole allocatable array the shape of what is assigned; ``given``: it as written.

        Returns the value: a copy where it is made of what the array held.
        """
        work, entry = self._work, place.entry
        shape = work.shapes.of(value)
        if shape is None or place.own or not (entry.allocatable and entry.open):
            return value
        if has_operand(value, place.node):
            return value
        bases: Sequence[sx.Node] = (ONE,) * len(shape)
        if is_whole(given, work):
            bases = tuple(lower_bound(item) for item in shape)
        if self.uses(place, value):
            value = self.held(value)
            shape = work.shapes.of(value) or shape
        reallocate(work, place, shape, bases, from_one=entry.name in self.from_one)
        return value

    def once(self, value: sx.Node) -> sx.Node:
        """Return an array expression whose scalar parts with calls in them were computed before."""
        work = self._work
        if isinstance(value, sx.Array) or not any(map(self.is_call, nodes_in(value))):
            return value
        if work.shapes.of(value) is None and not isinstance(value, sx.Triplet):
            made = work.scalar(*work.kind_of(value))
            work.emit(made, value)
            return made
        match value:
            case sx.Infix(operator, left, right):
                return sx.Infix(operator, self.once(left), self.once(right))
            case sx.Prefix(operator, operand):
                return sx.Prefix(operator, self.once(operand))
            case sx.Paren(operand):
                return sx.Paren(self.once(operand))
            case sx.Keyword(name, operand):
                return sx.Keyword(name, self.once(operand))
            case sx.Triplet(first, last, step):
                ends = (None if part is None else self.once(part) for part in (first, last, step))
                return sx.Triplet(*ends)
            case sx.Apply(base, arguments):
                return sx.Apply(base, tuple(map(self.once, arguments)))
            case sx.Reference(name, arguments, hidden, kind, True):
                return sx.Reference(name, tuple(map(self.once, arguments)), hidden, kind, True)
            case _:
                return value

    def is_call(self, node: sx.Node) -> bool:
        """Return whether a node is a call of a function that is no intrinsic one."""
        if isinstance(node, sx.Reference):
            return True
        if not isinstance(node, sx.Apply) or not isinstance(node.base, sx.Name):
            return False
        shapes = self._work.shapes
        return shapes.place(node) is None and not shapes.is_function(node.base.name)

    def chosen(self, first: sx.Node, second: sx.Node, mask: sx.Node) -> sx.Node:
        """Return what MERGE gives; gfortran calls functions in its values where these are taken."""
        work = self._work
        mask = self.once(mask)
        shape = work.shapes.of(mask) or work.shapes.of(first) or work.shapes.of(second)
        if shape is None:
            made = work.scalar(*work.kind_of(first))
        else:
            first, second = self.once(first), self.once(second)
            made = work.array_like(first, shape)
        with work.over(work.shapes.of(made) or ()) as where:
            into = work.shapes.at(made, where)
            work.out.append(sx.IfThen(work.shapes.at(mask, where)))
            self.put(into, work.shapes.at(first, where))
            work.out.append(sx.Else())
            self.put(into, work.shapes.at(second, where))
            work.out.append(sx.EndIf())
        return made

    def uses(self, place: Place, value: sx.Node) -> bool:
        """Whether an array or one of the variables beside it is in an expression."""
        names = (node.name for node in nodes_in(value) if isinstance(node, sx.Name))
        return any(name.partition("$")[0] == place.entry.name for name in names)

    def overlap(self, target: sx.Node, value: sx.Node) -> bool:
        """Whether elements are set before others that need them are read."""
        place = self._work.shapes.place(target)
        if place is None:
            return False
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
        value = self.once(value)
        shape = work.shapes.of(value)
        if shape is None:
            return value
        made = work.array_like(value, shape)
        if isinstance(value, sx.Array):
            self._fill(made, Extent(ONE, shape[0].size), value)
            return made
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            self.put(work.shapes.at(made, where), work.shapes.at(value, where))
        return made

    def collected(self, loop: sx.Do, items: Callable[[], Sequence[sx.Node]]) -> sx.Node:
        """Return an array with the items that each iteration of a loop makes, with their statements."""
        work = self._work
        before, work.out = work.out, []
        made = items()
        inner, work.out = work.out, before
        shape = work.shapes.of(sx.Array(tuple(made)))
        assert shape is not None
        size = shape[0].size
        steps = Extent(loop.first, loop.last, loop.step or ONE).length
        grows = any(isinstance(part, sx.Name) for part in nodes_in(size))  # known in the loop only
        count: sx.Node = work.scalar(Type.INTEGER, 4, "N") if grows else times(steps, size)
        if grows:
            work.silently(count, ZERO)
        into = work.array_like(sx.Array(tuple(made)), (Extent(ONE, count),))
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, ONE)
        work.out += [loop, *inner]
        if grows:
            upper = sx.Name(upper_name(into.name, 1))
            work.silently(upper, plus(upper, size))
        for item in made:
            self._fill_from(into, counter, Extent(ONE, count), item)
        work.out.append(sx.EndDo())
        return into

    def _fill(self, target: sx.Node, dimension: Extent, value: sx.Array) -> None:
        """Set the elements of a vector from a constructor."""
        work = self._work
        if any(self.overlap(target, item) for item in value.items):
            value = sx.Array((self._all_held(value, dimension),))
        if not any(isinstance(item, sx.Implied) or work.shapes.of(item) for item in value.items):
            for number, item in enumerate(value.items):
                place = plus(dimension.first, times(sx.Number(str(number)), dimension.step))
                self.put(self._at(target, place, dimension), item)
            return
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, dimension.first)
        for item in value.items:
            self._fill_from(target, counter, dimension, item)

    def _all_held(self, value: sx.Array, dimension: Extent) -> sx.Node:
        made = self._work.array_like(value, (Extent(ONE, dimension.size),))
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
        if not isinstance(item, sx.Implied) and work.shapes.of(item) is not None:
            item = self.once(item)
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
            self.put(self._at(target, counter, dimension), work.shapes.at(item, where))
            work.emit(counter, plus(counter, dimension.step))

    # --- structures ---------------------------------------------------------------------------------

    def assign_structure(self, target: Place, source: Place, depth: int = 0) -> None:
        """Assign all components of a variable of a derived type."""
        kind = target.entry.derived
        if kind is None or depth > _DEEPEST:
            return
        work = self._work
        shape = work.shapes.of(target.node) if _has_allocatable(kind, depth) else None
        if shape is not None:  # each element has components of its own size
            with work.over(shape) as where:
                self.put(work.shapes.at(target.node, where), work.shapes.at(source.node, where))
            return
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
                    if into.entry.polymorphic:
                        lose_extended(into, component.derived, work, out_of)
                    self.assign_structure(into, out_of, depth + 1)
                else:
                    self.assign(into.node, out_of.node)

    def _component(self, place: Place, name: str) -> Place | None:
        return self._work.designators.component(place, name)

    def carry(self, target: Place, source: Place) -> None:
        """Say that a pointer or allocatable array has the place and bounds of another one."""
        work = self._work
        if source.entry.allocatable or source.entry.pointer:
            value: sx.Node = beside(source, status_name(""))
        else:
            value = sx.Truth(True)
        work.silently(beside(target, status_name("")), value)
        work.refer(target, source)
        set_type(target, type_of(source), work)
        if not target.entry.open:
            return
        shape = work.shapes.of(source.node) or ()
        for number, dimension in enumerate(shape[: target.rank]):
            whole_array = not source.own
            first = dimension.first if whole_array else ONE
            last = dimension.size if dimension.last is None else last_of(first, dimension.last)
            if not whole_array:
                last = dimension.length
            work.silently(beside(target, lower_name("", number + 1)), first)
            work.silently(beside(target, upper_name("", number + 1)), last)


_MOVING = frozenset(sx.Name(name) for name in ELEMENTWISE_ARRAYS)


def _has_allocatable(kind: DerivedType, depth: int) -> bool:
    """Whether a type has a component that is allocated, at any depth."""
    return any(
        item.allocatable
        or (
            item.derived is not None
            and depth < _DEEPEST
            and _has_allocatable(item.derived, depth + 1)
        )
        for item in kind.components.values()
        if not item.pointer
    )
