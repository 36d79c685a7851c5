"""What is found by running the ranks' slice: against real runs behind the counter, and by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.spmd.rank_programs import PROGRAMS
from tests.spmd.said import compare
from tests.support.command import sad
from tests.support.mpi import build_source, counted_routines, execute, needs_mpi

ENDS = {"checked": (3,), "master": (2,)}
"""Numbers of processes with which programs end before they have done their work."""


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def comm(name: str, nprocs: int, *options: str) -> Any:
    language, text, stdin, _ = PROGRAMS[name]
    path = Path(f"{name}.{'f' if language == 'fortran' else 'c'}")
    path.write_text(text)
    Path("in.txt").write_text(stdin)
    words = ("--format", "json", "--stdin", "in.txt", "--set", f"nprocs={nprocs}", *options)
    result = sad("analyze", path, "--comm", *words)
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.mark.sampled(4)
@needs_mpi
@pytest.mark.compiler
@pytest.mark.parametrize("name", PROGRAMS)
def test_ranks_pass_what_real_runs_pass(name: str):
    language, _, stdin, processes = PROGRAMS[name]
    for nprocs in processes:
        document = comm(name, nprocs)
        assert bool(document["ends"]) == (nprocs in ENDS.get(name, ()))
        if not document["ranks"]:
            continue
        suffix = "f" if language == "fortran" else "c"
        program = build_source(Path(f"{name}.{suffix}").resolve(), language)
        found = compare(execute(program, nprocs, (), stdin), document)
        assert found.wrong == []
        assert found.open == 0, found.named
        assert document["total"]["exact"]


def test_without_steps_nothing_is_run():
    document = comm("hypercube", 4, "--evaluate-steps", "0")
    assert not document["total"]["evaluated"]
    assert document["missing"]


def test_a_program_that_aborts_has_no_numbers():
    document = comm("master", 2)
    assert document["ends"].startswith("rank 0 ends the program at master.c:")
    assert document["ranks"] == []
    assert [item["ends"] is not None for item in document["matching"]["checked"]] == [True]
    assert document["matching"]["checked"][0]["mismatches"] == 0


def test_calls_behind_a_stop_in_a_procedure_are_not_counted():
    document = comm("checked", 3)
    assert document["ends"].startswith("every rank ends at checked.f:")
    for rank in document["ranks"]:
        assert rank["routines"]["mpi_finalize"]["calls"] == 1
        assert "mpi_allreduce" not in rank["routines"]
    assert counted_routines() >= {"mpi_allreduce"}


RECEIVED = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, ME, NP, N, ST(MPI_STATUS_SIZE), I
      DOUBLE PRECISION X(100)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      IF (ME .EQ. 0) THEN
         DO 10 I = 1, NP - 1
            CALL MPI_RECV(N, 1, MPI_INTEGER, MPI_ANY_SOURCE, 1,
     &         MPI_COMM_WORLD, ST, IERR)
   10    CALL MPI_SEND(X, N, MPI_DOUBLE_PRECISION, 1, 2,
     &      MPI_COMM_WORLD, IERR)
      ELSE
         CALL MPI_SEND(ME, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, IERR)
      END IF
      CALL MPI_FINALIZE(IERR)
      END
"""


def test_what_comes_from_any_rank_is_not_known():
    Path("any.f").write_text(RECEIVED)
    result = sad("analyze", "any.f", "--comm", "--format", "json", "--set", "nprocs=3")
    first = json.loads(result.out)["ranks"][0]["routines"]
    assert first["mpi_send"]["calls"] == 2
    assert first["mpi_send"]["sent_bytes"] is None
    assert first["mpi_recv"]["posted_bytes"] == 8


OWN = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, N
      DOUBLE PRECISION X(100), Y(100)
      CALL MPI_INIT(IERR)
      READ (*,*) N
      CALL MPI_ALLREDUCE(X, Y, N, MPI_DOUBLE_PRECISION, MPI_SUM,
     &   MPI_COMM_SELF, IERR)
      CALL MPI_FINALIZE(IERR)
      END
"""
LOOKED_UP = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, N, T(10)
      DOUBLE PRECISION X(100), Y(100)
      CALL MPI_INIT(IERR)
      READ (*,*) N
      CALL SQUARE(T)
      CALL MPI_ALLREDUCE(X, Y, T(N), MPI_DOUBLE_PRECISION, MPI_SUM,
     &   MPI_COMM_SELF, IERR)
      CALL MPI_FINALIZE(IERR)
      END
      SUBROUTINE SQUARE(T)
      INTEGER T(*), I
      I = 1
   10 T(I) = I*I
      I = I + 1
      IF (I*I .LT. 99) GOTO 10
      END
"""


@pytest.mark.parametrize(
    ("text", "given", "moved"),
    [
        (OWN, "n=10*nprocs + mod(rank,2)", [320, 328, 320, 328]),
        (OWN, "n=5 if rank == 0 else 2", [40, 16, 16, 16]),
        (LOOKED_UP, "n=3", [72, 72, 72, 72]),
        (LOOKED_UP, "n=2 + mod(rank,2)", [32, 72, 32, 72]),
    ],
)
def test_values_may_depend_on_the_rank(text: str, given: str, moved: list[int]):
    Path("own.f").write_text(text)
    options = ("--comm", "--format", "json", "--set", "nprocs=4", "--set", given)
    document = json.loads(sad("analyze", "own.f", *options).out)
    ranks = document["ranks"]
    assert [rank["routines"]["mpi_allreduce"]["moved_bytes"] for rank in ranks] == moved
    assert document["missing"] == []


def test_a_name_that_two_parameters_have_is_refused():
    Path("own.f").write_text(OWN.replace("READ (*,*) N", "READ (*,*) N\n      CALL S(X)") + TWICE)
    result = sad("analyze", "own.f", "--comm", "--set", "nprocs=2", "--set", "n=3")
    assert "SAD501" in result.err
    assert "'n' may be P.N or S.N" in result.err


TWICE = """\
      SUBROUTINE S(X)
      INCLUDE 'mpif.h'
      DOUBLE PRECISION X(*)
      READ (*,*) N
      CALL MPI_BCAST(X, N, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, I)
      END
"""


def test_logical_constants_say_what_a_grid_is():
    Path("grid.f").write_text(LINE)
    options = ("--comm", "--format", "json")
    document = json.loads(sad("analyze", "grid.f", *options).out)
    assert document["sites"][0]["partner"] == "rank + 1, if there is one"
    assert all(site["exact"] for site in document["sites"])


LINE = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER IERR, C, L, R, NP, ST(MPI_STATUS_SIZE)
      DOUBLE PRECISION X(10)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      CALL MPI_CART_CREATE(MPI_COMM_WORLD, 1, NP, .FALSE., .TRUE., C,
     &   IERR)
      CALL MPI_CART_SHIFT(C, 0, 1, L, R, IERR)
      CALL MPI_SENDRECV(X, 1, MPI_DOUBLE_PRECISION, R, 1, X, 1,
     &   MPI_DOUBLE_PRECISION, L, 1, C, ST, IERR)
      CALL MPI_FINALIZE(IERR)
      END
"""
