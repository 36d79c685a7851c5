"""Which loops can be vector code: known answers, and what gcc reports of the same loops."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.codemodel.chains.dependence_chains import Chains, dependence_chains
from sad.codemodel.vector.loops import vector_loops
from tests.codemodel.expected import source_of
from tests.codemodel.kernels import FORTRAN, VECTOR, C
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.work import Vector


def _is_fortran(source: str) -> bool:
    return source.startswith("      ")


SOURCES = {name: source_of(*parts) for name, parts in FORTRAN.items()} | C | VECTOR


def _vector(source: str) -> Vector:
    language = "fortran" if _is_fortran(source) else "c"
    entry = analyse(program_of(source, language)).entries[-1]
    return list(vector_loops(entry, Chains()).values())[-1]


REASONS = {
    "distance one": "reads what one before has stored",
    "recurrence": "reads what one before has stored",
    "prefix sum": "needs the result of the one before",
    "search": "left at several places",
    "scatter": "through an index",
    "rounded": "no vector form of nint",
    "quotients": "integer division",
    "calls": "calls a procedure",
    "list": "needs the result of the one before",
}


@pytest.mark.parametrize("name", REASONS)
def test_reason_why_not(name: str):
    vector = _vector(SOURCES[name])
    assert not vector.possible
    assert REASONS[name] in vector.reason


def test_details():
    assert _vector(SOURCES["mixed precision"]).narrowest_bytes == 4
    assert _vector(SOURCES["mixed precision"]).element_bytes == 8
    assert _vector(SOURCES["dot in a dummy"]).reduction
    assert not _vector(SOURCES["integer sum in a dummy"]).reduction
    assert _vector(SOURCES["conditional store"]).masked
    assert not _vector(SOURCES["either"]).masked
    assert _vector(SOURCES["axpy without restrict"]).checks == 1
    assert _vector(SOURCES["zero"]).library == "memset"
    assert _vector(SOURCES["copied"]).library == "memcpy"
    assert _vector(SOURCES["exponential"]).mathematical
    assert _vector(SOURCES["eight"]).cheap
    assert not _vector(SOURCES["axpy"]).cheap
    assert _vector(SOURCES["gather"]).gathered == 1


HEAD = "void f(int n, const int *restrict x, const int *restrict h, int *restrict y)\n"
FEW = {  # loops of few constant trips inside
    "filter": "{ int s = 0; for (int k = 0; k < 5; k++) s += h[k]*x[i+k]; y[i] = s; }",
    "powers": "{ int s = x[i]; for (int k = 0; k < 4; k++) s = s*s + k; y[i] = s; }",
    "box": "{ int s = 0; for (int p = 0; p < 3; p++) for (int q = 0; q < 3; q++)"
    " s += x[(h[0] + p)*n + i + q]; y[i] = s; }",
    "places that both move": "for (int k = 0; k < 4; k++) y[i*k] += x[i];",
    "counts": "{ int s = 0; for (int k = 0; k < 4; k++) if (x[i] > k) s++; y[i] = s; }",
}


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("gcc-12") is None, reason="needs gcc 12")
@pytest.mark.parametrize("name", FEW)
def test_loops_around_copies_are_in_vectors_as_gcc_makes_them(name: str, tmp_path: Path):
    source = f"{HEAD}{{\nfor (int i = 0; i < n; i++)\n{FEW[name]}\n}}\n"
    entry = analyse(program_of(source, "c")).entries[-1]
    found = vector_loops(entry, dependence_chains(entry)).get("loop1")
    path = tmp_path / "kernel.c"
    path.write_text(source, encoding="utf-8")
    command = ["gcc-12", "-O3", "-fopt-info-vec-optimized", "-c", str(path)]
    report = subprocess.run(
        [*command, "-o", str(tmp_path / "kernel.o")],
        check=True, timeout=60, capture_output=True, text=True,
    ).stderr  # fmt: skip
    assert (found is not None and found.possible) == ("kernel.c:3:" in report), report


@pytest.mark.sampled(6)
@pytest.mark.compiler
@pytest.mark.skipif(
    shutil.which("gfortran-12") is None or shutil.which("gcc-12") is None,
    reason="needs gcc 12 and gfortran 12",
)
@pytest.mark.parametrize("name", SOURCES)
def test_gcc_agrees(name: str, tmp_path: Path):
    source = SOURCES[name]
    vector = _vector(source)
    if vector.library:
        pytest.skip("it becomes a library call")
    suffix, compiler = (".f", "gfortran-12") if _is_fortran(source) else (".c", "gcc-12")
    path = tmp_path / f"kernel{suffix}"
    path.write_text(source, encoding="utf-8")
    for flags, expected in (
        ((), vector.possible and not vector.masked),
        (("-march=x86-64-v4",), vector.possible),
    ):
        command = [compiler, "-w", "-O3", *flags, "-fopt-info-vec-optimized", "-c", str(path)]
        report = subprocess.run(
            [*command, "-o", str(tmp_path / "kernel.o")],
            check=True, timeout=60, capture_output=True, text=True,
        ).stderr  # fmt: skip
        assert ("loop vectorized" in report) == expected, (flags, vector.reason)
