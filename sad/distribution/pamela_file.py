"""A sequential program with distributed arrays as a PAMELA file: a model that people can edit.

Its lower bound is the sum over the phases of the time of the slowest rank, as ``distributed`` has it,
with messages charged to the processors that send them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.diagnostics import Diagnostics
from sad.distribution.message_operators import machine_operators, plain_operators
from sad.distribution.operators import ACTION, Operators, time_text
from sad.distribution.phases import Computation, PhasePart
from sad.distribution.program import Loop
from sad.distribution.sendings import ARGUMENTS, Sendings
from sad.distribution.terms import CPU, Terms, group
from sad.distribution.words import Words
from sad.pamela.formulas import NOWHERE, plain
from sad.pamela.tree import Apply, Equation, File, Remarks, ResourceLine, UseTerm
from sad.pamela.write import text_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Span
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
        used = self._used(part)
        names = [self._words.index(item) for item in indices if item.index.name in used]
        name = self._operators.fresh(f"part{len(self._parts) + 1}")
        self._parts.append(Equation(name, NOWHERE, tuple(names), term, Remarks(behind=part.name)))
        return Apply(NOWHERE, name, tuple(map(plain, names)))

    def _used(self, part: Computation) -> set[str]:
        """The symbols that a phase depends on."""
        found: set[str] = set()
        depth = len(part.around)
        for leaf in part.leaves:
            for condition in self._plan.owners.of(leaf):
                found |= atoms.free_symbols(condition.place)
            for item in leaf.around[depth:]:
                if isinstance(item, Loop):
                    for poly in (item.index.first, item.index.last, item.index.trips):
                        found |= atoms.free_symbols(poly)
                else:
                    found |= atoms.free_symbols(item.weight)
        return found

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
