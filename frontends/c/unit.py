"""The IR unit being made of a function: its symbols, statements, labels and temporaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.program import global_block
from frontends.c.scope import Kind
from frontends.c.types import Array, Pointer, Record, Scalar, size_of
from sad.diagnostics import Span
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import ANY_MEMORY, Dimension, Storage, Symbol
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from pycparser import c_ast

    from frontends.c.bind import FunctionInfo
    from frontends.c.image import Loaded
    from frontends.c.program import ProgramFacts
    from frontends.c.scope import Entity
    from frontends.c.types import CType
    from sad.ir.program import Construct

BYTES = "integer1"
"""The class of memory of characters."""
ZERO = ex.Constant(0, Type.INTEGER)
ONE = ex.Constant(1, Type.INTEGER)


def ir_type(kind: CType) -> Type:
    """Return the IR's type of values of a C type."""
    match kind:
        case Scalar(kind=found):
            return found
        case Pointer():
            return Type.INTEGER
        case Array(of=of):
            return ir_type(of)
        case _:
            return Type.DERIVED


@record
class Place:
    """An object in memory by its flattened name. ``entity`` is the variable it starts from.

    ``reached`` are the pointers on the way; ``memory`` is the class of memory it belongs to where
    pointers may change it; ``offset`` is the place in a global [bytes], ``bits`` the width of a
    bit-field; ``shares`` names the union whose members are all in one place, or the
    object that a cast takes for another.
    """

    name: str
    subscripts: tuple[ex.Expr, ...]
    type: CType
    entity: Entity | None
    reached: tuple[str, ...] = ()
    memory: str | None = None
    offset: int | None = 0
    bits: int | None = None
    shares: str | None = None


