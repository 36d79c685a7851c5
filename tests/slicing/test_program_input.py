"""The program's own input is enough: READ, scanf and the command line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.slicing.runs import annotated, compare
from tests.support.command import sad
from tests.support.compiler import GFORTRAN

READING = {
    "list-directed with repeats and an end": (
        """
      PROGRAM T
      INTEGER KC(9), A(5)
      READ (*,*) N, X, (A(I), I = 1, 5)
      DO 10 I = 1, A(4)
   10 KC(1) = KC(1) + 1
   20 READ (*,*,END=30) K
      DO 25 I = 1, K
   25 KC(2) = KC(2) + 1
      IF (X .GT. 1.0) GOTO 20
   30 KC(3) = KC(3) + 1
      PRINT *, KC
      END
""",
        "3, 2.5D0\n1 2*4 9 8\n 5  a comment\n2\n",
    ),
    "formats and internal files": (
        """
      PROGRAM T
      INTEGER KC(9)
      CHARACTER*20 CARD, WORD*4
    5 READ (*, '(A)', IOSTAT=IOS) CARD
      IF (IOS .NE. 0) GOTO 40
      WORD = CARD(1:4)
      IF (WORD .EQ. 'LOOP') THEN
      READ (CARD(5:), *) N
      DO 10 I = 1, N
   10 KC(1) = KC(1) + 1
      ELSE IF (WORD .EQ. 'TWO') THEN
      READ (*, 100) I, J
      DO 20 K = I, J
   20 KC(2) = KC(2) + 1
      END IF
      GOTO 5
   40 PRINT *, KC
  100 FORMAT (I3, 2X, I4)
      END
""",
        "LOOP 4\nTWO\n  2    11\nOTHER\nLOOP 3\n",
    ),
    "namelists, of a unit that is passed": (
        """
      PROGRAM T
      INTEGER KC(9), N, A(4), IOS
      CHARACTER*8 NAME
      LOGICAL FAST
      TYPE PAIR
        INTEGER M
        REAL W(2)
      END TYPE
      TYPE(PAIR) C
      NAMELIST /IN/ N, A, X, NAME, FAST
      NAMELIST /TYPES/ C
      C = PAIR(2, 1.0)
      A = 2
      NAME = 'X'
      FAST = .FALSE.
      DO 30 K = 1, 4
      N = K
      X = 0.5
      READ (*, NML=IN, IOSTAT=IOS)
      IF (IOS .NE. 0) GOTO 40
      DO 10 I = 1, N + A(1) + 10*A(3) + 100*A(4)
   10 KC(1) = KC(1) + 1
      IF (FAST) THEN
      KC(2) = KC(2) + 1
      END IF
      IF (NAME .EQ. 'IT''S' .AND. X .GT. 1.0) THEN
      KC(3) = KC(3) + 1
      END IF
      IF (K .EQ. 2) CALL MORE(5)
   30 CONTINUE
   40 PRINT *, KC
      CONTAINS
      SUBROUTINE MORE(LUN)
      INTEGER LUN
      READ (LUN, TYPES)
      DO 50 I = 1, C%M
   50 KC(4) = KC(4) + 1
      IF (C%W(2) .GT. 2.0) THEN
      KC(5) = KC(5) + 1
      END IF
      END SUBROUTINE
      END
""",
        (
            " a comment\n&in n=4, a = 1, 2*3,\n  name='it''s' fast=T x = 1.5d0 /\n"
            '&other n = 9 /\n$IN a(3)=5,,\n  NAME = "IT\'S", x=+2.5e0 ! why\n$end\n'
            "&TYPES C%M = 3, c%w(2) = 2.5/\n &in fast = .false., a=3*1/\n"
        ),
    ),
    "other files are opened": (
        """
      PROGRAM T
      INTEGER KC(9), N, M, NOUT
      COMMON /CNT/ KC
      READ (*,*) NOUT, N
      OPEN (UNIT=NOUT, FILE='t.out')
      DO 10 I = 1, N
   10 KC(1) = KC(1) + 1
      READ (*,*) M
      CLOSE (NOUT)
      DO 20 I = 1, M
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
""",
        "7 3\n5\n",
    ),
}


@pytest.mark.skipif(GFORTRAN is None, reason="needs gfortran")
@pytest.mark.parametrize("name", READING)
def test_the_program_s_own_input_is_enough(name: str):
    text, given = READING[name]
    Path("t.f").write_text(text.lstrip("\n"))
    Path("t.in").write_text(given)
    subprocess.run(
        ["gfortran", "-std=legacy", "-w", "-finit-local-zero", "t.f", "-o", "t"], check=True
    )
    compare("t.f", text, {}, r"KC\((\d)\) = KC", given=given)


def test_scanf_and_the_command_line_are_read():
    Path("t.c").write_text(
        """\
