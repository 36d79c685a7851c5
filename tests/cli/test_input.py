"""``--input FILE:LINE:NAME``: a variable is a parameter of its own name from that line on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import Result, sad

SOURCE = """\
      PROGRAM P
      REAL A(100), X, EPS
      INTEGER NB, K(10)
      COMMON /C/ MC
      EPS = SQRT(A(1))
      NB = INT(EPS)
      DO 10 I = 1, NB
   10 A(I) = 0.0
      CALL S(NB, A)
      DO 20 I = 1, NB
         M = INT(A(I))
         DO 20 J = 1, M
   20 A(J) = A(J) + 1.0
      IF (EPS .EQ. 0.0) THEN
         A(1) = 1.0
      END IF
      MC = K(1)
      CALL T
      END
      SUBROUTINE S (N, A)
      REAL A(*)
      N = INT(A(2))
      DO 10 I = 1, N
   10 A(I) = 1.0
      END
      SUBROUTINE T
      COMMON /C/ MC
      DO 10 I = 1, MC
   10 PRINT *, I
      END
"""


@pytest.fixture(autouse=True)
def _source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.f").write_text(SOURCE)


def annotate(*inputs: str) -> Result:
    options = [item for text in inputs for item in ("--input", text)]
    return sad("annotate", "--format", "json", "p.f", *options)


def counts(*inputs: str) -> dict[int, Any]:
    result = annotate(*inputs)
    assert result.code == 0, result.err
    lines = json.loads(result.out)["files"]["p.f"]
    return {int(line): item["count"]["formula"] for line, item in lines.items()}


def test_without_it_the_value_is_unknown():
    assert counts()[8] == "P.value@NB"


@pytest.mark.parametrize("place", ["p.f:6:NB", "./elsewhere/p.f:6:nb"])
def test_a_variable_that_is_computed(place: str):
    found = counts(place)
    assert found[8] == "NB"
    assert found[11] == "P.value@do10.NB"  # the call changes it


def test_the_parameter_is_direct_and_says_why():
    result = sad("analyze", "p.f", "--format", "json", "--input", "p.f:6:NB")
    (row,) = [row for row in json.loads(result.out)["parameters"] if row["name"] == "NB"]
    assert (row["class"], row["line"]) == ("direct", 6)
    assert row["reason"] == "declared an input (--input)"


def test_what_a_call_changes():
    assert counts("p.f:9:NB")[11] == "NB"


def test_in_a_loop_the_value_is_the_same_every_time():
    assert counts("p.f:9:NB", "p.f:11:M")[13] == "M*NB"


def test_in_a_callee():
    assert counts("p.f:22:N")[24] == "N"


def test_a_common_variable_as_the_callee_sees_it():
    assert counts("p.f:17:MC")[29] == "MC"


def test_a_real_variable_that_is_computed():
    assert counts()[15] == "P.prob@if1"
    assert counts("p.f:5:EPS")[15] == "[EPS == 0]"


def test_a_value_can_be_set():
    result = sad("annotate", "p.f", "--input", "p.f:6:NB", "--set", "NB=7", "--format", "json")
    assert json.loads(result.out)["files"]["p.f"]["8"]["count"]["value"] == 7


def test_a_description_keeps_what_was_declared():
    command = ("dump", "--description", "p.f", "--input", "p.f:6:NB", "-o", "p.sad.json")
    assert sad(*command).code == 0
    result = sad("annotate", "--format", "json", "p.sad.json")
    assert json.loads(result.out)["files"]["p.f"]["8"]["count"]["formula"] == "NB"
    again = sad("annotate", "p.sad.json", "--input", "p.f:6:NB")
    check_one_error(again, "SAD509", USAGE, "saved description")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("p.f:6", "FILE:LINE:NAME expected"),
        ("NB", "FILE:LINE:NAME expected"),
        ("p.f:x:NB", "FILE:LINE:NAME expected"),
        ("q.f:6:NB", "did you mean p.f?"),
        ("p.f:2:NB", "the nearest one is at line 5"),
        ("p.f:6:NBB", "did you mean NB?"),
        ("p.f:6:A", "no scalar variable"),
        ("p.f:22:NB", "S has no variable 'NB'"),
    ],
)
def test_what_cannot_be_declared(text: str, part: str):
    check_one_error(annotate(text), "SAD509", USAGE, part)
