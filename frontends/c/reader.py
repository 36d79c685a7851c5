"""C files to IR: all files of a program together, because they say things about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.bind import FunctionInfo, bind_function
from frontends.c.declare import Declarer
from frontends.c.lowering import lower_function
from frontends.c.parse import parse_file
from frontends.c.program import collect, global_block
from frontends.c.scope import Entity, Kind, Scope
from frontends.c.types import Function
from frontends.c.usage import note_usage
from sad.diagnostics import SadError
from sad.ir import stmt as st
from sad.ir.account import statement_count
from sad.ir.program import SourceFile, Unit, UnitKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.parse import Failure, ParsedFile
    from frontends.c.program import ProgramFacts
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics


def read_files(
    paths: Sequence[str], options: SourceOptions, diagnostics: Diagnostics
) -> tuple[SourceFile, ...]:
    """Return the IR of C files. One that cannot be read is reported and left out."""
    parsed: list[ParsedFile] = []
    for path in paths:
        try:
            parsed.append(parse_file("", path, options, diagnostics))
        except SadError as error:
            diagnostics.items.append(error.diagnostic)
    return lower_files(parsed)


def read_text(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    """Return the IR of a C program given as text, or of one file if that is empty."""
    return lower_files([parse_file(text, path, options, diagnostics)])[0]


def lower_files(parsed: Sequence[ParsedFile]) -> tuple[SourceFile, ...]:
    """Return the IR of parsed files."""
    files = [_File(item) for item in parsed]
    program = collect((file.path, info) for file in files for info in file.functions)
    for file in files:
        program.initials.update(file.initials)
    return tuple(_lowered(item, file, program) for item, file in zip(parsed, files, strict=True))


class _File:
    """The declarations of one file, its functions bound."""

    def __init__(self, parsed: ParsedFile) -> None:
        self.path = parsed.path
        self.functions: list[FunctionInfo] = []
        self.initials: dict[str, c_ast.Node] = {}
        self._scope = Scope()
        self._declarer = Declarer(self._scope)
        for node in parsed.tree.ext:
            match node:
                case c_ast.Typedef():
                    self._declarer.declare_type(node)
                case c_ast.Decl():
                    self._declare(node)
                case c_ast.FuncDef():
                    entity = self._declare(node.decl)
                    if entity is not None:
                        entity.internal |= "static" in node.decl.storage
                        info = bind_function(node, entity, self._declarer)
                        note_usage(info)
                        self.functions.append(info)
                case _:
                    pass

    def _declare(self, node: c_ast.Decl) -> Entity | None:
        """Enter a declaration; further ones of the same thing add to the first."""
        if not node.name:
            self._declarer.type_of(node.type)
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
        if entity.is_variable and entity.initial is not None:
            self.initials[global_block(entity, self.path)] = entity.initial
        return entity


def _lowered(parsed: ParsedFile, file: _File, program: ProgramFacts) -> SourceFile:
    units: list[Unit] = []
    for info in file.functions:
        record = program.function(file.path, info.entity.name)
        if record is not None and record.info is info:
            units.append(lower_function(record, program))
    units.extend(_unreadable(item) for item in parsed.failures)
    source = SourceFile(parsed.path, "c", tuple(units), parsed.lines, 0, case_sensitive=True)
    return SourceFile(
        parsed.path,
        "c",
        tuple(units),
        parsed.lines,
        statement_count(source),
        case_sensitive=True,
    )


def _unreadable(failure: Failure) -> Unit:
    """A function that could not be read: its cost is not modelled."""
    body = (st.Opaque(failure.name, failure.message, failure.span),)
    return Unit(failure.name, UnitKind.SUBROUTINE, (), None, {}, (), body, failure.span)
