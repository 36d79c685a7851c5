"""Options: texts, truth values and real constants, given and shown as programs write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import Result, sad

SOURCE = """\
      SUBROUTINE SUB (TRANS, UPPER, ALPHA, N, M, A)
      CHARACTER TRANS
      LOGICAL UPPER, FAST
      DOUBLE PRECISION ALPHA, A(N,M)
      CHARACTER*4 WHICH
      COMMON /OPT/ WHICH, FAST
      IF (TRANS .EQ. 'N' .OR. TRANS .EQ. 'n') THEN
         A(1,1) = 1.0
      END IF
      IF (UPPER .AND. FAST) THEN
         A(1,2) = 1.0
      END IF
      IF (ALPHA .EQ. 0.5D0) THEN
         A(1,3) = 1.0
      END IF
      IF (WHICH .EQ. 'FULL') THEN
         A(1,4) = 1.0
      END IF
      DO 10 I = 1, N
   10 A(I,5) = 1.0
      END
"""
PROGRAM = """\
      PROGRAM P
      CHARACTER*8 MODE
      LOGICAL FLAG
      READ *, MODE, FLAG
      IF (MODE .EQ. 'fast') THEN
         PRINT *, 1
      END IF
      IF (FLAG) THEN
         PRINT *, 2
      END IF
      END
"""


@pytest.fixture(autouse=True)
def _sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub.f").write_text(SOURCE)
    Path("p.f").write_text(PROGRAM)


def count_at(source: str, line: int, *settings: str) -> int | str:
    options = [item for setting in settings for item in ("--set", setting)]
    result = sad("annotate", "--format", "json", source, *options)
    assert result.code == 0, result.err
    (lines,) = json.loads(result.out)["files"].values()
    found: Any = lines[str(line)]["count"]
    return found["formula"] if found["value"] is None else found["value"]


def annotate(*settings: str) -> Result:
    return sad("annotate", "sub.f", *(item for setting in settings for item in ("--set", setting)))


@pytest.mark.parametrize(
    ("line", "settings", "expected"),
    [
        (8, ["TRANS=N"], 1),
        (8, ["TRANS='n'"], 1),
        (8, ['TRANS="T"'], 0),
        (11, ["UPPER=true", "FAST=.TRUE."], 1),
        (11, ["UPPER=T", "FAST=1"], 1),
        (11, ["UPPER=.false.", "FAST=yes"], 0),
        (11, ["UPPER=yes", "FAST=0"], 0),
        (14, ["ALPHA=0.5"], 1),
        (14, ["ALPHA=5D-1"], 1),
        (14, ["ALPHA=1/2"], 1),
        (14, ["ALPHA=0.25"], 0),
        (14, ["ALPHA=BETA/2", "BETA=1"], 1),
        (17, ["WHICH=FULL"], 1),
        (17, ["WHICH=full"], 0),
        (17, ["WHICH=NO"], 0),
        (20, ["N=4*ALPHA", "ALPHA=0.5"], 2),
    ],
)
def test_an_option_decides(line: int, settings: list[str], expected: int):
    assert count_at("sub.f", line, *settings) == expected


def test_options_that_are_read():
    assert count_at("p.f", 6, "MODE=fast") == 1
    assert count_at("p.f", 6, "MODE=slow") == 0
    assert count_at("p.f", 9, "FLAG=false") == 0


@pytest.mark.parametrize(
    ("line", "formula"),
    [
        (8, "[TRANS in {'N', 'n'}]"),
        (11, "[FAST and UPPER]"),
        (14, "[ALPHA == 0.5]"),
        (17, "[WHICH == 'FULL']"),
    ],
)
def test_conditions_are_shown_as_programs_write_them(line: int, formula: str):
    assert count_at("sub.f", line) == formula


@pytest.mark.parametrize(
    ("settings", "code", "part"),
    [
        (["TRANS=XY"], "SAD503", "the variable has 1 character, 'XY' has 2"),
        (["TRANS='N"], "SAD503", "a closing ' is missing"),
        (["WHICH=TOOLONG"], "SAD503", "4 characters"),
        (["UPPER=2"], "SAD503", "true or false is expected"),
        (["ALPHA=half"], "SAD502", "half has no value"),
        (["ALPHA=1/0"], "SAD503", "division by zero"),
        (["N=TRANS", "TRANS=N"], "SAD502", "TRANS is a character variable"),
        (["ALPHA=ALPHA"], "SAD502", "depends on itself"),
    ],
)
def test_what_is_no_value(settings: list[str], code: str, part: str):
    check_one_error(annotate(*settings), code, USAGE, part)


def test_reports_show_values_not_codes():
    given = ["TRANS=N", "UPPER=T", "ALPHA=0.5", "WHICH=AB", "FAST=F"]
    options = [item for setting in given for item in ("--set", setting)]
    report = json.loads(sad("analyze", "sub.f", "--format", "json", *options).out)
    values = {item["name"]: (item["type"], item["value"]) for item in report["parameters"]}
    assert values["TRANS"] == ("character", "N")
    assert values["WHICH"] == ("character", "AB  ")
    assert values["UPPER"] == ("logical", True)
    assert values["FAST"] == ("logical", False)
    assert values["ALPHA"] == ("real", 0.5)
    assert "value     'N' (from: user)" in sad("explain", "TRANS", "sub.f", *options).out


def test_a_saved_description_knows_types_and_constants():
    assert sad("dump", "--description", "sub.f", "-o", "sub.sad.json").code == 0
    assert count_at("sub.sad.json", 14) == "[ALPHA == 0.5]"
    assert count_at("sub.sad.json", 8, "TRANS=n") == 1
