"""Calls of the languages' own libraries: they cost themselves, and change only their arguments."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from sad.ir.expr import Type
from sad.machine.database import database_names
from sad.report.annotate import line_costs
from sad.report.view import View
from sad.stubs.defaults import default_stub
from sad.stubs.library import get_stubs
from sad.symbols import CALLERS
from tests.oracle.gcov.figures import build, build_c, execute, figures
from tests.stubs.library_calls import (
    C_ENDS,
    FORTRAN,
    FORTRAN_ENDS,
    C,
    c_program,
    fortran_program,
)
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran
from tests.support.model import model_of, prediction_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.stubs.schema import Stub, StubArgument

FILES = {"fortran": "fortran", "c": "libc"}
NAMES = [(language, name) for language, file in FILES.items() for name in get_stubs(file)]
COUNTING = re.compile(r"\s*(KOUNT = KOUNT \+ 1|count\+\+;)")
_ACTUAL = {Type.CHARACTER: "'x'", Type.LOGICAL: ".TRUE.", Type.INTEGER: "1"}


@lru_cache(maxsize=2)
def _all_stubs(language: str) -> dict[str, Stub]:
    return get_stubs(FILES[language])


# --- every procedure that is known ---------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), NAMES)
def test_an_entry_read_alone_is_that_of_the_whole_file(language: str, name: str):
    whole = _all_stubs(language)[name]
    alone = default_stub(name if language == "fortran" else name.lower(), language)
    assert alone is not None
    assert alone.name.upper() == name
    assert alone.arguments == whole.arguments
    assert alone.written == whole.written
    assert alone.place.span.line == whole.place.span.line
    assert {key: item.text() for key, item in alone.operations.items()} == {
        key: item.text() for key, item in whole.operations.items()
    }
    assert whole.writes_common == (name == "GETOPT")  # it sets optarg and optind


@pytest.mark.parametrize("name", _all_stubs("fortran"))
def test_a_call_of_any_known_procedure_leaves_counts_exact(name: str):
    stub = _all_stubs("fortran")[name]
    passed = [_actual(argument, stub, place) for place, argument in enumerate(stub.arguments)]
    arguments = f"({', '.join(passed)})"
    call = f"CALL {name}{arguments}" if stub.result is None else f"R = {name}{arguments}"
    if stub.stops:
        call = f"IF (N .LT. 0) {call}"
    source = _lines(
        "SUBROUTINE S (N)",
        "INTEGER N, M, L",
        "CHARACTER W0, W1, W2, W3, W4, W5",
        "COMMON /C/ M",
        "M = 5",
        "L = 6",
        call,
        *("DO I = 1, M", "X = X + 1.0", "END DO"),
        *("DO I = 1, L", "X = X + 1.0", "END DO"),
        *("DO I = 1, N", "X = X + 1.0", "END DO"),
        "END",
    )
    model = model_of(source)
    assert model.expansion.externals == {}
    used = {item for item in model.used if not item.startswith(f"{name}.")}
    assert used <= {"S.N", CALLERS}
    lines = _counts(source, N=4, **({CALLERS: 1} if CALLERS in used else {}))
    assert [lines[number] for number in (9, 12, 15)] == [5, 6, 4]


def _actual(argument: StubArgument, stub: Stub, place: int) -> str:
    if argument.name in stub.written:
        return f"W{place}"
    return _ACTUAL.get(argument.type, "1.0D0")


def _lines(*items: str) -> str:
    return "".join(f"      {item}\n" for item in items)


def _counts(source: str | Path, **values: object) -> dict[int, object]:
    """The counts of lines that are exact, by line."""
    prediction = prediction_of(source, **values)
    (own,) = (
        lines
        for file, lines in line_costs(View(prediction)).items()
        if not file.startswith("stubs/")
    )
    return {number: cost.value for number, cost in own.items() if cost.exact}


# --- programs that make calls of all kinds -----------------------------------------------------------


@pytest.mark.parametrize("end", FORTRAN_ENDS)
def test_all_calls_of_a_fortran_program_are_known(end: str, tmp_path: Path):
    path = tmp_path / "calls.f"
    path.write_text(fortran_program(FORTRAN, end))
    _check_known(path, len(FORTRAN))


@pytest.mark.parametrize("end", C_ENDS)
def test_all_calls_of_a_c_program_are_known(end: str, tmp_path: Path):
    path = tmp_path / "calls.c"
    path.write_text(c_program(C, end))
    _check_known(path, len(C))


def _check_known(path: Path, calls: int) -> None:
    model = model_of(path)
    assert [name for name in model.expansion.externals if "." not in name] == []
    counts, counting = _counts(path), _counting_lines(path)
    each = len(counting) // (calls + 2)
    assert set(counting[:-each]) <= counts.keys()
    assert all(counts.get(line, 0) == 0 for line in counting[-each:])  # after the end


def _counting_lines(path: Path) -> list[int]:
    lines = path.read_text().splitlines()
    return [number for number, text in enumerate(lines, 1) if COUNTING.match(text)]


@needs_gfortran
@needs_gcov
@pytest.mark.compiler
def test_counts_of_a_fortran_program_are_those_of_its_run(tmp_path: Path):
    path = tmp_path / "calls.f"
    path.write_text(fortran_program(FORTRAN, FORTRAN_ENDS[0]))
    assert execute(build([path], tmp_path), "") == 0
    _check_run(path, figures(tmp_path)["calls.f"])


@needs_gcc
@needs_gcov
@pytest.mark.compiler
def test_counts_of_a_c_program_are_those_of_its_run(tmp_path: Path):
    path = tmp_path / "calls.c"
    path.write_text(c_program(C, C_ENDS[0]))
    assert execute(build_c([path], tmp_path), "7 x\n") == 0
    _check_run(path, figures(tmp_path)["calls.c"])


def _check_run(path: Path, executed: dict[int, int]) -> None:
    counts = _counts(path)
    compared = 0
    for line in _counting_lines(path):
        if line in counts:
            assert counts[line] == executed.get(line, 0), f"line {line}"
            compared += 1
    assert compared >= 100


@pytest.mark.sampled(5)
@pytest.mark.parametrize("machine", database_names())
@pytest.mark.parametrize("suffix", ["f", "c"])
def test_every_machine_has_a_time_for_all_calls(machine: str, suffix: str, tmp_path: Path):
    source = fortran_program(FORTRAN, "STOP") if suffix == "f" else c_program(C, "return 0;")
    path = tmp_path / f"calls.{suffix}"
    path.write_text(source)
    result = sad("analyze", str(path), "--machine", machine)
    assert (result.code, result.err) == (0, "")
    assert "has no time" not in result.out
