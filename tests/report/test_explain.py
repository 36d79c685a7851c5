"""``sad explain``: what makes a count, and where values come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

SOURCE = """\
      PROGRAM MAIN
      REAL A(100)
      LOGICAL FLAG
      READ *, N, FLAG
      NB = NBLK(N)
      M = N/NB
      DO 5 L = 1, M
    5 CALL WORK (A, M, L)
      IF (FLAG) CALL WORK (A, 2*N, 1)
      END
      INTEGER FUNCTION NBLK (K)
      NBLK = 32
      IF (K .LT. 100) NBLK = 8
      END
      SUBROUTINE WORK (A, N, KIND)
      REAL A(*), T
      NM1 = N - 1
      DO 30 I = 1, N
         IF (KIND .EQ. 1) THEN
            DO 20 J = I, NM1
               T = A(J)
               IF (T .GT. 0.0) THEN
                  A(J) = SQRT(T)
               END IF
   20       CONTINUE
         ELSE
            A(I) = 0.0
         END IF
   30 CONTINUE
   40 A(1) = A(1)*0.5
      IF (A(1) .GT. 1.0) GOTO 40
      END
"""


@pytest.fixture(autouse=True)
def _source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ex.f").write_text(SOURCE)


def explain(target: str) -> list[str]:
    result = sad("explain", target, "ex.f")
    assert result.code == 0, result.err
    return result.out.splitlines()


def test_loops_have_their_ranges():
    lines = explain("ex.f:21")
    place = next(n for n, line in enumerate(lines) if line.startswith("  loop      do30.if1.do20"))
    assert lines[place].endswith("line 20: DO 20 J = I, NM1: max(0, -I + N) times")
    assert lines[place + 1].strip() == "J = I..N - 1"
    assert lines[place + 2].strip() == "NM1 = N - 1 (line 17)"
    assert "              I = 1..N" in lines


def test_a_loop_without_a_bound_says_that_only_a_run_can_tell():
    lines = explain("ex.f:30")
    assert "  loop      goto40, line 30: 40 A(1) = A(1)*0.5: X1 times" in lines
    assert "              only a run can tell: no bound is known" in lines


def test_conditions_are_exact_or_say_what_they_test():
    text = "\n".join(explain("ex.f:23"))
    assert "IF (KIND .EQ. 1) THEN (then): taken where KIND == 1, exactly" in text
    tests = "probability P1; only a run can tell: tests T, a real variable"
    assert f"IF (T .GT. 0.0) THEN (then): {tests}" in text
    assert "(else): taken where KIND != 1, exactly" in "\n".join(explain("ex.f:27"))


def test_the_order_is_from_the_outside_in():
    kinds = [line[2:].split()[:2] for line in explain("ex.f:23") if line[2:3] in "lc"]
    assert [name.rstrip(",") for kind, name in kinds if kind in ("loop", "condition")] == [
        "do30",
        "do30.if1",
        "do30.if1.do20",
        "do30.if1.do20.if1",
    ]


def test_calls_are_listed_with_how_often_they_are_made():
    called = [line for line in explain("ex.f:17") if line.startswith("  called")]
    assert len(called) == 2
    assert "WORK by MAIN in do5, line 8: 5 CALL WORK (A, M, L): " in called[0]
    assert called[1].endswith("line 9: IF (FLAG) CALL WORK (A, 2*N, 1): [FLAG] times")


def test_a_variable_is_followed_back_to_the_inputs():
    lines = explain("NM1")
    assert lines[0] == "WORK.NM1 = N - 1"
    text = "\n".join(lines)
    order = [
        "from      N, an input of WORK",
        "in the call by MAIN, line 8",
        "line 6: M = N/NB",
        "N, an input of MAIN, direct: is read",
        "line 5: NB = NBLK(N)",
        "NBLK, a function, ex.f:11",
        "NBLK = 32, line 12",
        "N = 2*N in the call by MAIN, line 9",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "FLAG" not in text.replace("IF (FLAG)", "")  # it decides the call, not the value


def test_the_value_of_a_function_is_a_choice():
    assert explain("NB")[0] == "MAIN.NB = (8 if N <= 99 else 32)"


def test_an_input_that_no_count_uses_by_its_own_name():
    lines = explain("KIND")
    assert lines[0] == "WORK.KIND"
    assert lines[1] == "  what      an input of WORK, ex.f:15"
    assert lines[2].startswith("  from      KIND = L in the call by MAIN, line 8")
    assert lines[3].startswith("  from      KIND = 1 in the call by MAIN, line 9")


def test_a_probability_says_what_its_condition_tests():
    assert "  tests     T, a real variable" in explain("P1")
