"""Elements of small tables that procedures look partners up in, and whose they are.

A procedure that sends to ``NEXT(I)`` wants to know all elements of ``NEXT``: of its caller's array if
it is a dummy argument, of what any unit assigns if it is in COMMON or a C global. A dummy array of no
length of its own (``NEXT(*)``, ``int *next``) is as long as what is passed, if all calls tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.written import base_names
from sad.analysis.messages.places import all_elements, first_subscript
from sad.ir.expr import Type, Variable
from sad.ir.program import Storage, UnitKind
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls.facts import UnitFacts
    from sad.analysis.calls.graph import CallGraph
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit

Tables = dict[str, list[str]]
"""The names of all elements, by array."""


def asks_others(unit: Unit, facts: UnitFacts) -> bool:
    """Whether a unit wants to know elements of arrays that are not its own."""
    arrays = {name.partition("(")[0] for name in facts.wanted}
    storages = {unit.symbols[array].storage for array in arrays}
    return bool(facts.open) or bool(storages & {Storage.DUMMY, Storage.COMMON})


def wanted_of_callees(unit: Unit, graph: CallGraph) -> Iterator[str]:
    """Yield the elements of a unit's arrays that procedures want to know to which it passes these."""
    for calls in graph.of(unit).calls.values():
        for call in calls:
            procedure = graph.procedure(call.name, unit)
            if procedure is None or procedure.unit is unit:
                continue
            facts = graph.of(procedure.unit)
            for dummy, argument in zip(procedure.dummies, call.arguments, strict=False):
                symbol = procedure.unit.symbols.get(dummy)
                if isinstance(argument, Variable) and symbol is not None:
                    declared = all_elements(symbol, procedure.unit.symbols)
                    theirs = facts.tables.get(dummy) or declared
                    own = all_elements(unit.symbols.get(argument.name), unit.symbols)
                    alike = theirs and own and len(theirs) <= len(own)
                    if alike and facts.wanted.issuperset(theirs or ()):
                        yield from own or ()


def dummy_tables(graph: CallGraph) -> dict[int, Tables]:
    """Return the tables among dummy arrays of no length of their own, by the unit's identity.

    Their length is that of the arrays that are passed, the same in all calls. These arrays are the
    callers' own: no other name leads there while the call lasts.
    """
    found: dict[int, Tables] = {}
    open_units = [unit for unit in graph.order if graph.of(unit).open]
    if not open_units or not any(unit.kind is UnitKind.PROGRAM for unit in graph.order):
        return found
    passed = _passed(graph, open_units)
    handed = {id(item.unit) for items in graph.handed.values() for item in items}
    for unit in open_units:
        if id(unit) in handed or graph.is_recursive(unit):
            continue
        for array in sorted(graph.of(unit).open):
            lengths = {
                None if item is None else item.length(unit.symbols[array])
                for item in passed.get((id(unit), array), [None])
            }
            length = next(iter(lengths))
            first = first_subscript(unit.symbols[array])
            if len(lengths) == 1 and length is not None and first is not None:
                names = [f"{array}({place})" for place in range(first, first + length)]
                found.setdefault(id(unit), {})[array] = names
    return found


@record
class _Passed:
    """An array in the place of a dummy argument."""

    array: Symbol
    unit: Unit

    def length(self, dummy: Symbol) -> int | None:
        """Return its number of elements; None if they are no elements of the dummy, or too many."""
        symbol = self.array
        own = (
            symbol.storage is Storage.LOCAL
            and not symbol.reached
            and not symbol.volatile
            and symbol.memory is None is symbol.shares
        )
        if not own or symbol.size_bytes != dummy.size_bytes:
            return None
        names = all_elements(symbol, self.unit.symbols)
        alike = first_subscript(symbol) == first_subscript(dummy)
        return len(names) if names and alike else None


def _passed(graph: CallGraph, callees: list[Unit]) -> dict[tuple[int, str], list[_Passed | None]]:
    """What calls pass to the open tables of units; None for what is no array with one name."""
    wanted = {id(unit) for unit in callees}
    found: dict[tuple[int, str], list[_Passed | None]] = {}
    for unit in graph.order:
        for calls in graph.of(unit).calls.values():
            for call in calls:
                for procedure in graph.callees(call.name, unit):
                    if id(procedure.unit) not in wanted:
                        continue
                    for array in graph.of(procedure.unit).open:
                        places = [n for n, name in enumerate(procedure.dummies) if name == array]
                        for place in places:
                            item = _at(place, call.arguments, unit)
                            found.setdefault((id(procedure.unit), array), []).append(item)
    return found


def _at(place: int, arguments: tuple[Expr, ...], unit: Unit) -> _Passed | None:
    """The array that is the argument at a place, and no other one."""
    argument = arguments[place] if place < len(arguments) else None
    symbol = unit.symbols.get(argument.name) if isinstance(argument, Variable) else None
    if symbol is None:
        return None
    others = (name for item in arguments for name in base_names(item))
    return _Passed(symbol, unit) if sum(name == symbol.name for name in others) == 1 else None


Place = tuple[str, int, int, int]
"""A table in COMMON: the block, its first byte, the number of elements and their size [bytes]."""


def common_tables(graph: CallGraph) -> dict[int, Tables]:
    """Return the tables in COMMON, and among C globals, by the identity of units that have them.

    No pointer leads there, and a unit that wants to know one has it in the same place as the others.
    """
    wanted: set[Place] = set()
    for unit in graph.order:
        for array in {name.partition("(")[0] for name in graph.of(unit).wanted}:
            place = _common_place(unit.symbols[array], unit)
            if place is not None:
                wanted.add(place)
    found: dict[int, Tables] = {}
    for unit in graph.order if wanted else ():
        for name, symbol in unit.symbols.items():
            if symbol.storage is Storage.COMMON and _common_place(symbol, unit) in wanted:
                names = all_elements(symbol, unit.symbols) or []
                found.setdefault(id(unit), {})[name] = names
    return found


def _common_place(symbol: Symbol, unit: Unit) -> Place | None:
    """Where a table is; None if it is in no COMMON block, or may be reached by another name."""
    if (
        symbol.storage is not Storage.COMMON
        or symbol.type is not Type.INTEGER
        or symbol.block is None
        or symbol.offset is None
        or symbol.size_bytes is None
        or symbol.memory is not None
        or symbol.shares is not None
        or symbol.reached
        or symbol.volatile
    ):
        return None
    names = all_elements(symbol, unit.symbols)
    return (symbol.block, symbol.offset, len(names), symbol.size_bytes) if names else None
