"""Loops of which it is not known when they are left: what one count tells of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.slicing.trials import random_program, real_runs, told
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gfortran

MULTIGRID = """\
program multigrid
  implicit none
  integer :: n(6), l, cycles, k
  double precision :: r
  n = (/ 64, 32, 16, 8, 4, 2 /)
  read (*,*) r
  do k = 1, 50
    call cycle(1)
    r = r*0.1
    if (r < 1d-6) exit
    l = 2
  end do
contains
  recursive subroutine cycle(level)
    integer, intent(in) :: level
    call smooth(n(level))
    if (level < 6) call cycle(level + 1)
  end subroutine
  subroutine smooth(m)
    integer, intent(in) :: m
    integer :: i, j
    do j = 1, m
      do i = 1, m
        r = r + 0
      end do
    end do
  end subroutine
end program
"""
BRANCHING = """\
extern double data(void);
static int sizes[4] = {9, 7, 5, 3};
static double most(int n)
{
    double found = 0;
    for (int i = 0; i < n; i++) {
        double x = data();
        if (x > found) {
            found = x;
            if (data() > 0.5)
                found = 0;
        }
    }
    return found;
}
int main(void)
{
    for (int k = 0; k < 4; k++)
        most(sizes[3 - k]);
    return 0;
}
"""
STOPPING = """\
#include <stdlib.h>
extern double data(void);
static int sizes[3] = {3, 5, 9};
static void work(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += data();
    if (n > 9)
        exit(1);
}
int main(void)
{
    int k = 0, left = 3;
    while (data() > 0.5)
        for (k = 0; k < 3; k++)
            work(sizes[k]);
    while (data() > 0.5)
        work(sizes[--left]);
    return 0;
}
"""


@pytest.mark.parametrize("seed", [*range(6), 65])
@pytest.mark.parametrize(
    "language", [pytest.param("c", marks=needs_gcc), pytest.param("fortran", marks=needs_gfortran)]
)
def test_counts_follow_from_others_as_in_a_run(language: str, seed: int, tmp_path: Path):
    text = random_program(language, seed)
    found = told(language, text, real_runs(language, text, tmp_path, runs=2))
    assert found.wrong == []


@needs_gcc
def test_random_programs_have_such_counts(tmp_path: Path):
    text = random_program("c", 3)
    found = told("c", text, real_runs("c", text, tmp_path, runs=1))
    assert found.by_others > 0


def _counts(file: str, text: str, *options: str) -> dict[int, str]:
    Path(file).write_text(text)
    done = sad("annotate", file, "--format", "json", *options)
    assert done.code == 0, done.err
    lines = json.loads(done.out)["files"][file]
    return {int(number): line["count"]["formula"] for number, line in lines.items()}


def test_sizes_are_known_in_a_loop_that_data_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Only how often it iterates is open: 4096 + 1024 + ... points each time."""
    monkeypatch.chdir(tmp_path)
    found = _counts("t.f90", MULTIGRID)
    each = "MULTIGRID.trips@loop1"
    assert (found[8], found[16], found[24]) == (each, f"6*{each}", f"5460*{each}")


def test_what_data_decides_is_a_share_of_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    found = _counts("t.c", BRANCHING)
    outer, inner = "most.prob@loop1.if1", "most.prob@loop1.if1.if1"
    assert found[7] == "24"
    assert (found[9], found[11]) == (f"24*{outer}", f"24*{outer}*{inner}")


def test_an_end_that_is_tried_is_no_end_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The second loop leaves its table where it goes on for more than three iterations."""
    monkeypatch.chdir(tmp_path)
    found = _counts("t.c", STOPPING)
    assert found[8].endswith(" + 17*main.trips@while1")
