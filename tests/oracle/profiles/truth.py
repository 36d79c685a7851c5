"""What the interpreter counted in some runs of a program, for every part of its flow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.ir import stmt as st
from tests.oracle.gcov.batch import as_subroutine
from tests.oracle.gcov.c_batch import MAIN
from tests.oracle.programs.against_sad import run_of
from tests.support.interpreter import Event, NotInterpreted, Run, interpreter, line_counts
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.cfg.graph import Action
    from sad.ir.program import Program
    from tests.oracle.programs.program import RandomProgram

Inputs = tuple[tuple[int, ...], ...]
Fact = tuple[tuple[int, ...], int, str]
"""Arcs, how often control went along them together, and what that is."""

_SIGNS = (
    ("negative", Event.NEGATIVE),
    ("zero", Event.ZERO),
    ("positive", Event.POSITIVE),
)


@dataclass(slots=True)
class Truth:
    """A program as it was read and run; ``lines`` are how often each line's first statement started."""

    program: Program
    text: str
    lines: Counter[int]
    runs: list[Run]

    def count(self, event: Event, node: st.Stmt | st.Arm) -> int:
        """Return how often an event happened in all runs."""
        return sum(run.count(event, node) for run in self.runs)

    def facts(self, flow: UnitFlow) -> Iterator[Fact]:
        """Yield what happened in a unit: at each statement, and at each branch whose ways are known."""
        for block in flow.cfg.blocks:
            for number, action in enumerate(block.actions):
                arcs = flow.at(block.id, number)
                times = self._started(action)
                if arcs is not None and times is not None:
                    yield arcs, times, f"{action.part} of line {action.span.line}"
            out = flow.out[block.id]
            match block.terminator:
                case Split(kind="if", chain=()):
                    yield from self._if(block.actions[-1], out)
                case LoopHead(loop=loop):
                    times = self.count(Event.ITERATE, loop)
                    yield (out[0],), times, f"body of the loop of line {loop.span.line}"
                case _:
                    pass

    def _started(self, action: Action) -> int | None:
        item = action.statement
        if action.part is Part.WHOLE and not isinstance(item, st.EntryPoint | st.While | st.Select):
            return self.count(Event.START, item)
        if action.part is Part.LOOP_ENTRY and isinstance(item, st.CountedLoop):
            return self.count(Event.START, item)
        if action.part is Part.CONDITION and isinstance(item, st.If):
            arm = _arm_of(item, action)
            return None if arm is None else self.count(Event.TEST, arm)
        return None

    def _if(self, action: Action, out: list[int]) -> Iterator[Fact]:
        item = action.statement
        if not isinstance(item, st.If) or action.part is not Part.CONDITION:
            return
        arm = _arm_of(item, action)
        if arm is not None:
            taken = self.count(Event.TAKEN, arm)
            missed = self.count(Event.TEST, arm) - taken
            yield (out[0],), taken, f"condition of line {action.span.line} true"
            yield (out[1],), missed, f"condition of line {action.span.line} false"


def _arm_of(item: st.If, action: Action) -> st.Arm | None:
    """The arm whose condition an action tests.

    Equal conditions may be one object, so that IF (Q) and its ELSE IF (Q) differ by place only.
    """
    for arm in item.arms:
        if arm.condition is action.condition and arm.span == action.span:
            return arm
    return None


def truth_of(program: RandomProgram, inputs: Inputs) -> Truth | None:
    """Run a program with the interpreter; None if a run takes too long, breaks a rule, or cannot be."""
    text, whole = as_subroutine(program), program
    if program.language == "c":  # globals have their values only if the program starts at main
        whole = program if program.reads else replace(program, name="main", reads=True)
        text = program.text + ("" if program.reads else MAIN.format(seed=program.seed))
    read = program_of(text, program.language)
    try:
        made = interpreter(read, text)
    except NotInterpreted:
        return None
    lines: Counter[int] = Counter()
    runs: list[Run] = []
    for values in inputs:
        run = run_of(made, whole, values)
        if run is None:
            return None
        runs.append(run)
        for (_, line), count in line_counts(read, run).items():
            lines[line] += count
    return Truth(read, text, lines, runs)
