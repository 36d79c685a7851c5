"""What is drawn from the counts of random programs, against what the interpreter counted.

Lines are compared by how often their first statement started; every statement, condition and loop by
how often control came there and went each way, wherever that follows from the counts; and trip
counts and probabilities where the interpreter tells both numbers of the ratio.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Severity
from sad.evaluation.measuring.block_totals import BlockTotals
from sad.evaluation.measuring.measured import Measurer
from sad.lowering.build import describe
from sad.profiles.estimation.estimate import Estimator
from tests.oracle.profiles.tools import profile_of
from tests.oracle.profiles.truth import truth_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sad.analysis.unit import ProgramAnalysis
    from sad.lowering.build import Origin
    from sad.profiles.counts import Profile
    from sad.profiles.estimation.estimate import Estimate
    from sad.profiles.estimation.places import LinePlace
    from tests.oracle.profiles.truth import Inputs, Truth
    from tests.oracle.programs.program import RandomProgram


@dataclass(slots=True)
class Outcome:
    """How many lines and facts were compared, how many facts were not known, and what differs.

    ``ratios`` are the parameters of the flow that were reached, ``found`` those with a value. ``kept``
    are the executions of lines that the counts of blocks give back: a line that they do not differs.
    """

    programs: int = 0
    lines: int = 0
    facts: int = 0
    unknown: int = 0
    ratios: int = 0
    found: int = 0
    left_out: int = 0
    kept: int = 0
    different: list[str] = field(default_factory=list[str])

    def add(self, other: Outcome) -> None:
        """Add the figures of other programs."""
        self.programs += other.programs
        self.lines += other.lines
        self.facts += other.facts
        self.unknown += other.unknown
        self.ratios += other.ratios
        self.found += other.found
        self.left_out += other.left_out
        self.kept += other.kept
        self.different += other.different


def check(
    programs: Sequence[RandomProgram], inputs: Inputs, folder: Path, tool: str = "gcov"
) -> Outcome:
    """Build programs as one, run each with its inputs, and compare what follows from the counts."""
    truths = {program.seed: truth_of(program, inputs) for program in programs}
    outcome = Outcome()
    if not any(truths.values()):  # nothing to run, so nothing was counted
        return outcome
    profile = profile_of(tool, programs, truths, inputs, folder)
    for program in programs:
        truth = truths[program.seed]
        if truth is not None:
            outcome.add(compare(program, truth, own_part(program, truth, profile)))
    return outcome


def own_part(program: RandomProgram, truth: Truth, profile: Profile) -> Profile:
    """Return a profile of many programs with the counts of one, named as its source."""
    (path,) = {file.path for file in truth.program.files}
    (counts,) = (
        counts
        for name, counts in profile.files.items()
        if os.path.basename(name).partition(".")[0] == f"p{program.seed}"
    )
    return replace(profile, files={path: counts})


def compare(program: RandomProgram, truth: Truth, profile: Profile) -> Outcome:
    """Compare what follows from a program's own profile with what happened."""
    outcome = Outcome(programs=1)
    (path,) = profile.files
    analysis = analyse(truth.program)
    estimator = Estimator(analysis, {path: truth.text})
    estimate = estimator.estimate(profile)
    kept, lost = closed(analysis, estimator, profile, program.name)
    outcome.kept = kept
    outcome.different += [f"{program.seed} line {line}: not given back" for _, line in lost]
    outcome.different += [
        f"{program.seed}: {item.message}"
        for item in estimate.diagnostics
        if item.severity is Severity.ERROR
    ]
    outcome.left_out += sum(item.severity is Severity.NOTE for item in estimate.diagnostics)
    outcome.lines = len(estimate.lines)
    outcome.different += [f"{program.seed} {text}" for text in differences(estimate, truth)]
    for flow, counts in estimate.flows:
        for arcs, times, what in truth.facts(flow):
            total = counts.total(arcs)
            outcome.facts += total is not None
            outcome.unknown += total is None
            if total is not None and total != times:
                outcome.different.append(f"{program.seed} {what}: {total} instead of {times}")
        reached = flow.ratios.keys() - estimate.unreached
        outcome.ratios += len(reached)
        outcome.found += len(reached & estimate.samples.keys())
    return outcome


def closed(
    analysis: ProgramAnalysis, estimator: Estimator, profile: Profile, entry: str
) -> tuple[int, tuple[LinePlace, ...]]:
    """Return how many executions the counts kept of a run give back, and lines that they do not."""
    origins: dict[int, Origin] = {}
    description = describe(analysis, origins=origins)
    totals = BlockTotals(description, analysis, origins)
    measurer = Measurer(description, entry, estimator, totals)
    measurer.add(profile)
    (check,) = measurer.result.checks or (None,)
    return (0, ()) if check is None else (check.kept, check.lost)


def differences(estimate: Estimate, truth: Truth) -> list[str]:
    """Return the lines whose counts differ, and values that do not follow from what happened."""
    found = [
        f"line {line}: {times} instead of {truth.lines.get(line, 0)}"
        for (_, line), times in estimate.lines.items()
        if truth.lines.get(line, 0) != times
    ]
    for flow, _ in estimate.flows:
        known = {frozenset(arcs): times for arcs, times, _ in truth.facts(flow)}
        for symbol, ratio in flow.ratios.items():
            taken, reached = known.get(frozenset(ratio.taken)), known.get(frozenset(ratio.reached))
            sample = estimate.samples.get(symbol)
            if sample is None or taken is None or not reached:
                continue
            if Fraction(sample.taken) / Fraction(sample.reached) != Fraction(taken, reached):
                found.append(f"{symbol}: {sample.value} instead of {taken}/{reached}")
    return found
