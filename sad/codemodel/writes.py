"""Where a unit writes its scalars."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from sad.analysis.calls.written import base_names, written_names
from sad.analysis.cfg.graph import Part
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import expressions, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol


class Kind(Enum):
    """How an action writes a scalar: it assigns it, counts it on, or may change it in other ways."""

    ASSIGN = auto()
    STEP = auto()
    OTHER = auto()


class Write(NamedTuple):
    """One action that writes a scalar. ``position`` is the action's in its block."""

    block: int
    position: int
    action: Action
    kind: Kind


Kept = Callable[["Action"], Collection[str]]
"""Names that an action hands to calls which leave them as they are."""


def no_names(_: Action) -> Collection[str]:
    """Return nothing: calls may change all that they get."""
    return ()


def writes_of(entry: EntryAnalysis, kept: Kept = no_names) -> dict[str, list[Write]]:
    """Return the writes of every scalar in the blocks that are reached, by name.

    A call may write its arguments by reference but for those ``kept``, COMMON, and what pointers reach.
    """
    found: dict[str, list[Write]] = {}
    symbols = entry.unit.symbols
    scalars = {name: symbol for name, symbol in symbols.items() if not symbol.dimensions}
    for number in entry.forest.order:
        for position, action in enumerate(entry.cfg.blocks[number].actions):
            for name, kind in _written(action, entry, scalars, kept):
                found.setdefault(name, []).append(Write(number, position, action, kind))
    return found


def _written(
    action: Action, entry: EntryAnalysis, scalars: Mapping[str, Symbol], kept: Kept
) -> Iterator[tuple[str, Kind]]:
    statement = action.statement
    if isinstance(statement, st.CountedLoop) and action.part is Part.LOOP_STEP:
        yield statement.variable.name, Kind.STEP
        return
    if entry.values.calls.get(id(action)):
        left = kept(action)
        found = (name for name in _by_calls(action, entry, scalars) if name not in left)
        yield from ((name, Kind.OTHER) for name in found)
    if action.part is not Part.WHOLE:
        return
    own: set[str] = set()
    if isinstance(statement, st.Assign):
        if isinstance(statement.target, ex.Variable):
            own.add(statement.target.name)
            yield statement.target.name, Kind.ASSIGN
        if not statement.apart:
            yield from ((name, Kind.OTHER) for name in _beside(statement.target, scalars))
    left = kept(action) if isinstance(statement, st.CallStatement) else ()
    for name in written_names(statement):
        if name not in own and name not in left:
            yield name, Kind.OTHER


def _beside(target: Expr, scalars: Mapping[str, Symbol]) -> Iterator[str]:
    """Scalars that share memory with the target, or are reached through it."""
    for name in base_names(target):
        symbol = scalars.get(name)
        for other, item in scalars.items():
            if other == name:
                continue
            alike = symbol is not None and (
                (symbol.shares is not None and symbol.shares == item.shares)
                or (symbol.memory is not None and symbol.memory == item.memory)
            )
            if alike or name in item.reached:
                yield other


def _by_calls(action: Action, entry: EntryAnalysis, scalars: Mapping[str, Symbol]) -> Iterator[str]:
    for argument in arguments_of(action, entry):
        value, dummy = argument.value, argument.symbol
        by_value = dummy is not None and dummy.by_value
        if isinstance(value, ex.Variable) and value.name in scalars and not by_value:
            yield value.name
    for name, symbol in scalars.items():
        if symbol.storage is Storage.COMMON or symbol.memory is not None:
            yield name


class ActualArgument(NamedTuple):
    """An actual argument: its value, the procedure called, and what it is there (None if not known)."""

    value: Expr
    procedure: str
    dummy: str
    symbol: Symbol | None


def arguments_of(action: Action, entry: EntryAnalysis) -> Iterator[ActualArgument]:
    """Yield the arguments of the calls an action makes."""
    sites = {site.name: site for site in entry.values.calls.get(id(action), ())}
    if not sites:
        return
    for call in _calls(action):
        site = sites.get(call.name)
        procedure = None if site is None else site.procedure
        dummies = () if procedure is None else procedure.dummies
        for number, value in enumerate(call.arguments + call.hidden):
            if procedure is None or number >= len(dummies):
                yield ActualArgument(value, call.name, "", None)
            else:
                dummy = dummies[number]
                symbol = procedure.unit.symbols.get(dummy)
                yield ActualArgument(value, procedure.name, dummy, symbol)


def _calls(action: Action) -> Iterator[ex.FunctionCall | st.CallStatement]:
    if isinstance(action.statement, st.CallStatement):
        yield action.statement
    for expression in evaluated(action):
        for part in walk(expression):
            if isinstance(part, ex.FunctionCall):
                yield part


def evaluated(action: Action) -> tuple[Expr, ...]:
    """Return the expressions an action evaluates, the target of an assignment included."""
    if action.part in (Part.CONDITION, Part.OPERAND):
        return () if action.condition is None else (action.condition,)
    if action.part is Part.LOOP_STEP:
        return ()
    return expressions(action.statement)
