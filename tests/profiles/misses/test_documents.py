"""Rates in parameter files: read, written, kept, shown, and handed on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sad.diagnostics import Span
from sad.evaluation.defaults.fill import fill
from sad.evaluation.measuring.measured import Measurements
from sad.evaluation.model import build_model
from sad.profiles.misses.rates import MissSample, miss_name, misses_of, parameter_name, pooled
from sad.profiles.params_document import ParamsDocument
from sad.profiles.params_file import load_params
from sad.report.export.params.measured import put_misses
from tests.support.command import sad
from tests.support.model import description_of

SOURCE = """\
      PROGRAM P
      READ *, N
      DO 10 I = 1, N
      READ *, X
      IF (X .GT. 2.0) PRINT *, X
   10 CONTINUE
      END
"""
EDITED = """\
schema: 1
parameters:
  P.prob@do10.if1:
    value: 0.25
    misses: 0.2  # measured on the cluster
branches:
  # by hand
  P.loop@do10: 1
  P.branch@do10.if7: {misses: 4.0e-05, comment: gone}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(SOURCE)
    Path("p.yaml").write_text(EDITED)
    return tmp_path


def test_names() -> None:
    assert miss_name("MD1.prob@do10.if1") == "MD1.branch@do10.if1"
    assert miss_name("MD1.trips@do10") == "MD1.loop@do10"
    assert miss_name("MD1.loop@do10") == "MD1.loop@do10"
    assert miss_name("MD1.value@do10.s") is None
    assert miss_name("N") is None
    assert parameter_name("MD1.branch@do10.if1") == "MD1.prob@do10.if1"
    assert parameter_name("MD1.loop@do10") == "MD1.trips@do10"


def test_rates_by_unit_and_id() -> None:
    found = misses_of({"P.branch@do10.if1": 0.25, "P.loop@do10": 1.0, "N": 0.5})
    assert found.branches == {("P", "do10.if1"): 0.25}
    assert found.loops == {("P", "do10"): 1.0}


def test_the_largest_size_tells_the_rate() -> None:
    small = MissSample({"n": 10.0}, 0, 100, "run 1")
    large = [MissSample({"n": 99.0}, 40, 1000, "run 2"), MissSample({"n": 99.0}, 60, 1000, "run 3")]
    assert pooled([small, *large]) == 0.05
    assert pooled([large[0], small, large[1]]) == 0.05
    assert pooled([]) is None
    assert pooled([MissSample({}, 0, 0, "run 1")]) is None


def test_of_a_loop_entered_as_often_the_one_that_is_missed_more() -> None:
    short, long = MissSample({"n": 9.0}, 0, 50, "run 1"), MissSample({"n": 999.0}, 50, 50, "run 2")
    assert pooled([long, short]) == pooled([short, long]) == 1


def test_they_are_read(folder: Path) -> None:
    rates = load_params("p.yaml").misses
    assert rates == {
        "P.branch@do10.if1": 0.2,
        "P.loop@do10": 1,
        "P.branch@do10.if7": 4e-05,
    }


def test_they_survive_an_export_and_are_shown(folder: Path) -> None:
    before = load_params("p.yaml").misses
    assert sad("params", "export", "main.f", "-o", "p.yaml").code == 0
    text = Path("p.yaml").read_text()
    assert load_params("p.yaml").misses == before
    assert "misses: 0.2  # measured on the cluster" in text
    assert "  # by hand\n  P.loop@do10: 1\n" in text
    shown = sad("params", "show", "p.yaml").out
    assert "branches and loops that are no parameters (2)" in shown
    assert "P.branch@do10.if7" in shown


def test_they_are_in_json_and_read_from_it(folder: Path) -> None:
    rates = load_params("p.yaml").misses
    entries = {"P.prob@do10.if1": {"value": "0.25", "misses": 0.2}}
    branches = {"P.loop@do10": {"misses": 1}, "P.branch@do10.if7": {"misses": 4e-05}}
    whole = {"schema": "sad-params/1", "parameters": entries, "branches": branches}
    Path("p.json").write_text(json.dumps(whole))
    assert sad("params", "export", "main.f", "-o", "p.json").code == 0
    data = json.loads(Path("p.json").read_text())
    assert data["parameters"]["P.prob@do10.if1"]["misses"] == 0.2
    assert data["branches"]["P.branch@do10.if7"]["misses"] == 4e-05
    assert load_params("p.json").misses == rates


def test_a_rate_that_a_person_wrote_stays_and_earlier_runs_are_joined(folder: Path) -> None:
    document = ParamsDocument.read("p.yaml")
    first, second = Measurements(), Measurements()
    for result, size, misses in ((first, 10.0, 3.0), (second, 1000.0, 500.0)):
        run = [MissSample({"n": size}, misses, int(size), f"n={size:g}")]
        result.misses = {"P.branch@do10.if1": run, "P.loop@do10": run, "P.branch@do10.if2": run}
        result.places = dict.fromkeys(result.misses, Span.at("main.f", 5))

    def put(result: Measurements, *, fresh: bool = False) -> int:
        return put_misses(document, result, str, lambda _, line: f"line {line}", fresh=fresh)

    assert put(first) == 1
    assert document.entry("P.branch@do10.if2")["misses"] == "0.3"
    assert put(second) == 1
    entry = document.entry("P.branch@do10.if2")
    assert (entry["misses"], entry["place"], entry["source"]) == ("0.5", "main.f:5", "line 5")
    assert len(entry["simulated"] or ()) == 2
    assert put(first, fresh=True) == 1
    assert document.entry("P.branch@do10.if2")["misses"] == "0.3"
    assert document.entry("P.prob@do10.if1")["misses"] == "0.2"
    assert document.entry("P.loop@do10") == {"misses": "1"}
    reread = ParamsDocument(document.text(), "p.yaml")
    assert reread.names("branches") == document.names("branches")


def test_the_model_has_them_whatever_else_is_given(folder: Path) -> None:
    description = description_of(SOURCE)
    model = build_model(description, None, load_params("p.yaml"))
    assert model.misses.branches[("P", "do10.if1")] == 0.2
    assert model.misses.loops == {("P", "do10"): 1}
    never = load_params("p.yaml")
    never.items["P.prob@do10.if1"] = replace(never.items["P.prob@do10.if1"], text="0")
    assert build_model(description, None, never).misses == model.misses
    assert fill(description, load_params("p.yaml"), None).model.misses == model.misses


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("parameters: {P.prob@do10.if1: {value: 0.5, misses: 1.5}}", "no rate of mispredictions"),
        ("parameters: {P.prob@do10.if1: {misses: -1}}", "no rate of mispredictions"),
        ("branches: {P.loop@do10: .inf}", "is no rate"),
        ("branches: {P.loop@do10: {misses: few}}", "'few' is no rate"),
        ("branches: {P.loop@do10: {misses: nan}}", "no rate of mispredictions"),
        ("branches: {P.prob@do10.if1: 0.5}", "names no branch"),
        ("branches: {X: 0.5}", "names no branch"),
    ],
)
def test_what_cannot_be_is_refused(text: str, says: str, folder: Path) -> None:
    Path("p.yaml").write_text(text)
    made = sad("params", "show", "p.yaml")
    assert made.code == 3
    assert "error[SAD752]" in made.err
    assert says in made.err
