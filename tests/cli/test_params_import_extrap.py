"""``sad params import`` of Extra-P's files: models become expressions, measurements are fitted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

SOURCE = """\
      PROGRAM P
      READ *, N
      DO 10 I = 1, N
      READ *, X
      IF (X .GT. 2.0) THEN
      PRINT *, X
      END IF
   10 CONTINUE
      END
"""
NAME = "P.prob@do10.if1"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(SOURCE, encoding="utf-8")


def test_a_model_becomes_the_value() -> None:
    term = {"coefficient": 3, "simple_terms": [{"term_type": "polynomial", "exponent": "-1/2"}]}
    function = {"constant_coefficient": 0.25, "compound_terms": [term]}
    models = {NAME: {"value": {"hypothesis": {"function": function}}}}
    experiment = {"parameters": ["N"], "modelers": [{"models": models}]}
    Path("run.extra-p").write_text(json.dumps(experiment), encoding="utf-8")
    result = sad("params", "import", "run.extra-p", "--source", "main.f", "-o", "main.yaml")
    assert result.code == 0, result.err
    assert "1 of 1 parameters measured" in result.out
    text = Path("main.yaml").read_text(encoding="utf-8")
    assert "value: 0.25 + 3*N**(-1/2)\n" in text
    assert "fit: a model of Extra-P\n" in text
    shown = sad("annotate", "main.f", "--params", "main.yaml", "--set", "N=400")
    assert "160.0     6:" in shown.out


def test_measurements_are_fitted() -> None:
    rows = [{"point": [n], "values": [1 / n]} for n in (10, 20, 40, 80)]
    run = {"parameters": ["N"], "measurements": {NAME: {"value": rows}}}
    Path("run.json").write_text(json.dumps(run), encoding="utf-8")
    result = sad("params", "import", "run.json", "--source", "main.f", "-o", "main.yaml")
    assert result.code == 0, result.err
    assert "value: 1/N\n" in Path("main.yaml").read_text(encoding="utf-8")
