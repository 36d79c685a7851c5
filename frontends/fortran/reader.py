"""One Fortran source file to IR: the steps of this package in order."""

from __future__ import annotations

import re
from dataclasses import field, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.directives import (
    Directives,
    conditional_code,
    tell_constructs,
    tell_problem,
    with_copies,
)
from frontends.fortran import fixed_form, free_form
from frontends.fortran import syntax as sx
from frontends.fortran.blocks import BrokenStructure, build_body
from frontends.fortran.bundled import (
    file_of_module,
    is_bundled,
    keep_used,
    lines_of,
    used_module,
)
from frontends.fortran.finish import finish_symbols, shared_by_entries
from frontends.fortran.hosts import share_with_hosts
from frontends.fortran.labels import check_labels
from frontends.fortran.preprocess import (
    MAX_INCLUDE_DEPTH,
    Preprocessor,
    find_include,
    macros_from_options,
    needs_preprocessing,
    report_endless_include,
    report_missing_include,
)
from frontends.fortran.regions import Regions
from frontends.fortran.scopes import with_own_names
from frontends.fortran.statement_ir import StatementBuilder
from frontends.fortran.statements import parse_statement
from frontends.fortran.symbols import Table, add_dummies, build_table
from frontends.fortran.units import Line, RawUnit, split_units
from frontends.source import decode, read_source
from sad.diagnostics import Diagnostics, SadError, Span
from sad.ir import stmt as ir
from sad.ir.program import Declaration, Inclusion, SourceFile, Storage, Unit, UnitKind
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from frontends.directives import Read
    from frontends.fortran.logical import Logical

_ELEMENTAL = re.compile(r"\belemental\b", re.IGNORECASE)
_FREE_SUFFIXES = frozenset({".f90", ".f95", ".f03", ".f08", ".F90", ".F95", ".F03", ".F08"})


@record
class ReadOptions:
    """How to read: include folders, macros, and the form where the suffix does not tell."""

    include_paths: Sequence[str] = ()
    defines: Mapping[str, str] = field(default_factory=dict[str, str])
    free_form: bool | None = None


def read_file(path: str, options: ReadOptions, diagnostics: Diagnostics) -> SourceFile:
    """Read one file to IR; problems inside it are collected, and cost only their statement or unit.

    Raises ``SadError`` if the file cannot be read as text at all.
    """
    return read_text(read_source(path), path, options, diagnostics)


def read_text(text: str, path: str, options: ReadOptions, diagnostics: Diagnostics) -> SourceFile:
    """Read source ``text`` to IR; ``path`` is where it is from, for messages and includes."""
    reader = _Reader(path, options, diagnostics)
    lines = reader.lines(text, path)
    raw_units = split_units(lines, diagnostics)
    keep_used(raw_units)
    tables: dict[int, Table] = {}
    elemental = frozenset(
        raw.name
        for raw in raw_units
        if raw.header is not None and _ELEMENTAL.search(raw.header.text) is not None
    )
    units = tuple(_unit(raw, tables, elemental, diagnostics) for raw in raw_units)
    units = share_with_hosts(raw_units, units)
    _tell_directives(reader, units, diagnostics)
    physical = text.count("\n") + (not text.endswith("\n"))
    included = tuple(reader.included)
    statements = sum(line.offers is None for line in lines)
    text_digest = _digest(lines)
    return SourceFile(
        path, "fortran", units, physical, statements, included=included, text=text_digest
    )


def _tell_directives(reader: _Reader, units: Sequence[Unit], diagnostics: Diagnostics) -> None:
    """Note all directives that were read; those in no unit govern nothing."""
    if not reader.directives:
        return
    constructs = [item for unit in units for item in unit.sequential]
    tell_constructs(constructs, diagnostics)
    known = {(item.span.file, item.span.line) for item in constructs}
    for read in reader.directives:
        if read.construct is None:
            for problem in () if read.directive is None else read.directive.problems:
                tell_problem(problem, read.span, diagnostics)
        elif (read.span.file, read.span.line) not in known:
            problem = f"{read.construct.name} stands in no program unit"
            tell_problem(problem, read.span, diagnostics)


def _digest(lines: list[Line]) -> str:
    """A digest of statements and parallel constructs that leaves out where they stand."""
    said: list[str] = []
    for line in lines:
        said += [
            f"{read.construct and read.construct[2:]} {read.directive}\n" for read in line.before
        ]
        said.append(f"{'' if line.label is None else line.label} {line.text}\n")
    return blake2b("".join(said).encode(), digest_size=16).hexdigest()


