"""Two small programs, one of each language: built, run, timed and profiled."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.command import ROOT
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran
from validation import speedups
from validation.build import BuildError, Compilers, build
from validation.profiles import ProfileError, missing_values, profile_of
from validation.programs import FOLDER, Program, read_program
from validation.timing import Protocol, measure

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.compiler, needs_gfortran, needs_gcc]


def an_open_program(name: str) -> Program:
    return read_program(FOLDER / "open" / name)


def a_copy(name: str, folder: Path) -> Program:
    shutil.copytree(FOLDER / "open" / name, folder / name)
    return read_program(folder / name)


def checksum(program: Program, folder: Path, *flags: str) -> float:
    folder.mkdir()
    built = build(program, folder, flags)
    run = subprocess.run(
        [built.executable, "count", "2"], capture_output=True, text=True, check=True, timeout=60
    )
    return float(json.loads(run.stdout)["checksum"])


@pytest.mark.parametrize("name", ["tridiag", "bsearch"])
def test_a_program_computes_the_same_at_every_level(tmp_path, name):
    program = an_open_program(name)
    plain = checksum(program, tmp_path / "plain", "-O0")
    assert plain != 0.0
    assert checksum(program, tmp_path / "fast", "-O3") == pytest.approx(plain, rel=1e-9)


def test_programs_of_both_languages_are_timed(tmp_path):
    executables = {}
    for name in ("tridiag", "bsearch"):
        (tmp_path / name).mkdir()
        executables[name] = build(an_open_program(name), tmp_path / name, ["-O1"]).executable
    timings = measure(executables, Protocol(samples=3, seconds=0.0, rounds=1, attempts=1))
    assert list(timings) == ["tridiag", "bsearch"]
    for timing in timings.values():
        (only,) = timing.accepted + timing.rejected
        assert only.samples == 3
        assert 0.0 < only.fastest <= only.median
        assert 0.1 * only.fastest < timing.seconds < 10.0 * only.median  # at the reference's speed


def test_a_compiler_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BuildError, match="nofortran: No such file"):
        build(an_open_program("tridiag"), tmp_path, ["-O2"], Compilers(fortran="nofortran"))


def test_what_the_compiler_says_is_shown(tmp_path):
    with pytest.raises(BuildError, match="-fno-such-thing"):
        build(an_open_program("bsearch"), tmp_path, ["-fno-such-thing"])


@needs_gcov
def test_a_profile_gives_every_count_and_is_kept_until_a_source_changes(tmp_path):
    program = a_copy("bsearch", tmp_path)
    before = missing_values(program)
    assert before
    profile = profile_of(program, tmp_path / "cache")
    assert profile.agreement == 1.0
    assert missing_values(program, profile.document) == ()

    profile.document.write_text("kept")
    assert profile_of(program, tmp_path / "cache") == profile
    assert profile.document.read_text() == "kept"

    program.driver.write_text(program.driver.read_text() + "\n/* changed */\n")
    profile_of(program, tmp_path / "cache")
    assert profile.document.read_text() != "kept"


@needs_gcov
def test_a_program_that_does_not_compile_leaves_no_profile(tmp_path):
    program = a_copy("bsearch", tmp_path)
    program.driver.write_text("this is no C\n")
    with pytest.raises(ProfileError, match=r"driver\.c"):
        profile_of(program, tmp_path / "cache")
    assert list((tmp_path / "cache" / "bsearch").iterdir()) == []


def test_the_page_of_openmp_kernels_has_what_was_measured_and_predicted(tmp_path):
    seconds = {1: 4e-3, 2: 2e-3}
    row = speedups.Speedup("open", "triangle", "c", "cache", seconds, steady=True)
    speedups.save([row], tmp_path / "times.json")
    (again,) = speedups.load(tmp_path / "times.json")
    assert again == row
    speedups.predict([again], ROOT / "machine_db" / "zen3.yaml")
    assert again.predicted_speedup == pytest.approx(1.32, abs=0.01)
    lines = list(speedups.page([again], "on a computer"))
    (line,) = [each for each in lines if each.startswith("| open ")]
    assert line.startswith("| open | triangle | c | 4,000.0 | ")
    assert line.endswith("| 2.00 | 1.32 | -34% |")
    assert any("0 of 1 are within 15%" in each for each in lines)


def test_the_page_of_openmp_kernels_is_in_the_menu_once_it_is_there(tmp_path, monkeypatch):
    menu = (ROOT / "mkdocs.yml").read_text()
    before = [line for line in menu.split("\n") if line.strip() != "- openmp-times.md"]
    site = tmp_path / "mkdocs.yml"
    site.write_text("\n".join(before))
    monkeypatch.setattr(speedups, "SITE", site)
    monkeypatch.setattr(speedups, "PAGE", tmp_path / "openmp-times.md")
    for _ in range(2):
        speedups.write_page("page\n")
    assert (tmp_path / "openmp-times.md").read_text() == "page\n"
    place = before.index("      - openmp.md") + 1
    assert site.read_text().split("\n") == [
        *before[:place],
        "      - openmp-times.md",
        *before[place:],
    ]
