"""What of a unit's names lives in memory, and which names may mean the same memory.

A scalar is in a register if nobody else can see it. Everything else has *versions*: a store makes a
new version of all that may be the same place, and a load of the same address and version has the
same value. Two Fortran dummy arguments never overlap; two pointers of C may if they lead to the same
type, and a name behind a pointer may be any object of its type whose address is known outside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from sad.ir.program import Symbol, Unit

ANYTHING = "any memory"
"""The versions of what may be anything: characters may overlap all other types."""
_BYTE = 1


@record
class Place:
    """Memory by a name: which versions a load of it depends on and which a store of it changes.

    ``shared`` memory can be changed by procedures that are called, ``risky`` one may not be touched
    where the program does not (an address that comes from outside).
    """

    loads: tuple[str, ...]
    stores: tuple[str, ...]
    shared: bool
    risky: bool


@dataclass(slots=True)
class Memory:
    """The names of a unit that live in memory; all others are in registers.

    ``shared`` are the versions that calls may change; ``pointers`` is whether arguments may overlap.
    """

    places: dict[str, Place] = field(default_factory=dict[str, Place])
    shared: tuple[str, ...] = ()
    pointers: bool = False

    def of(self, name: str) -> Place | None:
        """Return the place of a name, None for a register."""
        return self.places.get(name)


def memory_of(unit: Unit, *, inlined: bool, without: Container[str] = ()) -> Memory:
    """Return what lives in memory; ``inlined`` units have their scalar dummies in registers.

    Procedures ``without`` calls of their own leave what they are given in registers.
    """
    handed = frozenset(_handed(unit, without))
    pointers = _has_pointers(unit)
    memory = Memory(pointers=pointers)
    for name, symbol in unit.symbols.items():
        if symbol.storage in (Storage.CONSTANT, Storage.PROCEDURE):
            continue
        place = _place(symbol, pointers=pointers, handed=name in handed, inlined=inlined)
        if place is not None:
            memory.places[name] = place
    shared = {
        version for place in memory.places.values() if place.shared for version in place.stores
    }
    memory.shared = tuple(sorted(shared))
    return memory


def _place(symbol: Symbol, *, pointers: bool, handed: bool, inlined: bool) -> Place | None:
    name = symbol.name
    array = bool(symbol.dimensions)
    dummy = symbol.storage is Storage.DUMMY
    visible = symbol.storage in (Storage.COMMON, Storage.HOST)
    if dummy and not array and (symbol.by_value or inlined):
        return None
    kept = symbol.saved or symbol.shares is not None or symbol.volatile or handed
    if not (array or dummy or visible or kept or symbol.memory is not None or symbol.reached):
        return None
    if not pointers:
        own = f"shared {symbol.shares}" if symbol.shares is not None else name
        return Place((own,), (own,), visible or dummy or handed, dummy)
    kind = f"pointed {symbol.type}{symbol.size_bytes}"
    private = not visible and not dummy and symbol.memory is None and not symbol.reached
    if private and symbol.shares is None:
        return Place((name,), (name,), handed, risky=False)
    risky = dummy or bool(symbol.reached)
    group = symbol.memory or ""
    member = "." in group or group.startswith("union")
    if symbol.shares is not None or symbol.size_bytes == _BYTE:
        return Place((ANYTHING,), (ANYTHING, f"any {kind}", f"by pointer {kind}"), True, risky)
    if visible or symbol.declared or member:
        own = group if member else name
        loads = (f"own {own}", f"by pointer {kind}")
        return Place(loads, (f"own {own}", f"any {kind}", ANYTHING), True, risky)
    every = (f"any {kind}", f"by pointer {kind}", ANYTHING)
    return Place((f"any {kind}",), every, True, risky)


def _has_pointers(unit: Unit) -> bool:
    """Whether arguments by reference may be the same place, as pointers may."""
    if unit.name != unit.name.upper():
        return True
    return any(
        symbol.by_value or symbol.memory is not None or symbol.row_major
        for symbol in unit.symbols.values()
    )


def _handed(unit: Unit, without: Container[str]) -> Iterator[str]:
    """The names whose address is given to procedures, or that a statement not modelled mentions."""
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement) and statement.name not in without:
            yield from _names((*statement.arguments, *statement.hidden))
        for expression in expressions(statement):
            for part in walk(expression):
                if isinstance(part, ex.FunctionCall) and part.name not in without:
                    yield from _names((*part.arguments, *part.hidden))
        if isinstance(statement, st.InputOutput):
            yield from _names(statement.results)


def _names(arguments: tuple[ex.Expr, ...]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, ex.Variable):
            yield argument.name


def element_type(kind: Type) -> tuple[Type, int]:
    """Return the type of the parts a value of a type consists of, and how many they are."""
    match kind:
        case Type.COMPLEX:
            return Type.REAL, 2
        case Type.DOUBLE_COMPLEX:
            return Type.DOUBLE, 2
        case Type.LOGICAL:
            return Type.INTEGER, 1
        case _:
            return kind, 1
