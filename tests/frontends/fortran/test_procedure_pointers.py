"""Calls through procedure pointers with several targets, or with targets that are not seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

MODULE = """\
module m
  implicit none
  abstract interface
    subroutine work(n)
      integer, intent(in) :: n
    end subroutine
  end interface
  type solver
    procedure(work), pointer, nopass :: step => null()
  end type
  procedure(work), pointer :: g => null()
contains
  subroutine one(n)
    integer, intent(in) :: n
    print *, n
  end subroutine
  subroutine two(n)
    integer, intent(in) :: n
    print *, n
  end subroutine
  subroutine give(p)
    procedure(work), pointer, intent(out) :: p
    p => two
  end subroutine
end module
"""
ONE, TWO = 15, 19


def counted(tmp_path: Path, declarations: str, *statements: str) -> tuple[dict[int, str], str]:
    """The marks and counts of the lines, and what is said."""
    body = "".join(f"  {item}\n" for item in statements)
    text = f"{MODULE}program p\n  use m\n{declarations}  g => one\n{body}end program\n"
    (tmp_path / "p.f90").write_text(text)
    done = sad("annotate", tmp_path / "p.f90")
    assert done.code == 0, done.err
    rows = re.findall(r"^ *([=?~] .*?) +(\d+): ", done.out, re.MULTILINE)
    return {int(line): count for count, line in rows}, done.err


def test_a_pointer_with_one_target_calls_it(tmp_path: Path):
    rows, said = counted(tmp_path, "", "call g(3)", "call g(4)")
    assert rows[ONE] == "= 2"
    assert TWO not in rows
    assert "warning" not in said


@pytest.mark.parametrize("second", ["if (command_argument_count() > 0) g => two", "g => h"])
def test_each_of_several_targets_gets_a_probability(tmp_path: Path, second: str):
    declarations = "  procedure(work), pointer :: h\n"
    rows, said = counted(tmp_path, declarations, "h => two", second, "call g(3)")
    assert (rows[ONE], rows[TWO]) == ("? P1", "? (1 - P1)")
    assert "which target procedure pointer g has is not followed" in said


@pytest.mark.parametrize(
    ("declarations", "statements", "pointer"),
    [
        ("", ("call give(g)", "call g(3)"), "g"),
        ("  type(solver) :: s\n", ("s = solver(two)", "call s%step(3)"), "step"),
        ("  external other\n", ("g => other", "call g(3)"), "g"),
    ],
)
def test_targets_that_are_not_seen_are_named(
    tmp_path: Path, declarations: str, statements: tuple[str, ...], pointer: str
):
    rows, said = counted(tmp_path, declarations, *statements)
    assert f"a target of procedure pointer {pointer} is not seen" in said
    assert all(not rows[line].startswith("=") for line in (ONE, TWO) if line in rows)
