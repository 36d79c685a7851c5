"""Arguments that share memory with each other or with COMMON, as far as the call shows it.

Fortran forbids to change them then, and compilers differ in what comes of it: nothing is known of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.written import target_name
from sad.analysis.values.cells import is_common

if TYPE_CHECKING:
    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.values.cells import Cell
    from sad.ir.program import Unit


def overlapping(
    call: Call, procedure: Procedure, caller: Unit, program: ProgramEffects
) -> tuple[frozenset[str], frozenset[Cell]]:
    """Return the dummies and the caller's cells that are changed under two names."""
    cells, callee = program.cells[unit_key(caller)], procedure.unit
    effects = program.of(callee)
    passed: dict[Cell, list[str]] = {}
    for dummy, argument in zip(procedure.dummies, call.arguments, strict=False):
        symbol, name = callee.symbols.get(dummy), target_name(argument)
        if symbol is None or name is None or symbol.by_value:
            continue
        if symbol.memory is not None or dummy in callee.hidden:
            continue  # what pointers of C lead to is told apart by classes of memory
        own = cells.by_name.get(name)
        for cell in () if own is None else {own, *cells.overlaps.get(name, ())}:
            passed.setdefault(cell, []).append(dummy)
    dummies: set[str] = set()
    changed: set[Cell] = set()
    for cell, names in passed.items():
        in_common = is_common(cell) and (cell in effects.commons or cell in effects.written)
        if len(names) + in_common < 2:
            continue
        if cell in effects.written or any(effects.may_write(name, callee) for name in names):
            dummies.update(names)
            changed.add(cell)
    return frozenset(dummies), frozenset(changed)
