"""Where procedures are defined: from the names a program lacks to the files that have them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tests.support.realcode import FOLDER, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_SUFFIXES = (".f", ".F", ".f90", ".F90")
_KINDS = r"INTEGER|REAL|LOGICAL|COMPLEX|DOUBLE[ \t]*PRECISION|DOUBLE[ \t]*COMPLEX|CHARACTER"
_LENGTH = r"[ \t]*(?:\*[ \t]*\d+|\([^)\n]*\))"
# In fixed form the name may stand on a continuation line, after its mark in column 6.
_DEFINES = re.compile(
    rf"^(?: {{5}}\S)?[ \t]*(?:(?:RECURSIVE|PURE|ELEMENTAL|{_KINDS})(?:{_LENGTH})?[ \t]+)*"
    r"(?:SUBROUTINE|FUNCTION|ENTRY)[ \t]+(\w+)|^[ \t]*MODULE[ \t]+(\w+)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_USES = re.compile(r"^[ \t]*USE[ \t]+(?:::)?[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)

DRIVERS = ROOT / "tests" / "realruns" / "drivers"
BLAS = FOLDER / "lapack" / "BLAS" / "SRC"
LAPACK = FOLDER / "lapack" / "SRC"
INSTALL = FOLDER / "lapack" / "INSTALL"
DEPRECATED = LAPACK / "DEPRECATED"
# INSTALL holds several versions of some procedures; these are the portable ones.
_INSTALLED = (
    "dlamch.f",
    "slamch.f",
    "droundup_lwork.f",
    "sroundup_lwork.f",
    "dsecnd_INT_CPU_TIME.f",
    "second_INT_CPU_TIME.f",
    "ilaver.f",
)


def find(name: str, folders: Sequence[Path]) -> Path | None:
    """Return the file that defines a procedure or module, in the first folder that has it.

    A file named like it wins over others; subfolders do not count. ``name`` is in lower case.
    """
    for folder in folders:
        for suffix in _SUFFIXES:
            if f"{name}{suffix}" in _files(folder):
                return folder / f"{name}{suffix}"
        path = _definitions(folder).get(name)
        if path is not None:
            return path
    return None


@cache
def _files(folder: Path) -> frozenset[str]:
    names = (path.name for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return frozenset(name for name in names if folder != INSTALL or name in _INSTALLED)


@cache
def _definitions(folder: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in sorted(folder / name for name in _files(folder)):
        for procedure, module in _DEFINES.findall(path.read_text("latin-1")):
            found.setdefault((procedure or module).lower(), path)
    return found


def modules_used(path: Path, folders: Sequence[Path]) -> list[Path]:
    """Return the files of the modules that a file uses."""
    names = dict.fromkeys(name.lower() for name in _USES.findall(path.read_text("latin-1")))
    found = (find(name, folders) for name in names)
    return [file for file in found if file is not None and file != path]


def needed(symbols: Iterable[str], folders: Sequence[Path]) -> list[Path]:
    """Return the files that define what the linker calls ``symbols``; unknown ones are left out.

    gfortran's own symbols have no underscore at the end, or are a module's.
    """
    files: dict[Path, None] = {}
    for symbol in symbols:
        module = re.fullmatch(r"__(\w+)_MOD_\w+", symbol)
        if module is None and not symbol.endswith("_"):
            continue
        path = find(module[1] if module else symbol.removesuffix("_"), folders)
        if path is not None:
            files[path] = None
    return list(files)
