"""One place under several names, numbers that wrap round, calls that keep something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from tests.dependence.judged import OPEN, all_verdicts, untold
from tests.dependence.random_c import random_c
from tests.dependence.test_verdicts import texts
from tests.support.command import sad
from tests.support.compiler import needs_gcc
from tests.support.touched import touched

if TYPE_CHECKING:
    from pathlib import Path

MEET = """
#include <string.h>
double a[400]; int k[400]; unsigned char bytes[400]; char text[4000], *put = text;
double *kept;
double first(void) { return kept[0]; }
static void widths(int n)
{
    int *narrow = (int *)a;
    for (int i = 0; i < n; i++) {
        narrow[i] = 1;
        narrow[i + 1] = 2;
    }
    char *byte = (char *)a;
    for (int i = 0; i < n; i++)
        a[i] = byte[i];
    double *wide = (double *)k;
    for (int i = 0; i < n / 2; i++) {
        k[i] = 1;
        wide[i] = 2;
    }
}
static void wraps(unsigned n)
{
    unsigned char at = 0;
    for (unsigned i = 0; i < n; i++) {
        bytes[at] = 1;
        at++;
    }
    for (unsigned i = 0; i < n; i++)
        k[(unsigned char)i] = 1;
    for (unsigned i = 0; i < n; i++)
        k[(i * 2654435761u) / 33554432] = 1;
}
static void texts(int n)
{
    for (int i = 0; i < n; i++)
        strcpy(put, "some");
}
static void filled(int n, double *x)
{
    kept = x;
    for (int i = 0; i < n; i++)
        x[i] = first();
}
static double from(int i) { return a[i]; }
static void moved(int n, double *x)
{
    for (int i = 1; i < n; i++)
        x[2 * i] = from(i);
}
static void leaves(int n)
{
    double own[4];
    kept = own;
    for (int i = 0; i < n; i++) {
        own[0] = a[i];
        a[i] = own[0] * 2;
    }
    a[0] = first();
}
int main(void)
{
    widths(300);
    wraps(390);
    texts(9);
    filled(20, a + 100);
    moved(20, a);
    leaves(20);
    return 0;
}
"""


@needs_gcc
def test_loops_whose_iterations_meet_are_promised_nothing(tmp_path: Path):
    path = tmp_path / "meet.c"
    path.write_text(MEET)
    read = read_program([str(path)], SourceOptions(), Diagnostics())
    judged = {line: verdict for (_, line), verdict in all_verdicts(read).items()}
    (tmp_path / "run").mkdir()
    seen = touched(path, judged, tmp_path / "run")
    assert [str(item) for item in untold(judged, seen)] == []
    met = {line for line in judged if seen.conflicts.get(line)}
    assert met >= {9, 14, 17, 25, 29, 31, 42, 48, 55}
    assert [line for line, verdict in judged.items() if verdict.kind in OPEN] == []


@needs_gcc
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 60))]
)
def test_random_programs_of_c(seed: int, tmp_path: Path):
    path = tmp_path / "f.c"
    path.write_text(random_c(seed))
    read = read_program([str(path)], SourceOptions(), Diagnostics())
    judged = {line: verdict for (_, line), verdict in all_verdicts(read).items()}
    (tmp_path / "run").mkdir()
    seen = touched(path, judged, tmp_path / "run")
    assert [str(item) for item in untold(judged, seen)] == []
    assert sum(map(bool, seen.iterations.values())) > 6


NODES = """
struct node { double v, w[4]; struct node *next; };
void each(struct node **q, int n)
{
    for (int i = 0; i < n; i++)
        q[i]->v += 1.0;
}
void rows(double **r, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            r[i][j] = r[i][j - 1];
}
"""


def test_pointers_in_arrays_may_be_equal():
    given = "independent if no two elements of {} lead to one place"
    serial = "serial: line 12 reads the r that line 12 set"
    assert texts(NODES, "c") == [given.format("q"), given.format("r"), serial]
    assert texts(NODES, "c", no_alias=True) == ["independent", "independent", serial]
    source = """
      SUBROUTINE S(N, T)
      TYPE PT
        INTEGER, POINTER :: P(:)
        INTEGER, ALLOCATABLE :: W(:)
      END TYPE
      TYPE(PT), INTENT(INOUT) :: T(N)
      DO I = 1, N
        T(I)%P(1) = I
      END DO
      DO I = 1, N
        T(I)%W(1) = I
      END DO
      END
"""
    assert texts(source, "fortran") == [given.format("T%p"), "independent"]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("x[i] = rand();", "rand keeps the state of random numbers from call to call"),
        ("x[i] = getchar();", "getchar keeps the state of files from call to call"),
        ("x[i] = abs(i);", ""),
    ],
)
def test_functions_of_the_library_that_keep_something(call: str, reason: str, tmp_path: Path):
    path = tmp_path / "f.c"
    head = "#include <stdlib.h>\n#include <stdio.h>\n"
    path.write_text(f"{head}void f(int *x, int n) {{ for (int i = 0; i < n; i++) {call} }}\n")
    said = sad("parallelism", str(path), "--set", "n=9", "--width", "120").out
    assert (reason or "independent") in said


def test_quotients_of_iterations_prove_no_conflict():
    source = """
      SUBROUTINE PACKED (N, A)
      REAL A(*)
      DO 20 I = 1, N
        K = I*(I-1)/2
        DO 10 J = 1, I
   10   A(K+J) = J
   20 CONTINUE
      END
"""
    assert texts(source)[0] == "not known: line 7 may set again the A that line 7 set"


COLLAPSED = """
double a[100][100], b[100], s;
void f(int n) {
  int i, j, k;
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      b[i] += a[i][j];
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = 1; j < n; j++)
      a[i][j] = a[i][j-1];
#pragma omp parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        a[i][j] += 1;
#pragma omp parallel for collapse(2) reduction(+:s) private(k)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        s += a[i][j];
}
"""


def test_loops_that_are_shared_out_as_one(tmp_path: Path):
    path = tmp_path / "f.c"
    path.write_text(COLLAPSED)
    said = sad("parallelism", path).err
    found = re.findall(r"f\.c:(\d+): warning\[SAD232\]: OpenMP: (.*)", said)
    depend = "the iterations of the loop on line 11 depend on each other"
    assert sorted((line, text.partition(":")[0]) for line, text in found) == [
        ("13", "threads set one k on line 16 at once"),
        ("5", "threads take the sum of b on line 8 at once"),
        ("9", depend),
    ]
