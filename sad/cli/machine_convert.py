"""Convert another tool's description of a machine to a machine file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import ExitCode, argument_error

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the action's arguments."""
    parser.add_argument("--comm", metavar="FILE", help="PerPreT's comm.perf: times of messages")
    parser.add_argument("--comp", metavar="FILE", help="PerPreT's comp.perf: rate of a node")
    parser.add_argument("--name", default="converted", metavar="NAME", help="name of the machine")
    parser.add_argument("-o", "--output", metavar="FILE", help="instead of standard output")


def run(args: argparse.Namespace) -> ExitCode:
    """Write the machine file."""
    from sad.machine import perpret  # noqa: PLC0415
    from sad.machine.write_perpret import machine_text  # noqa: PLC0415

    if not (args.comm or args.comp):
        raise argument_error("SAD418", "nothing to convert", "give --comm, --comp or both")
    communication = perpret.read_communication(args.comm) if args.comm else None
    computation = perpret.read_computation(args.comp) if args.comp else None
    files = (Path(args.comm).name if args.comm else "", Path(args.comp).name if args.comp else "")
    text = machine_text(args.name, communication, computation, files)
    if not args.output:
        sys.stdout.write(text)
        return ExitCode.SUCCESS
    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"{args.output} cannot be written: {error.strerror}"
        raise argument_error("SAD418", message) from None
    return ExitCode.SUCCESS
