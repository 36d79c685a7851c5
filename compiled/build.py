"""Copies the source, rewrites what is compiled, compiles it: ``python -m compiled.build FOLDER``.

The folder then holds the packages, extension modules beside their source, ready to be imported.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from compiled.modules import FLOATS, modules
from compiled.rewriting import rewritten

ROOT = Path(__file__).parents[1]
PACKAGES = ("sad", "frontends", "machine_db")
_MAKES_FLOATS = re.compile("CPyFloat_FromTagged|PyFloat_AsDouble")
_MADE = "made"
_OPTIONS = (
    "--ignore-missing-imports",
    "--follow-imports=silent",
)


def extensions(root: Path, target: Path, *, jobs: int) -> list[Path]:
    """Compile a project's modules into a folder; return the paths of the extension modules in it.

    Raises ``SystemExit`` if mypyc or the C compiler finds an error.
    """
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place)
        for package in PACKAGES:
            shutil.copytree(root / package, copy / package, ignore=_UNWANTED)
        paths = modules(root)
        for path in paths:
            text = (root / path).read_text(encoding="utf-8")
            (copy / path).write_text(rewritten(text), encoding="utf-8")
        before = Path.cwd()
        os.chdir(copy)
        try:
            made = _compile(paths, _digest(copy, paths), jobs)
        finally:
            os.chdir(before)
        for path in made:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(copy / _MADE / path, target / path)
    return made


_UNWANTED = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")


def _digest(copy: Path, paths: list[str]) -> str:
    """A name of what is compiled, which tells it from everything else that ever was."""
    from mypy.version import __version__  # noqa: PLC0415

    digest = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for path in paths:
        digest.update((copy / path).read_bytes())
    return digest.hexdigest()[:20]


def _compile(paths: list[str], name: str, jobs: int) -> list[Path]:
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415

    made = mypycify(
        [*_OPTIONS, *paths], opt_level="2", debug_level="0", multi_file=True, group_name=name
    )
    _refuse_floats(Path("build"))
    distribution = Distribution({"name": "f2sad", "ext_modules": made})
    command: Any = distribution.get_command_obj("build_ext")
    command.build_lib = _MADE
    command.ensure_finalized()
    build = command.build_extensions
    command.build_extensions = lambda: (_in_parallel(command.compiler, jobs), build())
    command.run()
    return [Path(path).relative_to(_MADE) for path in command.get_outputs()]


def _refuse_floats(made: Path) -> None:
    """Raise ``SystemExit`` for the first module whose code makes floats of other values unforeseen."""
    allowed = {_name(path) for path in FLOATS}
    for path in sorted(made.glob("__native_*.c")):
        name = path.stem.removeprefix("__native_")
        if name not in allowed and _MAKES_FLOATS.search(path.read_text(encoding="utf-8")):
            message = (
                f"{name.replace('___', '.')}: an integer may become a float (compiled/modules.py)"
            )
            raise SystemExit(message)


def _name(path: str) -> str:
    """A module's name in the names of C files."""
    return path.removesuffix(".py").replace("/", "___")


def _in_parallel(compiler: Any, jobs: int) -> None:
    """Let the C compiler work on several files of one extension module at a time."""
    one_after_another = compiler.compile

    def compile_all(sources: list[str], *arguments: Any, **named: Any) -> list[str]:
        def compile_one(file: str) -> list[str]:
            return one_after_another([file], *arguments, **named)

        with ThreadPoolExecutor(jobs) as pool:
            return [path for paths in pool.map(compile_one, sources) for path in paths]

    compiler.compile = compile_all


def main() -> None:
    """Copy the packages to a folder, and compile them there."""
    parser = argparse.ArgumentParser(prog="python -m compiled.build", description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files at a time")
    args = parser.parse_args()
    for package in PACKAGES:
        shutil.rmtree(args.folder / package, ignore_errors=True)
        shutil.copytree(ROOT / package, args.folder / package, ignore=_UNWANTED)
    extensions(ROOT, args.folder, jobs=args.jobs)


if __name__ == "__main__":
    main()
