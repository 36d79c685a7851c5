"""Modules: what USE makes known, of units in the same file and in others.

Module variables are COMMON variables of a block of their own: all that use a module see the same place.
The units of a file are declared when they are asked for: a module before what uses it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import complete, is_open, read_types
from frontends.fortran.procedures import Procedure, is_elemental
from frontends.fortran.scopes import with_own_names
from frontends.fortran.statements import parse_statement
from frontends.fortran.submodules import ancestor_of, is_separate, parent_of
from frontends.fortran.symbols import Entry, Table, build_table
from frontends.fortran.text import split_commas, squeeze
from frontends.fortran.types import TypeResolver, with_constants
from frontends.fortran.units import Line, RawUnit, split_units
from sad.diagnostics import Diagnostics
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_USE = re.compile(r"USE(?:,(?:NON_)?INTRINSIC)?(?:::)?(\w+?)(?:,(ONLY:)?(.*))?$")
_INTERFACE = re.compile(r"(?:ABSTRACT)?INTERFACE(.*)$")
_SPECIFIC = re.compile(r"(?:MODULE)?PROCEDURE(?:::)?(.+)$")
_PASSED_WITH_MORE = frozenset({"OPTIONAL", "ALLOCATABLE", "POINTER"})
_C_SIZES = {
    "C_INT": 4, "C_SHORT": 2, "C_LONG": 8, "C_LONG_LONG": 8, "C_SIGNED_CHAR": 1, "C_SIZE_T": 8,
    "C_INT8_T": 1, "C_INT16_T": 2, "C_INT32_T": 4, "C_INT64_T": 8, "C_INTPTR_T": 8, "C_INTMAX_T": 8,
    "C_PTRDIFF_T": 8, "C_FLOAT": 4, "C_DOUBLE": 8, "C_LONG_DOUBLE": 10, "C_FLOAT_COMPLEX": 4,
    "C_DOUBLE_COMPLEX": 8, "C_BOOL": 1, "C_CHAR": 1,
}  # fmt: skip
CONSTANTS = {
    "ISO_FORTRAN_ENV": {
        "INT8": 1, "INT16": 2, "INT32": 4, "INT64": 8, "REAL32": 4, "REAL64": 8, "REAL128": 16,
        "LOGICAL32": 4, "INPUT_UNIT": 5, "OUTPUT_UNIT": 6, "ERROR_UNIT": 0, "IOSTAT_END": -1,
        "IOSTAT_EOR": -2, "CHARACTER_STORAGE_SIZE": 8, "NUMERIC_STORAGE_SIZE": 32,
    },
    "ISO_C_BINDING": _C_SIZES,
    "OMP_LIB": {"OMP_LOCK_KIND": 8, "OMP_NEST_LOCK_KIND": 8, "OMP_SCHED_KIND": 4},
}  # fmt: skip
"""Constants of modules that the language, or OpenMP, defines."""


@mutable
class UnitsOfFile:
    """The units of a file. ``elsewhere`` gives the units of the file that has a module.

    ``declare`` enters the lines of a unit into its table. ``repeated`` are names that several units of
    the program have: those with hosts are called after these.
    """

    raw_units: Sequence[RawUnit]
    diagnostics: Diagnostics
    declare: Callable[[RawUnit, Table], None]
    elsewhere: Callable[[str], UnitsOfFile | None] = lambda _name: None
    repeated: frozenset[str] = frozenset()
    _tables: dict[int, Table] = field(default_factory=dict[int, Table])
    _inside: dict[int, list[RawUnit]] | None = None

    def table(self, raw: RawUnit) -> Table:
        """Return the table of a unit with all its declarations."""
        known = self._tables.get(id(raw))
        if known is not None:
            return known
        host = None if raw.host is None else self.table(raw.host)
        table = self._tables[id(raw)] = build_table(raw, self.diagnostics, host, self.use)
        self._enter_procedures(raw, table)
        parent = parent_of(raw)
        if parent is not None:
            self._take_parent(parent, table)
        self.declare(raw, table)
        self._finish(raw, table)
        return table

    def name_of(self, raw: RawUnit) -> str:
        """Return the name of a unit in the program: procedures in others may share one."""
        if raw.host is None or raw.name not in self.repeated:
            return raw.name
        own = parent_of(raw.host) is None or not is_separate(raw)
        return f"{raw.host.name if own else ancestor_of(raw.host)}.{raw.name}"

    def unit_of_module(self, name: str) -> tuple[UnitsOfFile, RawUnit] | None:
        """Return the unit of a module or submodule, of this file or another, with its file's."""
        for raw in self.raw_units:
            if raw.kind == "module" and raw.name == name:
                return self, raw
        other = self.elsewhere(name)
        for raw in () if other is None else other.raw_units:
            if other is not None and raw.kind == "module" and raw.name == name:
                return other, raw
        return None

    def _take_parent(self, parent: str, table: Table) -> None:
        """Enter all names of the module or submodule that a submodule belongs to."""
        found = self.unit_of_module(parent)
        if found is None:
            table.without_module(parent, table.unit.first)
            return
        units, raw = found
        above = units.table(raw)
        table.implicit = dict(above.implicit)
        _take(above, table, {}, only=False, private=True)

    def _enter_procedures(self, raw: RawUnit, table: Table) -> None:
        if self._inside is None:
            self._inside = {}
            for unit in self.raw_units:
                if unit.host is not None or _needs_interface(unit):
                    self._inside.setdefault(id(unit.host), []).append(unit)
        inside = self._inside.get(id(raw), ())
        if raw.host is None and raw.kind != "module":
            inside = (*inside, *self._inside.get(id(None), ()))
        for unit in inside:
            found = None if unit is raw else self._procedure(unit)
            if found is not None:
                table.procedures[unit.name] = found

    def _procedure(self, unit: RawUnit) -> Procedure | None:
        header = unit.header
        if header is None or not isinstance(header.statement, sx.Header):
            return None
        if header.statement.kind not in ("subroutine", "function"):
            return None
        return Procedure(
            self.name_of(unit),
            header.statement,
            is_elemental(header.text),
            lambda: self.table(unit),
        )

    def _finish(self, raw: RawUnit, table: Table) -> None:
        header = None if raw.header is None else raw.header.statement
        if isinstance(header, sx.Header) and header.kind == "function" and header.type is not None:
            entry = table.entry(header.result or header.name)
            if entry.type is None:
                types = TypeResolver(table.find, self.diagnostics, raw.first)
                entry.type, entry.size = types.resolve(header.type)
                entry.of = header.type.derived
        read_types(raw.lines, table)
        self._interfaces(raw, table)
        _name_objects(table)
        for entry in list(table.entries.values()):
            if entry.of is not None:
                entry.derived = table.find_type(entry.of)
            if entry.type is Type.DERIVED and entry.derived is None:
                table.open_modules = True
        if raw.kind == "module":
            for entry in table.entries.values():
                if entry.storage is None and not entry.external and not entry.intrinsic:
                    entry.storage = Storage.COMMON
                    entry.module = raw.name
                entry.home = table
                if entry.value is not None and not isinstance(entry.value, sx.Array):
                    entry.value = with_constants(entry.value, table)
        if isinstance(header, sx.Header) and header.kind == "function":
            result = table.entries.get(header.result or header.name)
            if result is not None and (result.is_array or result.derived is not None):
                result.storage = Storage.DUMMY
        complete(table)
        if any(item.dimensions and not item.open for item in table.entries.values()) and any(
            "%" in line.text or ("(" in line.text and "::" in line.text) for line in raw.lines
        ):
            from frontends.fortran.bounds import rewrite_bounds  # noqa: PLC0415 - as above

            rewrite_bounds(table, Diagnostics())

    # --- interface blocks ---------------------------------------------------------------------------

    def _interfaces(self, raw: RawUnit, table: Table) -> None:
        """Enter generic names, and procedures whose interface is written out."""
        name: str | None = None
        body: list[Line] = []
        for line in raw.lines:
            statement = line.statement
            if not isinstance(statement, sx.Specification) or statement.kind != "region":
                continue
            text = squeeze(line.text)
            opens = _INTERFACE.match(text)
            if name is None:
                name = opens[1] if opens is not None else None
                body = []
            elif text.startswith("ENDINTERFACE"):
                self._interface(name, body, table)
                name = None
            else:
                body.append(line)

    def _interface(self, generic: str, body: list[Line], table: Table) -> None:
        found: list[Procedure] = []
        rest: list[Line] = []
        for line in body:
            text = squeeze(line.text)
            match = _SPECIFIC.match(text)
            if match is None or text.startswith(("PROCEDURE(", "MODULEPROCEDURE(")):
                rest.append(replace(line, statement=parse_statement(line.text)))
                continue
            for name in split_commas(match[1]):
                procedure = table.find_procedure(name)
                if procedure is not None:
                    found.append(procedure)
        for unit in split_units(rest, Diagnostics()):
            header = unit.header
            if header is None or not isinstance(header.statement, sx.Header):
                continue
            made = self._written_out(unit, header, header.statement, table)
            if unit.name not in table.procedures:
                table.procedures[unit.name] = made
            found.append(made)
        if generic:
            table.generics[generic] = table.generics.get(generic, ()) + tuple(found)

    def _written_out(
        self, unit: RawUnit, header: Line, statement: sx.Header, host: Table
    ) -> Procedure:
        def declared() -> Table:
            table = build_table(unit, Diagnostics(), host, self.use)
            for line in with_own_names(unit.lines):
                table.declare(line)
            self._finish(unit, table)
            return table

        name = unit.name
        if name in self.repeated and is_separate(unit):
            name = f"{ancestor_of(host.unit)}.{name}"
        return Procedure(name, statement, is_elemental(header.text), declared)

    # --- USE ----------------------------------------------------------------------------------------

    def use(self, table: Table, text: str) -> bool:
        """Enter what a USE statement makes known; return False if the module is not there."""
        match = _USE.match(text)
        if match is None:
            return False
        name, only = match[1], bool(match[2])
        renamed = dict(_renames(match[3] or ""))
        if name in CONSTANTS:
            for word, value in CONSTANTS[name].items():
                known = renamed if only else {**renamed, word: word}
                for local, original in known.items():
                    if original == word:
                        table.imports.setdefault(local, _constant(local, value))
            return True
        found = self.unit_of_module(name)
        module = None if found is None else found[0].table(found[1])
        if module is None or module is table:
            return False
        _take(module, table, renamed, only=only)
        return True


