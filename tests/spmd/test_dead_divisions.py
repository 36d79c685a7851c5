"""Messages whose length divides by zero in iterations that send nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, N, I, IERR, ST(MPI_STATUS_SIZE)
      REAL A(1000)
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NPROCS, IERR)
      READ *, N
      DO 10 I = 0, NPROCS-1
        IF (I .LT. RANK) CALL MPI_SEND(A, N/(RANK-I), MPI_REAL, I, 1,
     &                   MPI_COMM_WORLD, IERR)
        IF (I .GT. RANK) CALL MPI_RECV(A, N/(I-RANK), MPI_REAL, I, 1,
     &                   MPI_COMM_WORLD, ST, IERR)
   10 CONTINUE
      CALL MPI_FINALIZE(IERR)
      END
"""


def test_they_are_counted_and_matched(tmp_path: Path):
    source = tmp_path / "p.f"
    source.write_text(SOURCE)
    result = sad("analyze", str(source), "--comm", "--set=nprocs=4", "--set=N=10", "--format=json")
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert report["matching"]["checked"] == [{"nprocs": 4, "mismatches": 0, "ends": None}]
    for rank, row in enumerate(report["ranks"]):
        send = row["routines"].get("mpi_send", {"messages": 0, "bytes": 0})
        assert send["messages"] == rank
        assert send["bytes"] == sum(4 * (10 // (rank - at)) for at in range(rank))


def test_a_message_that_is_sent_may_not_divide_by_zero(tmp_path: Path):
    source = tmp_path / "p.f"
    source.write_text(SOURCE.replace("I .LT. RANK", "I .LE. RANK"))
    result = sad("analyze", str(source), "--comm", "--set=nprocs=4", "--set=N=10")
    assert "SAD503" in result.err
    assert result.code != 0
