"""The declarations of one C file, with its functions bound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.bind import FunctionInfo, bind_function
from frontends.c.declare import Declarer
from frontends.c.program import global_block
from frontends.c.reading.attributes import ALIAS, STARTS
from frontends.c.scope import Entity, Kind, Scope
from frontends.c.types import Array, Function, Pointer
from frontends.c.usage import note_usage
from frontends.directives import PRAGMAS, Read, read_directive
from sad.diagnostics import Span

if TYPE_CHECKING:
    from frontends.c.parse import ParsedFile
    from frontends.c.types import CType
    from sad.ir.program import Construct

_LIBRARY = str(Path(__file__).parent / "include")


class File:
    """A file's functions and what its declarations say.

    ``initials`` are the initialisers of globals, ``names`` what the identifiers there mean by the id
    of their syntax; ``defined`` are the globals it defines; ``library`` the functions that our own
    headers of the standard library declare, ``callers`` those of them that call what they are given;
    ``loose`` the functions whose address stands in an initialiser, ``starts`` those that start by
    themselves; ``constructs`` are those of OpenMP outside of functions (threadprivate).
    """

    def __init__(self, parsed: ParsedFile) -> None:
        self.path = parsed.path
        self.functions: list[FunctionInfo] = []
        self.initials: dict[str, c_ast.Node] = {}
        self.names: dict[int, Entity] = {}
        self.defined: set[str] = set()
        self.library: set[str] = set()
        self.callers: set[str] = set()
        self.loose: set[str] = set()
        self.escaped: set[str] = set()
        self.starts: set[str] = set()
        self.constructs: list[Construct] = []
        self._aliases: set[str] = set()
        self._scope = Scope()
        self._declarer = Declarer(self._scope)
        for node in parsed.tree.ext:
            match node:
                case c_ast.Typedef():
                    self._declarer.declare_type(node)
                case c_ast.Decl():
                    self._declare(node)
                case c_ast.Pragma():
                    read = read_pragma(node, parsed.path)
                    if read is not None and read.construct is not None:
                        self.constructs.append(read.construct)
                case c_ast.FuncDef():
                    entity = self._declare(node.decl)
                    if entity is not None:
                        entity.internal |= "static" in node.decl.storage
                        info = bind_function(node, entity, self._declarer)
                        note_usage(info)
                        self.functions.append(info)
                case _:
                    pass
        self._meet_aliases()

    def _meet_aliases(self) -> None:
        """A variable of two names changes by itself, a function may be called by its other name."""
        for name in self._aliases:
            entity = self._scope.names.get(name)
            if entity is not None and entity.is_variable:
                entity.volatile = True
            elif entity is not None:
                self.starts.add(name)

    def disturb(self, blocks: set[str]) -> None:
        """Let the variables change by themselves whose places in memory are given."""
        shared = [item for info in self.functions for item in info.globals.values()]
        for entity in (*self._scope.names.values(), *shared):
            if entity.kind is Kind.GLOBAL and global_block(entity, self.path) in blocks:
                entity.volatile = True

    def _declare(self, node: c_ast.Decl) -> Entity | None:
        """Enter a declaration; further ones of the same thing add to the first."""
        if not node.name:
            self._declarer.type_of(node.type)
            return None
        if node.name.startswith(STARTS):
            self.starts.add(node.name.removeprefix(STARTS))
            return None
        if node.name.startswith(ALIAS):
            self._aliases.add(node.name.removeprefix(ALIAS))
            return None
        entity = self._declarer.entity(node, Kind.GLOBAL)
        known = self._scope.names.get(entity.name)
        if known is not None and known.kind is entity.kind:
            if not (isinstance(entity.type, Function) and entity.type.parameters is None):
                known.type = entity.type
            known.internal |= entity.internal
            known.initial = known.initial or entity.initial
            known.constant |= entity.constant
            entity = known
        self._scope.names[entity.name] = entity
        if entity.is_variable and (node.init is not None or "extern" not in node.storage):
            self.defined.add(global_block(entity, self.path))
        if entity.is_variable and node.init is not None:
            self.initials[global_block(entity, self.path)] = node.init
            self._addresses(node.init)
        where = node.coord.file if node.coord is not None else ""
        if entity.kind is Kind.FUNCTION and where.startswith((_LIBRARY, "/usr/include")):
            self.library.add(entity.name)
            if _calls_back(entity.type):
                self.callers.add(entity.name)
        return entity

    def exposed(self) -> set[str]:
        """Return the globals whose address some initialiser takes."""
        return {
            global_block(entity, self.path)
            for entity in self._scope.names.values()
            if entity.kind is Kind.GLOBAL and entity.escapes
        }

    def _addresses(self, node: c_ast.Node) -> None:
        """Note whose address an initialiser takes."""
        match node:
            case c_ast.ID(name=name):
                entity = self._scope.names.get(name)
                if entity is None:
                    return
                self.names[id(node)] = entity
                if entity.kind is Kind.FUNCTION:
                    self.loose.add(name)
                elif isinstance(entity.type, Array | Pointer):
                    entity.escapes = True
            case c_ast.UnaryOp(op="&", expr=inner):
                root = inner
                while isinstance(root, c_ast.ArrayRef | c_ast.StructRef):
                    if isinstance(root, c_ast.StructRef):
                        self.escaped.add(root.field.name)
                    root = root.name
                entity = self._scope.names.get(root.name) if isinstance(root, c_ast.ID) else None
                if entity is not None and entity.is_variable:
                    entity.escapes = entity.handed = True
                self._addresses(root)
            case c_ast.NamedInitializer(name=names, expr=value):
                for item in (*names, value):
                    if not isinstance(item, c_ast.ID) or item is value:  # no member
                        self._addresses(item)
            case _:
                for item in node:
                    self._addresses(item)


def _calls_back(kind: CType) -> bool:
    """Whether a function gets another one to call."""
    parameters = kind.parameters if isinstance(kind, Function) else None
    return parameters is None or any(
        isinstance(item, Pointer) and isinstance(item.to, Function) for item in parameters
    )


def read_pragma(node: c_ast.Pragma, file: str) -> Read | None:
    """Return the directive of OpenMP or OpenACC in a pragma; None if there is none."""
    language, _, text = node.string.strip().partition(" ")
    if language not in PRAGMAS or node.coord is None:
        return None
    span = Span.at(node.coord.file or file, node.coord.line)
    return read_directive(language, text, span, fortran=False)
