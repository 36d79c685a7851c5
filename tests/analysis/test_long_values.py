"""Values that double with every call that may change them get a name before they are long."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

CALLS = 30
SOURCE = (
    """\
      PROGRAM FLAGS
      LOGICAL OK, LERR
      COMMON /INFOC/ INFOT, OK, LERR
      READ *, N, INFOT
      OK = .TRUE.
"""
    + "".join(f"      CALL ONE(N, {number})\n" for number in range(CALLS))
    + """\
      IF (OK) THEN
        PRINT *, N
      END IF
      END
      SUBROUTINE ONE(N, M)
      INTEGER INFO
      INFO = 0
      IF (N .LT. M) THEN
        INFO = 1
      ELSE IF (M .GT. 2*N) THEN
        INFO = 2
      END IF
      IF (INFO .NE. 0) THEN
        CALL REPORT(INFO)
      END IF
      END
      SUBROUTINE REPORT(INFO)
      LOGICAL OK, LERR
      INTEGER INFO, INFOT
      COMMON /INFOC/ INFOT, OK, LERR
      LERR = .TRUE.
      IF (INFO .NE. INFOT) THEN
        OK = .FALSE.
      END IF
      END
"""
)


INSIDE = 1 + SOURCE[: SOURCE.index("        PRINT")].count("\n")


def count_inside(source: Path, *options: str) -> dict[str, Any]:
    """What is said of the line that runs if the flag is still set."""
    found = sad("annotate", source, "--format", "json", "--no-cache", *options)
    assert found.code == 0
    (lines,) = json.loads(found.out)["files"].values()
    return lines[str(INSIDE)]


def test_a_flag_that_many_calls_may_change_is_named(tmp_path: Path):
    source = tmp_path / "flags.f"
    source.write_text(SOURCE)
    said = count_inside(source, "--evaluate-steps", "0")
    assert not said["exact"]
    assert said["count"] == {"formula": "FLAGS.prob@if1", "value": None}


def test_running_the_slice_tells_the_flag(tmp_path: Path):
    source = tmp_path / "flags.f"
    source.write_text(SOURCE)
    for n, wanted in ((20, 0), (29, 1), (40, 1)):
        said = count_inside(source, "--set", f"N={n}", "--set", "INFOT=0")
        assert said["exact"], n
        assert said["count"]["value"] == wanted, n
