"""Counts that no formula tells, at given inputs: what running the slice says, against real runs.

Every program counts its own executions in ``KC`` (Fortran) or ``kc`` (C) and prints them at its end.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.slicing.c_programs import C
from tests.slicing.data_programs import DATA, ZEROS
from tests.slicing.pointer_programs import POINTERS
from tests.slicing.programs import FORTRAN
from tests.slicing.runs import annotated, compare
from tests.slicing.structure_programs import STRUCTURES
from tests.support.command import sad
from tests.support.compiler import GCC, GFORTRAN

_FORTRAN = ("gfortran", "-std=legacy", "-w", "-finit-local-zero")


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
@pytest.mark.parametrize("name", FORTRAN | DATA)
def test_fortran_counts_are_those_of_the_run(name: str):
    text, values = (FORTRAN | DATA)[name]
    Path("t.f").write_text(text.lstrip("\n"))
    subprocess.run([*_FORTRAN, "t.f", "-o", "t"], check=True)
    compare("t.f", text, values, r"KC\((\d)\) = KC")


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
def test_fortran_data_that_outlives_calls_is_zero_at_the_start():
    Path("t.f").write_text(ZEROS.lstrip("\n"))
    Path("t.in").write_text("")
    subprocess.run([*_FORTRAN, "t.f", "-o", "t"], check=True)
    compare("t.f", ZEROS, {}, r"KC\((\d)\) = KC", given=" ")


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("name", C | POINTERS | STRUCTURES)
def test_c_counts_are_those_of_the_run(name: str):
    text, values = (C | POINTERS | STRUCTURES)[name]
    Path("t.c").write_text(text.lstrip("\n"))
    subprocess.run(["gcc", "-w", "t.c", "-o", "t", "-lm"], check=True)
    compare("t.c", text, values, r"kc\[(\d)\]\+\+")


UNKNOWN = """\
      PROGRAM T
      READ (*,*) N, X
      K = 0
      IF (X .GT. 0.0) K = 3
      DO 10 I = 1, N
      M = I*I/2
      DO 10 J = 1, M
   10 CALL S(J)
      DO 20 I = 1, K
   20 CALL S(I)
      L = 1
   30 L = 3*L + MOD(L, 2)
      IF (L .LT. 100*N) GOTO 30
      END
      SUBROUTINE S(I)
      A = I
      END
"""


def test_one_unknown_value_costs_what_it_decides():
    Path("t.f").write_text(UNKNOWN)
    lines = annotated("t.f", {"N": 5})
    value = {int(number): line["count"]["value"] for number, line in lines.items()}  # type: ignore[index]
    assert value[8] == sum(i * i // 2 for i in range(1, 6))
    assert value[12] == 6
    assert value[10] is None
    assert value[16] is None


def test_the_report_says_what_was_run_and_what_stood_in_the_way():
    Path("t.f").write_text(UNKNOWN)
    result = sad("analyze", "t.f", "--set", "N=5", "--machine", "sparc2")
    assert result.code == 0
    assert re.search(
        r"^evaluated +counts of \d+ loops? at these values, by \d+ steps", result.out, re.M
    )
    assert re.search(r"^obstacles +t\.f:4: is read \(t\.f:2\)", result.out, re.MULTILINE)
    found = json.loads(sad("analyze", "t.f", "--set", "N=5", "--format", "json").out)["evaluation"]
    assert found["loops"] >= 1
    assert found["steps"] > 0
    assert {"file": "t.f", "line": 4, "reason": "is read", "from": "t.f:2"} in found["obstacles"]


def test_nothing_is_run_without_steps_or_with_an_open_input():
    Path("t.f").write_text(UNKNOWN)
    without = annotated("t.f", {"N": 5}, "--evaluate-steps", "0")
    assert not any(line["evaluated"] for line in without.values())
    opened = annotated("t.f", {})
    assert not any(line["evaluated"] for line in opened.values())


def test_a_budget_that_is_too_small_leaves_counts_open():
    Path("t.f").write_text(UNKNOWN)
    lines = annotated("t.f", {"N": 5}, "--evaluate-steps", "10")
    assert not any(line["evaluated"] for line in lines.values())
    assert sad("annotate", "t.f", "--evaluate-steps", "-3").code == 2


def test_a_stop_inside_a_loop_that_is_run_once_is_found():
    Path("t.f").write_text(
        """\
      PROGRAM T
      READ (*,*) N
      M = N
    5 IF (M .GT. 10) THEN
      M = M/2
      GOTO 5
      END IF
      DO 10 I = 1, N
      CALL S(M)
   10 CONTINUE
      END
      SUBROUTINE S(M)
      IF (M .GT. 3) STOP
      END
