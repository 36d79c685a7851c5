"""Random edits of programs and of a part of LAPACK: results by way of the cache against from scratch.

``python -m tests.incremental --edits 300`` (``make incremental-proof``) ends with 1 at the first
difference and says which edit made it. After each edit snapshots are compared, and one report: of two
processes and the cache against one process without.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from sad.large_stack import run_deep
from sad.reading.options import Reading
from tests.incremental.compare import by_cache, from_scratch, reports
from tests.incremental.edits import Program
from tests.incremental.made import MADE, made
from tests.support.command import CORPUS
from tests.support.realcode import fortran_files

if TYPE_CHECKING:
    from collections.abc import Sequence

_LAPACK = """dgesv dgetrf dgetrf2 dgetrs dlaswp ilaenv iparmq xerbla dgeqrf dgeqr2 dlarfg dlarf dlarfb
dlarft iladlc iladlr dlapy2 dpotrf dpotrf2 dlaisnan disnan"""

_XEON = ("--machine", "xeon-emerald-rapids")
_OF_ANY = (
    ("analyze",),
    ("analyze", "--format", "json", "--machine", "sparc2"),
    ("annotate",),
    ("analyze", *_XEON),
    ("compare", "--machine", "sparc2", "--machine", "zen3"),
    ("sweep", "--vary", "N=4,6", "--quantity", "operations"),
)
_ALONE = {
    "matmul": "matmul/matmul.f",
    "ring": "mpi/ring/source.f",
    "stencil": "omp/stencil/source.c",
}
_OF_ONE = {
    "matmul": (("analyze", *_XEON, "--model", "asm"),),
    "ring": (
        ("analyze", "--comm"),
        ("scale", "--machine", "paragon", "--procs", "2,4", "--contention"),
    ),
    "stencil": (
        ("analyze", *_XEON, "--set", "nthreads=4"),
        ("annotate", "--set", "nthreads=4"),
    ),
}
"""Reports besides those of any program: object code, messages, contention, threads."""


def main() -> int:
    """Return 1 if some result differs."""
    parser = argparse.ArgumentParser(prog="tests.incremental", description=__doc__)
    parser.add_argument("--edits", type=int, default=300, help="edits in all")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    return run_deep(lambda: _prove(args.edits, args.seed))


def _prove(edits: int, seed: int) -> int:
    with tempfile.TemporaryDirectory() as place:
        programs = _programs(Path(place))
        cache = Path(place) / "cache"
        count = served = 0
        made_reports = Counter[str]()
        start = time.time()
        while count < edits:
            for name, program in programs.items():
                chance = random.Random(f"{seed} {count}")
                said = program.edit(chance)
                where = f"seed {seed}, edit {count + 1} of {name}: {said}"
                plain, kept = from_scratch(program.reading), by_cache(program.reading, cache)
                command = chance.choice((*_OF_ANY, *_OF_ONE.get(name, ()) * 3))
                scratch, again = reports(program.reading, command, cache)
                made_reports[" ".join(command)] += 1
                count += 1
                served += kept is not None
                if kept is not None and plain != kept:
                    print(f"DIFFERENT: {where}\n{_first_difference(plain, kept)}")
                    return 1
                if scratch != again:
                    what = " ".join(command)
                    print(f"DIFFERENT: {where}, sad {what}")
                    print(_first_difference((scratch,), (again,)))
                    return 1
                if count >= edits:
                    break
        print(
            f"{count} edits of {len(programs)} programs: no difference; the cache served {served} of "
            f"them ({time.time() - start:.0f} s)"
        )
        for command, number in sorted(made_reports.items()):
            print(f"{number:4} reports: sad {command}")
    return 0


def _first_difference(plain: Sequence[str], kept: Sequence[str]) -> str:
    for one, other in zip(plain, kept, strict=True):
        for number, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                near = slice(max(0, number - 200), number + 200)
                return f"scratch: {one[near]}\ncache:   {other[near]}"
    return "one is longer"


def _programs(place: Path) -> dict[str, Program]:
    found = {name: made(name, place / name) for name in MADE}
    for folder in ("md1", "rkode"):
        found[folder] = _copied(sorted((CORPUS / folder).rglob("*.f")), place / folder)
    for name, source in _ALONE.items():
        found[name] = _copied([CORPUS / source], place / name)
    real = {path.stem: path for path in fortran_files("lapack", "SRC")}
    if real:
        found["lapack"] = _copied([real[name] for name in _LAPACK.split()], place / "lapack")
    else:
        sys.stderr.write("LAPACK is not downloaded, and left out; run: make real-code\n")
    return found


def _copied(files: list[Path], folder: Path) -> Program:
    folder.mkdir()
    for path in files:
        shutil.copy(path, folder / path.name)
    return Program(folder, Reading((str(folder),)))


if __name__ == "__main__":
    sys.exit(main())
