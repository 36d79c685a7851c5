"""A statement that breaks off the run of a slice is named, and nothing of that run is used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import sad.slicing.evaluate
import sad.slicing.unit_code
from sad.slicing.memory import Inner, Memory, movable
from sad.slicing.runtime import Unknown
from tests.support.command import CORPUS
from tests.support.command import sad as command

if TYPE_CHECKING:
    import pytest

DEEP = """\
static int a[8];
static int down(int n) { return n == 0 ? a[3] : down(n - 1) + (n % 7 == a[2]); }
int main(void)
{
    int k, i;
    for (i = 0; i < 8; i++)
        a[i] = (i * 5) % 8;
    k = down(90000);
    while (k > 0)
        k -= 7 + (k & 1);
    return 0;
}
"""
SEARCH = """\
      PROGRAM T
      INTEGER K(10)
      DO 10 I = 1, 10
   10 K(I) = MOD(I*I, 11)
      I = 1
   20 I = I + 1
      IF (K(MOD(I, 10) + 1) .NE. 5) GOTO 20
      END
"""


def _obstacles(file: str) -> list[dict[str, object]]:
    result = command("analyze", file, "--format", "json")
    assert result.code == 0, result.err
    found = json.loads(result.out)
    evaluation = found["evaluation"]
    assert evaluation["blocks"] == 0
    return evaluation["obstacles"]


def test_calls_that_are_nested_too_deeply_are_named():
    Path("deep.c").write_text(DEEP)
    (found,) = _obstacles("deep.c")
    assert found["line"] == 2
    assert "the slice breaks off here: calls or expressions are nested too deeply" in str(found)


def test_what_a_statement_raises_is_named(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise LookupError("no such place")

    monkeypatch.setitem(sad.slicing.evaluate.FUNCTIONS, "mod", broken)
    Path("t.f").write_text(SEARCH)
    (found,) = _obstacles("t.f")
    assert (found["file"], found["line"]) == ("t.f", 4)
    assert found["reason"] == "the slice breaks off here: no such place (LookupError)"


def test_a_run_that_reals_decide_is_made_again_with_reals():
    Path("t.f").write_text(
        """\
      PROGRAM T
      INTEGER K(10)
      X = 8.0
      DO 10 I = 1, 10
   10 K(I) = MOD(I*I, 11)
      I = 1
      Y = X
      IF (Y .LT. 1.0) I = 2
      IF (X .LT. 2.0) STOP
      IF (X .LT. 3.0) CALL LEAVE
   20 I = I + 1
      X = X/2.0
      IF (K(MOD(I, 10) + 1) .NE. 5 .OR. X .GT. 1.0) GOTO 20
      END
      SUBROUTINE LEAVE
      STOP
      END
"""
    )
    result = command("annotate", "t.f", "--format", "json")
    lines = json.loads(result.out)["files"]["t.f"]
    k = [number * number % 11 for number in range(1, 11)]
    i, x, times = 1, 8.0, 0
    while times == 0 or k[i % 10] != 5 or x > 1:
        i, x, times = i + 1, x / 2, times + 1
    assert lines["11"]["count"]["value"] == times
    assert lines["11"]["evaluated"]


def test_what_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> str:
        raise LookupError("N")

    monkeypatch.setattr(sad.slicing.unit_code.UnitCode, "_goto", broken)
    Path("t.f").write_text(SEARCH)
    (found,) = _obstacles("t.f")
    assert found["file"] == "t.f"
    assert found["reason"] == "the slice breaks off here: N (LookupError)"


def test_a_place_inside_an_object_can_be_moved():
    cause = Unknown("here")
    first = movable((1 << 200, 2))
    assert (first + 3, 3 + first, first - 2) == ((1 << 200, 5), (1 << 200, 5), (1 << 200, 0))
    assert (first + 3) - first == 3
    assert first < first + 1
    assert first + cause is cause
    assert movable((cause, 2)) is cause
    for made in (first * 2, -first, first - Inner((5, 2)), first < 7):
        assert isinstance(made, Unknown)
    memory = Memory()
    memory[1 << 200, 4] = 9
    assert memory[first + 2] == 9
    memory.lose_range(first, 3, cause)
    assert memory[1 << 200, 4] is cause
    assert memory.default is not cause


def test_a_name_that_a_broken_program_leaves_out_is_named():
    """Without its declaration Y is passed on as a procedure."""
    lines = (CORPUS / "rkode" / "rkode.f").read_text().splitlines(keepends=True)
    Path("t.f").write_text("".join(lines[:47] + lines[48:]))
    assert "Y(N)" in lines[47]
    result = command("analyze", "t.f")
    assert "NameError" in result.out, result.err
