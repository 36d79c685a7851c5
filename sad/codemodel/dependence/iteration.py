"""One iteration of a loop as a dependence graph: a walk over its blocks, conditional moves in place.

Statements are taken in order, with what each variable holds; where paths meet with different values a
node stands for whichever it is. A nested loop is one step: what comes out of it depends on what goes
in, at no cost of its own.

Optimised code has no jump for some branches: a variable set in the arms of one waits for the
condition; an increment becomes an addition of the condition's value; a real that is set to what it
was just compared with, a maximum or minimum. Everything else jumps, and does not wait. Besides those
of ``operations.selects``, gcc -O2 converts an ELSE with shifts and bit operations on both sides, as
in checksums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Jump, Part, Split
from sad.codemodel.dependence.elements import unknown
from sad.codemodel.dependence.graph import START, Booking, Edge, step
from sad.codemodel.dependence.keys import cheap_operations
from sad.codemodel.dependence.values import Environment, Evaluator, Moment, NodeValue
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import Region
    from sad.codemodel.dependence.scope import Layout, Summary, UnitView
    from sad.codemodel.operations.selects import Selects
    from sad.ir.expr import Expr


_MOST_WORK = 200_000
_MOST_OPERATIONS = 2


class TooLargeError(Exception):
    """A region has more in it than is worth looking at."""


@mutable
class Passage:
    """A nested loop in an iteration: the nodes of variables before it and after it."""

    region: Region
    before: dict[str, int] = field(default_factory=dict[str, int])
    after: dict[str, int] = field(default_factory=dict[str, int])


class Iteration:
    """Walks over the own blocks of a region; ``summaries`` tell what nested ones do."""

    def __init__(self, scope: UnitView, region: Region, summaries: dict[int, Summary]) -> None:
        self._scope = scope
        self._layout: Layout = scope.layout
        self._region = region
        self._summaries = summaries
        self.values = Evaluator(scope.symbols, scope.keys, scope.calls, scope.optimised)
        self.graph = self.values.graph
        self.passages: list[Passage] = []
        self._moves = Moves(scope, self.values)
        self._work = 0
        self.end: Environment = {}
        self.left: list[Environment] = []
        self.steady: dict[int, tuple[str, frozenset[str]]] = {}

    def run(self) -> None:
        """Walk; raises TooLargeError."""
        self.end, self.left = self._walk(self._region, {}, Booking(0))

    # --- blocks ----------------------------------------------------------------------------------

    def _walk(
        self, region: Region, start: Environment, around: Booking
    ) -> tuple[Environment, list[Environment]]:
        """Take a region's parts in order; return what holds at its end and where it is left."""
        layout = self._layout
        frequencies = layout.frequencies(region)
        out: dict[int, Environment] = {}
        for item in layout.items[id(region)]:
            header = item if isinstance(item, int) else item.header
            if header == region.header:
                environment = start
            else:
                sources = layout.sources(region, header)
                environment = self._meet([(s, out[s]) for s in sources if s in out])
            frequency = frequencies.get(header, 1.0)
            condition = around.condition if frequency > 0.999 else header + 1
            booking = Booking(0, frequency * around.frequency, condition, around.times)
            if isinstance(item, int):
                out[header] = self._block(item, environment, booking)
            else:
                out[header] = self._nested(item, environment, booking)
        ends = [(s, out[s]) for s in layout.ends(region) if s in out]
        left = [out[s] for s in layout.exits(region) if s in out]
        return self._meet(ends), left

    def _meet(self, sources: list[tuple[int, Environment]]) -> Environment:
        """What holds where paths meet."""
        if not sources:
            return {}
        first = sources[0][1]
        if all(other is first for _, other in sources):
            return first
        merged: Environment = {}
        names = dict.fromkeys(name for _, other in sources for name in other)
        self._spend(len(names) * len(sources))
        for name in names:
            values = [self.values.value_of(name, other) for _, other in sources]
            merged[name] = self._either(name, values, [s for s, _ in sources])
        return merged

    def _either(self, name: str, values: list[NodeValue], sources: list[int]) -> NodeValue:
        node, known = values[0]
        if any(other != known for _, other in values):
            known = unknown()
        if all(other == node for other, _ in values):
            return node, known
        selected = self._moves.node(name, values, sources)
        if selected is not None:
            return selected, known
        edges = [Edge(other, None, None) for other in dict.fromkeys(item for item, _ in values)]
        return self.graph.add(edges, meets=True), known

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > _MOST_WORK:
            raise TooLargeError

    def _block(self, number: int, environment: Environment, around: Booking) -> Environment:
        block = self._scope.cfg.blocks[number]
        if block.actions:
            environment = dict(environment)
            self._spend(len(environment))
        around = self._moves.booking(number, around)
        last = around
        for action in block.actions:
            self._spend(1)
            last = Booking(id(action), around.frequency, around.condition, around.times)
            if around.action:
                last = around
            self._act(action, Moment(environment, number, last))
        self._moves.note(number, environment, last)
        return environment

    def _nested(self, region: Region, environment: Environment, around: Booking) -> Environment:
        summary = self._summaries.get(id(region))
        if summary is None:
            return {}
        trips = self._scope.unrolled(region)
        if trips:
            inner = Booking(0, around.frequency, around.condition, around.times * trips)
            for _ in range(trips):
                environment, _ = self._walk(region, environment, inner)
                self._spend(1)
            return environment
        self.values.elements.touched |= summary.arrays_read
        self.values.elements.changed |= summary.arrays_written
        self.values.elements.calls |= summary.calls
        passage = Passage(region)
        self.passages.append(passage)
        after = dict(environment)
        self._spend(len(after) + len(summary.outputs))
        hubs: dict[frozenset[str], int] = {}
        for name, needed in summary.outputs.items():
            hub = hubs.get(needed)
            if hub is None:
                edges: list[Edge] = []
                for other in sorted(needed):
                    node, _ = self.values.value_of(other, environment)
                    passage.before[other] = node
                    edges.append(Edge(node, None, None))
                hub = hubs[needed] = self.graph.add(edges)
                self._spend(len(edges))
            passage.after[name] = hub
            after[name] = hub, unknown()
            self._forget_behind(name, after)
        return after

    # --- actions ---------------------------------------------------------------------------------

    def _act(self, action: Action, moment: Moment) -> None:
        statement, environment = action.statement, moment.environment
        self.values.made.clear()
        match action.part:
            case Part.LOOP_ENTRY if isinstance(statement, st.CountedLoop):
                edges = self.values.inputs(statement.first, moment)
                known = self.values.number(statement.first, environment)
                self._changed_by_calls(environment)
                self._set(statement.variable, edges, known, environment)
            case Part.LOOP_STEP if isinstance(statement, st.CountedLoop):
                self._step(statement, moment)
            case Part.CONDITION | Part.OPERAND:
                self._look_at(action.condition, moment)
            case Part.WHOLE:
                self._statement(statement, moment)
            case _:
                pass

    def _step(self, loop: st.CountedLoop, moment: Moment) -> None:
        variable, environment = loop.variable, moment.environment
        node, before = self.values.value_of(variable.name, environment)
        steps = None
        if not self._scope.optimised:
            steps = step(f"forward.{variable.type}.scalar", step(f"add.{variable.type}", None))
        elif variable.type is not Type.INTEGER:
            steps = step(f"add.{variable.type}", None)
        by = self.values.number(loop.step, environment)
        known = None if by is None or before is None else before + by
        self._set(variable, [Edge(node, steps, moment.booking)], known, environment)

    def _statement(self, statement: st.Stmt, moment: Moment) -> None:
        environment = moment.environment
        match statement:
            case st.Assign(target=ex.Variable() as target, value=value):
                edges = self.values.inputs(value, moment)
                known = None
                if target.type is Type.INTEGER:
                    known = self.values.number(value, environment)
                self._changed_by_calls(environment)
                self._set(target, edges, known, environment)
            case st.Assign(target=ex.Element() as target, value=value):
                edges = self.values.inputs(value, moment)
                for subscript in target.subscripts:
                    self._look_at(subscript, moment)
                self._changed_by_calls(environment)
                self.values.write(target, self.graph.add(edges), moment)
            case st.Assign(target=ex.Section(array=array), value=value):
                self.values.inputs(value, moment)
                self.values.elements.changed.add(array)
            case st.CallStatement(name=name, arguments=arguments, hidden=hidden):
                self.values.call(name, arguments, hidden, moment)
                self._changed_by_calls(environment)
            case st.InputOutput(results=results):
                self.values.elements.calls = True
                for item in results:
                    if isinstance(item, ex.Variable):
                        self._set(item, [], None, environment)
                    elif isinstance(item, ex.Element):
                        self.values.elements.changed.add(item.array)
            case st.Select(selector=selector):
                self._look_at(selector, moment)
            case _:
                pass

    def _look_at(self, expr: ex.Expr | None, moment: Moment) -> None:
        """Look at an expression whose value nobody waits for: what it reads, and what it calls."""
        if expr is not None:
            self.values.inputs(expr, moment)
            self._changed_by_calls(moment.environment)

    def _changed_by_calls(self, environment: Environment) -> None:
        for name, node in self.values.made:
            environment[name] = node, unknown()
            self._forget_behind(name, environment)
        self.values.made.clear()

    def _set(
        self, target: ex.Variable, edges: list[Edge], known: Poly | None, environment: Environment
    ) -> None:
        symbol = self._scope.symbols.get(target.name)
        if symbol is not None and symbol.dimensions:
            self.values.elements.changed.add(target.name)
            return
        environment[target.name] = self.graph.add(edges), unknown() if known is None else known
        self._forget_behind(target.name, environment)

    def _forget_behind(self, pointer: str, environment: Environment) -> None:
        """What is reached through a pointer is something else once that is set."""
        for name in self._scope.behind.get(pointer, ()):
            environment[name] = START, unknown()


