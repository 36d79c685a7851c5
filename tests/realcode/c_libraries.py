"""Which files of gsl, zlib and lz4 are translation units, and how their packages compile them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tests.support.realcode import FOLDER, c_files

if TYPE_CHECKING:
    from pathlib import Path

GSL, ZLIB, LZ4 = FOLDER / "gsl", FOLDER / "zlib", FOLDER / "lz4"
_VARIABLE = re.compile(r"^(\w+) *= *((?:.*\\\n)*.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Group:
    """Translation units that are compiled alike."""

    name: str
    files: list[Path] = field(hash=False)
    include: tuple[Path, ...]


def c_groups() -> list[Group]:
    """Return the groups of the survey; without files where a package is not downloaded."""
    library, tests = gsl_units()
    own = sorted(ZLIB.glob("*.c"))
    rest = [path for path in c_files("zlib") if path not in own]
    lib = sorted((LZ4 / "lib").glob("*.c"))
    others = [path for path in c_files("lz4") if path not in lib]
    return [
        Group("gsl", library, (GSL,)),
        Group("gsl's tests", tests, (GSL,)),
        Group("zlib", own, (ZLIB,)),
        Group("zlib's tests, examples, contrib", rest, (ZLIB,)),
        Group("lz4", lib, (LZ4 / "lib",)),
        Group("lz4's programs, tests, examples", others, (LZ4 / "lib", LZ4 / "programs")),
    ]


def gsl_units() -> tuple[list[Path], list[Path]]:
    """Return the units of the library and its programs, and those of its tests."""
    library: set[Path] = set()
    tests: set[Path] = set()
    for makefile in sorted(GSL.rglob("Makefile.am")):
        programs = set(_variables(makefile).get("check_PROGRAMS", "").split())
        for name, value in _variables(makefile).items():
            if name.endswith("_SOURCES"):
                target = tests if name.removesuffix("_SOURCES") in programs else library
                target |= _files(makefile.parent, value)
    return sorted(library), sorted(tests - library)


def gsl_test(directory: str) -> tuple[list[Path], list[Path]]:
    """Return the sources of a directory's test program, and the units of the libraries it names."""
    folder = GSL / directory
    variables = _variables(folder / "Makefile.am")
    units: dict[Path, None] = {}
    for library in variables["test_LDADD"].split():
        place = (folder / library).parent.resolve()
        for name, value in _variables(place / "Makefile.am").items():
            if name.endswith("_la_SOURCES"):
                units.update(dict.fromkeys(sorted(_files(place, value))))
    return sorted(_files(folder, variables["test_SOURCES"])), list(units)


def gsl_library(*directories: str) -> list[Path]:
    """Return the library's units in some of its folders."""
    return [path for path in gsl_units()[0] if path.parent.name in directories]


@cache
def _variables(makefile: Path) -> dict[str, str]:
    text = makefile.read_text(encoding="utf-8")
    return {name: value.replace("\\\n", " ") for name, value in _VARIABLE.findall(text)}


def _files(folder: Path, value: str) -> set[Path]:
    found = {(folder / name) for name in value.split() if name.endswith(".c")}
    return {path for path in found if path.is_file()}
