"""Directives that are suggested, and races that are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path


def suggested(folder: Path, name: str, text: str, *options: str) -> list[str]:
    """Return the lines of directives that are suggested for a file."""
    (folder / name).write_text(text)
    output = sad("parallelism", folder / name, "--suggest", "--procs", "8", *options).out
    lines = output.partition("directives, and")[2].splitlines()
    return [line.strip() for line in lines if line.strip().startswith(("!$OMP", "#pragma"))]


FORTRAN = """
      SUBROUTINE F (N, A, X, S)
      REAL A(N,N), X(N), S, T
      DO 20 J = 1, N
      T = X(J)
      DO 10 I = 1, N
      A(I,J) = A(I,J)*T + T*T
   10 CONTINUE
   20 S = S + T*2.0
      END
"""


def test_clauses_of_fortran(tmp_path: Path):
    found = suggested(tmp_path, "f.f", FORTRAN, "--set", "N=100")
    assert found == ["!$OMP PARALLEL DO REDUCTION(+:S) PRIVATE(T,I)"]


def test_a_variable_of_c_that_the_loop_declares_needs_no_clause(tmp_path: Path):
    text = """
void f(int n, double *restrict x, double *restrict y, double *restrict z)
{
    double u;
    for (int i = 0; i < n; i++) {
        double t = x[i]*2.0;
        u = t*t;
        y[i] = u > 1.0 ? u : z[i]*3.0;
    }
}
"""
    found = suggested(
        tmp_path, "f.c", text, "--set", "n=100", "--assume", "no-zeros", "--defaults", "heuristics"
    )
    assert found == ["#pragma omp parallel for private(u)"]


@pytest.mark.parametrize(
    ("clauses", "body", "told"),
    [
        ("", "X(I) = X(I-1)", "depend on each other: line 6 reads the X that line 6 set"),
        ("", "S = S + X(I)", "threads take the sum of S on line 6 at once"),
        ("REDUCTION(+:S)", "S = S + X(I)", ""),
        ("", "X(I) = 1", ""),
        ("", "T = X(I)\n      Y(I) = T", "threads set one T on line 6 at once"),
        ("PRIVATE(T)", "T = X(I)\n      Y(I) = T", ""),
        ("DEFAULT(PRIVATE) SHARED(X,Y,N)", "T = X(I)\n      Y(I) = T", ""),
        ("", "Y(IX(I)) = 1", ""),
        ("", "CALL AWAY(X(I))", ""),
    ],
)
def test_races(tmp_path: Path, clauses: str, body: str, told: str):
    text = f"""      SUBROUTINE R (N, X, Y, IX, S)
      INTEGER N, IX(N)
      REAL X(N), Y(N), S, T
C$OMP PARALLEL DO {clauses}
      DO 10 I = 2, N
      {body}
   10 CONTINUE
      END
"""
    (tmp_path / "r.f").write_text(text)
    output = sad("parallelism", tmp_path / "r.f").err
    warnings = [line for line in output.splitlines() if "SAD232" in line]
    assert len(warnings) == bool(told), output
    assert not told or told in warnings[0]


def test_array_statements_are_shown_by_dimension(tmp_path: Path):
    text = "subroutine s(a, b, n)\n integer :: n\n real :: a(n,n), b(n,n)\n a = b*2\nend\n"
    assert suggested(tmp_path, "s.f90", text, "--set", "n=100") == [
        "!$OMP PARALLEL WORKSHARE",
        "!$OMP END PARALLEL WORKSHARE",
    ]
    output = sad("parallelism", tmp_path / "s.f90", "--set", "n=100").out
    assert "loop1 (dim 2)" in output
    assert "$" not in output


def test_iterations_that_differ_go_round(tmp_path: Path):
    text = FORTRAN.replace("DO 10 I = 1, N", "DO 10 I = J, N")
    found = suggested(tmp_path, "f.f", text, "--set", "N=100")
    assert " ".join(found).replace("!$OMP& ", "") == (
        "!$OMP PARALLEL DO REDUCTION(+:S) PRIVATE(T,I) SCHEDULE(STATIC,1)"
    )
