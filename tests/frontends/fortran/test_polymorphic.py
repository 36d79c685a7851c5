"""Calls of bound procedures of objects whose type is known when the program runs only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from frontends.registry import SourceOptions, read_fortran, with_modules
from sad.diagnostics import Diagnostics
from tests.support.command import sad

BASE = """\
module m
  implicit none
  type :: base
    integer :: k = 3
  contains
    procedure :: run => run_base
    procedure :: rounds => rounds_base
  end type
contains
  subroutine run_base(self)
    class(base), intent(in) :: self
    integer :: i
    do i = 1, 10
      print *, i
    end do
  end subroutine
  integer function rounds_base(self)
    class(base), intent(in) :: self
    rounds_base = 4
  end function
  subroutine go(o)
    class(base), intent(in) :: o
    integer :: i
    call o%run()
    do i = 1, o%rounds()
      print *, i
    end do
  end subroutine
end module
"""
EXTENDED = """\
module mb
  use m
  implicit none
  type, extends(base) :: child
  contains
    procedure :: run => run_child
    procedure :: rounds => rounds_child
  end type
contains
  subroutine run_child(self)
    class(child), intent(in) :: self
    print *, 'child'
  end subroutine
  integer function rounds_child(self)
    class(child), intent(in) :: self
    rounds_child = 1
  end function
end module
"""
MAIN = """\
program p
  use m
  type(base) :: c
  call go(c)
end program
"""
MAIN_OF_CHILD = """\
program p
  use mb
  type(child) :: c
  call go(c)
end program
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("base", BASE), ("more", EXTENDED), ("p", MAIN), ("q", MAIN_OF_CHILD)):
        Path(f"{name}.f90").write_text(text)


def counts(*words: str) -> str:
    done = sad("annotate", *words)
    assert done.code == 0, done.err
    return "\n".join(" ".join(line.split()) for line in done.out.splitlines())


def test_without_extensions_it_is_the_declared_ones():
    found = counts("base.f90", "p.f90")
    assert "= 10 14: print *, i" in found
    assert "= 4 26: print *, i" in found


def test_a_type_that_another_file_extends_may_have_others(tmp_path: Path):
    """Also where the file with the call was analysed before, without the other one."""
    cache = ("--cache", str(tmp_path / "cache"))
    assert "= 10 14: print *, i" in counts("base.f90", "p.f90", *cache)
    found = counts("q.f90", "base.f90", "more.f90", *cache)
    assert "= 0 13: do i = 1, 10" in found
    assert "= 4 26:" not in found
    done = sad("annotate", "q.f90", "base.f90", "more.f90", *cache)
    assert "a procedure of a type that extends the declared one is not modelled" in done.err


def test_each_that_it_may_be_gets_a_probability_where_the_type_is_not_known():
    Path("one.f90").write_text(
        BASE + EXTENDED.replace("use m", "use m, only: base") + MAIN_OF_CHILD
    )
    found = counts("one.f90")
    assert "? P1 13: do i = 1, 10" in found
    whole = BASE.replace("  end type\ncontains", "  end type\n" + _child() + "contains", 1)
    inside = whole.replace("end module\n", _procedures() + "end module\n")
    Path("one.f90").write_text(inside + MAIN.replace("base", "child"))
    found = counts("one.f90")
    assert "= 0 19: print *, i" in found
    assert "= 1 31: print *, i" in found
    assert "= 1 36: print *, 'child'" in found


def test_what_may_have_any_type_is_named():
    Path("s.f90").write_text(
        "subroutine s(o, n)\n class(*), intent(in) :: o\n integer, intent(inout) :: n\n"
        " select type (o)\n type is (integer)\n  n = 1\n class default\n  n = 2\n end select\n"
        "end subroutine\n"
    )
    found = counts("s.f90")
    assert "? P1 6: n = 1" in found
    assert "? (1 - P1) 8: n = 2" in found
    assert (
        "s.f90:4: warning[SAD210]: which type an object of a class" in sad("annotate", "s.f90").err
    )


def _child() -> str:
    return EXTENDED.split("implicit none\n")[1].split("contains\n  subroutine", maxsplit=1)[0]


def _procedures() -> str:
    inside = EXTENDED.split("contains\n  subroutine")[1]
    return "  subroutine" + inside.removesuffix("end module\n")


DEFERRED = """\
module shapes
  implicit none
  type, abstract :: shape
    integer :: n = 0
  contains
    procedure(visit_i), deferred :: visit
    procedure(size_i), deferred :: parts
    procedure :: all
  end type
  abstract interface
    subroutine visit_i(self)
      import shape
      class(shape), intent(inout) :: self
    end subroutine
    integer function size_i(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: line
  contains
    procedure :: visit => visit_line
    procedure :: parts => parts_line
  end type
  type, extends(shape) :: grid
  contains
    procedure :: visit => visit_grid
    procedure :: parts => parts_grid
  end type
contains
  subroutine all(self)
    class(shape), intent(inout) :: self
    integer :: i
    do i = 1, self%parts()
      call self%visit()
    end do
  end subroutine
  subroutine visit_line(self)
    class(line), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  integer function parts_line(self)
    class(line), intent(in) :: self
    parts_line = 3
  end function
  subroutine visit_grid(self)
    class(grid), intent(inout) :: self
    self%n = self%n + 2
  end subroutine
  integer function parts_grid(self)
    class(grid), intent(in) :: self
    parts_grid = 7
  end function
end module
program p
  use shapes
  implicit none
  class(shape), allocatable :: one
  type(line) :: two
  allocate (grid :: one)
  call one%all()
  call two%all()
  print *, one%n, two%n
end program
"""


def test_a_deferred_binding_is_that_of_the_type_which_an_object_has():
    Path("t.f90").write_text(DEFERRED)
    found = sad("annotate", "t.f90", "--format", "json")
    assert "SAD210" not in found.err
    lines = json.loads(found.out)["files"]["t.f90"]
    ran = {34: 2, 35: 10, 40: 3, 44: 1, 48: 7, 52: 1}  # gfortran's program prints 14 and 3
    assert {line: lines[str(line)]["count"]["value"] for line in ran} == ran
    assert all(lines[str(line)]["exact"] for line in ran)


def test_options_are_known_by_their_files_not_by_what_was_read_of_these():
    options = with_modules(["q.f90", "base.f90", "more.f90"], SourceOptions())
    before = repr(options)
    read_fortran("q.f90", options, Diagnostics())
    assert repr(options) == before
