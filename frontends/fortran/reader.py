"""One Fortran source file to IR: the steps of this package in order.

Over 400 lines: what a file is read to, text first, then units.
"""

from __future__ import annotations

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
from frontends.fortran.finish import finish_symbols, shared_by_entries, without_calls
from frontends.fortran.handed_dummies import with_handed_dummies
from frontends.fortran.hosts import share_with_hosts
from frontends.fortran.labels import check_labels
from frontends.fortran.modernity import declares_more, is_modern
from frontends.fortran.modules import UnitsOfFile
from frontends.fortran.preprocess import (
    MAX_INCLUDE_DEPTH,
    Preprocessor,
    find_include,
    macros_from_options,
    needs_preprocessing,
    report_endless_include,
    report_missing_include,
)
from frontends.fortran.procedures import (
    gives_back_by_argument,
    hidden_of,
    is_elemental,
    passed_names,
    result_name,
)
from frontends.fortran.regions import Regions
from frontends.fortran.scopes import with_own_names
from frontends.fortran.statement_ir import StatementBuilder
from frontends.fortran.statements import parse_statement
from frontends.fortran.submodules import complete_headers
from frontends.fortran.symbols import Table, add_dummies
from frontends.fortran.units import Line, RawUnit, split_units
from frontends.source import decode, is_free_form, read_source
from sad.diagnostics import Diagnostics, SadError, Span
from sad.files import blake2b
from sad.ir import stmt as ir
from sad.ir.program import USED, Declaration, Inclusion, SourceFile, Storage, Unit, UnitKind
from sad.records import field, mutable, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from frontends.directives import Read
    from frontends.fortran.logical import Logical
    from frontends.fortran.module_files import ModuleFiles
    from sad.diagnostics import Diagnostic


@record
class ReadOptions:
    """How to read: include folders, macros, and the form where the suffix does not tell.

    ``modules`` are those of the program's files, ``texts`` are read in place of files.
    """

    include_paths: Sequence[str] = ()
    defines: Mapping[str, str] = field(default_factory=dict[str, str])
    free_form: bool | None = None
    modules: ModuleFiles | None = None
    texts: Mapping[str, str] = field(default_factory=dict[str, str])


def read_file(path: str, options: ReadOptions, diagnostics: Diagnostics) -> SourceFile:
    """Read one file to IR; problems inside it are collected, and cost only their statement or unit.

    Raises ``SadError`` if the file cannot be read as text at all.
    """
    return read_text(read_source(path), path, options, diagnostics)


def read_text(text: str, path: str, options: ReadOptions, diagnostics: Diagnostics) -> SourceFile:
    """Read source ``text`` to IR; ``path`` is where it is from, for messages and includes."""
    reader = _Reader(path, options, diagnostics)
    lines = reader.parsed(text, path)
    raw_units = split_units(lines, diagnostics)
    keep_used(raw_units)
    found = _File(raw_units, reader, diagnostics)
    units = tuple(map(found.unit, raw_units))
    units = share_with_hosts(raw_units, with_handed_dummies(raw_units, units))
    _tell_directives(reader, units, diagnostics)
    physical = text.count("\n") + (not text.endswith("\n"))
    included = tuple(reader.included)
    statements = sum(line.offers is None for line in lines)
    text_digest = _digest(lines)
    return SourceFile(
        path, "fortran", units, physical, statements, included=included, text=text_digest
    )


def declared_units(
    text: str, path: str, options: ReadOptions
) -> Iterator[tuple[RawUnit, Table, list[Line]]]:
    """Yield the units of a file with their declarations and statements as parsed: for who runs them."""
    said = Diagnostics()
    reader = _Reader(path, options, said)
    raw_units = split_units(reader.lines(text, path), said)
    keep_used(raw_units)
    found = _File(raw_units, reader, said)
    for raw in raw_units:
        yield raw, found.units.table(raw), found.executable(raw)


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


@record
class Parsed:
    """The statements of a file with what else reading them gave: files, directives, diagnostics."""

    text: str
    lines: list[Line]
    included: list[Inclusion]
    directives: list[Read]
    said: list[Diagnostic]


