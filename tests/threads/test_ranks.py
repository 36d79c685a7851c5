"""Ranks with teams of threads: ranks times threads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

HEAT = """\
      PROGRAM HEAT
      INCLUDE 'mpif.h'
      INTEGER N, M, I, J, T, RANK, NP, IERR, COLS
      PARAMETER (M = 1000)
      DOUBLE PRECISION A(M, 0:M), B(M, 0:M), S, R
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      READ (*,*) N
      COLS = N / NP
      IF (RANK .EQ. NP - 1) COLS = COLS + 3
      DO 40 T = 1, 10
!$OMP PARALLEL DO PRIVATE(I)
        DO 20 J = 1, COLS
          DO 10 I = 2, N - 1
            B(I,J) = 0.5D0*A(I,J) + 0.25D0*(A(I-1,J) + A(I+1,J))
   10     CONTINUE
   20   CONTINUE
        S = B(2,2)
        CALL MPI_ALLREDUCE(S, R, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                     MPI_COMM_WORLD, IERR)
   40 CONTINUE
      CALL MPI_FINALIZE(IERR)
      END
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "heat.f"
    path.write_text(HEAT)
    return path


def rows(source: Path, *options: str) -> list[dict[str, Any]]:
    found = sad("scale", source, "--machine", "epyc-genoa", "--format", "json", *options)
    assert found.code == 0, found.err
    return json.loads(found.out)["rows"]


def test_with_one_thread_times_are_those_of_the_ranks(source: Path):
    options = ("--set", "N=900", "--procs", "1,2,6")
    alone, one = rows(source, *options), rows(source, *options, "--threads", "1")
    for first, second in zip(alone, one, strict=True):
        assert second["communication"] == first["communication"]
        assert second["computation"] == pytest.approx(first["computation"], rel=1e-6)


def test_the_rank_that_needs_longest_counts_with_its_threads(source: Path):
    several = rows(
        *(source, "--set", "N=900", "--procs", "1,2,6", "--threads", "4", "--phases"),
        *("--model", "additive"),  # of which a column takes as long in a cache as beyond it
    )
    shares = [900 / ranks + 3 for ranks in (1, 2, 6)]
    for row, columns in zip(several, shares, strict=True):
        teams = {phase["name"]: phase["seconds"] for phase in row["phases"]}
        most = -(-columns // 4) / (903 // 4 + 1)
        assert teams["teams and serial code"] == pytest.approx(
            most * several[0]["phases"][0]["seconds"], rel=0.02
        )
        assert teams["start and end of teams"] > 0


def test_what_does_not_go_together(source: Path):
    options = ("--machine", "epyc-genoa", "--set", "N=900", "--procs", "2", "--threads")
    ranged = sad("scale", source, *options, "1:4")
    assert ranged.code == 2
    assert "SAD946" in ranged.err
    source.write_text(HEAT.replace("COLS = N / NP", "COLS = INT(A(1,1))"))
    opened = sad("scale", source, *options, "4")
    assert opened.code == 2
    assert "SAD957" in opened.err
