"""Modules in several files: any order, one that is missing, two of one name, procedures of one name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

MODULE = """\
module sizes
  implicit none
  integer, parameter :: n = {}, dp = kind(1d0)
contains
  subroutine work(x)
    real(dp) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = i
    end do
  end subroutine
end module
"""
MAIN = """\
program p
  use sizes, only: many => n, dp, work
  implicit none
  real(dp) :: x(many)
  call work(x)
end program
"""
OPEN = """\
subroutine s(n)
  use away, only: table, conf, pool
  implicit none
  integer :: n, i
  do i = 1, conf%nsteps
    table(i) = conf%w(i) + pool(n)%size
  end do
  deallocate(pool(n)%iw)
end subroutine
"""


def _counts(text: str) -> dict[int, str]:
    return {int(line): count for count, line in re.findall(r"= (\S+) +(\d+):", text)}


def test_files_stand_in_any_order_and_a_changed_module_is_read_again(tmp_path: Path):
    main, module = tmp_path / "a.f90", tmp_path / "b.f90"
    main.write_text(MAIN)
    for size in (10, 20):
        module.write_text(MODULE.format(size))
        for files in ((main, module), (module, main)):
            shown = sad("annotate", *files)
            assert (shown.code, shown.err) == (0, "")
            assert _counts(shown.out.partition("b.f90:")[2])[9] == str(size)


def test_a_missing_module_is_one_note_and_its_names_are_inputs(tmp_path: Path):
    (tmp_path / "s.f90").write_text(OPEN)
    result = sad("analyze", tmp_path / "s.f90", "--machine", "zen3")
    assert result.code == 0
    assert result.err.count("SAD210") == 1
    assert "conf%nsteps" in result.out


def test_the_same_module_in_two_files_is_an_error(tmp_path: Path):
    for name in ("a.f90", "b.f90"):
        (tmp_path / name).write_text(MODULE.format(3))
    result = sad("analyze", tmp_path / "a.f90", tmp_path / "b.f90")
    assert result.code == 3
    assert "b.f90:1: error[SAD116]: a second module SIZES" in result.err


def test_procedures_of_one_name_in_two_modules_are_apart(tmp_path: Path):
    text = "".join(
        f"module m{number}\ncontains\n  subroutine run(k)\n    integer :: k, i\n"
        f"    do i = 1, {number}\n      k = k + 1\n    end do\n  end subroutine\nend module\n"
        for number in (3, 5)
    )
    text += "program p\n  use m3, only: run\n  use m5, only: go => run\n  integer :: k\n"
    text += "  k = 0\n  call run(k)\n  call go(k)\n  call go(k)\nend program\n"
    (tmp_path / "p.f90").write_text(text)
    counts = _counts(sad("annotate", tmp_path / "p.f90").out)
    assert (counts[6], counts[15]) == ("3", "10")


NAMELIST = """\
module inputs
  implicit none
  integer :: n = 3, m = 2
  namelist /sizes/ n, m
end module
program p
  use inputs, only: {}
  implicit none
  integer :: i, {}k
  {}
  read (*, nml=sizes)
  do i = 1, {}
    k = k + 1
  end do
  call s
contains
  subroutine s
    use inputs, only: m
    do i = 1, m
      k = k + 1
    end do
  end subroutine
end program
"""


@pytest.mark.parametrize(
    ("names", "own", "set_", "bound", "found"),
    [
        ("sizes, n", "", "", "n", {13: "7", 20: "5"}),
        ("sizes, nn => n", "", "", "nn", {13: "7", 20: "5"}),
        ("sizes, nn => n", "n, ", "n = 4", "nn", {13: "n", 20: "m"}),
        ("sizes", "n, ", "n = 4", "n", {13: "4", 20: "m"}),
    ],
)
def test_namelists_of_modules_set_what_they_name(
    tmp_path: Path, names: str, own: str, set_: str, bound: str, found: dict[int, str]
):
    """Objects that the unit names in another way, or not at all; N may be a variable of its own."""
    (tmp_path / "p.f90").write_text(NAMELIST.format(names, own, set_, bound))
    (tmp_path / "in").write_text("&sizes n=7, m=5 /\n")
    shown = sad("annotate", tmp_path / "p.f90", "--stdin", tmp_path / "in")
    counts = _counts(shown.out)
    assert {line: counts[line] for line in found} == found


def test_units_that_are_included_behind_the_program_are_no_main_programs(tmp_path: Path):
    (tmp_path / "s.inc").write_text("subroutine s(n)\n  n = n + 1\nend subroutine\n")
    (tmp_path / "p.f90").write_text(
        "program p\n  n = 1\n  if (n > 2) go to 9\n  call s(n)\n9 end program p\n\ninclude 's.inc'\n"
    )
    shown = sad("annotate", tmp_path / "p.f90")
    assert (shown.code, shown.err) == (0, "")
    assert _counts(shown.out)[2] == "1"


def test_initial_values_may_be_names_of_the_host(tmp_path: Path):
    (tmp_path / "m.f90").write_text(
        "module m\n  use iso_c_binding\n  type(c_ptr) :: other = c_null_ptr\ncontains\n"
        "  subroutine s(n)\n    integer :: n, i\n    type(c_ptr), save :: plan = c_null_ptr\n"
        "    do i = 1, n\n      k = k + 1\n    end do\n  end subroutine\nend module\n"
    )
    shown = sad("annotate", tmp_path / "m.f90")
    assert shown.code == 0
    assert _counts(shown.out)[9] == "n"