class _Reader:
    """Text to parsed lines, with INCLUDE files read in place."""

    def __init__(self, path: str, options: ReadOptions, diagnostics: Diagnostics) -> None:
        self._options = options
        self._path = path
        self._diagnostics = diagnostics
        free = options.free_form
        self.included: list[Inclusion] = []
        self.directives: list[Read] = []
        self._free = is_free_form(path) if free is None else free

    def repeated(self, raw_units: Sequence[RawUnit]) -> frozenset[str]:
        """Return the names that several procedures of the program have."""
        names = [raw.name for raw in raw_units if raw.kind in ("subroutine", "function")]
        own = frozenset(name for name in names if names.count(name) > 1)
        modules = self._options.modules
        return own if modules is None else own | modules.repeated

    @property
    def extended(self) -> Mapping[str, int]:
        """How many types of the program extend one of a name."""
        return {} if self._options.modules is None else self._options.modules.extended

    @property
    def targets(self) -> Mapping[str, tuple[str, ...]]:
        """What the procedure pointers of the program may have."""
        return {} if self._options.modules is None else self._options.modules.targets

    def elsewhere(self, name: str) -> UnitsOfFile | None:
        """Return the units of the other file that has a module."""
        modules = self._options.modules
        found = None if modules is None else modules.files.get(name)
        self.included.append(Inclusion(f"{USED}{name}", self._path, found))
        if modules is None or found is None or found == self._path:
            return None
        units, included = modules.units(name, self._read)
        self.included += included
        return units

    def _read(self, path: str) -> tuple[UnitsOfFile, list[Inclusion]]:
        """The units of another file, with nothing said of it: it is read by itself as well."""
        text = self._options.texts.get(path) or read_source(path)
        said = Diagnostics()
        reader = _Reader(path, self._options, said)
        raw_units = split_units(reader.parsed(text, path), said)
        keep_used(raw_units)
        return _File(raw_units, reader, said).units, reader.included

    def parsed(self, text: str, path: str) -> list[Line]:
        """Return the parsed statements of a file; one with modules is parsed once for all its users."""
        modules = self._options.modules
        if modules is None or not modules.has(path):
            return self.lines(text, path)
        known = modules.parsed.get(path)
        if known is None or known.text != text:
            said = Diagnostics()
            own = _Reader(path, self._options, said)
            lines = own.lines(text, path)
            known = modules.parsed[path] = Parsed(
                text, lines, own.included, own.directives, said.items
            )
        self.included += known.included
        self.directives += known.directives
        self._diagnostics.items += known.said
        return known.lines

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


@mutable
class _Parts:
    """What the lines of a unit are, beside what its table has.

    ``labels`` are those of declarations, ``before`` directives that stand before its END.
    """

    declarations: list[Declaration] = field(default_factory=list[Declaration])
    executable: list[Line] = field(default_factory=list[Line])
    labels: dict[str, Span] = field(default_factory=dict[str, Span])
    before: tuple[Read, ...] = ()


