"""Costs held against a snapshot or a revision, and against contracts: a gate for CI."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import (
    add_coverage_argument,
    finish,
    write_result,
)
from sad.cli.means import add_cache_arguments, cache_of
from sad.cli.project import (
    add_project_arguments,
    project_folder,
    project_of,
    reading_of_project,
    timing_of_project,
)
from sad.diagnostics import Diagnostics, argument_error
from sad.records import replace

if TYPE_CHECKING:
    import argparse

    from sad.checks.outcome import Outcome
    from sad.checks.settings.project import Project
    from sad.diagnostics import ExitCode
    from sad.reading.options import Reading

_FORMS = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown")
_FORBID = ("order", "leading", "any", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_project_arguments(parser)
    add_cache_arguments(parser)
    parser.add_argument(
        "--baseline",
        metavar="REV|FILE",
        help="what to compare with: a git revision, a folder, a file or a snapshot (default: the "
        "committed snapshot)",
    )
    parser.add_argument(
        "--forbid",
        choices=_FORBID,
        help="what a change may not do: raise the order of a cost, make the leading term dearer as "
        "well, make anything dearer, or none of these (default: order)",
    )
    parser.add_argument(
        "--max-increase",
        metavar="P%",
        help="how much dearer a unit may become at the sizes given, for instance 5%%",
    )
    add_coverage_argument(parser)
    parser.add_argument("--format", choices=_FORMS, default="text", help="form of standard output")
    parser.add_argument(
        "--output",
        dest="outputs",
        action="append",
        default=[],
        metavar="FORM:FILE",
        help="write this form to a file as well; may be given several times, - is standard output",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Check, and write what was found in every form asked for."""
    from sad.checks.gate import exit_code  # noqa: PLC0415 - heavy
    from sad.checks.outputs.forms import Output, read_outputs, written  # noqa: PLC0415
    from sad.checks.outputs.repository_paths import RepositoryPaths  # noqa: PLC0415

    outputs = read_outputs(args.outputs)
    if all(output.file is not None for output in outputs):
        outputs += (Output(args.format, None),)
    project = _with_limits(project_of(args), args)
    baseline = args.baseline
    if baseline is None and Path(project.snapshot).is_file():
        baseline = project.snapshot
    reading = reading_of_project(args, project)
    places = RepositoryPaths(project_folder(project))
    outcome = _checked(project, reading, baseline, cache_of(args), strict=args.strict)
    texts = [written(outcome, output.form, places) for output in outputs]
    for output, text in zip(outputs, texts, strict=True):
        write_result(text, output.file)
    finish(Diagnostics([*outcome.diagnostics]), strict=args.strict)
    return exit_code(outcome)


def _checked(
    project: Project, reading: Reading, baseline: str | None, cache: Path | None, *, strict: bool
) -> Outcome:
    """Check; raises SAD838 where there is nothing to check against."""
    from sad.checks.checked import checked  # noqa: PLC0415 - heavy
    from sad.checks.revisions import Request  # noqa: PLC0415
    from sad.messages import as_strict  # noqa: PLC0415

    timing = timing_of_project(project)
    request = Request(reading, timing, project.assume, project_folder(project), cache)
    outcome = checked(request, timing, project, baseline)
    if baseline is None:
        _insist_on_baseline(project, outcome)
    return replace(outcome, diagnostics=tuple(as_strict(outcome.diagnostics, strict=strict)))


def _insist_on_baseline(project: Project, outcome: Outcome) -> None:
    """Raise SAD838 if something was to be compared, or there was nothing to check at all."""
    if project.check.limits_changes or not (outcome.rules or outcome.diagnostics):
        hint = "write a snapshot with sad snapshot, or name a revision: --baseline main"
        message = f"nothing to check against: there is no {project.snapshot}"
        raise argument_error("SAD838", message, hint)


def _with_limits(project: Project, args: argparse.Namespace) -> Project:
    """The settings with the limits of the arguments; raises SAD843 for no percentage."""
    from sad.checks.settings.project import Limits, percent  # noqa: PLC0415

    check = project.check
    increase = check.limits.max_increase
    if args.max_increase is not None:
        increase = percent(args.max_increase)
        if increase is None:
            message = f"--max-increase {args.max_increase!r}: no percentage"
            raise argument_error("SAD843", message, "for instance --max-increase 5%")
    least = check.min_coverage if args.min_coverage is None else args.min_coverage
    limits = Limits(args.forbid or check.limits.forbid, increase)
    return replace(project, check=replace(check, limits=limits, min_coverage=least))
