"""The versions of Python on this machine, and environments that have the wheel only."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13")


def pythons() -> dict[str, str | None]:
    """Return, by version, an interpreter that starts and can make environments; None without one."""
    return {version: _working(version) for version in VERSIONS}


def _working(version: str) -> str | None:
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    name = f"python{version}"
    candidates = [
        *(str(Path(folder) / name) for folder in os.environ.get("PATH", "").split(os.pathsep)),
        *(str(path) for path in sorted(root.glob(f"versions/{version}.*/bin/{name}"))),
    ]
    return next((path for path in candidates if _works(path, version)), None)


def _works(path: str, version: str) -> bool:
    """Whether it is an interpreter of this version; shims of pyenv may be none."""
    if shutil.which(path) is None:
        return False
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    run = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
    return run.returncode == 0 and run.stdout.strip() == version


def bare(python: str, folder: Path, wheel: Path) -> Path:
    """Make an environment with the wheel and what it requires; return its folder of commands."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    programs = folder / "bin"
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(install, check=True, cwd=folder)
    return programs
