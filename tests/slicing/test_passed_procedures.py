"""Module procedures that are passed as arguments, with a recursion they decide, against a run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated
from tests.support.compiler import GFORTRAN

_PROGRAM = """\
module functions
  implicit none
  integer :: kc(4) = 0
contains
  real(8) function peak(x)
    real(8), intent(in) :: x
    kc(1) = kc(1) + 1
    peak = 1.0d0 / ((x - 0.3d0)**2 + 0.01d0)
  end function
  real(8) function line(x)
    real(8), intent(in) :: x
    kc(2) = kc(2) + 1
    line = 2.0d0 * x
  end function
  real(8) function simpson(f, a, b) result(s)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: a, b
    s = (b - a) / 6.0d0 * (f(a) + 4.0d0 * f(0.5d0 * (a + b)) + f(b))
  end function
  recursive function refine(f, a, b, whole, tol) result(s)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: a, b, whole, tol
    real(8) :: s, m, l, r
    kc(3) = kc(3) + 1
    m = 0.5d0 * (a + b)
    l = simpson(f, a, m)
    r = simpson(f, m, b)
    s = l + r
    if (abs(l + r - whole) > 15.0d0 * tol) then
      kc(4) = kc(4) + 1
      s = refine(f, a, m, l, 0.5d0 * tol) + refine(f, m, b, r, 0.5d0 * tol)
    end if
  end function
end module
program quadrature
  use functions
  implicit none
  integer :: n
  real(8) :: tol, s
  read (*, *) n
  tol = 10.0d0**(-n)
  s = refine(peak, 0.0d0, 1.0d0, simpson(peak, 0.0d0, 1.0d0), tol)
  s = s + refine(line, 0.0d0, 1.0d0, simpson(line, 0.0d0, 1.0d0), tol)
  print *, kc
end program
"""

_PASSED_ON = """\
      PROGRAM T
      EXTERNAL A
      READ *, N
      X = A(1.0)
      CALL OUTER(A, N)
      END
      SUBROUTINE OUTER(F, N)
      EXTERNAL F
      CALL REF(F, N)
      END
      SUBROUTINE REF(F, N)
      EXTERNAL F
      IF (N .EQ. 0) THEN
      CALL SIMP(F)
      ELSE
      CALL REF(F, N-1)
      END IF
      END
      SUBROUTINE SIMP(F)
      EXTERNAL F
      DO 10 I = 1, 5
   10 X = X + F(X)
      END
      FUNCTION A(X)
      A = X + 1.0
      END
"""


@pytest.mark.parametrize("options", [(), ("--no-cache",)])
def test_starts_through_a_recursive_unit_are_not_left_out(options: tuple[str, ...]):
    Path("t.f").write_text(_PASSED_ON)
    assert annotated("t.f", {"N": 3}, *options)["25"]["count"]["value"] == 6
    without = annotated("t.f", {}, "--evaluate-steps", "0", *options)["25"]
    assert not without["exact"]
    inner = annotated("t.f", {"N": 3}, "--evaluate-steps", "0", *options)["25"]
    assert not inner["exact"] or inner["count"]["value"] == 6


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
def test_a_quadrature_of_functions_that_are_passed_is_counted():
    Path("q.f90").write_text(_PROGRAM)
    subprocess.run(["gfortran", "q.f90", "-o", "q"], check=True)
    run = subprocess.run(["./q"], input="5", capture_output=True, text=True, check=True)
    lines = annotated("q.f90", {"n": 5})
    found = [
        lines[str(number)]["count"]["value"]
        for number, line in enumerate(_PROGRAM.splitlines(), 1)
        if "= kc(" in line
    ]
    assert found == [int(word) for word in run.stdout.split()]
    assert max(found) > 100


_IN_A_RING = """\
typedef int (*action)(int);
static int twice(int n) { return 2 * n; }
static struct { action act; int times; } entries[2] = {{twice, 2}, {twice, 1}};
static int repeated(int k, int n)
{
    int s = 0;
    for (int i = 0; i < entries[k].times; i++)
        s += entries[k].act(n + i);
    return s;
}
static int one(int n) { return repeated(0, n); }
static int other(int n) { return n; }
int p(int n)
{
    action by = n > 2 ? one : other;
    return by(n);
}
"""


def test_all_units_of_a_ring_that_a_pointer_starts_have_counts():
    Path("t.c").write_text(_IN_A_RING)
    lines = annotated("t.c", {}, "--entry", "p")
    assert {str(line) for line in (2, 6, 8, 9, 11)} <= lines.keys()
    assert not any(lines[str(line)]["exact"] for line in (6, 8, 9))
