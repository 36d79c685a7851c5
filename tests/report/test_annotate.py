"""Source lines with their counts: formulas of what is open, what a given value settles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

SOURCE = """\
      PROGRAM MAIN
      READ (*,*) N, X
      IERR = 0
      IF (N .LT. 1) IERR = 1
      IF (N .GT. 1000) IERR = 2
      IF (X .GT. 0.5) STOP
      IF (IERR .NE. 0) THEN
         WRITE (*,*) 'BAD'
         STOP
      END IF
      DO 10 I = 1, N
   10 X = X + 1.0
      END
"""
REPORT, LOOP, BODY = 8, 11, 12
NOTE = "formulas are shown for N >= 1 (values are computed exactly)"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(SOURCE)
    return "main.f"


def _counts(source: str, *options: str) -> dict[int, str]:
    """The marks and counts in front of the lines, by line number."""
    lines = sad("annotate", source, *options).out.splitlines()
    found = [line.split(":", 1)[0].rsplit(None, 1) for line in lines if ": " in line]
    return {int(front[1]): front[0].strip() for front in found if len(front) > 1}


@pytest.mark.parametrize(
    ("size", "report", "loop"),
    [(0, "? (1 - P1)", "= 0"), (5, "= 0", "? (1 - P1)"), (2000, "? (1 - P1)", "= 0")],
)
def test_open_counts_are_shown_with_the_values_given(
    source: str, size: int, report: str, loop: str
):
    counts = _counts(source, "--set", f"N={size}")
    assert (counts[REPORT], counts[LOOP]) == (report, loop)
    assert NOTE not in sad("annotate", source, "--set", f"N={size}").out


def test_what_is_multiplied_by_zero_is_exact(source: str):
    answer = json.loads(sad("annotate", source, "--set", "N=0", "--format", "json").out)
    body = answer["files"][source][str(BODY)]
    assert (body["count"]["value"], body["exact"]) == (0, True)
    report = answer["files"][source][str(REPORT)]
    assert (report["count"]["value"], report["exact"]) == (None, False)


def test_what_formulas_assume_is_said(source: str):
    assert NOTE in sad("annotate", source).out.splitlines()


def test_the_line_of_an_entry_has_no_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        "PROGRAM MAIN",
        "CALL WHOLE(K)",
        "DO I = 1, 3",
        "CALL PART(K)",
        "END DO",
        "END",
        "SUBROUTINE WHOLE(K)",
        "K = 0",
        "ENTRY PART(K)",
        "K = K + 1",
        "END",
    ]
    Path("entry.f").write_text("".join(f"      {line}\n" for line in lines))
    counts = _counts("entry.f")
    assert [counts.get(lines.index(line) + 1) for line in lines[-4:-1]] == ["= 1", None, "= 4"]
