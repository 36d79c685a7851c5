"""``sad cache``: what is kept, how large it may be, and how it goes."""

from __future__ import annotations

import json
import os
import sqlite3
import time

import platformdirs
import pytest

from sad.diagnostics import Diagnostics
from sad.incremental.folder import cache_folder
from sad.incremental.store import Store
from tests.support.command import sad

SOLVE = "      SUBROUTINE SOLVE (N)\n      DO 10 I = 1, N\n   10 X = 0.0\n      END\n"


@pytest.fixture
def kept(tmp_path):
    store = Store(tmp_path / "kept", Diagnostics())
    for number in range(40):
        store.put("some", f"{number}", {"value": number})
    store.put("other", "1", "x" * 1000)
    store.close()
    return tmp_path / "kept"


def test_kinds_sizes_and_versions_are_shown(kept):
    (kept / "incremental-0123.db").write_bytes(b"no database")
    value = json.loads(sad("cache", "show", "--cache", kept, "--format", "json").out)
    mine, other = value["versions"]
    assert [(item["kind"], item["count"]) for item in mine["entries"]] == [
        ("other", 1),
        ("some", 40),
    ]
    assert mine["current"]
    assert (other["version"], other["entries"], other["bytes"]) == ("0123", None, 11)
    text = sad("cache", "show", "--cache", kept).out
    assert f"folder   {kept}" in text
    assert "some   40" in text
    assert "cannot be read" in text


def test_all_that_is_kept_is_explained(tmp_path):
    source = tmp_path / "solve.f"
    source.write_text(SOLVE + SOLVE.replace("SOLVE", "AGAIN"))
    (tmp_path / "other.f").write_text(SOLVE.replace("SOLVE", "OTHER"))
    kept, base = tmp_path / "kept", tmp_path / "base.snapshot"
    for words in (
        ("analyze", source, tmp_path / "other.f", "--jobs", "2", "--unit-timeout", "60"),
        ("snapshot", source, "-o", base),
        ("check", source, "--baseline", base),
    ):
        assert sad(*words, "--cache", kept).code == 0
    value = json.loads(sad("cache", "show", "--cache", kept, "--format", "json").out)
    kinds = {item["kind"] for version in value["versions"] for item in version["entries"]}
    assert {"draft", "summary", "counts", "cost", "itself"} <= kinds
    rows = sad("cache", "show", "--cache", kept).out.splitlines()
    for kind in kinds:
        (row,) = (row for row in rows if row.startswith(f"  {kind} "))
        assert len(row.split()) > 4, f"no explanation of {kind}"


def test_an_empty_cache_is_no_error(tmp_path):
    result = sad("cache", "show", "--cache", tmp_path / "none")
    assert (result.code, result.err) == (0, "")
    assert "it is empty" in result.out
    assert sad("cache", "clear", "--cache", tmp_path / "none").code == 0
    assert not (tmp_path / "none").exists()


def test_clearing_removes_all_that_is_the_tools_and_nothing_else(kept):
    (kept / "mine.txt").write_text("not the tool's")
    result = sad("cache", "clear", "--cache", kept)
    assert result.code == 0
    assert [path.name for path in kept.iterdir()] == ["mine.txt"]


def test_compiled_recorders_are_shown_and_cleared(kept):
    for name, days in (("old", 10), ("new", 1)):
        folder = kept / "compiled" / name
        folder.mkdir(parents=True)
        (folder / "recorder.so").write_bytes(b"x" * 2048)
        then = time.time() - days * 86_400
        os.utime(folder, (then, then))
    assert "compiled recorders of runs: 4.0 KiB" in sad("cache", "show", "--cache", kept).out
    shown = sad("cache", "show", "--cache", kept, "--format", "json").out
    assert json.loads(shown)["recorder_bytes"] == 4096
    assert sad("cache", "clear", "--cache", kept, "--older-than", "5").code == 0
    assert [path.name for path in (kept / "compiled").iterdir()] == ["new"]
    result = sad("cache", "clear", "--cache", kept, "--format", "json")
    assert json.loads(result.out)["freed_bytes"] > 2048
    assert not [path for path in kept.rglob("*") if path.is_file()]


def test_what_was_used_lately_stays(kept):
    (path,) = kept.glob("*.db")
    with sqlite3.connect(path) as database:
        database.execute("update entries set used = used - 10 where kind = 'some'")
    database.close()
    assert sad("cache", "clear", "--cache", kept, "--older-than", "10").code == 0
    assert Store(kept, Diagnostics()).get("some", "7") == {"value": 7}
    assert sad("cache", "clear", "--cache", kept, "--older-than", "9").code == 0
    store = Store(kept, Diagnostics())
    assert store.get("some", "8") is None
    assert store.get("other", "1") == "x" * 1000
    store.close()


def test_a_cache_that_another_process_holds_is_an_error(kept, monkeypatch):
    monkeypatch.setattr("sad.incremental.folder._TIMEOUT", 0.1)
    (path,) = kept.glob("*.db")
    database = sqlite3.connect(path)
    database.execute("begin exclusive")
    result = sad("cache", "clear", "--cache", kept, "--older-than", "0")
    database.close()
    assert result.code == 3
    assert "error[SAD882]" in result.err


@pytest.mark.parametrize(("text", "size"), [("", 1 << 30), ("2m", 2 << 20), ("70000", 70000)])
def test_the_limit_is_that_of_the_environment(kept, monkeypatch, text, size):
    monkeypatch.setenv("SAD_CACHE_LIMIT", text)
    value = json.loads(sad("cache", "show", "--cache", kept, "--format", "json").out)
    assert value["limit_bytes"] == size


def test_the_limit_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("SAD_CACHE_LIMIT", "100k")
    for _ in range(4):
        store = Store(tmp_path, Diagnostics())
        for number in range(20):
            store.put(
                "some", f"{store.today} {number}", [str(hash((n, number))) for n in range(500)]
            )
        store.today += 1
        store.close()
    (path,) = tmp_path.glob("*.db")
    assert path.stat().st_size <= 100 << 10


@pytest.mark.parametrize("text", ["many", "-1", "1t", "1.5g"])
def test_a_limit_that_is_no_size_is_an_error(kept, monkeypatch, text, tmp_path):
    monkeypatch.setenv("SAD_CACHE_LIMIT", text)
    (tmp_path / "solve.f").write_text(SOLVE)
    for arguments in (["cache", "show"], ["analyze", tmp_path / "solve.f"]):
        result = sad(*arguments, "--cache", kept)
        assert result.code == 2
        assert "error[SAD881]" in result.err


def test_the_folder_is_the_one_of_the_environment_or_of_the_platform(monkeypatch, tmp_path):
    monkeypatch.setenv("SAD_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("SAD_CACHE_DIR")
    for variable in (None, str(tmp_path / "x")):
        if variable is None:
            monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        else:
            monkeypatch.setenv("XDG_CACHE_HOME", variable)
        assert str(cache_folder()) == platformdirs.user_cache_dir("sad", appauthor=False)
