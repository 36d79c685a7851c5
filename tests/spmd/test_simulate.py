"""Simulated runs: pipelines by hand, programs without waiting chains against their phases, errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.spmd.pipelines import pipelines
from sad.spmd.simulate import SimulatedProgram
from tests.spmd.made_up import ONE_SIDED, TWO_SIDED, on_machine, program

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


PIPELINE = """\
      DO 30 K = 1, M
      IF (RANK .GT. 0) CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION,
     &   RANK - 1, 1, MPI_COMM_WORLD, STATUS, IERR)
      DO 10 I = 1, K
         S = S + X(I)
   10 CONTINUE
      IF (RANK .LT. NPROCS - 1) CALL MPI_SEND (X, N,
     &   MPI_DOUBLE_PRECISION, RANK + 1, 1, MPI_COMM_WORLD, IERR)
   30 CONTINUE
"""
MESSAGE = {ONE_SIDED: (0.5, 0.0), TWO_SIDED: (1.0, 0.5)}  # of 256 bytes: until it is there; behind


@pytest.mark.parametrize("model", [ONE_SIDED, TWO_SIDED])
def test_a_pipeline(model: str) -> None:
    simulated = SimulatedProgram(program(PIPELINE, model))
    there, behind = MESSAGE[model]
    for nprocs in (1, 2, 5, 9):
        clocks = np.zeros(nprocs)
        for piece in range(1, 8):
            arrives = 0.0
            for rank in range(nprocs):
                if rank:
                    clocks[rank] = max(clocks[rank], arrives) + behind
                clocks[rank] += piece
                if rank < nprocs - 1:
                    clocks[rank] += there
                    arrives = clocks[rank]
        times = simulated.times({"nprocs": float(nprocs), "N": 32.0, "M": 7.0})
        assert float(times.computation + times.communication) == clocks.max()
        assert float(times.computation) == 28.0


@pytest.mark.parametrize("name", ["conjgr", "fft2d", "heat1d", "ring", "heat2d"])
def test_where_nobody_waits_in_turn_the_phases_are_a_bound(name: str) -> None:
    found = on_machine(str(CORPUS / name / "source.f"), adds_only=False)
    simulated = SimulatedProgram(found)
    nprocs = np.array([1.0, 2.0, 4.0])
    points = {"nprocs": nprocs, "px": np.array([1.0, 2.0, 2.0]), "py": np.array([1.0, 1.0, 2.0])}
    points |= {label: np.full(3, 8.0) for label in found.parameters}
    phases, run = found.times(points), simulated.times(points)
    bound = phases.computation + phases.communication
    total = run.computation + run.communication
    assert (run.computation <= phases.computation * (1 + 1e-12)).all()
    # two messages to and fro at once are one in a phase; one after the other here
    assert (total <= bound + phases.communication + 1e-9).all()
    assert (total >= run.computation).all()
    assert float(total[0]) == pytest.approx(float(bound[0]))


def test_open_requests_end_with_a_wait() -> None:
    body = """\
      CALL MPI_IRECV (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + NPROCS - 1,
     &   NPROCS), 1, MPI_COMM_WORLD, REQ, IERR)
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + 1, NPROCS),
     &   1, MPI_COMM_WORLD, IERR)
      DO 10 I = 1, M
         S = S + X(I)
   10 CONTINUE
      CALL MPI_WAIT (REQ, STATUS, IERR)
"""
    simulated = SimulatedProgram(program(body))
    times = simulated.times({"nprocs": np.array([2.0, 5.0]), "N": 32.0, "M": 3.0})
    assert times.communication.tolist() == [0.5, 0.5]  # on its way while the ranks compute
    assert times.computation.tolist() == [3.0, 3.0]


def error_of(body: str, nprocs: float = 2.0) -> SadError:
    found = program(body)
    with pytest.raises(SadError) as caught:
        SimulatedProgram(found).times({"nprocs": nprocs} | dict.fromkeys(found.parameters, 1.0))
    return caught.value


def test_ranks_that_all_receive_first() -> None:
    body = """\
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + 1, NPROCS),
     &   1, MPI_COMM_WORLD, STATUS, IERR)
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + NPROCS - 1,
     &   NPROCS), 1, MPI_COMM_WORLD, IERR)
"""
    found = error_of(body).diagnostic
    assert (found.code, found.span.line) == ("SAD943", 10)


def test_a_collective_operation_that_one_rank_leaves_out() -> None:
    body = "      IF (RANK .GT. 0) CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)\n"
    assert error_of(body).diagnostic.code == "SAD943"


ANSWERED = """\
      IF (RANK .EQ. 1) THEN
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 2, 1, MPI_COMM_WORLD,
     &   IERR)
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 2, 2, MPI_COMM_WORLD,
     &   STATUS, IERR)
      ELSE IF (RANK .EQ. 2) THEN
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD,
     &   STATUS, IERR)
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 1, 2, MPI_COMM_WORLD,
     &   IERR)
      END IF
