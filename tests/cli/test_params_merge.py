"""Runs imported one after another into the same parameter file, and what people wrote there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.profiles.params_document import ParamsDocument
from tests.cli.solve_program import LOOP, PROB, SOLVE
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.yaml_edit import Plain

TARGET = Path("p.yaml")


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("solve.f").write_text(SOLVE)


def measure(size: int, *options: str, trips: int | None = None) -> str:
    """Import a run in which the outer loop ran as often as the size, unless told otherwise."""
    run = Path(f"run{size}.csv")
    row = f"{LOOP},{trips or size},1,{size}"
    run.write_text(f"name,taken,reached,N\n{row}\n{PROB},1,{4 * size},{size}\n")
    found = sad("params", "import", run, "--source", "solve.f", "-o", TARGET, *options)
    assert found.code == 0, found.err
    return found.out + found.err


def entry(name: str) -> Mapping[str, Plain]:
    return ParamsDocument.read(str(TARGET)).entry(name)


def sizes_of(name: str) -> list[Plain]:
    samples = entry(name)["samples"]
    assert isinstance(samples, list)
    return [item["at"] for item in samples if isinstance(item, dict)]


def test_earlier_runs_stay_and_are_fitted_together():
    for size in (10, 20, 40):
        measure(size)
    assert sizes_of(LOOP) == [{"N": "10"}, {"N": "20"}, {"N": "40"}]
    assert entry(LOOP)["value"] == "N"
    assert len(sizes_of(PROB)) == 3


def test_a_run_imported_again_replaces_itself():
    measure(10)
    measure(20)
    measure(10, trips=30)
    assert sizes_of(LOOP) == [{"N": "20"}, {"N": "10"}]


def test_fresh_leaves_earlier_runs_out():
    measure(10)
    measure(20, "--fresh")
    assert sizes_of(LOOP) == [{"N": "20"}]
    assert entry(LOOP)["value"] == "20"
    assert "spread" not in entry(LOOP)


def test_a_value_that_a_person_gave_stays_and_the_summary_says_so():
    TARGET.write_text(f"schema: 1\nparameters:\n  {LOOP}: {{value: 7}}\n")
    text = measure(10)
    assert entry(LOOP)["value"] == "7"
    assert sizes_of(LOOP) == [{"N": "10"}]
    assert f"value kept as given (1): {LOOP}; empty 'value'" in text
    TARGET.write_text(TARGET.read_text().replace("value: 7", "value:"))
    assert "kept" not in measure(20)
    assert entry(LOOP)["value"] == "N"
    assert entry(LOOP)["origin"] == "profile"


def test_functions_of_sizes_without_a_value_do_not_stop_an_export():
    for size in (10, 20, 40):
        measure(size)
    before = TARGET.read_text()
    again = sad("params", "export", "solve.f", "-o", TARGET, "--defaults", "heuristics")
    assert (again.code, again.err) == (0, "")
    assert entry(LOOP)["value"] == "N"
    header = ParamsDocument.read(str(TARGET)).header
    assert header["governs"] == "not known without values (--set) for N"
    assert "governs:" in before


def test_governs_is_computed_at_the_measured_values():
    assert sad("params", "export", "solve.f", "--set", "N=500", "-o", TARGET).code == 0
    for size in (10, 20, 40):
        measure(size)
    assert ParamsDocument.read(str(TARGET)).header["at"] == {"N": "500"}
    assert float(str(entry(LOOP)["governs"])) > 0.99


def test_a_file_of_json_stays_one():
    target = Path("p.json")
    for size in (10, 20, 40):
        Path("run.csv").write_text(f"name,taken,reached\n{LOOP},{size},1\n")
        found = sad("params", "import", f"run.csv@N={size}", "--source", "solve.f", "-o", target)
        assert found.code == 0, found.err
    value = json.loads(target.read_text())
    assert value["schema"] == "sad-params/1"
    assert value["parameters"][LOOP]["value"] == "N"
    assert len(value["parameters"][LOOP]["samples"]) == 3
    table = sad("params", "import", "run.csv@N=5", "--source", "solve.f", "-o", "p.csv")
    assert (table.code, "SAD720" in table.err, Path("p.csv").exists()) == (3, True, False)


def test_a_changed_source_is_told_of_where_earlier_runs_stay():
    measure(10)
    Path("solve.f").write_text("* changed\n" + SOLVE)
    assert "SAD725" not in measure(10)
    Path("solve.f").write_text("* changed again\n" + SOLVE)
    assert "p.yaml:1: warning[SAD725]: solve.f changed" in measure(20)
    assert "SAD725" not in measure(40)
    Path("solve.f").write_text(SOLVE)
    assert "SAD725" not in measure(80, "--fresh")
