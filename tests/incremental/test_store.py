"""A store that is damaged, locked, full or cannot be written changes no result."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.incremental.store import Store
from tests.incremental.compare import by_cache, from_scratch
from tests.incremental.made import made

if TYPE_CHECKING:
    from pathlib import Path


def _kept(folder: Path) -> Path:
    (found,) = folder.glob("incremental-*.db")
    return found


def _filled(folder: Path) -> Path:
    store = Store(folder, Diagnostics())
    for number in range(50):
        store.put("some", str(number), {"value": number})
    store.close()
    return _kept(folder)


def _codes(diagnostics: Diagnostics) -> list[str]:
    return [item.code for item in diagnostics.items]


def test_entries_come_back(tmp_path: Path) -> None:
    _filled(tmp_path)
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.get("some", "7") == {"value": 7}
    assert store.get("some", "99") is None
    assert store.get("other", "7") is None
    assert not said.items


@pytest.mark.parametrize(
    "change", ["update entries set body = x'00' || body", "update entries set sum = x'00'"]
)
def test_a_damaged_entry_is_left_out_and_written_anew(change: str, tmp_path: Path) -> None:
    path = _filled(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute(f"{change} where key = '7'")
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.get("some", "7") is None
    assert store.get("some", "8") == {"value": 8}
    assert _codes(said) == ["SAD880"]
    store.close()
    with sqlite3.connect(path) as database:
        assert database.execute("select count(*) from entries").fetchone() == (49,)


def test_an_entry_of_another_key_is_damaged(tmp_path: Path) -> None:
    path = _filled(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("delete from entries where key = '8'")
        database.execute("update entries set key = '8' where key = '7'")
    assert Store(tmp_path, Diagnostics()).get("some", "8") is None


def test_a_file_that_is_no_database_is_begun_anew(tmp_path: Path) -> None:
    path = _filled(tmp_path)
    path.write_bytes(b"not a database" * 1000)
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.get("some", "7") is None
    assert _codes(said) == ["SAD880"]
    store.put("some", "7", 1)
    store.close()
    assert Store(tmp_path, Diagnostics()).get("some", "7") == 1


def test_a_file_damaged_inside_changes_no_result(tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    plain = from_scratch(program.reading)
    by_cache(program.reading, tmp_path / "cache")
    path = _kept(tmp_path / "cache")
    data = bytearray(path.read_bytes())
    for place in range(5000, len(data), 3000):
        data[place : place + 200] = bytes(200)
    path.write_bytes(data)
    kept = by_cache(program.reading, tmp_path / "cache")
    assert kept is not None
    assert kept[1] == plain[1]
    assert "SAD88" in kept[0]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = Diagnostics()
    store = Store(tmp_path / "file" / "cache", said)
    store.put("some", "1", 1)
    assert store.get("some", "1") == 1
    store.close()
    assert _codes(said) == ["SAD880"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    _filled(tmp_path)
    tmp_path.chmod(0o500)
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.get("some", "7") == {"value": 7}
    store.put("some", "77", 1)
    store.close()
    assert _codes(said) == ["SAD880"]
    tmp_path.chmod(0o700)


def test_another_process_that_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sad.incremental.store._TIMEOUT", 0.05)
    path = _filled(tmp_path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.get("some", "7") == {"value": 7}
    store.put("some", "77", 1)
    store.close()
    assert _codes(said) == ["SAD880"]
    other.execute("rollback")
    other.close()
    assert Store(tmp_path, Diagnostics()).get("some", "77") is None


def test_a_full_disk(tmp_path: Path) -> None:
    path = _filled(tmp_path)
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert store.database is not None
    store.database.execute("pragma max_page_count = 1")
    for number in range(1000):
        store.put("more", str(number), os.urandom(200).hex())
    store.close()
    assert _codes(said) == ["SAD880"]
    with sqlite3.connect(path) as database:  # nothing half-written
        assert database.execute("select count(*) from entries").fetchone() == (50,)


def test_a_run_that_is_killed_while_it_writes(tmp_path: Path) -> None:
    path = _filled(tmp_path)
    code = f"""
import os, sqlite3
database = sqlite3.connect({str(path)!r})
database.execute("pragma cache_size = 1")
database.execute("delete from entries where key < '3'")
database.executemany("insert into entries values ('x', ?, 1, x'00', ?)",
                     ((str(n), os.urandom(500)) for n in range(2000)))
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code], check=False)
    said = Diagnostics()
    store = Store(tmp_path, said)
    assert [store.get("some", str(number)) for number in range(50)] == [
        {"value": number} for number in range(50)
    ]
    assert not said.items


def test_two_processes_at_once(tmp_path: Path) -> None:
    first, second = Store(tmp_path, Diagnostics()), Store(tmp_path, Diagnostics())
    first.put("some", "1", "first")
    second.put("some", "2", "second")
    first.close()
    second.close()
    third = Store(tmp_path, Diagnostics())
    assert (third.get("some", "1"), third.get("some", "2")) == ("first", "second")


def test_the_file_stays_below_its_limit(tmp_path: Path) -> None:
    for round_ in range(4):
        store = Store(tmp_path, Diagnostics(), most=100_000)
        store.today = 100 + round_
        for number in range(40):
            store.put("some", f"{round_}.{number}", os.urandom(1000).hex())
        store.close()
    assert _kept(tmp_path).stat().st_size <= 100_000
    store = Store(tmp_path, Diagnostics())
    assert store.get("some", "3.39") is not None
    assert store.get("some", "0.0") is None


def test_other_tools_use_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _filled(tmp_path)
    monkeypatch.setattr("sad.incremental.store.tool_digest", lambda *_: "other")
    assert Store(tmp_path, Diagnostics()).get("some", "7") is None
    assert len(list(tmp_path.glob("incremental-*.db"))) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no users here")
def test_what_others_may_write_is_not_used(tmp_path: Path):
    folder, said = tmp_path / "kept", Diagnostics()
    folder.mkdir()
    folder.chmod(0o777)
    store = Store(folder, said)
    store.put("some", "1", 2)
    store.close()
    assert _codes(said) == ["SAD880"]
    assert not list(folder.iterdir())
    folder.chmod(0o700)
    store = Store(folder, Diagnostics())
    store.put("some", "1", 2)
    store.close()
    (file,) = folder.glob("*.db")
    file.chmod(0o666)
    assert Store(folder, said).get("some", "1") is None