"""


def test_a_rank_that_is_not_there() -> None:
    simulated = SimulatedProgram(program(ANSWERED))
    times = simulated.times({"nprocs": np.array([1.0, 2.0, 3.0, 5.0]), "N": 32.0})
    assert times.impossible is not None
    assert times.impossible.tolist() == [False, True, False, False]
    assert times.reason == "with nprocs=2 there is no rank 2 to send to or receive from"
    assert times.communication[2:].tolist() == [1.0, 1.0]  # there and back, half a second each


def test_a_divisor_of_zero() -> None:
    body = """\
      DO 10 I = 1, N/(NPROCS/2)
   10 S = S + X(I)
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
"""
    times = SimulatedProgram(program(body)).times({"nprocs": np.array([1.0, 4.0]), "N": 32.0})
    assert times.impossible is not None
    assert times.impossible.tolist() == [True, False]
    assert times.reason.startswith("a count has no value")
    assert times.computation[1] == 16.0


def test_messages_from_anybody() -> None:
    body = """\
      IF (RANK .EQ. 0) THEN
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1,
     &   MPI_COMM_WORLD, STATUS, IERR)
      ELSE
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD,
     &   IERR)
      END IF
"""
    found = error_of(body).diagnostic
    assert (found.code, found.span.line) == ("SAD942", 11)


def test_a_part_of_the_processes() -> None:
    body = """\
      CALL MPI_COMM_SPLIT (MPI_COMM_WORLD, MOD(RANK, 2), RANK, K, IERR)
      CALL MPI_BARRIER (K, IERR)
"""
    assert error_of(body, 4.0).diagnostic.code == "SAD942"


def test_pipelines_of_the_corpus() -> None:
    found = {
        path.parent.name
        for path in CORPUS.glob("*/source.f")
        if pipelines(on_machine(str(path), adds_only=False).stages)
    }
    assert found == {"alloc", "knap", "roles", "wavefr"}


PING_PONG = """\
      PROGRAM PING
      INCLUDE 'mpif.h'
      INTEGER ME, IERR, ST(MPI_STATUS_SIZE)
      REAL X(100)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      IF (ME .EQ. 0) THEN
        CALL MPI_SEND (X, 100, MPI_REAL, 1, 1, MPI_COMM_WORLD, IERR)
        CALL MPI_RECV (X, 100, MPI_REAL, 1, 2, MPI_COMM_WORLD, ST, IERR)
      ELSE IF (ME .EQ. 1) THEN
        CALL MPI_RECV (X, 100, MPI_REAL, 0, 1, MPI_COMM_WORLD, ST, IERR)
        CALL MPI_SEND (X, 100, MPI_REAL, 0, 2, MPI_COMM_WORLD, IERR)
      END IF
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_an_answer_waits_for_its_question(tmp_path: Path) -> None:
    source = tmp_path / "ping.f"
    source.write_text(PING_PONG)
    for machine in (ONE_SIDED, TWO_SIDED):
        found = on_machine(str(source), machine)
        points = {"nprocs": np.array([2.0])}
        simulated = SimulatedProgram(found).times(points)
        assert found.times(points).communication == pytest.approx(simulated.communication)


HALO = """\
      PROGRAM HALO
      INCLUDE 'mpif.h'
      INTEGER ME, P, IERR, ST(MPI_STATUS_SIZE)
      REAL X(100)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, P, IERR)
      IF (ME .LT. P - 1) CALL MPI_SEND (X, 100, MPI_REAL, ME + 1, 1,
     &   MPI_COMM_WORLD, IERR)
      IF (ME .GT. 0) CALL MPI_RECV (X, 100, MPI_REAL, ME - 1, 1,
     &   MPI_COMM_WORLD, ST, IERR)
      IF (ME .GT. 0) CALL MPI_SEND (X, 100, MPI_REAL, ME - 1, 2,
     &   MPI_COMM_WORLD, IERR)
      IF (ME .LT. P - 1) CALL MPI_RECV (X, 100, MPI_REAL, ME + 1, 2,
     &   MPI_COMM_WORLD, ST, IERR)
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_shifts_to_both_sides_are_one_after_the_other(tmp_path: Path) -> None:
    source = tmp_path / "halo.f"
    source.write_text(HALO)
    for machine in (ONE_SIDED, TWO_SIDED):
        found = on_machine(str(source), machine)
        points = {"nprocs": np.array([2.0, 3.0, 8.0])}
        simulated = SimulatedProgram(found).times(points)
        assert found.times(points).communication == pytest.approx(simulated.communication)


LOOPS = [
    ("wavefr", {"N": 64.0, "NB": 3.0, "NSWEEP": 60.0}),
    ("ring", {"N": 48.0, "NREPS": 40.0}),
    ("heat1d", {"N": 50.0, "NSTEPS": 90.0}),
    ("conjgr", {"N": 40.0, "NITER": 70.0}),
]


@pytest.mark.parametrize(("name", "sizes"), LOOPS, ids=[name for name, _ in LOOPS])
def test_jumps_change_nothing(name: str, sizes: dict[str, float]) -> None:
    found = on_machine(str(CORPUS / name / "source.f"), adds_only=False)
    points = {"nprocs": np.array([2.0, 3.0, 5.0, 8.0]), **sizes}
    jumped, whole = (SimulatedProgram(found, jump=jump).times(points) for jump in (True, False))
    assert jumped.computation == pytest.approx(whole.computation, rel=1e-9)
    assert jumped.communication == pytest.approx(whole.communication, rel=1e-9)


def test_a_loop_too_long_to_be_followed_is_jumped_over() -> None:
    found = on_machine(str(CORPUS / "wavefr" / "source.f"), adds_only=False)
    points = {"nprocs": 64.0, "N": 256.0, "NB": 32.0}
    short, long = (SimulatedProgram(found).times({**points, "NSWEEP": n}) for n in (1e6, 1e7))
    assert float(long.computation) == pytest.approx(10 * float(short.computation), rel=1e-3)
    with pytest.raises(SadError, match="more than 2000000"):
        SimulatedProgram(found, jump=False).times({**points, "NSWEEP": 1e6})
