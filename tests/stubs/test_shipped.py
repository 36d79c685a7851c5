"""The stub files that come with the program: checked whole, and priced by every machine."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from sad.diagnostics import SadError
from sad.ir.check import check_program
from sad.ir.program import Program, SourceFile
from sad.machine.check import usual_operations
from sad.machine.database import database_names, get_machine
from sad.machine.operation_times import OperationTimes
from sad.model.nodes import Block, Call, Seq, Weighted
from sad.stubs.keys import is_operation
from sad.stubs.library import collect_stubs, get_stubs, shipped_names
from sad.stubs.link import outside_of
from sad.stubs.load import read_stubs
from sad.stubs.unit import unit_of
from tests.stubs.comparing import of_source, of_stub
from tests.support.command import sad

NAMES = shipped_names()
NEEDED = {
    "blas": {"DAXPY", "DDOT", "DGEMV", "DGER", "DGEMM", "ZHERK", "CTRSM", "LSAME", "XERBLA"},
    "lapack": {
        "DGETRF",
        "ZGETRS",
        "SGESV",
        "CPOTRF",
        "DPOTRS",
        "DGEQRF",
        "DORGQR",
        "ZUNGQR",
        "DORMQR",
    },
    "fortran": {"CPU_TIME", "RANDOM_NUMBER", "GETARG", "SYSTEM_CLOCK", "EXIT"},
    "allocation": {"MALLOC", "CALLOC", "REALLOC"},
    "libc": {"MEMCPY", "MEMSET", "STRLEN", "MALLOC", "FREE", "PRINTF", "SQRT", "EXPF"},
}


def test_the_files_are_those_that_are_promised():
    assert sorted(NEEDED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_expression_of_a_shipped_file_can_be_counted(name: str):
    file = resources.files("machine_db").joinpath("stubs", f"{name}.yaml")
    stubs = read_stubs(file.read_text(encoding="utf-8"), name)
    assert stubs.keys() >= NEEDED[name]
    units = tuple(unit_of(stub) for stub in stubs.values())
    assert check_program(Program((SourceFile(name, "stub", units, 0, 0),))) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("machine", database_names())
def test_every_machine_has_times_for_every_operation(name: str, machine: str):
    found = get_machine(machine)
    for toolchain in found.toolchains.values():
        if toolchain.operations:
            assert _priced(name, OperationTimes(found, toolchain)) > len(NEEDED[name])


def _priced(name: str, times: OperationTimes) -> int:
    """How many operations of a stub file have a time."""
    priced = 0
    for stub in get_stubs(name).values():
        tree = outside_of(stub, stub.place.span).tree
        assert isinstance(tree, Seq)
        for part in tree.parts:
            block = part.part if isinstance(part, Weighted) else part
            if isinstance(block, Call):  # of what it is given
                continue
            assert isinstance(block, Block)
            for line in block.lines:
                for key in line.operations:
                    assert times.value(key).value >= 0
                    priced += 1
    return priced


def test_the_vocabulary_covers_what_programs_usually_do():
    assert [key for key in usual_operations() if not is_operation(key)] == []
    assert not is_operation("add.doubles")
    assert not is_operation("load.double")


def test_the_file_named_first_counts(tmp_path: Path):
    own = tmp_path / "own.yaml"
    own.write_text("schema: 1\nstubs:\n  DAXPY:\n    seconds: mine\n")
    assert collect_stubs([str(own), "blas"])["DAXPY"].place.file == str(own)
    assert collect_stubs(["blas", str(own)])["DAXPY"].place.file == "stubs/blas.yaml"


def test_a_misspelt_name_gets_a_suggestion():
    with pytest.raises(SadError) as caught:
        get_stubs("lapak")
    assert caught.value.diagnostic.code == "SAD601"
    assert caught.value.diagnostic.hint == "did you mean lapack?"


def test_a_file_that_is_no_text_is_an_error_of_its_own(tmp_path: Path):
    file = tmp_path / "lib.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SadError, match="not UTF-8"):
        get_stubs(str(file))


# The leading terms, at a size where others are below one percent; divisions are multiplications.
SOURCES = {
    "DGETRF": ("dgetf2", {"M": 3000, "N": 2000}),
    "DPOTRF": ("dpotf2", {"N": 2000, "UPLO": ord("L")}),
    "DGETRS": ("dgetrs", {"N": 2000, "NRHS": 30, "TRANS": ord("N")}),
    "DPOTRS": ("dpotrs", {"N": 2000, "NRHS": 30, "UPLO": ord("L")}),
}


@pytest.mark.realcode
@pytest.mark.parametrize("name", SOURCES)
def test_lapack_counts_agree_with_the_source_in_their_leading_term(name: str, lapack: Path):
    file, values = SOURCES[name]
    values |= dict.fromkeys(("LDA", "LDB"), 3000)
    blas = lapack / "BLAS" / "SRC"
    needed = ("dger", "dscal", "dswap", "idamax", "ddot", "dgemv", "dtrsm", "lsame", "xerbla")
    files = [lapack / "SRC" / f"{file}.f", *(blas / f"{item}.f" for item in needed)]
    extra = [lapack / "SRC" / f"{item}.f" for item in ("dlaswp", "disnan", "dlaisnan")]
    stub = of_stub(name, get_stubs("lapack")).at(values)
    source = of_source(file.upper(), [*files, *extra]).at(values, 1)
    plus = source.get("add.double", 0) + source.get("sub.double", 0)
    assert stub["add.double"] == pytest.approx(plus, rel=0.01)
    times = source["mul.double"] + source.get("div.double", 0)
    assert stub["mul.double"] == pytest.approx(times, rel=0.01)


def test_a_predicted_time_contains_that_of_the_stub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    source = Path("main.f")
    source.write_text(
        "      SUBROUTINE S (N, A, B, C)\n      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)\n"
        "      CALL DGEMM ('N', 'N', N, N, N, 1.0D0, A, N, B, N, 1.0D0, C, N)\n      END\n"
    )
    result = sad("analyze", str(source), "--stub", "blas", "--machine", "sparc2", "--set", "N=1000")
    assert result.code == 0
    assert result.err == ""
    assert "1 unit, 1 stub" in result.out
    assert "DGEMM" in result.out
    assert "not known" not in result.out
