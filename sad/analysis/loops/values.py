"""Values in loops: trip counts from the bounds, loop variables, induction variables.

Over 400 lines: one tracer of what a loop's header, body and exits do to an environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.bind import bind
from sad.algebra.carried import carried_on, grows_fast, is_old, old_name
from sad.algebra.changes import OLD, Change, change_of
from sad.algebra.conditions import alternatives, opposite
from sad.algebra.feasible import implied
from sad.algebra.poly import ONE, Poly
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.cfg.names import loop_path
from sad.analysis.loops.exits import every_iteration
from sad.analysis.loops.natural import Region, RegionKind
from sad.analysis.loops.rows import loop_around, row_array, total_text
from sad.analysis.loops.tables import Filled, TableTracer
from sad.analysis.loops.trip_count import (
    LoopInfo,
    RowLoop,
    counted_loop,
    ending_loop,
    general_loop,
    row_loop,
)
from sad.analysis.values.join_conditions import gated
from sad.analysis.values.real_constants import real_number, real_trips, rounded
from sad.analysis.values.scalars import Scalars
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import NARROWING, Type
from sad.ir.program import Storage
from sad.ir.walk import walk
from sad.records import record
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.calls.facts import UnitFacts
    from sad.analysis.calls.kills import Kills
    from sad.analysis.cfg.graph import Block, Cfg
    from sad.analysis.loops.candidates import Candidates
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.loops.uncounted import LoopEnd
    from sad.analysis.values.cells import Cell
    from sad.analysis.values.join_conditions import Gates
    from sad.analysis.values.lookup import Environment, Lookup


@record
class Before:
    """What passes so far have found: where loops end, what they fill, what iterations make of cells.

    ``carried`` is None for a cell of which that is not known; ``asks`` is whether it is looked for.
    """

    ends: Mapping[int, LoopEnd]
    tables: Mapping[Filled, Poly]
    carried: Mapping[tuple[int, Cell], Poly | None]
    asks: bool = True


class LoopTracer:
    """Works out the loops of one unit; ``loops`` collects what is found, by header block."""

    def __init__(
        self,
        cfg: Cfg,
        forest: LoopForest,
        lookup: Lookup,
        kills: Kills,
        paths: Callable[[str], str],
        facts: UnitFacts,
        candidates: Candidates,
        before: Before,
    ) -> None:
        self._candidates = candidates
        self._ends = before.ends
        self._carried = before.carried
        self._asks = before.asks
        self._tried: list[tuple[int, Cell]] = []
        self._facts = facts
        self._cfg = cfg
        self._forest = forest
        self._lookup = lookup
        self._kills = kills
        self._paths = paths
        self.loops: dict[int, LoopInfo] = {}
        self._row_ranges: dict[str, list[tuple[int, Poly, Poly]]] = {}
        self._firsts: dict[int, Poly | None] = {}
        known = (before.tables, before.carried)
        self._filled = TableTracer(cfg, forest, lookup, kills, *known, asks=before.asks)

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
        if (first is None) != (last is None):  # of two that are not known only the distance matters
            missing = loop.first if first is None else loop.last
            named = self._bound(missing, loop, block, environment, results, named=True)
            first, last = (named, last) if first is None else (first, named)
        self._firsts[head] = first
        region = self._forest.innermost[head]
        left_early = region.header == head and self._left_early(region, terminator)
        path = self._paths(terminator.path)
        if first is None and region.header == head and not left_early:
            rows = self._rows(loop, region, path)
            if rows is not None:
                self.loops[head] = rows
                return
        trips = self._real_trips(loop, environment)
        if trips is not None:
            first, last, step = ONE, Poly.constant(trips), ONE
        distance = None
        if first is None and last is None:
            distance = self._distance(loop, block, environment, results)
        found = counted_loop(
            self._cfg.unit.name,
            path,
            loop.span,
            loop.variable.name,
            (first, last, step),
            left_early=left_early,
            direction=loop.direction,
            distance=distance,
        )
        end = self._ends.get(head)
        if end is not None and found.limit is not None:
            found = ending_loop(found, end)
        self.loops[head] = found

    def _real_trips(self, loop: st.CountedLoop, environment: Environment) -> int | None:
        """How often a loop over a real variable runs, if its bounds are constants."""
        kind = loop.variable.type
        if kind not in (Type.REAL, Type.DOUBLE):
            return None
        scalars = self._lookup.scalars(environment)
        numbers = [real_number(part, scalars) for part in (loop.first, loop.last, loop.step)]
        known = [rounded(number, kind) for number in numbers if number is not None]
        return (
            real_trips(known[0], known[1], known[2], kind) if len(known) == len(numbers) else None
        )

    def _rows(self, loop: st.CountedLoop, region: Region, path: str) -> LoopInfo | None:
        """A loop over a row of an index array that nothing changes in the loop over the rows."""
        around = loop_around(self._cfg, region)
        if around is None:
            return None
        outer, head = around
        found, info = row_array(loop, head.loop), self.loops.get(outer.header)
        if found is None or info is None or not info.is_run_through or info.rows is not None:
            return None
        array, offset = found
        if self._kills.may_change(array, outer.blocks):
            return None
        unit = self._cfg.unit
        place, given = path, False
        name = array.removesuffix("[]")  # what a pointer leads to goes by the pointer's name
        if not self._kills.may_change(array, self._forest.order):
            # The same in all loops over the same rows; from outside if the array is.
            ranges = self._row_ranges.setdefault(array, [])
            key = offset, info.index.first, info.index.last
            if key not in ranges:
                ranges.append(key)
            number = ranges.index(key)
            place = name if not number else f"{name}_{number + 1}"
            given = unit.symbols[array].storage in (Storage.DUMMY, Storage.COMMON)
        total = RowLoop(
            site_name(unit.name, "total", place),
            site_name(unit.name, "trips", path),
            total_text(name, offset, info),
            given,
        )
        return row_loop(unit.name, path, loop.span, loop.variable.name, info.index.name, total)

    def _bound(
        self,
        part: ex.Expr,
        loop: st.CountedLoop,
        block: Block,
        environment: Environment,
        results: Callable[[ex.FunctionCall], Poly | None],
        *,
        named: bool = False,
    ) -> Poly | None:
        """A loop bound's value, unless it changes in a way only a run can tell."""
        if loop.variable.type is not Type.INTEGER:
            return None
        find = self._lookup.named if named else self._lookup.value
        value = find(part, environment, results)
        unknowns = self._lookup.unknowns
        inside = self._forest.innermost[block.id]
        return value if value is not None and unknowns.is_steady(value, inside) else None

    def _distance(
        self,
        loop: st.CountedLoop,
        block: Block,
        environment: Environment,
        results: Callable[[ex.FunctionCall], Poly | None],
    ) -> Poly | None:
        """How far apart the bounds of a DO loop are that have no value.

        Not of a loop that tests its end each time, as in C: what is read may have changed.
        """
        if loop.direction or loop.variable.type is not Type.INTEGER:
            return None
        found = self._lookup.distance(loop.first, loop.last, environment, results)
        inside = self._forest.innermost[block.id]
        steady = found is not None and self._lookup.unknowns.is_steady(found, inside)
        return found if steady else None

    def _left_early(self, region: Region, head: LoopHead) -> bool:
        if region.kind is not RegionKind.LOOP:
            return True
        return any(
            not (inside == region.header and target == head.after)
            for inside, targets in region.leaving.items()
            for target in targets
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
            start = self._lookup.cell(cell, before)
            change = self._change(cell, region, before)
            if change is not None:
                environment[cell] = change.after(start, info.iteration)
                continue
            environment[cell] = self._carried_value(cell, block, region, start)
        self._lookup.ranges[info.index.name] = info.full or info.index
        self._filled.at_header(block, region, info, before, environment)
        return environment

    def _carried_value(self, cell: Cell, block: Block, region: Region, start: Poly) -> Poly:
        """What a cell holds where an iteration starts: a formula, or a symbol to find one with."""
        key, info = (block.id, cell), self.loops[block.id]
        old = old_name(block.id, cell)
        after = self._carried.get(key)
        if after is not None and (not grows_fast(after, old) or self._tests(region, cell)):
            found = carried_on(after, old, start, info.index)
            if found is not None:
                value, arms = found
                if arms is not None:
                    self._lookup.choices[value] = arms
                return value
        elif self._may_be_carried(key, region):
            self._lookup.unknowns.belongs_to(old, region)
            self._tried.append(key)
            return Poly.symbol(old)
        return self._lookup.unknowns.make(self._lookup.spelling(cell), "changes in a loop", block)

    def _may_be_carried(self, key: tuple[int, Cell], region: Region) -> bool:
        """Whether to look for a formula of what iterations make of a cell."""
        known = key in self._carried or not self._asks
        return not known and key[1] in self._candidates.of(region)

    @property
    def tried(self) -> list[tuple[int, Cell]]:
        """The cells and elements, by header, for which a formula was looked for."""
        return [*self._tried, *self._filled.tried]

    def carried(
        self, out: Mapping[tuple[int, int], Environment], gates: Gates
    ) -> dict[tuple[int, Cell], Poly]:
        """Return what iterations make of the cells tried, in terms of what these held before."""
        found: dict[tuple[int, Cell], Poly] = {}
        for header, cell in self._tried:
            region = self._forest.innermost[header]
            value = _at_end(self._ends_of(header, cell, out), header, gates)
            if value is None or atoms.has_unresolved(value):
                continue
            own = {old_name(header, cell), self.loops[header].index.name}
            rest = atoms.free_symbols(value) - own
            if not any(map(is_old, rest)) and all(
                self._lookup.unknowns.makes_sense(Poly.symbol(item), region.parent) for item in rest
            ):
                found[header, cell] = value
        return found

    def _info(self, block: Block) -> LoopInfo:
        known = self.loops.get(block.id)
        if known is None:
            path = self._paths(loop_path(block))
            span = self._lookup.unknowns.span_of(block)
            known, end = general_loop(self._cfg.unit.name, path, span), self._ends.get(block.id)
            if end is not None:
                known = ending_loop(known, end)
            self.loops[block.id] = known
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
            full = info.full or info.index
            end = full.first + full.trips
            for cell, value in environment.items():
                if cell != counter and atoms.depends_on(value, info.index.name):
                    after[cell] = bind(value, {info.index.name: end})
        self._filled.after(block, info, after)
        return after

    def tables(
        self, out: Mapping[tuple[int, int], Environment], gates: Gates
    ) -> tuple[dict[Filled, Poly], dict[tuple[int, Cell], Poly]]:
        """Return what loops fill arrays with (``TableTracer``), given values as blocks are left."""

        def at_end(header: int, key: str) -> Poly | None:
            return _at_end(self._ends_of(header, key, out), header, gates)

        return self._filled.found(self.loops, at_end)

    def _ends_of(
        self, header: int, cell: Cell, out: Mapping[tuple[int, int], Environment]
    ) -> dict[int, Poly | None]:
        """What a cell holds where iterations of a loop end, by block."""
        region = self._forest.innermost[header]
        return {
            source: out[source, header].get(cell)
            for source in self._forest.predecessors[header]
            if source in region.blocks and (source, header) in out
        }

    def at_exit(self, environment: Environment, region: Region, source: int) -> Environment:
        """Return the values where a block leaves a loop in an iteration that is known."""
        environment = self._filled.leave(region.header, environment)
        info = self.loops.get(region.header)
        if info is None or source not in info.times:
            return environment
        last = {info.index.name: info.times[source]}
        return {cell: bind(value, last) for cell, value in environment.items()}

    def _change(self, cell: Cell, region: Region, before: Environment) -> Change | None:
        """How one iteration changes ``cell``, if that is always the same."""
        writer = self._kills.only_writer(cell, region)
        if writer is None:
            return None
        number, action = writer
        statement = action.statement
        if (
            not isinstance(statement, st.Assign)
            or not isinstance(statement.target, ex.Variable)
            or statement.target.type is not Type.INTEGER
            or self._forest.innermost[number] is not region
            or not every_iteration(self._forest, region, number)
        ):
            return None
        changing = self._kills.in_region(region)

        def variable(name: str) -> Poly | None:
            inner = self._lookup.cells.by_name.get(name)
            if inner == cell:
                return Poly.symbol(OLD)
            return None if inner in changing else self._lookup.variable(name, before)

        value = Scalars(variable).value(statement.value)
        change = None if value is None else change_of(value)
        if change is not None and change.needs is not None:
            return change if self._goes_on_with(change.needs, region, variable, number) else None
        if change is None or change.kind != "multiply" or not _is_narrowed(statement.value):
            return change
        # What is doubled leaves its type soon, if it is not what ends the loop.
        return change if self._tests(region, statement.target.name) else None

    def _goes_on_with(
        self, needs: Poly, region: Region, variable: Callable[[str], Poly | None], writer: int
    ) -> bool:
        """Whether the test at a loop's head lets no iteration start in which ``needs`` is negative."""
        split = self._cfg.blocks[region.header].terminator
        if not isinstance(split, Split) or split.condition is None or writer == region.header:
            return False
        inside = [target in region.blocks for target in split.targets]
        truth = Scalars(variable).value(split.condition)
        if truth is None or split.kind == "select" or len(inside) != 2 or inside[0] == inside[1]:
            return False
        stays = alternatives(truth if inside[0] else opposite(truth)) or ()
        item = constraint(needs.terms)
        return bool(stays) and all(
            implied(frozenset(constraint(guard.terms) for guard in guards), item)
            for guards in stays
        )

    def _tests(self, region: Region, name: str) -> bool:
        """Whether a condition for leaving a loop looks at a variable."""
        for number in region.blocks:
            split = self._cfg.blocks[number].terminator
            if isinstance(split, Split) and any(
                item not in region.blocks for item in split.targets
            ):
                parts = () if split.condition is None else walk(split.condition)
                if any(isinstance(part, ex.Variable) and part.name == name for part in parts):
                    return True
        return False


def _at_end(values: Mapping[int, Poly | None], header: int, gates: Gates) -> Poly | None:
    """A value where an iteration ends, given those where control goes back to the loop's header."""
    found = [value for value in values.values() if value is not None]
    if not found or len(found) < len(values):
        return None
    if all(value == found[0] for value in found[1:]):
        return found[0]
    weights = gates.back(header, [*values])
    return None if weights is None else gated(found, weights)


def _is_narrowed(value: ex.Expr) -> bool:
    """Whether only the low bits of a value are kept."""
    return any(isinstance(part, ex.Intrinsic) and part.name in NARROWING for part in walk(value))
