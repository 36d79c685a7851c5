"""Variables of which it is worth looking for a formula of what iterations make of them.

Scalars that only their own assignments change, from values that may be known: no elements of arrays, no
results of functions, no reals, and under conditions of which the same is true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.analysis.loops.exits import every_iteration
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.calls.kills import Kills
    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.values.cells import Cell

_SCALARS = (Type.INTEGER, Type.LOGICAL)


class Candidates:
    """The candidates of each loop of a unit; ``cells`` are those of its variables by name."""

    def __init__(
        self, cfg: Cfg, forest: LoopForest, kills: Kills, cells: Mapping[str, Cell]
    ) -> None:
        self._cfg = cfg
        self._forest = forest
        self._kills = kills
        self._cells = cells
        self._known: dict[int, frozenset[Cell]] = {}
        self._conditions: dict[int, frozenset[Cell] | None] = {}

    def of(self, region: Region) -> frozenset[Cell]:
        """Return the cells to look at in a loop."""
        known = self._known.get(id(region))
        if known is None:
            known = self._known[id(region)] = frozenset(self._find(region))
        return known

    def _find(self, region: Region) -> set[Cell]:
        needs: dict[Cell, set[Cell]] = {}
        others: set[Cell] = set()
        counters: set[Cell | None] = set()
        for number in region.blocks:
            head = self._cfg.blocks[number].terminator
            if isinstance(head, LoopHead):
                counters.add(self._cells.get(head.loop.variable.name))
            for action in self._cfg.blocks[number].actions:
                changed = self._kills.action(action)
                if not changed:
                    continue
                own = self._assigned(action)
                uses = None if own is None else self._needed(number, action, region)
                if own is None or uses is None:
                    others |= changed
                else:
                    others |= changed - {own}
                    needs.setdefault(own, set()).update(uses)
        changing = self._kills.in_region(region) - counters
        found = set(needs) - others
        while True:
            open_ones = changing - found
            kept = {cell for cell in found if needs[cell].isdisjoint(open_ones)}
            if kept == found:
                return found
            found = kept

    def _assigned(self, action: Action) -> Cell | None:
        """The scalar that an action assigns, if that is all it does."""
        statement = action.statement
        if isinstance(statement, st.AssignLabel):
            return self._cells.get(statement.variable)
        if action.part is not Part.WHOLE or not isinstance(statement, st.Assign):
            return None
        target = statement.target
        if statement.apart or not isinstance(target, ex.Variable) or target.type not in _SCALARS:
            return None
        return self._cells.get(target.name)

    def _needed(self, block: int, action: Action, region: Region) -> set[Cell] | None:
        """The cells that an assigned value depends on; None if it may not be known."""
        statement = action.statement
        found = (
            self._read(statement.value) if isinstance(statement, st.Assign) else frozenset[str]()
        )
        if found is None:
            return None
        needed = set(found)
        for number in () if every_iteration(self._forest, region, block) else self._tests(block):
            if number not in region.blocks:
                break
            if number not in self._conditions:
                split = self._cfg.blocks[number].terminator
                condition = split.condition if isinstance(split, Split) else None
                self._conditions[number] = (
                    frozenset() if condition is None else self._read(condition)
                )
            read = self._conditions[number]
            if read is None:
                return None
            needed |= read
        return needed

    def _tests(self, block: int) -> Iterator[int]:
        """The branches of which one arm leads to a block, the nearest first."""
        forest = self._forest
        while block != forest.entry:
            above = forest.idom[block]
            split = self._cfg.blocks[above].terminator
            if isinstance(split, Split) and forest.predecessors[block] == [above]:
                yield above
            block = above

    def _read(self, value: ex.Expr) -> frozenset[Cell] | None:
        """The cells of a formula's variables; None for what has no formula."""
        found: set[Cell] = set()
        for part in walk(value):
            if isinstance(part, ex.Element | ex.FunctionCall | ex.OpaqueExpr | ex.Field):
                return None
            if isinstance(part, ex.Variable):
                cell = self._cells.get(part.name)
                if cell is not None:
                    found.add(cell)
                elif part.type not in _SCALARS:
                    return None
        return frozenset(found)
