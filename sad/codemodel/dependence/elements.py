"""Chains through array elements: which reads get what an earlier statement or iteration wrote.

In plain code an element goes through memory. Optimised code keeps it in a register where it is the one
just stored, or stored up to three iterations ago, on every way, and nothing stored between may be the
same place (gcc 12 at -O2, looked at in its assembler output: partial redundancy elimination).

A place in an array is a polynomial in what variables hold where an iteration starts: ``number`` turns
an integer expression into one; ``Recurrences`` tells how it changes from one iteration to the next,
as far as that is fixed: through induction variables, and through variables that hold what such a
formula was an iteration ago.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly, divide_exactly
from sad.codemodel.dependence.graph import START, Edge, step
from sad.ir import expr as ex
from sad.ir.expr import NARROWING, Operator, Type
from sad.records import mutable, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.codemodel.dependence.graph import Booking, Graph
    from sad.codemodel.operations.accesses import Memory
    from sad.ir.expr import Expr


_MOST_PAIRS = 20_000
_FARTHEST = 16
_FARTHEST_KEPT = 3
ElementPlace = tuple["Poly | None", ...]
UNKNOWN = "?"
_MOST_TERMS = 12
_MOST_FACTORS = 3
_fresh = count()
INVARIANT = -1
"""The distance of two references that are to one place in all iterations."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """An element that is read or written: by which node, where, and the how manieth of all."""

    array: str
    kind: str
    place: ElementPlace
    node: int
    block: int
    booking: Booking
    order: int


@mutable
class Elements:
    """References to array elements in one iteration.

    ``touched`` and ``changed`` are arrays that nested loops or whole-array statements read, write;
    ``calls`` is whether something is called that may write anything.
    """

    reads: list[Reference] = field(default_factory=list[Reference])
    writes: list[Reference] = field(default_factory=list[Reference])
    touched: set[str] = field(default_factory=set[str])
    changed: set[str] = field(default_factory=set[str])
    calls: bool = False

    def arrays_read(self) -> set[str]:
        """Return all arrays that are read."""
        return self.touched | {item.array for item in self.reads}

    def arrays_written(self) -> set[str]:
        """Return all arrays that are written."""
        return self.changed | {item.array for item in self.writes}


@record
class _Match:
    write: Reference
    distance: int


class Matcher:
    """Connects reads to writes in a graph.

    ``steady`` are the reads (by node) of a place that all iterations set: its array, and the variables
    in its subscripts.
    """

    def __init__(
        self,
        graph: Graph,
        elements: Elements,
        recurrences: Recurrences,
        memory: Memory | None,
    ) -> None:
        self._graph = graph
        self._elements = elements
        self._recurrences = recurrences
        self._memory = memory
        self.steady: dict[int, tuple[str, frozenset[str]]] = {}
        self._changed = elements.arrays_written()
        self._by_array: dict[str, list[Reference]] = {}
        self._read: dict[str, list[Reference]] = {}
        self._places: dict[int, tuple[Poly, ...] | None] = {}
        for item in elements.writes:
            self._by_array.setdefault(item.array, []).append(item)
        for item in elements.reads:
            self._read.setdefault(item.array, []).append(item)

    def connect(self) -> None:
        """Add an edge for each read that gets what a write of the iteration or an earlier one left."""
        pairs = sum(
            len(reads) * len(self._by_array.get(array, ())) for array, reads in self._read.items()
        )
        if pairs > _MOST_PAIRS:
            return
        for read in self._elements.reads:
            matches = self._matches(read)
            if not matches:
                continue
            kept = self._memory is not None and all(
                self._in_register(read, item) for item in matches
            )
            whole = matches[-1].write.booking.condition in (0, read.booking.condition)
            if kept and whole:
                self._graph.nodes[read.node].inputs.clear()
            steps = None if kept else step(f"forward.{read.kind}.element", None)
            for item in matches:
                self._graph.nodes[read.node].inputs.append(
                    Edge(item.write.node, steps, read.booking, item.distance)
                )
            if not whole:
                self._graph.nodes[read.node].inputs.append(Edge(START, None, None))

    def _place(self, item: Reference) -> tuple[Poly, ...] | None:
        if id(item) not in self._places:
            found = [self._recurrences.resolved(part) for part in item.place]
            known = tuple(part for part in found if part is not None)
            self._places[id(item)] = known if len(known) == len(found) else None
        return self._places[id(item)]

    def _matches(self, read: Reference) -> list[_Match]:
        """The writes a read may get, nearest first, up to one that is made on every way."""
        place = self._place(read)
        if place is None:
            return []
        found: list[_Match] = []
        for write in self._by_array.get(read.array, ()):
            written = self._place(write)
            far = None if written is None else distance(written, place, self._recurrences)
            if far is None or far > _FARTHEST:
                continue
            same, before = far == INVARIANT, write.order < read.order
            if far <= 0:
                if before and self._reaches(write, read):
                    found.append(_Match(write, 0))
                elif same:
                    found.append(_Match(write, 1))
                    names = frozenset[str]().union(*(part.symbols() for part in place))
                    self.steady[read.node] = read.array, names
            else:
                found.append(_Match(write, far))
        found.sort(key=lambda item: (item.distance, -item.write.order))
        for number, item in enumerate(found):
            if item.write.booking.condition in (0, read.booking.condition):
                return found[: number + 1]
        return found

    def _reaches(self, write: Reference, read: Reference) -> bool:
        """Whether the write is on a way to the read: they are not in two arms of a branch."""
        conditions = write.booking.condition, read.booking.condition
        return 0 in conditions or conditions[0] == conditions[1]

    def _in_register(self, read: Reference, match: _Match) -> bool:
        write = match.write
        always = write.booking.condition == 0 and read.booking.condition == 0
        if match.distance > _FARTHEST_KEPT or (match.distance and not always):
            return False
        return not self._may_be_written(read, match)

    def _may_be_written(self, read: Reference, match: _Match) -> bool:
        """Whether something else that is stored may be the place that is read."""
        array, place = read.array, self._place(read)
        assert self._memory is not None
        if (
            array in self._elements.changed
            or (self._elements.calls and is_shared(array, self._memory))
            or may_be_changed(array, self._changed, self._memory)
        ):
            return True
        assert place is not None
        for write in self._by_array[array]:
            between = (
                match.write.order < write.order < read.order
                if match.distance == 0
                else write.order > match.write.order or write.order < read.order
            )
            if between and write is not match.write and not self._apart(write, place):
                return True
        return False

    def _apart(self, other: Reference, place: tuple[Poly, ...]) -> bool:
        known = self._place(other)
        return known is not None and apart(known, place, self._recurrences)


def is_shared(name: str, memory: Memory) -> bool:
    """Whether procedures that are called may see what is under a name."""
    place = memory.of(name)
    return place is not None and place.shared


def may_be_changed(name: str, others: Iterable[str], memory: Memory) -> bool:
    """Whether storing to other names may change what is under a name, as pointers may lead there."""
    place = memory.of(name)
    if place is None:
        return False
    loads = set(place.loads)
    stored = (memory.of(other) for other in others if other != name)
    return any(item is not None and not loads.isdisjoint(item.stores) for item in stored)


def number(expr: Expr, variable: Callable[[str], Poly | None]) -> Poly | None:
    """Return an integer expression as a polynomial of variables' values; None if it is none."""
    match expr:
        case ex.Constant(value=int(value), type=Type.INTEGER):
            return Poly.constant(value)
        case ex.Variable(name=name, type=Type.INTEGER):
            return variable(name)
        case ex.Copy(operand=operand):
            return number(operand, variable)
        case ex.Convert(operand=operand, type=Type.INTEGER) if operand.type is Type.INTEGER:
            return number(operand, variable)
        case ex.Intrinsic(name=name, arguments=(operand,)) if name in NARROWING:
            return number(operand, variable)
        case ex.Intrinsic(name="loc", arguments=(ex.Variable(name=name),)):
            return Poly.symbol(f"address of {name}")  # which stays
        case ex.Unary(operator=Operator.NEG, operand=operand):
            value = number(operand, variable)
            return None if value is None else -value
        case ex.Binary(operator=operator, left=left, right=right, type=Type.INTEGER):
            if operator not in (Operator.ADD, Operator.SUB, Operator.MUL):
                return None
            one, two = number(left, variable), number(right, variable)
            if one is None or two is None:
                return None
            if operator is Operator.MUL:
                return _small(one * two) if len(one.terms) * len(two.terms) <= _MOST_TERMS else None
            return _small(one + two if operator is Operator.ADD else one - two)
        case _:
            return None


