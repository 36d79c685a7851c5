"""Sizes of datatypes, compared with those an MPI library gives; constants, with our headers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from frontends.c.reading.find import BUNDLED
from frontends.fortran.bundled import bundled
from sad.analysis.messages import constants
from sad.analysis.messages.datatypes import (
    FIRST_CODE,
    MPI_DATATYPES,
    PVM_DATATYPES,
    mpi_size,
    pvm_size,
)
from tests.analysis.messages.prototypes import MPICC, MPIRUN, needs_mpi
from tests.support.compiler import run


def c_constants(header: str) -> dict[str, int]:
    """Name to value of the numbers a header of ours defines."""
    text = (Path(BUNDLED) / header).read_text()
    found = re.findall(r"^#define (\w+) \(?(?:\(\w+\))?(-?\d+)\)?$", text, re.MULTILINE)
    return {name: int(value) for name, value in found}


def fortran_constants(header: str) -> dict[str, int]:
    """Name to value of the constants of an INCLUDE file of ours."""
    path = bundled(header)
    assert path is not None
    found = re.findall(r"PARAMETER :: (\w+) = (-?\d+)$", Path(path).read_text(), re.MULTILINE)
    return {name: int(value) for name, value in found}


def expected() -> dict[str, int]:
    """What the tables say of the constants of MPI."""
    plain = (
        "COMM_NULL COMM_WORLD COMM_SELF GROUP_NULL GROUP_EMPTY ANY_SOURCE PROC_NULL ANY_TAG ROOT "
        "UNDEFINED SUCCESS REQUEST_NULL"
    )
    return {
        **{f"MPI_{name}": getattr(constants, name) for name in plain.split()},
        **constants.OPERATIONS,
        **{name: item.code for name, item in MPI_DATATYPES.items()},
    }


def test_the_headers_have_the_numbers_of_the_tables() -> None:
    in_c, in_fortran = c_constants("mpi.h"), fortran_constants("mpif.h")
    wanted = expected()
    assert {name: in_c.get(name) for name in wanted} == wanted
    assert {name: in_fortran.get(name) for name in wanted} == wanted
    assert in_fortran["MPI_STATUS_SIZE"] == constants.STATUS_SIZE
    assert [in_fortran[f"MPI_{name}"] for name in ("SOURCE", "TAG", "ERROR")] == [
        constants.STATUS_SOURCE,
        constants.STATUS_TAG,
        constants.STATUS_ERROR,
    ]


def test_both_languages_have_the_same_numbers() -> None:
    in_c, in_fortran = c_constants("mpi.h"), fortran_constants("mpif.h")
    assert len(in_c) > 150
    assert not in_c.keys() - in_fortran.keys()
    assert {name: in_fortran[name] for name in in_c} == in_c


def test_no_two_datatypes_or_operations_have_one_code() -> None:
    codes = [item.code for item in MPI_DATATYPES.values()]
    assert sorted(codes) == list(range(FIRST_CODE, FIRST_CODE + len(codes)))
    assert mpi_size(MPI_DATATYPES["MPI_DOUBLE_PRECISION"].code) == 8
    assert mpi_size(MPI_DATATYPES["MPI_DATATYPE_NULL"].code) is None
    assert mpi_size(91) is None


def test_pvm_has_the_codes_of_its_own_headers() -> None:
    in_c, in_fortran = c_constants("pvm3.h"), fortran_constants("fpvm3.h")
    for name, item in PVM_DATATYPES.items():
        assert (in_c if name.startswith("PVM_") else in_fortran)[name] == item.code
        assert pvm_size(item.code) == item.size
    shared = {name.upper(): value for name, value in in_c.items() if name.startswith("Pvm")}
    assert shared
    assert {name: in_fortran[name] for name in shared} == shared


@needs_mpi
@pytest.mark.compiler
def test_sizes_are_those_of_an_mpi_library(tmp_path: Path) -> None:
    assert MPICC is not None
    assert MPIRUN is not None
    removed = ("MPI_DATATYPE_NULL", "MPI_LB", "MPI_UB")
    names = [name for name in MPI_DATATYPES if name not in removed]
    body = "".join(
        f"#ifdef {name}\nif ({name} != MPI_DATATYPE_NULL) {{ MPI_Type_size({name}, &size); "
        f'printf("{name} %d\\n", size); }}\n#endif\n'
        for name in names
    )
    (tmp_path / "sizes.c").write_text(
        "#include <stdio.h>\n#include <mpi.h>\nint main(int argc, char **argv) {\nint size;\n"
        f"MPI_Init(&argc, &argv);\n{body}MPI_Finalize();\nreturn 0;\n}}\n"
    )
    built = run([MPICC, "-w", "sizes.c", "-o", "sizes"], tmp_path)
    assert built.returncode == 0, built.stderr
    command = [MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", "1", "./sizes"]
    said = run(command, tmp_path)
    assert said.returncode == 0, said.stderr
    real = dict(line.split() for line in said.stdout.splitlines())
    assert len(real) > 60
    assert {name: MPI_DATATYPES[name].size for name in real} == {
        name: int(size) for name, size in real.items()
    }
