"""What is installed, which machine file fits this computer, and what to do next."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, write_result
from sad.cli.doctor_findings import find_all
from sad.diagnostics import ExitCode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from sad.cli.doctor_findings import Findings

_WIDTH, _INDENT = 98, 14
_MOST_MACHINES = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Look, and print what was found."""
    found = find_all()
    write_result(_json(found) if args.format == "json" else _text(found), args.output)
    return ExitCode.SUCCESS


def _text(found: Findings) -> str:
    extras = [name for name, there in found.extras.items() if there]
    missing = [name for name, there in found.extras.items() if not there]
    lines = [f"sad {found.version}, Python {found.python}", "", "this computer"]
    cpus = f"{found.cpus} CPU{'s' * (found.cpus != 1)}"
    lines += _row("processor", f"{found.processor} ({found.architecture}), {cpus}")
    lines += _row("compilers", _programs(found.compilers))
    lines += _row("counters", _programs(found.counters))
    lines += _row("MPI", _programs(found.mpi))
    text = ", ".join(extras) or "none"
    if missing:
        text += f"; not installed: {', '.join(missing)} (pip install 'f2sad[{missing[0]}]')"
    lines += _row("extras", text)
    lines += ["", "machine files that fit, best first"]
    width = max((len(item.name) for item in found.machines[:_MOST_MACHINES]), default=0)
    for item in found.machines[:_MOST_MACHINES]:
        lines.append(f"  {item.name:<{width}}  {item.words}")
    if not found.machines:
        lines.append(f"  none is for {found.architecture}")
    if found.outdated:
        lines.append(f"  calibrate again: {found.outdated}")
    lines += ["", "project"]
    lines.append(f"  {found.settings}" if found.settings else "  no sad.toml here or above")
    lines += ["", "next", *(f"  {step}" for step in found.next_steps)]
    return "\n".join(lines) + "\n"


def _row(name: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=f"  {name:<{_INDENT - 2}}",
        subsequent_indent=" " * _INDENT,
        break_on_hyphens=False,
    )


def _programs(found: Mapping[str, str | None]) -> str:
    """Those that are there with their versions; of the others nothing, unless all are missing."""
    there = [f"{name} {_number(version)}".rstrip() for name, version in found.items() if version]
    return ", ".join(there) if there else f"none of {', '.join(found)}"


def _number(version: str) -> str:
    """The last word that starts with a digit: of ``GNU Fortran (Debian 12.2.0-14) 12.2.0``."""
    words = [word.strip("(),") for word in version.split() if word.strip("(),")[:1].isdigit()]
    return words[-1] if words else ""


def _json(found: Findings) -> str:
    machines = [
        {
            "name": item.name,
            "file": item.machine.file,
            "kind": item.machine.kind,
            "fit": item.fit.name.lower(),
            "calibrated_days_ago": item.days,
            "recent": item.is_recent,
        }
        for item in found.machines
    ]
    value = {
        "schema": "sad-doctor/1",
        "tool": {"name": "sad", "version": found.version, "python": found.python},
        "computer": {
            "processor": found.processor,
            "architecture": found.architecture,
            "cpus": found.cpus,
        },
        "programs": {
            "compilers": dict(found.compilers),
            "counters": dict(found.counters),
            "mpi": dict(found.mpi),
        },
        "extras": dict(found.extras),
        "machines": machines,
        "outdated": found.outdated or None,
        "settings": found.settings,
        "next": list(found.next_steps),
    }
    return json.dumps(value, indent=1) + "\n"
