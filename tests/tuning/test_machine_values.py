"""Parameters of the machine in ``sad tune``, against copies of its file with other numbers."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from sad.tuning.candidates import Candidates
from sad.tuning.machine_values import beside
from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

WAVEFRONT = str(ROOT / "corpus" / "mpi" / "wavefr" / "source.c")
SIZES = ("--set", "n=64", "--set", "nsweep=3")
COMMON = (WAVEFRONT, "--machine", "paragon", *SIZES)
NONE = dict[str, Any]()


def _with(folder: Path, **numbers: float) -> str:
    """The file of the machine with other numbers."""
    text = (ROOT / "machine_db" / "paragon.yaml").read_text(encoding="utf-8")
    for name, number in numbers.items():
        text, count = re.subn(rf"({name}: \{{value: )[^,]+", rf"\g<1>{number!r}", text)
        assert count == 1
    path = folder / "other.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_each_point_is_that_of_a_file_with_these_numbers(tmp_path: Path):
    done = sad(
        *("tune", *COMMON, "--procs", "2,4", "--over", "nb=4,16", "--format", "csv"),
        *(
            "--over",
            "paragon.receive_setup_s=0,0.001",
            "--over",
            "paragon.link_bytes_per_s=1e5,1e9",
        ),
    )
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == 16
    seconds = next(name for name in rows[0] if name.startswith("predicted"))
    for row in rows:
        setup, link = (float(row[f"paragon.{n}"]) for n in ("receive_setup_s", "link_bytes_per_s"))
        file = _with(tmp_path, receive_setup_s=setup, link_bytes_per_s=link)
        words = ("--procs", row["nprocs"], "--vary", f"nb={row['nb']}", "--format", "csv")
        out = sad("scale", WAVEFRONT, "--machine", file, *SIZES, *words).out
        (scaled,) = csv.DictReader(io.StringIO(out))
        assert float(row[seconds]) == pytest.approx(float(scaled["total"]), rel=1e-9)
    assert len({row[seconds] for row in rows}) == 16


def test_what_is_as_good_and_the_value_in_use_are_told():
    over = "paragon.send_setup_s=1e-6:1e-2:x10"
    done = sad(
        *("tune", *COMMON, "--procs", "4", "--set", "nb=16", "--over", over, "--format", "json"),
        *("--current", "paragon.send_setup_s=0.001"),
    )
    assert done.code == 0, done.err
    value = json.loads(done.out)
    assert value["best"]["values"]["paragon.send_setup_s"] == "1e-06"
    assert value["current"]["over_best"] > 0.1
    assert 1 < value["ties"]["points"] < value["points"] == 5


def test_points_that_cannot_run_keep_their_reason():
    sizes = ("--set", "N=12", "--set", "M=8", "--set", "t1=1e-6", "--set", "betaE=1e-6")
    words = ("tune", "llp", "--machine", "paragon", *sizes, "--set", "betaI=2e-7")
    words = (*words, "--over", "G=1:4", "--procs", "2,5", "--over", "B=2,16", "--format", "csv")
    left_out = "paragon.link_bytes_per_s"

    def rows(*more: str) -> list[dict[str, str]]:
        found = csv.DictReader(io.StringIO(sad(*words, *more).out))
        return sorted(found, key=lambda row: [int(row[name]) for name in ("nprocs", "G", "B")])

    alone = rows()
    both = rows("--over", f"{left_out}=1e6,4e7")
    assert [row for row in both if row.pop(left_out) == "40000000"] == alone  # the file's value
    assert len(both) == 2 * len(alone)
    assert len({row["problem"] for row in alone}) == 2


def test_reasons_of_several_machines_are_told_apart():
    def part(cost: list[float], reason: list[int], reasons: tuple[str, ...]) -> Candidates:
        places = np.arange(len(cost))
        return Candidates(
            *("a", "m", NONE, {"n": places.astype(float)}, NONE, np.array(cost), "s"),
            *(np.array(reason), reasons, {"computation": np.array(cost)}, places),
        )

    nan = float("nan")
    parts = [
        part([1.0, nan], [0, 1], ("", "odd")),
        part([nan, nan, 3.0], [2, 1, 0], ("", "b", "c")),
    ]
    found = beside(parts, [{"m.x": 5.0}, {"m.x": 7.0}])
    assert [found.reason_at(place) for place in range(5)] == ["", "odd", "c", "b", ""]
    assert found.values["m.x"].tolist() == [5.0, 5.0, 7.0, 7.0, 7.0]
    assert found.values["n"].tolist() == [0.0, 1.0, 0.0, 1.0, 2.0]
    assert list(found.values) == ["m.x", "n"]
    assert found.cost[[0, 4]].tolist() == found.parts["computation"][[0, 4]].tolist() == [1.0, 3.0]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--over", "paragon.link=1,2"), "has no parameter"),
        (("--over", "paragon.send_setup_s=a,b"), "numbers"),
        (("--over", "paragon.send_setup_s=-1,1"), "numbers"),
        (("--over", "paragon.send_setup_s=0:1:0.0001"), "10,001 machines"),
        (("--over", "paragon.send_setup_s=0,1", "--simulate"), "by formula alone"),
        (("--over", "paragon.send_setup_s=0,1", "--measure", "./a {nb}"), "by formula alone"),
        (("--over", "paragon.send_setup_s=0,1", "--export", "make"), "by formula alone"),
    ],
)
def test_what_cannot_be_tried_is_one_line(words: tuple[str, ...], part: str):
    done = sad("tune", *COMMON, "--procs", "2", "--over", "nb=4,8", *words)
    check_one_error(done, "SAD641", USAGE, part)


def test_a_program_of_one_process_has_no_messages(tmp_path: Path):
    source = tmp_path / "copy.c"
    source.write_text("void copy(int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n")
    words = ("--machine", "paragon", "--over", "paragon.send_setup_s=0,1")
    check_one_error(sad("tune", str(source), *words), "SAD641", USAGE, "several processes")


def test_a_clock_and_operations_are_those_of_a_file_with_these_numbers(tmp_path: Path):
    text = (ROOT / "machine_db" / "paragon.yaml").read_text(encoding="utf-8")
    lower = text.replace("clock_hz: 50.0e+6", "clock_hz: 25.0e+6")
    assert lower != text
    (tmp_path / "slow.yaml").write_text(lower, encoding="utf-8")
    words = (*COMMON, "--procs", "4", "--set", "nb=16")
    over = ("--over", "paragon.clock_hz=25e6,50e6", "--over", "paragon.add.double=0,1e-6")
    done = sad("tune", *words, *over, "--format", "csv")
    assert done.code == 0, done.err
    found = {
        (float(row["paragon.clock_hz"]), float(row["paragon.add.double"])): _predicted(row)
        for row in csv.DictReader(io.StringIO(done.out))
    }
    adds = 2 * 64 * 16 * 3  # of a rank; pieces of the fill beside
    for clock in (25e6, 50e6):
        assert found[clock, 1e-6] - found[clock, 0.0] >= adds * 1e-6
    slow = sad("scale", *_on(str(tmp_path / "slow.yaml"), words), "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(slow.out))
    one = sad("tune", *words, "--over", "paragon.clock_hz=25e6", "--format", "csv")
    (own,) = csv.DictReader(io.StringIO(one.out))
    assert _predicted(own) == pytest.approx(float(row["total"]), rel=1e-9)


def _predicted(row: dict[str, str]) -> float:
    return float(next(value for name, value in row.items() if name.startswith("predicted")))


def _on(machine: str, words: tuple[str, ...]) -> list[str]:
    return [machine if word == "paragon" else word for word in words]


def test_a_clock_of_a_program_of_one_process():
    words = (
        "tune",
        str(ROOT / "corpus" / "matmul" / "matmul.f"),
        "--machine",
        "zen3",
        "--model",
        "additive",  # all of whose times are in cycles
        "--set",
        "N=64",
    )
    done = sad(*words, "--over", "zen3.clock_hz=1.7e9,3.4e9", "--format", "csv")
    assert done.code == 0, done.err
    fast, slow = csv.DictReader(io.StringIO(done.out))
    assert _predicted(slow) == pytest.approx(2 * _predicted(fast), rel=1e-6)


def test_layouts_are_those_of_scale(tmp_path: Path):
    source = tmp_path / "mm.f"
    text = (
        (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8").split("```fortran mm.f\n")[1]
    )
    source.write_text(text.partition("```")[0])
    layouts = {"C(*,block)": ["C(*,block)"], "C(block,*)+B(block,*)": ["C(block,*)", "B(block,*)"]}
    common = (str(source), "--machine", "paragon", "--procs", "4,8", "--set", "n=64")
    over = ("--over", f"distribute={','.join(layouts)}")
    done = sad("tune", *common, *over, "--format", "csv")
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == 4
    for row in rows:
        words = [word for text in layouts[row["distribute"]] for word in ("--distribute", text)]
        scaled = csv.DictReader(io.StringIO(sad("scale", *common, *words, "--format", "csv").out))
        own = {item["nprocs"]: float(item["total"]) for item in scaled}
        assert _predicted(row) == pytest.approx(own[row["nprocs"]], rel=1e-9)
    done = sad("tune", *common, *over, "--distribute", "C(*,block)")
    check_one_error(done, "SAD680", USAGE, "--distribute")
