"""gcc's data files: read through gcov, and refused when they do not fit together."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics, SadError
from sad.profiles.readers.detect import read_profiles
from sad.profiles.readers.gcov_data import Tools
from tests.profiles.readers.measured_programs import (
    C,
    c_program,
    done,
    needs_clang,
    one,
)
from tests.profiles.readers.refusals import refusal
from tests.support.compiler import needs_gcc, needs_gcov, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.compiler
DATA = b"adcg*22B" + b"stmp" + bytes(8)  # a header and the end, without a function
NOTES = b"oncg*22B" + b"stmp" + bytes(4) + b"\2\0\0\0/\0" + bytes(4)


def script(folder: Path, text: str) -> Tools:
    """A program that stands for gcov."""
    path = folder / "my-gcov"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return Tools(str(path), timeout_s=1.0)


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """A folder with a data file and its notes, as far as can be told without gcov."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "a.gcda").write_bytes(DATA)
    (folder / "a.gcno").write_bytes(NOTES)
    return folder


@pytest.fixture
def built(tmp_path: Path) -> Path:
    return c_program(tmp_path / "built")


@needs_gcc
@needs_gcov
def test_the_users_folder_stays_as_it_is(built: Path):
    def state() -> list[tuple[str, int]]:
        return sorted((path.name, path.stat().st_mtime_ns) for path in built.iterdir())

    before = state()
    one(built)
    one(built / "main.gcda")
    one(built / "main.gcno")
    assert state() == before


@needs_gcc
@needs_gcov
def test_a_unit_that_never_ran_counts_nothing(built: Path):
    (built / "idle.c").write_text("int idle(int n)\n{\n    return n;\n}\n")
    done(["gcc", "-O0", "--coverage", "-c", "idle.c"], built)
    assert {line.count for line in one(built).files["idle.c"].lines.values()} == {0}


@needs_gcc
@needs_gcov
def test_files_of_folders_below_and_with_odd_names(tmp_path: Path):
    folder = tmp_path / "a b;$(touch hacked)"
    c_program(folder)
    c_program(tmp_path / os.fsdecode(b"caf\xe9"))
    profile = one(tmp_path)
    assert len(profile.files) == 6
    assert profile.files[f"{folder}/main.c"] == one(folder).files["main.c"]
    assert not (tmp_path / "hacked").exists()


