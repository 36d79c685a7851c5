"""Measure this computer with the user's compilers and flags, and write a machine file."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.calibrate_threads import add_thread_arguments
from sad.cli.common import write_result
from sad.diagnostics import Diagnostic, ExitCode, Severity, Span, argument_error, input_error

if TYPE_CHECKING:
    import argparse

    from sad.calibration.fitting.machine import Calibrated
    from sad.calibration.measure import FlagSet
    from sad.calibration.messages.times import MessageTimes
    from sad.calibration.running.compiler import Compiler
    from sad.progress import Shares


_DEFAULT = ["-O2"]  # flags
_SUMMARY = 3  # lines of a report: how many kernels, how well those fitted and those left out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the action's arguments."""
    parser.set_defaults(deep=False)  # signals reach the main thread only
    parser.add_argument(
        "--compiler",
        action="append",
        default=[],
        metavar="COMMAND",
        help="compiler to measure, such as gfortran or gcc-12; several: each with all flags",
    )
    parser.add_argument(
        "--flags",
        action="append",
        default=[],
        metavar="FLAGS",
        help=f"its flags, such as --flags='-O3 -march=native' (default: {_DEFAULT[0]}); several: a "
        "toolchain each",
    )
    parser.add_argument(
        "--language",
        choices=("fortran", "c"),
        help="what the compilers compile (default: as their names say)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="machine file to write")
    parser.add_argument(
        "--name", metavar="NAME", help="the machine's name (default: that of the file)"
    )
    parser.add_argument(
        "--measure-only", metavar="FILE", help="write the raw times of all kernels as JSON"
    )
    parser.add_argument(
        "--measured", metavar="FILE", help="take raw times from such a file; nothing is run"
    )
    parser.add_argument(
        "--mpi",
        metavar="COMMAND",
        help="measure messages as well, with programs started like this: 'mpirun -n 2'",
    )
    parser.add_argument(
        "--mpi-compiler",
        default="mpicc",
        metavar="COMMAND",
        help="compiler for --mpi (default: %(default)s)",
    )
    add_thread_arguments(parser)
    parser.add_argument(
        "--extends",
        metavar="NAME|FILE",
        help="with --mpi or --threads alone: measure no compiler, take the processor of this machine",
    )
    parser.add_argument(
        "--work-dir",
        metavar="DIR",
        help="folder to work in; an interrupted calibration goes on from it (default: the name of "
        "the result with .work behind it, removed at the end)",
    )
    parser.add_argument(
        "--cpu", type=int, metavar="N", help="CPU to measure on (default: the last one allowed)"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=45.0,
        metavar="SECONDS",
        help="how long to wait for undisturbed moments, for each flag set (default: %(default)g)",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Measure, then write what was asked for: whole, or not at all."""
    outputs = [name for name in (args.output, args.measure_only) if name]
    _check_arguments(args, outputs)
    if args.threads:
        from sad.cli.calibrate_threads import calibrate_threads  # noqa: PLC0415

        return calibrate_threads(args)
    if args.extends:
        return calibrate_messages(args)
    if args.measured:
        _write(args, _stored(args.measured), None)
        return ExitCode.SUCCESS
    from sad.calibration.running.folder import work_folder  # noqa: PLC0415

    pairs = _pairs(args)
    cpu = _cpu(args.cpu)
    folder = Path(args.work_dir or f"{outputs[0]}.work")
    with work_folder(folder, remove=args.work_dir is None) as work:
        _write(args, *_measure(args, pairs, cpu, work))
    return ExitCode.SUCCESS


def _check_arguments(args: argparse.Namespace, outputs: list[str]) -> None:
    if not outputs:
        hint = "add -o here.yaml"
        raise argument_error("SAD439", "nothing to write: -o or --measure-only is needed", hint)
    if args.threads and not (args.extends and args.output):
        hint = "add --extends MACHINE -o FILE: the processor is that of a machine file"
        raise argument_error("SAD439", "--threads measures no processor", hint)
    if args.extends:
        check_message_arguments(args)
    elif bool(args.compiler) == bool(args.measured):
        hint = "for instance --compiler gfortran --flags=-O2"
        raise argument_error("SAD439", "either --compiler or --measured is needed", hint)
    if args.measured and (args.mpi or args.measure_only):
        raise argument_error("SAD439", "--measured measures nothing", "give --compiler")
    if args.mpi and not args.output:
        raise argument_error("SAD439", "--mpi without a machine file", "add -o here.yaml")
    if not args.patience > 0:
        raise argument_error("SAD439", f"--patience {args.patience:g}: no time", "give seconds")
    from sad.loading.writing import check_folder  # noqa: PLC0415

    for name in outputs:
        check_folder(name)


def _stored(name: str) -> list[FlagSet]:
    from sad.calibration.measure import read_measurements  # noqa: PLC0415

    try:
        text = Path(name).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        hint = "write one with: sad machine calibrate --measure-only FILE"
        raise input_error("SAD101", "no such file", Span.at(name), hint) from None
    except OSError as error:
        reason = error.strerror or "read error"
        message = f"cannot be read: {reason}"
        raise input_error("SAD106", message, Span.at(name), "check the permissions") from None
    return read_measurements(text, name)


def _pairs(args: argparse.Namespace) -> list[tuple[Compiler, str]]:
    """Return each compiler with each set of flags, once."""
    from sad.calibration.running.compiler import find_compiler  # noqa: PLC0415

    compilers = [find_compiler(command, args.language) for command in args.compiler]
    found = {(compiler, flags): None for compiler in compilers for flags in args.flags or _DEFAULT}
    if args.output:
        from sad.calibration.fitting.fit import toolchain_name  # noqa: PLC0415 - needs numpy

        names: set[str] = set()
        for compiler, flags in found:
            name = toolchain_name(compiler.command, flags)
            if name in names:
                hint = "calibrate them one by one, each into a file of its own"
                raise argument_error("SAD439", f"two toolchains would be called {name}", hint)
            names.add(name)
    return list(found)


def _measure(
    args: argparse.Namespace, pairs: list[tuple[Compiler, str]], cpu: int | None, work: Path
) -> tuple[list[FlagSet], MessageTimes | None]:
    from sad.calibration.running.flag_set import Job  # noqa: PLC0415
    from sad.calibration.running.rounds import DEFAULT_PROTOCOL  # noqa: PLC0415
    from sad.progress import Shares  # noqa: PLC0415
    from sad.records import replace  # noqa: PLC0415

    protocol = replace(DEFAULT_PROTOCOL, budget=args.patience)
    sets = Shares("measuring", len(pairs) + bool(args.mpi))
    found: list[FlagSet] = []
    messages: MessageTimes | None = None
    if args.mpi:  # first: it is what may be missing
        messages = _timed_messages(args, work, sets)
    for compiler, flags in pairs:
        sets.begin(f"{compiler.command} {flags}")
        found.append(Job(compiler, flags, work, cpu, sets.tell, protocol).measure())
    for item in found:
        _tell_unmeasured(item)
    return found, messages


def _timed_messages(args: argparse.Namespace, work: Path, shares: Shares) -> MessageTimes:
    from sad.calibration.messages.times import time_messages  # noqa: PLC0415

    shares.begin(args.mpi)
    folder = work / "messages"
    return time_messages(
        args.mpi, args.mpi_compiler, folder, lambda share: shares.tell("messages", share)
    )


def _tell_unmeasured(item: FlagSet) -> None:
    if not item.unmeasured:
        return
    about = item.provenance
    number, names = len(item.unmeasured), ", ".join(item.unmeasured[:3])
    what = f"{about.compiler} {about.flags}: {number} kernels could not be measured undisturbed"
    hint = f"the result is without {names}{', ...' if number > 3 else ''}; more time: --patience"
    _warn("SAD434", what, hint)


def _warn(code: str, message: str, hint: str) -> None:
    item = Diagnostic(code, Severity.WARNING, message, Span.at("<arguments>"), hint)
    sys.stderr.write(f"{item}\n")


def _cpu(wanted: int | None) -> int | None:
    from sad.calibration.running import place  # noqa: PLC0415

    allowed = place.allowed_cpus()
    if wanted is not None and wanted not in allowed:
        hint = f"one may be used of: {', '.join(map(str, allowed))}" if allowed else "leave it out"
        raise argument_error("SAD435", f"CPU {wanted} cannot be used", hint)
    if not allowed:
        _warn(
            "SAD435",
            "this system cannot keep a program on one CPU: times will scatter",
            "measure on Linux if you can, with little else running",
        )
        return None
    return allowed[-1] if wanted is None else wanted


def _write(args: argparse.Namespace, found: list[FlagSet], messages: MessageTimes | None) -> None:
    if args.measure_only:
        from sad.calibration.measure import measurements_text  # noqa: PLC0415

        write_result(measurements_text(found), args.measure_only)
    if args.output:
        _write_machine(args, found, messages)


def _write_machine(
    args: argparse.Namespace, found: list[FlagSet], messages: MessageTimes | None
) -> None:
    from sad.calibration.fitting.fit import report_lines  # noqa: PLC0415 - needs numpy
    from sad.calibration.fitting.machine import (  # noqa: PLC0415
        calibrated_machine,
        machine_text,
    )
    from sad.calibration.messages.section import network_lines, section_lines  # noqa: PLC0415
    from sad.large_stack import run_deep  # noqa: PLC0415

    name = args.name or Path(args.output).stem
    made: list[Calibrated] = []

    def make() -> int:
        made.append(calibrated_machine(found, name))
        return ExitCode.SUCCESS

    run_deep(make)
    (calibrated,) = made
    text = machine_text(calibrated.machine)
    if messages is not None:
        date = found[0].provenance.date[:10]
        sections = [*network_lines(messages), "", *section_lines(messages, args.mpi, date)]
        text += "\n".join(sections) + "\n"
    write_result(text, args.output)
    for toolchain, item in calibrated.fits.items():
        lines = report_lines(toolchain, item.report, worst=0)
        sys.stdout.write("\n".join(lines[:_SUMMARY]) + "\n")


def check_message_arguments(args: argparse.Namespace) -> None:
    """Raise SAD439 for options that do not go with --extends."""
    if bool(args.mpi) == bool(args.threads):
        hint = "--mpi 'mpirun -n 2' measures messages, --threads 1,2 threads: one after the other"
        raise argument_error("SAD439", "--extends is for either --mpi or --threads", hint)
    if args.compiler or args.measured or args.measure_only:
        hint = "leave out --extends to measure the processor as well"
        raise argument_error("SAD439", "--extends takes the processor as it is", hint)


def calibrate_messages(args: argparse.Namespace) -> ExitCode:
    """Write a machine file that inherits all but the network and the programming models."""
    from sad.calibration.messages.section import network_lines, section_lines  # noqa: PLC0415
    from sad.calibration.running.folder import work_folder  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415
    from sad.progress import Shares  # noqa: PLC0415

    base = get_machine(args.extends)
    with work_folder(
        Path(args.work_dir or f"{args.output}.work"), remove=args.work_dir is None
    ) as work:
        times = _timed_messages(args, work, Shares("measuring", 1))
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
