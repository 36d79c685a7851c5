"""FORALL computes all values before it sets any: what it reads and sets is copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from frontends.fortran import syntax as sx
from frontends.fortran.linear import ONE, minus, plus
from frontends.fortran.trees import changed, parts_of
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from frontends.fortran.arrays import Arrays
    from frontends.fortran.units import Line
    from frontends.fortran.work import Work


class Masked(Protocol):
    """A FORALL that is open, with its mask."""

    mask: sx.Node | None


def assigned(lines: Sequence[Line]) -> list[sx.Node] | None:
    """The arrays that the FORALL which begins here sets; None if it has more than assignments."""
    found: list[sx.Node] = []
    for line in lines:
        match line.statement:
            case sx.EndConstruct("forall"):
                return found
            case sx.Assignment(target) | sx.PointerAssignment(target):
                found.append(base_of(target))
            case _:
                break
    return None


def from_before(
    action: sx.Assignment, opened: Sequence[Masked], work: Work, arrays: Arrays
) -> sx.Assignment:
    """An assignment that reads elements of its array, if not the one it sets, from a copy."""
    target, base = action.target, base_of(action.target)
    masks = [item.mask for item in opened if item.mask is not None]
    if not any(any(mentions(node, base, target)) for node in (action.value, *masks)):
        return action
    change = copied(base, target, work, arrays)
    if change is None:
        work.tell(
            "a FORALL that reads other components of an array than it sets is not followed",
            "write it as a loop",
        )
        return sx.Assignment(target, sx.Unknown("what a FORALL computes", Type.REAL))
    for item in opened:
        if item.mask is not None:
            item.mask = changed(item.mask, change)
    return sx.Assignment(target, changed(action.value, change))


def copied(
    base: sx.Node, target: sx.Node | None, work: Work, arrays: Arrays
) -> Callable[[sx.Node], sx.Node | None] | None:
    """Copy an array; return what its elements become in an expression, all but the target."""
    place = work.designators.place(base)
    shape = None if place is None else work.shapes.of(place.node)
    if place is None or shape is None or (isinstance(base, sx.Component) and place.outer):
        return None
    copy = work.array_like(place.node, shape)
    arrays.assign(copy, place.node)

    def change(node: sx.Node) -> sx.Node | None:
        if node == target:
            return node
        if isinstance(node, sx.Apply) and node.base == base:
            arguments = tuple(changed(item, change) for item in node.arguments)
            pairs = zip(arguments, shape, strict=False)
            return sx.Apply(copy, tuple(_moved(item, extent.first) for item, extent in pairs))
        return copy if node == base else None

    return change


def base_of(target: sx.Node) -> sx.Node:
    """The array that an element or section is of."""
    return target.base if isinstance(target, sx.Apply) else target


def mentions(node: sx.Node, base: sx.Node, target: sx.Node | None) -> Iterator[sx.Node]:
    """Yield where an expression mentions an array, or its object, but for the element that is set."""
    root = base
    while isinstance(root, sx.Component | sx.Apply):
        root = root.base
    if node in (base, root):
        yield node
    elif node != target:
        for part in parts_of(node):
            yield from mentions(part, base, target)


def _moved(subscript: sx.Node, first: sx.Node) -> sx.Node:
    """A subscript of the copy of an array, which begins at 1."""
    if isinstance(subscript, sx.Triplet):
        low, high = (
            None if end is None else plus(minus(end, first), ONE)
            for end in (subscript.first, subscript.last)
        )
        return sx.Triplet(low, high, subscript.step)
    return plus(minus(subscript, first), ONE)
