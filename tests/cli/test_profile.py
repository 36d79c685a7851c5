"""``sad profile`` on the command line: usage errors, and signals at any time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.profiles.running.thin import fingerprint
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAIN = ("--quiet", "--build", "true", "--run", "true")
OUTPUT = ("-o", "params.yaml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "made"
    made.mkdir()
    (tmp_path / "scratch").mkdir()
    monkeypatch.chdir(made)
    return made


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("--build", "a;b", "--run", "a"), "SAD730", "--build: the separator ;"),
        (("--build", "a", "--run", "$(a)"), "SAD730", "--run: a command's output"),
        (("--build", "a", "--run", "a {n}"), "SAD730", "known: coverage, repeat"),
        (("--build", "clang {coverage} && gcc {coverage}", "--run", "a"), "SAD730", "clang"),
        ((*PLAIN, "--vary", "n"), "SAD731", "NAME=RANGE"),
        ((*PLAIN, "--vary", "n=1:9:0"), "SAD731", "step 0"),
        ((*PLAIN, "--vary", "n=1,2"), "SAD731", "used by no command"),
        ((*PLAIN, "--vary", "n=1", "--set", "N=m+1"), "SAD731", "m is not known"),
        ((*PLAIN, "--set", "N"), "SAD502", "NAME=VALUE"),
        ((*PLAIN, "--vary", "n=1,2", "--vary", "m=1", "--zip"), "SAD731", "differ in length"),
        ((*PLAIN, "--repeat", "0"), "SAD731", "at least 1"),
        ((*PLAIN, "--timeout", "0"), "SAD731", "positive time"),
        ((*PLAIN, "--build-timeout", "nan"), "SAD731", "positive time"),
        ((*PLAIN, "missing.f"), "SAD101", "no such file"),
        ((*PLAIN, "-o", "missing/params.yaml"), "SAD111", "no such folder"),
        ((*PLAIN, "--workdir", "missing"), "SAD732", "not a folder"),
        ((*PLAIN, "--fill", "missing"), "SAD737", "no file of this name"),
        (("--quiet", "--build", "./none", "--run", "true"), "SAD733", "No such file"),
        (("--quiet", "--build", "true", "--run", "./none"), "SAD735", "No such file"),
        (("--quiet", "--build", "true", "--run", "echo > ../x"), "SAD730", "outside the copy"),
    ],
)
def test_one_error_for_one_mistake(arguments: tuple[str, ...], code: str, part: str, folder: Path):
    usage = code in ("SAD502", "SAD730", "SAD731")
    check_one_error(sad("profile", *OUTPUT, *arguments), code, USAGE if usage else BAD_INPUT, part)
    assert list(folder.iterdir()) == []
    assert not (folder.parent / "x").exists()


def test_the_place_of_a_folder_that_is_not_copied(folder: Path):
    (folder / "big").write_text("much")
    here = sad("profile", *OUTPUT, *PLAIN, "--copy-limit", "1e-6")
    check_one_error(here, "SAD732", BAD_INPUT, "--workdir .: more than")
    assert here.err.startswith("<arguments>:1: ")
    (folder.parent / "other").mkdir()
    words = (*OUTPUT, *PLAIN, "--workdir", "../other", "--copy-files", "0")
    (folder.parent / "other" / "big").write_text("much")
    there = sad("profile", *words)
    check_one_error(there, "SAD732", BAD_INPUT, "more than 0 files")
    assert there.err.startswith("../other:1: ")
    (folder.parent / "kept").mkdir()
    (folder.parent / "kept" / "mine").write_text("")
    words = (*OUTPUT, *PLAIN, "--keep", "../kept")
    kept = sad("profile", *words)
    check_one_error(kept, "SAD732", BAD_INPUT, "not empty")
    assert kept.err.startswith("../kept:1: ")


def test_what_must_be_given():
    assert sad("profile", *OUTPUT, "--build", "true").code == USAGE


def test_nothing_is_said_of_runs_on_the_way_where_there_is_no_terminal():
    words = ("--build", "true", "--run", "sh -c 'exit {n}'", "--vary", "n=1,2")
    result = sad("profile", *words, *OUTPUT)
    assert all("SAD73" in line or line.startswith(" ") for line in result.err.splitlines())


@pytest.fixture
def hears_all() -> Iterator[None]:
    """Processes started hear signals also if this one ignores them, as one in the background may."""
    before = {
        number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGINT, signal.SIGHUP)
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("hears_all")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("when", ["build", "run"])
def test_a_signal_leaves_nothing_behind(number: signal.Signals, when: str, folder: Path):
    (folder / "a.f").write_text("      END\n")
    started = folder.parent / "started"
    wait = f"sh -c 'echo $$ > {started}; sleep 300 & wait'"
    build, run = (wait, "true") if when == "build" else ("true", wait)
    before = fingerprint(folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "sad", "profile", "--build", build, "--run", run, "-o", "p.yaml"],
        env={**os.environ, "TMPDIR": str(folder.parent / "scratch"), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_for(lambda: started.exists() and started.read_text().endswith("\n"))
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 128 + number
    assert err.splitlines()[-1] == f"interrupted by {number.name}"
    assert "Traceback" not in err
    assert fingerprint(folder) == before
    assert list((folder.parent / "scratch").iterdir()) == []
    child = int(started.read_text())
    _wait_for(lambda: not _is_alive(child))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _wait_for(condition: object) -> None:
    assert callable(condition)
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen within 30 s")


WHILE = """\
#include <stdlib.h>
int main(int argc, char **argv) {
    double x = 0.0, n = atof(argv[1]);
    while (x < n)
        x += 2.0;
    return argc > 2 ? atoi(argv[2]) : 0;
}
"""
BUILD = ("--build", "gcc -O0 {coverage} while.c -o while", "--quiet")


@pytest.fixture
def program(folder: Path) -> Path:
    (folder / "while.c").write_text(WHILE)
    return folder


def parameters(path: Path) -> dict[str, str]:
    entries = yaml.safe_load(path.read_text())["parameters"]
    return {name: str(entry["value"]) for name, entry in entries.items()}


@pytest.mark.compiler
@needs_gcc
@needs_gcov
class TestParameters:
    """From a program to the values of its parameters."""

    def test_one_run_is_a_number(self, program: Path):
        result = sad(
            "profile", *BUILD, "--run", "./while {n}", "--vary", "n=10", *OUTPUT, "while.c"
        )
        assert (result.code, result.err) == (0, "")
        lines = result.out.splitlines()
        assert lines[0] == "run   n  seconds  ended with"
        assert lines[1].startswith("  1  10")
        assert "params.yaml: 1 of 1 parameters measured" in lines
        assert parameters(program / "params.yaml") == {"main.trips@while1": "5"}

    def test_sources_are_those_that_were_compiled(
        self, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        words = (*BUILD, "--run", "./while {n}", "--vary", "n=10", "--workdir", program)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        monkeypatch.chdir(elsewhere)
        assert sad("profile", *words, *OUTPUT).code == 0
        document = yaml.safe_load((elsewhere / "params.yaml").read_text())
        assert document["about"]["arguments"] == ["../made/while.c"]
        again = sad("profile", *words, *OUTPUT)  # now the document says which
        assert again.code == 0
        assert parameters(elsewhere / "params.yaml") == {"main.trips@while1": "5"}

    def test_values_of_the_model_are_kept_with_each_sample(self, program: Path):
        words = ("--run", "./while {k}", "--vary", "k=10,20", "--set", "N=3*k")
        assert sad("profile", *BUILD, *words, *OUTPUT).code == 0
        (entry,) = yaml.safe_load((program / "params.yaml").read_text())["parameters"].values()
        assert [(item["taken"], item["at"]["N"]) for item in entry["samples"]] == [
            (5, 30),
            (10, 60),
        ]

    @pytest.mark.usefixtures("program")
    def test_a_run_that_fails_is_a_warning(self):
        words = ("--run", "./while 10 {s}", "--vary", "s=0,3")
        result = sad("profile", *BUILD, *words, *OUTPUT)
        assert result.code == 0
        warning = "<arguments>:1: warning[SAD734]: run 2 (s=3): exit status 3; left out"
        assert result.err.splitlines()[0] == warning
        assert "exit status 3 (left out)" in result.out
        assert sad("profile", *BUILD, *words, *OUTPUT, "--strict").code == BAD_INPUT

    def test_nothing_is_written_if_nothing_is_measured(self, program: Path):
        (program / "params.yaml").write_text("# mine\n")
        words = (*BUILD, "--run", "./while 10 3", "while.c", *OUTPUT)
        check_one_error(sad("profile", *words), "SAD735", BAD_INPUT, "exit status 3")
        assert (program / "params.yaml").read_text() == "# mine\n"

    def test_another_file_is_refused_before_the_runs(self, program: Path):
        (program / "params.yaml").write_text("int main;\n")
        started = program.parent / "started"
        words = ("--quiet", "--build", f"touch {started}", "--run", "true", *OUTPUT)
        check_one_error(sad("profile", *words), "SAD720", BAD_INPUT)
        assert not started.exists()

    def test_clang(self, program: Path):
        if shutil.which("clang") is None:
            pytest.skip("no clang on this machine")
        words = ("--quiet", "--build", "clang {coverage} while.c -o while", "--run", "./while 10")
        assert sad("profile", *words, *OUTPUT).code == 0
        assert parameters(program / "params.yaml") == {"main.trips@while1": "5"}
