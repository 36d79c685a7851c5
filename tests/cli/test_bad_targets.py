"""Entries, targets, outputs and saved descriptions that cannot be: one error, nothing half written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.one_error import BAD_INPUT, PROGRAM, USAGE, check_one_error
from tests.support.command import Result, sad


@pytest.fixture(autouse=True)
def _beside_a_good_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.f").write_text(PROGRAM)


def analyze(*options: str) -> Result:
    return sad("analyze", "good.f", *options)


def test_entry_that_does_not_exist() -> None:
    check_one_error(analyze("--entry", "PP"), "SAD505", USAGE, "did you mean P?")
    check_one_error(analyze("--entry", "SOLVE"), "SAD505", USAGE, "units: P")


@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("zork", "known names: "),
        ("3", "instance good.f:3"),
        ("good.f:99", "nearest one is at line"),
        ("x.f:3", "good.f"),
    ],
)
def test_target_that_does_not_exist(target: str, part: str) -> None:
    check_one_error(sad("explain", target, "good.f"), "SAD506", USAGE, part)


@pytest.mark.parametrize("output", ["no/such/folder.txt", "good.f/x.txt", "folder", ""])
def test_output_that_cannot_be_written_leaves_nothing_behind(output: str) -> None:
    Path("folder").mkdir()
    result = analyze("-o", output)
    check_one_error(result, "SAD111", BAD_INPUT, "cannot be written")
    assert result.out == ""
    assert sorted(path.name for path in Path().rglob("*")) == ["folder", "good.f"]


def test_output_is_not_written_when_the_input_is_bad() -> None:
    Path("report.txt").write_text("old")
    assert analyze("--set", "n=1+", "-o", "report.txt").code == USAGE
    assert sad("analyze", "gone.f", "-o", "new.txt").code == BAD_INPUT
    assert Path("report.txt").read_text() == "old"
    assert not Path("new.txt").exists()


def test_output_replaces_a_file_and_writes_through_links() -> None:
    Path("old.txt").write_text("old")
    Path("link.txt").symlink_to("old.txt")
    assert analyze("-o", "link.txt").code == 0
    assert Path("link.txt").is_symlink()
    assert Path("old.txt").read_text() == analyze().out


def test_output_to_a_pipe_leaves_the_pipe_a_pipe() -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert analyze("-o", "pipe").code == 0
        assert os.read(reader, 65536).decode() == analyze().out
    finally:
        os.close(reader)
    assert Path("pipe").is_fifo()


SAVED = {
    "cut off": "{",
    "empty": "",
    "list": "[]",
    "another schema": '{"schema": "other/1"}',
    "nothing else": '{"schema": "sad-description/1"}',
    "wrong table": '{"schema": "sad-description/1", "atoms": [], "units": [{}], "files": []}',
    "nesting without end": "[" * 100_000,
}


@pytest.mark.parametrize("what", SAVED)
def test_saved_description_that_is(what: str) -> None:
    Path("d.sad.json").write_text(SAVED[what])
    check_one_error(sad("analyze", "d.sad.json"), "SAD110", BAD_INPUT, "sad dump --description")


@pytest.mark.parametrize("key", ["files", "lines", "commons", "units", "atoms"])
def test_saved_description_without_a_part(key: str) -> None:
    value = json.loads(sad("dump", "--description", "good.f").out)
    del value[key]
    Path("d.sad.json").write_text(json.dumps(value))
    check_one_error(sad("analyze", "d.sad.json"), "SAD110", BAD_INPUT, key)


def test_saved_description_that_does_not_exist() -> None:
    check_one_error(sad("analyze", "gone.sad.json"), "SAD101", BAD_INPUT, "no such file")


def test_of_two_machines_none_is_dropped_in_silence() -> None:
    result = analyze("--machine", "sparc2", "--machine", "t3d")
    assert (result.code, result.out) == (USAGE, "")
    assert "sad analyze: --machine: given twice; sad compare takes several" in result.err