class _File:
    """The units of one file: declarations first, then executable statements."""

    def __init__(
        self, raw_units: Sequence[RawUnit], reader: _Reader, diagnostics: Diagnostics
    ) -> None:
        self._diagnostics = diagnostics
        self._extended, self._targets = reader.extended, reader.targets
        self._parts: dict[int, _Parts] = {}
        self.units = UnitsOfFile(
            raw_units, diagnostics, self._declare, reader.elsewhere, reader.repeated(raw_units)
        )
        complete_headers(self.units)
        self._elemental = frozenset(
            raw.name
            for raw in raw_units
            if raw.header is not None and is_elemental(raw.header.text)
        )

    def _declare(self, raw: RawUnit, table: Table) -> None:
        """Enter the declarations of a unit into its table."""
        table.elemental, table.extended = self._elemental, self._extended
        table.targets = self._targets
        parts = self._parts[id(raw)] = _Parts()
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
                not parts.executable
                and isinstance(statement, sx.Assignment)
                and table.add_statement_function(statement)
            ):
                kind = "statement function"
            else:
                parts.executable.append(replace(line, before=before) if before else line)
                table.note_spelling(line)
                before = ()
                continue
            parts.declarations.append(Declaration(kind, line.span))
            if line.label is not None:
                parts.labels[line.label] = line.span
                if isinstance(statement, sx.Specification) and statement.text.startswith("FORMAT("):
                    table.formats[line.label] = statement.text.removeprefix("FORMAT")
        if raw.end is not None:
            before += raw.end.before
        parts.before = before

    def executable(self, raw: RawUnit) -> list[Line]:
        """Return the statements of a unit in plain terms."""
        table = self.units.table(raw)
        lines = self._parts[id(raw)].executable
        if not is_modern(table, lines):
            return lines
        from frontends.fortran.rewriter import rewritten  # noqa: PLC0415 - not for older Fortran

        return rewritten(lines, table, self._diagnostics)

    def _body_of(
        self, raw: RawUnit, table: Table, parts: _Parts
    ) -> tuple[Regions, tuple[ir.Stmt, ...]]:
        """Statements as they are; in plain terms if some of them turn out to compute with arrays."""
        diagnostics = self._diagnostics
        builder = StatementBuilder(table, diagnostics)
        if not declares_more(table, parts.executable):
            mark = len(diagnostics.items)
            regions = Regions(parts.before, diagnostics)
            body = _body(raw, parts.executable, builder, parts.labels, regions)
            if not builder.has_arrays:
                return regions, body
            del diagnostics.items[mark:]
        regions = Regions(parts.before, diagnostics)
        lines = self.executable(raw)
        builder = StatementBuilder(table, diagnostics)
        return regions, _body(raw, lines, builder, parts.labels, regions)

    def unit(self, raw: RawUnit) -> Unit:
        """Build one unit."""
        table = self.units.table(raw)
        parts = self._parts[id(raw)]
        regions, body = self._body_of(raw, table, parts)
        symbols = finish_symbols(table)
        header = raw.header.statement if raw.header is not None else None
        dummies, hidden = tuple[str, ...](), tuple[str, ...]()
        if isinstance(header, sx.Header):
            dummies = passed_names(header, table)
            hidden = tuple(name for dummy in dummies for name in hidden_of(dummy, table))
            symbols = without_calls(symbols, (*dummies, *hidden))
        if any(isinstance(line.statement, sx.Entry) for line in raw.lines):
            symbols = shared_by_entries(symbols, raw.name)
        last = raw.end or (raw.lines[-1] if raw.lines else None)
        end = raw.first if last is None else last.span
        gives_back = isinstance(header, sx.Header) and _is_function(raw)
        kind = UnitKind.BLOCK_DATA if raw.kind == "blockdata" else UnitKind(raw.kind)
        if isinstance(header, sx.Header) and gives_back and gives_back_by_argument(header, table):
            gives_back, kind = False, UnitKind.SUBROUTINE
        unit = Unit(
            self.units.name_of(raw),
            kind,
            dummies,
            result_name(header) if gives_back and isinstance(header, sx.Header) else None,
            symbols,
            tuple(parts.declarations),
            body,
            Span(raw.first.file, raw.first.line, end.end_line),
            raw.header.span if raw.header is not None else None,
            raw.end.span if raw.end is not None else None,
            raw.host.name if raw.host is not None else None,
            _spelling(raw),
            hidden,
        )
        return with_copies(unit, tuple(regions.constructs)) if regions.constructs else unit


def _body(
    raw: RawUnit,
    executable: list[Line],
    builder: StatementBuilder,
    other_labels: dict[str, Span],
    regions: Regions,
) -> tuple[ir.Stmt, ...]:
    """Nested statements, or opaque ones if the unit's structure is broken."""
    diagnostics = regions.diagnostics
    if raw.end is not None and raw.end.label is not None:
        executable = [*executable, Line(sx.Plain("continue"), raw.end.label, raw.end.span, "END")]
    mark = len(diagnostics.items)
    try:
        body = build_body(executable, builder, regions)
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
