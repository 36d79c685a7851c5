"""Runs of a few points: each in a copy of the folder, in rounds of random order, fastest and median."""

from __future__ import annotations

import os
import random
import re
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, argument_error, input_error
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import extrapolate
from sad.profiles.running.commands import (
    CommandError,
    check_names,
    fill,
    parse_command,
    placeholders,
)
from sad.profiles.running.process import Interrupts, run_commands
from sad.profiles.running.scratch import (
    DEFAULT_LIMITS,
    SKIPPED,
    TreeError,
    copy_tree,
    list_tree,
    remove_tree,
)
from sad.progress import step
from sad.records import record
from sad.traces.align import aligned
from sad.traces.gather import gathered
from sad.traces.record import Recording, build_recorder, preloading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.calibration.running.canary import Canary
    from sad.extrapolation.runs import Target
    from sad.profiles.running.commands import Step
    from sad.profiles.running.process import Outcome
    from sad.traces.format import Trace
    from sad.tuning.inputs import Inputs

_BUILD_SECONDS = 600.0
_STDIN = "sad-tune.stdin"
_NO_TIME = "not run: the time of --budget was over"
_MOST_LINES = 20
_AS_RECORDED = Ratio(1.0, "as recorded")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?")


@record
class Trial:
    """What is run, and how often.

    ``build`` and ``run`` are commands in which ``{name}`` stands for a value. ``seconds`` is a pattern
    of the line in which the program prints its own time [s]; without it the whole run is timed.
    ``results`` is a pattern of lines that must be the same in all runs. ``rounds`` are runs of each
    point, ``budget`` the most runs in all, ``timeout`` [s] is for one run, ``seconds_in_all`` for all
    builds and runs together. With ``traced`` runs are recorded, and what counts is the time that a
    point's trace has on this machine. ``fixed`` are texts that are the same at all points, by the names
    that commands have in braces. ``rewrite`` gives files of the folder that a point changes.
    """

    build: tuple[Step, ...]
    run: tuple[Step, ...]
    seconds: re.Pattern[str] | None
    results: re.Pattern[str] | None
    rounds: int
    budget: int
    timeout: float
    seconds_in_all: float = float("inf")
    traced: Target | None = None
    fixed: Mapping[str, str] = field(default_factory=dict[str, str])
    inputs: Inputs | None = None
    rewrite: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None


@dataclass(slots=True)
class Measured:
    """The runs of one point: their times [s], and why there is none."""

    texts: Mapping[str, str]
    seconds: list[float] = field(default_factory=list[float])
    problem: str = ""
    results: str | None = None
    traces: list[Trace] = field(default_factory=list["Trace"])

    @property
    def fastest(self) -> float | None:
        """The shortest time [s]."""
        return min(self.seconds) if self.seconds and not self.problem else None

    @property
    def median(self) -> float | None:
        """The time in the middle [s]."""
        return statistics.median(self.seconds) if self.seconds and not self.problem else None


def trial_of(
    run: str,
    build: str | None,
    patterns: tuple[str | None, str | None],
    counts: tuple[int, int],
    limits: tuple[float, float],
    names: Sequence[str],
    traced: Target | None,
    fixed: Mapping[str, str],
    inputs: Inputs | None = None,
    rewrite: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None,
) -> Trial:
    """Return what to run with values of ``names`` and ``fixed`` texts.

    ``patterns`` are those of times and results, ``counts`` rounds and budget, ``limits`` the seconds of
    one run and of all.

    Raises SAD730 for a command that cannot be run, SAD992 for a pattern or a number that cannot be.
    """
    try:
        steps = tuple(parse_command(run))
        before = () if build is None else tuple(parse_command(build))
        for each in (steps, before):
            check_names(each, (*names, *fixed))
    except CommandError as error:
        raise argument_error("SAD730", str(error), error.hint) from None
    own_input = inputs is not None and (inputs.stdin is not None or inputs.files)
    own_input = own_input or rewrite is not None
    if inputs is not None and inputs.stdin is not None and "<" not in run:
        steps = tuple(parse_command(f"{run} < {_STDIN}"))
    if not own_input and not (placeholders(steps) | placeholders(before)) & set(names):
        message = "neither --measure nor --build says where the values go"
        raise argument_error("SAD992", message, f"write {{{names[0]}}} where its value belongs")
    (rounds, budget), (timeout, in_all) = counts, limits
    if rounds < 1 or budget < rounds or timeout <= 0:
        message = f"--rounds {rounds}, --budget {budget}, --timeout {timeout:g}: too small"
        raise argument_error(
            "SAD992", message, "a budget is of runs, at least one round of a point"
        )
    times, results = (None if text is None else _pattern(text) for text in patterns)
    return Trial(
        *(before, steps, times, results, rounds, budget, timeout, in_all),
        *(traced, fixed, inputs, rewrite),
    )


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argument_error(
            "SAD992",
            f"{text!r} is no pattern: {error}",
            "a regular expression of Python is expected",
        ) from None


