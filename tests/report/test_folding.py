"""Many messages of one code: the first ones are told, the others counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.report.folding import folded
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest


def messages(code: str, severity: Severity, lines: Sequence[int]) -> list[Diagnostic]:
    return [Diagnostic(code, severity, "what", Span.at(f"f{n % 3}.f", n)) for n in lines]


def test_few_messages_stay_as_they_are():
    few = messages("SAD210", Severity.WARNING, range(20))
    assert folded(few) == few


def test_one_too_many_is_shown_and_not_counted():
    items = messages("SAD210", Severity.WARNING, range(21))
    assert folded(items) == items


def test_files_that_are_left_out_are_all_told():
    errors = messages("SAD103", Severity.ERROR, range(1000))
    assert folded(errors) == errors


def test_errors_in_files_are_counted():
    shown = folded(messages("SAD107", Severity.ERROR, range(1000)))
    assert [item.code for item in shown] == ["SAD107"] * 20 + ["SAD120"]


def test_what_is_counted_and_where():
    warnings = messages("SAD210", Severity.WARNING, range(1, 51))
    notes = messages("SAD301", Severity.NOTE, range(5))
    shown = folded([*warnings, *notes])
    assert shown[:25] == [*warnings[:20], *notes]
    (rest,) = shown[25:]
    assert (rest.code, rest.severity, rest.span) == ("SAD120", Severity.NOTE, Span.at("f0.f", 21))
    assert rest.message == "30 more of SAD210 from here on, in 3 files"


def test_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    lines = ["      SUBROUTINE S(A)", "      REAL A(10)", *["      A(1:3) = 0.0"] * 25, "      END"]
    Path("s.f").write_text("\n".join(lines) + "\n")
    short, strict = sad("analyze", "s.f"), sad("analyze", "s.f", "--strict")
    assert short.err.count("[SAD210]") == 20
    assert "s.f:23: note[SAD120]: 5 more of SAD210 in this file" in short.err
    assert strict.err.count("error[SAD210]") == 25
    listed = json.loads(sad("analyze", "s.f", "--format", "json").out)["diagnostics"]
    assert [item["line"] for item in listed] == list(range(3, 28))


def test_many_main_programs_are_units_each_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in "pq":
        Path(f"{name}.f").write_text(f"      PROGRAM {name.upper()}\n      X = 1.0\n      END\n")
    result = sad("analyze", "p.f", "q.f")
    assert result.code == 0
    assert "q.f:1: warning[SAD207]: a second main program" in result.err
    assert result.out.startswith("all units, each by itself: 2 files")
    assert sad("analyze", "p.f", "q.f", "--entry", "Q").out.startswith("Q: 2 files")
