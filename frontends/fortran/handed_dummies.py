"""Dummy arguments of a host that its internal procedures use: further arguments of these.

Every call of an internal procedure hands them on. Where that cannot be, because a procedure goes to
others as an argument itself or the host has several ways in, they change by themselves (``hosts``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from frontends.fortran.units import host_numbers
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, Unit, UnitKind
from sad.ir.walk import expressions, statements, walk
from sad.records import fields, is_record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from frontends.fortran.units import RawUnit


def with_handed_dummies(raw_units: Sequence[RawUnit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units of a file, internal procedures with the dummies of hosts that they use."""
    inside: dict[int, list[int]] = {}
    for number, host in enumerate(host_numbers(raw_units)):
        if host is not None and units[host].kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            inside.setdefault(host, []).append(number)
    found = list(units)
    for host, numbers in inside.items():
        internal = [units[number] for number in numbers]
        names = _handed(units[host], internal)
        if not names or _are_passed({unit.name for unit in internal}, (units[host], *internal)):
            continue
        symbols = {name: units[host].symbols[name] for name in names}
        hidden = tuple(ex.Variable(name, symbol.type) for name, symbol in symbols.items())
        called = frozenset(unit.name for unit in internal)
        found[host] = replace(units[host], body=_handing(units[host].body, called, hidden))
        for number, unit in zip(numbers, internal, strict=True):
            found[number] = replace(
                unit,
                symbols={**unit.symbols, **symbols},
                hidden=(*unit.hidden, *names),
                body=_handing(unit.body, called, hidden),
            )
    return tuple(found)


def _handed(host: Unit, internal: Sequence[Unit]) -> tuple[str, ...]:
    """The dummies of a host that internal procedures use, in their order."""
    items = statements(host.body)
    if any(isinstance(item, st.EntryPoint) for item in items):
        return ()
    called = {call.name for unit in (host, *internal) for call in _calls(unit)}
    used = {
        name
        for unit in internal
        for name, symbol in unit.symbols.items()
        if symbol.storage is Storage.HOST
    }
    return tuple(
        name
        for name in host.every_dummy
        if name in used
        and name not in called
        and (symbol := host.symbols[name]).storage is Storage.DUMMY
        and symbol.memory is None
        and not symbol.volatile
    )


def _calls(unit: Unit) -> Iterable[ex.FunctionCall | st.CallStatement]:
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement):
            yield statement
        for node in expressions(statement):
            yield from (item for item in walk(node) if isinstance(item, ex.FunctionCall))


def _are_passed(names: set[str], units: Iterable[Unit]) -> bool:
    """Whether one of some procedures is named without being called."""
    return any(
        isinstance(item, ex.Variable)
        and item.name in names
        and unit.symbols[item.name].storage is not Storage.RESULT
        for unit in units
        for statement in statements(unit.body)
        for node in expressions(statement)
        for item in walk(node)
    )


def _handing(node: Any, called: frozenset[str], hidden: tuple[ex.Variable, ...]) -> Any:
    """A statement, expression or tuple of such, in which calls of some procedures pass more."""
    if isinstance(node, tuple):
        before = cast("tuple[Any, ...]", node)
        items = tuple(_handing(item, called, hidden) for item in before)
        changed = any(new is not old for new, old in zip(items, before, strict=True))
        return items if changed else before
    if not is_record(node) or isinstance(node, type):
        return node
    changes = {
        field.name: new
        for field in fields(node)
        if (new := _handing(old := getattr(node, field.name), called, hidden)) is not old
    }
    if isinstance(node, ex.FunctionCall | st.CallStatement) and node.name in called:
        changes["hidden"] = (*changes.get("hidden", node.hidden), *hidden)
    return replace(node, **changes) if changes else node