def measure(
    trial: Trial, points: Sequence[Mapping[str, str]], folder: Path, canary: Canary | None = None
) -> list[Measured]:
    """Build and run every point that the budget allows, in the order given, in copies of ``folder``.

    The ``canary`` runs before and behind each round. A point whose build or run fails, or whose results
    differ from those of most others, has a problem and no time. Raises SAD732 where the folder
    cannot be copied, ``Interrupted`` after a signal.
    """
    chosen = [Measured(texts) for texts in points[: trial.budget // trial.rounds]]
    made = Path(tempfile.mkdtemp(prefix="sad-tune-")).resolve()
    try:
        with Interrupts() as interrupts:
            work = _Work(trial, made, interrupts)
            work.prepare(chosen, folder)
            work.run_all(chosen, canary)
            if trial.traced is not None:
                work.replay(chosen, trial.traced)
    except TreeError as error:
        hint = "start in a folder that has the program alone: each point gets a copy of it"
        raise input_error("SAD732", str(error), Span.at(str(folder)), hint) from None
    except OSError as error:
        message = f"cannot be copied or written: {error.strerror}"
        raise input_error("SAD732", message, Span.at(str(error.filename)), "") from None
    finally:
        remove_tree(made)
    _compare_results(chosen)
    return chosen


class _Work:
    def __init__(self, trial: Trial, made: Path, interrupts: Interrupts) -> None:
        self._trial, self._made, self._check = trial, made, interrupts.check
        self._end = monotonic() + trial.seconds_in_all
        self._recorder = None if trial.traced is None else build_recorder(Recording())

    def prepare(self, chosen: Sequence[Measured], folder: Path) -> None:
        """Copy and build, once a point."""
        for number, item in enumerate(chosen):
            step(f"building {_shown(item)}", number, len(chosen))
            listing = list_tree(folder, SKIPPED, DEFAULT_LIMITS, self._check)
            copy_tree(listing, self._made / str(number), self._check)
            self._write_inputs(self._made / str(number), item.texts)
            if self._left() <= 0:
                item.problem = _NO_TIME
            elif self._trial.build:
                limit = min(_BUILD_SECONDS, self._left())
                outcome = self._commands(self._trial.build, item, number, limit)
                item.problem = _problem("the build", outcome)

    def _left(self) -> float:
        """The seconds that are left for builds and runs."""
        return self._end - monotonic()

    def _write_inputs(self, folder: Path, texts: Mapping[str, str]) -> None:
        if self._trial.rewrite is not None:
            for name, text in self._trial.rewrite(texts).items():
                (folder / name).write_text(text, encoding="utf-8")
        if self._trial.inputs is None:
            return
        stdin, files, _ = self._trial.inputs.at(texts)
        for name, text in ((_STDIN, stdin), *files):
            if text is not None:
                (folder / name).write_text(text, encoding="utf-8")

    def run_all(self, chosen: Sequence[Measured], canary: Canary | None) -> None:
        """Run all points once a round, in a random order, so that a slow minute hits no one point."""
        order = random.Random(0)
        runs = [number for number, item in enumerate(chosen) if not item.problem]
        done = 0
        for _ in range(self._trial.rounds):
            self._look(canary)
            order.shuffle(runs)
            for number in runs:
                step(f"running {_shown(chosen[number])}", done, len(runs) * self._trial.rounds)
                done += 1
                if not chosen[number].problem and self._left() > 0:
                    self._run(chosen[number], number)
        self._look(canary)
        for item in chosen:
            if not item.seconds and not item.problem:
                item.problem = _NO_TIME

    def _look(self, canary: Canary | None) -> None:
        """Run the canary, in time of its own."""
        if canary is not None:
            start = monotonic()
            canary.run()
            self._end += monotonic() - start

    def _run(self, item: Measured, number: int) -> None:
        environment: Mapping[str, str] = os.environ
        folder = self._made / f"{number}-{len(item.traces)}"
        if self._recorder is not None:
            folder.mkdir()
            environment = preloading(self._recorder, folder, Recording().most)
        limit = min(self._trial.timeout, max(self._left(), 0.1))
        outcome = self._commands(self._trial.run, item, number, limit, environment)
        if not outcome.succeeded and self._left() <= 0:
            return  # it is not the point's fault
        item.problem = _problem("the run", outcome)
        if self._recorder is not None and not item.problem:
            trace = gathered(folder, [step.words[0][0].text for step in self._trial.run])
            if trace is None:
                item.problem = "the run left no records: it is statically linked, or without MPI"
            else:
                item.traces.append(trace)
        if item.problem:
            return
        text = outcome.output.decode(errors="replace")
        seconds = outcome.seconds
        if self._trial.seconds is not None:
            found = _own_seconds(self._trial.seconds, text)
            if found is None:
                item.problem = f"no line with a number matches {self._trial.seconds.pattern!r}"
                return
            seconds = found
        item.seconds.append(seconds)
        if self._trial.results is not None:
            lines = [line for line in text.splitlines() if self._trial.results.search(line)]
            results = "\n".join(lines)
            if not lines:
                item.problem = f"no line matches --check {self._trial.results.pattern!r}"
            elif item.results not in (None, results):
                item.problem = "its results differ from run to run"
            item.results = results

    def replay(self, chosen: Sequence[Measured], target: Target) -> None:
        """Put the time of each point's runs as one trace in the place of those of the clock.

        Of each stretch of computation the least counts, so that what else the computer does matters
        little; messages take what the machine file says.
        """
        for item in chosen:
            if item.problem or not item.traces:
                continue
            try:
                item.seconds = [extrapolate(aligned(item.traces), target, _AS_RECORDED).seconds]
            except SadError as error:
                item.problem = f"its trace cannot be followed: {error.diagnostic.message}"
            item.traces.clear()

    def _commands(
        self,
        steps: tuple[Step, ...],
        item: Measured,
        number: int,
        timeout: float,
        environment: Mapping[str, str] = os.environ,
    ) -> Outcome:
        try:
            commands = fill(steps, {**self._trial.fixed, **item.texts}, "gcov")
        except CommandError as error:
            raise argument_error("SAD730", str(error), error.hint) from None
        folder = self._made / str(number)
        return run_commands(commands, folder, environment, timeout, self._check)


def _shown(item: Measured) -> str:
    return ", ".join(f"{name} = {text}" for name, text in item.texts.items())


def _problem(what: str, outcome: Outcome) -> str:
    if outcome.succeeded:
        return ""
    lines = [line.strip() for line in outcome.last_lines(_MOST_LINES)]
    said = [line for line in lines if any(map(str.isalnum, line))]  # mpirun ends in a ruled line
    return f"{what}: {outcome.text}{f' ({said[-1]})' if said else ''}"


def _own_seconds(pattern: re.Pattern[str], text: str) -> float | None:
    """The first number behind the last match, or in its first group: what the program measured."""
    for line in reversed(text.splitlines()):
        match = pattern.search(line)
        if match is None:
            continue
        groups = match.groups()
        numbers = _NUMBER.findall(groups[0] if groups and groups[0] else line[match.start() :])
        if numbers:
            return float(numbers[0].lower().replace("d", "e"))
    return None


def _compare_results(chosen: Sequence[Measured]) -> None:
    """A tuned parameter must not change results: points that differ from most others have a problem."""
    known = [item for item in chosen if item.results is not None and not item.problem]
    texts = [item.results for item in known]
    usual = max(texts, key=texts.count, default=None)
    for item in known:
        if item.results != usual:
            item.problem = f"its results differ: {(item.results or '').splitlines()[0][:60]}"
