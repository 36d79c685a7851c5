"""Declarations of C syntax to types and entities."""

from __future__ import annotations

from pycparser import c_ast

from frontends.c.fold import Folder, designated, enumerator_type, string_bytes
from frontends.c.reading.attributes import ALIGNED, LAYOUT
from frontends.c.scope import Entity, Kind, Scope
from frontends.c.typer import type_of
from frontends.c.types import (
    INT,
    UNKNOWN,
    UNKNOWN_WIDTH,
    VOID,
    Array,
    CType,
    Field,
    Function,
    Pointer,
    Record,
    Scalar,
    arithmetic_type,
    decayed,
    lay_out,
)
from sad.ir.expr import Type

UNKNOWN_NAME = "__sad_unknown_t"


class Declarer:
    """Types in the current scope; the scope changes as blocks open and close."""

    def __init__(self, file_scope: Scope) -> None:
        self.scope = file_scope
        self.file_scope = file_scope
        self.folder = Folder(lambda node: self.scope.find(node.name), self.type_of, self._of_value)
        self._unnamed = 0

    def _of_value(self, node: c_ast.Node) -> CType | None:
        return type_of(node, lambda item: self.scope.find(item.name), self.type_of)

    def type_of(self, node: c_ast.Node) -> CType:
        """Return the type a declarator or type name stands for."""
        match node:
            case c_ast.TypeDecl(type=inner) | c_ast.Typename(type=inner) | c_ast.Decl(type=inner):
                return self.type_of(inner)
            case c_ast.IdentifierType(names=names):
                return self._named(names)
            case c_ast.PtrDecl(type=inner):
                return Pointer(self.type_of(inner), "const" in _qualifiers(inner))
            case c_ast.ArrayDecl(type=inner, dim=dim):
                length = self.folder.value(dim)
                return Array(self.type_of(inner), length, None if length is not None else dim)
            case c_ast.FuncDecl(type=inner):
                return self._function(node, self.type_of(inner))
            case c_ast.Struct() | c_ast.Union():
                return self._record(node)
            case c_ast.Enum():
                return self._enumeration(node)
            case _:
                return UNKNOWN

    def _named(self, names: list[str]) -> CType:
        found = arithmetic_type(names)
        if found is not None:
            return found
        if names == ["void"]:
            return VOID
        entity = self.scope.find(names[-1]) if names else None
        if entity is not None and entity.kind is Kind.TYPE and names[-1] != UNKNOWN_NAME:
            return entity.type
        return UNKNOWN

    def _function(self, node: c_ast.FuncDecl, result: CType) -> Function:
        if node.args is None:
            return Function(result, None)
        parameters: list[CType] = []
        variadic = False
        for item in node.args.params:
            if isinstance(item, c_ast.EllipsisParam):
                variadic = True
            elif isinstance(item, c_ast.ID):
                return Function(result, None)
            else:
                parameters.append(decayed(self.type_of(item)))
        return Function(result, () if parameters == [VOID] else tuple(parameters), variadic)

    def _record(self, node: c_ast.Struct | c_ast.Union) -> Record:
        union = isinstance(node, c_ast.Union)
        tag = node.name
        if tag is None:
            self._unnamed += 1
            tag = f"{node.coord.line if node.coord else 0}.{self._unnamed}"
        known = self.scope.find_tag(tag) if node.decls is None else self.scope.tags.get(tag)
        if known is None:
            known = self.scope.tags[tag] = Record(tag, union)
        if node.decls is None or known.members is not None:
            return known
        fields: list[Field] = []
        layout: set[str] = set()
        for number, item in enumerate(node.decls):
            name = (item.name or "") if isinstance(item, c_ast.Decl) else ""
            if name.startswith(LAYOUT):
                layout.add(name.removeprefix(LAYOUT))
            elif isinstance(item, c_ast.Decl):
                if item.align or self._is_aligned(item.type):
                    layout.add("unknown")
                bits = None if item.bitsize is None else self._width(item.bitsize)
                name = item.name or ("" if bits is not None else f".{number}")
                fields.append((name, self.type_of(item.type), bits))
        sizes = {name: _number(layout, name) for name in ("pack_", "aligned_")}
        most = 1 if "packed" in layout else sizes["pack_"]
        lay_out(known, fields, most=most, least=sizes["aligned_"] or 1)
        if "unknown" in layout:
            known.size = None
        return known

    def _is_aligned(self, node: c_ast.Node) -> bool:
        """Whether a type goes by a name that has another alignment."""
        while isinstance(node, c_ast.ArrayDecl | c_ast.TypeDecl):
            node = node.type
        names = node.names if isinstance(node, c_ast.IdentifierType) else []
        return any(self.scope.find(f"{ALIGNED}{name}") is not None for name in names)

    def _width(self, node: c_ast.Node) -> int:
        """Return the width of a bit-field, ``UNKNOWN_WIDTH`` if it cannot be worked out."""
        found = self.folder.value(node)
        return UNKNOWN_WIDTH if found is None or found < 0 else found

    def _enumeration(self, node: c_ast.Enum) -> CType:
        """Enter the enumerators; the type is unsigned where none of them is negative, as gcc has it."""
        tag = f"enum {node.name}"
        if node.values is None:
            known = self.scope.find(tag)
            return INT if known is None else known.type
        following: int | None = 0
        values: list[int | None] = []
        packed = False
        for item in node.values.enumerators:
            if item.name.startswith(LAYOUT):
                packed = True
                continue
            value = following if item.value is None else self.folder.value(item.value)
            self.scope.names[item.name] = Entity(
                item.name, Kind.ENUMERATOR, enumerator_type(value), item.name, value
            )
            values.append(value)
            following = None if value is None else value + 1
        kind = _holding([each for each in values if each is not None], packed=packed)
        if None in values:
            kind = UNKNOWN if packed else INT
        if node.name is not None:
            self.scope.names[tag] = Entity(tag, Kind.TYPE, kind, tag)
        return kind

    def declare_type(self, node: c_ast.Typedef) -> None:
        """Enter a typedef."""
        kind = self.type_of(node.type)
        self.scope.names[node.name] = Entity(node.name, Kind.TYPE, kind, node.name)

    def entity(self, node: c_ast.Decl, kind: Kind) -> Entity:
        """Return the entity a declaration declares, its array length from the initialiser if open."""
        found = self.type_of(node.type)
        if isinstance(found, Array) and found.length is None and found.extent is None:
            found = Array(found.of, _items(node.init, self.folder))
        qualifiers = _qualifiers(node.type) | set(
            node.quals if isinstance(node.type, c_ast.TypeDecl) else ()
        )
        return Entity(
            node.name or "",
            Kind.FUNCTION if isinstance(found, Function) else kind,
            found,
            node.name or "",
            initial=node.init,
            constant="const" in qualifiers,
            volatile="volatile" in qualifiers,
            internal="static" in node.storage,
            restricted="restrict" in qualifiers,
        )