@record
class _Branch:
    """A branch without a jump: its block and condition, and what was known there."""

    block: int
    condition: Expr
    environment: Environment
    booking: Booking


class Moves:
    """Finds the branches of a region that are conditional moves, during the walk over it."""

    def __init__(self, scope: UnitView, values: Evaluator) -> None:
        self._scope = scope
        self._values = values
        self._arms: dict[int, _Branch] = {}

    def note(self, block: int, environment: Environment, booking: Booking) -> None:
        """Look at the branch at the end of a block."""
        split = self._scope.cfg.blocks[block].terminator
        if self._scope.selects is None or not isinstance(split, Split) or split.condition is None:
            return
        if split.kind != "if" or len(split.targets) != 2 or len(split.chain) > 1:
            return
        one, two = split.targets
        arms = [arm for arm in (one, two) if self._is_arm(arm, block, self._scope.selects)]
        if not arms and self._choose(one, two, block):
            arms = [one, two]
        branch = _Branch(block, split.condition, environment, booking)
        self._arms.update(dict.fromkeys(arms, branch))

    def _is_arm(self, arm: int, test: int, selects: Selects) -> bool:
        return arm in selects.arms and selects.arms[arm][0] == test

    def booking(self, block: int, around: Booking) -> Booking:
        """Return where a block's steps are booked: an arm without a jump runs with its condition."""
        branch = self._arms.get(block)
        return around if branch is None else branch.booking

    def _choose(self, one: int, two: int, before: int) -> bool:
        """Whether two arms set one and the same integer, by what costs next to nothing."""
        forest, blocks = self._scope.entry.forest, self._scope.cfg.blocks
        ways = [blocks[arm].terminator for arm in (one, two)]
        if any(forest.predecessors[arm] != [before] for arm in (one, two)):
            return False
        if ways[0] != ways[1] or not isinstance(ways[0], Jump):
            return False
        targets = [self._target(blocks[arm].actions) for arm in (one, two)]
        return targets[0] is not None and targets[0] == targets[1]

    def _target(self, actions: list[Action]) -> str | None:
        """The integer in a register that actions set, if they do nothing else and that is cheap."""
        if len(actions) != 1 or actions[0].part is not Part.WHOLE:
            return None
        statement, memory = actions[0].statement, self._scope.memory
        if not isinstance(statement, st.Assign) or memory is None:
            return None
        target, cost = statement.target, cheap_operations(statement.value)
        if not isinstance(target, ex.Variable) or target.type is not Type.INTEGER:
            return None
        if cost is None or cost > _MOST_OPERATIONS or memory.of(target.name) is not None:
            return None
        loads = any(isinstance(part, ex.Element) for part in walk(statement.value))
        return None if loads else target.name

    def node(self, name: str, values: list[NodeValue], sources: list[int]) -> int | None:
        """Return a node for a variable that a conditional move sets where two paths meet."""
        if len(sources) != 2:
            return None
        branches = [self._arms.get(source) for source in sources]
        branch = branches[0] or branches[1]
        if branch is None:
            return None
        for source, found in zip(sources, branches, strict=True):
            if found is not branch and source != branch.block:
                return None
        kind = self._scope.symbols[name].type
        moved = step(f"select.{kind}", None)
        arms = [source for source, found in zip(sources, branches, strict=True) if found]
        statements = [a.statement for a in self._scope.cfg.blocks[arms[0]].actions]
        if len(arms) == 1 and _is_increment(name, statements):
            edges = [Edge(node, None, None) for node, _ in values]
            moved = step("add.integer", None)
        else:
            edges = [Edge(node, moved, branch.booking) for node, _ in values]
        if kind in (Type.INTEGER, Type.LOGICAL):
            moment = Moment(branch.environment, branch.block, branch.booking)
            edges.extend(self._values.inputs(branch.condition, moment, moved))
        return self._values.graph.add(edges)


def _is_increment(name: str, statements: list[st.Stmt]) -> bool:
    """Whether the only statement that sets a variable adds a constant to it, or takes it away."""
    variable = ex.Variable(name, Type.INTEGER)
    found = [s for s in statements if isinstance(s, st.Assign) and s.target == variable]
    if len(found) != 1:
        return False
    value = found[0].value
    return (
        isinstance(value, ex.Binary)
        and value.operator in (Operator.ADD, Operator.SUB)
        and value.left == variable
        and isinstance(value.right, ex.Constant)
    )
