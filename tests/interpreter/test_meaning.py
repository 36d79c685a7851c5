"""The interpreter gives Fortran's meaning: each program stops early if a value is wrong."""

from __future__ import annotations

import pytest

from tests.support.interpreter import InvalidRun, NotInterpreted, StepLimit, interpreter
from tests.support.interpreter.lines import line_counts
from tests.support.model import program_of

# Each text is the body of a program; its last line must be reached, and no CALL WRONG.
_WRONG = "      SUBROUTINE WRONG\n      STOP\n      END\n"


def counts(text: str, stdin: str = "", limit: int = 10_000) -> list[int | None]:
    """Return how often the first statement of each line starts; None where there is none."""
    program = program_of(text)
    run = interpreter(program, text).run(stdin=stdin, limit=limit)
    found = {line: count for (_, line), count in line_counts(program, run).items()}
    return [found.get(line) for line in range(1, text.count("\n") + 1)]


def fixed(text: str) -> str:
    """Return statements, one a line, ``label: statement`` for labelled ones, in fixed form."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        head, _, rest = line.strip().partition(": ")
        labelled = head.isdecimal()
        lines.append(f"{head if labelled else '':>5} {rest if labelled else line.strip()}\n")
    return "".join(lines)


VALUES = {
    "division truncates": "IF ((-7)/2 .NE. -3 .OR. 7/(-2) .NE. -3 .OR. MOD(-7,3) .NE. -1) CALL WRONG",
    "powers": "IF (2**10 .NE. 1024 .OR. 2**(-1) .NE. 0 .OR. (-1)**(-3) .NE. -1) CALL WRONG",
    "single precision": "X = 0.1\nIF (DBLE(X) .EQ. 0.1D0) CALL WRONG",
    "single sums round": "X = 16777216.0\nX = X + 1.0\nIF (X .NE. 16777216.0) CALL WRONG",
    "conversion truncates": "I = -2.7\nIF (I .NE. -2 .OR. NINT(-2.5) .NE. -3) CALL WRONG",
    "complex": "COMPLEX C\nC = (1.0, 2.0)\nC = C*C\nIF (AIMAG(C) .NE. 4.0) CALL WRONG",
    "blank padding": "CHARACTER*3 S\nS = 'A'\nIF (S .NE. 'A  ' .OR. S .NE. 'A') CALL WRONG",
    "cut": "CHARACTER*2 S\nS = 'ABC'\nIF (S//'X' .NE. 'ABX') CALL WRONG",
    "substring": "CHARACTER*4 S\nS = 'ABCD'\nS(2:3) = 'X'\nIF (S .NE. 'AX D') CALL WRONG",
    "index": "IF (INDEX('ABCB', 'B') .NE. 2 .OR. LEN('AB') .NE. 2) CALL WRONG",
    "lower bounds": "DIMENSION K(-1:1, 0:2)\nDATA K /1,2,3,4,5,6,7,8,9/\n"
    "IF (K(-1,1) .NE. 4 .OR. K(1,2) .NE. 9) CALL WRONG",
    "data repeats": "DIMENSION K(4)\nDATA K /3*7, 1/, L /2/\nIF (K(3)+K(4)+L .NE. 10) CALL WRONG",
    "data in a loop": "DIMENSION K(4)\nDATA (K(I), I = 1, 4, 2) /5, 6/\nIF (K(3) .NE. 6) CALL WRONG",
    "equivalence": "DIMENSION K(4), L(2)\nEQUIVALENCE (K(3), L(1))\nL(2) = 9\n"
    "IF (K(4) .NE. 9) CALL WRONG",
    "equivalence of types": "REAL X\nINTEGER K\nEQUIVALENCE (X, K)\nX = 1.0\n"
    "IF (K .NE. 1065353216) CALL WRONG",
    "equivalence in common": "COMMON /B/ I, J\nDIMENSION K(2)\nEQUIVALENCE (K, I)\nJ = 4\n"
    "IF (K(2) .NE. 4) CALL WRONG",
    "statement function": "F(X) = X + I\nI = 2\nIF (F(F(1.0)) .NE. 5.0) CALL WRONG",
    "parameter": "PARAMETER (N = 3, M = N*N)\nDIMENSION K(M)\nK(N*N) = 1\nIF (K(9) .NE. 1) CALL WRONG",
    "do variable after the loop": "DO 10 I = 1, 5, 2\n10: CONTINUE\nIF (I .NE. 7) CALL WRONG",
    "bounds are fixed": "N = 3\nK = 0\nDO 10 I = 1, N\nN = 9\n10: K = K + 1\nIF (K .NE. 3) CALL WRONG",
    "read": "READ *, I, X\nREAD (5,*) J, K\nIF (I+J+K .NE. 6 .OR. X .NE. 2.5) CALL WRONG",
}


@pytest.mark.parametrize("body", VALUES.values(), ids=VALUES.keys())
def test_value(body: str):
    text = fixed(f"{body}\nEND") + _WRONG
    assert counts(text, "1 2.5 99\n2\n3\n")[-2] == 0


UNITS = {
    "by reference": ("CALL S(K)\nIF (K .NE. 1) CALL WRONG", "SUBROUTINE S(I)\nI = 1"),
    "a copy in parentheses": (
        "K = 0\nCALL S((K))\nIF (K .NE. 0) CALL WRONG",
        "SUBROUTINE S(I)\nI = 1",
    ),
    "an element to an array": (
        "DIMENSION K(6)\nK(5) = 3\nCALL S(K(4), 2)\nIF (K(5) .NE. 4) CALL WRONG",
        "SUBROUTINE S(I, N)\nDIMENSION I(N)\nI(2) = I(2) + 1",
    ),
    "another shape": (
        "DIMENSION K(6)\nK(4) = 3\nCALL S(K, 2)\nIF (K(4) .NE. 4) CALL WRONG",
        "SUBROUTINE S(I, N)\nDIMENSION I(N, *)\nI(2, 2) = I(2, 2) + 1",
    ),
    "common": (
        "COMMON /C/ K, X\nX = 1.0\nK = 2\nCALL S",
        "SUBROUTINE S\nCOMMON /C/ L(2)\nIF (L(1) .NE. 2 .OR. L(2) .NE. 1065353216) CALL WRONG",
    ),
    "block data": (
        "COMMON /C/ K\nIF (K .NE. 7) CALL WRONG",
        "BLOCK DATA\nCOMMON /C/ I\nDATA I /7/",
    ),
    "saved": (
        "CALL S(K)\nCALL S(K)\nIF (K .NE. 2) CALL WRONG",
        "SUBROUTINE S(I)\nDATA N /0/\nN = N + 1\nI = N",
    ),
    "entry": (
        "CALL E(K)\nIF (K .NE. 2) CALL WRONG",
        "SUBROUTINE S\nCALL WRONG\nENTRY E(I)\nI = 2",
    ),
    "function entries share": (
        "IF (JE(3) .NE. 3) CALL WRONG",
        "FUNCTION JF(I)\nJF = 1\nRETURN\nENTRY JE(I)\nJF = I",
    ),
    "dummy procedure": (
        "EXTERNAL S\nCALL T(S, K)\nIF (K .NE. 1) CALL WRONG",
        "SUBROUTINE S(I)\nI = 1\nEND\nSUBROUTINE T(P, I)\nCALL P(I)",
    ),
    "intrinsic procedure": (
        "INTRINSIC ABS\nCALL T(ABS)",
        "SUBROUTINE T(F)\nIF (F(-2.0) .NE. 2.0) CALL WRONG",
    ),
    "alternate return": (
        "CALL S(*10, *20)\n10: CALL WRONG\n20: CONTINUE",
        "SUBROUTINE S(*, *)\nRETURN 2",
    ),
    "recursion": (
        "K = 0\nCALL S(3, K)\nIF (K .NE. 6) CALL WRONG",
        "RECURSIVE SUBROUTINE S(N, K)\nM = N\nIF (N .GT. 0) CALL S(N-1, K)\nK = K + M",
    ),
    "assumed length": (
        "CHARACTER*5 S\nS = 'ABCDE'\nCALL T(S(2:4))\nIF (S .NE. 'AX  E') CALL WRONG",
        "SUBROUTINE T(C)\nCHARACTER*(*) C\nIF (LEN(C) .NE. 3) CALL WRONG\nC = 'X'",
    ),
    "a shorter dummy": (
        "CALL T('NO')",
        "SUBROUTINE T(C)\nCHARACTER C\nIF (C .NE. 'N') CALL WRONG",
    ),
}


@pytest.mark.parametrize(("main", "other"), UNITS.values(), ids=UNITS.keys())
def test_units(main: str, other: str):
    text = fixed(f"{main}\nEND\n{other}\nEND") + _WRONG
    assert counts(text)[-2] == 0


CONTROL = {
    "zero trips": ("DO 10 I = 1, 0\n10: CONTINUE", [1, 0]),
    "negative step": ("DO 10 I = 5, 1, -2\n10: CONTINUE", [1, 3]),
    "real do": ("DO 10 X = 0.0, 1.0, 0.25\n10: CONTINUE", [1, 5]),
    "shared end": ("DO 10 I = 1, 3\nDO 10 J = 1, I\n10: CONTINUE", [1, 3, 6]),
    "leaving early": ("DO 10 I = 1, 9\nIF (I .EQ. 4) GOTO 20\n10: K = I\n20: K = I", [1, 4, 3, 1]),
    "cycle and exit": (
        "DO I = 1, 9\nIF (I .EQ. 2) CYCLE\nIF (I .EQ. 5) EXIT\nK = I\nEND DO",
        [1, 5, 4, 3, None],
    ),
    "do while": ("I = 8\nDO WHILE (I .GT. 1)\nI = I/2\nEND DO", [1, 4, 3, None]),
    "goto loop": ("I = 0\n10: I = I + 1\nIF (I .LT. 3) GOTO 10", [1, 3, 3]),
    "computed goto": (
        "DO 20 I = 0, 3\nGOTO (10, 20), I\nK = 0\n10: K = 1\n20: CONTINUE",
        [1, 4, 2, 3, 4],
    ),
    "assigned goto": ("ASSIGN 10 TO L\nGOTO L\nK = 0\n10: K = 1", [1, 1, 0, 1]),
    "arithmetic if": (
        "DO 40 I = -1, 2\nIF (I) 10, 20, 30\n10: K = 1\n20: K = 2\n30: K = 3\n40: CONTINUE",
        [1, 4, 1, 2, 4, 4],
    ),
    "else if": (
        (
            "DO 10 I = 1, 4\nIF (I .EQ. 1) THEN\nK = 1\nELSE IF (I .EQ. 2) THEN\nK = 2\n"
            "ELSE\nK = 3\nEND IF\n10: CONTINUE"
        ),
        [1, 4, 1, 3, 1, None, 2, None, 4],
    ),
    "select": (
        (
            "DO 10 I = 1, 5\nSELECT CASE (I)\nCASE (2:3)\nK = 1\nCASE (5)\nK = 2\n"
            "CASE DEFAULT\nK = 3\nEND SELECT\n10: CONTINUE"
        ),
        [1, 5, None, 2, None, 1, None, 2, None, 5],
    ),
    "into an arm": (
        "K = 0\nIF (K .EQ. 1) THEN\n10: K = 2\nEND IF\nIF (K .EQ. 0) GOTO 10",
        [1, 1, 1, None, 2],
    ),
    "end of input": ("10: READ (*,*,END=20) I\nGOTO 10\n20: CONTINUE", [3, 2, 1]),
    "stop": ("DO 10 I = 1, 5\nIF (I .EQ. 3) STOP\n10: CONTINUE", [1, 3, 2]),
}


@pytest.mark.parametrize(("body", "expected"), CONTROL.values(), ids=CONTROL.keys())
def test_counts(body: str, expected: list[int | None]):
    assert counts(fixed(f"{body}\nEND"), "1\n2\n")[:-1] == expected


BAD = {
    "overflow": "K = 2147483647\nK = K + 1",
    "undefined": "K = L + 1",
    "subscript too large": "DIMENSION K(3)\nI = 4\nK(I) = 1",
    "subscript too small": "DIMENSION K(3)\nI = 0\nK(I) = 1",
    "division by zero": "I = 0\nK = 1/I",
    "step zero": "I = 0\nDO 10 K = 1, 2, I\n10: CONTINUE",
    "no input": "READ *, I",
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_a_program_that_breaks_a_rule_is_no_oracle(body: str):
    with pytest.raises(InvalidRun):
        counts(fixed(f"{body}\nEND"))


def test_what_is_not_interpreted_says_so():
    with pytest.raises(NotInterpreted, match="GONE is not in the source"):
        counts(fixed("CALL GONE\nEND"))


@pytest.mark.parametrize("body", ["10: GOTO 10", "DO WHILE (.TRUE.)\nK = 1\nEND DO"])
def test_endless_programs_are_ended(body: str):
    with pytest.raises(StepLimit):
        counts(fixed(f"{body}\nEND"))


def test_long_loops_are_ended():
    with pytest.raises(StepLimit):
        counts(fixed("DO 10 I = 1, 20000\n10: CONTINUE\nEND"), limit=10_000)