class _Reader:
    """Text to parsed lines, with INCLUDE files read in place."""

    def __init__(self, path: str, options: ReadOptions, diagnostics: Diagnostics) -> None:
        self._options = options
        self._diagnostics = diagnostics
        free = options.free_form
        self.included: list[Inclusion] = []
        self.directives: list[Read] = []
        self._free = Path(path).suffix in _FREE_SUFFIXES if free is None else free

    def lines(self, text: str, path: str, depth: int = 0) -> list[Line]:
        """Return the parsed statements of ``text``."""
        if needs_preprocessing(text, path):
            preprocessor = Preprocessor(
                self._options.include_paths,
                self._diagnostics,
                macros_from_options(self._options.defines),
                self.included,
            )
            text = preprocessor.run(text, path)
        if "_OPENMP" in self._options.defines:
            text = conditional_code(text, free_form=self._free)
        directives = Directives(text, path, free_form=self._free)
        self.directives += directives.all
        form = free_form if self._free else fixed_form
        out: list[Line] = []
        for logical in form.logical_statements(text, path):
            line = self._parse(logical)
            if directives.are_left:
                line = replace(line, before=directives.before(logical.span))
            out.append(line)
            statement = line.statement
            if isinstance(statement, sx.Include):
                out.extend(self._include(statement.path, line.span, depth))
            elif isinstance(statement, sx.Specification):
                file = file_of_module(used_module(statement))
                if file is not None:
                    out.extend(self._include(file, line.span, depth))
        return out

    def _parse(self, logical: Logical) -> Line:
        statement = parse_statement(logical.text)
        if logical.wide is not None and _is_unreadable(statement):
            wide = parse_statement(logical.wide)
            if not _is_unreadable(wide):
                self._diagnostics.warning(
                    "SAD212",
                    "statement goes past column 72",
                    logical.span,
                    "read up to column 132, as it makes no sense cut at 72",
                )
                return Line(wide, logical.label, logical.span, logical.wide)
        return Line(statement, logical.label, logical.span, logical.text)

    def _include(self, name: str, span: Span, depth: int) -> list[Line]:
        paths = self._options.include_paths
        found = find_include(name, span.file, paths)
        self.included.append(Inclusion(name, span.file, found))
        if found is None:
            report_missing_include(self._diagnostics, name, span, paths)
            return []
        if is_bundled(found):
            return list(lines_of(found, span))
        if depth >= MAX_INCLUDE_DEPTH:
            report_endless_include(self._diagnostics, name, span)
            return []
        try:
            return self.lines(decode(Path(found).read_bytes(), found), found, depth + 1)
        except SadError as error:
            if error.diagnostic.code != "SAD104":  # an empty include file is nothing to report
                self._diagnostics.items.append(error.diagnostic)
            return []


def _is_unreadable(statement: sx.Statement) -> bool:
    if isinstance(statement, sx.LogicalIf):
        statement = statement.action
    return isinstance(statement, sx.Unreadable)


def _unit(
    raw: RawUnit, tables: dict[int, Table], elemental: frozenset[str], diagnostics: Diagnostics
) -> Unit:
    """Build one unit: declarations first, then its executable statements."""
    host = tables.get(id(raw.host)) if raw.host is not None else None
    table = tables[id(raw)] = build_table(raw, diagnostics, host)
    table.elemental = elemental
    declarations: list[Declaration] = []
    other_labels: dict[str, Span] = {}
    executable: list[Line] = []
    before: tuple[Read, ...] = ()
    for line in with_own_names(raw.lines):
        statement = line.statement
        before += line.before
        if isinstance(statement, sx.Entry):
            words = {statement.name.upper(): statement.name}
            add_dummies(table, statement.dummies, words)
            if raw.header is not None and _is_function(raw):
                table.entry(statement.name).storage = Storage.RESULT
        if table.declare(line):
            kind = type(statement).__name__.lower()
        elif (
            not executable
            and isinstance(statement, sx.Assignment)
            and table.add_statement_function(statement)
        ):
            kind = "statement function"
        else:
            executable.append(replace(line, before=before) if before else line)
            table.note_spelling(line)
            before = ()
            continue
        declarations.append(Declaration(kind, line.span))
        if line.label is not None:
            other_labels[line.label] = line.span
            if isinstance(statement, sx.Specification) and statement.text.startswith("FORMAT("):
                table.formats[line.label] = statement.text.removeprefix("FORMAT")
    if raw.end is not None:
        before += raw.end.before
    regions = Regions(before, diagnostics)
    body = _body(raw, executable, table, other_labels, regions)
    symbols = finish_symbols(table)
    if any(isinstance(line.statement, sx.Entry) for line in raw.lines):
        symbols = shared_by_entries(symbols, raw.name)
    header = raw.header.statement if raw.header is not None else None
    last = raw.end.span if raw.end is not None else (raw.lines[-1].span if raw.lines else raw.first)
    unit = Unit(
        raw.name,
        UnitKind.BLOCK_DATA if raw.kind == "blockdata" else UnitKind(raw.kind),
        tuple(name for name in header.dummies if name != "*")
        if isinstance(header, sx.Header)
        else (),
        (header.result or header.name)
        if isinstance(header, sx.Header) and _is_function(raw)
        else None,
        symbols,
        tuple(declarations),
        body,
        Span(raw.first.file, raw.first.line, last.end_line),
        raw.header.span if raw.header is not None else None,
        raw.end.span if raw.end is not None else None,
        raw.host.name if raw.host is not None else None,
        _spelling(raw),
    )
    return with_copies(unit, tuple(regions.constructs)) if regions.constructs else unit


def _body(
    raw: RawUnit,
    executable: list[Line],
    table: Table,
    other_labels: dict[str, Span],
    regions: Regions,
) -> tuple[ir.Stmt, ...]:
    """Nested statements, or opaque ones if the unit's structure is broken."""
    diagnostics = regions.diagnostics
    if raw.end is not None and raw.end.label is not None:
        executable = [*executable, Line(sx.Plain("continue"), raw.end.label, raw.end.span, "END")]
    mark = len(diagnostics.items)
    try:
        body = build_body(executable, StatementBuilder(table, diagnostics), regions)
    except BrokenStructure as broken:
        del diagnostics.items[mark:]
        diagnostics.error(broken.code, broken.message, broken.span, broken.hint)
    else:
        if check_labels(body, other_labels, diagnostics):
            return body
    reason = "the unit's control flow is broken"
    return tuple(ir.Opaque(line.text, reason, line.span, line.label) for line in executable)


def _is_function(raw: RawUnit) -> bool:
    return raw.kind == "function"


def _spelling(raw: RawUnit) -> str:
    """The unit's name as the source writes it."""
    if raw.header is not None:
        at = raw.header.text.upper().find(raw.name)
        if at >= 0:
            return raw.header.text[at : at + len(raw.name)]
    return raw.name
