"""What is installed on this computer that ``sad`` can use, and what to do next."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.calibration.here import Fitting

COMPILERS = ("gfortran", "gcc", "flang", "clang", "ifx", "icx", "nvfortran", "nvc")
COUNTERS = ("gcov", "llvm-cov", "llvm-profdata", "lcov")
MPI = ("mpirun", "mpicc", "mpifort")
EXTRAS = {
    "plot": ("matplotlib",),
    "frames": ("pandas", "xarray"),
    "lsp": ("lsprotocol", "pygls"),
    "dask": ("dask", "distributed", "pyarrow", "zarr"),
}
"""The packages that each extra installs, by the names they are imported with."""
_PATIENCE = 10  # seconds for a program to say its version


@record
class Findings:
    """What there is. Programs are given with the first line of their version, None if missing.

    ``outdated`` says why the calibration of this computer is to be made again; it is empty if there is
    none, or nothing speaks against it. ``settings`` is the project's file, None without one.
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
        _outdated(machines, compilers),
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
    return ""


def _recent() -> int:
    from sad.calibration.here import RECENT  # noqa: PLC0415

    return RECENT
