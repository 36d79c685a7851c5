"""Stubs joined to a program: those of procedures that it calls and does not have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sad.analysis.callgraph import unit_key
from sad.analysis.facts import facts_of
from sad.ir import stmt as st
from sad.ir.expr import Variable
from sad.ir.program import SourceFile, Storage, UnitKind
from sad.ir.walk import statements
from sad.stubs.tree import KIND, outside_of
from sad.stubs.unit import unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.facts import Call
    from sad.description.outside import Outside
    from sad.diagnostics import Diagnostics, Span
    from sad.ir.program import Program, Unit
    from sad.stubs.schema import Stub


@dataclass(frozen=True, slots=True)
class Linked:
    """A program with a unit for each stub it needs, and what these cost, by unit key."""

    program: Program
    outside: Mapping[str, Outside]


def with_stubs(program: Program, stubs: Mapping[str, Stub], diagnostics: Diagnostics) -> Linked:
    """Return the program with stubs for what it calls; source that is given always wins.

    A call whose arguments do not fit in number is an error SAD604 in ``diagnostics``; a C function that
    only has the name of a stub in other letters is another one then.
    """
    if not stubs:
        return Linked(program, {})
    present = set(_defined(program)) | set(program.aliases)
    needed: dict[str, Stub] = {}
    names: dict[str, str] = {}
    for file in program.files:
        for unit in file.units:
            for call, span in _calls(unit):
                for name in (call.name, *_passed(unit, call)):
                    stub = _stub_for(name, stubs, mangled=file.case_sensitive)
                    if stub is None or name in present or _is_dummy(unit, name):
                        continue
                    if name == call.name and not _fits(call, stub):
                        if not (file.case_sensitive and name.upper() == stub.name):
                            _report(call, stub, span, diagnostics)
                        continue
                    needed.setdefault(stub.name, stub)
                    names[name] = stub.name
    units = {name: unit_of(stub) for name, stub in needed.items()}
    outside = {unit_key(unit): outside_of(needed[name], unit.span) for name, unit in units.items()}
    files: dict[str, list[Unit]] = {}
    for unit in units.values():
        files.setdefault(unit.span.file, []).append(unit)
    added = tuple(SourceFile(path, KIND, tuple(group), 0, 0) for path, group in files.items())
    aliases = {**program.aliases, **{name: own for name, own in names.items() if name != own}}
    return Linked(replace(program, files=(*program.files, *added), aliases=aliases), outside)


def _stub_for(name: str, stubs: Mapping[str, Stub], *, mangled: bool) -> Stub | None:
    """The stub a name means, in any case; in C also by the linker's name of a Fortran procedure."""
    stub = stubs.get(name.upper())
    if stub is None and mangled and name.islower() and name.endswith("_"):
        stub = stubs.get(name.rstrip("_").upper())
    return stub


def _defined(program: Program) -> Iterator[str]:
    for unit in program.units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            yield unit.name
            yield from (
                item.name for item in statements(unit.body) if isinstance(item, st.EntryPoint)
            )


def _calls(unit: Unit) -> Iterator[tuple[Call, Span]]:
    facts = facts_of(unit, {})
    for statement in statements(unit.body):
        for call in facts.calls_of(statement):
            yield call, statement.span


def _passed(unit: Unit, call: Call) -> Iterator[str]:
    """The procedures that a call passes as arguments."""
    for argument in call.arguments:
        if isinstance(argument, Variable):
            symbol = unit.symbols.get(argument.name)
            if symbol is not None and symbol.storage is Storage.PROCEDURE:
                yield argument.name


def _is_dummy(unit: Unit, name: str) -> bool:
    symbol = unit.symbols.get(name)
    return symbol is not None and symbol.storage is Storage.DUMMY


def _fits(call: Call, stub: Stub) -> bool:
    """Whether a call has as many arguments as a stub."""
    given, known = len(call.key) - call.hidden, len(stub.arguments)
    return given == known or (stub.variadic and given > known)


def _report(call: Call, stub: Stub, span: Span, diagnostics: Diagnostics) -> None:
    given, known = len(call.key) - call.hidden, len(stub.arguments)
    least = " or more" if stub.variadic else ""
    message = f"{call.name} is called with {given} arguments; its stub has {known}{least}"
    place = stub.place.span
    hint = f"the stub is at {place.file}:{place.line}; compare its arguments with the call"
    diagnostics.error("SAD604", message, span, hint)
