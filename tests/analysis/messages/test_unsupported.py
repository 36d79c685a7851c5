"""What is known of MPI and not modelled stays visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.analysis.messages.catalogue import lookup, names
from tests.analysis.messages.traced import Passed, c, fortran, traced

if TYPE_CHECKING:
    from pathlib import Path

UNSUPPORTED = sorted(
    name for name in names("fortran") if not getattr(lookup(name, "fortran"), "supported", True)
)


def test_there_are_such_routines() -> None:
    assert {"mpi_put", "mpi_get", "mpi_win_fence", "mpi_file_write_all", "mpi_comm_spawn"} <= set(
        UNSUPPORTED
    )


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_each_is_listed_and_told_once(name: str, tmp_path: Path) -> None:
    routine = lookup(name, "fortran")
    assert routine is not None
    arguments = ",".join(f"K{n}" for n in range(len(routine.arguments)))
    call = f"CALL {name.upper()}(\n     & {arguments})"
    text = f"      PROGRAM P\n      INCLUDE 'mpif.h'\n      {call}\n      {call}\n      END\n"
    program = traced(tmp_path, text, ".f")
    found = [(item.message.primitive, item.message.routine) for item in program.expansion.messages]
    assert found == [("unsupported", name)] * 2
    (told,) = [item for item in program.said if item.code == "SAD225"]
    assert name.upper() in told.message
    assert told.span.line == 3


def test_one_sided_communication_in_c(tmp_path: Path) -> None:
    program = c(
        tmp_path,
        """
        MPI_Win w;
        MPI_Win_create(buf, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
        MPI_Put(buf, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
        MPI_Win_free(&w);
        MPI_Send(buf, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        """,
    )
    expected = [Passed("unsupported", 1, 0, None, None)] * 3 + [Passed("send", 1, 4, 0, 0)]
    assert program.passed(2, 0) == expected
    assert [item.code for item in program.said] == ["SAD225"] * 3


def test_an_unknown_datatype_has_a_size_with_a_name(tmp_path: Path) -> None:
    program = fortran(tmp_path, "CALL MPI_SEND(BUF, 5, MPI_REAL12, 0, 0, MPI_COMM_WORLD, IERR)\n")
    (told,) = program.said
    assert (told.code, told.span.line) == ("SAD226", 5)
    (message,) = [m for m in program.expansion.messages if m.message.primitive == "send"]
    (symbol,) = message.nbytes().symbols()
    assert symbol == "MAIN.value@mpi_send.datatype.size"


def test_names_of_the_program_are_no_constants(tmp_path: Path) -> None:
    program = fortran(
        tmp_path,
        """\
CALL MPI_TYPE_CONTIGUOUS(4, MPI_REAL, MPI_FOUR, MPI_ERR)
CALL MPI_SEND(BUF, 5, MPI_FOUR, 0, 0, MPI_COMM_WORLD, MPI_ERR)
""",
        "INTEGER MPI_FOUR, MPI_ERR",
    )
    assert program.said == ()
    assert program.passed(2, 0) == [Passed("send", 1, 80, 0, 0)]