"""
    )
    lines = annotated("t.f", {"N": 100})
    assert lines["9"]["count"]["value"] == 1  # type: ignore[index]
    assert lines["13"]["count"]["value"] == 1  # type: ignore[index]


def test_names_that_share_memory_are_one_place():
    Path("t.f").write_text(
        """\
      PROGRAM T
      INTEGER A(6), B(3)
      EQUIVALENCE (A(3), B(1))
      READ (*,*) N
      DO 10 I = 1, 3
   10 B(I) = N*I
      DO 20 I = 1, A(4)
      M = M + 1
   20 CONTINUE
      END
"""
    )
    lines = annotated("t.f", {"N": 7})
    assert lines["8"]["count"]["value"] == 14  # type: ignore[index]


def test_an_open_branch_leaves_all_names_of_what_it_writes_open():
    Path("t.f").write_text(
        """\
      PROGRAM T
      INTEGER KQ(3)
      EQUIVALENCE (KQ(2), LQ)
      READ (*,*) N, X
      LQ = N
      IF (X .GT. 0.5) LQ = LQ + 2
      DO 20 I = 1, N
      DO 10 J = 0, 6 - KQ(2)
      IF (I .LT. 2) GOTO 20
   10 CONTINUE
   20 CONTINUE
      END
"""
    )
    lines = annotated("t.f", {"N": 3})
    assert lines["9"]["exact"] is False  # type: ignore[index]


def test_what_is_not_modelled_makes_its_names_unknown():
    Path("t.f90").write_text(
        """\
program t
  integer :: a(4), n, i, m
  read (*,*) n
  a = 1
  a(1:2) = a(3:4)[2]
  do i = 1, a(1)
    m = i
  end do
  m = n
  do while (m > 1)
    m = m/2
  end do
end program
"""
    )
    lines = annotated("t.f90", {"N": 40})
    assert lines["7"]["count"]["value"] is None  # type: ignore[index]
    assert lines["11"]["count"]["value"] == 5  # type: ignore[index]


def test_a_sweep_finds_counts_at_every_point():
    Path("t.f").write_text(
        """\
      PROGRAM T
      INTEGER NB(9)
      READ (*,*) N
      NB(1) = N
      DO 10 I = 2, 9
   10 NB(I) = (NB(I-1) + 1)/2
      DO 20 I = 1, NB(4)
   20 M = M + 1
      END
"""
    )
    options = ("--vary", "N=8:24:8", "--quantity", "count:t.f:8", "--format", "json")
    found = json.loads(sad("sweep", "t.f", *options).out)
    assert found["columns"][0]["values"] == [1, 2, 3]
    assert sad("sweep", "t.f", *options, "--evaluate-steps", "0").code == 2


WALKED = """\
double w;
static int upd(int n, int *r)
{
  r -= 1;
  for (int j = 1; j <= n; ++j) r[j] += j;
  return r[1];
}
static int sum(int n, const int *r) { int s = 0; while (n--) s += *r++; return s; }
int main(void)
{
  int f[9] = {1, 1, 1}, g[4] = {2, 2, 2, 2}, k = 1, z = 5;
  for (int i = 0; i < 7; i++) k = (k * 5 + 3) % 11;
  upd(3, f); upd(2, &g[k % 2]); upd(1, &z);
  for (int i = 0; i < f[2] + k; i++)
    w += 1.0;
  for (int i = 0; i < g[k % 2 + 1] * k; i++)
    w += 1.0;
  for (int i = 0; i < z * k; i++)
    w += 1.0;
  for (int i = 0; i < sum(k % 3 + 2, f) * k; i++)
    w += 1.0;
  return 0;
}
"""


def test_what_a_walking_pointer_may_have_changed_is_not_taken_for_known():
    Path("w.c").write_text(WALKED)
    lines = annotated("w.c", {})
    ran = {15: 14, 17: 40, 19: 60, 21: 90}  # gcov's figures
    exact = {line: lines[str(line)]["count"]["value"] for line in ran if lines[str(line)]["exact"]}
    assert exact == ran


def test_memory_that_is_allocated_is_there():
    Path("t.f90").write_text(
        """\
