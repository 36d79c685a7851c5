"""List, show, check, convert and calibrate machine files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli import machine_calibrate
from sad.diagnostics import ExitCode, argument_error

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="machines in the database")
    show = actions.add_parser("show", help="one machine with all its operation times")
    show.add_argument("name", metavar="NAME|FILE")
    show.add_argument("--toolchain", metavar="NAME", help="only this toolchain")
    check = actions.add_parser("check", help="lint machine files")
    check.add_argument("files", nargs="+", metavar="NAME|FILE")
    check.add_argument("--strict", action="store_true", help="fail on warnings (exit code 1)")
    add_convert_arguments(
        actions.add_parser("convert", help="make a machine file of PerPreT's comm.perf")
    )
    calibrate = actions.add_parser("calibrate", help="measure this computer, compiler and flags")
    machine_calibrate.add_arguments(calibrate)


def run(args: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    match args.action:
        case "list":
            return _list()
        case "show":
            from sad.report.machines import show_text  # noqa: PLC0415 - loads NumPy

            sys.stdout.write(show_text(args.name, args.toolchain))
            return ExitCode.SUCCESS
        case "convert":
            return convert(args)
        case "calibrate":
            return machine_calibrate.run(args)
        case _:
            return _check(args.files, args.strict)


def _list() -> ExitCode:
    from sad.machine.database import database_names, get_machine  # noqa: PLC0415 - reads YAML

    machines = [get_machine(name) for name in database_names()]
    width = max(len(machine.name) for machine in machines)
    lines: list[str] = []
    for machine in machines:
        toolchains = ", ".join(machine.toolchains)
        first = " ".join(machine.description.split(". ")[0].rstrip(".").split())
        models = ", ".join(machine.programming_models)
        messages = f"; messages: {models}" if models else ""
        lines.append(f"{machine.name:<{width}}  {machine.kind:<9} {toolchains}{messages}")
        lines.append(f"{'':<{width}}  {first}")
    sys.stdout.write("\n".join(lines) + "\n")
    return ExitCode.SUCCESS


def _check(names: list[str], strict: bool) -> ExitCode:
    from sad.diagnostics import SadError, Severity  # noqa: PLC0415
    from sad.machine.check import check_machine  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415

    worst = ExitCode.SUCCESS
    for name in names:
        try:
            findings = check_machine(get_machine(name))
        except SadError as error:
            sys.stderr.write(f"{error.diagnostic}\n")
            worst = max(worst, error.exit_code)
            continue
        for finding in findings:
            sys.stderr.write(f"{finding}\n")
        warnings = sum(finding.severity is Severity.WARNING for finding in findings)
        counts = ((warnings, "warning"), (len(findings) - warnings, "note"))
        found = [f"{count} {word}{'s' * (count > 1)}" for count, word in counts if count]
        sys.stdout.write(f"{name}: {', '.join(found) or 'ok'}\n")
        if strict and warnings:
            worst = max(worst, ExitCode.CHECK_FAILED)
    return worst


def add_convert_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the action's arguments."""
    parser.add_argument("--comm", metavar="FILE", help="PerPreT's comm.perf: times of messages")
    parser.add_argument("--comp", metavar="FILE", help="PerPreT's comp.perf: rate of a node")
    parser.add_argument("--name", default="converted", metavar="NAME", help="name of the machine")
    parser.add_argument("-o", "--output", metavar="FILE", help="instead of standard output")


def convert(args: argparse.Namespace) -> ExitCode:
    """Write the machine file."""
    from sad.machine import perpret  # noqa: PLC0415
    from sad.machine.perpret import machine_text  # noqa: PLC0415

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
