"""``sad profile`` on the command line: usage errors, and signals at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.profiles.running.thin import C_LOOP, fingerprint
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = ("--quiet", "--build", "true", "--run", "true")


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
        ((*PLAIN, "--workdir", "missing"), "SAD732", "not a folder"),
        ((*PLAIN, "--fill", "missing"), "SAD737", "no file of this name"),
        (("--quiet", "--build", "./none", "--run", "true"), "SAD733", "No such file"),
        (("--quiet", "--build", "true", "--run", "./none"), "SAD735", "No such file"),
        (("--quiet", "--build", "true", "--run", "echo > ../x"), "SAD730", "outside the copy"),
    ],
)
def test_one_error_for_one_mistake(arguments: tuple[str, ...], code: str, part: str, folder: Path):
    usage = code in ("SAD502", "SAD730", "SAD731")
    check_one_error(sad("profile", *arguments), code, USAGE if usage else BAD_INPUT, part)
    assert list(folder.iterdir()) == []
    assert not (folder.parent / "x").exists()


def test_the_build_and_the_run_must_be_given():
    assert sad("profile", "--build", "true").code == USAGE


def test_every_run_is_told_on_the_way():
    result = sad("profile", "--build", "true", "--run", "sh -c 'exit {n}'", "--vary", "n=1,2")
    first, second, third = result.err.splitlines()[:3]
    assert first.startswith("build: exit status 0, ")
    assert second.startswith("run 1 of 2 (n=1): exit status 1, ")
    assert third.startswith("run 2 of 2 (n=2): exit status 2, ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("when", ["build", "run"])
def test_a_signal_leaves_nothing_behind(number: signal.Signals, when: str, folder: Path):
    (folder / "a.f").write_text("      END\n")
    started = folder.parent / "started"
    wait = f"sh -c 'echo $$ > {started}; sleep 300 & wait'"
    build, run = (wait, "true") if when == "build" else ("true", wait)
    before = fingerprint(folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "sad", "profile", "--build", build, "--run", run],
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


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_the_table_of_runs(folder: Path):
    (folder / "loop.c").write_text(C_LOOP)
    words = ("--build", "gcc {coverage} loop.c -o loop", "--run", "./loop {n} {s}")
    result = sad("profile", *words, "--vary", "n=5", "--vary", "s=0,3", "--set", "N=2*n", "--quiet")
    assert result.code == 0
    assert "warning[SAD734]: run 2 (n=5, s=3): exit status 3; left out" in result.err
