"""The text form of the IR: readable, stable, and different for different trees."""

from __future__ import annotations

import pytest

from sad.ir.dump import dump_program
from tests.support.account import statement_count
from tests.support.model import program_of

SOURCE = """\
      SUBROUTINE S(N, A)
      INTEGER N, L
      REAL A(N, 0:9)
      COMMON /C/ K
      PARAMETER (L = 3)
      DO 10 I = 1, N, 2
         IF (A(I,1) .GT. 0.5) THEN
            K = L + INT(A(I,2))
         ELSE IF (I .EQ. L) THEN
            GOTO 20
         ELSE
            CALL T(A, *20)
         END IF
   10 CONTINUE
   20 WRITE (*,*) K, (A(J,1), J = 1, N)
      END
"""
DUMP = """\
file <stdin>.f (fortran, 16 statements)
  subroutine S(N, A)  ! 1-16
    symbol A: real*4[N, 0:9] dummy
    symbol I: integer*4 local
    symbol J: integer*4 local
    symbol K: integer*4 common /C/+0
    symbol L: integer*4 constant = 3
    symbol N: integer*4 dummy
        6 do I = 1, N, 2 until 10
          7 if (A[I, 1] > 0.5_real)
            8 K = (L + int(A[I, 2]))
            else if (I == L)
           10 goto 20
            else
           12 call T(A) else 20
         14 10: continue
       15 20: write items(K, (A[J, 1], J = 1, N))
"""
DIFFERENT = (
    ("X = Y + Z + W", "X = Y + (Z + W)"),
    ("X = Y - Z - W", "X = Y - (Z - W)"),
    ("X = 1", "X = 1.0"),
    ("X = 1.0", "X = 1.0D0"),
    ("I = 7/2", "I = 7.0/2.0"),
    ("X = -Y**2", "X = (-Y)**2"),
    ("IF (X .GT. Y) Z = 1", "IF (X .GE. Y) Z = 1"),
    ("CALL F(X)", "CALL F((X))"),
    ("CALL F('1')", "CALL F(1)"),
    ("GOTO (10, 20), I", "GOTO (20, 10), I"),
    ("IF (X) 10, 20, 20", "IF (X) 10, 10, 20"),
)


def dump_of(statement: str) -> str:
    return dump_program(
        program_of(f"      SUBROUTINE S\n      {statement}\n   10 CONTINUE\n   20 END\n")
    )


def test_the_dump_says_what_the_source_says():
    assert dump_program(program_of(SOURCE)) == DUMP


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_different_statements_never_print_the_same(first: str, second: str):
    assert dump_of(first) != dump_of(second)


def test_reading_twice_gives_the_same_text():
    assert dump_program(program_of(SOURCE)) == dump_program(program_of(SOURCE))


def test_a_comment_line_moves_line_numbers_and_nothing_else():
    moved = SOURCE.replace("      DO 10", "C     a comment\n      DO 10")
    plain = [line.split() for line in dump_program(program_of(SOURCE)).splitlines()[8:]]
    shifted = [line.split() for line in dump_program(program_of(moved)).splitlines()[8:]]
    for first, second in zip(plain, shifted, strict=True):
        if first[0].isdigit():
            assert int(second[0]) == int(first[0]) + 1
            assert first[1:] == second[1:]
        else:
            assert first == second


ACCOUNTS = {
    "logical IF is one statement with its action": ("IF (X .GT. 0) Y = 1", 3),
    "block IF": ("IF (X .GT. 0) THEN\n      Y = 1\n      ELSE\n      Y = 2\n      END IF", 7),
    "two statements on a line": ("X = 1; Y = 2", 4),
    "continuation": ("X = 1 +\n     & 2", 3),
    "declarations and FORMAT": ("REAL Q\n      DATA R /1.0/\n   99 FORMAT (I5)\n      X = 1", 6),
    "shared terminal": ("DO 10 I = 1, 2\n      DO 10 J = 1, 2\n   10 X = 1", 5),
    "select": (
        "SELECT CASE (I)\n      CASE (1)\n      X = 1\n      CASE DEFAULT\n      END SELECT",
        7,
    ),
    "do while": ("DO WHILE (X .GT. 0)\n      X = X - 1\n      END DO", 5),
    "entry": ("ENTRY E(X)", 3),
}


@pytest.mark.parametrize("what", ACCOUNTS)
def test_no_statement_is_lost(what: str):
    text, number = ACCOUNTS[what]
    (file,) = program_of(f"      SUBROUTINE S(X)\n      {text}\n      END\n").files
    assert statement_count(file) == file.statements == number
