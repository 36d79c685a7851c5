"""Programs whose procedures look partners up in tables of their callers: the cache changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.analysis.test_fills import PARTNERS
from tests.analysis.test_tables_of_others import FORTRAN, IN_COMMON
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_snapshots_are_those_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("passed.f", PARTNERS), ("common.f", FORTRAN.format(**IN_COMMON))):
        (tmp_path / name).write_text(text)
        plain = sad("snapshot", name, "--no-cache", "-o", "-")
        assert plain.code == 0, plain.err
        for _ in range(2):
            assert sad("snapshot", name, "--cache", "kept", "-o", "-").out == plain.out
