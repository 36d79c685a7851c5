"""Stubs in every form of output: text, JSON, annotated source, explanations, saved descriptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      SUBROUTINE S (M, X)
      DOUBLE PRECISION X(M)
      DO 10 I = 1, M
   10 CALL WORK (I, X)
      END
"""
STUBS = """\
schema: 1
stubs:
  OTHER:
    seconds: 0
  WORK:
    arguments: [N integer, X double array]
    writes: [X]
    operations:
      add.double: 2*N
    seconds: start
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.f").write_text(SOURCE)
    (tmp_path / "lib.yaml").write_text(STUBS)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_json_has_the_stub_as_a_unit_and_keeps_to_its_schema():
    options = (
        "--stub",
        "lib.yaml",
        "--machine",
        "sparc2",
        "--set",
        "M=10",
        "--set",
        "WORK.start=0.5",
    )
    report = json.loads(sad("analyze", "s.f", *options, "--format", "json").out)
    validate(report, "sad-analysis-1")
    assert report["seconds"]["value"] == pytest.approx(5.0, rel=1e-3)


@pytest.mark.usefixtures("folder")
def test_annotated_source_shows_how_often_a_stub_is_called():
    shown = sad("annotate", "s.f", "--stub", "lib.yaml").out
    assert "M     5: stub of WORK" in shown
    assert "OTHER" not in shown
    assert "schema" not in shown


@pytest.mark.usefixtures("folder")
def test_the_line_of_a_stub_and_its_parameters_are_explained():
    line = sad("explain", "lib.yaml:5", "s.f", "--stub", "lib.yaml").out
    assert "count     M" in line
    assert "exact     yes" in line
    parameter = sad("explain", "WORK.start", "s.f", "--stub", "lib.yaml").out
    assert "lib.yaml:10" in parameter
    assert "in seconds: start" in parameter


@pytest.mark.usefixtures("folder")
def test_a_saved_description_contains_its_stubs():
    assert sad("dump", "--description", "s.f", "--stub", "lib.yaml", "-o", "s.sad.json").code == 0
    direct = sad("analyze", "s.f", "--stub", "lib.yaml", "--machine", "sparc2")
    saved = sad("analyze", "s.sad.json", "--machine", "sparc2")
    assert saved.out.split("\nnext\n")[0] == direct.out.split("\nnext\n")[0]
    late = sad("analyze", "s.sad.json", "--stub", "lib.yaml")
    assert late.code == 2
    assert "SAD601" in late.err


@pytest.mark.usefixtures("folder")
def test_without_the_stub_the_call_is_listed_as_unknown():
    assert "WORK (not in the source)" in sad("analyze", "s.f").out
    assert "not in the source" not in sad("analyze", "s.f", "--stub", "lib.yaml").out
    assert "not in the source" in sad("analyze", "s.f", "--stub", "blas").out


@pytest.mark.usefixtures("folder")
def test_a_call_that_does_not_fit_gives_the_exit_code_of_bad_input(folder: Path):
    (folder / "t.f").write_text(SOURCE.replace("(I, X)", "(I)"))
    result = sad("analyze", "t.f", "--stub", "lib.yaml")
    assert result.code == 3
    assert "t.f:4: error[SAD604]" in result.err
    assert "WORK" in result.out


def test_many_stub_options_add_up(folder: Path):
    (folder / "more.yaml").write_text("schema: 1\nstubs:\n  WORK:\n    seconds: 0\n")
    options = ("--stub", "lib.yaml", "--stub", "more.yaml", "--machine", "sparc2")
    first = sad("analyze", "s.f", *options)
    assert first.code == 0
    assert "WORK.start" in first.out
    second = sad("analyze", "s.f", "--stub", "more.yaml", "--stub", "lib.yaml")
    assert "SAD604" in second.err  # the one named first counts: it takes no arguments
