"""What is drawn from the counts of random programs, against what the interpreter counted.

Lines are compared by how often their first statement started; every statement, condition and loop by
how often control came there and went each way, wherever that follows from the counts; and trip
counts and probabilities where the interpreter tells both numbers of the ratio.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isclose
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Severity, Span
from sad.evaluation.measuring.block_totals import BlockTotals
from sad.evaluation.measuring.fitted import fitted
from sad.evaluation.measuring.measured import Measurer
from sad.evaluation.measuring.together import measured_together
from sad.evaluation.model import build_model
from sad.evaluation.predict import block_counts
from sad.lowering.build import describe
from sad.profiles.estimation.estimate import Estimator
from sad.profiles.settings import Origin as From
from sad.profiles.settings import Setting, Settings
from tests.oracle.profiles.tools import profile_of
from tests.oracle.profiles.truth import truth_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sad.algebra.evaluate import Number
    from sad.analysis.unit import ProgramAnalysis
    from sad.lowering.build import Origin
    from sad.profiles.counts import Profile
    from sad.profiles.estimation.estimate import Estimate
    from sad.profiles.estimation.places import LinePlace
    from tests.oracle.profiles.truth import Inputs, Truth
    from tests.oracle.programs.program import RandomProgram

_CLOSE = 1e-9  # relatively: means are rounded to floating-point numbers


@dataclass(slots=True)
class Outcome:
    """How many lines and facts were compared, how many facts were not known, and what differs.

    ``ratios`` are the parameters of the flow that were reached, ``found`` those with a value. ``kept``
    are the executions of lines that the counts of blocks give back: a line that they do not differs.
    ``given`` are the lines whose counts the model at the inputs of the runs was compared for.
    """

    programs: int = 0
    lines: int = 0
    facts: int = 0
    unknown: int = 0
    ratios: int = 0
    found: int = 0
    left_out: int = 0
    kept: int = 0
    given: int = 0
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
        self.given += other.given
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
    closure = closed(analysis, estimator, estimate, profile, program.name)
    outcome.kept, outcome.given = closure.kept, len(closure.counts)
    outcome.different += [f"{program.seed} line {line}: not given back" for _, line in closure.lost]
    outcome.different += [
        f"{program.seed} line {line}: the model gives {count}, not {times}"
        for (_, line), count in closure.counts.items()
        if (times := Fraction(truth.lines[line]) / closure.calls) != count
        and not isclose(float(count), times, rel_tol=_CLOSE)
    ]
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


@dataclass(slots=True)
class Closure:
    """Executions of lines that the counts kept of a run give back, and lines that they do not.

    ``counts`` are those of the model at the inputs of the run, by line, for each of so many ``calls``
    of the entry.
    """

    kept: int = 0
    lost: tuple[LinePlace, ...] = ()
    counts: dict[LinePlace, Number] = field(default_factory=dict["LinePlace", "Number"])
    calls: int = 1


def closed(
    analysis: ProgramAnalysis,
    estimator: Estimator,
    estimate: Estimate,
    profile: Profile,
    entry: str,
) -> Closure:
    """Return what the values and counts that a parameter file would have give at the run's inputs."""
    origins: dict[int, Origin] = {}
    description = describe(analysis, origins=origins)
    totals = BlockTotals(description, analysis, origins)
    measurer = Measurer(description, entry, estimator, totals)
    measurer.add(profile)
    (check,) = measurer.result.checks or (None,)
    if check is None:
        return Closure()
    found = Closure(check.kept, check.lost)
    starts = [
        counts.total(flow.starts.values())
        for flow, counts in estimate.flows
        if flow.unit.name.upper() == entry.upper()
    ]
    if not measurer.result.runs or not starts or not starts[0]:
        return found
    found.calls = int(starts[0])
    model = build_model(description, entry, _settings(measurer))
    numbers = block_counts(model)
    untold = _calls_untold(estimate)
    open_ones: set[LinePlace] = set()
    for block in model.expansion.blocks:
        number = numbers[block.id]
        for line in block.block.lines:
            place = (line.span.file, line.span.line)
            if line.starts and number is None and block.unit.name not in untold:
                open_ones.add(place)
            elif line.starts and number is not None:
                found.counts[place] = found.counts.get(place, 0) + number
    found.lost = tuple({*check.lost, *(open_ones & estimate.lines.keys())})
    for place in open_ones | (found.counts.keys() - estimate.lines.keys()):
        found.counts.pop(place, None)
    return found


def _calls_untold(estimate: Estimate) -> set[str]:
    """The units of which the profile leaves open calls, or starts of one of several entries.

    Their counts, and those of what they call, may be of calls by others, so they are not kept.
    """
    names = {flow.unit.key: flow.unit.name for flow, _ in estimate.flows}
    calls = [
        (flow.unit.name, names[key], any(ran.total(flow.into[block]) is None for block in blocks))
        for flow, ran in estimate.flows
        for key, blocks in flow.calls.items()
        if key in names
    ]
    found = {called for _, called, untold in calls if untold}
    found |= {
        flow.unit.name
        for flow, ran in estimate.flows
        if len(flow.starts) > 1 and ran.total(flow.starts.values()) is None
    }
    while more := {called for caller, called, _ in calls if caller in found} - found:
        found |= more
    return found


def _settings(measurer: Measurer) -> Settings:
    """What a parameter file has after one run."""
    runs, names = tuple(measurer.result.runs), measurer.names
    place = Span.at("p.yaml")
    settings = Settings(runs=runs, together=measured_together(measurer.blocks, runs, names))
    for symbol, samples in measurer.result.samples.items():
        value = fitted(samples, measurer.parameters[symbol].kind, names)
        if value is not None:
            settings.add(Setting(symbol, value.text, From.PROFILE, place, spread=value.spread))
    return settings


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
