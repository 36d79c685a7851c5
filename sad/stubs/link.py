"""Stubs joined to a program: those of procedures that it calls and does not have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.analysis.callgraph import unit_key
from sad.analysis.facts import facts_of
from sad.analysis.links import DUMMY, links_of
from sad.ir.program import SourceFile
from sad.records import record
from sad.stubs.tree import KIND, outside_of
from sad.stubs.unit import unit_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.links import CallLink, Links
    from sad.description.outside import Outside
    from sad.diagnostics import Diagnostics
    from sad.ir.program import Program, Unit
    from sad.stubs.schema import Stub


@record
class Linked:
    """A program with a unit for each stub it needs, and what these cost, by unit key."""

    program: Program
    outside: Mapping[str, Outside]


def own_links(unit: Unit) -> Links:
    """Return the links of a unit of a program whose procedures are not known."""
    return links_of(unit, facts_of(unit, {}))


def with_stubs(
    program: Program,
    stubs: Mapping[str, Stub],
    diagnostics: Diagnostics,
    links: Callable[[Unit], Links] = own_links,
) -> Linked:
    """Return the program with stubs for what it calls; source that is given always wins.

    ``links`` tells what a unit calls. A call whose arguments do not fit in number is an error SAD604
    in ``diagnostics``; a C function that only has the name of a stub in other letters is another one
    then.
    """
    if not stubs:
        return Linked(program, {})
    known = [(file, links(unit)) for file in program.files for unit in file.units]
    present = {item.name for _, unit in known for item in unit.definitions} | set(program.aliases)
    needed: dict[str, Stub] = {}
    names: dict[str, str] = {}
    for file, unit in known:
        for call in unit.calls:
            passed = (name for name in call.arguments if name and not name.startswith(DUMMY))
            for name in (call.name, *passed):
                stub = _stub_for(name, stubs, mangled=file.case_sensitive)
                if stub is None or name in present or (name == call.name and call.through):
                    continue
                if name == call.name and not _fits(call, stub):
                    if not (file.case_sensitive and name.upper() == stub.name):
                        _report(call, stub, diagnostics)
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


def _fits(call: CallLink, stub: Stub) -> bool:
    """Whether a call has as many arguments as a stub."""
    known = len(stub.arguments)
    return call.written == known or (stub.variadic and call.written > known)


def _report(call: CallLink, stub: Stub, diagnostics: Diagnostics) -> None:
    least = " or more" if stub.variadic else ""
    given, known = call.written, len(stub.arguments)
    message = f"{call.name} is called with {given} arguments; its stub has {known}{least}"
    place = stub.place.span
    hint = f"the stub is at {place.file}:{place.line}; compare its arguments with the call"
    diagnostics.error("SAD604", message, call.span, hint)