program t
  integer, allocatable :: a(:)
  integer :: n, i, k, m
  read (*,*) n
  allocate (a(n), stat = k)
  if (k /= 0) stop "no memory"
  m = n
  do while (m > 1)
    m = m/2
  end do
  do i = 1, m
    a(i) = i
  end do
end program
"""
    )
    lines = annotated("t.f90", {"N": 40})
    assert lines["9"]["count"]["value"] == 5  # type: ignore[index]
    assert lines["12"]["count"]["value"] == 1  # type: ignore[index]
    assert lines["12"]["exact"]


OPEN_STORE = """\
static int table[4] = {1, 2};
static void set(int n, int *k)
{
    static int known = 1;
    if (known) {
        known = 0;
        *k = n;
    }
}
static int use(int *v, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        c += v[i];
    return c;
}
int top(int n, int m)
{
    int j = n - m;
    set(m, &j);
    return use(table, j & 7);
}
"""


def test_what_is_stored_under_an_open_condition_is_not_known_to_the_caller():
    Path("t.c").write_text(OPEN_STORE)
    # Started by itself, a function may find its static variables changed by earlier calls.
    lines = annotated("t.c", {"n": 9, "m": 4}, "--entry", "top")
    assert not lines["14"]["exact"]


ONE_OF_MANY = """\
#include <stdio.h>
struct box { int rows; int size[2]; };
long kc[9];
static void f(struct box *x)
{
    for (int i = 0; i < x->size[0]; i++)
        kc[0]++;
    x->size[1] = 3;
}
int main(void)
{
    struct box all[3];
    int n, i;
    if (scanf("%d", &n) != 1)
        return 1;
    for (i = 0; i < 3; i++) {
        all[i].size[0] = n - i;
        all[i].size[1] = 1;
    }
    all[0].size[0] = 2;
    f(&all[1]);
    for (i = 0; i < all[1].size[1]; i++)
        kc[1]++;
    for (i = 0; i < all[0].size[1]; i++)
        kc[2]++;
    for (i = 0; i < 9; i++)
        printf("%ld ", kc[i]);
    return 0;
}
"""


@pytest.mark.parametrize("steps", ["0", "1000000"])
def test_a_structure_in_an_array_is_no_other_one(steps: str):
    Path("t.c").write_text(ONE_OF_MANY)
    lines = annotated("t.c", {"n": 9}, "--evaluate-steps", steps)
    ran = {7: 8, 23: 3, 25: 1}  # gcov's figures
    assert all(
        not lines[str(line)]["exact"] or lines[str(line)]["count"]["value"] == count  # type: ignore[index]
        for line, count in ran.items()
    )


FLAT_LISTS = """\
#include <stdio.h>
struct rec { int x, y; };
struct two { int n; struct rec in[2]; };
struct tail { int a[2]; int b; };
int main(void)
{
    int n, k = 0;
    struct rec r[2] = {1, 2, 3, 4};
    struct two w = {5, 6, 7, 8, 9};
    struct tail t = {1, 2, 3}, all[2] = {1, 2, 6, {{1}, 5}};
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < r[1].x; i++)
        k++;
    for (int i = 0; i < w.in[1].y; i++)
        k++;
    for (int i = 0; i < t.b + n; i++)
        k++;
    for (int i = 0; i < all[0].b + all[1].b; i++)
        k++;
    return k;
}
"""


def test_initialisers_without_inner_braces_give_what_they_do_with_them():
    Path("t.c").write_text(FLAT_LISTS)
    lines = annotated("t.c", {"n": 2})
    ran = {14: 3, 16: 9, 18: 5, 20: 11}  # gcov's figures
    assert {line: lines[str(line)]["count"]["value"] for line in ran} == ran
    assert all(lines[str(line)]["exact"] for line in ran)
