"""Loops around sums that are vector code: as gcc reports them, at -O2 and -O3."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.codemodel.chains.dependence_chains import dependence_chains
from sad.codemodel.vector.loops import vector_loops
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.work import Vector

GLOBAL = "double A[300][300], B[300][300], C[300][300];\n"
NEST = """\
void f(HEAD)
{
for (int i = 0; i < ROWS; i++)
for (int j = 0; j < COLUMNS; j++) {
double s = 0;
for (int k = 0; k < TERMS; k++)
s += LEFT * RIGHT;
RESULT = s; }
}
"""
USUAL = {"HEAD": "int n", "ROWS": "300", "COLUMNS": "300", "TERMS": "300", "LEFT": "A[i][k]"}
USUAL |= {"RIGHT": "B[k][j]", "RESULT": "C[i][j]"}
MATRICES = {
    "HEAD": "int n, double a[n][n], double b[n][n], double c[n][n]",
    "LEFT": "a[i][k]",
    "RIGHT": "b[k][j]",
    "RESULT": "c[i][j]",
}
KNOWN = {key: value for key, value in MATRICES.items() if key != "HEAD"}
POINTERS = {"HEAD": "int n, double *a, double *b, double *c", "LEFT": "a[i*n + k]"}
POINTERS |= {"RIGHT": "b[k*n + j]", "RESULT": "c[i*n + j]"}
VARIANTS = {
    "constant": {},
    "terms by a variable": {"TERMS": "n"},
    "columns by a variable": {"COLUMNS": "n"},
    "columns that vectors do not divide": {"COLUMNS": "299"},
    "all by a variable": {"ROWS": "n", "COLUMNS": "n", "TERMS": "n"},
    "transposed": {"RIGHT": "B[j][k]"},
    "a triangle": {"TERMS": "j"},
    "matrices by a variable": {"COLUMNS": "n", "TERMS": "n", **MATRICES},
    "pointers": {"COLUMNS": "n", "TERMS": "n", **POINTERS},
    "rows": {
        "COLUMNS": "n",
        "TERMS": "n",
        "HEAD": "int n, double **a, double **b, double **c",
        **KNOWN,
    },
}


def around(source: str) -> Vector:
    entry = analyse(program_of(source, "c")).entries[0]
    return vector_loops(entry, dependence_chains(entry))["loop1.loop1.loop1"]


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("gcc-12") is None, reason="needs gcc 12")
@pytest.mark.parametrize("flag", ["-O2", "-O3"])
@pytest.mark.parametrize("name", VARIANTS)
def test_the_loop_around_is_in_vectors_where_gcc_has_it_so(name: str, flag: str, tmp_path: Path):
    source = NEST
    for part, text in {**USUAL, **VARIANTS[name]}.items():
        source = source.replace(part, text)
    source = GLOBAL + source
    found = around(source)
    path = tmp_path / "kernel.c"
    path.write_text(source, encoding="utf-8")
    command = ["gcc-12", flag, "-fopt-info-vec-optimized", "-c", str(path)]
    report = subprocess.run(
        [*command, "-o", str(tmp_path / "kernel.o")],
        check=True, timeout=60, capture_output=True, text=True,
    ).stderr  # fmt: skip
    columns = found.possible and not found.reduction and (flag == "-O3" or found.cheap)
    assert columns == ("kernel.c:5:" in report), report