@mutable
class UnitBuilder:
    """Collects symbols and statements. ``out`` is the list being filled, ``span`` where the source is.

    ``pending`` are side effects that take place once the current expression has its value;
    ``immediate`` is set while there is no later moment for them (conditions). ``loaded`` are values at
    load time; ``fixed`` are arrays that keep them for ever, ``torn`` are unions with bit-fields.
    ``fresh`` is the variable being declared: no pointer leads there yet. ``sequential`` are parallel
    constructs.
    """

    file: str
    info: FunctionInfo
    program: ProgramFacts
    symbols: dict[str, Symbol] = field(default_factory=dict[str, Symbol])
    out: list[st.Stmt] = field(default_factory=list[st.Stmt])
    pending: list[st.Stmt] = field(default_factory=list[st.Stmt])
    immediate: int = 0
    place: Span = field(default_factory=lambda: Span.at("<none>"))
    hidden: dict[str, None] = field(default_factory=dict[str, None])
    extents: dict[str, tuple[Dimension, ...]] = field(
        default_factory=dict[str, tuple[Dimension, ...]]
    )
    fixed: set[str] = field(default_factory=set[str])
    torn: set[str] = field(default_factory=set[str])
    fresh: str = ""
    last_line: int = 0
    loaded: dict[str, Loaded] = field(default_factory=dict[str, "Loaded"])
    sequential: list[Construct] = field(default_factory=list["Construct"])
    _labels: int = 0
    _temporaries: int = 0
    _taken: set[str] = field(default_factory=set[str])

    def at(self, node: c_ast.Node) -> Span:
        """Make and remember the span of a statement."""
        coord = node.coord
        if coord is not None:
            self.place = Span(coord.file or self.file, coord.line, coord.line, coord.column)
            if coord.file == self.file:
                self.last_line = max(self.last_line, coord.line)
        return self.place

    @property
    def span(self) -> Span:
        """A span of its own for a statement made of the source statement being lowered.

        How often a source line starts is counted by the first span that stands on it, so two
        statements made of one must not share theirs.
        """
        at = self.place
        return Span(at.file, at.line, at.end_line, at.column)

    def emit(self, statement: st.Stmt) -> None:
        """Add a statement."""
        self.out.append(statement)

    def assign(
        self, target: ex.Expr, value: ex.Expr, *, silent: bool = False, apart: bool = False
    ) -> None:
        """Add an assignment."""
        assert isinstance(target, ex.Variable | ex.Element)
        fresh = isinstance(target, ex.Variable) and f"{target.name}.".startswith(f"{self.fresh}.")
        apart = apart or (fresh and self.fresh != "")
        self.out.append(st.Assign(target, value, self.span, silent=silent, apart=apart))

    def flush(self) -> None:
        """Let the side effects that waited take place."""
        if self.pending:
            self.out.extend(self.pending)
            self.pending = []

    def block(self) -> list[st.Stmt]:
        """Start a new list of statements; return the one to go back to."""
        before, self.out = self.out, []
        return before

    def close(self, before: list[st.Stmt]) -> tuple[st.Stmt, ...]:
        """End a list of statements and go back to the one before."""
        done, self.out = self.out, before
        return tuple(done)

    def label(self) -> str:
        """Return a new label."""
        self._labels += 1
        return f".{self._labels}"

    def temporary(self, kind: CType) -> Place:
        """Return a new variable that the source does not have."""
        if not self._taken:
            self._taken = {each.ir for each in self.info.entities.values()}
        self._temporaries += 1
        while f"tmp{self._temporaries}" in self._taken:
            self._temporaries += 1
        return Place(f"tmp{self._temporaries}", (), kind, None)

    # --- symbols ---------------------------------------------------------------------------------

    def expression(self, place: Place) -> ex.Variable | ex.Element:
        """Return the IR expression of a place, entering its symbol."""
        kind = ir_type(place.type)
        self._enter(place, kind)
        if place.subscripts:
            return ex.Element(place.name, place.subscripts, kind)
        return ex.Variable(place.name, kind)

    def whole(self, place: Place) -> ex.Variable:
        """Return an array, or what a pointer leads to, as a whole."""
        kind = ir_type(place.type)
        self._enter(place, kind)
        return ex.Variable(place.name, kind)

    def passed(self, place: Place) -> ex.Variable | ex.Element:
        """Return what is passed of a member: an array as a whole."""
        return self.whole(place) if isinstance(place.type, Array) else self.expression(place)

    def procedure(self, name: str, kind: Type) -> ex.Variable:
        """Return a function as a value."""
        self.symbols.setdefault(name, Symbol(name, kind, Storage.PROCEDURE, spelling=name))
        return ex.Variable(name, kind)

    def _enter(self, place: Place, kind: Type) -> None:
        known = self.symbols.get(place.name)
        if known is not None and (len(known.dimensions) >= len(place.subscripts)):
            return
        if known is not None and place.name in place.reached[-1:]:
            return  # what a pointer leads to goes by its name here: the symbol is the pointer
        storage, block, offset = self._storage(place)
        shape = self.extents.get(place.name, ())
        if len(shape) < len(place.subscripts):
            shape = (*shape, *([Dimension(ZERO, None)] * (len(place.subscripts) - len(shape))))
        entity = place.entity
        own = entity if entity is not None and place.name == entity.ir else None
        is_static = entity is not None and entity.kind is Kind.STATIC and not place.reached
        loaded = self.loaded.get(place.name)
        self.symbols[place.name] = Symbol(
            place.name,
            kind,
            storage,
            shape,
            _bytes(place.type),
            block,
            offset,
            memory=self._memory(place),
            reached=place.reached,
            row_major=len(shape) > 1,
            shares=place.shares,
            declared=not (place.reached or place.shares or _is_pointer(place)),
            by_value=own is not None and place.type == own.type,
            volatile=(entity is not None and entity.volatile and not place.reached)
            or place.shares in self.torn,
            initial=None if isinstance(loaded, tuple) else loaded,
            runs=loaded if isinstance(loaded, tuple) else (),
            saved=is_static or place.name in self.fixed,
            spelling=place.name if own is None else own.name,
            alone=entity is not None and entity.restricted,
        )

    def _memory(self, place: Place) -> str | None:
        """The class of memory of a place: that of bytes is all of it where objects are read so."""
        bytewise = self.program.bytewise and place.memory == BYTES
        return ANY_MEMORY if bytewise else place.memory

    def _storage(self, place: Place) -> tuple[Storage, str | None, int | None]:
        entity = place.entity
        if place.name in self.hidden:
            return Storage.DUMMY, None, None
        if entity is None:
            return Storage.LOCAL, None, None
        if entity.kind is Kind.GLOBAL and place.name not in self.fixed:
            block = global_block(entity, self.file)
            if place.reached:
                return Storage.COMMON, f"{block}.{place.name}", 0
            return Storage.COMMON, block, place.offset
        if entity.kind is Kind.PARAMETER and place.name == entity.ir:
            return Storage.DUMMY, None, None
        return Storage.LOCAL, None, None


def _is_pointer(place: Place) -> bool:
    return isinstance(place.type if place.entity is None else place.entity.type, Pointer)


def _bytes(kind: CType) -> int | None:
    while isinstance(kind, Array):
        kind = kind.of
    return 8 if isinstance(kind, Record) and kind.members is None else size_of(kind)
