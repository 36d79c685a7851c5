"""Random edits of programs and of a part of LAPACK: results by way of the cache against from scratch.

``python -m tests.incremental --edits 300`` (``make incremental-proof``) ends with 1 at the first
difference and says which edit made it.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from sad.large_stack import run_deep
from sad.reading.options import Reading
from tests.incremental.compare import by_cache, from_scratch
from tests.incremental.edits import Program
from tests.incremental.made import MADE, made
from tests.support.command import CORPUS
from tests.support.realcode import fortran_files

_LAPACK = """dgesv dgetrf dgetrf2 dgetrs dlaswp ilaenv iparmq xerbla dgeqrf dgeqr2 dlarfg dlarf dlarfb
dlarft iladlc iladlr dlapy2 dpotrf dpotrf2 dlaisnan disnan"""


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
        start = time.time()
        while count < edits:
            for name, program in programs.items():
                chance = random.Random(f"{seed} {count}")
                said = program.edit(chance)
                plain, kept = from_scratch(program.reading), by_cache(program.reading, cache)
                count += 1
                served += kept is not None
                if kept is not None and plain != kept:
                    at = _first_difference(plain, kept)
                    print(f"DIFFERENT: seed {seed}, edit {count} of {name}: {said}\n{at}")
                    return 1
                if count >= edits:
                    break
        print(
            f"{count} edits of {len(programs)} programs: no difference; the cache served {served} of "
            f"them ({time.time() - start:.0f} s)"
        )
    return 0


def _first_difference(plain: tuple[str, str], kept: tuple[str, str]) -> str:
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
