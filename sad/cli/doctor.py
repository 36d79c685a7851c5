"""What is installed, which machine file fits this computer, and what to do next."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import textwrap
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sad.cli.common import add_output_argument, write_result
from sad.diagnostics import ExitCode
from sad.records import record

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping

    from sad.calibration.here import Fitting


_WIDTH, _INDENT = 98, 14
_MOST_MACHINES = 4
COMPILERS = ("gfortran", "gcc", "flang", "clang", "ifx", "icx", "nvfortran", "nvc")
COUNTERS = ("gcov", "llvm-cov", "llvm-profdata", "lcov")
MPI = ("mpirun", "mpicc", "mpifort")
EXTRAS = {
    "plot": ("matplotlib",),
    "frames": ("pandas", "xarray"),
    "lsp": ("lsprotocol", "pygls"),
    "dask": ("dask", "distributed", "pyarrow", "zarr"),
    "otf2": ("otf2",),
}
"""The packages that each extra installs, by the names they are imported with."""
_PATIENCE = 10  # seconds for a program to say its version


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


@record
class Findings:
    """What there is. Programs are given with the first line of their version, None if missing.

    ``outdated`` says why a calibration is to be made again; it is empty if there is none, or nothing
    speaks against it. ``settings`` is the project's file, None without one.
    """

    version: str
    python: str
    processor: str
    architecture: str
    cpus: int
    compilers: Mapping[str, str | None]
    counters: Mapping[str, str | None]
    mpi: Mapping[str, str | None]
    extras: Mapping[str, bool]
    machines: tuple[Fitting, ...]
    outdated: str
    settings: str | None

    @property
    def calibration(self) -> Fitting | None:
        """The machine file that was measured on this processor."""
        first = self.machines[0] if self.machines else None
        return first if first is not None and not first.fit else None

    @property
    def next_steps(self) -> tuple[str, ...]:
        """What to type, or to install, in this order."""
        steps: list[str] = []
        compiler = next((name for name in ("gfortran", "gcc") if self.compilers[name]), None)
        if compiler is None:
            steps.append("install gfortran or gcc: sad try, profile and machine calibrate need one")
        elif self.calibration is None or self.outdated:
            known = self.calibration
            file = known.name if known is not None else "here.yaml"
            steps.append(f"sad machine calibrate --compiler {compiler} --flags=-O2 -o {file}")
        if self.settings is None:
            steps.append("sad init")
        steps.append("sad try" if self.settings is not None else "sad try solve.f --run ./solve")
        return tuple(steps)


def find_all() -> Findings:
    """Look at this computer and this folder; programs are only asked for their versions."""
    from sad.calibration.here import machines_here  # noqa: PLC0415 - reads machine files
    from sad.calibration.running.place import cpu_count, cpu_model  # noqa: PLC0415
    from sad.checks.settings.find import find_file  # noqa: PLC0415
    from sad.machine.architecture import this_architecture  # noqa: PLC0415
    from sad.version import tool_version  # noqa: PLC0415

    settings = find_file(Path.cwd())
    folders = [Path(), *([settings.parent] if settings is not None else [])]
    unique = {folder.resolve(): folder for folder in reversed(folders)}.values()
    compilers = {name: version_of(name) for name in COMPILERS}
    machines = tuple(machines_here(unique))
    return Findings(
        tool_version(),
        platform.python_version(),
        cpu_model(),
        this_architecture(),
        cpu_count(),
        compilers,
        {name: version_of(name) for name in COUNTERS},
        {name: version_of(name) for name in MPI},
        {name: all(map(find_spec, packages)) for name, packages in EXTRAS.items()},
        machines,
        _outdated(machines, compilers) or _elsewhere(machines, unique),
        None if settings is None else os.path.relpath(settings),
    )


def version_of(program: str) -> str | None:
    """Return the first line that a program says of its version; None if it is not installed."""
    if shutil.which(program) is None:
        return None
    try:
        run = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return "version not known"
    lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
    return lines[0] if lines and run.returncode == 0 else "version not known"


def _outdated(machines: tuple[Fitting, ...], compilers: Mapping[str, str | None]) -> str:
    from sad.calibration.running.place import microcode  # noqa: PLC0415

    first = machines[0] if machines else None
    if first is None or first.fit:
        return ""
    if not first.is_recent:
        return f"older than {_recent()} days"
    for name, toolchain in first.machine.toolchains.items():
        made = toolchain.calibration
        now = compilers.get(toolchain.compiler.split(maxsplit=1)[0] if toolchain.compiler else "")
        if made is not None and now is not None and made.compiler_version not in ("", now):
            return f"{name} was measured with {made.compiler_version}, now there is {now}"
        if made is not None and made.microcode not in ("", microcode()):
            return f"the processor's microcode was {made.microcode}, now it is {microcode()}"
    return ""


def _elsewhere(machines: tuple[Fitting, ...], folders: Iterable[Path]) -> str:
    """Which file was measured on another processor, where none was on this one."""
    from sad.calibration.here import measured_elsewhere  # noqa: PLC0415

    if machines and not machines[0].fit:
        return ""
    found = measured_elsewhere(folders).items()
    return next((f"{name} was measured on another processor, {cpu}" for name, cpu in found), "")


def _recent() -> int:
    from sad.calibration.here import RECENT  # noqa: PLC0415

    return RECENT
