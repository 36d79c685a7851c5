"""Costs of all units as a text file to keep beside the source, so that changes show in reviews."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_reading_arguments, finish, reading_of, write_result
from sad.diagnostics import ExitCode

if TYPE_CHECKING:
    from sad.checks.seconds import Timing
    from sad.checks.settings import Project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="source file, directory or saved description (default: as sad.toml says, else here)",
    )
    add_reading_arguments(parser)
    add_timing_arguments(parser)
    add_assume_argument(parser)
    parser.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="file to write; - for stdout (default: as sad.toml says, else sad.snapshot)",
    )


def add_timing_arguments(parser: argparse.ArgumentParser) -> None:
    """Add machines and sizes to predict times for."""
    parser.add_argument(
        "--machine",
        dest="machines",
        action="append",
        default=[],
        metavar="NAME|FILE",
        help="machine to predict times for; may be given several times",
    )
    parser.add_argument(
        "--toolchain", metavar="NAME", help="toolchain of the machine files (default: by language)"
    )
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=EXPR",
        help="the size at which times are predicted, for instance n=1000",
    )


def add_assume_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--assume``."""
    parser.add_argument(
        "--assume",
        action="append",
        default=[],
        choices=("no-error-exits", "no-zeros"),
        help="no-error-exits: branches that only guard an error are not taken; no-zeros: no real "
        "number that is tested for zero is zero",
    )


def with_project(args: argparse.Namespace, project: Project) -> argparse.Namespace:
    """Return the arguments, with what the project says where no option says otherwise."""
    found = dict(vars(args))
    if not args.sources:
        found["sources"] = list(project.sources) or ["."]
    found["include"] = args.include or list(project.include)
    found["define"] = args.define or list(project.define)
    found["stubs"] = args.stubs or list(project.stubs)
    found["machines"] = args.machines or list(project.machines)
    found["toolchain"] = args.toolchain or (None if args.machines else project.toolchain)
    found["assume"] = args.assume or list(project.assume)
    return argparse.Namespace(**found)


def timing_of_arguments(args: argparse.Namespace, project: Project) -> Timing:
    """Return the machines and sizes to predict for; raises as ``timing_of``."""
    from sad.checks.seconds import timing_of  # noqa: PLC0415
    from sad.profiles.settings import settings_from_arguments  # noqa: PLC0415

    sizes = settings_from_arguments(args.settings) if args.settings else project.sizes
    return timing_of(args.machines, args.toolchain, sizes)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the snapshot."""
    from sad.checks.settings import find_project  # noqa: PLC0415
    from sad.checks.snapshot.write import snapshot_text  # noqa: PLC0415
    from sad.checks.states import load_state, tracked  # noqa: PLC0415

    project = find_project()
    args = with_project(args, project)
    timing = timing_of_arguments(args, project)
    state, loaded = load_state(
        reading_of(args), ", ".join(args.sources), Path.cwd(), timing, tuple(args.assume)
    )
    code = finish(loaded.diagnostics, strict=args.strict)
    if code is ExitCode.SUCCESS:
        output = args.output or project.snapshot
        write_result(snapshot_text(tracked(state, project)), None if output == "-" else output)
    return code
