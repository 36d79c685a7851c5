"""Files that nobody touched since they were read are not read again; all others are."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.incremental import dates
from sad.incremental.cache import opened
from sad.incremental.files import Files
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written before this moment were written long ago."""
    monkeypatch.setattr(dates, "_LONG_AGO", 0)


class _Reader:
    """Runs that ask for digests; ``read`` are the files that were opened for them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._cache = folder / "cache"
        self.read: list[str] = []
        plain = Files._read

        def reading(files: Files, path: str) -> str:
            self.read.append(os.path.basename(path))
            return plain(files, path)

        monkeypatch.setattr(Files, "_read", reading)

    def run(self, *paths: Path) -> list[str]:
        """Return the digests in a run of their own, and forget what was read before."""
        time.sleep(0.02)  # more than a tick
        self.read.clear()
        with opened(self._cache, Diagnostics(), by_dates=True) as cache:
            return [cache.files.digest(str(path)) for path in paths]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Reader:
    return _Reader(tmp_path, monkeypatch)


def _file(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.usefixtures("settled")
def test_what_nobody_touched_is_not_read_again(tmp_path: Path, reader: _Reader) -> None:
    first, second = _file(tmp_path / "a.f", "one"), _file(tmp_path / "b.f", "two")
    wanted = [digest(b"one"), digest(b"two")]
    assert reader.run(first, second) == wanted
    assert reader.read == ["a.f", "b.f"]
    assert reader.run(first, second) == wanted
    assert reader.read == []


@pytest.mark.usefixtures("settled")
def test_a_change_is_seen_though_size_and_date_are_set_back(
    tmp_path: Path, reader: _Reader
) -> None:
    path, other = _file(tmp_path / "a.f", "one"), _file(tmp_path / "b.f", "two")
    reader.run(path, other)
    before = path.stat()
    path.write_text("two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert reader.run(path, other) == [digest(b"two")] * 2
    assert reader.read == ["a.f"]


@pytest.mark.usefixtures("settled")
def test_another_file_in_its_place_is_seen(tmp_path: Path, reader: _Reader) -> None:
    path = _file(tmp_path / "a.f", "one")
    reader.run(path)
    aside = _file(tmp_path / "aside", "two")
    shutil.copystat(path, aside)
    aside.replace(path)
    assert reader.run(path) == [digest(b"two")]
    path.unlink()
    assert reader.run(path) == [""]


def test_what_was_written_just_now_is_always_read(tmp_path: Path, reader: _Reader) -> None:
    path = _file(tmp_path / "a.f", "one")
    for _ in range(2):
        assert reader.run(path) == [digest(b"one")]
        assert reader.read == ["a.f"]


@pytest.mark.usefixtures("settled")
def test_marks_of_conflicts_are_remembered(tmp_path: Path, reader: _Reader) -> None:
    path = _file(tmp_path / "a.f", "<<<<<<< HEAD\n")
    for _ in range(2):
        with opened(tmp_path / "cache", Diagnostics(), by_dates=True) as cache:
            assert cache.files.digest(str(path))
            assert cache.files.marked == {str(path)}
            assert cache.files.is_as_read(str(path))
    assert reader.read == ["a.f"]


@pytest.mark.usefixtures("settled")
def test_a_file_that_changes_after_it_was_looked_up_is_not_as_read(
    tmp_path: Path, reader: _Reader
) -> None:
    path = _file(tmp_path / "a.f", "one")
    reader.run(path)
    with opened(tmp_path / "cache", Diagnostics(), by_dates=True) as cache:
        cache.files.digest(str(path))
        assert cache.files.are_as_read()
        path.write_text("three")
        assert not cache.files.are_as_read()
