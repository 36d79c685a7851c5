"""Points at which a program cannot run: a rank that is not there, a count without a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.diagnostics import SadError
from tests.spmd.made_up import program

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


ANSWERED = """\
      DO 10 K = 1, M
      IF (RANK .EQ. 0) THEN
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD,
     &   IERR)
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 1, 2, MPI_COMM_WORLD,
     &   STATUS, IERR)
      ELSE IF (RANK .EQ. 1) THEN
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD,
     &   STATUS, IERR)
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 0, 2, MPI_COMM_WORLD,
     &   IERR)
      END IF
   10 CONTINUE
"""


def test_on_one_process_there_is_nobody_to_send_to() -> None:
    points = {"nprocs": np.array([1.0, 1.0, 2.0, 3.0]), "N": 32.0, "M": np.array([1.0, 0, 1, 1])}
    times = program(ANSWERED).times(points)
    assert times.impossible is not None
    assert times.impossible.tolist() == [True, False, False, False]
    assert times.reason.startswith("on one process there is no rank 1 for the message at ")
    assert np.isnan(times.communication).tolist() == times.impossible.tolist()
    assert times.communication[1] == 0.0


RING = """\
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + 1, NPROCS),
     &   1, MPI_COMM_WORLD, IERR)
      IF (RANK .GT. 0) CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, RANK -
     &   1, 2, MPI_COMM_WORLD, IERR)
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1,
     &   MPI_COMM_WORLD, STATUS, IERR)
      DO 10 K = 0, NPROCS - 2
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, K + 1, 3,
     &   MPI_COMM_WORLD, IERR)
   10 CONTINUE
"""


def test_messages_to_oneself_and_to_nobody_are_no_fault() -> None:
    times = program(RING).times({"nprocs": 1.0, "N": 32.0})
    assert times.impossible is not None
    assert not times.impossible.any()
    assert times.communication == 0.5


SQUARES = """\
      IF (M*M .NE. NPROCS) THEN
      IF (RANK .EQ. 0) CALL MPI_ABORT (MPI_COMM_WORLD, 1, IERR)
      END IF
      DO 10 I = 1, N
   10 S = S + X(I)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
"""


def test_a_program_that_stops_itself() -> None:
    nprocs = np.arange(1.0, 17.0)
    times = program(SQUARES).times({"nprocs": nprocs, "N": 24.0, "M": np.floor(np.sqrt(nprocs))})
    assert times.impossible is not None
    assert nprocs[~times.impossible].tolist() == [1.0, 4.0, 9.0, 16.0]
    assert times.computation[~times.impossible].tolist() == [24.0] * 4
    assert times.reason.startswith("the program stops itself at ")
    assert "(MPI_ABORT)" in times.reason


def test_a_stop_by_chance_is_no_reason() -> None:
    body = SQUARES.replace("M*M .NE. NPROCS", "X(M) .LT. 0.0")
    found = program(body)
    (chance,) = (name for name in found.parameters if ".prob@" in name)
    for value in (0.0, 0.25):
        times = found.times({"nprocs": 2.0, "N": 24.0, chance: value})
        assert times.impossible is not None
        assert not times.impossible.any()


DIVIDED = """\
      DO 10 I = 1, N/(NPROCS/M)
   10 S = S + X(I)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
"""


def test_points_at_which_a_divisor_is_zero_are_left_out() -> None:
    found = program(DIVIDED)
    nprocs, m = (side.reshape(-1) for side in np.mgrid[1:9, 1:5].astype(float))
    times = found.times({"nprocs": nprocs, "N": 24.0, "M": m})
    assert times.impossible is not None
    assert times.impossible.tolist() == (nprocs < m).tolist()
    expected = 24 // np.maximum(nprocs // m, 1)
    assert times.computation[nprocs >= m].tolist() == expected[nprocs >= m].tolist()
    assert times.reason == "a count has no value: a divisor is zero, or a logarithm has no base"


@pytest.mark.parametrize("length", [1, 5, 5000])
def test_where_no_point_is_left_it_is_an_error(length: int) -> None:
    points = {"nprocs": np.full(length, 2.0), "N": 24.0, "M": 3.0}
    with pytest.raises(SadError, match="SAD936"):
        program(DIVIDED).times(points)
