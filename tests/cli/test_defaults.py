"""``--defaults heuristics`` on the command line: what it fills is listed, labelled and counted."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      SUBROUTINE S(N, A, X)
      DIMENSION A(N)
      DO 10 I = 1, N
        IF (A(I) .GT. X) A(I) = SQRT(A(I))
   10 CONTINUE
   20 X = X*1.5
      IF (X .LT. 9.0) GOTO 20
      IF (A(1) .LT. 0.0) STOP 'bad'
      X = A(1)
      END
"""
GIVEN = ("--set", "N=10", "--defaults", "heuristics")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "s.f"
    path.write_text(SOURCE)
    return path


def test_the_report_lists_each_default_with_its_heuristics(source: Path):
    text = sad("analyze", source, "--machine", "sparc2", *GIVEN).out
    assert "defaults by published heuristics (3)" in text
    assert "  P1  = 0.5717   s.f:4  guard, store" in text
    assert "s.f:6  its exits: loop branch" in text
    assert "s.f:8  error exit" in text
    assert "what only a run can tell" not in text
    assert re.search(r"^rests on .*% defaults", text, re.MULTILINE)


def test_without_the_option_nothing_is_filled(source: Path):
    text = sad("analyze", source, "--set", "N=10").out
    assert "what only a run can tell, by influence" in text
    assert "default" not in text


def test_json_tells_origin_and_heuristics(source: Path):
    report = json.loads(sad("analyze", source, "--format", "json", *GIVEN).out)
    defaults = {item["name"]: item for item in report["defaults"]}
    assert set(defaults) == {"S.prob@do10.if1", "S.trips@goto20", "S.prob@if2"}
    assert defaults["S.prob@if2"] == {
        "name": "S.prob@if2", "value": 0, "by": "error exit", "file": str(source), "line": 8,
    }  # fmt: skip
    (branch,) = [item for item in report["parameters"] if item["symbol"] == "S.prob@do10.if1"]
    assert (branch["origin"], branch["value"]) == ("default", pytest.approx(0.5717))
    assert branch["default_by"] == "guard, store"
    assert report["coverage"]["default"] > 0
    assert report["coverage"]["unresolved"] == 0


def test_markdown_has_the_section(source: Path):
    text = sad("analyze", source, "--format", "markdown", *GIVEN).out
    assert "## Defaults by published heuristics (3)" in text
    assert "| `S.prob@do10.if1` | 0.5717 |" in text


def test_values_given_win(source: Path):
    given = ("--set", "S.prob@do10.if1=0.1", *GIVEN)
    report = json.loads(sad("analyze", source, "--format", "json", *given).out)
    origins = {item["symbol"]: item["origin"] for item in report["parameters"]}
    assert origins["S.prob@do10.if1"] == "user"
    assert origins["S.trips@goto20"] == "default"


def test_annotate_explain_and_export_take_it(source: Path):
    (line,) = [x for x in sad("annotate", source, *GIVEN).out.splitlines() if " 6:" in x]
    assert line.split()[:2] == ["~", "12.9701"]
    explained = sad("explain", "S.prob@do10.if1", source, *GIVEN).out
    assert "(from: default, guard, store)" in explained
    exported = sad("export", source, "--to", "python", *GIVEN).out
    assert "set to 0.5717 (a default: guard, store)" in exported


def test_a_saved_description_has_the_same_defaults(source: Path, tmp_path: Path):
    saved = tmp_path / "s.sad.json"
    assert sad("dump", "--description", source, "-o", saved).code == 0
    direct = json.loads(sad("analyze", source, "--format", "json", *GIVEN).out)
    again = json.loads(sad("analyze", saved, "--format", "json", *GIVEN).out)
    assert again["defaults"] == direct["defaults"]


def test_a_library_lists_its_defaults(tmp_path: Path):
    path = tmp_path / "two.f"
    path.write_text(SOURCE + SOURCE.replace("S(N, A, X)", "T(N, A, X)"))
    result = sad("analyze", path, "--defaults", "heuristics")
    assert "defaults by published heuristics (6)" in result.out


def test_another_kind_of_default_is_a_usage_error(source: Path):
    assert sad("analyze", source, "--defaults", "luck").code == 2
