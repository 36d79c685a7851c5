"""C files to IR: all files of a program together, because they say things about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.apart import with_apart
from frontends.c.files import File
from frontends.c.library import NAMES, is_library
from frontends.c.lowering import lower_function
from frontends.c.parse import parse_file
from frontends.c.program import collect
from frontends.directives import tell_constructs
from sad.diagnostics import SadError
from sad.ir import stmt as st
from sad.ir.program import SourceFile, Unit, UnitKind
from sad.ir.walk import statements
from sad.progress import steps
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from frontends.c.bind import FunctionInfo
    from frontends.c.parse import Failure, ParsedFile
    from frontends.c.program import ProgramFacts
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics


def read_files(
    paths: Sequence[str], options: SourceOptions, diagnostics: Diagnostics
) -> tuple[SourceFile, ...]:
    """Return the IR of C files. One that cannot be read is reported and left out."""
    parsed: list[ParsedFile] = []
    for path in steps("reading", paths, len(paths)):
        try:
            parsed.append(parse_file(options.texts.get(path, ""), path, options, diagnostics))
        except SadError as error:
            diagnostics.items.append(error.diagnostic)
    files = lower_files(parsed)
    _report(files, diagnostics)
    return files


def read_text(text: str, path: str, options: SourceOptions, diagnostics: Diagnostics) -> SourceFile:
    """Return the IR of a C program given as text, or of one file if that is empty."""
    files = lower_files([parse_file(text, path, options, diagnostics)])
    _report(files, diagnostics)
    return files[0]


def _report(files: Sequence[SourceFile], diagnostics: Diagnostics) -> None:
    """Warn of what is not modelled. Of functions that could not be read parsing has told."""
    hint = "its own cost is left out"
    for unit in (unit for file in files for unit in file.units if unit.header is not None):
        for item in statements(unit.body):
            if isinstance(item, st.Opaque):
                diagnostics.warning("SAD210", f"{item.reason} is not modelled", item.span, hint)
        tell_constructs(unit.sequential, diagnostics)


def lower_files(parsed: Sequence[ParsedFile]) -> tuple[SourceFile, ...]:
    """Return the IR of parsed files."""
    files = [File(item) for item in parsed]
    known = frozenset[str]().union(*(file.library - file.callers for file in files))
    pairs = ((file.path, info) for file in files for info in file.functions)
    callers = frozenset[str]().union(*(file.callers for file in files))
    program = collect(pairs, known | NAMES, callers)
    for file in files:
        program.initials.update(file.initials)
        program.names.update(file.names)
        program.defined |= file.defined
        program.loose |= {(file.path, name) for name in file.loose}
        program.unclear |= bool(file.loose)
        program.escaped |= file.escaped
        program.escape(file.exposed())
    disturbed: set[str] = set()
    for file in files:
        names = file.starts.union(*(info.starts for info in file.functions))
        disturbed |= program.started(file.path, names)
    for file in files:
        file.disturb(disturbed)
    program.closed = all(_knows(program, file, info) for file in files for info in file.functions)
    return tuple(_lowered(item, file, program) for item, file in zip(parsed, files, strict=True))


def _knows(program: ProgramFacts, file: File, info: FunctionInfo) -> bool:
    """Whether all that a function calls is in the program or in the standard library."""
    return all(
        name in file.library or is_library(name) or program.function(file.path, name) is not None
        for name in info.calls
    )


def _lowered(parsed: ParsedFile, file: File, program: ProgramFacts) -> SourceFile:
    units: list[Unit] = []
    internal: list[str] = []
    seen = 0
    for info in file.functions:
        record = program.function(file.path, info.entity.name)
        if record is not None and record.info is info:
            units.append(lower_function(record, program))
            if info.entity.internal and (file.path, info.entity.name) not in program.loose:
                internal.append(record.name)
            seen += sum(1 for _ in source_statements(info.node.body))
    if units and file.constructs:
        all_of_first = (*file.constructs, *units[0].sequential)
        units[0] = replace(units[0], sequential=all_of_first)
    units.extend(_unreadable(item) for item in parsed.failures)
    seen += len(parsed.failures)
    return SourceFile(
        parsed.path,
        "c",
        tuple(with_apart(units, internal)),
        parsed.lines,
        seen,
        case_sensitive=True,
        bounded=program.library,
    )


def _unreadable(failure: Failure) -> Unit:
    """A function that could not be read: its cost is not modelled."""
    body = (st.Opaque(failure.name, failure.message, failure.span),)
    return Unit(failure.name, UnitKind.SUBROUTINE, (), None, {}, (), body, failure.span)


# The statements of a function's syntax tree, counted without looking at what they become.
#
# The frontend tests ask that each of them stands in the IR on its line: none may be lost.

_LABELS = c_ast.Case | c_ast.Default | c_ast.Label
_NO_STATEMENTS = c_ast.Pragma | c_ast.StaticAssert | c_ast.Compound | _LABELS


def source_statements(node: c_ast.Node | None) -> Iterator[c_ast.Node]:
    """Yield the statements and declarations in a statement, itself first.

    Braces, labels and pragmas are none, nor is what a ``for`` declares in its head.
    """
    ahead: list[c_ast.Node | None] = [node]
    while ahead:  # not one generator in another: loops may be nested hundreds deep
        node = ahead.pop()
        if node is None:
            continue
        if not isinstance(node, _NO_STATEMENTS):
            yield node
        match node:
            case c_ast.Compound(block_items=items):
                inner = items or ()
            case c_ast.Case(stmts=items) | c_ast.Default(stmts=items):
                inner = items or ()
            case c_ast.If(iftrue=first, iffalse=second):
                inner = (first, second)
            case (
                c_ast.For(stmt=body)
                | c_ast.While(stmt=body)
                | c_ast.DoWhile(stmt=body)
                | c_ast.Switch(stmt=body)
                | c_ast.Label(stmt=body)
            ):
                inner = (body,)
            case _:
                inner = ()
        ahead.extend(reversed(inner))
