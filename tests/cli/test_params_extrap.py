"""Extra-P's files: models become expressions, measurements are fitted, samples are exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
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


def test_what_was_measured_is_exported_and_read_again() -> None:
    rows = "".join(f"{NAME},{taken},{10 * taken},{size}\n" for taken, size in ((3, 30), (5, 50)))
    Path("runs.csv").write_text(f"name,taken,reached,N\n{rows}", encoding="utf-8")
    assert sad("params", "import", "runs.csv", "--source", "main.f", "-o", "main.yaml").code == 0
    export = ("params", "export", "main.f", "--params", "main.yaml", "--format", "extrap")
    for _ in range(2):  # what it has written, it writes again
        result = sad(*export, "-o", "runs.json")
        assert (result.code, result.out, result.err) == (0, "", "")
    values = [{"point": [size], "values": [0.1]} for size in (30, 50)]
    expected = {"parameters": ["N"], "measurements": {NAME: {"value": values}}}
    assert json.loads(Path("runs.json").read_text(encoding="utf-8")) == expected
    assert json.loads(sad(*export).out) == expected
    again = sad("params", "import", "runs.json", "--source", "main.f", "-o", "again.yaml")
    assert "1 of 1 parameters measured" in again.out


def test_without_measured_values_there_is_nothing_to_export() -> None:
    export = ("params", "export", "main.f", "--format", "extrap")
    check_one_error(sad(*export), "SAD726", USAGE, "without --params")
    Path("main.yaml").write_text("parameters: {}\n", encoding="utf-8")
    result = sad(*export, "--params", "main.yaml", "-o", "runs.json")
    check_one_error(result, "SAD726", BAD_INPUT, "no measured values")
    assert not Path("runs.json").exists()
