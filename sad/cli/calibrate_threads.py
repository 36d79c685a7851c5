"""``sad machine calibrate --threads``: what several threads of this computer get and take."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.diagnostics import ExitCode, argument_error

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from sad.calibration.threads.times import ThreadTimes


def add_thread_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--threads",
        metavar="NUMBERS",
        help="with --extends: measure what memory gives so many threads, and what OpenMP takes: 1,2,4",
    )
    parser.add_argument(
        "--threads-compiler",
        default="gcc -fopenmp",
        metavar="COMMAND",
        help="compiler for --threads (default: %(default)s)",
    )


def calibrate_threads(args: argparse.Namespace) -> ExitCode:
    """Write a machine file that inherits all but what threads share and take.

    Raises SAD439 for numbers that are none, SAD440 as ``time_threads``, SAD401 as ``get_machine``.
    """
    from sad.calibration.running import place  # noqa: PLC0415
    from sad.calibration.running.folder import work_folder  # noqa: PLC0415
    from sad.calibration.threads.times import thread_lines, time_threads  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415
    from sad.mapping.memory_time import Memory  # noqa: PLC0415

    threads = _numbers(args.threads)
    base = get_machine(args.extends)
    folder = Path(args.work_dir or f"{args.output}.work")
    with work_folder(folder, remove=args.work_dir is None) as work:
        times = time_threads(threads, args.threads_compiler, work / "threads")
    date = datetime.now(UTC).date().isoformat()
    name = args.name or Path(args.output).stem
    levels = Memory.of(base).levels
    cores = max(len(place.allowed_cpus()), 1)
    lines = [
        "schema: 1",
        f"name: {name}",
        f"extends: {args.extends}",
        f'description: "{base.name} with threads measured {date}"',
        "kind: measured",
        f"processor: {{cores: {cores}, sockets: 1}}",
        "",
        *thread_lines(times, levels[-1].name if levels else "memory", date),
    ]
    write_result("\n".join(lines) + "\n", args.output)
    for line in _report(times):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{name}: rounds differ by {100 * times.spread:.2g} %\n")
    return ExitCode.SUCCESS


def _numbers(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    found = sorted({int(word) for word in words if word.isdigit()})
    if not all(word.isdigit() and int(word) for word in words) or len(found) < 2:
        hint = "two or more, 1 among them: --threads 1,2,4"
        raise argument_error("SAD439", f"--threads {text}: no numbers of threads", hint)
    return found


def _report(times: ThreadTimes) -> Iterator[str]:
    """How far the bound and the estimate are from each kernel's curve, told one core and all."""
    from sad.stochastic.queueing.clients import cycle_time  # noqa: PLC0415

    for kernel in ("triad", "load", "update"):
        curve = times.curve(kernel)
        if 1 not in curve or len(curve) < 2:
            continue
        one, most = curve[1], max(curve.values())
        bounds = [min(t * one, most) / rate - 1 for t, rate in curve.items()]
        demand, think = 1 / most, max(0.0, 1 / one - 1 / most)
        guesses = [t / cycle_time(t, think, [(demand, 1)]) / rate - 1 for t, rate in curve.items()]
        bound, guess = (max(map(abs, found)) for found in (bounds, guesses))
        yield (
            f"{kernel}: {one / 1e9:.2f} GB/s with one thread, {most / 1e9:.2f} at most; "
            f"bound off by {bound:.1%} at most, estimate by {guess:.1%}"
        )
