"""Texts of Fortran that are as long as what is assigned to them, or as their constants say."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gfortran

_DEFERRED = """\
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
_CONSTANTS = """\
module c
  implicit none
  integer :: kc(30) = 0
  character(len=8), parameter :: p = 'ab'
  character(len=4), parameter :: q(2) = ['a   ', 'bb  '], long = 'abcdefgh'
  character(*), parameter :: star = 'star '
contains
  subroutine show(s, n)
    character(len=*), intent(in) :: s
    integer, intent(in) :: n
    integer :: i
    do i = 1, len(s)
      kc(1) = kc(1) + 1
      if (s(i:i) == ' ') then
        kc(2) = kc(2) + 1
      end if
    end do
    if (len(s) > n) then
      kc(3) = kc(3) + 1
    end if
  end subroutine
end module
program m
  use c
  implicit none
  integer :: n, i, j
  character(len=20) :: t
  read *, n
  call show(p, n)
  call show(long, n)
  call show(star, n)
  call show(q(2), n)
  do i = 1, 2
    call show(q(i), n + i)
  end do
  do i = 1, n
    t = p // long // star
    j = index(t, 'cd') + i
    if (mod(j*i, 3) == 1) then
      kc(4) = kc(4) + 1
    end if
    do j = 1, len(p) + len(star) + len_trim(p // 'x')
      if (mod(i*j, 5) == 2) then
        kc(5) = kc(5) + 1
      end if
    end do
  end do
  print *, kc
end program
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@needs_gfortran
@pytest.mark.parametrize("text", [_DEFERRED, _CONSTANTS], ids=["deferred", "constants"])
def test_texts_have_their_length(text: str):
    Path("t.f90").write_text(text)
    subprocess.run(["gfortran", "-w", "t.f90", "-o", "t"], check=True)
    run = subprocess.run(["./t"], input="3\n", capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    result = sad("annotate", "t.f90", "--set", "n=3", "--format", "json")
    lines = json.loads(result.out)["files"]["t.f90"]
    for at, line in enumerate(text.splitlines(), 1):
        if "kc(" in line and "= kc(" in line:
            said = lines[str(at)]
            number = int(line.partition("kc(")[2][0])
            assert (said["exact"], said["count"]["value"]) == (True, real[number - 1]), line
