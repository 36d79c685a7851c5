"""Arrays of internal functions that are called once: they are apart as those are that the call passes.

gcc puts such a function in place of its call, and then knows which arrays its pointers lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, Unit
from sad.ir.walk import function_calls, statements
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    Call = ex.FunctionCall | st.CallStatement


def with_apart(units: Sequence[Unit], internal: Collection[str]) -> Iterator[Unit]:
    """Yield the units of a file, dummies ``alone`` of which the only call tells that they are apart.

    ``internal`` are those functions that only calls in this file start.
    """
    found = {name: list[tuple[Unit, "Call"]]() for name in internal}
    for caller in units:
        for symbol in caller.symbols.values():
            if symbol.storage is Storage.PROCEDURE:
                found.pop(symbol.name, None)  # it may be called by its address
        for call in _calls(caller) if found else ():
            if call.name in found:
                found[call.name].append((caller, call))
    for unit in units:
        calls = found.get(unit.name, ())
        alone = _apart(unit, *calls[0]) if len(calls) == 1 else ()
        symbols = {name: replace(unit.symbols[name], alone=True) for name in alone}
        yield replace(unit, symbols={**unit.symbols, **symbols}) if alone else unit


def _calls(unit: Unit) -> Iterator[Call]:
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement):
            yield statement
        yield from function_calls(statement)


def _apart(unit: Unit, caller: Unit, call: Call) -> Collection[str]:
    """The arrays among a function's dummies if each is all of another array that is declared."""
    found: dict[str, str] = {}
    for dummy, value in zip(unit.every_dummy, (*call.arguments, *call.hidden), strict=False):
        if unit.symbols[dummy].dimensions:
            array = caller.symbols.get(value.name) if isinstance(value, ex.Variable) else None
            if array is None or not (array.declared and array.dimensions):
                return ()
            found[dummy] = array.name
    distinct = set(found.values())
    return found if len(distinct) == len(found) and distinct.isdisjoint(unit.symbols) else ()
