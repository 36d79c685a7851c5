"""How a program is usually built and run, where nobody says: the compilers of GNU with all sources."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.files import files_below

if TYPE_CHECKING:
    from collections.abc import Sequence

_C, _HEADER = ".c", ".h"
_MAIN = re.compile(
    r"\bmain\s*\(\s*(?:const\s+)?int\s+(\w+)\s*,\s*(?:const\s+)?char\s*(?:const\s*)?"
    r"\*\s*(?:const\s*)?\*?\s*(\w+)"
)
_NUMBER = re.compile(r"([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)")
_VARIED = re.compile(r"\{(\w+)\}")
_ENDS = re.compile(r"[<>]|2>|&&")


def source_files(sources: Sequence[str]) -> list[str]:
    """Return the files to compile among sources, which may be folders."""
    from frontends.registry import READERS  # noqa: PLC0415

    suffixes = READERS.keys() - {_HEADER}
    found: list[str] = []
    for source in sources:
        found += files_below(source, suffixes) if os.path.isdir(source) else [source]
    return [name for name in found if Path(name).suffix in suffixes]


def usual_compiler(files: Sequence[str]) -> str:
    """Return the GNU compiler of a program: gfortran if any file is Fortran, else gcc."""
    return "gfortran" if any(Path(name).suffix != _C for name in files) else "gcc"


def usual_build(
    sources: Sequence[str], run: str, include: Sequence[str], define: Sequence[str]
) -> str:
    """Return a command that builds the program which the command ``run`` runs.

    Raises SAD730 without a source, a compiler, or a program in this folder that is run.
    """
    files = source_files(sources)
    if not files:
        hint = "say how it is built: --build 'make CFLAGS={coverage}'"
        raise argument_error("SAD730", f"no source file in {', '.join(sources)}", hint)
    compiler = usual_compiler(files)
    if shutil.which(compiler) is None:
        hint = f"install it, or say how to build: --build 'ifort {{coverage}} {files[0]}'"
        raise argument_error("SAD730", f"{compiler} is not installed", hint)
    programs = [word for word in run.split() if word.startswith("./")]
    if not programs:
        hint = "for instance --build 'gfortran {coverage} solve.f -o solve'"
        raise argument_error("SAD730", f"--run {run!r} names no program ./NAME to build", hint)
    options = [f"-I{name}" for name in include] + [f"-D{name}" for name in define]
    legacy = ["-std=legacy"] if compiler == "gfortran" else []
    program = programs[-1].removeprefix("./")
    words = [*legacy, *options, *map(_seen, files), "-o", program, *(["-lm"] * (not legacy))]
    return f"{compiler} {{coverage}} {shlex.join(words)}"


def usual_run(sources: Sequence[str]) -> str:
    """Return the command that runs the program: ``./NAME`` of NAME.f."""
    name = Path(os.path.realpath(sources[0])).stem or "program"
    return shlex.quote(f"./{name}")


def argument_values(sources: Sequence[str], run: str) -> list[str]:
    """Return NAME=VALUE for the numbers that a C program's ``main`` gets from its command line."""
    names = [name for file in source_files(sources) if (name := _names_of_main(file))]
    words = shlex.split(run)
    start = next((place for place, word in enumerate(words) if word.startswith("./")), None)
    if not names or start is None:
        return []
    arguments = list(takewhile(lambda word: not _ENDS.match(word), words[start + 1 :]))
    count, values = names[0]
    found = [f"{count}={len(arguments) + 1}"]
    for place, word in enumerate(arguments, 1):
        value = _NUMBER.fullmatch(word) or _VARIED.fullmatch(word)
        if value is not None:
            found.append(f"{values}{place}={value[1]}")
    return found


def _names_of_main(file: str) -> tuple[str, str] | None:
    """The names of ``argc`` and ``argv`` in a C file that has a ``main`` with both."""
    if Path(file).suffix != _C:
        return None
    try:
        found = _MAIN.search(Path(file).read_text(encoding="utf-8", errors="replace"))
    except OSError:  # who reads the sources says so
        return None
    return (found[1], found[2]) if found is not None else None


def _seen(name: str) -> str:
    """A path as it is found from the folder that is copied: this one."""
    path = os.path.relpath(name)
    return os.path.abspath(name) if path.startswith("..") else path
