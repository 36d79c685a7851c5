"""Figures of gcov that real programs are compared with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.realruns import build

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest


def _always(text: str) -> Callable[..., str]:
    def told(*_: object) -> str:
        return text

    return told


def test_a_line_that_is_left_out_in_one_function_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Each function that a function was inlined in has its own figures of the line."""
    source = tmp_path / "a.c"
    source.write_text("    if (a)\n    a = 0;\n")
    ran: list[object] = [{"count": 3}, {"count": 4}]
    lines: list[dict[str, object]] = [
        {"line_number": 1, "count": 10, "branches": [*ran, {"count": 1}, {"count": 2}]},
        {"line_number": 2, "count": 5, "branches": []},
        {"line_number": 1, "count": 0, "branches": []},
        {"line_number": 2, "count": 2, "branches": []},
    ]
    told = json.dumps({"files": [{"file": str(source), "lines": lines}]})
    monkeypatch.setattr(build, "call", _always(told))
    built = build.Built((source,), (), tmp_path / "a", added=True)
    assert build.counts_in(tmp_path, built) == {str(source): {2: 7}}
