"""Conditions that macros bring in, and those of loops with side effects, in programs built by clang."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs
from tests.support.realcode import FOLDER

SOURCE = """\
#include <stdio.h>
#include <stdlib.h>
#define LATE(x) ((x) % 5 == 0)
#define BIG(x) ((x) > 400 && !LATE (x))
#define BOTH(x) (LATE (x) || BIG (x))
static int seed = 7;
static int next(void) { seed = (seed*1103 + 12345) % 1000; return seed; }
static int some(int n)
{
    int s = 0, k, c;
    for (k = 0; k < n; k++) {
        c = next();
        if (!BOTH (c) || !s)
            s += 2;
        if (!(c > 100 && c < 700))
            s += 3;
        if (BIG (c))
            s++;
    }
    while ((c = next()) != 77 && s++ < 5000)
        s += c % 3;
    while (next() > 90)
        s++;
    return s;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50;
    printf("%d\\n", some(n));
    return 0;
}
"""
CHOLESKY = """\
#include "cs.h"
int main (void)
{
    cs *T, *A ;
    csi i, n ;
    double *b ;
    T = cs_load (stdin) ;
    A = cs_compress (T) ;
    n = A->n ;
    b = cs_malloc (n, sizeof (double)) ;
    for (i = 0 ; i < n ; i++) b [i] = 1 ;
    i = cs_cholsol (1, A, b) ;
    printf ("%g\\n", b [0]) ;
    return (i ? 0 : 1) ;
}
"""
UNITS = (
    "load compress cholsol schol chol amd etree post tdfs counts leaf cumsum symperm ereach ipvec pvec "
    "lsolve ltsolve malloc util transpose pinv entry add multiply scatter fkeep"
)
_MEASURED = {"gcc": 262, "clang": 264}  # all that were reached and show in counts
LINES = """\
#include <stdio.h>
#include <stdlib.h>
static int odd(int k) { return k % 2; }
int main(int argc, char **argv)
{
    int k, s = 0, n = argc > 1 ? atoi(argv[1]) : 50;
    for (k = 0; k < n; k++) {
        if ((k % 3 == 1 && !odd(k)) ||
            (k % 5 > 1 && !odd(k/2)))
            s += k;
        printf("%d %d %d\\n", s,
               k,
               (s % 7 > 2 ? k : 0));
    }
    return 0;
}
"""


def profiled(compiler: str, files: str, run: str, *more: str) -> str:
    build = f"{compiler} -O0 -w -I . {{coverage}} {files} -o prog -lm"
    options = ("--build", build, "--run", run, "-o", "p.yaml", "--quiet", *more)
    result = sad("profile", *files.split(), "-I", ".", *options)
    assert result.code == 0, result.err
    return result.out + result.err


@pytest.mark.compiler
@needs(shutil.which("clang"), "clang")
def test_conditions_of_macros_and_of_loops_with_side_effects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """All are measured, none contradicts another, and the values give the counts of the run."""
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(SOURCE)
    said = profiled("clang", "a.c", "./prog 300")
    assert "SAD71" not in said
    assert "not measured" not in said
    assert "never reached" not in said
    assert "its values give 100.0 %" in said


@pytest.mark.compiler
@needs(shutil.which("clang"), "clang")
def test_conditions_that_go_on_over_several_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(LINES)
    said = profiled("clang", "a.c", "./prog 300")
    assert "SAD71" not in said
    assert "not measured" not in said
    assert "its values give 100.0 %" in said


@pytest.mark.realcode
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_cholesky_of_csparse(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = FOLDER / "suitesparse" / "CSparse"
    if not folder.is_dir() or not shutil.which(compiler):
        pytest.skip(f"needs {compiler}, and CSparse, which make oracle downloads")
    monkeypatch.chdir(tmp_path)
    names = [f"cs_{name}.c" for name in UNITS.split()]
    for name in names:
        shutil.copy(folder / "Source" / name, name)
    shutil.copy(folder / "Include" / "cs.h", "cs.h")
    Path("chol.c").write_text(CHOLESKY)
    size = 40
    entries = [(k, k, 9.0 + k % 4) for k in range(size)]
    entries += [(k, k + d, -1.0) for d in (1, 7) for k in range(size - d)]
    entries += [(k + d, k, -1.0) for d in (1, 7) for k in range(size - d)]
    Path("in").write_text("".join(f"{i} {j} {x}\n" for i, j, x in entries))
    said = profiled(compiler, " ".join(["chol.c", *names]), "./prog < in")
    measured = int(said.split("p.yaml: ")[1].split()[0])
    assert measured >= _MEASURED[compiler]
    assert "its values give 99.6 %" in said
    assert "its own counts, which are kept for its sizes, give 100.0 %" in said
