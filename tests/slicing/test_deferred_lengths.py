"""Texts of Fortran that are as long as what is assigned to them, against gfortran."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.support.command import sad
from tests.support.compiler import needs_gfortran

_PROGRAM = """\
module m
  implicit none
  integer :: kc(9) = 0
contains
  function twice(s) result(r)
    character(len=*), intent(in) :: s
    character(len=:), allocatable :: r
    r = s // s
  end function
  subroutine grow(s, n)
    character(len=:), allocatable, intent(inout) :: s
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      s = s // '-'
    end do
  end subroutine
end module
program t
  use m
  implicit none
  character(len=:), allocatable :: a, b, c
  character(len=8) :: fixed
  integer :: i, n
  read *, n
  a = twice('abc')
  do i = 1, len(a)
    kc(1) = kc(1) + 1
  end do
  call grow(a, n)
  do i = 1, len(a)
    if (a(i:i) == '-') then
      kc(2) = kc(2) + 1
    end if
  end do
  a(2:2) = 'longer'
  call move_alloc(to=b, from=a)
  do i = 1, index(b, 'l') + len(b)
    kc(3) = kc(3) + 1
  end do
  allocate(character(len=n) :: c)
  c = 'abcdefgh'
  do i = 1, len(c)
    kc(4) = kc(4) + 1
  end do
  c(:) = 'xy'
  do i = 1, len(c) + len_trim(c)
    kc(5) = kc(5) + 1
  end do
  fixed = b
  do i = 1, len_trim(fixed)
    kc(6) = kc(6) + 1
  end do
  print *, kc
end program
"""


@needs_gfortran
def test_texts_are_as_long_as_what_is_assigned():
    Path("t.f90").write_text(_PROGRAM)
    subprocess.run(["gfortran", "-w", "t.f90", "-o", "t"], check=True)
    run = subprocess.run(["./t"], input="3\n", capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    result = sad("annotate", "t.f90", "--set", "n=3", "--format", "json")
    lines = json.loads(result.out)["files"]["t.f90"]
    for at, line in enumerate(_PROGRAM.splitlines(), 1):
        if "kc(" in line and "= kc(" in line:
            said = lines[str(at)]
            number = int(line.partition("kc(")[2][0])
            assert (said["exact"], said["count"]["value"]) == (True, real[number - 1]), line
