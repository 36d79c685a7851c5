"""A sequential program with distributed arrays as a PAMELA file: a model that people can edit.

Its lower bound is the sum over the phases of the time of the slowest rank, as ``distributed`` has it,
with messages charged to the processors that send them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly, product
from sad.diagnostics import Diagnostics
from sad.distribution.layout import reach
from sad.distribution.message_operators import machine_operators, plain_operators
from sad.distribution.operators import ACTION, Operators, time_text
from sad.distribution.phases import Computation, PhasePart
from sad.distribution.plan import combined_ends
from sad.distribution.program import Loop
from sad.distribution.syntax import BLOCK
from sad.distribution.terms import CPU, Terms, group
from sad.distribution.wording import message_formula, side_name
from sad.distribution.words import Words
from sad.pamela.formulas import NOWHERE, plain
from sad.pamela.tree import Apply, Condition, Equation, File, Remarks, Repeat, ResourceLine, UseTerm
from sad.pamela.write import text_of
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Span
    from sad.distribution.layout import Layout
    from sad.distribution.messages import Message, Need
    from sad.distribution.owners import Conditions
    from sad.distribution.plan import Plan
    from sad.distribution.program import Place
    from sad.machine.schema import Machine
    from sad.model.nodes import Line
    from sad.pamela.tree import Term


@record
class OnMachine:
    """A machine for models: seconds of lines by place and of operations by key, and its library."""

    machine: Machine
    library: str
    seconds: Mapping[Place, float]
    operation: Callable[[str], float]


def model_text(
    plan: Plan,
    lines: Mapping[Place, Line],
    detail: str,
    given: Mapping[str, str],
    machine: OnMachine | None = None,
) -> str:
    """Return the file of a plan; ``given`` are values by symbol.

    Without a machine an operation takes the time of a parameter and messages take none; with detail
    ``action`` operators are not defined then. Raises SAD974 for what the language has no words for.
    """
    return text_of(_Model(plan, lines, detail, given, machine).file())


class _Model:
    def __init__(
        self,
        plan: Plan,
        lines: Mapping[Place, Line],
        detail: str,
        given: Mapping[str, str],
        machine: OnMachine | None,
    ) -> None:
        self._plan = plan
        self._detail = detail
        self._machine = machine
        self._words = Words(plan, given)
        seconds = None if machine is None else machine.seconds
        operation = None if machine is None else machine.operation
        self._operators = Operators(plan, self._words, detail, lines, seconds, operation)
        self._terms = Terms(self._words, self._operators.done)
        self._sendings = Sendings(plan.layout, self._words)
        self._parts: list[Equation] = []

    def file(self) -> File:
        """Return the tree of the file."""
        root = self._around(self._plan.parts, 0)
        messages = self._messages()
        basic = self._basic()
        above = (self._plan.name, *self._plan.origins, *_notes(self._plan))
        equations = (
            Equation("L", NOWHERE, (), root),
            *self._parts,
            *self._operators.equations,
            *messages,
            *basic,
        )
        first, *others = self._words.parameters
        head = Remarks(above, first.remarks.behind)
        parameters = (replace(first, remarks=head), *others)
        members = plain("0"), plain("P - 1")
        cpu = ResourceLine(CPU, NOWHERE, *members, None)
        return File("", 0, parameters, (cpu,), (), equations, (), (), self._undefined())

    # --- phases --------------------------------------------------------------------------------------

    def _around(self, parts: Sequence[PhasePart], depth: int) -> Term:
        """Parts of a program in order, in the loops and weights that they have in common."""
        terms: list[Term] = []
        groups: list[list[PhasePart]] = []
        last: object = None
        for part in parts:
            key = id(part.around[depth]) if len(part.around) > depth else None
            if not groups or key is None or key != last:
                groups.append([])
            groups[-1].append(part)
            last = key
        for items in groups:
            first = items[0]
            if len(first.around) == depth:
                terms.append(self._part(first))
                continue
            inner = self._around(items, depth + 1)
            place = _span(first)
            if inner != group([]):
                terms.append(self._terms.around(first.around[depth], inner, place))
        return group([term for term in terms if term != group([])])

    def _part(self, part: PhasePart) -> Term:
        if not isinstance(part, Computation):
            return self._sendings.term(part.message)
        term = self._terms.phase(part.leaves, len(part.around), self._plan.owners.of)
        if term == group([]):
            return term
        indices = [item for item in part.around if isinstance(item, Loop)]
        depth, owners = len(part.around), self._plan.owners
        polys = (poly for leaf in part.leaves for poly in owners.polys(leaf, depth))
        used = frozenset[str]().union(*map(atoms.free_symbols, polys))
        names = [self._words.index(item) for item in indices if item.index.name in used]
        name = self._operators.fresh(f"part{len(self._parts) + 1}")
        self._parts.append(Equation(name, NOWHERE, tuple(names), term, Remarks(behind=part.name)))
        return Apply(NOWHERE, name, tuple(map(plain, names)))

    # --- operators -----------------------------------------------------------------------------------

    def _messages(self) -> list[Equation]:
        used = self._sendings.used
        if self._machine is not None:
            return machine_operators(
                used, self._machine.machine, self._machine.library, self._words
            )
        return [] if self._detail == ACTION else plain_operators(used, self._words)

    def _basic(self) -> list[Equation]:
        found: list[Equation] = []
        for name, arguments, seconds in self._operators.basic:
            if seconds is not None:
                use = UseTerm(NOWHERE, CPU, plain("p"), plain(time_text(seconds)))
                found.append(Equation(name, NOWHERE, arguments, use))
        return found

    def _undefined(self) -> tuple[str, ...]:
        """What a second file has to define."""
        if self._machine is not None or self._detail != ACTION:
            return ()
        wanted = [(name, arguments) for name, arguments, _ in self._operators.basic]
        wanted += [(x, ARGUMENTS.get(x, ("p", "n", "bytes"))) for x in self._sendings.used]
        names = (f"{name}({', '.join(arguments)})" for name, arguments in wanted)
        return ("operators that a second file defines:", *names)


def _span(part: PhasePart) -> Span:
    return part.leaves[0].do.span if isinstance(part, Computation) else part.message.span


def _notes(plan: Plan) -> list[str]:
    told = Diagnostics()
    plan.tell(told)
    return [f"{item.span}: {item.severity}[{item.code}]: {item.message}" for item in told.items]


# Messages as terms, and the operators these need. A message takes the processors that send it for as
# long as it lasts: ``gmove(p, q, bytes)`` from one to another, ``bcast(p, n, bytes)`` from one to all
# ``n`` along its sides of the grid; in ``exchange``, ``allgather``, ``alltoall``, ``allreduce``,
# ``gather`` and ``fetch`` each processor has its part.

GMOVE, BCAST, FETCH = "gmove", "bcast", "fetch"
ARGUMENTS = {GMOVE: ("p", "q", "bytes")}
"""The arguments of operators that have others than ``p, n, bytes``."""


class Sendings:
    """Makes terms of messages; ``used`` are the operators they have, with the primitive of each."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self._layout = layout
        self._words = words
        self.used: dict[str, str] = {}

    def term(self, message: Message) -> Term:
        """Return the term of a message; raises SAD974."""
        words = self._words
        size = words.formula(self._bytes(message), message.span)
        axes = message.axes or tuple(range(words.axes))
        if message.primitive in ("broadcast", "communicate") and message.needs and message.axes:
            need = message.needs[0]
            start = self._places(tuple(item.position for item in need.remote), message)
            sender = words.member(
                [start.get(axis) or words.rank(axis) for axis in range(words.axes)]
            )
            if message.primitive == "broadcast":
                others = words.formula(self._ranks(axes), message.span)
                term = self._apply(BCAST, message.primitive, sender, others.written, size.written)
                if len(need.remote) == 1:
                    term = self._if_needed(need, term, message.span)
            else:
                end = self._places(
                    tuple(item.executes for item in need.remote if item.executes), message
                )
                goal = words.member(
                    [end.get(axis) or words.rank(axis) for axis in range(words.axes)]
                )
                term = self._apply(GMOVE, message.primitive, sender, goal, size.written)
            return self._over(term, tuple(x for x in range(words.axes) if x not in start))
        name = FETCH if message.primitive == "communicate" else message.primitive
        every = tuple(range(words.axes))
        member = words.member([words.rank(axis) for axis in every])
        along = words.formula(self._ranks(axes), message.span).written
        return self._over(self._apply(name, message.primitive, member, along, size.written), every)

    def _apply(self, name: str, primitive: str, *arguments: str) -> Term:
        self.used[name] = primitive
        return Apply(NOWHERE, name, tuple(map(plain, arguments)))

    def _places(self, conditions: Conditions, message: Message) -> dict[int, str]:
        words = self._words
        return {x.side.axis: words.place(x.side, x.place, message.span) for x in conditions}

    def _if_needed(self, need: Need, term: Term, span: Span) -> Term:
        """A broadcast under the condition that somebody else carries out what needs it."""
        words, along = self._words, need.remote[0]
        if along.executes is None:
            return term
        ends = reach(along.executes.place, [loop.index for loop in need.inner])
        if ends is None:
            return term
        side, start = along.position.side, along.position.place
        first, last = ends
        apart = (first - start).as_integer
        is_block = side.format.kind == BLOCK
        run = side.format.size or 1
        if not is_block and run == 1 and apart in (1, -1) and side == along.executes.side:
            return term  # neighbours have different owners
        sender = words.place(side, start, span)
        tests = [f"{words.place(along.executes.side, last, span)} != {sender}"]
        if not (is_block and side == along.executes.side and (apart or -1) >= 0):
            tests.insert(0, f"{words.place(along.executes.side, first, span)} != {sender}")
        if not is_block:
            tests.insert(0, f"{words.formula(last - first, span).written} >= {run}")
        return Condition(NOWHERE, plain(" or ".join(tests)), False, term, None)

    def _over(self, term: Term, axes: tuple[int, ...]) -> Term:
        """A term on all processors along some sides, at once."""
        for axis in reversed(axes):
            ends = plain("0"), plain(f"{self._words.side(axis)} - 1")
            term = Repeat(NOWHERE, True, self._words.rank(axis), *ends, None, term)
        return term

    def _ranks(self, axes: tuple[int, ...]) -> Poly:
        return product([Poly.symbol(side_name(axis, self._layout)) for axis in axes])

    def _bytes(self, message: Message) -> Poly:
        if message.unknown is not None:
            about = f"{message.span.file}:{message.span.line} {message.unknown}: bytes"
            return self._words.symbol(self._words.parameter(message.unknown, None, about))
        if message.reduction is None:
            return message_formula(message, self._layout)
        ends = combined_ends(message.reduction)
        sizes = [
            atoms.clamp(high - low + 1) for low, high in zip(ends[::2], ends[1::2], strict=True)
        ]
        return product([*sizes, ONE]) * message.reduction.leaf.do.combined_bytes
