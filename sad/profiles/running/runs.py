"""Building once, running for each point, and reading the counts of each run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics, SadError, Span, argument_error, input_error
from sad.profiles.misses.runtime import MissesError, add_branches, prepare
from sad.profiles.running.commands import CommandError, fill, fill_text, placeholders
from sad.profiles.running.counters import (
    counting_environment,
    gcov_counts,
    llvm_counts,
    missing_counts_hint,
    with_names_of,
)
from sad.profiles.running.process import Outcome, run_commands
from sad.profiles.running.scratch import (
    DEFAULT_LIMITS,
    SKIPPED,
    Limits,
    Scratch,
    TreeError,
    list_tree,
)
from sad.progress import phase, step
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.profiles.counts import Profile
    from sad.profiles.running.commands import Step
    from sad.profiles.running.process import Interrupts
    from sad.profiles.running.vary import Point

    Reader = Callable[[str, Mapping[str, str]], Profile]

_ARGUMENTS = Span.at("<arguments>")
_LINES = 12
_WIDEST = 30


@record
class Plan:
    """What to build and run, in a copy of which folder, and with which limits [s, 1e6 bytes].

    ``counters`` are ``gcov`` or ``llvm``, ``compiler`` the one whose tools read them, if it is known.
    ``templates`` are files, by their path from the folder, in which values are filled in. ``misses`` is
    whether mispredicted branches are counted, too.
    """

    build: tuple[Step, ...]
    run: tuple[Step, ...]
    points: tuple[Point, ...]
    workdir: Path
    counters: str = "gcov"
    compiler: str = ""
    templates: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    timeout: float | None = None
    build_timeout: float | None = None
    allow_failure: bool = False
    keep: Path | None = None
    misses: bool = False

    @property
    def place(self) -> Span:
        """The folder, for messages; one that is just here has no name of its own."""
        path = os.path.relpath(self.workdir)
        return _ARGUMENTS if path == os.curdir else Span.at(path)

    @property
    def builds_each_time(self) -> bool:
        """Whether the build depends on the values, so that each run needs its own."""
        values = {name for point in self.points for name in point.values}
        return bool(placeholders(self.build) & values)


@record
class RunRecord:
    """One run that was made, and whether its counts are used."""

    point: Point
    outcome: Outcome
    used: bool


@dataclass(slots=True)
class Runs:
    """All runs in order, the profiles of those that are used, and what was said about them."""

    records: list[RunRecord] = field(default_factory=list[RunRecord])
    profiles: list[Profile] = field(default_factory=list["Profile"])
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def run_profiles(plan: Plan, read: Reader, interrupts: Interrupts) -> Runs:
    """Copy, build and run as planned; return a profile for each run that is used.

    ``read`` makes a profile of a folder with gcov's files, or of LLVM's JSON, and the run's values.
    Raises ``SadError``: SAD730 (a command cannot be run with these values), SAD732 (the folder
    cannot be copied), SAD733 (the build failed), SAD735 (no run is left), SAD736 (no counts),
    SAD737 (a file to fill in), SAD750 (the compiler cannot count misses), and what ``read`` raises;
    ``Interrupted`` after a signal.
    """
    try:
        with Scratch(plan.keep, interrupts.check) as scratch:
            return _Runner(plan, read, interrupts, scratch).run()
    except TreeError as error:
        place = Span.at(error.target) if error.target else plan.place
        message = f"--workdir .: {error}" if place is _ARGUMENTS else str(error)
        raise input_error("SAD732", message, place, error.hint) from None
    except CommandError as error:
        raise argument_error("SAD730", str(error), error.hint) from None
    except OSError as error:
        place = Span.at(str(error.filename)) if error.filename else plan.place
        message = f"cannot be copied or written: {error.strerror}"
        hint = "check permissions and room on the disk; TMPDIR says where copies are made"
        raise input_error("SAD732", message, place, hint) from None


class _Runner:
    def __init__(
        self,
        plan: Plan,
        read: Reader,
        interrupts: Interrupts,
        scratch: Scratch,
    ) -> None:
        self._plan = plan
        self._read = read
        self._check = interrupts.check
        self._scratch = scratch
        self._environment = counting_environment(scratch, os.environ)
        self._runs = Runs()
        self._more: tuple[str, ...] = ()

    def run(self) -> Runs:
        plan, scratch = self._plan, self._scratch
        skipped = (*SKIPPED, *plan.exclude)
        listing = list_tree(plan.workdir, skipped, plan.limits, self._check)
        scratch.fill(listing)
        self._warn_left_out(listing.left_out)
        if plan.misses:
            self._prepare_misses()
        if not plan.builds_each_time:
            self._build({})
        if len(plan.points) > 1:
            self._warn_left_out(scratch.save())
        for point in plan.points:
            scratch.start_run()
            self._make_run(point)
        if not self._runs.profiles:
            last = self._runs.records[-1]
            what = f"no run succeeded; run {last.point.number} ({last.point.title})"
            raise _failure("SAD735", what, last.outcome, scratch.work)
        return self._runs

    def _prepare_misses(self) -> None:
        try:
            plan = self._plan
            self._more = prepare(plan.compiler, plan.counters, self._scratch.misses)
        except MissesError as error:
            hint = (
                "it needs gcc, gfortran or clang, their C compiler, and ar; or leave out --misses"
            )
            message = f"--misses: {error}"
            raise input_error("SAD750", message, _ARGUMENTS, hint) from None

    def _build(self, values: Mapping[str, str]) -> None:
        phase("building")
        outcome = self._commands(self._plan.build, values, self._plan.build_timeout)
        if not outcome.succeeded:
            raise _failure("SAD733", "the build failed", outcome, self._scratch.work)

    def _make_run(self, point: Point) -> None:
        plan = self._plan
        self._fill_templates(point)
        if plan.builds_each_time:
            self._build(point.values)
        step(f"running {point.title}".rstrip(), point.number - 1, len(plan.points))
        outcome = self._commands(plan.run, point.values, plan.timeout)
        path = None
        if outcome.succeeded or (plan.allow_failure and outcome.status is not None):
            path = self._counts(point, outcome)
        if path is not None:
            self._runs.profiles.append(self._profile(path, point))
        if not outcome.succeeded:
            self._warn_failed(point, outcome, used=path is not None)
        self._runs.records.append(RunRecord(point, outcome, path is not None))

    def _fill_templates(self, point: Point) -> None:
        for name in self._plan.templates:
            path = self._scratch.work / name
            if not path.is_file() or not _is_inside(path, self._scratch.work):
                message = "no file of this name in the copy of the working folder"
                hint = "--fill takes a path from the working folder; patterns may have left it out"
                raise input_error("SAD737", message, Span.at(name), hint)
            text, times = fill_text(path.read_bytes(), point.values)
            if not times:
                known = ", ".join(f"{{{value}}}" for value in point.values)
                hint = f"write the name in braces where the value belongs: {known}"
                raise input_error("SAD737", "there is nothing to fill in", Span.at(name), hint)
            path.write_bytes(text)

    def _counts(self, point: Point, outcome: Outcome) -> Path | None:
        """Return what to read; None if a run that failed left nothing."""
        scratch, tool = self._scratch, self._plan.counters
        if tool == "gcov":
            path = gcov_counts(scratch, self._plan.workdir)
        else:
            path = llvm_counts(scratch, self._plan.compiler, self._check)
        if path is None and outcome.succeeded:
            message = f"run {point.number} ({point.title}) left no counts"
            raise input_error("SAD736", message, _ARGUMENTS, missing_counts_hint(scratch, tool))
        return path

    def _profile(self, path: Path, point: Point) -> Profile:
        step("importing counts", point.number - 1, len(self._plan.points))
        try:
            profile = self._read(str(path), point.at)
        except SadError:
            self._check()  # Ctrl-C stops gcov, too
            raise
        if self._plan.misses:
            self._add_branches(profile, point)
        named = with_names_of(profile, self._scratch.work, self._plan.workdir)
        return replace(named, path=f"run {point.number} ({point.title})")

    def _add_branches(self, profile: Profile, point: Point) -> None:
        problem = add_branches(profile, self._scratch, self._plan.compiler)
        self._check()
        if problem:
            message = f"run {point.number} ({point.title}): {problem}"
            hint = "its other counts are used; rates of mispredicted branches are not"
            self._runs.diagnostics.warning("SAD751", message, _ARGUMENTS, hint)

    def _warn_failed(self, point: Point, outcome: Outcome, *, used: bool) -> None:
        fate = "its counts are used" if used else "left out"
        message = f"run {point.number} ({point.title}): {outcome.text}; {fate}"
        hint = _last_words(outcome, self._scratch.work)
        self._runs.diagnostics.warning("SAD734", message, _ARGUMENTS, hint)

    def _warn_left_out(self, names: list[str]) -> None:
        if not names:
            return
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        self._runs.diagnostics.warning(
            "SAD738",
            f"not copied: {shown}",
            Span.at(os.path.normpath(os.path.join(os.path.relpath(self._plan.workdir), names[0]))),
            "links that lead outside to nothing or upwards, pipes, and what may not be read",
        )

    def _commands(
        self, steps: tuple[Step, ...], values: Mapping[str, str], timeout: float | None
    ) -> Outcome:
        commands = fill(steps, values, self._plan.counters, self._more)
        return run_commands(commands, self._scratch.work, self._environment, timeout, self._check)


def _failure(code: str, what: str, outcome: Outcome, work: Path) -> SadError:
    program = f"{outcome.program}: " if outcome.program else ""
    hint = _last_words(outcome, work)
    return input_error(code, f"{what}: {program}{outcome.text}", _ARGUMENTS, hint)


def _last_words(outcome: Outcome, work: Path) -> str:
    lines = outcome.last_lines(_LINES)
    if not lines:
        return "it printed nothing; --keep DIR keeps the folder it ran in"
    return "\n    ".join(("it printed last:", *(line.replace(str(work), ".") for line in lines)))


def _is_inside(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(folder)


def runs_table(records: Sequence[RunRecord]) -> str:
    """Return a line for each run: its number, values, time [s], how it ended, whether it counts.

    Values of the model that are the same in all runs are left out.
    """
    names = _names(records)
    rows = [["run", *names, "seconds", "ended with"]]
    for each in records:
        values = [_short(each.point.at[name]) for name in names]
        end = each.outcome.text
        if not each.outcome.succeeded:
            end += " (used)" if each.used else " (left out)"
        number = str(each.point.number)
        rows.append([number, *values, f"{each.outcome.seconds:.2f}", end])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for *cells, end in rows:
        shown = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append("  ".join((*shown, end)).rstrip())
    return "\n".join(lines) + "\n"


def _names(records: Sequence[RunRecord]) -> list[str]:
    if not records:
        return []
    points = [each.point for each in records]
    varied, settings = points[0].varied, points[0].settings
    differing = (name for name in settings if len({point.settings[name] for point in points}) > 1)
    return [*varied, *differing]


def _short(value: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in value)
    return plain if len(plain) <= _WIDEST else f"{plain[: _WIDEST - 3]}..."
