"""A run that does not count what formulas give: nothing of it is used, and that is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sad.slicing.evaluation import Evaluation
from tests.support.command import sad

_PROGRAM = """\
      PROGRAM P
      INTEGER KEY(9)
      DO 10 I = 1, 9
   10 KEY(I) = MOD(I*I*I, 11)
      DO 20 I = 1, 9
      IF (KEY(I) .EQ. 4) GOTO 30
      X = X + 1
   20 CONTINUE
   30 END
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_contradiction_is_told(monkeypatch: pytest.MonkeyPatch):
    Path("p.f").write_text(_PROGRAM)
    count = Evaluation.count

    def one_more(found: Evaluation, entry: tuple[str, str], block: int, action: int) -> int:
        return (count(found, entry, block, action) or 0) + 1

    monkeypatch.setattr(Evaluation, "count", one_more)
    told = sad("analyze", "--no-cache", "p.f").out
    assert "a run counts 2, its formula has another number" in " ".join(told.split())
    lines = json.loads(sad("annotate", "--no-cache", "p.f", "--format", "json").out)["files"]["p.f"]
    assert not any(line["evaluated"] for line in lines.values())
    assert lines["4"]["count"]["value"] == 9
