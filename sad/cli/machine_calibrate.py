"""Measure this computer with the user's compiler and flags."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import write_result
from sad.diagnostics import Diagnostic, ExitCode, Severity, Span, argument_error, input_error

if TYPE_CHECKING:
    import argparse

    from sad.calibration.measure import FlagSet
    from sad.calibration.running.compiler import Compiler

_DEFAULT_FLAGS = "-O2"


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
        help=f"its flags, such as '-O3 -march=native' (default: {_DEFAULT_FLAGS}); several: a "
        "toolchain each. Write --flags=-O0 for a single one",
    )
    parser.add_argument(
        "--language",
        choices=("fortran", "c"),
        help="what the compilers compile (default: as their names say)",
    )
    parser.add_argument(
        "--measure-only",
        metavar="FILE",
        required=True,
        help="write the raw times of all kernels as JSON",
    )
    parser.add_argument(
        "--work-dir",
        metavar="DIR",
        help="folder to work in; an interrupted calibration goes on from it (default: the name of "
        "the result with .work behind it, removed at the end)",
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
    from sad.calibration.running.compiler import find_compiler  # noqa: PLC0415
    from sad.calibration.store import measurements_text  # noqa: PLC0415

    if not args.compiler:
        hint = "for instance --compiler gfortran --flags=-O2"
        raise argument_error("SAD430", "no compiler is given", hint)
    if not args.patience > 0:
        raise argument_error("SAD439", f"--patience {args.patience:g}: no time", "give seconds")
    output = Path(args.measure_only)
    if not output.absolute().parent.is_dir():
        hint = "name a file in a folder that exists and that you may write to"
        raise input_error("SAD111", "cannot be written: no such folder", Span.at(str(output)), hint)
    compilers = [find_compiler(command, args.language) for command in args.compiler]
    found = _measure(args, compilers, output)
    write_result(measurements_text(found), args.measure_only)
    return ExitCode.SUCCESS


def _measure(args: argparse.Namespace, compilers: list[Compiler], output: Path) -> list[FlagSet]:
    from dataclasses import replace  # noqa: PLC0415

    from sad.calibration.running import place  # noqa: PLC0415
    from sad.calibration.running.bar import Bar  # noqa: PLC0415
    from sad.calibration.running.flag_set import Job  # noqa: PLC0415
    from sad.calibration.running.folder import work_folder  # noqa: PLC0415
    from sad.calibration.running.rounds import DEFAULT_PROTOCOL  # noqa: PLC0415

    if place.pinnable_cpu() is None:
        _warn(
            "SAD435",
            "this system cannot keep a program on one CPU: times will scatter",
            "measure on Linux if you can, with little else running",
        )
    protocol = replace(DEFAULT_PROTOCOL, budget=args.patience)
    folder = Path(args.work_dir) if args.work_dir else Path(f"{output}.work")
    pairs = [
        (compiler, flags) for compiler in compilers for flags in args.flags or [_DEFAULT_FLAGS]
    ]
    bar = Bar(sys.stderr, len(pairs))
    found: list[FlagSet] = []
    with work_folder(folder, remove=args.work_dir is None) as work:
        try:
            for compiler, flags in pairs:
                bar.start(f"{compiler.command} {flags}")
                found.append(Job(compiler, flags, work, bar.tell, protocol).measure())
                bar.end()
        finally:
            bar.close()
    return found


def _warn(code: str, message: str, hint: str) -> None:
    item = Diagnostic(code, Severity.WARNING, message, Span.at("<arguments>"), hint)
    sys.stderr.write(f"{item}\n")
