"""A description read back from JSON is the one that was written, and gives the same report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.model.saved import from_json, to_json
from tests.support.command import CORPUS, sad
from tests.support.model import description_of

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = sorted(CORPUS.glob("*/*.f"))
SMALL = """\
      PROGRAM P
      COMMON /C/ K
      READ (*,*) N, M
      DO 10 I = 1, N, 3
         DO 20 J = I, MIN(N/2, M)
            IF (MOD(J, 2) .EQ. 0) CALL S(J, *30)
   20    CONTINUE
   30    CALL X(N)
   10 CONTINUE
      END
      SUBROUTINE S(L, *)
      COMMON /C/ K
      DO 10 I = 1, L
      IF (I*I .GT. K) RETURN 1
   10 CONTINUE
      STOP
      END
      BLOCK DATA
      COMMON /C/ K
      DATA K /7/
      END
"""


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_what_is_read_equals_what_was_written(program: Path):
    description = description_of(program)
    text = json.dumps(to_json(description))
    again = from_json(json.loads(text), "x.sad.json")
    assert again == description
    assert json.dumps(to_json(again)) == text


def test_the_report_is_the_same_without_the_source(tmp_path: Path):
    source, saved = tmp_path / "p.f", tmp_path / "p.sad.json"
    source.write_text(SMALL)
    values = ["--set", "n=9", "--set", "m=5", "--set", "x1=2"]
    # Without source nothing can be run for counts.
    options = ["--machine", "sparc2", "--evaluate-steps", "0", "--format", "json", *values]
    assert sad("dump", "--description", source, "-o", saved).code == 0
    before = sad("analyze", source, *options)
    assert before.code == 0, before.err
    source.unlink()
    after = sad("analyze", saved, *options)
    assert after.code == 0, after.err
    first, second = json.loads(before.out), json.loads(after.out)
    for report in (first, second):
        _drop_source_text(report)
    assert first == second


def _drop_source_text(report: object) -> None:
    """Lines of the source are quoted from the file, which is gone."""
    if isinstance(report, dict):
        report.pop("source", None)
        report.pop("source_line", None)
        report.pop("command", None)
        for value in report.values():
            _drop_source_text(value)
    elif isinstance(report, list):
        for value in report:
            _drop_source_text(value)


@pytest.mark.parametrize("key", ["units", "atoms", "files", "lines", "commons"])
def test_a_description_that_lacks_a_part_is_an_error(key: str):
    value = to_json(description_of(SMALL))
    del value[key]
    with pytest.raises(SadError) as caught:
        from_json(value, "x.sad.json")
    assert caught.value.diagnostic.code == "SAD110"


@pytest.mark.parametrize("value", [None, [], {}, {"schema": "sad-description/999"}, 3])
def test_what_is_no_description_is_an_error(value: object):
    with pytest.raises(SadError) as caught:
        from_json(value, "x.sad.json")
    assert caught.value.diagnostic.code == "SAD110"