@needs_gcc
@needs_gcov
def test_a_relative_path(built: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(built)
    assert one(".").files == one("main.gcda").files | one("other.gcda").files | {
        "clip.h": one(built).files["clip.h"]
    }


@needs_gcc
@needs_gcov
def test_data_of_another_build(built: Path):
    (built / "main.c").write_text(C.replace("100", "101"))
    done(["gcc", "-O0", "--coverage", "-c", "main.c"], built)
    found = refusal(built / "main.gcda")
    assert found.code == "SAD709"
    assert "another build" in found.message


@needs_gcc
@needs_gcov
def test_a_source_that_is_newer_than_the_build(built: Path):
    diagnostics = Diagnostics()
    read_profiles(str(built), {}, diagnostics=diagnostics)
    assert diagnostics.items == []
    later = (built / "main.gcno").stat().st_mtime + 60
    os.utime(built / "main.c", (later, later))
    read_profiles(str(built), {}, diagnostics=diagnostics)
    (warning,) = diagnostics.items
    assert (warning.code, warning.severity) == ("SAD709", "warning")
    assert warning.span.file == str(built / "main.c")


@needs_gcc
@needs_gcov
def test_data_that_is_cut_anywhere(built: Path):
    path = built / "main.gcda"
    whole = path.read_bytes()
    for size in range(0, len(whole), 5):
        path.write_bytes(whole[:size])
        assert refusal(path).code == ("SAD703" if size >= 12 else "SAD708")


@needs_gcc
@needs_gcov
def test_notes_that_are_cut(built: Path):
    path = built / "main.gcno"
    whole = path.read_bytes()
    for size in (*range(20), 101, 501, 1001, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(SadError) as error:
            read_profiles(str(built / "main.gcda"), {})
        said = error.value.diagnostic
        # Where a record ends, which depends on the folder's name, only gcov misses the next one.
        by_gcov = size >= 12 and "gcov says" in said.message
        assert said.code == ("SAD708" if size < 12 or by_gcov else "SAD703")


def test_advice_on_versions(pair: Path, tmp_path: Path):
    for version, advice in (("B13*", "gcov-11"), ("B40*", "gcov-14"), ("A93*", "gcov-9")):
        tools = script(tmp_path, f"echo \"a.gcno:version '{version}', prefer 'B22*'\" >&2; exit 3")
        assert refusal(pair, tools=tools).hint.endswith(advice)
    tools = script(tmp_path, "echo \"a.gcno:version '408*', prefer 'B22*'\" >&2; exit 3")
    assert "clang" in refusal(pair, tools=tools).hint


@needs_gcc
@needs_gcov
@needs_clang
def test_data_of_clang(tmp_path: Path):
    (tmp_path / "a.c").write_text("int main(void)\n{\n    return 0;\n}\n")
    done(["clang", "--coverage", "a.c", "-o", "a"], tmp_path)
    run(["./a"], tmp_path)
    found = refusal(tmp_path)
    assert found.code == "SAD708"
    assert "clang" in found.hint


def test_what_is_not_there(pair: Path):
    (pair / "b.gcda").write_bytes(DATA)
    found = refusal(pair / "b.gcda")
    assert (found.code, "b.gcno is not there" in found.message) == ("SAD708", True)
    (pair / "b.gcda").unlink()
    (pair / "a.gcda").unlink()
    found = refusal(pair)
    assert (found.code, "did not run" in found.message) == ("SAD701", True)
    with pytest.raises(SadError, match=r"a\.gcda:1: error\[SAD701\]: no such file"):
        read_profiles(str(pair / "a.gcno"), {})


@pytest.mark.parametrize("content", [b"", b"adcg", b"text, no data", bytes(100)])
def test_what_is_not_gcovs(pair: Path, content: bytes):
    (pair / "a.gcda").write_bytes(content)
    assert refusal(pair / "a.gcda").code == "SAD708"


def test_versions_that_differ(pair: Path):
    (pair / "a.gcda").write_bytes(DATA.replace(b"*22B", b"*31B"))
    found = refusal(pair / "a.gcda")
    assert (found.code, found.message) == ("SAD708", "written by gcov B13*, its notes by B22*")


def test_gcov_that_cannot_be_run(pair: Path, tmp_path: Path):
    found = refusal(pair, tools=Tools("no-such-gcov"))
    assert (found.code, "no-such-gcov cannot be run" in found.message) == ("SAD707", True)
    assert refusal(pair, tools=Tools("a\0b")).code == "SAD707"
    slow = script(tmp_path, "exec sleep 30")
    found = refusal(pair, tools=slow)
    assert (found.code, "within 1 s" in found.message) == ("SAD707", True)
    old = script(tmp_path, "echo \"gcov: unrecognized option '--json-format'\" >&2; exit 1")
    found = refusal(pair, tools=old)
    assert (found.code, "does not write JSON" in found.message) == ("SAD707", True)


@pytest.mark.parametrize(
    "text",
    ["exit 7", "echo 'a.gcda:corrupted' >&2", "echo 'a.gcda:something new' >&2; echo '{}'"],
)
def test_whatever_gcov_complains_about_is_an_error(pair: Path, tmp_path: Path, text: str):
    assert refusal(pair, tools=script(tmp_path, text)).code == "SAD708"


def test_an_answer_that_is_none(pair: Path, tmp_path: Path):
    assert refusal(pair, tools=script(tmp_path, "exit 0")).code == "SAD702"
    assert refusal(pair, tools=script(tmp_path, "echo '{\"files\": ['")).code == "SAD703"


def test_the_environment_names_gcov(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GCOV", "gcov-12")
    assert Tools().gcov == "gcov-12"
    monkeypatch.setenv("GCOV", "")
    assert Tools().gcov == "gcov"
