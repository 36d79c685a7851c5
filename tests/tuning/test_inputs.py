"""Values in braces in the program's own input: ``--stdin`` and ``--args`` of ``sad tune``."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, sad
from tests.support.mpi import ENVIRONMENT, MPIRUN_WORDS, needs_mpi

if TYPE_CHECKING:
    from pathlib import Path

MPI = ROOT / "corpus" / "mpi"
WAVEFRONT = (str(MPI / "wavefr" / "source.c"), "--machine", "paragon", "--procs", "2")
KNAPSACK = (str(MPI / "knap" / "source.c"), "--machine", "paragon", "--procs", "2,4")
COPY = """\
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s > 0;
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("48 {nb} 3\n")
    (tmp_path / "copy.c").write_text(COPY)
    return tmp_path


def rows(*words: str) -> list[dict[str, str]]:
    done = sad(*words, "--format", "csv")
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def _seconds(row: dict[str, str]) -> float:
    return float(next(value for name, value in row.items() if name.startswith("predicted")))


def test_each_input_is_run_as_scale_runs_it(folder: Path):
    found = rows("tune", *WAVEFRONT, "--over", "nb=1:16:x4", "--stdin", "in.txt")
    assert sorted(float(row["nb"]) for row in found) == [1, 4, 16]
    for row in found:
        (folder / "one.txt").write_text(f"48 {int(float(row['nb']))} 3\n")
        (one,) = rows("scale", *WAVEFRONT, "--stdin", "one.txt")
        assert _seconds(row) == pytest.approx(float(one["total"]), rel=1e-9)


def test_where_formulas_have_all_values_the_input_is_for_runs_only():
    sizes = ("--set", "n=48", "--set", "nsweep=3")
    common = ("tune", *WAVEFRONT, "--over", "nb=1:16:x4", *sizes)
    assert rows(*common, "--stdin", "{n} {nb} {nsweep}") == rows(*common)


def test_a_command_line_and_conditions():
    words = ("tune", *KNAPSACK, "--over", "G=1,2,3", "--over", "B=7,50")
    words = (*words, "--args", "24 {m} {G} {B}", "--set", "m=50", "--where", "24 % (G*nprocs) == 0")
    found = rows(*words)
    places = {(float(row["G"]), float(row["B"]), float(row["nprocs"])) for row in found}
    assert places == {
        (g, b, p) for g in (1, 2, 3) for b in (7, 50) for p in (2, 4) if 24 % (g * p) == 0
    }
    done = sad(*words[:-1], "G > 5")
    check_one_error(done, "SAD990", USAGE, "no point is left")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((*WAVEFRONT, "--over", "nb=1:300", "--stdin", "in.txt"), "300 inputs"),
        ((*WAVEFRONT, "--over", "nb=1:3", "--stdin", "in.txt", "--simulate"), "--simulate"),
        (
            (
                "copy.c",
                "--machine",
                "zen3",
                "--over",
                "n=1:3",
                "--over",
                "k=1:3",
                "--args",
                "{n} {k}",
            ),
            "several",
        ),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], part: str):
    check_one_error(sad("tune", *words), "SAD677", USAGE, part)


def test_a_value_that_is_set_and_read_is_told(folder: Path):
    (folder / "one.txt").write_text("48 16 3\n")
    done = sad("scale", *WAVEFRONT, "--stdin", "one.txt", "--set", "nb=1")
    assert "warning[SAD678]: nb is set, and read as well" in done.err
    assert "SAD678" not in sad("scale", *WAVEFRONT, "--stdin", "one.txt").err


@needs_mpi
@pytest.mark.compiler
def test_runs_read_what_the_point_says(monkeypatch: pytest.MonkeyPatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    run = " ".join(["mpirun", *MPIRUN_WORDS, "-n", "2", "./wavefr"])
    done = sad(
        *("tune", *WAVEFRONT, "--over", "nb=4,16", "--stdin", "in.txt", "--rounds", "1"),
        *("--build", "mpicc {source} -o wavefr", "--measure", run, "--check", "checksum"),
        *("--format", "json"),
    )
    assert done.code == 0, done.err
    measured = [row["measured"] for row in json.loads(done.out)["rows"]]
    assert len(measured) == 2
    assert all(item["problem"] == "" and item["seconds"] > 0 for item in measured), measured
