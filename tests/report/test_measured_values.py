"""Measured values in reports: rounded, sizes first, and never called a mean."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from sad.report.units import number_text
from tests.cli.solve_program import LOOP, PROB, SOLVE
from tests.support.command import sad
from tests.support.schemas import validate

VALUES = f"""\
schema: 1
parameters:
  {LOOP}:
    value: 2.05*N/3
    spread: "lognormal(mu=log(2.05*N/3), sigma=1)"
    origin: profile
  {PROB}: {{value: "beta(1, 3)"}}
  N: 50
"""
AT = "2.05*50/3"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("solve.f").write_text(SOLVE)
    Path("p.yaml").write_text(VALUES)


def test_sizes_stand_first_and_a_measured_value_is_no_mean():
    report = sad("analyze", "solve.f", "--params", "p.yaml", "--machine", "sparc2").out
    assert " in 9 of 10 cases" not in report  # X2 and P2 are missing
    report = sad(
        *("analyze", "solve.f", "--params", "p.yaml", "--machine", "sparc2"),
        *("--set", "X2=3", "--set", "P2=0.123456"),
    ).out
    assert " in 9 of 10 cases" in report
    assert re.search(r"^  at .*X2 = 3, P2 = 0.1235, \d profiled value", report, re.MULTILINE)


def test_json_has_the_value_and_the_distribution_around_it():
    report = json.loads(sad("analyze", "solve.f", "--params", "p.yaml", "--format", "json").out)
    validate(report, "sad-analysis-1")
    values = {item["symbol"]: item["value"] for item in report["parameters"]}
    assert values[LOOP]["value"] == pytest.approx(2.05 * 50 / 3)
    assert values[LOOP]["mean"] > 1.6 * values[LOOP]["value"]
    assert values[PROB]["value"] == values[PROB]["mean"] == 0.25


def test_counts_are_rounded_for_people():
    shown = sad("annotate", "solve.f", "--params", "p.yaml").out
    assert " 34.166667     3:" in shown
    assert " 34.166667 (from: profile)" in sad("explain", "X1", "solve.f", "--params", "p.yaml").out
    counted = json.loads(sad("annotate", "solve.f", "--params", "p.yaml", "--format", "json").out)
    assert counted["files"]["solve.f"]["3"]["count"]["value"] == pytest.approx(2.05 * 50 / 3, 1e-15)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (12345678901234567890, "12345678901234567890"),
        (Fraction(1, 3), "0.33333333"),
        (Fraction(5, 2), "2.5"),
        (59903459.87072279, "59903460"),
        (1234567890123.25, "1234567890123"),
        (1.5e30 + 0.1, "1.5e+30"),
        (1.23456789e-7, "1.2345679e-07"),
    ],
)
def test_numbers(number: int | float | Fraction, text: str):
    assert number_text(number) == text
