"""Compile C (and Fortran it calls) with gcov's counters; link what is needed of a library's units."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

from tests.realruns.build import RUNS, Built, call, compile_to, link
from tests.support.compiler import GCC, GFORTRAN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.realruns.programs import RealProgram

_FLAGS = ("-w", "-O0", "--coverage")
_FORTRAN = (".f", ".F", ".f90", ".F90")


def build(program: RealProgram) -> Built:
    """Compile a program's sources and units, and link the units that it needs.

    Raises NotBuilt with the compiler's first words.
    """
    wanted = [_compile(path, program.include) for path in program.sources]
    sources = dict(zip(wanted, program.sources, strict=True))
    where: dict[str, Path] = {}
    files: dict[Path, Path] = {}
    for path in program.units:
        item = _compile(path, program.include)
        files[item] = path
        for symbol in _symbols(item, "--defined-only"):
            where.setdefault(symbol, item)
    for item in wanted:
        for symbol in _symbols(item, "--undefined-only"):
            needed = where.get(symbol)
            if needed is not None and needed not in sources:
                sources[needed] = files[needed]
                wanted.append(needed)
    folder = RUNS / "programs" / program.name
    folder.mkdir(parents=True, exist_ok=True)
    linker = GFORTRAN if any(path.suffix in _FORTRAN for path in sources.values()) else GCC
    executable = link(str(linker), [str(item) for item in wanted], folder, "-lm")
    return Built(tuple(sources.values()), tuple(wanted), executable, added=True)


def _compile(path: Path, include: Sequence[Path]) -> Path:
    in_c = path.suffix not in _FORTRAN
    standard = "-std=gnu17" if in_c else "-std=legacy"
    flags = [standard, *_FLAGS, *(f"-I{folder}" for folder in include)]
    key = hashlib.sha256(path.read_bytes() + str(path).encode() + repr(flags).encode())
    target = RUNS / "objects" / f"{path.stem}-{key.hexdigest()[:12]}.o"
    if not target.exists():
        compile_to(target, [str(GCC if in_c else GFORTRAN), *flags, "-c", str(path)])
    return target


def defined(built: Built) -> frozenset[str]:
    """Return the functions and variables that a program's objects have, static ones too."""
    command = ["nm", "--defined-only", "--format=just-symbols", *map(str, built.objects)]
    return frozenset(call(command, built.executable.parent).split())


@cache
def _symbols(item: Path, which: str) -> tuple[str, ...]:
    names = call(["nm", "--extern-only", which, "--format=just-symbols", str(item)], item.parent)
    return tuple(sorted(names.split()))
