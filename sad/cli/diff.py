"""What a change costs: two states of a program compared unit by unit, with proofs."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, add_reading_arguments, finish, write_result
from sad.cli.means import add_cache_arguments, cache_of
from sad.cli.project import (
    add_timing_arguments,
    project_of,
    reading_of_project,
    timing_of_project,
)
from sad.cli.project_values import Use
from sad.diagnostics import ExitCode
from sad.records import replace

if TYPE_CHECKING:
    import argparse
    from contextlib import AbstractContextManager

    from sad.checks.outcome import Change, Outcome
    from sad.checks.revisions import Request, Side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "sides",
        nargs="+",
        metavar="OLD NEW",
        help="folder, source file, snapshot, saved description or git revision; A..B for two "
        "revisions; one revision alone is compared with the files as they are",
    )
    parser.add_argument(
        "--source",
        dest="sources",
        action="append",
        default=[],
        metavar="PATH",
        help="what to compare of revisions; may be given several times (default: as sad.toml says, "
        "else all sources in this folder)",
    )
    parser.add_argument(
        "--fail-on",
        choices=("order", "leading", "any"),
        help="exit with 1 if an order increased; if a leading coefficient did or it cannot be told; "
        "if anything became dearer",
    )
    parser.add_argument(
        "--details",
        action="store_true",
        help="text: add exact differences, times on every machine and lines, of all that changed",
    )
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    add_output_argument(parser)
    add_reading_arguments(parser)
    add_timing_arguments(parser)
    add_cache_arguments(parser)
    parser.set_defaults(project_use=Use.WHOLE)


def run(args: argparse.Namespace) -> ExitCode:
    """Compare and print what changed."""
    from sad.checks.outcome import Outcome  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.incremental.sources import StaleEntry  # noqa: PLC0415

    cache = cache_of(args)
    try:
        old, new, changes = _compared(args, cache)
    except StaleEntry:  # a file was written meanwhile: everything is read anew
        old, new, changes = _compared(args, None)
    said = Diagnostics([*old.diagnostics, *new.diagnostics])
    outcome = Outcome(old.state.label, new.state.label, changes, (), (), tuple(said.items))
    write_result(_text(outcome, args.format, has_details=args.details), args.output)
    code = finish(said, strict=args.strict)
    if code is ExitCode.SUCCESS and args.fail_on is not None and _fails(outcome, args.fail_on):
        return ExitCode.CHECK_FAILED
    return code


def _compared(
    args: argparse.Namespace, cache: Path | None
) -> tuple[Side, Side, tuple[Change, ...]]:
    """The two sides, and what changed."""
    from sad.checks.callers import changes  # noqa: PLC0415
    from sad.checks.revisions import Request  # noqa: PLC0415

    project = project_of(args)
    timing = replace(timing_of_project(project), is_whole=False)  # a size may be new
    request = Request(reading_of_project(args, project), timing, project.assume, Path(), cache)
    first, second = _sides(args.sides, request)
    with first as old, second as new:
        return old, new, changes(old.state, new.state, timing, project, math.inf)


def _sides(
    sides: list[str], request: Request
) -> tuple[AbstractContextManager[Side], AbstractContextManager[Side]]:
    """The two sides; raises SAD818 if they are not two."""
    from sad.checks.revisions import (  # noqa: PLC0415
        opened_revision,
        opened_side,
        opened_work_tree,
        split_revisions,
    )
    from sad.diagnostics import argument_error  # noqa: PLC0415

    hint = "sad diff OLD NEW, sad diff A..B, or sad diff REVISION"
    if len(sides) > 2:
        raise argument_error("SAD818", f"two sides are compared, not {len(sides)}", hint)
    if len(sides) == 2:
        return opened_side(sides[0], request), opened_side(sides[1], request)
    both = split_revisions(sides[0])
    if both is not None:
        return opened_revision(both[0], request), opened_revision(both[1], request)
    if sides[0] and Path(sides[0]).exists() and not Path(sides[0]).is_file():
        raise argument_error("SAD818", f"what is {sides[0]} to be compared with?", hint)
    return opened_side(sides[0], request), opened_work_tree(request)


def _text(outcome: Outcome, form: str, *, has_details: bool) -> str:
    if form == "text":
        from sad.checks.outputs.text import difference_text  # noqa: PLC0415

        return difference_text(outcome, has_details=has_details)
    from sad.checks.outputs.forms import written  # noqa: PLC0415
    from sad.checks.outputs.repository_paths import RepositoryPaths  # noqa: PLC0415

    return written(outcome, form, RepositoryPaths(Path()))


def _fails(outcome: Outcome, limit: str) -> bool:
    from sad.checks.outcome import Verdict  # noqa: PLC0415

    bad = {Verdict.ORDER}
    if limit != "order":
        bad |= {Verdict.LEADING, Verdict.INCOMPARABLE}
    if limit == "any":
        bad.add(Verdict.LOWER)
    return any(change.verdict in bad for change in outcome.changes)
