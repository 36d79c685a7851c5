"""Costs of all units as a text file to keep beside the source, so that changes show in reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import finish, write_result
from sad.cli.project import (
    add_cache_arguments,
    add_project_arguments,
    chosen_cache,
    project_folder,
    project_of,
    reading_of_project,
    timing_of_project,
)
from sad.diagnostics import Diagnostics, ExitCode

if TYPE_CHECKING:
    import argparse

    from sad.checks.settings import Project
    from sad.loading.options import Reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_project_arguments(parser)
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="file to write; - for stdout (default: as sad.toml says, else sad.snapshot)",
    )
    add_cache_arguments(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the snapshot; none is written where a source could not be read."""
    from sad.checks.cached.state import cached_snapshot  # noqa: PLC0415

    project = project_of(args)
    reading, diagnostics, text = reading_of_project(args, project), Diagnostics(), None
    cache = chosen_cache(args)
    if cache is not None:
        text = cached_snapshot(reading, project, project_folder(project), cache, diagnostics)
    if text is None:
        text = _from_scratch(reading, project, diagnostics, is_whole=not args.sources)
    code = finish(diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS:
        output = args.output or project.snapshot
        write_result(text, None if output == "-" else output)
    return code


def _from_scratch(
    reading: Reading, project: Project, diagnostics: Diagnostics, *, is_whole: bool
) -> str:
    from sad.checks.snapshot.write import snapshot_text  # noqa: PLC0415
    from sad.checks.states import load_state, tracked  # noqa: PLC0415

    timing = timing_of_project(project, is_whole=is_whole)
    label, folder = ", ".join(project.sources), project_folder(project)
    state, loaded = load_state(reading, label, folder, timing, project.assume)
    diagnostics.items.extend(loaded.diagnostics.items)
    return snapshot_text(tracked(state, project))
