"""``sad export``: files, options, errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.one_error import BAD_INPUT, PROGRAM, USAGE, check_one_error
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

TARGETS = ("python", "numpy", "c", "javascript", "latex", "json")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "main.f"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_goes_to_standard_output_or_to_a_file(source: Path, target: str):
    printed = sad("export", source, "--to", target)
    assert (printed.code, printed.err) == (0, "")
    output = source.with_name("out")
    written = sad("export", source, "--to", target, "-o", output)
    assert (written.code, written.out, written.err) == (0, "", "")
    assert output.read_text() == printed.out
    assert printed.out.endswith("\n")


@pytest.mark.parametrize("target", TARGETS)
def test_seconds_need_a_machine(source: Path, target: str):
    without = sad("export", source, "--to", target).out
    with_machine = sad("export", source, "--to", target, "--machine", "sparc2").out
    assert "predicted time" not in without
    assert "predicted time" in with_machine
    assert "sparc2, f77-O" in with_machine


LOOP = """\
      PROGRAM P
      READ *, N
      DO 10 I = 1, N
      X = X + 1.0
      Y = Y + X
   10 CONTINUE
      END
"""


def test_python_counts_what_analyze_counts(source: Path):
    source.write_text(LOOP)
    scope: dict[str, object] = {}
    exec(sad("export", source, "--to", "python").out, scope)
    report = json.loads(sad("analyze", source, "--format", "json", "--set", "N=7").out)
    counts = {
        f"count_P_line{block['line']}": block["count"]["value"]
        for unit in report["units"]
        for block in unit["blocks"]
    }
    assert 7 in counts.values()
    for name, count in counts.items():
        function = scope[name]
        assert callable(function)
        assert function(N=7) == count


def test_values_given_are_no_arguments_any_more(source: Path):
    source.write_text(LOOP)
    scope: dict[str, object] = {}
    exec(sad("export", source, "--to", "python", "--set", "n=12").out, scope)
    function = scope["operations_loop_iteration"]
    assert callable(function)
    assert scope["N"] == function() == 12


def test_an_entry_can_be_chosen(tmp_path: Path):
    path = tmp_path / "library.f"
    path.write_text("      SUBROUTINE A\n      END\n      SUBROUTINE B\n      END\n")
    check_one_error(sad("export", path, "--to", "c"), "SAD507", USAGE, "A, B")
    assert "b_entries_B(" in sad("export", path, "--to", "c", "--entry", "b").out


def test_a_saved_description_can_be_exported(source: Path):
    saved = source.with_name("main.sad.json")
    assert sad("dump", "--description", source, "-o", saved).code == 0
    assert sad("export", saved, "--to", "json").out == sad("export", source, "--to", "json").out


def test_bad_input_and_bad_options(source: Path):
    check_one_error(sad("export", "nowhere.f", "--to", "c"), "SAD101", BAD_INPUT)
    unknown = sad("export", source, "--to", "python", "--set", "Q=1")
    check_one_error(unknown, "SAD501", USAGE)
    target = source.parent / "no" / "such" / "folder"
    check_one_error(sad("export", source, "--to", "c", "-o", target), "SAD111", BAD_INPUT)
    assert sad("export", source).code == USAGE
    assert sad("export", source, "--to", "cobol").code == USAGE


def test_statements_that_are_not_modelled_are_said(tmp_path: Path):
    path = tmp_path / "main.f90"
    path.write_text("program p\nreal :: a(3)\na = a[2]\nend program\n")
    for target in TARGETS:
        result = sad("export", path, "--to", target)
        assert "statements are not modelled" in result.out, target
