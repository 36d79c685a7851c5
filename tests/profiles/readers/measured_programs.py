"""Programs that are built for coverage and run, and what the tools then write of them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles
from tests.support.compiler import needs, run

if TYPE_CHECKING:
    from pathlib import Path

FORTRAN = """\
      PROGRAM LOOPS
      N = 5
      K = 0
      DO 10 I = 1, N
         IF (I .GT. 2) K = K + 1
   10 CONTINUE
      DO 20 I = 1, N
   20 CALL S(K)
      IF (K .GT. 100) THEN
         K = 0
      END IF
      END
      SUBROUTINE S(K)
      IF (K .EQ. 0) RETURN
      K = K + 1
      END
"""
# Functions that share a line, a macro with conditions, a condition the compiler decides, dead code.
C = """\
#include "clip.h"
#define DEFINE(n) static int f##n(int a) { return a > 2 ? a : 0; }
static int k;
DEFINE(a) DEFINE(b)
int main(int argc, char **argv)
{
    for (int i = 0; i < 10; i++) {
        CLIP(i); CLIP(i + 1);
        if (i > 4 && i < 8)
            k += fa(i);
        else
            k += fb(i + argc);
    }
    while (1) {
        if (k++ > 100)
            break;
    }
    if (k < 0) {

        k = 7;
    }
    return other(k) == 0;
}
"""
OTHER = """\
#include "clip.h"
int other(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        k += halved(i);
    }
    return k;
}
"""
HEADER = """\
#define CLIP(x) if ((x) > 3 && (x) < 9) k++
int other(int n);
static inline int halved(int i)
{
    return i % 2 ? i : i / 2;
}
"""

CLANG = shutil.which("clang")
LCOV = shutil.which("lcov")
PROFDATA = shutil.which("llvm-profdata")
LLVM_COV = shutil.which("llvm-cov")

needs_lcov = needs(LCOV, "lcov")
needs_clang = needs(CLANG and PROFDATA and LLVM_COV, "clang, llvm-profdata and llvm-cov")


def done(command: list[str], folder: Path) -> str:
    """Run a command that must succeed; return its standard output."""
    result = run(command, folder)
    assert result.returncode == 0, result.stderr
    return result.stdout


def one(path: Path | str) -> Profile:
    """Return the only profile of a path."""
    (profile,) = read_profiles(str(path), {})
    assert isinstance(profile, Profile)
    return profile


def fortran_program(folder: Path) -> Path:
    """Build and run the Fortran program; return the folder with its coverage files."""
    folder.mkdir(exist_ok=True)
    (folder / "loops.f").write_text(FORTRAN)
    options = ["-std=legacy", "-w", "-O0", "--coverage"]
    done(["gfortran", *options, "loops.f", "-o", "loops"], folder)
    done(["./loops"], folder)
    return folder


def c_sources(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in (("main.c", C), ("other.c", OTHER), ("clip.h", HEADER)):
        (folder / name).write_text(text)
    return folder


def c_program(folder: Path) -> Path:
    """Build and run the C program of two files; return the folder with its coverage files."""
    c_sources(folder)
    for name in ("main", "other"):
        done(["gcc", "-O0", "--coverage", "-c", f"{name}.c"], folder)
    done(["gcc", "--coverage", "main.o", "other.o", "-o", "program"], folder)
    run(["./program"], folder)
    return folder


def gcov_json(folder: Path) -> str:
    """Return what gcov writes of all data files of a folder."""
    names = sorted(path.name for path in folder.glob("*.gcda"))
    return done(["gcov", "-b", "--json-format", "--stdout", *names], folder)


def lcov_info(folder: Path) -> Path:
    """Return lcov's file of a folder, with branches and checksums."""
    options = ["--rc", "lcov_branch_coverage=1", "--checksum", "-q"]
    done(["lcov", *options, "-c", "-d", ".", "-o", "all.info"], folder)
    return folder / "all.info"


def llvm_export(folder: Path, *options: str) -> str:
    """Build and run the C program with clang; return what llvm-cov exports of it."""
    c_sources(folder)
    flags = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping"]
    done(["clang", *flags, "main.c", "other.c", "-o", "program"], folder)
    run(["./program"], folder)
    done(["llvm-profdata", "merge", "default.profraw", "-o", "all.profdata"], folder)
    return done(
        ["llvm-cov", "export", "./program", "-instr-profile=all.profdata", *options], folder
    )
