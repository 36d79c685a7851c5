"""Loops that do the same in every iteration: one iteration stands for all.

A counted loop is one if nothing that an iteration sets is read by the next: no cell of the slice that
the body writes, nor the loop's variable, is read before it is written. Then the counts of one iteration
are those of each, and what it leaves behind is what the last one leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Leave, LoopHead, Part, Split
from sad.ir import stmt as st
from sad.ir.expr import Variable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.program import Unit
    from sad.slicing.relevance import Slice
    from sad.slicing.storage import Cell


def repeated_loops(cfg: Cfg, forest: LoopForest, unit: Unit, found: Slice) -> frozenset[int]:
    """Return the heads of the loops that run once for all their iterations."""
    regions = {region.header: region.blocks for region in set(forest.innermost.values())}
    return frozenset(
        head
        for head in forest.order
        if isinstance(cfg.blocks[head].terminator, LoopHead)
        and head in regions
        and _is_repeated(cfg, head, regions[head], unit, found)
    )


def _is_repeated(cfg: Cfg, head: int, blocks: frozenset[int], unit: Unit, found: Slice) -> bool:
    terminator = cfg.blocks[head].terminator
    assert isinstance(terminator, LoopHead)
    if terminator.body not in blocks:
        return False
    for number in blocks - {head}:
        block = cfg.blocks[number]
        if isinstance(block.terminator, Leave) or not set(block.successors()) <= blocks:
            return False
    variable = found.layout.cell(unit, terminator.loop.variable.name)
    written: set[Cell] = {variable}
    exposed: set[Cell] = set()
    defined = _defined_on_entry(cfg, head, terminator.body, blocks, unit, found)
    for number in blocks - {head}:
        known = set(defined.get(number, ()))
        for action in cfg.blocks[number].actions:
            reads, writes = _touched(action, unit, found)
            exposed |= reads - known
            written |= writes
            known |= _certain(action, unit, found)
        exposed |= _read_at_end(cfg, number, unit, found) - known
    return not written & exposed


def _touched(action: Action, unit: Unit, found: Slice) -> tuple[set[Cell], set[Cell]]:
    statement = action.statement
    if action.part is Part.LOOP_STEP:
        return set(), set()
    if action.part in (Part.CONDITION, Part.OPERAND):
        return set(), found.writes_of_calls(action.condition, unit)
    return found.touches(statement, unit)


def _read_at_end(cfg: Cfg, number: int, unit: Unit, found: Slice) -> set[Cell]:
    terminator = cfg.blocks[number].terminator
    if isinstance(terminator, Split) and terminator.condition is not None:
        return found.read_by(terminator.condition, unit)
    return set()


def _certain(action: Action, unit: Unit, found: Slice) -> set[Cell]:
    """The scalar a statement certainly sets."""
    statement = action.statement
    if action.part is Part.WHOLE and isinstance(statement, st.Assign):
        target = statement.target
        if isinstance(target, Variable) and not statement.silent:
            return _scalar(target.name, unit, found)
    if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
        return _scalar(statement.variable.name, unit, found)
    return set()


def _scalar(name: str, unit: Unit, found: Slice) -> set[Cell]:
    symbol = unit.symbols.get(name)
    if symbol is None or symbol.dimensions or symbol.memory is not None:
        return set()
    cell = found.layout.cell(unit, name)
    # A cell with other names in it is not set as a whole.
    return {cell} if cell[0] == "local" or found.layout.is_alone(symbol) else set()


def _defined_on_entry(
    cfg: Cfg, head: int, body: int, blocks: frozenset[int], unit: Unit, found: Slice
) -> dict[int, frozenset[Cell]]:
    """The scalars set on every way from the start of an iteration to each block."""
    defined: dict[int, frozenset[Cell]] = {body: frozenset()}
    stack = [body]
    while stack:
        number = stack.pop()
        after = defined[number].union(
            *(_certain(action, unit, found) for action in cfg.blocks[number].actions)
        )
        for target in _inner(cfg.blocks[number].successors(), head, blocks):
            new = after if target not in defined else defined[target] & after
            if defined.get(target) != new:
                defined[target] = new
                stack.append(target)
    return defined


def _inner(targets: Iterable[int], head: int, blocks: frozenset[int]) -> list[int]:
    return [target for target in targets if target != head and target in blocks]
