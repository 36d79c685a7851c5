"""``sad parallelism``: its forms of output, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.parallelism.test_measure import MM
from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "mm.f"
    path.write_text(MM)
    return path


def test_json_has_all_and_keeps_to_its_schema(source: Path):
    options = ("--set", "N=16", "--profile", "level", "--suggest", "--format", "json")
    found = json.loads(sad("parallelism", source, *options).out)
    validate(found, "sad-parallelism-1")
    assert (found["work"]["value"], found["span"]["value"]) == (7936, 5)
    assert [loop["kind"] for loop in found["loops"]] == ["independent", "independent", "reduction"]
    assert found["profile"]["degrees"][0] == {"degree": 4096, "steps": 1, "share": 0.2}
    assert found["suggestions"]["directives"][0]["lines"] == ["!$OMP PARALLEL DO PRIVATE(J,S,K)"]


def test_json_without_values_and_of_a_library(source: Path, tmp_path: Path):
    validate(json.loads(sad("parallelism", source, "--format", "json").out), "sad-parallelism-1")
    other = tmp_path / "other.f"
    other.write_text(MM.replace("SUBROUTINE MM", "SUBROUTINE NN"))
    found = json.loads(sad("parallelism", source, other, "--format", "json").out)
    validate(found, "sad-parallelism-1")
    assert found["entry"] is None
    assert len(found["loops"]) == 6


def test_seconds_on_a_machine(source: Path):
    options = ("--set", "N=16", "--machine", "sparc2", "--format", "json")
    found = json.loads(sad("parallelism", source, *options).out)
    analysis = json.loads(
        sad("analyze", source, "--set", "N=16", "--machine", "sparc2", "--format", "json").out
    )
    assert found["unit"] == "s"
    assert found["work_in_order"] == pytest.approx(analysis["seconds"]["value"], rel=1e-9)
    assert 0 < found["span"]["value"] < found["work"]["value"] <= found["work_in_order"]


def test_threads_that_start_are_a_burden(source: Path):
    options = ("--set", "N=16", "--machine", "xeon-gold-6148", "--procs", "4", "--format", "json")
    found = json.loads(sad("parallelism", source, *options).out)
    validate(found, "sad-parallelism-1")
    fork_join = 1.0e-6 + 6.0e-7 * 2  # the machine file's formula for 4 threads
    assert found["burdened_span"] == pytest.approx(found["span"]["value"] + 3 * fork_join, rel=1e-6)


def test_text_keeps_to_the_width(source: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(source.parent)
    options = (
        "--set",
        "N=16",
        "--width",
        "72",
        "--suggest",
        "--profile",
        "nested",
        "--latency",
        "1",
    )
    out = sad("parallelism", source.name, *options).out
    assert max(map(len, out.splitlines())) <= 80


def test_curves(source: Path):
    out = sad("parallelism", source, "--vary", "N=2:8:x2", "--format", "csv").out
    assert out.splitlines()[0].startswith("N,work,span,parallelism")
    assert out.splitlines()[-1].startswith("8,960,4,240")


def test_a_profile_file(tmp_path: Path):
    path = tmp_path / "mm.yaml"
    path.write_text("profile: [[4096, 1], [2048, 1], [1024, 1], [512, 1], [256, 1]]\n")
    found = json.loads(sad("parallelism", path, "--procs", "8", "--format", "json").out)
    validate(found, "sad-parallelism-1")
    assert found["profile"]["executed"][0]["steps"] == 992


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--procs", "0"), "SAD502"),
        (("--procs", "1.5"), "SAD502"),
        (("--latency", "2"), "SAD502"),
        (("--profile", "level", "--latency", "-1"), "SAD502"),
        (("--plot", "a.svg"), "SAD502"),
        (("--format", "csv"), "SAD502"),
        (("--vary", "N=2:4", "--suggest"), "SAD502"),
        (("--profile", "level"), "SAD502"),
    ],
)
def test_what_is_refused(source: Path, options: tuple[str, ...], code: str):
    found = sad("parallelism", source, *options)
    assert found.code == 2
    assert code in found.err


@pytest.mark.parametrize(
    "text",
    [
        "profile: 3\n",
        "profile: []\n",
        "profile: [[1.5, 2]]\n",
        "profile: [[1, -2]]\n",
        "profile: [[1, 2, 3]]\n",
        "profile: [[1, x]]\n",
        "profile: [[0, 4]]\n",
        "profile: [[1, 2]]\nother: 3\n",
        "profile: [[1, 2]\n",
    ],
)
def test_a_profile_file_that_is_wrong(tmp_path: Path, text: str):
    path = tmp_path / "p.yaml"
    path.write_text(text)
    found = sad("parallelism", path)
    assert found.code == 3
    assert f"{path}:" in found.err
    assert "error[SAD" in found.err
