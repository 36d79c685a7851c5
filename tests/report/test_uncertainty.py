"""What reports say about values that differ from run to run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.evaluation.test_predict import SOURCE
from tests.evaluation.uncertainty.test_elasticity import P1, SOLVE, X1
from tests.report.test_schema import LIBRARY
from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

RANDOM = ["--set", "N=50", "--set", f"{X1}=lognormal(40, 8)", "--set", f"{P1}=normal(0.1, 0.1)"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "solve.f"
    path.write_text(SOLVE)
    return path


@pytest.mark.parametrize("machine", [[], ["--machine", "sparc2"]])
@pytest.mark.parametrize("more", [[], ["--sensitivity"]])
def test_json_reports_keep_to_the_schema(source: Path, machine: list[str], more: list[str]):
    result = sad("analyze", source, "--format", "json", *RANDOM, *machine, *more)
    report = json.loads(result.out)
    validate(report, "sad-analysis-1")
    found = report["uncertainty"]
    assert found["of"] == ("time" if machine else "operations")
    assert found["total"]["moments"] == "exact"
    assert found["total"]["sd"] / found["total"]["mean"] == pytest.approx(0.2, rel=0.05)
    assert report["units"][0]["uncertainty"] == found["total"]
    names = [item["symbol"] for item in report["sensitivity"]]
    assert names == ([X1, P1, "SOLVE.N"] if more else [X1, P1])
    values = {item["name"]: item["value"] for item in report["parameters"]}
    assert values[X1] == {
        "distribution": "lognormal(40, 8)",
        "value": 40.0,
        "mean": 40.0,
        "sd": 8.0,
        "low": 0.0,
        "high": None,
    }
    assert (values[P1]["low"], values[P1]["high"]) == (0, 1)
    assert values["N"] == 50


def test_without_distributions_a_report_has_the_keys_it_had(source: Path):
    values = ["--set", "N=50", "--set", f"{X1}=40", "--set", f"{P1}=0.1"]
    report = json.loads(sad("analyze", source, "--format", "json", *values).out)
    assert not {"uncertainty", "sensitivity"} & report.keys()
    assert "uncertainty" not in report["units"][0]
    asked = json.loads(sad("analyze", source, "--format", "json", *values, "--sensitivity").out)
    validate(asked, "sad-analysis-1")
    assert asked.pop("sensitivity")[0]["symbol"] == "SOLVE.N"
    assert asked == report


def test_times_of_calls_and_libraries_keep_to_the_schema(tmp_path: Path):
    path = tmp_path / "some.f"
    path.write_text(SOURCE)
    values = ["--set", "AWAY.seconds=normal(1e-5, 1e-6)", "--set", "N=4", "--set", "M=3"]
    values += ["--set", "P1=beta(1, 2)"]
    report = json.loads(
        sad("analyze", path, "--format", "json", "--machine", "sparc2", *values).out
    )
    validate(report, "sad-analysis-1")
    (away,) = [item for item in report["parameters"] if item["name"] == "AWAY.seconds"]
    assert away["value"]["distribution"] == "normal(1e-05, 1e-06)"
    path.write_text(
        LIBRARY.replace("      CALL B2\n", "      READ *, X\n      IF (X .GT. 0) X=1\n")
    )
    report = json.loads(sad("analyze", path, "--format", "json", "--set", "P1=beta(1, 2)").out)
    validate(report, "sad-analysis-1")
    assert report["uncertainty"]["total"] is None
    assert [unit["name"] for unit in report["units"] if unit["uncertainty"]["sd"] > 0] == ["B"]


def test_text_and_markdown_say_the_same(source: Path):
    text = sad("analyze", source, "--machine", "sparc2", *RANDOM).out
    markdown = sad("analyze", source, "--machine", "sparc2", "--format", "markdown", *RANDOM).out
    assert "X1 = 40 (mean)" in text
    assert "P1 = 0.1288 (mean)" in text
    assert "P1    normal(0.1, 0.1) from 0 to 1" in text
    (mean,) = [line for line in text.splitlines() if line.startswith("  mean")]
    (quantiles,) = [line for line in text.splitlines() if line.startswith("  quantiles")]
    assert mean.endswith("(exact)")
    assert quantiles.endswith("(100000 samples, seed 1)")
    assert f"- mean: {mean.removeprefix('  mean').strip()}" in markdown
    assert f"- quantiles: {quantiles.removeprefix('  quantiles').strip()}" in markdown
    assert "| lognormal(40, 8) |" in markdown


def test_estimates_are_marked(tmp_path: Path):
    path = tmp_path / "max.f"
    path.write_text(
        "      SUBROUTINE S(A)\n      DIMENSION A(*)\n      K = INT(A(1))\n      DO 30 I = 3, K\n"
        "   30 X = X + A(I)\n      END\n"
    )
    command = ["analyze", path, "--machine", "sparc2", "--set", "V1=normal(3, 2)"]
    text = sad(*command, "--samples", "2000", "--seed", "5").out
    assert "(from samples)" in text
    assert "(2000 samples, seed 5)" in text
    assert "~100 %" in text
    report = json.loads(sad(*command, "--format", "json").out)
    validate(report, "sad-analysis-1")
    assert report["uncertainty"]["total"]["moments"] == "sampled"
    assert report["sensitivity"][0]["shares"] == "sampled"


@pytest.mark.parametrize("option", [["--samples", "5"], ["--samples", "x"], ["--seed", "-1"]])
def test_options_that_cannot_be_are_errors(source: Path, option: list[str]):
    result = sad("analyze", source, *RANDOM, *option)
    assert result.code == 2
    assert "a whole number from" in result.err or "expected" in result.err


def test_sensitivity_without_values_says_nothing_wrong(source: Path):
    text = sad("analyze", source, "--sensitivity", "--set", "N=9").out
    assert [line.split() for line in text.splitlines() if line.strip().startswith("?")] == [
        ["?", "N", "9"],
        ["?", "X1", "?"],
        ["?", "P1", "?"],
    ]


def test_annotate_takes_means_and_export_leaves_arguments(source: Path):
    annotated = sad("annotate", source, *RANDOM).out
    assert " 40     3:    10 C = 0" in annotated
    exported = sad("export", source, "--to", "python", *RANDOM).out
    assert "such as lognormal(40, 8)" in exported
    assert "X1: Number" in exported
    assert "X1 = 40" not in exported
    assert "N = 50" in exported
