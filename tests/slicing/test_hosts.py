"""Internal procedures that use arguments of their host, and arrays that are named constants."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated
from tests.support.compiler import GFORTRAN

PROGRAM = """\
module m
  implicit none
  integer, parameter :: ratio(0:3) = [1, 2, 4, 8]
  integer, parameter :: sizes(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  integer :: kc(5) = 0
contains
  subroutine fill(a, nx, ny, total)
    integer, intent(in) :: nx, &
      ny
    integer, intent(out) :: a(:), total
    integer :: i, j, c
    c = 0
    total = 0
    do j = 1, ny
      do i = 1, nx
        c = c + 1
        a(c) = node(i, j)
        if (is_edge(i)) then
          kc(1) = kc(1) + 1
        end if
      end do
    end do
    do i = 1, last(c)
      total = total + 1
    end do
  contains
    integer function node(p, q)
      integer, intent(in) :: p, q
      node = (q - 1)*(nx + 1) + p
    end function
    logical function is_edge(p)
      integer, intent(in) :: p
      integer :: k
      is_edge = .false.
      do k = p, nx
        kc(2) = kc(2) + 1
        if (k == nx .and. p == 1) is_edge = .true.
      end do
      is_edge = is_edge .or. p == nx
    end function
    integer function last(p)
      integer, intent(in) :: p
      integer :: k
      last = 0
      do k = 1, p, ny
        last = last + sizes(1, 2)
      end do
    end function
  end subroutine
end module
program p
  use m
  implicit none
  integer :: a(100), k, t, i
  read *, k
  call fill(a, k, 3, t)
  do i = 1, a(k*3)/ratio(mod(k, 3))
    kc(3) = kc(3) + 1
  end do
  call fill(a, k + 1, 2, t)
  do i = 1, t
    kc(4) = kc(4) + 1
  end do
  do i = 1, sum(ratio)
    kc(5) = kc(5) + 1
  end do
  print *, kc
end program
"""

CHANGED = """\
program main
  implicit none
  integer :: n, s, w(10), i
  read (*, *) n
  w = 0
  s = 0
  call build(w, n, s)
  do i = 1, s
    print *, i
  end do
  do i = 1, w(2)
    print *, w
  end do
contains
  subroutine apply(f, n)
    external f
    integer :: n, i
    do i = 1, n
      call f(i)
    end do
  end subroutine apply
end program main
subroutine build(a, m, s)
  integer, intent(in) :: m
  integer :: s, a(m), i
  do i = 1, m
    call put(i)
  end do
contains
  subroutine put(c)
    integer, intent(in) :: c
    integer :: j
    do j = c, m
      s = s + 1
      a(c) = a(c) + j
    end do
  end subroutine put
end subroutine build
"""


def test_arguments_that_an_internal_procedure_changes_are_known() -> None:
    Path("t.f90").write_text(CHANGED)
    lines = annotated("t.f90", {"N": 5})
    assert [lines[number]["count"]["value"] for number in ("9", "12", "34")] == [15, 14, 15]


def test_arguments_that_a_procedure_changes_which_is_passed_on_are_named() -> None:
    loop = "  do i = 1, m\n    call put(i)\n  end do\n"
    assert loop in CHANGED
    text = CHANGED.replace(loop, "  call apply(put, m)\n")
    apply = text[text.index("contains\n") + 9 : text.index("end program")]
    text = text.replace("contains\n" + apply, "") + apply
    Path("t.f90").write_text(text)
    lines = annotated("t.f90", {"N": 5})
    assert not lines["9"]["exact"]
    assert not lines["12"]["exact"]


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
@pytest.mark.parametrize("size", [1, 4, 8])
def test_counts_are_those_of_the_run(size: int):
    Path("t.f90").write_text(PROGRAM)
    Path("t.in").write_text(f"{size}\n")
    subprocess.run(["gfortran", "-w", "t.f90", "-o", "t"], check=True)
    run = subprocess.run(["./t"], input=f"{size}\n", capture_output=True, text=True, check=True)
    lines = annotated("t.f90", {}, "--stdin", "t.in")
    found: dict[int, int] = {}
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        match = re.search(r"kc\((\d)\) = kc", line)
        if match:
            assert lines[str(number)]["exact"], line
            found[int(match[1])] = lines[str(number)]["count"]["value"]
    real = dict(enumerate(map(int, run.stdout.split()), 1))
    assert found == real
