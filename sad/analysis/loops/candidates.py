"""Variables of which it is worth looking for a formula of what iterations make of them.

Scalars that only their own assignments change, from values that may be known: no elements of arrays, no
results of functions, no reals, and under conditions of which the same is true; and those that calls
change of which it is known what they leave.
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
    from collections.abc import Callable, Iterable, Mapping

    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.kills import Kills
    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.values.cells import Cell

_Change = tuple[frozenset["Cell"], "Cell | None", frozenset["Cell"] | None]
"""The cells an action changes, the one it assigns, and those in its value (None: no formula)."""
_SCALARS = (Type.INTEGER, Type.LOGICAL)


class Candidates:
    """The candidates of each loop of a unit; ``cells`` are those of its variables by name.

    ``left_by`` are the cells of which it is known what a call leaves in them.
    """

    def __init__(
        self,
        cfg: Cfg,
        forest: LoopForest,
        kills: Kills,
        cells: Mapping[str, Cell],
        left_by: Callable[[Call], Iterable[Cell]],
    ) -> None:
        self._left_by = left_by
        self._cfg = cfg
        self._forest = forest
        self._kills = kills
        self._cells = cells
        self._known: dict[int, frozenset[Cell]] = {}
        self._conditions: dict[int, frozenset[Cell] | None] = {}
        self._changes: dict[int, list[_Change]] = {}

    def of(self, region: Region) -> frozenset[Cell]:
        """Return the cells to look at in a loop."""
        known = self._known.get(id(region))
        if known is None:
            known = self._known[id(region)] = frozenset(self._find(region))
        return known

    def _find(self, region: Region) -> set[Cell]:
        needs: dict[Cell, set[Cell]] = {}
        tested: dict[int, frozenset[Cell] | None] = {}
        others: set[Cell] = set()
        counters: set[Cell | None] = set()
        for number in region.blocks:
            head = self._cfg.blocks[number].terminator
            if isinstance(head, LoopHead):
                counters.add(self._cells.get(head.loop.variable.name))
            changes = self._changes_in(number)
            if not changes:
                continue
            always = every_iteration(self._forest, region, number)
            way = frozenset[str]() if always else self._way(number, region, tested)
            for changed, own, read in changes:
                if own is None or read is None or way is None:
                    others |= changed
                    continue
                if len(changed) > 1:
                    others |= changed - {own}
                needed = needs.setdefault(own, set())
                needed |= read
                needed |= way
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

    def _changes_in(self, block: int) -> list[_Change]:
        """What the actions of a block change."""
        known = self._changes.get(block)
        if known is None:
            known = self._changes[block] = []
            for action in self._cfg.blocks[block].actions:
                changed = self._kills.action(action)
                own, statement = self._assigned(action), action.statement
                read: frozenset[Cell] | None = frozenset()
                if own is not None and isinstance(statement, st.Assign):
                    read = self._read(statement.value)
                for call in self._kills.calls(action) if changed else ():
                    left = changed.intersection(self._left_by(call))
                    known += [(frozenset((cell,)), cell, frozenset[str]()) for cell in left]
                    changed -= left
                if changed:
                    known.append((changed, own, read))
        return known

    def _way(
        self, block: int, region: Region, tested: dict[int, frozenset[Cell] | None]
    ) -> frozenset[Cell] | None:
        """The cells on which it depends whether an iteration comes to a block.

        Those of the branches of which one arm leads there; None if they may not be known. What was
        found for a block holds for all that it dominates, so each is looked at once for a region.
        """
        forest, passed = self._forest, list[int]()
        while block not in tested:
            passed.append(block)
            above = forest.idom[block]
            if above == block or above not in region.blocks:
                tested[block] = frozenset()
                break
            block = above
        for number in reversed(passed):
            if number in tested:
                continue
            above = forest.idom[number]
            known = tested[above]
            terminator = self._cfg.blocks[above].terminator
            if isinstance(terminator, Split) and forest.predecessors[number] == [above]:
                read = self._condition(above)
                if known is None or read is None:
                    known = None
                elif not read <= known:
                    known = known | read
            tested[number] = known
        return tested[passed[0] if passed else block]

    def _condition(self, number: int) -> frozenset[Cell] | None:
        """The cells of a branch's condition; None if it has no formula."""
        if number not in self._conditions:
            split = self._cfg.blocks[number].terminator
            condition = split.condition if isinstance(split, Split) else None
            self._conditions[number] = frozenset() if condition is None else self._read(condition)
        return self._conditions[number]

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
