"""What rewriting one unit works with: names of its own, loops over shapes, types of expressions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import finish_entry, has_reference, reference_name, upper_name
from frontends.fortran.designators import Designators, Place, beside
from frontends.fortran.linear import ONE, ZERO, minus, whole
from frontends.fortran.resolve import Resolver
from frontends.fortran.shapes import At, Extent, Shapes
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from frontends.fortran.derived import DerivedType
    from frontends.fortran.symbols import Entry, Table
    from sad.diagnostics import Diagnostics, Span

SIZES = {
    Type.INTEGER: 4, Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16, Type.COMPLEX: 8,
    Type.DOUBLE_COMPLEX: 16, Type.LOGICAL: 4, Type.CHARACTER: 1, Type.DERIVED: 0,
}  # fmt: skip
_LETTERS = {
    Type.INTEGER: "I", Type.REAL: "R", Type.DOUBLE: "D", Type.QUAD: "Q", Type.COMPLEX: "C",
    Type.DOUBLE_COMPLEX: "Z", Type.LOGICAL: "L", Type.CHARACTER: "S", Type.DERIVED: "T",
}  # fmt: skip


class Work:
    """State of rewriting a unit. ``out`` takes the statements that are made."""

    def __init__(self, table: Table, diagnostics: Diagnostics) -> None:
        self.table = table
        self.out: list[sx.Statement] = []
        self.span: Span = table.unit.first
        self.designators = Designators(table, lambda node: node)
        self.shapes = Shapes(table, self.designators)
        self._diagnostics = diagnostics
        self._depth = 0
        self._made = 0
        self._said: set[str] = set()

    # --- names --------------------------------------------------------------------------------------

    def index(self) -> sx.Name:
        """Return the variable of a loop at the present depth."""
        name = f"I${self._depth + 1}"
        entry = self.table.entry(name)
        entry.type, entry.size = Type.INTEGER, 4
        return sx.Name(name)

    def _named(self, stem: str) -> Entry:
        self._made += 1
        return self.table.entry(f"{stem}${self._made}")

    def scalar(self, kind: Type, size: int | None, stem: str = "S") -> sx.Name:
        """Return a new scalar."""
        entry = self._named(stem)
        entry.type, entry.size = kind, size
        return sx.Name(entry.name)

    def array(self, kind: Type, size: int | None, shape: Sequence[Extent]) -> sx.Name:
        """Return a new array of a shape, with lower bounds of 1."""
        entry = self._named("T")
        entry.type, entry.size = kind, size
        sizes = [item.length for item in shape]
        if all(whole(item) is not None for item in sizes):
            entry.dimensions = tuple(sizes)
            return sx.Name(entry.name)
        entry.open = entry.assumed = True
        made: list[sx.Node] = []
        for number, item in enumerate(sizes, 1):
            upper = self.table.entry(upper_name(entry.name, number))
            upper.type, upper.size = Type.INTEGER, 4
            made.append(sx.Triplet(ONE, sx.Name(upper.name), None))
            self.silently(sx.Name(upper.name), item)
        entry.dimensions = tuple(made)
        return sx.Name(entry.name)

    def array_like(self, node: sx.Node, shape: Sequence[Extent]) -> sx.Name:
        """Return a new array of a shape for the elements of a rewritten expression."""
        made = self.array(*self.kind_of(node), shape)
        while isinstance(node, sx.Array | sx.Implied) and node.items:
            node = node.items[0]
        place = self.shapes.place(node)
        if place is not None and place.entry.derived is not None:
            entry = self.table.entries[made.name]
            entry.derived, entry.polymorphic = place.entry.derived, place.entry.polymorphic
            finish_entry(entry, self.table)
        return made

    def structure(
        self, kind: DerivedType, *, polymorphic: bool = False, pointer: bool = False
    ) -> Place:
        """Return a new variable of a derived type, or pointer to one."""
        entry = self._named("T")
        entry.pointer = pointer
        entry.type, entry.size, entry.derived = Type.DERIVED, 0, kind
        entry.polymorphic = polymorphic
        finish_entry(entry, self.table)
        return Place(entry)

    def absent(self, kind: Type, size: int | None, *, is_array: bool) -> sx.Name:
        """Return what is passed where an optional argument is left out."""
        entry = self.table.entry(f"ABSENT${_LETTERS[kind]}{'A' if is_array else ''}")
        entry.type, entry.size = kind, size
        if is_array:
            entry.dimensions = (ONE,)
        return sx.Name(entry.name)

    # --- statements ---------------------------------------------------------------------------------

    def emit(self, target: sx.Node, value: sx.Node) -> None:
        """Assign."""
        self.out.append(sx.Assignment(target, value))

    def silently(self, target: sx.Node, value: sx.Node) -> None:
        """Say what a variable, or each element of an array, holds from here on."""
        shape = self.shapes.of(target)
        if shape is None:
            self.out.append(sx.Assignment(target, value, silent=True))
            return
        with self.over(shape) as where:
            place, given = self.shapes.at(target, where), self.shapes.at(value, where)
            self.out.append(sx.Assignment(place, given, silent=True))

    def refer(self, pointer: Place, target: Place | None) -> None:
        """Say where a pointer to a structure leads: to another variable, or a new one."""
        if has_reference(pointer.entry):
            place: sx.Node = sx.ByPass("FRESH", ONE)
            if target is not None and has_reference(target.entry):
                place = beside(target, reference_name(""))
            elif target is not None:
                place = sx.ByPass("PLACE", target.node)
            self.silently(beside(pointer, reference_name("")), place)

    @contextmanager
    def quietly(self) -> Generator[None]:
        """Let the assignments that are emitted inside do nothing when the program runs."""
        before, self.out = self.out, []
        yield
        before += [
            replace(item, silent=True) if isinstance(item, sx.Assignment) else item
            for item in self.out
        ]
        self.out = before

    @contextmanager
    def trial(self) -> Generator[None]:
        """Forget what is emitted inside: the expressions are rewritten once more afterwards."""
        before, self.out = self.out, []
        yield
        self.out = before

    def unmodelled(self, what: str, text: str = "") -> None:
        """Keep a statement as one that is not modelled."""
        self.out.append(sx.Unmodelled(what, text))

    def tell(self, message: str, hint: str) -> None:
        """Warn once in a unit of what is not modelled."""
        if message not in self._said:
            self._said.add(message)
            self._diagnostics.warning("SAD210", message, self.span, hint)

    @contextmanager
    def over(self, shape: Sequence[Extent], name: str | None = None) -> Generator[list[At]]:
        """Write loops over a shape, the first dimension innermost, around what is emitted inside."""
        where: list[At] = []
        loops: list[sx.Do] = []
        for number, dimension in enumerate(shape):
            outermost = name if number == len(shape) - 1 else None
            variable = self.index()
            self._depth += 1
            if dimension.step == ONE and dimension.last is not None:
                where.append(At(variable, dimension.first))
                first, last = dimension.first, dimension.last
            else:
                where.append(At(variable, ZERO))
                first, last = ZERO, minus(dimension.size, ONE)
            loops.append(sx.Do(None, variable.name, first, last, None, outermost))
        self.out.extend(reversed(loops))
        yield where
        self.out.extend([sx.EndDo()] * len(loops))
        self._depth -= len(loops)

    @contextmanager
    def under(self, condition: sx.Node | None) -> Generator[None]:
        """Write an IF around what is emitted inside, if there is a condition."""
        if condition is None:
            yield
            return
        self.out.append(sx.IfThen(condition))
        yield
        self.out.append(sx.EndIf())

    # --- types --------------------------------------------------------------------------------------

    def kind_of(self, node: sx.Node) -> tuple[Type, int | None]:
        """Return the type and size in bytes of a rewritten expression, or of its elements."""
        while isinstance(node, sx.Array | sx.Implied) and node.items:
            node = node.items[0]
        if isinstance(node, sx.Array):
            return Type.INTEGER, 4  # without elements
        place = self.shapes.place(node)
        if place is not None and place.entry.type is not None:
            return place.entry.type, place.entry.size
        kind = Resolver(self.table).expression(node).type
        return kind, SIZES[kind]
