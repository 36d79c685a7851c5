"""Which calls mean a procedure of the language's library, and what takes its place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import evaluate
from sad.diagnostics import Diagnostics
from sad.machine.database import get_machine
from sad.machine.operation_times import OperationTimes
from sad.stubs.defaults import default_stub
from sad.stubs.link import with_stubs
from sad.stubs.load import read_stubs
from tests.support.command import sad
from tests.support.model import model_of, program_of

if TYPE_CHECKING:
    from pathlib import Path


def lines(*items: str) -> str:
    return "".join(f"      {item}\n" for item in items)


CALL = lines("SUBROUTINE S (T)", "CALL CPU_TIME(T)", "END")


def linked(source: str, stubs: str = "", *, defaults: bool = True) -> list[str]:
    """The names of the stubs that a program gets."""
    known = read_stubs(stubs, "own.yaml") if stubs else {}
    found = with_stubs(program_of(source), known, Diagnostics(), defaults=defaults).program
    return [unit.name for file in found.files if file.language == "stub" for unit in file.units]


def test_a_call_of_a_library_procedure_gets_its_stub():
    assert linked(CALL) == ["CPU_TIME"]
    assert linked(CALL, defaults=False) == []


@pytest.mark.parametrize(
    ("name", "language", "found"),
    [
        ("CPU_TIME", "fortran", True),
        ("cpu_time", "c", False),
        ("MEMCPY", "fortran", False),
        ("memcpy", "c", True),
        ("Memcpy", "c", False),
        ("MEMCPY", "c", False),
        ("__builtin_memcpy", "c", True),
        ("sinf", "c", True),
        ("atan2f", "c", True),
        ("sinq", "c", False),
        ("CPU_TIME", "stub", False),
    ],
)
def test_a_name_is_looked_up_in_its_own_language(name: str, language: str, found: bool):
    assert (default_stub(name, language) is not None) is found


def test_source_that_is_given_wins():
    own = lines("SUBROUTINE CPU_TIME (X)", "X = 1.0", "END")
    assert linked(CALL + own) == []
    entry = lines("SUBROUTINE OTHER", "ENTRY CPU_TIME (X)", "X = 1.0", "END")
    assert linked(CALL + entry) == []


def test_a_stub_that_is_given_wins():
    text = "schema: 1\nstubs:\n  CPU_TIME:\n    arguments: [T real array]\n    seconds: mine\n"
    model = with_stubs(program_of(CALL), read_stubs(text, "own.yaml"), Diagnostics(), defaults=True)
    (outside,) = model.outside.values()
    assert [item.symbol for item in outside.parameters] == ["CPU_TIME.mine"]


def test_a_procedure_with_other_arguments_is_another_one():
    diagnostics = Diagnostics()
    source = CALL.replace("(T)\n", "(T, T, T)\n").replace("S (T, T, T)", "S (T)")
    found = with_stubs(program_of(source), {}, diagnostics, defaults=True)
    assert found.outside == {}
    assert diagnostics.items == []


def test_a_dummy_procedure_of_that_name_is_no_library_procedure():
    assert linked(lines("SUBROUTINE S (TIME)", "EXTERNAL TIME", "J = TIME()", "END")) == []


def test_a_stub_passed_as_an_argument_is_found():
    source = lines("SUBROUTINE S", "EXTERNAL ETIME", "CALL APPLY(ETIME)", "END")
    assert linked(source) == ["ETIME"]


def test_what_a_call_costs_follows_its_arguments():
    source = lines(
        "SUBROUTINE S (N, A)", "REAL A(N,2:5), B(7), X", "CALL RANDOM_NUMBER(A)",
        "CALL RANDOM_NUMBER(B(2:4))", "CALL RANDOM_NUMBER(X)", "CALL RANDOM_NUMBER(HARVEST=B)", "END",
    )  # fmt: skip
    model = model_of(source)
    (count,) = (
        block.count
        for block in model.expansion.blocks
        for line in block.block.lines
        if "library.random" in line.operations
    )
    assert evaluate(count, {"S.N": 10}) == 40 + 3 + 1 + 7
    assert model.expansion.externals == {}


def test_keywords_are_put_in_order():
    source = lines(
        "SUBROUTINE S", "CHARACTER*9 A", "M = 4", "CALL GET_COMMAND_ARGUMENT(VALUE=A, NUMBER=M)",
        "DO I = 1, M", "X = X + 1.0", "END DO", "END",
    )  # fmt: skip
    assert model_of(source).used == frozenset()


def test_options_take_the_stubs_back(tmp_path: Path):
    path = tmp_path / "s.f"
    path.write_text(CALL)
    usual = sad("analyze", path, "--format", "json")
    assert "CPU_TIME" in {unit["name"] for unit in json.loads(usual.out)["units"]}
    for option in (("--no-default-stubs",), ("--stub", "none")):
        without = sad("analyze", path, *option, "--format", "json")
        assert without.code == 0
        assert "CPU_TIME" not in {unit["name"] for unit in json.loads(without.out)["units"]}


def test_a_cached_program_answers_alike_after_a_call_is_added(tmp_path: Path):
    path = tmp_path / "s.f"
    path.write_text(lines("SUBROUTINE S (T)", "T = 1.0", "END"))
    assert "CPU_TIME" not in sad("analyze", path).out
    path.write_text(CALL)
    first = sad("annotate", path).out
    assert "stub of CPU_TIME" in first
    assert sad("annotate", path).out == first
    assert sad("annotate", path, "--no-cache").out == first


# --- costs -------------------------------------------------------------------------------------------


def test_a_time_in_the_machine_file_wins_over_an_estimate(tmp_path: Path):
    (tmp_path / "own.yaml").write_text(
        "schema: 1\nname: own\nextends: zen3\nprocessor:\n  toolchains:\n    gfortran-O2:\n"
        "      operations_s:\n        library.cpu_time: 1.0e-3\n"
    )
    own, usual = get_machine(str(tmp_path / "own.yaml")), get_machine("zen3")
    times = OperationTimes(own, own.default_toolchain)
    assert times.value("library.cpu_time").value == 1e-3
    assert times.estimated == set()
    estimated = OperationTimes(usual, usual.default_toolchain)
    assert estimated.value("library.cpu_time").value == pytest.approx(1000 / usual.clock_hz)
    assert estimated.estimated == {"library.cpu_time"}


def test_a_report_lists_the_estimates_it_rests_on(tmp_path: Path):
    path = tmp_path / "s.f"
    path.write_text(CALL)
    data = json.loads(sad("analyze", path, "--machine", "zen3", "--format", "json").out)
    assert data["machine"]["estimated"] == ["library.cpu_time"]
    assert "library.cpu_time" in sad("analyze", path, "--machine", "zen3").out


def test_comparisons_of_a_sort_are_one_named_number(tmp_path: Path):
    path = tmp_path / "q.c"
    path.write_text(
        "#include <stdlib.h>\nstatic int less(const void *a, const void *b)\n{\n"
        "    return *(const int *)a - *(const int *)b;\n}\n"
        "void sort(int n, int *x)\n{\n    qsort(x, n, sizeof *x, less);\n}\n"
    )
    options = ("--entry", "sort", "--format", "json")
    data = json.loads(sad("annotate", path, *options, "--set", "qsort.comparisons=40").out)
    assert data["files"][str(path)]["4"]["count"]["value"] == 40
