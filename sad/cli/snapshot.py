"""Costs of all units as a text file to keep beside the source, so that changes show in reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import finish, write_result
from sad.cli.project import (
    add_project_arguments,
    project_folder,
    project_of,
    reading_of_project,
    timing_of_project,
)
from sad.diagnostics import ExitCode

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_project_arguments(parser)
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="file to write; - for stdout (default: as sad.toml says, else sad.snapshot)",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Write the snapshot; none is written where a source could not be read."""
    from sad.checks.snapshot.write import snapshot_text  # noqa: PLC0415
    from sad.checks.states import load_state, tracked  # noqa: PLC0415

    project = project_of(args)
    reading, timing = reading_of_project(args, project), timing_of_project(project)
    label = ", ".join(project.sources)
    folder = project_folder(project)
    state, loaded = load_state(reading, label, folder, timing, project.assume)
    code = finish(loaded.diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS:
        output = args.output or project.snapshot
        write_result(snapshot_text(tracked(state, project)), None if output == "-" else output)
    return code
