"""What the call graph needs of a unit: small, and without the unit's statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.ir import stmt as st
from sad.ir.expr import Variable
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import jump_targets, statements
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.analysis.calls.facts import UnitFacts
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Unit


class Definition(NamedTuple):
    """A name that a unit can be called by, and its dummies: those it declares, then hidden ones."""

    name: str
    dummies: tuple[str, ...]


class CallLink(NamedTuple):
    """One call in the source.

    ``through`` tells that ``name`` is a dummy procedure, ``repeated`` that loops or jumps backward may
    repeat the call; ``written`` is how many arguments the source has. ``arguments`` are the names
    passed in the places of the callee's dummies: of procedures, of dummies with ``=`` before, empty
    for anything else.
    """

    name: str
    through: bool
    repeated: bool
    written: int
    arguments: tuple[str, ...]
    span: Span


DUMMY = "="


@record
class Links:
    """One unit: what it defines (nothing, if nobody can call it), its entries, its calls in order."""

    definitions: tuple[Definition, ...]
    entries: tuple[str, ...]
    calls: tuple[CallLink, ...]

    def called(self) -> dict[str, bool]:
        """Return the names called, each with whether it is a dummy."""
        return {call.name: call.through for call in self.calls}

    def handed(self) -> tuple[str, ...]:
        """Return the names of procedures that are passed as arguments, each once."""
        names = (name for call in self.calls for name in call.arguments if name)
        return tuple(dict.fromkeys(name for name in names if not name.startswith(DUMMY)))


def entries_of(unit: Unit) -> tuple[Definition, ...]:
    """Return the ways into a unit: its own name, then its ENTRY statements."""
    if unit.kind in (UnitKind.BLOCK_DATA, UnitKind.MODULE):
        return ()
    entries = (item for item in statements(unit.body) if isinstance(item, st.EntryPoint))
    return (
        Definition(unit.name, unit.every_dummy),
        *(Definition(entry.name, entry.dummies) for entry in entries),
    )


def links_of(unit: Unit, facts: UnitFacts) -> Links:
    """Return the links of a unit, given its facts."""
    entries = entries_of(unit)
    callable_ = unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION)
    names = tuple(item.name for item in entries)
    return Links(entries if callable_ else (), names, tuple(_calls(unit, facts)))


def _calls(unit: Unit, facts: UnitFacts) -> Iterator[CallLink]:
    repeated = repeated_statements(unit.body) if facts.calls else frozenset[int]()
    for statement in statements(unit.body):
        for call in facts.calls_of(statement):
            symbol = unit.symbols.get(call.name)
            through = symbol is not None and symbol.storage is Storage.DUMMY
            names = tuple(_passed(argument, unit) for argument in call.arguments)
            written = len(call.key) - call.hidden
            span = statement.span
            yield CallLink(call.name, through, id(statement) in repeated, written, names, span)


def _passed(argument: Expr, unit: Unit) -> str:
    if not isinstance(argument, Variable) or (symbol := unit.symbols.get(argument.name)) is None:
        return ""
    if symbol.storage is Storage.DUMMY:
        return DUMMY + argument.name
    return argument.name if symbol.storage is Storage.PROCEDURE else ""


def repeated_statements(body: Sequence[st.Stmt]) -> set[int]:
    """Return the identities of the statements that loops or jumps backward may repeat."""
    ordered = list(statements(body))
    places = {item.label: number for number, item in enumerate(ordered) if item.label is not None}
    repeated: set[int] = set()
    for number, item in enumerate(ordered):
        if isinstance(item, st.CountedLoop | st.While):
            repeated.update(map(id, statements(item.body)))
        if isinstance(item, st.While):
            repeated.add(id(item))
        for target in jump_targets(item):
            first = places.get(target, number + 1)
            repeated.update(map(id, ordered[first : number + 1]))
        if isinstance(item, st.AssignedGoto):
            repeated.update(map(id, ordered[: number + 1]))
    return repeated


# Procedures by name, and the units they are in, by key.


@record
class Procedure:
    """Something that can be called: a unit by its own name, or one of its ENTRY points.

    ``dummies`` are those it declares, then the hidden ones.
    """

    name: str
    unit: Unit
    dummies: tuple[str, ...]


class Place(NamedTuple):
    """Where a procedure is: its own name, the key of its unit, its dummies."""

    name: str
    key: str
    dummies: tuple[str, ...]


def unit_key(unit: Unit) -> str:
    """Return a name of the unit that is unique in the program."""
    return unit.key


def procedures_of(
    units: Iterable[tuple[Unit, tuple[Definition, ...]]], aliases: Mapping[str, str]
) -> dict[str, Procedure]:
    """Return procedures by name from units with the ways into them: the first of each name counts."""
    found: dict[str, Procedure] = {}
    for unit, entries in units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            for entry in entries:
                found.setdefault(entry.name, Procedure(entry.name, unit, entry.dummies))
    for alias, name in aliases.items():
        if name in found:
            found.setdefault(alias, found[name])
    return found


def place_of(procedure: Procedure) -> Place:
    """Return where a procedure is."""
    return Place(procedure.name, unit_key(procedure.unit), procedure.dummies)
