"""Declarations of a unit to a symbol table.

Over 400 lines: what is known of a name and of a unit, and how each kind of declaration adds to it.

Order in the source hardly matters in Fortran (a type may follow a DIMENSION), so names collect
properties first and become immutable ``Symbol`` nodes at the end, once all names used are known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.bundled import file_of_module, used_module
from frontends.fortran.derived import finish_entry
from frontends.fortran.text import split_commas
from frontends.fortran.types import DEFAULT_IMPLICIT, TypeResolver, with_constants
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from frontends.fortran.derived import DerivedType
    from frontends.fortran.procedure_pointers import ProcedurePointer
    from frontends.fortran.procedures import Procedure
    from frontends.fortran.units import Line, RawUnit
    from sad.diagnostics import Diagnostics, Span

_WORD = re.compile(r"[A-Za-z][\w$]*")
INTRINSIC_MODULES = frozenset({
    "ISO_FORTRAN_ENV", "ISO_C_BINDING", "IEEE_ARITHMETIC", "IEEE_EXCEPTIONS", "IEEE_FEATURES",
    "OMP_LIB", "OMP_LIB_KINDS", "OPENACC",
})  # fmt: skip


_DECLARING = frozenset({
    sx.TypeDeclaration, sx.Dimensions, sx.Common, sx.Equivalence, sx.Parameters, sx.Data,
    sx.Implicit, sx.NameList, sx.Attribute, sx.Namelist, sx.Specification, sx.Include, sx.Contains,
})  # fmt: skip


@mutable
class Entry:
    """What is known of one name while the unit is read.

    ``of`` names its derived type, ``derived`` is that. The bounds of an ``open`` array are variables;
    ``assumed``: a dummy argument's, which has those of the actual one. The last ``outer`` dimensions of
    a component are those of the arrays it is in, ``inside_open`` if these are open. ``module`` has it,
    ``home`` is what names mean in its declaration where that is another unit, ``original`` its name
    there. Bounds that are ``kept`` were copied when the unit began: what is in them may change. What is
    ``beyond`` is not followed: links of a list behind the first. A ``called`` one is a function of a
    host or module, entered because it is called. A ``polymorphic`` one may have a type
    that extends its own. ``reached`` are the variables beside the pointers that lead to it, which say
    where these point: it is another one once they are set.
    """

    name: str
    type: Type | None = None
    size: int | None = None
    dimensions: tuple[sx.Node, ...] | None = None
    storage: Storage | None = None
    external: bool = False
    called: bool = False
    intrinsic: bool = False
    block: str | None = None
    value: sx.Node | None = None
    initial: tuple[sx.Node | sx.Repeat, ...] = ()
    saved: bool = False
    spelling: str = ""
    of: str | None = None
    derived: DerivedType | None = None
    allocatable: bool = False
    any_length: bool = False
    pointer: bool = False
    target: bool = False
    optional: bool = False
    intent: str = ""
    open: bool = False
    assumed: bool = False
    inside_open: bool = False
    kept: bool = False
    polymorphic: bool = False
    beyond: bool = False
    reached: tuple[str, ...] = ()
    outer: int = 0
    module: str | None = None
    home: Table | None = None
    original: str | None = None

    @property
    def is_array(self) -> bool:
        """Whether the name is declared with dimensions."""
        return self.dimensions is not None


@mutable
class Table:
    """The names of one unit. ``host`` is the enclosing unit's table, for internal procedures.

    ``elemental`` are the elemental procedures of the file, ``extended`` tells how many types of the
    program extend one of a name, ``formats`` what FORMAT statements say
    by their labels. ``imports`` are names that USE makes known, by what they are called here, ``types``
    derived types, ``procedures`` those whose interface is known, ``generics`` names for several.
    ``pointers`` are procedure pointers, ``targets`` what those of the program may have.
    Of namelists, ``groups_taken`` are those of modules with their objects; in ``renamed_groups`` these
    have other names than in the input.
    ``modules`` takes a USE statement, and tells whether its module is there.
    ``open_modules``: a module that is used is not there, so that any name may be one of its.
    """

    unit: RawUnit
    diagnostics: Diagnostics
    host: Table | None = None
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    implicit: dict[str, tuple[Type, int]] = field(default_factory=lambda: dict(DEFAULT_IMPLICIT))
    blocks: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    equivalences: list[tuple[sx.Node, ...]] = field(default_factory=list[tuple[sx.Node, ...]])
    statement_functions: dict[str, tuple[tuple[str, ...], sx.Node]] = field(
        default_factory=dict[str, tuple[tuple[str, ...], sx.Node]]
    )
    data: list[tuple[tuple[sx.Node, ...], tuple[sx.Node | sx.Repeat, ...]]] = field(
        default_factory=list[tuple[tuple[sx.Node, ...], tuple[sx.Node | sx.Repeat, ...]]]
    )
    namelists: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    groups_taken: dict[str, dict[str, Entry]] = field(default_factory=dict[str, "dict[str, Entry]"])
    renamed_groups: set[str] = field(default_factory=set[str])
    from_host: dict[str, Entry] = field(default_factory=dict[str, Entry])
    formats: dict[str, str] = field(default_factory=dict[str, str])
    save_all: bool = False
    elemental: frozenset[str] = frozenset()
    extended: Mapping[str, int] = field(default_factory=dict[str, int])
    imports: dict[str, Entry] = field(default_factory=dict[str, "Entry"])
    types: dict[str, DerivedType] = field(default_factory=dict[str, "DerivedType"])
    procedures: dict[str, Procedure] = field(default_factory=dict[str, "Procedure"])
    generics: dict[str, tuple[Procedure, ...]] = field(
        default_factory=dict[str, "tuple[Procedure, ...]"]
    )
    pointers: dict[str, ProcedurePointer] = field(default_factory=dict[str, "ProcedurePointer"])
    targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    private: bool = False
    access: dict[str, bool] = field(default_factory=dict[str, bool])
    open_modules: bool = False
    modules: Callable[[Table, str], bool] | None = None

    def entry(self, name: str) -> Entry:
        """Return the entry of ``name``, made if it is new here."""
        found = self.entries.get(name)
        if found is None:
            found = self.entries[name] = Entry(name)
        return found

    def find(self, name: str) -> Entry | None:
        """Return the entry of ``name`` in this unit, in what it uses, or in its hosts."""
        found = self.entries.get(name) or self.imports.get(name)
        if found is None and self.host is not None:
            return self.host.find(name)
        return found

    def home_of(self, name: str) -> Table:
        """Return where names in the declaration of ``name`` have their meaning."""
        table = self
        while table.host is not None and name not in table.entries and name not in table.imports:
            table = table.host
        found = table.find(name)
        return table if found is None or found.home is None else found.home

    def find_type(self, name: str) -> DerivedType | None:
        """Return the derived type of a name in this unit or its hosts."""
        found = self.types.get(name)
        return self.host.find_type(name) if found is None and self.host is not None else found

    def find_procedure(self, name: str) -> Procedure | None:
        """Return the procedure that a name means, if its interface is known."""
        found = self.procedures.get(name)
        if found is None and self.host is not None:
            own = self.entries.get(name)
            if own is None or own.called:
                return self.host.find_procedure(name)
        return found

    def find_pointer(self, name: str) -> ProcedurePointer | None:
        """Return the procedure pointer of a name."""
        found = self.pointers.get(name)
        if found is None and self.host is not None and name not in self.entries:
            return self.host.find_pointer(name)
        return found

    def find_namelist(self, name: str) -> tuple[str, ...] | None:
        """Return the objects of a namelist group of this unit or its hosts."""
        found = self.namelists.get(name)
        return self.host.find_namelist(name) if found is None and self.host is not None else found

    def find_generic(self, name: str) -> tuple[Procedure, ...]:
        """Return the procedures that a generic name stands for, those of this unit first."""
        found = self.generics.get(name, ())
        return found + (self.host.find_generic(name) if self.host is not None else ())

    def type_of(self, name: str) -> tuple[Type, int | None]:
        """Return the type of ``name`` and its size in bytes, by declaration or implicit rule."""
        found = self.find(name)
        if found is not None and found.type is not None:
            return found.type, found.size
        return self.implicit.get(name[0], (Type.REAL, 4))

    def use(self, name: str) -> Type:
        """Return the type of a variable used in a statement; a new name is declared by its use."""
        if name not in self.entries:
            found = self.find(name)
            if found is None:
                self.entries[name] = Entry(name)
            elif found.module is not None or found.storage is Storage.CONSTANT:
                self._own(name, found, self.home_of(name))
            else:
                self.from_host[name] = found
        return self.type_of(name)[0]

    def _own(self, name: str, found: Entry, home: Table) -> None:
        """Enter a module's variable or a constant under the name it has here."""
        made = self.entries[name] = replace(found, name=name, initial=())
        made.spelling = found.spelling or found.name.lower()
        made.original = found.original or found.name
        if home is not self:
            if made.dimensions is not None and not made.open:
                made.dimensions = tuple(with_constants(node, home) for node in made.dimensions)
            if made.value is not None:
                made.value = with_constants(made.value, home)
        if made.open and made.outer == 0 and made.dimensions is not None:
            made.open = False
            made.dimensions = (sx.Triplet(None, None, None),) * len(made.dimensions)
        finish_entry(made, self)

    def note_spelling(self, line: Line) -> None:
        """Remember how the source writes variables that are read: they become named inputs."""
        statement = line.statement
        if isinstance(statement, sx.InputOutput) and statement.keyword == "read":
            words = {word.upper(): word for word in _WORD.findall(line.text)}
            for item in statement.items:
                if isinstance(item, sx.Name):
                    self.use(item.name)
                    if item.name in self.entries:
                        self.entries[item.name].spelling = words.get(item.name, item.name)

    def declare(self, line: Line) -> bool:
        """Record a specification statement; return False if the statement is executable."""
        statement = line.statement
        if type(statement) not in _DECLARING:
            return False
        match statement:
            case sx.TypeDeclaration():
                self._declare_type(statement, line)
            case sx.Dimensions(entities):
                for item in entities:
                    self.entry(item.name).dimensions = item.dimensions
            case sx.Common(blocks):
                self._declare_common(blocks, line)
            case sx.Equivalence(groups):
                self.equivalences.extend(groups)
            case sx.Parameters(values):
                for name, value in values:
                    entry = self.entry(name)
                    entry.value, entry.storage = value, Storage.CONSTANT
            case sx.Data(groups):
                self.data.extend(groups)
            case sx.Implicit(rules):
                self._declare_implicit(rules)
            case sx.NameList(kind, names):
                self._declare_names(kind, names)
            case sx.Namelist(groups):
                self.namelists.update(groups)
            case sx.Attribute(kind, entities):
                for item in entities:
                    entry = self.entry(item.name)
                    entry.dimensions = item.dimensions or entry.dimensions
                    _give(entry, kind, "")
            case sx.Specification("use"):
                self._use_module(statement, line)
            case sx.Specification("specification", text) if text.startswith(("PRIV", "PUBL")):
                self._declare_access(text)
            case sx.Specification("specification", text) if text.startswith("PROCEDURE("):
                from frontends.fortran.procedure_pointers import declared  # noqa: PLC0415 - rare

                self.pointers.update((item.name, item) for item in declared(text, self))
            case sx.Specification() | sx.Include() | sx.Contains():
                pass
            case _:
                raise AssertionError(statement)
        return True

    def _declare_access(self, text: str) -> None:
        """PRIVATE and PUBLIC, alone or with names."""
        is_public = text.startswith("PUBLIC")
        rest = text[6:] if is_public else text[7:]
        if not rest:
            self.private = not is_public
        for name in split_commas(rest.removeprefix("::")) if rest else ():
            self.access[name] = is_public

    def _use_module(self, statement: sx.Specification, line: Line) -> None:
        module = used_module(statement) or ""
        if self.modules is not None and self.modules(self, statement.text):
            return
        if module in INTRINSIC_MODULES or file_of_module(module) is not None:
            return
        _, only, names = statement.text.partition(",ONLY:")
        for part in split_commas(names) if only else ():
            local = part.partition("=>")[0]
            made = Entry(local, storage=Storage.COMMON, module=module, spelling=local.lower())
            self.imports.setdefault(local, made)
        self.without_module(module, line.span)

    def without_module(self, module: str, span: Span) -> None:
        """Warn that a module is missing: names that are not declared may be its own."""
        self.open_modules = True
        message = f"module {module} is not followed: what it declares is not known here"
        hint = "give the file that has it, too; until then its variables and constants get named values"
        self.diagnostics.warning("SAD210", message, span, hint)

    def _declare_type(self, statement: sx.TypeDeclaration, line: Line) -> None:
        types = TypeResolver(self.find, self.diagnostics, line.span)
        for item in statement.entities:
            entry = self.entry(item.name)
            spec = statement.type
            if item.length is not None:
                spec = sx.TypeSpec(spec.base, item.length)
            entry.type, entry.size = types.resolve(spec)
            entry.any_length = isinstance(spec.size, sx.Star)
            entry.dimensions = item.dimensions or statement.dimensions or entry.dimensions
            entry.of, entry.polymorphic = spec.derived, spec.polymorphic
            for word in statement.attributes:
                _give(entry, word, line.text)
                if word in ("PUBLIC", "PRIVATE"):
                    self.access[item.name] = word == "PUBLIC"
            if "PARAMETER" in statement.attributes and item.initial:
                value = item.initial[0]
                if not isinstance(value, sx.Repeat):
                    entry.value, entry.storage = value, Storage.CONSTANT
            elif item.initial:
                entry.initial, entry.saved = item.initial, True

    def _declare_common(
        self, blocks: tuple[tuple[str, tuple[sx.Entity, ...]], ...], line: Line
    ) -> None:
        spellings = {word.upper(): word for word in _WORD.findall(line.text)}
        for block, members in blocks:
            names = self.blocks.setdefault(block, [])
            for item in members:
                entry = self.entry(item.name)
                entry.block, entry.storage = block, Storage.COMMON
                entry.dimensions = item.dimensions or entry.dimensions
                entry.spelling = spellings.get(item.name, item.name)
                names.append(item.name)

    def _declare_implicit(
        self, rules: tuple[tuple[sx.TypeSpec, tuple[tuple[str, str], ...]], ...] | None
    ) -> None:
        if rules is None:
            return
        types = TypeResolver(self.find, self.diagnostics, self.unit.first)
        for spec, ranges in rules:
            kind, size = types.resolve(spec)
            for first, last in ranges:
                for code in range(ord(first), ord(last) + 1):
                    self.implicit[chr(code)] = (kind, size or 4)

    def _declare_names(self, kind: str, names: tuple[str, ...]) -> None:
        if kind == "save" and not names:
            self.save_all = True
        for name in names:
            if name.startswith("/"):
                continue
            entry = self.entry(name)
            if kind == "external":
                entry.external = True
            elif kind == "intrinsic":
                entry.intrinsic = True
            elif kind == "save":
                entry.saved = True

    def add_statement_function(self, statement: sx.Assignment) -> bool:
        """Record ``NAME(dummies) = expression`` if it is a statement function."""
        target = statement.target
        if not isinstance(target, sx.Apply) or not isinstance(target.base, sx.Name):
            return False
        names = [item.name for item in target.arguments if isinstance(item, sx.Name)]
        if len(names) != len(target.arguments):
            return False
        known = self.find(target.base.name)
        if known is not None and (known.is_array or known.storage is Storage.DUMMY):
            return False
        self.statement_functions[target.base.name] = (tuple(names), statement.value)
        return True