#include <stdio.h>
#include <stdlib.h>
long kc[3];
int main(int argc, char **argv)
{
    int n, k, i, sum = 0;
    if (argc != 3 || scanf("%d", &n) != 1)
        return 1;
    k = atoi(argv[2]);
    for (i = 0; i < k; i++)
        kc[0]++;
    while (scanf("%d", &n) == 1)
        sum += n;
    for (i = 0; i < sum; i++)
        kc[1]++;
    return 0;
}
"""
    )
    Path("t.in").write_text("7\n4 5\n 6 x")
    lines = annotated("t.c", {}, "--stdin", "t.in", "--args", "a 12")
    assert lines["11"]["count"]["value"] == 12  # type: ignore[index]
    assert lines["15"]["count"]["value"] == 15  # type: ignore[index]


def test_words_of_the_command_line_may_be_read_by_another_function():
    text = """\
#include <stdlib.h>
#include <string.h>
static int given(int argc, char **argv, const char *name, int otherwise)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], name))
            otherwise = atoi(argv[++i]);
    return otherwise;
}
int main(int argc, char **argv)
{
    int k = 0, n = given(argc, argv, "-n", 3), m = given(argc, argv, "-m", 4);
    for (int i = 0; i < n + m; i++)
        k += 2;
    return k > 9;
}
"""
    Path("t.c").write_text(text)
    lines = annotated("t.c", {}, "--args", "-n 20 x")
    assert lines["14"]["count"]["value"] == 24
    assert lines["7"]["count"]["value"] == 1


def test_numbers_may_be_read_from_texts_that_the_program_has():
    text = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *settings = "steps 12\\nwidth 2.5\\n";
static int setting(const char *name, double *value)
{
    const char *p = strstr(settings, name);
    return p && sscanf(p + strlen(name), "%lf", value) == 1;
}
int main(void)
{
    int k = 0;
    double steps = 1, width = 1, depth = 4;
    setting("steps", &steps);
    setting("width", &width);
    setting("depth", &depth);
    for (int i = 0; i < (int)(steps * width + depth); i++)
        k += 2;
    for (int i = 0; i < atoi(settings + strlen("steps")); i++)
        k += 3;
    return k > 9;
}
"""
    Path("t.c").write_text(text)
    lines = annotated("t.c", {})
    assert lines["18"]["count"]["value"] == 34
    assert lines["20"]["count"]["value"] == 12


def test_a_file_that_a_function_gets_may_be_standard_input():
    text = """\
#include <stdio.h>
static int load(FILE *file, double *most)
{
    int i, n = 0;
    double x;
    if (!file)
        return 0;
    while (fscanf(file, "%d %lg\\n", &i, &x) == 2) {
        n += i;
        if (x > *most)
            *most = x;
    }
    return n;
}
int main(void)
{
    double most = 0;
    long kc[2] = {0, 0};
    int n = load(NULL, &most) + load(stdin, &most);
    for (int i = 0; i < n; i++)
        kc[0]++;
    for (int i = 0; i < most; i++)
        kc[1]++;
    return 0;
}
"""
    Path("t.c").write_text(text)
    Path("t.in").write_text("1 2.5\n4 3.25\n2 0.5\n")
    lines = annotated("t.c", {}, "--stdin", "t.in")
    for statement, count in (("n += i", 3), ("kc[0]++", 7), ("kc[1]++", 4), ("*most = x", 2)):
        number = next(n for n, line in enumerate(text.splitlines(), 1) if statement in line)
        assert lines[str(number)]["exact"], statement
        assert lines[str(number)]["count"]["value"] == count


def test_an_input_file_that_is_not_there_is_one_error():
    Path("t.f").write_text("      END\n")
    result = sad("annotate", "t.f", "--stdin", "none.in")
    assert result.code == 3
    assert result.err.startswith("none.in:1: error[SAD504]")
