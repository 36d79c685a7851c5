"""One function: which declaration every identifier means, and what is done with each variable.

A variable's address *escapes* where it goes anywhere but straight into a call: then pointers may
change the variable. A pointer *walks* where arithmetic or comparison is done with its value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.scope import Entity, Kind, Scope
from frontends.c.types import INT, Array, Function, Pointer, Record, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from frontends.c.declare import Declarer
    from frontends.c.types import CType

Path = tuple[str, ...]
ALLOCATORS = frozenset(
    {"malloc", "calloc", "realloc", "aligned_alloc", "alloca", "__builtin_alloca", "valloc"}
)


@dataclass(frozen=True, slots=True)
class HandedOn:
    """A variable, or what is reached from it by members, as an argument of a call."""

    callee: str
    position: int
    entity: Entity
    path: Path


@dataclass(slots=True)
class FunctionInfo:
    """A function's identifiers, types and variables. Keys are identities of syntax nodes.

    ``members`` are the paths of members used of a variable, ``globals`` the variables of files that it
    mentions, ``targets`` the functions it sets pointers to; ``unclear`` tells that other functions go
    to places not followed.
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
            self._assigned(entity, node.init)
            self._visit(node.init)

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

    # --- uses ------------------------------------------------------------------------------------

    def _visit(self, node: c_ast.Node) -> None:
        """Visit a statement, or an expression whose value may go anywhere."""
        match node:
            case c_ast.Compound() | c_ast.For() | c_ast.DeclList():
                if not isinstance(node, c_ast.DeclList):
                    self._open()
                for item in node:
                    self._visit(item)
                if not isinstance(node, c_ast.DeclList):
                    self._close()
            case c_ast.Decl():
                self._declare(node)
            case c_ast.Typedef():
                self._sizes(node.type)
                self._declarer.declare_type(node)
            case c_ast.Typename():
                self._type(node)
            case c_ast.ID():
                entity = self._identify(node)
                if entity is not None:
                    _let_go(entity)
                self._info.unclear |= entity is not None and entity.kind is Kind.FUNCTION
            case c_ast.UnaryOp():
                self._unary(node)
            case c_ast.BinaryOp():
                self._binary(node)
            case c_ast.Assignment():
                self._assignment(node)
            case c_ast.ArrayRef():
                self._pointer(node.name, subscript=True)
                self._visit(node.subscript)
            case c_ast.StructRef():
                self._member(node)
            case c_ast.FuncCall():
                self._call(node)
            case c_ast.Cast(to_type=to_type, expr=inner):
                self._type(to_type)
                self._visit(inner)
            case c_ast.CompoundLiteral(type=kind, init=initial):
                self._type(kind)
                self._visit(initial)
            case c_ast.TernaryOp():
                self._test(node.cond)
                self._visit(node.iftrue)
                self._visit(node.iffalse)
            case c_ast.If() | c_ast.While() | c_ast.DoWhile():
                self._test(node.cond)
                for item in node:
                    if item is not node.cond:
                        self._visit(item)
            case c_ast.NamedInitializer(name=names, expr=value):
                for item in names:
                    if not isinstance(item, c_ast.ID):
                        self._visit(item)
                self._visit(value)
            case _:
                for item in node:
                    self._visit(item)

    def _identify(self, node: c_ast.ID) -> Entity | None:
        entity = self._declarer.scope.find(node.name)
        if entity is not None:
            self._info.entities[id(node)] = entity
            if entity.kind is Kind.GLOBAL:
                self._info.globals[entity.name] = entity
        return entity

    def _type(self, node: c_ast.Typename) -> None:
        self._sizes(node.type)
        self._info.types[id(node)] = self._declarer.type_of(node)

    def _unary(self, node: c_ast.UnaryOp) -> None:
        inner = node.expr
        match node.op:
            case "*":
                self._pointer(inner, subscript=False)
            case "&":
                self._address(inner, escapes=True)
            case "!":
                self._test(inner)
            case "sizeof" | "_Alignof":
                self._unevaluated(inner)
            case "++" | "--" | "p++" | "p--":
                self._stepped(inner)
            case _:
                self._visit(inner)

    def _unevaluated(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.Typename):
            self._type(node)
        elif isinstance(node, c_ast.ID):
            self._identify(node)
        else:
            for item in node:
                if not (isinstance(node, c_ast.StructRef) and item is node.field):
                    self._unevaluated(item)

    def _stepped(self, target: c_ast.Node) -> None:
        self._target(target)
        match target:
            case c_ast.ID(name=name):
                entity = self._declarer.scope.find(name)
                if entity is not None:
                    entity.walks = True
            case _:
                pass

    def _target(self, target: c_ast.Node) -> None:
        """Visit what is assigned to."""
        if isinstance(target, c_ast.ID):
            entity = self._identify(target)
            if entity is not None:
                entity.assigned += 1
        else:
            self._visit(target)

    def _assigned(self, entity: Entity | None, value: c_ast.Node) -> None:
        if entity is not None:
            entity.assigned += 1
            if is_allocation(value):
                entity.allocated += 1

    def _assignment(self, node: c_ast.Assignment) -> None:
        if node.op in ("+=", "-="):
            self._stepped(node.lvalue)
        elif isinstance(node.lvalue, c_ast.ID):
            self._assigned(self._identify(node.lvalue), node.rvalue)
        else:
            self._visit(node.lvalue)
        if not self._function_kept(node):
            self._visit(node.rvalue)

    def _function_kept(self, node: c_ast.Assignment) -> bool:
        """Note ``pointer = function``; return whether it is that."""
        name = node.rvalue
        while isinstance(name, c_ast.UnaryOp) and name.op == "&":
            name = name.expr
        function = self._declarer.scope.find(name.name) if isinstance(name, c_ast.ID) else None
        if function is None or function.kind is not Kind.FUNCTION or node.op != "=":
            return False
        match node.lvalue:
            case c_ast.StructRef(field=member):
                key = member.name
            case c_ast.ID(name=variable):
                key = variable
            case _:
                return False
        self._info.targets.setdefault(key, set()).add(function.name)
        return True

    def _binary(self, node: c_ast.BinaryOp) -> None:
        match node.op:
            case "&&" | "||":
                self._test(node.left)
                self._test(node.right)
            case "==" | "!=" if is_null(node.left) or is_null(node.right):
                self._test(node.left)
                self._test(node.right)
            case "<" | ">" | "<=" | ">=" | "==" | "!=" | "-":
                for side in (node.left, node.right):
                    self._compared(side)
            case _:
                self._visit(node.left)
                self._visit(node.right)

    def _compared(self, node: c_ast.Node) -> None:
        """A pointer compared or subtracted: its value counts, but goes nowhere."""
        match node:
            case c_ast.ID():
                entity = self._identify(node)
                if entity is not None and isinstance(entity.type, Pointer):
                    entity.walks = True
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                self._compared(left)
                self._compared(right)
            case c_ast.UnaryOp(op="&", expr=inner):
                self._address(inner, escapes=False)
            case _:
                self._visit(node)

    def _test(self, node: c_ast.Node) -> None:
        """A pointer tested for null goes nowhere."""
        if isinstance(node, c_ast.ID):
            self._identify(node)
        else:
            self._visit(node)

    def _pointer(self, node: c_ast.Node, *, subscript: bool) -> None:
        """Visit a pointer that is dereferenced here."""
        match node:
            case c_ast.ID():
                entity = self._identify(node)
                if entity is not None:
                    entity.subscripted |= subscript
                    entity.dereferenced |= not subscript
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                pointer, offset = (left, right) if not _is_number(left) else (right, left)
                self._pointer(pointer, subscript=True)
                self._offset(offset)
            case c_ast.ArrayRef(name=name, subscript=inner):
                self._pointer(name, subscript=True)
                self._visit(inner)
            case c_ast.Cast(to_type=to_type, expr=inner):
                self._type(to_type)
                self._visit(inner)
            case _:
                self._visit(node)

    def _offset(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.ID):
            entity = self._identify(node)
            if entity is not None and isinstance(entity.type, Pointer | Array):
                entity.subscripted = True
        else:
            self._visit(node)

    def _address(self, node: c_ast.Node, *, escapes: bool) -> None:
        """Visit what an address is taken of."""
        match node:
            case c_ast.ID():
                entity = self._identify(node)
                if entity is not None:
                    entity.handed = True
                    entity.escapes |= escapes
            case c_ast.ArrayRef(name=name, subscript=subscript):
                self._visit(subscript)
                self._address_of_base(name, escapes=escapes)
            case c_ast.StructRef(name=name):
                self._member(node)
                self._address_of_base(name, escapes=escapes)
            case _:
                self._visit(node)

    def _address_of_base(self, node: c_ast.Node, *, escapes: bool) -> None:
        if isinstance(node, c_ast.ID):
            entity = self._identify(node)
            if entity is not None:
                entity.subscripted |= isinstance(entity.type, Pointer | Array)
                entity.handed |= not isinstance(entity.type, Pointer)
                if escapes:
                    _let_go(entity)
                    entity.escapes |= isinstance(entity.type, Record)
        elif isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
            self._address(node, escapes=escapes)
        else:
            self._visit(node)

    def _member(self, node: c_ast.StructRef) -> None:
        root = member_path(node)
        if root is None:
            self._pointer(node.name, subscript=False)
            return
        name, path = root
        entity = self._identify(name)
        if entity is not None:
            entity.dereferenced = True
            self._info.members.setdefault(entity, {})[path] = None

    def _call(self, node: c_ast.FuncCall) -> None:
        callee = node.name.name if isinstance(node.name, c_ast.ID) else ""
        if isinstance(node.name, c_ast.ID):
            self._identify(node.name)
            self._info.calls[callee] = None
        else:
            self._pointer(node.name, subscript=False)
        for position, argument in enumerate(node.args.exprs if node.args is not None else ()):
            self._argument(argument, callee, position)

    def _argument(self, node: c_ast.Node, callee: str, position: int) -> None:
        while isinstance(node, c_ast.Cast):
            self._type(node.to_type)
            node = node.expr
        root = _reached(node)
        if root is not None:
            name, path = root
            entity = self._declarer.scope.find(name.name)
            if entity is not None and _record_of(entity.type) is not None:
                self._info.handed.append(HandedOn(callee, position, entity, path))
        match node:
            case c_ast.ID():
                entity = self._identify(node)
                if entity is not None and isinstance(entity.type, Pointer | Array):
                    entity.passed = True
            case c_ast.UnaryOp(op="&", expr=inner):
                self._address(inner, escapes=False)
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                for side in (left, right):
                    self._offset(side)
            case _:
                self._visit(node)