def _needs_interface(unit: RawUnit) -> bool:
    """Whether calls of an external procedure of the file pass more than its arguments."""
    return any(
        isinstance(line.statement, sx.TypeDeclaration)
        and (
            line.statement.type.derived is not None
            or not _PASSED_WITH_MORE.isdisjoint(line.statement.attributes)
            or any(
                is_open(item)
                for item in (
                    line.statement.dimensions,
                    *(e.dimensions for e in line.statement.entities),
                )
                if item is not None
            )
        )
        for line in unit.lines
    )


def _renames(text: str) -> Iterator[tuple[str, str]]:
    for part in split_commas(text) if text else ():
        local, _, original = part.partition("=>")
        if local:
            yield local, original or local


def _constant(name: str, value: int) -> Entry:
    number: sx.Node = sx.Number(str(abs(value)))
    if value < 0:
        number = sx.Prefix("-", number)
    return Entry(name, Type.INTEGER, 4, storage=Storage.CONSTANT, value=number)


def _take(
    module: Table, table: Table, renamed: dict[str, str], *, only: bool, private: bool = False
) -> None:
    """Enter the public names of a module: all, or those that ONLY lists; ``private``: its own, too."""
    if only:
        wanted = list(renamed.items())
    else:
        hidden = set(renamed.values())
        names = dict.fromkeys((
            *module.entries, *module.imports, *module.types, *module.procedures, *module.generics,
            *module.pointers, *module.namelists,
        ))  # fmt: skip
        wanted = [
            (name, name)
            for name in names
            if name not in hidden and (private or is_public(name, module))
        ]
        wanted += list(renamed.items())
    for local, original in wanted:
        entry = module.entries.get(original) or module.imports.get(original)
        if entry is not None and (entry.module is not None or entry.value is not None):
            table.imports.setdefault(local, entry)
        kind = module.types.get(original)
        if kind is not None:
            table.types.setdefault(local, kind)
        procedure = module.procedures.get(original)
        if procedure is not None:
            table.procedures.setdefault(local, procedure)
        pointer = module.pointers.get(original)
        if pointer is not None:
            table.pointers.setdefault(local, pointer)
        generic = module.generics.get(original)
        if generic is not None:
            known = table.generics.get(local, ())
            table.generics[local] = known + tuple(item for item in generic if item not in known)
        if original in module.namelists:
            _take_namelist(module, table, local, original)
    if module.open_modules:
        table.open_modules = True


def _take_namelist(module: Table, table: Table, local: str, original: str) -> None:
    members = module.namelists[original]
    if local in table.namelists:
        return
    table.namelists[local] = members
    table.groups_taken[local] = {
        member: module.entries.get(member) or module.imports[member]
        for member in members
        if member in module.entries or member in module.imports
    }
    if local != original or original in module.renamed_groups:
        table.renamed_groups.add(local)


def _name_objects(table: Table) -> None:
    """Give objects of namelists that USE makes known names: the unit may have none, or others."""
    for group, objects in table.groups_taken.items():
        names: list[str] = []
        for member, entry in objects.items():
            own = table.entries.get(member) or table.imports.get(member)
            if entry.module is not None and own is not None and own is not entry:
                member = f"{entry.module}_{member}"  # noqa: PLW2901
                table.renamed_groups.add(group)
            if entry.module is not None:
                table.imports.setdefault(member, entry)
                names.append(member)
        table.namelists[group] = tuple(names)


def is_public(name: str, module: Table) -> bool:
    """Whether a module lets others use one of its names."""
    return module.access.get(name, not module.private)
