"""Costs held against a snapshot or a revision, and against contracts: a gate for CI."""

from __future__ import annotations

from dataclasses import replace
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
from sad.records import record

if TYPE_CHECKING:
    import argparse

    from sad.checks.outcome import Outcome
    from sad.checks.outputs.forms import Output
    from sad.checks.outputs.repository_paths import RepositoryPaths
    from sad.checks.settings.project import Project
    from sad.diagnostics import ExitCode
    from sad.incremental.answers import Answer, Question
    from sad.incremental.cache import Cache
    from sad.reading.options import Reading

_FORMS = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown")
_WHOLE = ("contract.seconds", "min-coverage")
"""Rules that look at machines, or at all statements."""
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
    from sad.checks.outputs.forms import Output, read_outputs  # noqa: PLC0415
    from sad.checks.outputs.repository_paths import RepositoryPaths  # noqa: PLC0415

    outputs = read_outputs(args.outputs)
    if all(output.file is not None for output in outputs):
        outputs += (Output(args.format, None),)
    project = _with_limits(project_of(args), args)
    baseline = args.baseline
    if baseline is None and Path(project.snapshot).is_file():
        baseline = project.snapshot
    reading = reading_of_project(args, project)
    asked = _Asked(
        project, reading, baseline, outputs, RepositoryPaths(project_folder(project)), args.strict
    )
    folder = cache_of(args)
    answer = _checked(asked, None)[0] if folder is None else _answer(asked, folder)
    for output, text in zip(outputs, answer.texts, strict=True):
        write_result(text, output.file)
    finish(Diagnostics(list(answer.diagnostics)), strict=args.strict)
    return answer.code


@record
class _Asked:
    """What to check, and what to write of it."""

    project: Project
    reading: Reading
    baseline: str | None
    outputs: tuple[Output, ...]
    places: RepositoryPaths
    strict: bool


def _answer(asked: _Asked, folder: Path) -> Answer:
    """The answer of a check that was made before, or a new one."""
    from sad.incremental.cache import opened  # noqa: PLC0415

    with opened(folder, Diagnostics()) as cache:
        question = _question(asked, cache)
        answer = None if question is None else question.answer(cache.store)
        if answer is None:
            answer, rules = _checked(asked, cache)
            if question is not None and not any(rule in _WHOLE for rule in rules):
                question.keep(answer, cache.store)
        return answer


def _question(asked: _Asked, cache: Cache) -> Question | None:
    """The check as a question to the cache; None with machines, assumptions, or no snapshot."""
    from sad.checks.snapshot.format import exact_path  # noqa: PLC0415
    from sad.incremental.answers import question_of  # noqa: PLC0415

    project, baseline = asked.project, asked.baseline
    if project.machines or project.assume or baseline is None:
        return None
    if not baseline.endswith(".snapshot") or not Path(baseline).is_file():
        return None
    exact = exact_path(baseline)
    others = [baseline, *([exact] if Path(exact).is_file() else [])]
    options = repr(["check", asked.outputs, asked.places.root, asked.strict, project])
    return question_of(options, asked.reading, others, cache.files)


def _checked(asked: _Asked, cache: Cache | None) -> tuple[Answer, tuple[str, ...]]:
    """Check; return what there is to say, and the rules that were looked at."""
    from sad.checks.checked import checked  # noqa: PLC0415 - heavy
    from sad.checks.gate import exit_code  # noqa: PLC0415
    from sad.checks.outputs.forms import written  # noqa: PLC0415
    from sad.checks.revisions import Request  # noqa: PLC0415
    from sad.incremental.answers import Answer  # noqa: PLC0415
    from sad.messages import as_strict  # noqa: PLC0415

    project, places = asked.project, asked.places
    timing = timing_of_project(project)
    request = Request(asked.reading, timing, project.assume, project_folder(project))
    outcome = checked(request, timing, project, asked.baseline, cache)
    if asked.baseline is None:
        _insist_on_baseline(project, outcome)
    outcome = replace(
        outcome, diagnostics=tuple(as_strict(outcome.diagnostics, strict=asked.strict))
    )
    texts = tuple(written(outcome, output.form, places) for output in asked.outputs)
    return Answer(texts, outcome.diagnostics, exit_code(outcome)), outcome.rules


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
