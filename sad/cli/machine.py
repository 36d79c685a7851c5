"""List, show and check machine files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sad.diagnostics import ExitCode

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


def run(args: argparse.Namespace) -> ExitCode:
    """Carry out one action."""
    from sad.report import machines  # noqa: PLC0415 - reads YAML

    match args.action:
        case "list":
            sys.stdout.write(machines.list_text())
            return ExitCode.SUCCESS
        case "show":
            sys.stdout.write(machines.show_text(args.name, args.toolchain))
            return ExitCode.SUCCESS
        case _:
            return _check(args.files)


def _check(names: list[str]) -> ExitCode:
    from sad.diagnostics import SadError  # noqa: PLC0415
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
        found = f"{len(findings)} warning{'s' * (len(findings) > 1)}" if findings else "ok"
        sys.stdout.write(f"{name}: {found}\n")
    return worst
