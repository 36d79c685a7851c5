"""What ranks of a pipeline wait for the first piece: the formula against simulated runs."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from sad.diagnostics import Diagnostics
from sad.spmd.scalable import tell
from sad.spmd.simulate import SimulatedProgram
from tests.spmd.made_up import ONE_SIDED, TWO_SIDED, on_machine, program

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"
RECEIVE = """\
      IF (RANK .GT. 0) CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION,
     &   RANK - 1, 1, MPI_COMM_WORLD, STATUS, IERR)
"""
SEND = """\
      IF (RANK .LT. NPROCS - 1) CALL MPI_SEND (X, N,
     &   MPI_DOUBLE_PRECISION, RANK + 1, 1, MPI_COMM_WORLD, IERR)
"""
UPWARD = """\
      IF (RANK .LT. NPROCS - 1) CALL MPI_RECV (X, N,
     &   MPI_DOUBLE_PRECISION, RANK + 1, 1, MPI_COMM_WORLD, STATUS, IERR)
"""
DOWNWARD = """\
      IF (RANK .GT. 0) CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION,
     &   RANK - 1, 1, MPI_COMM_WORLD, IERR)
"""
BARRIER = """\
      CALL MPI_ALLREDUCE (S, T, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &   MPI_COMM_WORLD, IERR)
"""


def loop(label: int, head: str, *body: str) -> str:
    return f"      DO {label} {head}\n{''.join(body)}   {label} CONTINUE\n"


def adds(label: int, times: str) -> str:
    return loop(label, f"I = 1, {times}", "         S = S + X(I)\n")


PROGRAMS = {
    "equal pieces": loop(30, "K = 1, M", RECEIVE, adds(10, "40"), SEND),
    "work grows": loop(30, "K = 1, M", RECEIVE, adds(10, "K"), SEND),
    "work falls": loop(30, "K = 1, M", RECEIVE, adds(10, "M - K + 1"), SEND),
    "greatest in the middle": loop(30, "K = 1, M", RECEIVE, adds(10, "K*(M + 1 - K)"), SEND),
    "work behind": loop(30, "K = 1, M", RECEIVE, adds(10, "5"), SEND, adds(20, "40")),
    "sweeps": loop(40, "J = 1, 3", loop(30, "K = 1, M", RECEIVE, adds(10, "20"), SEND)),
    "sweeps that meet": loop(
        40, "J = 1, 3", loop(30, "K = 1, M", RECEIVE, adds(10, "20"), SEND), BARRIER
    ),
    "to and fro": loop(
        50,
        "J = 1, 3",
        loop(30, "K = 1, M", RECEIVE, adds(10, "20"), SEND),
        loop(40, "K = 1, M", UPWARD, adds(20, "20"), DOWNWARD),
    ),
    "once": RECEIVE + adds(10, "M") + SEND,
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("model", [ONE_SIDED, TWO_SIDED])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_sum_of_phases_and_waits_is_near_a_simulated_run(name: str, model: str) -> None:
    """A phase charges the receive of one rank and the send of another: that is what is off."""
    found = program(PROGRAMS[name], model)
    simulated = SimulatedProgram(found)
    nprocs = np.array([1.0, 2.0, 3.0, 5.0, 9.0])
    for pieces in (1.0, 7.0, 12.0):
        points = {"nprocs": nprocs} | {label: np.full(5, pieces) for label in found.parameters}
        formula, run = found.times(points), simulated.times(points)
        total = formula.computation + formula.communication
        messages = sum(p.seconds for p in formula.phases[: len(found.stages)] if p.communicates)
        expected = run.computation + run.communication
        assert (total >= expected - 1e-9).all(), (pieces, total, expected)
        assert (total <= expected + messages + 1e-9).all(), (pieces, total, expected)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["f", "c"])
@pytest.mark.parametrize("name", ["alloc", "knap", "wavefr"])
def test_pipelines_of_the_corpus_on_rings_of_any_grain(name: str, language: str) -> None:
    found = on_machine(str(CORPUS / name / f"source.{language}"), TWO_SIDED, adds_only=False)
    simulated = SimulatedProgram(found)
    chance = random.Random(name)
    labels = {label.lower(): label for label in found.parameters}
    for _ in range(25):
        nprocs, grain, items = chance.randint(1, 6), chance.randint(1, 4), chance.randint(1, 60)
        values = {
            "n": nprocs * grain * chance.randint(1, 4),
            "m": items,
            "nsweep": chance.randint(1, 3),
        }
        values |= {"g": grain, "b": chance.randint(1, items), "nb": chance.randint(1, values["n"])}
        point = {labels[key]: float(value) for key, value in values.items() if key in labels}
        formula, run = (
            each.times({"nprocs": float(nprocs), **point}) for each in (found, simulated)
        )
        phases = formula.phases[: len(found.stages)]
        messages = sum(float(phase.seconds) for phase in phases if phase.communicates)
        total, expected = (float(each.computation + each.communication) for each in (formula, run))
        assert 0.99 * expected <= total <= 1.03 * expected + messages, (nprocs, values)


def test_what_is_known_of_a_pipeline_is_a_note() -> None:
    found = program(PROGRAMS["sweeps"])
    diagnostics = Diagnostics()
    tell(found, diagnostics)
    (item,) = diagnostics.items
    assert (item.code, item.span.line, item.severity.name) == ("SAD941", 12, "NOTE")
    assert (
        found.times({"nprocs": 4.0, "N": 3.0, "M": 5.0})
        .phases[-1]
        .name.startswith("wait for the first")
    )
    diagnostics = Diagnostics()
    tell(found, diagnostics, simulated=True)
    assert not diagnostics.items
