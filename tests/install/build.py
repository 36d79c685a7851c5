"""The wheel and the source archive, and what has to be in them."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from typing import TYPE_CHECKING
from zipfile import ZipFile

from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_LICENCE = "LICENSE"


class Wrong(Exception):
    """What is wrong with the distribution, in a sentence."""


def build(target: Path) -> Path:
    """Build both in a folder; return the wheel's path. The archive makes the same wheel.

    :raises Wrong: something is missing in one, or the archive makes another wheel.
    """
    _hatchling(ROOT, target, "wheel")
    _hatchling(ROOT, target, "sdist")
    (wheel,) = target.glob("*.whl")
    (archive,) = target.glob("*.tar.gz")
    names = _names(wheel)
    wanted = (_LICENCE, "sad/cli/parser.py", "frontends/registry.py", "machine_db/sparc2.yaml")
    missing = [name for name in wanted if not any(_is_at(name, item) for item in names)]
    with tarfile.open(archive) as packed:
        packed.extractall(target / "unpacked", filter="data")
    (root,) = (target / "unpacked").iterdir()
    missing += [
        f"{name} (in the archive)"
        for name in (_LICENCE, "README.md", "CHANGELOG.md", "pyproject.toml", "tests/conftest.py")
        if not (root / name).exists()
    ]
    if missing:
        message = f"not there: {', '.join(missing)}"
        raise Wrong(message)
    _hatchling(root, target / "again", "wheel")
    (again,) = (target / "again").glob("*.whl")
    different = names.symmetric_difference(_names(again))
    if different:
        message = f"the archive makes another wheel: {', '.join(sorted(different)[:5])}"
        raise Wrong(message)
    return wheel


def _is_at(name: str, item: str) -> bool:
    return item == name or (name == _LICENCE and item.endswith(f".dist-info/licenses/{name}"))


def _names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as packed:
        return set(packed.namelist())


def _hatchling(root: Path, target: Path, what: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", what, "-d", str(target)]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if run.returncode:
        message = f"hatchling build -t {what} in {root}: {run.stderr}"
        raise Wrong(message)
