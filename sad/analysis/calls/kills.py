"""Which cells each action and each block of a unit may overwrite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.written import base_names
from sad.analysis.cfg.graph import Part
from sad.ir import stmt as st
from sad.ir.program import ANY_MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call
    from sad.analysis.cfg.graph import Action, Block, Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.values.cells import Cell
    from sad.ir.stmt import Stmt


_TESTS = (Part.CONDITION, Part.OPERAND)


class Kills:
    """Overwritten cells of one unit, by action, block and region.

    ``moved`` are cells that stand for something else in the end than what they were on entry.
    """

    def __init__(self, cfg: Cfg, forest: LoopForest, program: ProgramEffects) -> None:
        self._unit = cfg.unit
        self._blocks = cfg.blocks
        self._program = program
        self._cells = program.cells[unit_key(cfg.unit)]
        self._facts = program.graph.facts[unit_key(cfg.unit)]
        self.moved = program.moved(cfg.unit)
        self._regions: dict[int, frozenset[Cell]] = {}
        self._actions: dict[int, frozenset[Cell]] = {}
        self._writers: dict[int, dict[Cell, tuple[int, Action] | None]] = {}
        self._sets: dict[frozenset[Cell], frozenset[Cell]] = {}
        self.by_block = {block: self._block(cfg.blocks[block]) for block in forest.order}
        written = self.by_block.values() if len(cfg.entries) < 2 else map(self._block, cfg.blocks)
        self._all: set[Cell] = set[str]().union(*written)

    def ever(self, cell: Cell) -> bool:
        """Whether any reachable action of the unit overwrites ``cell``, from whichever entry."""
        return cell in self._all

    def in_region(self, region: Region) -> frozenset[Cell]:
        """Return the cells overwritten anywhere in a region."""
        known = self._regions.get(id(region))
        if known is None:
            sets = [self.by_block[block] for block in region.blocks]
            known = self._regions[id(region)] = frozenset[str]().union(*sets)
        return known

    def calls(self, action: Action) -> tuple[Call, ...]:
        """Return the calls an action makes."""
        if action.part in _TESTS and isinstance(action.statement, st.If | st.While):
            return self._facts.calls_of(action.condition)
        if action.part is Part.LOOP_STEP:
            return ()
        return self._facts.calls_of(action.statement)

    def action(self, action: Action) -> frozenset[Cell]:
        """Return the cells an action may overwrite."""
        known = self._actions.get(id(action))
        if known is None:
            known = self._actions[id(action)] = self._shared(frozenset(self._killed(action)))
        return known

    def only_writer(self, cell: Cell, region: Region) -> tuple[int, Action] | None:
        """Return the block and the one action in a region that may overwrite a cell, if it is one."""
        known = self._writers.get(id(region))
        if known is None:
            known = self._writers[id(region)] = {}
            for number in sorted(region.blocks):
                for action in self._blocks[number].actions:
                    for written in self.action(action):
                        known[written] = None if written in known else (number, action)
        return known.get(cell)

    def _shared(self, cells: frozenset[Cell]) -> frozenset[Cell]:
        """Equal sets once: calls in their hundreds overwrite the same thousands of cells."""
        return self._sets.setdefault(cells, cells)

    def _killed(self, action: Action) -> list[Cell]:
        statement = action.statement
        if action.part is Part.LOOP_STEP:
            assert isinstance(statement, st.CountedLoop)
            return self._cells.killed_by(statement.variable.name)
        killed: list[Cell] = []
        if action.part is Part.WHOLE:
            killed.extend(self.written(statement))
        for call in self.calls(action):
            killed.extend(self._program.changed_by(call, self._unit))
        return killed

    def written(self, statement: Stmt) -> list[Cell]:
        """Return the cells a statement itself overwrites (calls apart)."""
        if isinstance(statement, st.Assign):
            if statement.apart:
                return [
                    cell for name in base_names(statement.target) for cell in self._cells.of(name)
                ]
            element = self._cells.assigned(statement.target)
            if element is not None:
                return element
        names = self._facts.writes_of(statement)
        written = [cell for name in names for cell in self._cells.killed_by(name)]
        if isinstance(statement, st.Opaque) and statement.anywhere:
            written += self._cells.reachable(ANY_MEMORY)
            written += self._program.of(self._unit).commons
        return written

    def may_change(self, array: str, blocks: Iterable[int]) -> bool:
        """Whether anything in some blocks may write to an array."""
        return any(
            self._program.may_change(array, action.statement, self._unit)
            for number in blocks
            for action in self._blocks[number].actions
        )

    def _block(self, block: Block) -> frozenset[Cell]:
        return self._shared(frozenset[str]().union(*map(self.action, block.actions)))