def _small(value: Poly) -> Poly | None:
    if len(value.terms) > _MOST_TERMS or any(len(m) > _MOST_FACTORS for m in value.terms):
        return None
    return value


def unknown() -> Poly:
    """Return a number that is like no other."""
    return Poly.symbol(f"{UNKNOWN}{next(_fresh)}")


class Recurrences:
    """How numbers change per iteration; ``ends`` are variables' values where it ends."""

    def __init__(self, ends: Mapping[str, Poly | None]) -> None:
        self._changed = frozenset(ends)
        self.increments: dict[str, Poly] = {}
        for name, end in ends.items():
            change = None if end is None else end - Poly.symbol(name)
            if change is not None and self._fixed(change):
                self.increments[name] = change
        self._changes: dict[Poly, Poly | None] = {}
        self._before: dict[str, Poly] = {}
        for name, end in ends.items():
            if end is not None and name not in self.increments and self._steady(end):
                self._before[name] = end - self._change(end)

    def _fixed(self, value: Poly) -> bool:
        """Whether a number is the same in all iterations."""
        return not any(s in self._changed or s.startswith(UNKNOWN) for s in value.symbols())

    def _steady(self, value: Poly) -> bool:
        return not any(
            s.startswith(UNKNOWN) or (s in self._changed and s not in self.increments)
            for s in value.symbols()
        )

    def _change(self, value: Poly) -> Poly:
        later = value
        for name in value.symbols() & self.increments.keys():
            later = later.substitute(name, Poly.symbol(name) + self.increments[name])
        return later - value

    def resolved(self, value: Poly | None) -> Poly | None:
        """Return a number in terms of induction variables and what does not change."""
        if value is None:
            return None
        for name in value.symbols() & self._before.keys():
            value = value.substitute(name, self._before[name])
        return value if self._steady(value) else None

    def change(self, value: Poly) -> Poly | None:
        """Return by how much a resolved number changes per iteration; None if that is not fixed."""
        if value not in self._changes:
            change = self._change(value)
            self._changes[value] = change if self._fixed(change) else None
        return self._changes[value]


