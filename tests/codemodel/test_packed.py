"""Elements side by side: known answers, and whether gcc's code at -O2 holds them in vectors."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.codemodel.chains.dependence_chains import Chains
from sad.codemodel.vector.loops import vector_loops
from sad.machine.throughput import VectorUnit
from sad.mapping.throughput import packed_lanes
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.work import Vector

_IN_VECTORS = re.compile(r"\t(?:add|mul|sub)p[sd]\t")


def _fortran(kind: str, declared: str, step: int, *body: str) -> str:
    head = ["SUBROUTINE F (N, D, X, Y)", "INTEGER N, I", f"{kind} D, {declared}"]
    lines = [*head, f"DO 10 I = 1, N, {step}", *body]
    return "".join(f"      {line}\n" for line in lines) + "   10 CONTINUE\n      END\n"


def _unrolled(copies: int, text: str) -> list[str]:
    return [text.replace("@", f"(I+{number})") for number in range(copies)]


def _c(arguments: str, body: str) -> str:
    loop = f"    for (int i = 0; i < n; i++) {{\n{body}    }}\n"
    return f"void f(int n, double d, {arguments})\n{{\n{loop}}}\n"


FLAT = "X(*), Y(*)"
KERNELS = {  # source, elements side by side
    "axpy by 4": (_fortran("DOUBLE PRECISION", FLAT, 4, *_unrolled(4, "Y@ = Y@ + D*X@")), 4),
    "axpy by 4, single": (_fortran("REAL", FLAT, 4, *_unrolled(4, "Y@ = Y@ + D*X@")), 4),
    "scaling by 5": (_fortran("DOUBLE PRECISION", FLAT, 5, *_unrolled(5, "X@ = D*X@")), 5),
    "scaling by 2": (_fortran("DOUBLE PRECISION", FLAT, 2, *_unrolled(2, "X@ = X@*D")), 2),
    "three components": (
        _fortran(
            "DOUBLE PRECISION", "X(3,*), Y(3,*)", 1,
            *(f"X({n},I) = X({n},I) + D*Y({n},I)" for n in (1, 2, 3)),
        ),
        3,
    ),
    "two components": (
        _fortran(
            "DOUBLE PRECISION", "X(2,*), Y(2,*)", 1,
            *(f"X({n},I) = X({n},I) + D*Y({n},I)" for n in (1, 2)),
        ),
        2,
    ),
    "two operations": (
        _fortran("DOUBLE PRECISION", FLAT, 2, "Y(I) = D*X(I)", "Y(I+1) = X(I+1)/D"),
        1,
    ),
    "restrict": (
        _c(
            "const double *restrict x, double *restrict y",
            "        y[2*i] = d*x[2*i];\n        y[2*i+1] = d*x[2*i+1];\n",
        ),
        2,
    ),
    "what may overlap": (
        _c(
            "const double *x, double *y",
            "        y[2*i] = d*x[2*i];\n        y[2*i+1] = d*x[2*i+1];\n",
        ),
        1,
    ),
    "rows of two": (
        _c(
            "double (*restrict x)[2]",
            "        x[i][0] = x[i][0]*d;\n        x[i][1] = x[i][1]*d;\n",
        ),
        2,
    ),
}  # fmt: skip


def _vector(source: str) -> Vector:
    language = "fortran" if source.startswith(" ") else "c"
    entry = analyse(program_of(source, language)).entries[-1]
    (vector,) = vector_loops(entry, Chains()).values()
    return vector


@pytest.mark.parametrize("name", KERNELS)
def test_elements_side_by_side_are_counted(name: str):
    source, elements = KERNELS[name]
    assert _vector(source).packed == elements


@pytest.mark.parametrize("name", KERNELS)
def test_vectors_hold_what_gcc_holds_in_them(name: str, tmp_path: Path):
    source, _ = KERNELS[name]
    suffix, compiler = (".f", "gfortran") if source.startswith(" ") else (".c", "gcc")
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (tmp_path / f"f{suffix}").write_text(source)
    command = [compiler, "-O2", "-S", "-o", "f.s", f"f{suffix}"]
    subprocess.run(command, cwd=tmp_path, check=True)
    packed = _IN_VECTORS.search((tmp_path / "f.s").read_text()) is not None
    assert (packed_lanes(_vector(source), VectorUnit(16, cheap=True)) > 1) is packed
