"""What variables are at each point of a unit, in terms of its inputs.

One pass over the blocks in reverse postorder carries an environment from cells to polynomials. At a
loop's header, variables the loop changes become the loop index (DO variables), linear functions of
it (induction variables), or unknowns. Where paths meet with different values, the value depends on
the conditions between (``gates``). Where these are not known, and where a value comes from something
not modelled, a cell becomes a *named* unknown: never a guess.

Over 400 lines: the one pass, with what it does at joins, branches and each kind of statement.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_zero
from sad.algebra.poly import ZERO, Poly
from sad.analysis.calls.bindings import CallSite, CallTracer
from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.io_repeats import repeated_items
from sad.analysis.calls.results import MOST_ALTERNATES, alternate
from sad.analysis.calls.saved_values import SavedValues
from sad.analysis.calls.written import target_name
from sad.analysis.cfg.graph import Leave, LoopHead, Part, Split
from sad.analysis.loops.natural import Region, RegionKind
from sad.analysis.loops.uncounted import in_iterations, loop_ends
from sad.analysis.loops.values import Before, LoopTracer
from sad.analysis.messages.library import Messages
from sad.analysis.values.cells import Cell, array_of, is_common
from sad.analysis.values.findings import UnitValues
from sad.analysis.values.guards import arm_truths, known_inside
from sad.analysis.values.input_values import InputValues
from sad.analysis.values.join_conditions import Gates, choice, gated, settled
from sad.analysis.values.lookup import Environment, Lookup, fact_about, is_fact
from sad.analysis.values.unknowns import Unknowns
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.dump import expr_text
from sad.model.nodes import Definition
from sad.symbols import THREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sad.analysis.calls.entry_context import EntryContext
    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.results import Given
    from sad.analysis.cfg.graph import Action, Block
    from sad.ir.expr import Expr


_RETURN = Leave(stops=False)
_MOST_PASSES = 8


def trace_values(unit: EntryContext, given: Given) -> UnitValues:
    """Return the values in a unit; ``given`` is what is known of the arguments.

    Where loops end is only known once the values inside are, so the pass is repeated with what came
    out.
    """
    known = Before({}, {}, {})
    for _ in range(_MOST_PASSES):
        values, tried = _Tracer(unit, given, known).run()
        found = loop_ends(unit.cfg, unit.forest, values)
        now = Before(found, values.tables, {**known.carried, **values.carried})
        if now == known and not tried:
            values.truths.update(in_iterations(unit.cfg, values, found))
            return values
        if now == known:
            now = Before(found, values.tables, {**known.carried, **dict.fromkeys(tried)})
        known = now
    return _Tracer(unit, given, Before({}, {}, {}, asks=False)).run()[0]


class _Tracer:
    def __init__(
        self,
        unit: EntryContext,
        given: Given,
        before: Before,
    ) -> None:
        cfg, forest, program = unit.cfg, unit.forest, unit.program
        key = unit_key(cfg.unit)
        self._cfg = cfg
        self._forest = forest
        kinds = {region.kind for region in forest.innermost.values()}
        self._has_cycles = RegionKind.IRREDUCIBLE in kinds
        self._effects = program.effects[key]
        self._facts = program.graph.facts[key]
        self._runs_once = key in program.graph.once
        self._kills = unit.kills
        self._unknowns = Unknowns(cfg, forest)
        self._saved = SavedValues(cfg.unit.name, unit.saved, before.carried, asks=before.asks)
        self._lookup = Lookup(
            cfg.unit,
            program.cells[key],
            self._effects.commons,
            self._unknowns,
            cfg.blocks[forest.entry],
            self._kills.ever,
            given,
            program.constant_arrays(cfg.unit),
            self._facts.fills,
            partial(self._kills.may_change, blocks=forest.order),
            self._saved.on_entry,
        )
        self._loops = LoopTracer(
            cfg,
            forest,
            self._lookup,
            self._kills,
            unit.paths,
            self._facts,
            unit.candidates,
            before,
        )
        self._result = UnitValues(loops=self._loops.loops, unknowns=self._unknowns.found)
        messages = Messages(cfg.unit, self._result.ranks)
        self._result.communicators = messages.communicators.made
        self._result.questions = messages.questions.asked
        self._calls = CallTracer(program, self._lookup, unit.exits, messages)
        self._inputs = InputValues(self._facts, self._lookup, self._result.reads)
        self._gates = Gates(cfg, forest, self._result.truths, self._loops.loops)
        alternates = any(
            isinstance(action.statement, st.Return) and action.statement.alternate is not None
            for block in cfg.blocks
            for action in block.actions
        )
        self._alternates = range(1, MOST_ALTERNATES + 1) if alternates else ()
        self._made: Callable[[ex.FunctionCall], Poly | None] | None = None
        self._out: dict[tuple[int, int], Environment] = {}
        self._visited: set[int] = set()

    def run(self) -> tuple[UnitValues, Sequence[tuple[int, Cell]]]:
        """Return the values, and the cells, by header, for which a formula was looked for."""
        returns: dict[int, Environment] = {}
        for number in self._forest.order:
            block = self._cfg.blocks[number]
            environment = self._incoming(block)
            self._visited.add(number)
            if environment is None:
                continue
            current = dict(environment) if block.actions else environment
            for action in block.actions:
                self._act(action, block, current)
                self._inputs.declare(action, current)
            self._leave(block, current)
            if block.terminator == _RETURN:
                if self._alternates:
                    current = dict(current)
                    self._note_alternate(block, current)
                returns[number] = current
        self._exit_values(returns)
        self._result.tables, made = self._loops.tables(self._out, self._gates)
        after = self._saved.after_calls(self._on_return(returns))
        carried = self._loops.carried(self._out, self._gates)
        self._result.carried = {**carried, **made, **after}
        self._out.clear()  # thousands of values for every block; what refers to this may live on
        return self._result, [*self._loops.tried, *self._saved.tried]

    # --- where paths meet and part -------------------------------------------------------------------

    def _incoming(self, block: Block) -> Environment | None:
        """The environment at the start of a block; None if no live path leads there."""
        number = block.id
        region = self._forest.innermost[number]
        sources: list[Environment] = [{}] if number == self._forest.entry else []
        edges: list[int] = []
        cycle = _cycle_around(region) if self._has_cycles else None
        is_header = region.kind is RegionKind.LOOP and region.header == number
        unseen = False
        for source in self._forest.predecessors[number]:
            environment = self._out.get((source, number))
            if environment is not None:
                if self._forest.innermost[source] is not region:
                    environment = self._outside(environment, block, source)
                sources.append(environment)
                edges.append(source)
            elif is_header and source in region.blocks:
                pass  # what iterations change is unknown there
            elif source not in self._visited or (cycle is not None and source in cycle.blocks):
                unseen = True
        if not sources and not unseen:
            return None
        whole = not unseen and len(edges) == len(sources)
        merged = self._merge(sources, block, edges if whole else None) if sources else {}
        if unseen:
            # Only reached from parts not looked at yet, anything may have been changed before.
            around = (cycle or region) if sources else self._forest.root
            merged = dict(merged)
            for cell in sorted(self._kills.in_region(around)):
                name = self._lookup.spelling(cell)
                reason = "changes in an irreducible region"
                merged[cell] = self._unknowns.make(name, reason, block)
        return self._loops.at_header(block, region, merged) if is_header else merged

    def _merge(
        self, sources: list[Environment], block: Block, edges: Sequence[int] | None
    ) -> Environment:
        """The environment where paths meet; ``edges`` are the blocks they come from."""
        first, others = sources[0], sources[1:]
        if all(other is first for other in others):
            return first
        merged: Environment = {}
        weights: list[Poly] | None = None
        second, further = others[0], others[1:]
        cells = {**first, **second}
        for other in further:
            cells.update(other)
        for cell in cells:
            known = first.get(cell)
            if (
                known is not None
                and second.get(cell) is known
                and (not further or all(other.get(cell) is known for other in further))
            ):
                merged[cell] = known
                continue
            if is_fact(cell):
                found = {source.get(cell) for source in sources}
                if len(found) == 1 and known is not None:
                    merged[cell] = known
                continue
            values = [self._lookup.cell(cell, source) for source in sources]
            if all(value == values[0] for value in values[1:]):
                merged[cell] = values[0]
                continue
            values = [
                value + source[fact] if (fact := fact_about(cell)) in source else value
                for value, source in zip(values, sources, strict=True)
            ]
            if all(value == values[0] for value in values[1:]):
                merged[cell] = values[0]
                continue
            if edges is not None and weights is None:
                weights = self._gates.into(block.id, edges)
                edges = None if weights is None else edges
            value = None if weights is None else self._gated(values, weights)
            if value is None:
                name = self._lookup.spelling(cell)
                value = self._unknowns.make(name, "differs between paths", block)
            merged[cell] = value
        return merged

    def _gated(self, values: list[Poly], weights: list[Poly]) -> Poly | None:
        """The value of the path taken, remembered with the conditions if it is one of constants."""
        value = gated(values, weights)
        arms = None if value is None else choice(values, weights)
        if value is not None and arms is not None:
            self._lookup.choices[value] = arms
        return value

    def _outside(self, environment: Environment, block: Block, source: int) -> Environment:
        """Drop what only makes sense inside loops that do not enclose ``block``."""
        left = self._forest.innermost[source]
        while block.id not in left.blocks and left.parent is not None:
            environment = self._loops.at_exit(environment, left, source)
            left = left.parent
        inside = self._forest.innermost[block.id]
        changed: Environment = {}
        for cell, value in environment.items():
            if not self._unknowns.makes_sense(value, inside):
                if is_fact(cell):
                    changed[cell] = ZERO
                    continue
                name = self._lookup.spelling(cell)
                changed[cell] = self._unknowns.make(name, "its value when a loop is left", block)
        return {**environment, **changed} if changed else environment

    def _leave(self, block: Block, current: Environment) -> None:
        """Pass the environment on to the successors that can be reached."""
        terminator = block.terminator
        if isinstance(terminator, LoopHead):
            self._out[block.id, terminator.body] = self._loops.into_body(block, current)
            self._out[block.id, terminator.after] = self._loops.after(block, current)
            return
        targets = block.successors()
        truths = None
        if isinstance(terminator, Split) and block.actions:
            scalars = self._lookup.scalars(current, self._made)
            made = self._result.calls.get(id(block.actions[-1]), ())
            returned = partial(self._calls.takes, made[-1]) if made else _unknown_return
            truths = arm_truths(terminator, block.actions[-1].statement, scalars, returned)
            if truths is not None:
                self._result.truths[block.id] = truths
        for number, target in enumerate(targets):
            if truths is None:
                self._out[block.id, target] = current
            elif truths[number] and isinstance(terminator, Split):
                self._out[block.id, target] = self._inside(terminator, number, current)

    def _inside(self, terminator: Split, arm: int, current: Environment) -> Environment:
        """The environment in an arm of an IF, with the constants its condition tells.

        What is known of a cell besides is kept as a fact: a difference that is zero here.
        """
        condition = terminator.condition
        if condition is None or terminator.kind == "select":
            return current
        scalars = self._lookup.scalars(current)
        inside: Environment | None = None
        for name, constant in known_inside(condition, scalars.value, holds=arm == 0).items():
            cell = self._lookup.cells.by_name.get(name)
            before = None if cell is None else self._lookup.cell(cell, current)
            if cell is None or before is None or before.as_constant is not None:
                continue
            inside = dict(current) if inside is None else inside
            inside[cell] = constant
            inside[fact_about(cell)] = before - constant
        return current if inside is None else inside

    def _exit_values(self, returns: dict[int, Environment]) -> None:
        """Values on return, as far as the conditions for the ways out are known."""
        if not returns:
            return
        cells = set(self._effects.traced(self._effects.written)) - self._kills.moved
        result = self._cfg.unit.result
        if result is not None and result in self._lookup.cells.by_name:
            cells.add(result)
        on_return = self._on_return(returns)
        for cell in sorted(cells):
            if not is_common(cell) and cell not in self._lookup.cells.by_name:
                continue  # an array
            value = on_return(cell)
            if value is not None:
                self._result.exit_values[cell] = value
        for number in self._alternates:
            value = on_return(alternate(number))
            if value is not None:  # as one condition where it is "not the usual return"
                truth = atoms.not_of(atoms.not_of(value))
                self._result.exit_values[alternate(number)] = truth

    def _note_alternate(self, block: Block, current: Environment) -> None:
        """Add to the environment of a return which of the alternate returns it is."""
        last = block.actions[-1].statement if block.actions else None
        value: Poly | None = ZERO
        if isinstance(last, st.Return) and last.alternate is not None:
            value = self._lookup.value(last.alternate, current)
            if value is None:
                value = self._unknowns.make("return", "is not traced", block, last.span)
        for number in self._alternates:
            current[alternate(number)] = is_zero(value - number)

    def _on_return(self, returns: dict[int, Environment]) -> Callable[[Cell], Poly | None]:
        """How to find the value of a cell on return."""
        weights: list[Poly] | None = None
        asked = False

        def value_of(cell: Cell) -> Poly | None:
            nonlocal weights, asked
            values = settled(self._lookup.cell(cell, source) for source in returns.values())
            if all(other == values[0] for other in values[1:]):
                return values[0] if values else None
            if not asked:
                weights, asked = self._gates.out(list(returns)), True
            return None if weights is None else gated(values, weights)

        return value_of

    # --- actions ---------------------------------------------------------------------------------

    def _act(self, action: Action, block: Block, environment: Environment) -> None:
        statement = action.statement
        calls = self._kills.calls(action)
        results = self._make_calls(calls, action, block, environment) if calls else _nothing
        self._made = results
        if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
            self._loops.enter(statement, block, environment, results)
            return
        if action.part is not Part.WHOLE:
            return
        match statement:
            case st.Assign(target=target, value=value):
                self._assign(statement, target, value, results, block, environment)
            case st.InputOutput():
                self._input_output(action, statement, block, environment)
            case st.AssignLabel(target=label, variable=name):
                cell = self._lookup.cells.by_name.get(name)
                self._overwrite(statement, "holds a label", block, environment, cell)
                if cell is not None:
                    environment[cell] = Poly.constant(int(label))
            case st.Opaque():
                self._overwrite(statement, "set by a statement not modelled", block, environment)
            case _:
                pass

    def _assign(
        self,
        statement: st.Assign,
        target: Expr,
        value: Expr,
        results: Callable[[ex.FunctionCall], Poly | None],
        block: Block,
        environment: Environment,
    ) -> None:
        filled = self._lookup.fill_name(statement, environment)
        name = filled or target_name(target)
        cell = filled if name is None else filled or self._lookup.cells.by_name.get(name)
        known = table = None
        if cell is not None and name is not None and value.type is target.type:
            known = self._lookup.named(value, environment, results)
            known = self._lookup.fitted(known, value, self._lookup.room(array_of(name)))
        if filled is None and isinstance(target, ex.Element) and value.type is target.type:
            new = known if known is not None else self._lookup.value(value, environment, results)
            table = self._lookup.assigned_table(target, new, environment)
        traced = cell if known is not None else None
        self._overwrite(statement, "is set to a value not traced", block, environment, traced)
        if table is not None:
            environment[table[0]] = table[1]
        if filled is not None and known is None:
            shown = expr_text(target).replace(" ", "")
            environment[filled] = self._unknowns.make(shown, "is set to a value not traced", block)
        if cell is not None and known is not None and name is not None:
            environment[cell] = known
            if filled is not None:
                return
            self._result.definitions.append(Definition(name, known, statement.span))

    def _overwrite(
        self,
        statement: st.Stmt,
        reason: str,
        block: Block,
        environment: Environment,
        traced: Cell | None = None,
    ) -> None:
        """Make what a statement writes unknown, but for the cell whose new value is traced."""
        for cell in self._kills.written(statement):
            if cell != traced:
                shown = self._lookup.spelling(cell)
                environment[cell] = self._unknowns.make(shown, reason, block, statement.span)

    def _input_output(
        self, action: Action, statement: st.InputOutput, block: Block, environment: Environment
    ) -> None:
        before = dict(environment)
        self._overwrite(statement, "is set by input/output", block, environment)
        in_loop = self._forest.innermost[block.id].kind is not RegionKind.UNIT
        if self._runs_once and not in_loop:
            self._inputs.read(statement, environment)
        # READ N, (A(I), I = 1, N): the bound is the value just read
        current = environment if statement.keyword == "read" else before
        repeats = repeated_items(statement, self._lookup, current, block)
        if repeats:
            self._result.repeats[id(action)] = repeats

    def _make_calls(
        self, calls: Iterable[Call], action: Action, block: Block, environment: Environment
    ) -> Callable[[ex.FunctionCall], Poly | None]:
        """Record the calls an action makes, apply their effects, and return their results."""
        made: list[CallSite] = []
        values: dict[tuple[str, tuple[Expr, ...]], Poly | None] = {}

        def results(call: ex.FunctionCall) -> Poly | None:
            return values.get((call.name, call.arguments + call.hidden))

        for call in calls:
            site = self._calls.site(call, action.span, block, environment, results)
            made.append(site)
            value = self._calls.result(site)
            if value is None and call.name.lower().startswith("omp_"):
                from sad.analysis.calls.team_values import team_value  # noqa: PLC0415 - rare

                value = team_value(call.name, block.within, self._cfg.unit)
                if value is not None and THREAD in value.symbols() and self._result.thread is None:
                    reason = "differs from thread to thread"
                    self._result.thread = self._unknowns.make(call.name.lower(), reason, block)
            key = call.name, call.key
            values[key] = value if values.get(key, value) == value else None  # one of two results
            self._calls.apply(site, call, block, environment)
        self._result.calls[id(action)] = made
        return results


def _unknown_return(_number: int) -> None:
    """Whether a call that is not seen takes an alternate return."""


def _nothing(_call: ex.FunctionCall) -> None:
    """The value of a function reference that was not met."""


def _cycle_around(region: Region) -> Region | None:
    """The innermost cycle with several entries around: in no order all comes first that leads there."""
    found: Region | None = region
    while found is not None and found.kind is not RegionKind.IRREDUCIBLE:
        found = found.parent
    return found
