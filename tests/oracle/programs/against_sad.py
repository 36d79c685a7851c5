"""What sad calls exact, line by line, against what the interpreter counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.lowering.build import Origin, describe
from sad.lowering.drafts import Linked
from sad.reading.loaded import Loaded, Source
from tests.oracle.programs.program import case_of
from tests.support.counted import counted
from tests.support.interpreter import (
    InvalidRun,
    NotInterpreted,
    StepLimit,
    interpreter,
    line_counts,
)
from tests.support.model import program_of

if TYPE_CHECKING:
    from tests.oracle.programs.program import RandomProgram
    from tests.support.interpreter import Interpreter, Run

STEPS = 50_000
"""Loop iterations and jumps after which a run is left out: nests of large loops prove no more."""


@dataclass(slots=True)
class Comparison:
    """The result for one program and its inputs. Lines are counted once for each run.

    ``evaluated`` are those of the exact lines that have no formula. ``executions``: how often
    statements started, in all and on exact lines, in the runs compared.
    """

    runs: int = 0
    left_out: int = 0
    lines: int = 0
    exact: int = 0
    evaluated: int = 0
    executions: int = 0
    exact_executions: int = 0
    differences: list[str] = field(default_factory=list[str])

    def add(self, other: Comparison) -> None:
        """Add the figures of another comparison."""
        self.runs += other.runs
        self.left_out += other.left_out
        self.lines += other.lines
        self.exact += other.exact
        self.evaluated += other.evaluated
        self.executions += other.executions
        self.exact_executions += other.exact_executions
        self.differences += other.differences


def run_of(made: Interpreter, program: RandomProgram, values: tuple[int, ...]) -> Run | None:
    """Run a program with one set of inputs; None if it takes too long, breaks a rule, or cannot be."""
    try:
        if program.reads:
            return made.run(program.name, stdin=" ".join(map(str, values)) + "\n", limit=STEPS)
        return made.run(program.name, values, limit=STEPS)
    except (InvalidRun, NotInterpreted, StepLimit):
        return None


def compare(program: RandomProgram, inputs: tuple[tuple[int, ...], ...]) -> Comparison:
    """Compare all lines for all inputs."""
    text = program.text
    read = program_of(text, program.language)
    found = Comparison()
    try:
        made = interpreter(read, text)
    except NotInterpreted:
        found.left_out = len(inputs)
        return found
    analysis, origins = analyse(read), dict[int, Origin]()
    description = describe(analysis, origins=origins)
    loaded = Loaded(
        description, Diagnostics(), Source(lambda: Linked(read, {}), lambda _: (analysis, origins))
    )
    case = case_of(program, inputs)
    for values in inputs:
        run = run_of(made, program, values)
        if run is None:
            found.left_out += 1
            continue
        found.runs += 1
        costs, view = counted(case, description, values, loaded)
        real = {line: count for (_, line), count in line_counts(read, run).items()}
        for line, count in real.items():
            cost = costs.get(line)
            found.lines += 1
            found.executions += count
            if cost is None:
                if count:
                    found.differences.append(f"{values} line {line}: none, counted {count}")
            elif cost.exact:
                found.exact += 1
                found.exact_executions += count
                found.evaluated += cost.evaluated
                if cost.value != count:
                    shown = f"{view.formula(cost.count)} = {cost.value}"
                    found.differences.append(f"{values} line {line}: {shown}, counted {count}")
    return found