def _give(entry: Entry, attribute: str, text: str) -> None:
    """Note an attribute of a name."""
    match attribute:
        case "EXTERNAL":
            entry.external = True
        case "SAVE":
            entry.saved = True
        case "ALLOCATABLE":
            entry.allocatable = True
        case "POINTER":
            entry.pointer = True
        case "TARGET":
            entry.target = True
        case "OPTIONAL":
            entry.optional = True
        case "INTENT":
            squeezed = "".join(text.upper().split())
            words = ("out", "in")
            entry.intent = next((w for w in words if f"INTENT({w.upper()})" in squeezed), "")
        case _:
            pass


def names_in(node: sx.Node | None) -> Iterator[str]:
    """Yield the names in a bound."""
    match node:
        case sx.Name(name):
            yield name
        case sx.Infix(_, left, right):
            yield from names_in(left)
            yield from names_in(right)
        case sx.Apply(base, arguments):
            yield from names_in(base)
            for item in arguments:
                yield from names_in(item)
        case sx.Prefix(_, operand) | sx.Paren(operand):
            yield from names_in(operand)
        case _:
            pass


def build_table(
    unit: RawUnit,
    diagnostics: Diagnostics,
    host: Table | None,
    modules: Callable[[Table, str], bool] | None = None,
) -> Table:
    """Return the table of a unit with its header's names entered (declarations come later)."""
    table = Table(unit, diagnostics, host, modules=modules)
    if host is not None:
        table.implicit = dict(host.implicit)
    if unit.header is None or not isinstance(unit.header.statement, sx.Header):
        return table
    header = unit.header.statement
    spellings = {word.upper(): word for word in _WORD.findall(unit.header.text)}
    add_dummies(table, header.dummies, spellings)
    if header.kind == "function":
        entry = table.entry(header.result or header.name)
        entry.storage = Storage.RESULT
        if header.type is not None:
            types = TypeResolver(table.find, diagnostics, unit.first)
            entry.type, entry.size = types.resolve(header.type)
            entry.of = header.type.derived
    return table


def add_dummies(table: Table, dummies: tuple[str, ...], spellings: dict[str, str]) -> None:
    """Enter dummy arguments of a header or an ENTRY."""
    for name in dummies:
        if name != "*":
            entry = table.entry(name)
            entry.storage = Storage.DUMMY
            entry.spelling = spellings.get(name, name)
