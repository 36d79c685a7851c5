"""Contracts about messages, and comparisons of programs that pass more or fewer of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """\
      SUBROUTINE STEPS(A, N, NSTEPS, NEXT)
      INCLUDE 'mpif.h'
      INTEGER N, NSTEPS, NEXT, IST(MPI_STATUS_SIZE), IERR
      DOUBLE PRECISION A(N), S
      DO 10 I = 1, NSTEPS
         CALL SWAP(A, N, MOD(I, 4))
         CALL MPI_ALLREDUCE(A, S, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                      MPI_COMM_WORLD, IERR)
   10 CONTINUE
      END
      SUBROUTINE SWAP(A, N, NEXT)
      INCLUDE 'mpif.h'
      INTEGER N, NEXT, IST(MPI_STATUS_SIZE), IERR
      DOUBLE PRECISION A(N)
      CALL MPI_SEND(A, N, MPI_DOUBLE_PRECISION, 1, 1,
     &              MPI_COMM_WORLD, IERR)
      CALL MPI_RECV(A, N, MPI_DOUBLE_PRECISION, 1, 1,
     &              MPI_COMM_WORLD, IST, IERR)
      END
"""
RANKS = """\
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
"""


def _check(folder: Path, contract: str, program: str = PROGRAM) -> tuple[int, str]:
    (folder / "steps.f").write_text(program)
    settings = folder / "sad.toml"
    settings.write_text(contract)
    result = sad("check", folder / "steps.f", "--config", settings)
    return result.code, result.out + result.err


@pytest.mark.parametrize(
    "clause",
    [
        'messages = "2*nsteps"',
        'messages = {max = "3*nsteps"}',
        'messages = {leading = "2*nsteps"}',
        'operations."message.receive" = "nsteps"',
        'operations."message.*" = "3*nsteps"',
        'operations."bytes.send" = "8*n*nsteps"',
        'operations."bytes.*" = {max = "16*n*nsteps + 8*nsteps"}',
        'order = "n*nsteps"',
    ],
)
def test_a_contract_that_holds(clause: str, tmp_path: Path) -> None:
    code, said = _check(tmp_path, f"[contract.STEPS]\n{clause}\n")
    assert (code, "error" in said.replace("0 errors", "")) == (0, False), said


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        ('messages = "nsteps"', "is not what it does: the count is 2*NSTEPS"),
        ('messages = {max = "2*nsteps - 1"}', "is exceeded: the count is 2*NSTEPS"),
        ('operations."bytes.send" = {max = "4*n*nsteps"}', "is exceeded: the count is 8*N*NSTEPS"),
        ('order = "nsteps"', "is exceeded: the cost grows with N*NSTEPS"),
    ],
)
def test_a_contract_that_is_broken(clause: str, reason: str, tmp_path: Path) -> None:
    code, said = _check(tmp_path, f"[contract.STEPS]\n{clause}\n")
    assert code == 1
    assert reason in said


def test_a_contract_in_a_comment(tmp_path: Path) -> None:
    for count, code in (("2*nsteps", 0), ("nsteps", 1)):
        line = f"C$SAD CONTRACT messages.max = {count}\n"
        assert _check(tmp_path, "", line + PROGRAM)[0] == code


def test_a_contract_in_the_number_of_processes(tmp_path: Path) -> None:
    program = """\
      SUBROUTINE TELL(A, N)
      INCLUDE 'mpif.h'
      INTEGER N, ME, NP, IERR
      DOUBLE PRECISION A(N)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      IF (ME .EQ. 0) THEN
         DO 10 I = 1, NP - 1
            CALL MPI_SEND(A, N, MPI_REAL8, I, 1, MPI_COMM_WORLD, IERR)
   10    CONTINUE
      END IF
      END
"""
    for limit, expected in (
        ("nprocs - 1", ""),
        ("nprocs - 2", "is exceeded"),
        ("7", "is exceeded"),
    ):
        contract = f'[contract.TELL]\nmessages = {{max = "{limit}"}}\n'
        code, said = _check(tmp_path, contract, program)
        assert (code == 1) == bool(expected), said
        assert expected in said
    contract = '[contract.TELL]\nmessages = "nprocs - 1"\n'
    assert "rank" in _check(tmp_path, contract, program)[1]  # that of rank 0 only
    contract = '[contract.TELL]\norder = "n"\n'
    assert "no faster than N*nprocs" in _check(tmp_path, contract, program)[1]


def test_a_contract_of_a_ring_whose_partners_are_passed_on(tmp_path: Path) -> None:
    program = PROGRAM.replace("DOUBLE PRECISION A(N), S\n", "DOUBLE PRECISION A(N), S\n" + RANKS)
    program = program.replace("MOD(I, 4)", "MOD(ME+1, NP)").replace(
        "PRECISION, 1, 1,", "PRECISION, NEXT, 1,"
    )
    assert program.count("PRECISION, NEXT") == 2
    for limit, code in (("2*nsteps", 0), ("2*nsteps - 1", 1)):
        assert (
            _check(tmp_path, f'[contract.STEPS]\nmessages = {{max = "{limit}"}}\n', program)[0]
            == code
        )
    assert _check(tmp_path, '[contract.STEPS]\nmessages = "2*nsteps"\n', program)[0] == 0


def test_times_of_operations_leave_messages_out(tmp_path: Path) -> None:
    (tmp_path / "old.f").write_text(PROGRAM)
    (tmp_path / "new.f").write_text(PROGRAM.replace("SEND(A, N,", "SEND(A, 2,"))
    found = sad("diff", tmp_path / "old.f", tmp_path / "new.f", "--machine", "sparc2")
    assert "NSTEPS [ps on sparc2]" not in found.out


def test_contracts_of_a_unit_without_messages(tmp_path: Path) -> None:
    program = "      SUBROUTINE STEPS(A)\n      A = 1.0\n      END\n"
    assert _check(tmp_path, "[contract.STEPS]\nmessages = 0\n", program)[0] == 0
    assert _check(tmp_path, "[contract.STEPS]\nmessages = 1\n", program)[0] == 1


def test_more_messages_are_an_increase(tmp_path: Path) -> None:
    for name, program in (
        ("old.f", PROGRAM),
        ("new.f", PROGRAM.replace("SEND(A, N, MPI_DOUBLE_PRECISION", "SEND(A, N, MPI_COMPLEX16")),
    ):
        (tmp_path / name).write_text(program)
    same = sad("diff", tmp_path / "old.f", tmp_path / "old.f")
    found = sad("diff", tmp_path / "old.f", tmp_path / "new.f")
    assert same.code == 0
    assert "dearer" not in same.out
    assert "dearer" in found.out
    assert "16*N*NSTEPS -> 24*N*NSTEPS operations" in found.out
