"""Loads and stores that two iterations of the loop around share, and whether gcc does these at once."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.codemodel.chains.dependence_chains import Chains
from sad.codemodel.vector.loops import vector_loops
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.work import Vector


def _nest(declared: str, outer: str, inner: str, *body: str, before: str = "") -> str:
    head = [
        "SUBROUTINE F (N, A, B, C, X, Y)",
        "INTEGER N, I, J, K",
        f"DOUBLE PRECISION {declared}, T",
    ]
    lines = [*head, f"DO {outer}", *([before] if before else []), f"DO {inner}", *body]
    return "".join(f"      {line}\n" for line in (*lines, "END DO", "END DO", "END"))


FLAT = "A(N,N), B(N,N), C(N,N), X(N), Y(N)"
KERNELS = {  # source, shares of loads and stores
    "columns of a product": (
        _nest(FLAT, "K = 1, N", "I = 1, N", "C(I,1) = C(I,1) + T*A(I,K)", before="T = B(K,1)"),
        (0.5, 1.0),
    ),
    "matrix by vector": (
        _nest(FLAT, "J = 1, N", "I = 1, N", "Y(I) = Y(I) + A(I,J)*X(J)"),
        (0.5, 1.0),
    ),
    "labelled": (
        _nest(FLAT, "J = 1, N", "10 I = 1, N", "Y(I) = Y(I) + A(I,J)*X(J)").replace(
            "      END DO", "   10 CONTINUE", 1
        ),
        (0.5, 1.0),
    ),
    "again and again": (
        _nest(FLAT, "J = 1, N", "I = 1, N", "X(I) = X(I)*0.5D0 + Y(I)"),
        (0.5, 1.0),
    ),
    "rank one update": (
        _nest(FLAT, "J = 1, N", "I = 1, N", "A(I,J) = A(I,J) + X(I)*Y(J)"),
        (0.0, 0.0),
    ),
    "triangle": (
        _nest(FLAT, "J = 1, N", "I = J + 1, N", "X(I) = X(I) - A(I,J)*Y(J)"),
        (0.0, 0.0),
    ),
    "four points": (
        _nest(
            FLAT, "J = 2, N - 1", "I = 2, N - 1", "B(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)"
        ),
        (0.0, 0.0),
    ),
    "copy": (_nest(FLAT, "J = 1, N", "I = 1, N", "B(I,J) = A(I,J)"), (0.0, 0.0)),
}  # fmt: skip


def _vector(source: str) -> Vector:
    entry = analyse(program_of(source)).entries[-1]
    (vector,) = vector_loops(entry, Chains()).values()
    return vector


@pytest.mark.parametrize("name", KERNELS)
def test_shares_are_those_of_what_is_stored_and_found_again(name: str):
    source, shares = KERNELS[name]
    vector = _vector(source)
    assert (vector.shared_loads, vector.shared_stores) == shares


@pytest.mark.parametrize("name", KERNELS)
def test_gcc_does_two_iterations_at_once_where_stores_are_shared(name: str, tmp_path: Path):
    if shutil.which("gfortran") is None:
        pytest.skip("gfortran is not installed")
    source, (_, stores) = KERNELS[name]
    (tmp_path / "f.f").write_text(source)
    command = ["gfortran", "-O3", "-c", "f.f", "-o", "f.o", "-fopt-info-loop-optimized"]
    report = subprocess.run(
        command, cwd=tmp_path, check=True, capture_output=True, text=True
    ).stderr
    assert ("unroll and jam" in report) is bool(stores)
