"""Intrinsic functions: all of the standard are known, and have the values that gfortran gives them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from frontends.fortran.intrinsics import INTRINSICS
from tests.oracle.f90_programs.intrinsics import DECLARED, SCALARS
from tests.support.command import sad
from tests.support.compiler import needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

STANDARD = """
ABS ACHAR ACOS ACOSH ADJUSTL ADJUSTR AIMAG AINT ALL ALLOCATED ANINT ANY ASIN ASINH ASSOCIATED ATAN
ATAN2 ATANH BESSEL_J0 BESSEL_J1 BESSEL_JN BESSEL_Y0 BESSEL_Y1 BESSEL_YN BGE BGT BIT_SIZE BLE BLT BTEST
CEILING CHAR CMPLX CONJG COS COSH COUNT CSHIFT DBLE DIGITS DIM DOT_PRODUCT DPROD DSHIFTL DSHIFTR
EOSHIFT EPSILON ERF ERFC ERFC_SCALED EXP EXPONENT EXTENDS_TYPE_OF FINDLOC FLOOR FRACTION GAMMA HUGE
HYPOT IACHAR IALL IAND IANY IBCLR IBITS IBSET ICHAR IEOR INDEX INT IOR IPARITY ISHFT ISHFTC
IS_CONTIGUOUS IS_IOSTAT_END IS_IOSTAT_EOR KIND LBOUND LEADZ LEN LEN_TRIM LGE LGT LLE LLT LOG LOG10
LOGICAL LOG_GAMMA MASKL MASKR MATMUL MAX MAXEXPONENT MAXLOC MAXVAL MERGE MERGE_BITS MIN MINEXPONENT
MINLOC MINVAL MOD MODULO NEAREST NEW_LINE NINT NORM2 NOT PACK PARITY POPCNT POPPAR PRECISION PRESENT
PRODUCT RADIX RANGE RANK REAL REPEAT RESHAPE RRSPACING SAME_TYPE_AS SCALE SCAN SELECTED_CHAR_KIND
SELECTED_INT_KIND SELECTED_REAL_KIND SET_EXPONENT SHAPE SHIFTA SHIFTL SHIFTR SIGN SIN SINH SIZE SPACING
SPREAD SQRT STORAGE_SIZE SUM TAN TANH TINY TRAILZ TRANSFER TRANSPOSE TRIM UBOUND UNPACK VERIFY
""".split()  # noqa: SIM905
"""ISO/IEC 1539-1 (2018), 16.7, without subroutines, coarrays, and what gfortran 12 does not have."""
_ROW = re.compile(r"^ *= ([\d,]+) +(\d+):", re.MULTILINE)


def test_the_functions_of_the_standard_are_known():
    assert [name for name in STANDARD if name not in INTRINSICS] == []


def _program(forms: list[str]) -> str:
    lines = ["program p", "  implicit none", "  integer, allocatable :: pool(:)"]
    lines += ["  integer :: counted", DECLARED.replace(", public", "").rstrip()]
    lines += ["  integer :: a, b, i, k = 0", "  read *, a, b", "  allocate(pool(3))"]
    for form in forms:
        lines += [
            f"  do i = 1, mod({form}, 9) + 9",
            "    k = k + 1",
            "  end do",
            "  print *, k; k = 0",
        ]
    return "\n".join([*lines, "end program", ""])


@pytest.mark.compiler
@needs_gfortran
@pytest.mark.parametrize("given", ["5 3", "-7 2", "0 -1"])
def test_their_values_are_gfortrans(tmp_path: Path, given: str):
    left_out = ("cubes({k})", "maskl", "transfer") if given != "5 3" else ("transfer",)
    forms = [item for item in SCALARS if not item.startswith(left_out)]
    text = _program([form.format(a="a", b="b", k=1 + at % 3) for at, form in enumerate(forms)])
    (tmp_path / "p.f90").write_text(text)
    (tmp_path / "in").write_text(f"{given}\n")
    built = run(["gfortran", "-w", "-o", "p", "p.f90"], tmp_path)
    assert built.returncode == 0, built.stderr
    counted = [int(item) for item in run(["./p"], tmp_path, f"{given}\n").stdout.split()]
    shown = sad("annotate", tmp_path / "p.f90", "--stdin", tmp_path / "in")
    rows = {int(line): int(count.replace(",", "")) for count, line in _ROW.findall(shown.out)}
    where = [at for at, line in enumerate(text.splitlines(), 1) if line == "    k = k + 1"]
    wrong = {
        form: (rows.get(at), count)
        for form, at, count in zip(forms, where, counted, strict=True)
        if rows.get(at) != count
    }
    assert wrong == {}
