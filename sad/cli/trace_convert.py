"""``sad trace convert``: a trace in the forms that other tools read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.traces.format import Trace

_SCREEN = ("csv", "paje", "goal")
"""Forms that are text, and are written to the screen without ``-o``."""
FORMS = ("trace", *_SCREEN, "parquet", "otf2", "ti")


def add_convert_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``sad trace convert``."""
    from sad.cli.trace_subject import add_ratio_arguments  # noqa: PLC0415

    parser.add_argument(
        "--to",
        choices=FORMS,
        default="trace",
        help="a trace (default); csv, parquet: tables of all records; paje, otf2: the run as it was "
        "recorded, for ViTE, Vampir and others; ti: a folder that SimGrid replays; goal: LogGOPSim",
    )
    parser.add_argument(
        "--platform",
        metavar="FILE",
        help="with --to ti: write SimGrid's platform file of --machine, a crossbar",
    )
    parser.add_argument("--machine", metavar="NAME", help="with --platform: the machine")
    parser.add_argument("--library", metavar="NAME", help="with --platform: its programming model")
    add_ratio_arguments(parser)


def convert(args: argparse.Namespace, trace: Trace) -> None:
    """Write a trace in the form asked for; raises SAD673 for options that do not fit."""
    if args.to != "ti" and (args.platform or args.machine or args.ratio or args.ratings):
        message = "--platform, --machine and --ratio are about --to ti"
        raise argument_error("SAD673", message, "add --to ti, or leave them out")
    if args.output is None and args.to not in _SCREEN:
        message = f"--to {args.to} cannot be written to the screen"
        example = {"ti": "ti/", "otf2": "run-otf2/", "parquet": "run.parquet"}
        raise argument_error(
            "SAD673", message, f"name a place: -o {example.get(args.to, 'run.sadtrace')}"
        )
    place: str = args.output or ""
    if args.to == "csv":
        from sad.traces.tables import csv_text  # noqa: PLC0415

        write_result(csv_text(trace), args.output)
    elif args.to == "paje":
        from sad.traces.paje import paje_lines  # noqa: PLC0415

        write_result("".join(f"{line}\n" for line in paje_lines(trace)), args.output)
    elif args.to == "goal":
        from sad.extrapolation.goal import goal_lines  # noqa: PLC0415

        write_result("".join(f"{line}\n" for line in goal_lines(trace)), args.output)
    elif args.to == "parquet":
        from sad.traces.tables import write_parquet  # noqa: PLC0415

        write_parquet(trace, place)
    elif args.to == "otf2":
        from sad.traces.otf2 import write_otf2  # noqa: PLC0415

        write_otf2(trace, place)
    elif args.to == "ti":
        _replay(args, trace)
    else:
        from sad.loading.writing import write_whole  # noqa: PLC0415
        from sad.traces.format import trace_bytes  # noqa: PLC0415

        write_whole(trace_bytes(trace), place)


def _replay(args: argparse.Namespace, trace: Trace) -> None:
    """Write what SimGrid replays: a folder, and a platform file if one is asked for."""
    from sad.extrapolation.simgrid import replay_command, replay_files  # noqa: PLC0415
    from sad.loading.writing import write_whole  # noqa: PLC0415

    if (args.platform is None) != (args.machine is None):
        message = "--platform and --machine go together"
        raise argument_error("SAD673", message, "for instance --platform cm5.xml --machine cm5")
    texts = dict(replay_files(trace))
    if args.platform is not None:
        write_whole(_platform(args, trace.ranks).encode(), args.platform)
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(text.encode(), str(folder / name))
    platform = "" if args.platform is None else str(Path(args.platform).resolve())
    sys.stderr.write(f"{replay_command(args.output, platform, trace.ranks)}\n")


def _platform(args: argparse.Namespace, ranks: int) -> str:
    from sad.cli.trace_subject import ratio_for  # noqa: PLC0415
    from sad.communication.times import model_for  # noqa: PLC0415
    from sad.extrapolation.ratio import Ratio  # noqa: PLC0415
    from sad.extrapolation.runs import target_of  # noqa: PLC0415
    from sad.extrapolation.simgrid import platform_text  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    machine = get_machine(args.machine)
    given = args.ratio or args.ratings or args.here
    ratio = ratio_for(args, machine) if given else Ratio(1.0, "as where it was recorded")
    target = target_of(machine, model_for(machine, args.library or ""), None, None)
    few, many = (target.message_s(size) for size in (0.0, 1e6))
    about = f"{machine.name}, {target.library}: a crossbar; computation * {ratio.value:g}"
    return platform_text(
        *(ranks, ratio.value, few, (many - few) / 1e6),
        eager=target.eager_below,
        about=f"{about} ({ratio.source})",
    )
