"""Measure messages alone, for a machine whose processor is described already."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.diagnostics import ExitCode, argument_error

if TYPE_CHECKING:
    import argparse


def check_arguments(args: argparse.Namespace) -> None:
    """Raise SAD439 for options that do not go with --extends."""
    if not args.mpi:
        hint = "--mpi 'mpirun -n 2' measures messages"
        raise argument_error("SAD439", "--extends without --mpi", hint)
    if args.compiler or args.measured or args.measure_only:
        hint = "leave out --extends to measure the processor as well"
        raise argument_error("SAD439", "--extends takes the processor as it is", hint)


def run(args: argparse.Namespace) -> ExitCode:
    """Write a machine file that inherits all but the network and the programming models."""
    from sad.calibration.messages.section import network_lines, section_lines  # noqa: PLC0415
    from sad.calibration.messages.times import time_messages  # noqa: PLC0415
    from sad.calibration.running.folder import work_folder  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415
    from sad.progress import Shares  # noqa: PLC0415

    base = get_machine(args.extends)
    one = Shares("measuring", 1)
    with work_folder(
        Path(args.work_dir or f"{args.output}.work"), remove=args.work_dir is None
    ) as work:
        one.begin(args.mpi)
        times = time_messages(
            args.mpi,
            args.mpi_compiler,
            work / "messages",
            lambda share: one.tell("messages", share),
        )
    date = datetime.now(UTC).date().isoformat()
    name = args.name or Path(args.output).stem
    lines = [
        "schema: 1",
        f"name: {name}",
        f"extends: {args.extends}",
        f'description: "{base.name} with messages measured {date}"',
        "kind: measured",
        "",
        *network_lines(times),
        "",
        *section_lines(times, args.mpi, date),
    ]
    write_result("\n".join(lines) + "\n", args.output)
    sys.stdout.write(
        f"{name}: {len(times.round_trips)} lengths, {times.processes} processes on "
        f"{times.computers} computer{'s' * (times.computers > 1)}; launches differ by "
        f"{100 * times.spread:.2g} %\n"
    )
    return ExitCode.SUCCESS
