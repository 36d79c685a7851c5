"""Bounds of arrays: LBOUND and UBOUND, and what assignments to allocatable arrays make of bounds.

An assignment to a whole allocatable array keeps the bounds where the shape is the same. Else the lower
bounds are those that LBOUND gives for the right side: those of a variable that stands there alone, 1 of
any other expression (Fortran 2018, 10.2.1.3 and 16.9.109).
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, cast

from frontends.fortran import syntax as sx
from frontends.fortran.derived import lower_name, status_name, upper_name
from frontends.fortran.designators import beside
from frontends.fortran.linear import ONE, ZERO, minus, plus, whole
from frontends.fortran.shapes import is_own_lower, is_upper
from frontends.fortran.trees import nodes_in
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.records import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from frontends.fortran.designators import Place
    from frontends.fortran.procedures import Procedure
    from frontends.fortran.shapes import Extent
    from frontends.fortran.symbols import Table
    from frontends.fortran.units import Line
    from frontends.fortran.work import Work


def is_whole(node: sx.Node, work: Work) -> bool:
    """Whether an expression as written is a whole array: a name or component without subscripts."""
    if not isinstance(node, sx.Name | sx.Component):
        return False
    place = work.designators.place(node)
    if place is None or place.own or not place.rank:
        return False
    outer = place.subscripts[place.rank :]
    return not any(isinstance(part, sx.Triplet) or work.shapes.of(part) for part in outer)


def lower_bound(dimension: Extent) -> sx.Node:
    """Return what LBOUND gives for a dimension of a whole array: 1 if there are no elements."""
    first, last = dimension.first, dimension.last
    if first == ONE or last is None:
        return first
    return minus(first, _moved(first, last))


def upper_bound(dimension: Extent) -> sx.Node | None:
    """Return what UBOUND gives for a dimension of a whole array: 0 if there are no elements."""
    first, last = dimension.first, dimension.last
    if last is None:
        return None
    if first == ONE:
        return dimension.length
    return minus(last_of(first, last), _moved(first, last))


def _moved(first: sx.Node, last: sx.Node) -> sx.Node:
    """How far the bounds of a dimension without elements are from 1 and 0."""
    distance = whole(minus(last, first))
    if distance is not None:
        return ZERO if distance >= 0 else minus(first, ONE)
    is_empty = sx.Infix(">", first, last)
    return sx.Apply(sx.Name("MERGE"), (minus(first, ONE), ZERO, is_empty))


def last_of(first: sx.Node, last: sx.Node) -> sx.Node:
    """Return an upper bound that is at least the lower one less 1: sizes are differences then."""
    before = minus(first, ONE)
    distance = whole(minus(last, before))
    if distance is not None:
        return last if distance >= 0 else before
    if is_upper(last) and is_own_lower(first, last):
        return last
    return sx.Apply(sx.Name("MAX"), (before, last))


def reallocate(
    work: Work, place: Place, given: Sequence[Extent], bases: Sequence[sx.Node], *, from_one: bool
) -> None:
    """Set the bounds of a whole allocatable array that gets a shape.

    ``bases`` are the lower bounds that it gets with another shape. ``from_one``: its own are 1.
    """
    status = beside(place, status_name(""))
    bounds = [
        (beside(place, lower_name("", number)), beside(place, upper_name("", number)))
        for number in range(1, len(given) + 1)
    ]
    sizes = [item.length for item in given]
    always_one = from_one and all(base == ONE for base in bases)
    same: sx.Node | None = None
    if not always_one:
        differences = [
            whole(minus(size, plus(minus(last, first), ONE)))
            for size, (first, last) in zip(sizes, bounds, strict=True)
        ]
        if not any(differences):
            same = work.scalar(Type.LOGICAL, 4, "SAME")
            condition = status
            for size, (first, last) in zip(sizes, bounds, strict=True):
                equal = sx.Infix("==", size, plus(minus(last, first), ONE))
                condition = sx.Infix(".AND.", condition, equal)
            work.silently(same, condition)
    if len(bounds) > 1 or same is not None:
        held: list[sx.Node] = []
        for size in sizes:
            held.append(size if whole(size) is not None else work.scalar(Type.INTEGER, 4, "SIZE"))
            if held[-1] != size:
                work.silently(held[-1], size)
        sizes = held
    for size, base, (first, last) in zip(sizes, bases, bounds, strict=True):
        new = base
        if same is not None and base != first:
            new = sx.Apply(sx.Name("MERGE"), (first, base, same))
        if always_one:
            work.silently(last, size)
            work.silently(first, ONE)
        elif same is None:
            work.silently(last, minus(plus(base, size), ONE))
            work.silently(first, base)
        else:
            work.silently(first, new)
            work.silently(last, minus(plus(first, size), ONE))
    work.silently(status, sx.Truth(True))


def has_operand(value: sx.Node, array: sx.Node) -> bool:
    """Whether an array is an operand of an expression, so that both have one shape."""
    match value:
        case sx.Infix(_, left, right):
            return has_operand(left, array) or has_operand(right, array)
        case sx.Prefix(_, operand) | sx.Paren(operand):
            return has_operand(operand, array)
        case _:
            return value == array


# --- arrays whose lower bounds are 1 ----------------------------------------------------------------


def from_one(lines: Sequence[Line], table: Table) -> set[str]:
    """Return the allocatable arrays of a unit whose lower bounds are 1 wherever they get any."""
    header = None if table.unit.header is None else table.unit.header.statement
    result = header.result or header.name if isinstance(header, sx.Header) else None
    found = {
        entry.name
        for entry in table.entries.values()
        if entry.allocatable
        and entry.open
        and "." not in entry.name
        and (
            entry.storage in (None, Storage.LOCAL) or entry.intent == "out" or entry.name == result
        )
    }
    found -= table.unit.words_inside
    copies: list[tuple[str, str]] = []
    names: set[str] = set()
    for line in lines if found else ():
        for statement in _statements(line.statement):
            found -= _given_bounds(statement, table)
            match statement:
                case sx.Assignment(sx.Name(name), sx.Name(source)):
                    copies.append((name, source))
                case sx.Assignment(sx.Name(name), sx.Component()):
                    found.discard(name)
                case sx.Associate(pairs):
                    names.update(name for name, _ in pairs)
                case _:
                    pass
    while True:
        known = found - names
        others = {name for name, source in copies if not _starts_from_one(source, known, table)}
        if not others & found:
            return found
        found -= others


def _starts_from_one(name: str, known: set[str], table: Table) -> bool:
    """Whether the lower bounds of an array that stands alone on a right side are 1."""
    if name in known:
        return True
    entry = table.find(name)
    if entry is None or entry.module is not None or (entry.open and not entry.assumed):
        return False
    return not any(isinstance(item, sx.Triplet) for item in entry.dimensions or ())


def _statements(statement: sx.Statement) -> Iterator[sx.Statement]:
    """A statement and the one that it executes on a condition."""
    yield statement
    if isinstance(statement, sx.LogicalIf):
        yield statement.action


def _given_bounds(statement: sx.Statement, table: Table) -> set[str]:
    """The arrays that may get lower bounds which are not 1 from ALLOCATE or a procedure."""
    found: set[str] = set()
    match statement:
        case sx.Allocation("allocate" | "automatic", items, options):
            copied = any(name in ("SOURCE", "MOLD") for name, _ in options)
            for item in items:
                has_lower = isinstance(item, sx.Apply) and any(
                    isinstance(part, sx.Triplet) for part in item.arguments
                )
                if has_lower or (copied and not isinstance(item, sx.Apply)):
                    found |= _names((item,))
        case sx.Call(_, arguments):
            found |= _names(arguments)
        case _:
            pass
    for node in _expressions(statement):
        for part in nodes_in(node):
            if isinstance(part, sx.Apply) and _may_allocate(part.base, table):
                found |= _names(part.arguments)
    return found


def _may_allocate(base: sx.Node, table: Table) -> bool:
    """Whether a function that is called has arguments that it may allocate."""
    if isinstance(base, sx.Component):
        return True
    if not isinstance(base, sx.Name):
        return False
    single = table.find_procedure(base.name)
    procedures: list[Procedure] = [*table.find_generic(base.name)]
    if single is not None:
        procedures.append(single)
    return any(
        (entry := procedure.table.entries.get(name)) is not None and entry.allocatable
        for procedure in procedures
        for name in procedure.dummies
    )


def _names(nodes: Iterable[sx.Node]) -> set[str]:
    """The variables that some nodes are, or are parts of."""
    found: set[str] = set()
    for item in nodes:
        node = item.value if isinstance(item, sx.Keyword) else item
        while isinstance(node, sx.Apply):
            node = node.base
        if isinstance(node, sx.Name):
            found.add(node.name)
    return found


def _expressions(part: Any) -> Iterator[sx.Node]:
    """The expressions in a statement."""
    if isinstance(part, tuple):
        for item in cast("tuple[Any, ...]", part):
            yield from _expressions(item)
    elif isinstance(part, sx.Node):
        yield part
    elif is_dataclass(part):
        for item in fields(part):
            yield from _expressions(getattr(part, item.name))
