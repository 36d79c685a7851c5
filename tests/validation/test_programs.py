"""case.yaml is read strictly, and the open half keeps to the layout."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from tests.support.command import sad
from validation.programs import FOLDER, Program, programs_of, read_program

if TYPE_CHECKING:
    from pathlib import Path

CASE = """\
title: a sum
language: c
entry: total
sizes: {n: 100}
memory: cache
"""
OPEN = programs_of("open")
THIRD = programs_of("third")
THREADED = programs_of("open", FOLDER / "openmp")


def a_program(folder: Path, case: str = CASE) -> Path:
    (folder / "kernel.c").write_text("double total(int n) { return n; }\n")
    (folder / "driver.c").write_text("void once(void) {}\n")
    (folder / "case.yaml").write_text(case)
    return folder


def test_a_case_becomes_a_program(tmp_path):
    program = read_program(a_program(tmp_path))
    assert program.kernel == tmp_path / "kernel.c"
    assert program.driver == tmp_path / "driver.c"
    assert program.in_cache
    assert program.set_options == ("--set", "n=100")


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ("language: c", "language: pascal", "SAD407", 2, "'pascal' is not known"),
        ("memory: cache", "memory: disk", "SAD407", 5, "'disk' is not known"),
        ("memory: cache\n", "", "SAD403", 1, "memory is missing"),
        ("title:", "titel:", "SAD403", 1, "unknown key"),
        ("entry: total", "entry: total\nentry: total", "SAD406", 4, "stands twice"),
        ("{n: 100}", "100", "SAD404", 4, "a mapping is expected"),
        ("{n: 100}", "{n: many}", "SAD404", 4, "a number is expected"),
        ("{n: 100}", "{n: 0}", "SAD407", 4, "0 is no size"),
        ("{n: 100}", "{n: 1.5}", "SAD407", 4, "1.5 is no size"),
        ("{n: 100}", "{n: 100", "SAD402", 5, "no valid YAML"),
    ],
)
def test_what_is_wrong_in_a_case_is_named_with_its_line(tmp_path, old, new, code, line, words):
    folder = a_program(tmp_path, CASE.replace(old, new))
    with pytest.raises(SadError) as raised:
        read_program(folder)
    diagnostic = raised.value.diagnostic
    assert (diagnostic.code, diagnostic.span.line) == (code, line)
    assert words in diagnostic.message


@pytest.mark.parametrize("missing", ["case.yaml", "kernel.c", "driver.c"])
def test_a_file_that_is_not_there_is_named(tmp_path, missing):
    folder = a_program(tmp_path)
    (folder / missing).unlink()
    with pytest.raises(SadError) as raised:
        read_program(folder)
    assert raised.value.diagnostic.code == "SAD101"
    assert raised.value.diagnostic.span.file.endswith(missing)


def test_there_are_two_halves_and_no_others(tmp_path):
    with pytest.raises(SadError) as raised:
        programs_of("fourth", tmp_path)
    assert raised.value.diagnostic.code == "SAD101"


def test_the_open_half_is_mixed():
    languages = [program.language for program in OPEN]
    assert len(OPEN) >= 24
    assert languages.count("fortran") >= 16
    assert languages.count("c") >= 8
    assert sum(not program.in_cache for program in OPEN) >= 4


def test_the_third_set_is_half_fortran_and_half_c():
    languages = [program.language for program in THIRD]
    assert (languages.count("fortran"), languages.count("c")) == (12, 12)
    assert sum(not program.in_cache for program in THIRD) == 4


def test_the_programs_with_threads_are_ten_and_five_that_nobody_looks_at():
    assert len(THREADED) == 10
    assert len(list((FOLDER / "openmp" / "blind").glob("*/case.yaml"))) == 5
    assert {program.language for program in THREADED} == {"c", "fortran"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("program", [*OPEN, *THIRD, *THREADED], ids=lambda program: program.name)
def test_an_open_program_is_analysed_and_its_sizes_are_all_it_takes(program: Program):
    result = sad(
        "analyze",
        program.kernel,
        *("--entry", program.entry, "--format", "json"),
        *program.set_options,
    )
    assert result.code == 0
    if program not in THREADED:
        assert result.err == ""
    assert not {"warning[", "error["} & set(re.findall(r"[a-z]+\[", result.err))
    report = json.loads(result.out)
    inputs = {
        each["name"]: each["value"] for each in report["parameters"] if each["class"] == "direct"
    }
    assert {**inputs, "nthreads": 1} == {**program.sizes, "nthreads": 1}
    assert report["coverage"]["opaque_statements"] == 0
