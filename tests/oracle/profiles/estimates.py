"""What is drawn from gcov's counts of random programs, against what the interpreter counted.

Lines are compared by how often their first statement started, branches by how often conditions held.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sad.analysis.cfg import LoopHead, Part, Split
from sad.analysis.unit import analyse
from sad.diagnostics import Severity
from sad.ir import stmt as st
from sad.profiles.estimation.estimate import Estimator
from sad.profiles.readers.detect import read_profiles
from tests.oracle.gcov.batch import as_subroutine, build_together
from tests.oracle.gcov.c_batch import MAIN, built_together, stdin
from tests.oracle.gcov.figures import execute
from tests.oracle.programs.against_sad import run_of
from tests.support.interpreter import Event, NotInterpreted, Run, interpreter, line_counts
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sad.analysis.flow import UnitFlow
    from sad.ir.program import Program
    from sad.profiles.counts import Profile
    from tests.oracle.programs.program import RandomProgram

Inputs = tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class Outcome:
    """How many lines and ways were compared, how many were not known, and what differs."""

    lines: int = 0
    ways: int = 0
    unknown_ways: int = 0
    left_out: int = 0
    different: list[str] = field(default_factory=list[str])

    def add(self, other: Outcome) -> None:
        """Add the figures of other programs."""
        self.lines += other.lines
        self.ways += other.ways
        self.unknown_ways += other.unknown_ways
        self.left_out += other.left_out
        self.different += other.different


def check(programs: Sequence[RandomProgram], inputs: Inputs, folder: Path) -> Outcome:
    """Build programs as one, run each with its inputs, and compare what follows from the counts."""
    is_c = programs[0].language == "c"
    built = built_together(programs, folder) if is_c else build_together(programs, folder)
    truths = {program.seed: _truth(program, inputs) for program in programs}
    for program in programs:
        if truths[program.seed] is None:
            continue
        for values in inputs:
            both = " ".join(map(str, values))
            text = f"{program.name} 0 0\n{both}\n" if program.reads else f"{program.name} {both}\n"
            code = execute(built, stdin(program, values) if is_c else text)
            assert code == 0, f"{program.name}{values}: exit code {code}"
    (profile,) = read_profiles(str(folder), {})
    outcome = Outcome()
    for program in programs:
        truth = truths[program.seed]
        if truth is not None:
            outcome.add(_compare(program, truth, profile))
    return outcome


@dataclass(slots=True)
class _Truth:
    program: Program
    text: str
    lines: Counter[int]
    runs: list[Run]


def _truth(program: RandomProgram, inputs: Inputs) -> _Truth | None:
    """What the interpreter counts; None if a run takes too long, breaks a rule, or cannot be."""
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
    return _Truth(read, text, lines, runs)


def _compare(program: RandomProgram, truth: _Truth, profile: Profile) -> Outcome:
    outcome = Outcome()
    (path,) = {file.path for file in truth.program.files}
    (counts,) = (
        counts
        for name, counts in profile.files.items()
        if os.path.basename(name).partition(".")[0] == f"p{program.seed}"
    )
    estimator = Estimator(analyse(truth.program), {path: truth.text})
    estimate = estimator.estimate(replace(profile, files={path: counts}))
    outcome.different += [
        f"{program.name}: {item.message}"
        for item in estimate.diagnostics
        if item.severity is Severity.ERROR
    ]
    outcome.left_out += sum(item.severity is Severity.NOTE for item in estimate.diagnostics)
    for (_, line), times in estimate.lines.items():
        outcome.lines += 1
        if truth.lines.get(line, 0) != times:
            text = f"line {line}: {times} instead of {truth.lines.get(line, 0)}"
            outcome.different.append(f"{program.name} {text}")
    for flow, counts in estimate.flows:
        for block in flow.cfg.blocks:
            happened = _first_way(flow, block.id, truth.runs)
            if happened is None:
                continue
            times = counts.total(flow.out[block.id][:1])
            if times is None:
                outcome.unknown_ways += 1
                continue
            outcome.ways += 1
            if times != happened:
                line = block.actions[-1].span.line if block.actions else 0
                text = f"way of line {line}: {times} instead of {happened}"
                outcome.different.append(f"{program.name} {text}")
    return outcome


def _first_way(flow: UnitFlow, number: int, runs: Sequence[Run]) -> int | None:
    """How often a block's first way was gone: an IF's condition held, or a DO's body started."""
    block = flow.cfg.blocks[number]
    match block.terminator:
        case Split(kind="if", chain=()) if block.actions[-1].part is Part.CONDITION:
            action = block.actions[-1]
            assert isinstance(action.statement, st.If)
            for arm in action.statement.arms:
                if arm.condition is action.condition:
                    return sum(run.count(Event.TAKEN, arm) for run in runs)
            return None
        case LoopHead(loop=loop):
            return sum(run.count(Event.ITERATE, loop) for run in runs)
        case _:
            return None
