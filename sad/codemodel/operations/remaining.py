"""Operations that an optimising compiler leaves of a unit's statements, at -O2 without vectors.

The rules follow gcc 12 and gfortran 12 at -O2, compared with their output on small loops
(tests/codemodel). Registers hold scalars that nobody else sees; equal computations are done once;
what does not change in a loop is done before it, and booked on the action before the loop; memory
whose address a loop does not change is loaded before and stored after it; an element that the next
iteration reads again stays in a register; subscripts that move by equal steps are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part
from sad.codemodel.operations.code import code_of
from sad.codemodel.operations.pressure import spilled

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.model.work import Amounts


def remaining_operations(entry: EntryAnalysis) -> dict[int, Amounts]:
    """Return the operations left of each action, by its identity."""
    code = code_of(entry)
    amounts: dict[int, dict[str, float]] = {}

    def book(action: Action, key: str, amount: float) -> None:
        own = amounts.setdefault(id(action), {})
        own[key] = own.get(key, 0) + amount

    for value in code.live:
        for _, action in value.places:
            for key, amount in value.cost.items():
                book(action, key, amount)
    for action, key, amount in code.graph.booked.values():
        if amount:
            book(action, key, amount)
    for region, number in code.addresses.increments():
        action = _each_iteration(region, entry)
        if action is not None:
            book(action, "address", number)
    for region, key, number in spilled(code):
        action = _each_iteration(region, entry)
        if action is not None:
            book(action, key, number)
    return dict(amounts)


def _each_iteration(region: Region, entry: EntryAnalysis) -> Action | None:
    """An action that every iteration of a loop carries out; None if there is none."""
    header = entry.cfg.blocks[region.header]
    if isinstance(header.terminator, LoopHead):
        first = entry.cfg.blocks[header.terminator.body].actions
        return first[0] if first and first[0].part is Part.LOOP_STEP else None
    return header.actions[0] if header.actions else None
