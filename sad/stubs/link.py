"""Stubs joined to a program: those of procedures that it calls and does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.facts import Collected
from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.summary import DUMMY, entries_of, links_of
from sad.ir.program import SourceFile, UnitKind
from sad.lowering.drafts import Linked, Outside
from sad.model.nodes import SECOND, Block, Call, Line, Node, Seq, Weighted
from sad.model.parameters import Class, Kind, Parameter
from sad.records import record, replace
from sad.stubs.defaults import called_names, default_stub, units_that_need
from sad.stubs.formula import Formulas
from sad.stubs.unit import unit_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.summary import CallLink, Definition, Links
    from sad.diagnostics import Diagnostics, Span
    from sad.ir.program import Program, Unit
    from sad.stubs.schema import Stub


@record
class UnitQueries:
    """How units of a program are looked at: what one calls and defines, and in less time which names
    it mentions, more than those that it calls.
    """

    links: Callable[[Unit], Links]
    names: Callable[[Unit, str], Iterable[str]]
    defined: Callable[[Unit], Iterable[Definition]]


@record
class _Known:
    """A unit with what it calls, and the language it is written in."""

    links: Links
    language: str
    case_sensitive: bool


def own_links(unit: Unit) -> Links:
    """Return the links of a unit of a program whose procedures are not known."""
    return links_of(unit, Collected(unit).facts({}))


WHOLE = UnitQueries(own_links, called_names, entries_of)
"""Units with their statements."""


def with_stubs(
    program: Program,
    stubs: Mapping[str, Stub],
    diagnostics: Diagnostics,
    seen: UnitQueries = WHOLE,
    *,
    defaults: bool = False,
) -> Linked:
    """Return the program with stubs for what it calls; source that is given always wins.

    With ``defaults`` the procedures of each language's library are known besides, after ``stubs``.
    A call whose arguments do not fit one of ``stubs`` in number is an error SAD604 in
    ``diagnostics``; a C function that only has the name of a stub in other letters is another one
    then, and so is one that has the name of a library's procedure and other arguments.
    """
    wanted = units_that_need(program, seen.names) if defaults else set[str]()
    if not stubs and not wanted:
        return Linked(program, {})
    known = [
        _Known(seen.links(unit), file.language, file.case_sensitive)
        for file in program.files
        for unit in file.units
        if stubs or unit.key in wanted
    ]
    present = set(program.aliases)
    for unit in program.units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            present.update(item.name for item in seen.defined(unit))
    needed: dict[str, Stub] = {}
    aliases: dict[str, str] = {}
    for unit in known:
        for call in unit.links.calls:
            for name in _named_by(call):
                if name in present or (name == call.name and call.through):
                    continue
                stub = _stub_for(name, stubs, mangled=unit.case_sensitive)
                if stub is not None and name == call.name and not _fits(call, stub):
                    if not (unit.case_sensitive and name.upper() == stub.name):
                        _report(call, stub, diagnostics)
                    continue
                if stub is None and defaults:
                    stub = default_stub(name, unit.language)
                    if stub is not None and name == call.name and not _fits(call, stub):
                        stub = None
                if stub is not None:
                    needed.setdefault(stub.name, stub)
                    aliases[name] = stub.name
    return joined(program, needed, aliases) if needed else Linked(program, {})


def joined(program: Program, stubs: Mapping[str, Stub], aliases: Mapping[str, str]) -> Linked:
    """Return the program with a unit for each stub; ``aliases`` are other names of these."""
    units = {name: unit_of(stub) for name, stub in stubs.items()}
    outside = {unit_key(unit): outside_of(stubs[name], unit.span) for name, unit in units.items()}
    files: dict[str, list[Unit]] = {}
    for unit in units.values():
        files.setdefault(unit.span.file, []).append(unit)
    added = tuple(SourceFile(path, KIND, tuple(group), 0, 0) for path, group in files.items())
    others = {name: own for name, own in aliases.items() if name != own}
    merged = {**program.aliases, **others}
    return Linked(replace(program, files=(*program.files, *added), aliases=merged), outside)


def _named_by(call: CallLink) -> Iterator[str]:
    """What a call starts, and the procedures it passes."""
    yield call.name
    for name in call.arguments:
        if name and not name.startswith(DUMMY):
            yield name


def _stub_for(name: str, stubs: Mapping[str, Stub], *, mangled: bool) -> Stub | None:
    """The stub a name means, in any case; in C also by the linker's name of a Fortran procedure."""
    stub = stubs.get(name.upper())
    if stub is None and mangled and name.islower() and name.endswith("_"):
        stub = stubs.get(name.rstrip("_").upper())
    return stub


def _fits(call: CallLink, stub: Stub) -> bool:
    """Whether a call has as many arguments as a stub."""
    known = len(stub.arguments)
    return stub.least <= call.written and (call.written <= known or stub.variadic)


def _report(call: CallLink, stub: Stub, diagnostics: Diagnostics) -> None:
    known = len(stub.arguments)
    wanted = f"{known} or more" if stub.variadic else str(known)
    if stub.least < known:
        wanted = f"{stub.least} to {wanted}"
    message = f"{call.name} is called with {call.written} arguments; its stub has {wanted}"
    place = stub.place.span
    hint = f"the stub is at {place.file}:{place.line}; compare its arguments with the call"
    diagnostics.error("SAD604", message, call.span, hint)


# A stub's cost as a tree of the description, with the parameters it brings along.


KIND = "stub"


def outside_of(stub: Stub, span: Span) -> Outside:
    """Return what a stub says of its procedure. ``span`` is where it is described."""
    formulas = Formulas(stub)
    calls = formulas.calls()
    by_count: dict[Poly, dict[str, int]] = {}
    for key, item in stub.operations.items():
        by_count.setdefault(formulas.count(item), {})[key] = 1
    if stub.seconds is not None:
        by_count.setdefault(formulas.time(stub.seconds), {})[SECOND] = 1
    parts: list[Node] = [Block((Line(span, {}, starts=True),))]  # counts the calls
    for count, mix in by_count.items():
        if count:
            parts.append(Weighted(count, Block((Line(span, mix, starts=False),))))
    for name, count in calls.items():
        call = Call(f"{stub.name}.{name}", None, {}, span, through=name)
        parts.append(Weighted(count, call))
    return Outside(KIND, Seq(tuple(parts)), tuple(_parameters(stub, formulas, span)))


def _parameters(stub: Stub, formulas: Formulas, span: Span) -> Iterator[Parameter]:
    def unknown(symbol: str, kind: Kind, reason: str, place: Span) -> Parameter:
        return Parameter(symbol, symbol, kind, Class.INDETERMINATE, stub.name, place, reason)

    for symbol, text in formulas.conditions.items():
        yield unknown(symbol, Kind.PROBABILITY, f"how often {text}", span)
    for symbol, item in formulas.open_counts.items():
        reason = f"how often it calls what it is given: {item.text().strip()}"
        yield unknown(symbol, Kind.TRIP_COUNT, reason, item.span)
    for symbol, item in formulas.parameters.items():
        reason = f"in seconds: {item.text().strip()}"
        yield unknown(symbol, Kind.SECONDS, reason, item.span)
