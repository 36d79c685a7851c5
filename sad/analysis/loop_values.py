"""Values in loops: trip counts from the bounds, loop variables, induction variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg import LoopHead
from sad.analysis.loops import Region, RegionKind
from sad.analysis.names import loop_path
from sad.analysis.scalars import Scalars
from sad.analysis.trip_count import LoopInfo, counted_loop, general_loop
from sad.counting import atoms
from sad.counting.poly import Poly
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.cells import Cell
    from sad.analysis.cfg import Block, Cfg
    from sad.analysis.kills import Kills
    from sad.analysis.lookup import Environment, Lookup
    from sad.analysis.loops import LoopForest

_OLD = f"{INDEX_MARK}old"


class LoopTracer:
    """Works out the loops of one unit; ``loops`` collects what is found, by header block."""

    def __init__(
        self,
        cfg: Cfg,
        forest: LoopForest,
        lookup: Lookup,
        kills: Kills,
        paths: Callable[[str], str],
    ) -> None:
        self._cfg = cfg
        self._forest = forest
        self._lookup = lookup
        self._kills = kills
        self._paths = paths
        self.loops: dict[int, LoopInfo] = {}
        self._firsts: dict[int, Poly | None] = {}

    def enter(
        self,
        loop: st.CountedLoop,
        block: Block,
        environment: Environment,
        results: Callable[[ex.FunctionCall], Poly | None],
    ) -> None:
        """Work out a counted loop's trip count from the values where it is entered."""
        head = block.successors()[0]
        terminator = self._cfg.blocks[head].terminator
        assert isinstance(terminator, LoopHead)
        first, last, step = (
            self._bound(part, loop, block, environment, results)
            for part in (loop.first, loop.last, loop.step)
        )
        self._firsts[head] = first
        region = self._forest.innermost[head]
        self.loops[head] = counted_loop(
            self._cfg.unit.name,
            self._paths(terminator.path),
            loop.span,
            loop.variable.name,
            (first, last, step),
            left_early=region.header == head and self._left_early(region, terminator),
        )

    def _bound(
        self,
        part: ex.Expr,
        loop: st.CountedLoop,
        block: Block,
        environment: Environment,
        results: Callable[[ex.FunctionCall], Poly | None],
    ) -> Poly | None:
        """A loop bound's value, unless it changes in a way only a run can tell."""
        if loop.variable.type is not Type.INTEGER:
            return None
        value = self._lookup.value(part, environment, results)
        unknowns = self._lookup.unknowns
        enclosing = unknowns.enclosing(self._forest.innermost[block.id])
        return value if value is not None and unknowns.is_steady(value, enclosing) else None

    def _left_early(self, region: Region, head: LoopHead) -> bool:
        if region.kind is not RegionKind.LOOP:
            return True
        return any(
            target not in region.blocks and not (inside == region.header and target == head.after)
            for inside in region.blocks
            for target in self._cfg.blocks[inside].successors()
        )

    def at_header(self, block: Block, region: Region, before: Environment) -> Environment:
        """Return the environment at the start of every iteration of a loop."""
        info = self._info(block)
        self._lookup.unknowns.belongs_to(info.index.name, region)
        environment = dict(before)
        counter = self._counter(block)
        for cell in sorted(self._kills.in_region(region)):
            if cell == counter and info.variable is not None:
                environment[cell] = info.variable
                continue
            step = self._induction_step(cell, block, region, before)
            if step is not None:
                start = self._lookup.cell(cell, before)
                environment[cell] = start + step * info.iteration
            else:
                name = self._lookup.spelling(cell)
                environment[cell] = self._lookup.unknowns.make(name, "changes in a loop", block)
        return environment

    def _info(self, block: Block) -> LoopInfo:
        known = self.loops.get(block.id)
        if known is None:
            path = self._paths(loop_path(block))
            span = self._lookup.unknowns.span_of(block)
            known = self.loops[block.id] = general_loop(self._cfg.unit.name, path, span)
        return known

    def _counter(self, block: Block) -> Cell | None:
        if isinstance(block.terminator, LoopHead):
            return self._lookup.cells.by_name.get(block.terminator.loop.variable.name)
        return None

    def into_body(self, block: Block, environment: Environment) -> Environment:
        """Return the values where the body starts; a body that never comes back runs only once."""
        counter = self._counter(block)
        if counter is None or self._forest.innermost[block.id].header == block.id:
            return environment
        first = self._firsts.get(block.id)
        if first is None or len(self._forest.predecessors[block.id]) > 1:
            name = self._lookup.spelling(counter)
            first = self._lookup.unknowns.make(name, "changes in a loop", block)
        return {**environment, counter: first}

    def after(self, block: Block, environment: Environment) -> Environment:
        """Return the values when a counted loop has ended: one step past the last iteration."""
        info = self.loops.get(block.id)
        if info is None:
            return environment
        after = dict(environment)
        counter = self._counter(block)
        if counter is not None and info.after is not None:
            after[counter] = info.after
        if info.parameter is None:
            end = info.index.first + info.trips
            for cell, value in environment.items():
                if cell != counter and value.mentions(info.index.name):
                    after[cell] = value.substitute(info.index.name, end)
        return after

    def _induction_step(
        self, cell: Cell, header: Block, region: Region, before: Environment
    ) -> Poly | None:
        """What one iteration adds to ``cell``, if that is always the same."""
        writers = [
            (number, action)
            for number in sorted(region.blocks)
            if cell in self._kills.by_block[number]
            for action in self._cfg.blocks[number].actions
            if cell in self._kills.action(action)
        ]
        if len(writers) != 1:
            return None
        number, action = writers[0]
        statement = action.statement
        if (
            not isinstance(statement, st.Assign)
            or not isinstance(statement.target, ex.Variable)
            or self._forest.innermost[number] is not region
            or not self._every_iteration(number, header.id, region)
        ):
            return None
        changing = self._kills.in_region(region)

        def variable(name: str) -> Poly | None:
            inner = self._lookup.cells.by_name.get(name)
            if inner == cell:
                return Poly.symbol(_OLD)
            return None if inner in changing else self._lookup.variable(name, before)

        value = Scalars(variable).value(statement.value)
        if value is None:
            return None
        step = value - Poly.symbol(_OLD)
        return None if atoms.depends_on(step, _OLD) else step

    def _every_iteration(self, number: int, header: int, region: Region) -> bool:
        """Whether a block of the loop runs exactly once in each iteration that is completed."""
        for latch in self._forest.predecessors[header]:
            if latch not in region.blocks:
                continue
            block = latch
            while block not in (number, header):
                block = self._forest.idom[block]
            if block != number:
                return False
        return True