def distance(
    written: tuple[Poly, ...], read: tuple[Poly, ...], recurrences: Recurrences
) -> int | None:
    """Return how many iterations before a read its place is written; None if that is not known.

    Less than 0 (other than ``INVARIANT``, -1, which stands for all iterations) is never returned.
    """
    if len(written) != len(read):
        return None
    found: int | None = None
    for one, two in zip(written, read, strict=True):
        change = recurrences.change(one)
        if change is None or change != recurrences.change(two):
            return None
        difference = one - two
        if not change:
            if difference:
                return None
            continue
        ratio = _ratio(difference, change)
        if ratio is None or ratio < 0 or (found is not None and found != ratio):
            return None
        found = ratio
    return INVARIANT if found is None else found


def apart(written: tuple[Poly, ...], read: tuple[Poly, ...], recurrences: Recurrences) -> bool:
    """Whether two references are to different places, or their distance is a known number."""
    if len(written) != len(read):
        return False
    for one, two in zip(written, read, strict=True):
        change = recurrences.change(one)
        if change is None or change != recurrences.change(two):
            continue
        difference = (one - two).as_integer
        if difference is not None and (change or difference):
            return True
    return False


def _ratio(difference: Poly, change: Poly) -> int | None:
    if not difference:
        return 0
    whole, left = change.as_integer, difference.as_integer
    if whole is not None:
        return None if left is None or left % whole else left // whole
    quotient, rest = divide_exactly(difference, change)
    return quotient.as_integer if rest == ZERO else None
