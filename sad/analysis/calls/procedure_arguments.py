"""Procedures passed as arguments, and calls through dummy procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.ir.expr import Variable
from sad.ir.program import Storage
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.values.cells import Cell
    from sad.analysis.values.lookup import Environment, Lookup

Argument = tuple[str, "Poly"]
"""Type and value of an argument."""


@record
class Passed:
    """What a callee's ``dummy`` procedure stands for during a call.

    Either a ``procedure`` of the program, or the caller's own dummy ``own``. ``commons`` are COMMON
    variables the procedure uses that keep their value as long as the call lasts.
    """

    dummy: str
    procedure: Procedure | None
    own: str
    commons: Mapping[Cell, Poly]


def passed_procedures(
    call: Call, callee: Procedure, program: ProgramEffects, lookup: Lookup, environment: Environment
) -> tuple[Passed, ...]:
    """Return the procedures a call passes to a unit of the program."""
    unit, graph = lookup.unit, program.graph
    found: list[tuple[str, str, Procedure | None]] = []
    for dummy, argument in zip(callee.dummies, call.arguments, strict=False):
        if not isinstance(argument, Variable):
            continue
        symbol = unit.symbols.get(argument.name)
        if symbol is None:
            continue
        procedure = graph.procedure(argument.name, unit)
        if symbol.storage is Storage.DUMMY and not symbol.dimensions:
            found.append((dummy, argument.name, None))
        elif symbol.storage is Storage.PROCEDURE and procedure is not None:
            found.append((dummy, argument.name, procedure))
    running = [program.of(callee.unit)]
    running += [program.of(item.unit) for _, _, item in found if item is not None]
    changed = set[str]().union(*(effects.written for effects in running))
    cycle = graph.cycle(unit)
    unknown = any(effects.calls_external for effects in running)
    passed: list[Passed] = []
    for dummy, name, procedure in found:
        commons: dict[Cell, Poly] = {}
        if procedure is not None and not unknown and unit_key(procedure.unit) not in cycle:
            used = program.of(procedure.unit).commons.keys() - changed
            commons = {cell: lookup.cell(cell, environment) for cell in sorted(used)}
        passed.append(Passed(dummy, procedure, name, commons))
    return tuple(passed)


def argument_values(
    call: Call, lookup: Lookup, environment: Environment
) -> tuple[Argument | None, ...]:
    """Return types and values of the arguments of a call through a dummy procedure."""
    values: list[Argument | None] = []
    scalars = lookup.scalars(environment)
    for argument in call.arguments:
        value = scalars.value(argument)
        values.append(None if value is None else (argument.type.value, value))
    return tuple(values)