def _holding(values: list[int], *, packed: bool) -> CType:
    """The type that holds the values of an enumeration."""
    least, most = min(values, default=0), max(values, default=0)
    for size in (1, 2, 4, 8) if packed else (4, 8):
        half = 1 << (8 * size - 1)
        if -half <= least < 0 and most < half:
            return Scalar(Type.INTEGER, size)
        if least >= 0 and most < 2 * half:
            return Scalar(Type.INTEGER, size, signed=False)
    return UNKNOWN


def _number(layout: set[str], name: str) -> int | None:
    found = [int(word.removeprefix(name)) for word in layout if word.startswith(name)]
    return max(found, default=None)


def _qualifiers(node: c_ast.Node) -> set[str]:
    """The qualifiers of the object declared: of the pointer, not of what it points to."""
    while isinstance(node, c_ast.ArrayDecl):
        node = node.type
    if isinstance(node, c_ast.TypeDecl | c_ast.PtrDecl):
        return set(node.quals or ())
    return set()


def _items(initial: c_ast.Node | None, folder: Folder) -> int | None:
    """How many elements an initialiser gives an array without a length."""
    match initial:
        case c_ast.Constant(type="string"):
            return string_bytes(initial)
        case c_ast.InitList(exprs=items):
            position = longest = 0
            for item in items:
                if isinstance(item, c_ast.NamedInitializer):
                    position = folder.value(designated(item.name[0])[1]) or 0
                position += 1
                longest = max(longest, position)
            return longest
        case _:
            return None