def _let_go(entity: Entity) -> None:
    """Note that the address of what a name leads to goes somewhere."""
    if isinstance(entity.type, Pointer):
        entity.leaks = True
    elif isinstance(entity.type, Array):
        entity.escapes = True


def is_allocation(node: c_ast.Node) -> bool:
    """Whether a pointer's new value is fresh memory, or none."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
        return node.name.name in ALLOCATORS
    return is_null(node)


def is_null(node: c_ast.Node) -> bool:
    """Whether an expression is the constant 0 or NULL."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return isinstance(node, c_ast.Constant) and node.value == "0"


def _is_number(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant)


def member_path(node: c_ast.Node) -> tuple[c_ast.ID, Path] | None:
    """Return variable and members of ``a.b->c``; None if anything else is between."""
    path: list[str] = []
    while isinstance(node, c_ast.StructRef):
        path.append(node.field.name)
        node = node.name
    return (node, tuple(reversed(path))) if isinstance(node, c_ast.ID) else None


def _reached(node: c_ast.Node) -> tuple[c_ast.ID, Path] | None:
    """The variable and members an argument leads to."""
    if isinstance(node, c_ast.UnaryOp) and node.op == "&":
        node = node.expr
    return member_path(node)


def _record_of(kind: CType) -> Record | None:
    inner = kind.to if isinstance(kind, Pointer) else kind
    return inner if isinstance(inner, Record) else None


def _name(info: FunctionInfo) -> None:
    """Give the variables of a function different names in the IR."""
    taken = {item.name for item in info.parameters} | set(info.globals) | set(info.calls)
    for entity in info.locals:
        name = entity.name
        number = 2
        while name in taken:
            name = f"{entity.name}_{number}"
            number += 1
        entity.ir = name
        taken.add(name)


def all_members(info: FunctionInfo) -> Iterator[tuple[Entity, Path]]:
    """Yield every path of members used, with its variable."""
    for entity, paths in info.members.items():
        for path in paths:
            yield entity, path
