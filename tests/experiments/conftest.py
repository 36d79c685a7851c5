"""The programs of ``programs`` in the working folder."""

from __future__ import annotations

import pytest

from tests.experiments.programs import PROGRAMS


@pytest.fixture(autouse=True)
def _programs(tmp_path, monkeypatch):
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
