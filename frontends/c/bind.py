"""One function: which declaration every identifier means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.patterns import is_null
from frontends.c.scope import Entity, Kind, Scope
from frontends.c.signs import note_signs
from frontends.c.typer import type_of
from frontends.c.types import (
    INT,
    UNKNOWN,
    Array,
    Function,
    Pointer,
    Record,
    Scalar,
    Void,
    decayed,
    member_names,
)
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.declare import Declarer
    from frontends.c.types import CType

Path = tuple[str, ...]
_WORD = re.compile(r"[A-Za-z_]\w*")


@record
class HandedOn:
    """A variable, or what is reached from it by members, as an argument of a call.

    ``reads``: the parameter is a pointer to const, so that a call does not change the variable.
    """

    callee: str
    position: int
    entity: Entity
    path: Path
    reads: bool = False


@record
class Meeting:
    """Two arguments of a call, by position, that may lead to one place, and where they start from.

    Of a global variable the second one is itself.
    """

    callee: str
    first: int
    second: int
    one: Entity
    other: Entity


@mutable
class FunctionInfo:
    """A function's identifiers, types and variables. Keys are identities of syntax nodes.

    ``members`` are the paths of members used of a variable, ``globals`` the variables of files that it
    mentions, ``targets`` the functions it sets pointers to; ``unclear`` tells that other functions go
    to places not followed; ``loose`` are all whose address goes somewhere, ``escaped`` the members and
    ``labels`` the labels whose address does; ``starts`` are functions that start by themselves.
    ``disguised`` are the members of structures that pointers of another type lead to, by the function
    that gets the pointer; ``bytewise`` are the functions that get pointers to bytes of other objects;
    ``resigned`` are the sizes of integers that pointers to ones with and without a sign lead to;
    ``untyped`` and ``typed`` are sizes and signs of those that become ``void``, and that were it.
    ``meeting`` are arguments of calls that may lead to one place, ``passes`` all that start from a
    variable.
    """

    node: c_ast.FuncDef
    entity: Entity
    parameters: list[Entity] = field(default_factory=list[Entity])
    entities: dict[int, Entity] = field(default_factory=dict[int, Entity])
    declared: dict[int, Entity] = field(default_factory=dict[int, Entity])
    types: dict[int, CType] = field(default_factory=dict[int, "CType"])
    locals: list[Entity] = field(default_factory=list[Entity])
    globals: dict[str, Entity] = field(default_factory=dict[str, Entity])
    members: dict[Entity, dict[Path, None]] = field(default_factory=dict[Entity, dict[Path, None]])
    handed: list[HandedOn] = field(default_factory=list[HandedOn])
    calls: dict[str, None] = field(default_factory=dict[str, None])
    targets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    unclear: bool = False
    loose: set[str] = field(default_factory=set[str])
    labels: list[str] = field(default_factory=list[str])
    escaped: set[str] = field(default_factory=set[str])
    starts: set[str] = field(default_factory=set[str])
    disguised: dict[tuple[str, int], set[str]] = field(
        default_factory=dict[tuple[str, int], set[str]]
    )
    bytewise: set[str] = field(default_factory=set[str])
    resigned: set[int] = field(default_factory=set[int])
    untyped: set[tuple[int, bool]] = field(default_factory=set[tuple[int, bool]])
    typed: set[tuple[int, bool]] = field(default_factory=set[tuple[int, bool]])
    meeting: list[Meeting] = field(default_factory=list[Meeting])
    passes: list[HandedOn] = field(default_factory=list[HandedOn])


def bind_function(node: c_ast.FuncDef, entity: Entity, declarer: Declarer) -> FunctionInfo:
    """Return what the identifiers of a function mean and how its variables are used."""
    binder = _Binder(node, entity, declarer)
    try:
        return binder.run()
    finally:
        declarer.scope = declarer.file_scope


class _Binder:
    def __init__(self, node: c_ast.FuncDef, entity: Entity, declarer: Declarer) -> None:
        self._declarer = declarer
        self._info = FunctionInfo(node, entity)
        self._reusable: dict[str, Entity] = {}

    def run(self) -> FunctionInfo:
        info = self._info
        self._open()
        self._parameters(info.node)
        for item in info.node.body.block_items or ():
            self._visit(item)
        _name(info)
        return info

    # --- scopes ----------------------------------------------------------------------------------

    def _open(self) -> None:
        self._declarer.scope = Scope(self._declarer.scope)

    def _close(self) -> None:
        outer = self._declarer.scope.outer
        assert outer is not None
        self._declarer.scope = outer

    def _parameters(self, node: c_ast.FuncDef) -> None:
        declaration = node.decl.type
        if not isinstance(declaration, c_ast.FuncDecl) or declaration.args is None:
            return
        old_style = {
            item.name: item for item in node.param_decls or () if isinstance(item, c_ast.Decl)
        }
        for item in declaration.args.params:
            found: c_ast.Node | None = item
            if isinstance(item, c_ast.ID):
                found = old_style.get(item.name)
                if found is None:
                    self._enter_parameter(Entity(item.name, Kind.PARAMETER, INT, item.name))
                    continue
            if isinstance(found, c_ast.Decl) and found.name:
                self._sizes(found.type)
                entity = self._declarer.entity(found, Kind.PARAMETER)
                if isinstance(entity.type, Array):
                    entity.type = Pointer(entity.type.of)
                elif isinstance(entity.type, Function):
                    entity.kind, entity.type = Kind.PARAMETER, Pointer(entity.type)
                self._enter_parameter(entity)

    def _enter_parameter(self, entity: Entity) -> None:
        self._declarer.scope.names[entity.name] = entity
        self._info.parameters.append(entity)

    def _sizes(self, node: c_ast.Node) -> None:
        """Bind what stands in array lengths and in types."""
        while isinstance(node, c_ast.ArrayDecl | c_ast.PtrDecl | c_ast.TypeDecl):
            if isinstance(node, c_ast.ArrayDecl) and node.dim is not None:
                self._visit(node.dim)
            node = node.type

    def _declare(self, node: c_ast.Decl) -> None:
        self._sizes(node.type)
        if not node.name:
            self._declarer.type_of(node.type)
            return
        outside = "extern" in node.storage
        kind = Kind.STATIC if "static" in node.storage else Kind.LOCAL
        entity = self._declarer.entity(node, Kind.GLOBAL if outside else kind)
        if entity.kind is Kind.LOCAL:
            entity = self._shared(entity)
        if outside and entity.is_variable:
            known = self._declarer.file_scope.names.get(entity.name)
            entity = known if known is not None and known.is_variable else entity
        self._declarer.scope.names[entity.name] = entity
        self._info.declared[id(node)] = entity
        if entity.kind in (Kind.LOCAL, Kind.STATIC) and entity not in self._info.locals:
            self._info.locals.append(entity)
        if node.init is not None:
            self._visit(node.init)
            self._disguise(entity.type, node.init)

    def _shared(self, entity: Entity) -> Entity:
        """The same entity for variables of one name and type in blocks side by side."""
        before = self._reusable.get(entity.name)
        if (
            before is not None
            and before.type == entity.type
            and isinstance(entity.type, Scalar)
            and not entity.constant
            and not before.constant
            and not entity.volatile
            and self._declarer.scope.find(entity.name) is not before
        ):
            return before
        self._reusable[entity.name] = entity
        return entity

    # --- identifiers -------------------------------------------------------------------------------

    def _visit(self, node: c_ast.Node) -> None:
        """Bind the identifiers of a statement or expression."""
        match node:
            case c_ast.Compound() | c_ast.For():
                self._open()
                for item in node:
                    self._visit(item)
                self._close()
            case c_ast.Decl():
                self._declare(node)
            case c_ast.Typedef():
                self._sizes(node.type)
                self._declarer.declare_type(node)
            case c_ast.Typename():
                self._sizes(node.type)
                self._info.types[id(node)] = self._declarer.type_of(node)
            case c_ast.ID():
                self._identify(node)
            case c_ast.StructRef(name=inner):
                self._visit(inner)
            case c_ast.FuncCall(
                name=c_ast.ID(name="__sad_opaque__"),
                args=c_ast.ExprList(exprs=[_, c_ast.Constant(value=words)]),
            ):
                self._loosen(words.strip('"').split())
            case c_ast.FuncCall(
                name=c_ast.ID(name="__sad_asm__"),
                args=c_ast.ExprList(exprs=[c_ast.Constant(value=text)]),
            ):
                for word in _WORD.findall(text):
                    self._in_assembly(word)
            case c_ast.Cast():
                self._visit(node.to_type)
                self._visit(node.expr)
                self._recast(node)
                self._disguise(self._info.types.get(id(node.to_type)), node.expr)
            case c_ast.NamedInitializer(name=names, expr=value):
                for item in names:
                    if not isinstance(item, c_ast.ID):
                        self._visit(item)
                self._visit(value)
            case c_ast.Assignment(op="="):
                self._visit(node.lvalue)
                self._visit(node.rvalue)
                self._disguise(self._type_of(node.lvalue), node.rvalue)
            case c_ast.Return(expr=value) if value is not None:
                self._visit(value)
                kind = self._info.entity.type
                self._disguise(kind.result if isinstance(kind, Function) else None, value)
            case c_ast.FuncCall():
                for item in node:
                    self._visit(item)
                self._disguised_arguments(node)
            case _:
                for item in node:
                    self._visit(item)

    def _type_of(self, node: c_ast.Node) -> CType | None:
        info = self._info
        return type_of(
            node,
            lambda item: info.entities.get(id(item)),
            lambda item: info.types.get(id(item), UNKNOWN),
        )

    def _disguise(
        self, kind: CType | None, value: c_ast.Node, callee: str = "", position: int = 0
    ) -> None:
        """Note a structure that a pointer without its type leads to: its members may go by theirs.

        With a ``callee`` it is that function which gets the pointer, by its ``position``.
        """
        note_signs(self._info, kind, self._type_of(value), value, callee)
        if not isinstance(kind, Pointer) or not isinstance(kind.to, Void | Scalar | Pointer):
            return
        found = self._type_of(value)
        source = None if found is None else decayed(found)
        inner = source.to if isinstance(source, Pointer) else None
        is_other = inner is not None and not _is_byte(inner) and not is_null(value)
        if is_other and _is_byte(kind.to):
            while isinstance(value, c_ast.Cast):
                value = value.expr
            if not isinstance(value, c_ast.FuncCall):  # fresh memory holds nothing yet
                self._info.bytewise.add(callee)
        while isinstance(inner, Array):
            inner = inner.of
        if isinstance(inner, Record):
            self._info.disguised.setdefault((callee, position), set()).update(member_names(inner))

    def _disguised_arguments(self, node: c_ast.FuncCall) -> None:
        kind = self._type_of(node.name)
        called = kind.to if isinstance(kind, Pointer) else kind
        expected = called.parameters if isinstance(called, Function) else None
        callee = node.name.name if isinstance(node.name, c_ast.ID) else ""
        arguments = node.args.exprs if node.args else ()
        for position, (want, item) in enumerate(zip(expected or (), arguments, strict=False)):
            self._disguise(want, item, callee, position)

    def _in_assembly(self, word: str) -> None:
        """Inline assembly may change what it names, and what that leads to."""
        entity = self._declarer.scope.find(word)
        if entity is None or not entity.is_variable:
            return
        entity.assigned += 1
        entity.stored = entity.escapes = entity.handed = True
        entity.leaks = isinstance(entity.type, Pointer)
        if entity.kind is Kind.GLOBAL:
            self._info.globals[entity.name] = entity

    def _loosen(self, words: Sequence[str]) -> None:
        """What a nested function names may change, and be called, whenever that is called."""
        for word in words:
            entity = self._declarer.scope.find(word)
            if entity is not None and entity.is_variable:
                entity.volatile = True
            elif entity is not None and entity.kind is Kind.FUNCTION:
                self._info.starts.add(word)

    def _recast(self, node: c_ast.Cast) -> None:
        """A variable whose address is taken for one of another type may change behind its name."""
        to, inner = self._info.types.get(id(node.to_type)), node.expr
        while isinstance(inner, c_ast.Cast):
            inner = inner.expr
        is_address = False
        if isinstance(inner, c_ast.UnaryOp) and inner.op == "&":
            inner, is_address = inner.expr, True
        while isinstance(inner, c_ast.ArrayRef) or (
            isinstance(inner, c_ast.StructRef) and inner.type == "."
        ):
            inner = inner.name
        entity = self._info.entities.get(id(inner))
        if not isinstance(to, Pointer) or entity is None:
            return
        if not isinstance(to.to, Scalar | Record):
            return
        kind = entity.type
        if not is_address and not isinstance(kind, Array):
            return
        while isinstance(kind, Array):
            kind = kind.of
        if isinstance(kind, Record) or (isinstance(kind, Scalar) and isinstance(to.to, Record)):
            entity.volatile |= kind is not to.to
        elif isinstance(kind, Scalar) and isinstance(to.to, Scalar):
            entity.volatile |= (kind.kind, kind.size) != (to.to.kind, to.to.size)

    def _identify(self, node: c_ast.ID) -> None:
        entity = self._declarer.scope.find(node.name)
        if entity is not None:
            self._info.entities[id(node)] = entity
            if entity.kind is Kind.GLOBAL:
                self._info.globals[entity.name] = entity


def _is_byte(kind: CType) -> bool:
    return isinstance(kind, Scalar) and kind.size == 1


def _name(info: FunctionInfo) -> None:
    """Give the variables of a function different names in the IR."""
    taken = {item.name for item in info.parameters} | set(info.globals) | set(info.calls)
    numbers: dict[str, int] = {}
    for entity in info.locals:
        name = entity.name
        while name in taken:
            numbers[entity.name] = numbers.get(entity.name, 1) + 1
            name = f"{entity.name}_{numbers[entity.name]}"
        entity.ir = name
        taken.add(name)
