"""Algorithms of collective operations against a run of their messages, for 1 to 33 processes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.communication.algorithms import STEPS
from sad.communication.times import MessageTimes
from sad.machine.networks.model import ALGORITHMS, SELECTIONS
from tests.communication.catalogue import BLOCKS, PROGRAMS
from tests.communication.programs import pair
from tests.communication.simulator import Blocks, Outcome, Run
from tests.communication.test_times import HOCKNEY, load

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 720_720.0  # bytes; no matter which, as blocks may be fractions
PROCESSES = range(1, 34)
EVERY = [(name, algorithm) for name, of_it in ALGORITHMS.items() for algorithm in of_it]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def run(name: str, algorithm: str, nprocs: int, start: float, per_byte: float) -> Outcome:
    cut = BLOCKS.get((name, algorithm), lambda _: 1)(nprocs)
    block = Fraction(SIZE) / cut

    def seconds(blocks: int) -> Fraction:
        carried = 0 if name == "barrier" else blocks * block
        return Fraction(start) + Fraction(per_byte) * carried

    return Run(PROGRAMS[name, algorithm](nprocs), nprocs, seconds).outcome()


def all_of(nprocs: int) -> Counter[int]:
    return Counter(range(nprocs))


def wanted(name: str, rank: int, nprocs: int, have: Blocks) -> Blocks | None:
    """What the operation promises a rank; None if nothing."""
    everyone = all_of(nprocs)
    match name:
        case "broadcast":
            return {key: Counter([0]) for key in have}
        case "reduce":
            return dict.fromkeys(have, everyone) if rank == 0 else None
        case "allreduce":
            return dict.fromkeys(have, everyone)
        case "gather":
            return {one: Counter([one]) for one in range(nprocs)} if rank == 0 else None
        case "scatter":
            return {rank: Counter([0])}
        case "allgather":
            return {one: Counter([one]) for one in range(nprocs)}
        case "alltoall":
            return {pair(one, rank, nprocs): Counter([one]) for one in range(nprocs)}
        case "reduce_scatter":
            return {rank: everyone}
        case "scan":
            return {0: Counter(range(rank + 1))}
        case _:
            return None


def test_every_algorithm_has_steps_and_a_program():
    assert [(name, one) for name, of_it in STEPS.items() for one in of_it] == EVERY
    assert set(PROGRAMS) == set(EVERY)
    chosen = [
        (name, rule.algorithm)
        for rules in SELECTIONS.values()
        for name, of_it in rules.items()
        for rule in of_it
    ]
    assert set(chosen) <= set(EVERY)
    assert all(set(rules) == set(ALGORITHMS) for rules in SELECTIONS.values())
    assert all(of_it[-1].always for rules in SELECTIONS.values() for of_it in rules.values())


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("name", "algorithm"), EVERY)
def test_data_arrive(name: str, algorithm: str):
    for nprocs in PROCESSES:
        outcome = run(name, algorithm, nprocs, 1.0, 0.0)
        cut = BLOCKS.get((name, algorithm), lambda _: 1)(nprocs)
        for rank, have in enumerate(outcome.results):
            promised = wanted(name, rank, nprocs, have)
            if promised is not None:
                assert have == promised, (nprocs, rank)
            if name in ("broadcast", "allreduce"):
                assert len(have) == cut, (nprocs, rank)
            if name == "barrier":
                assert set(have[0]) == set(range(nprocs)), (nprocs, rank)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("name", "algorithm"), EVERY)
@pytest.mark.parametrize(("start", "per_byte"), [(1.0, 0.0), (0.0, 1.0), (0.5, 0.001953125)])
def test_costs_are_the_critical_path(name: str, algorithm: str, start: float, per_byte: float):
    """Steps with a start-up alone, bytes alone, and both: for each number of processes."""
    text = HOCKNEY.replace("1.0e-5", str(start)).replace("1.0e-8", str(per_byte))
    machine = load(text + f"    collectives: {{{name}: {algorithm}}}\n", nodes=64)
    found = MessageTimes(machine, "mpi")
    numbers = np.array(PROCESSES, np.float64)
    costs = found.seconds(name, SIZE, numbers)
    simulated = [float(run(name, algorithm, p, start, per_byte).seconds) for p in PROCESSES]
    assert costs == pytest.approx(simulated, rel=1e-12, abs=1e-12)
    assert costs.max() > 0 or (name == "barrier" and start == 0)


# Rounds by hand, from the papers: the logarithms, and two more where the number is no power of two.
@pytest.mark.parametrize(
    ("name", "algorithm", "nprocs", "rounds"),
    [
        ("broadcast", "binomial", 8, 3),
        ("broadcast", "binomial", 9, 4),
        ("broadcast", "scatter_ring", 8, 10),
        ("allreduce", "recursive_doubling", 8, 3),
        ("allreduce", "recursive_doubling", 9, 5),
        ("allreduce", "rabenseifner", 16, 8),
        ("allreduce", "ring", 5, 8),
        ("allgather", "bruck", 5, 3),
        ("alltoall", "pairwise", 5, 4),
        ("alltoall", "bruck", 5, 3),
        ("barrier", "dissemination", 33, 6),
        ("scan", "recursive_doubling", 6, 3),
        ("reduce", "rabenseifner", 8, 6),
        ("gather", "linear", 7, 6),
    ],
)
def test_rounds(name: str, algorithm: str, nprocs: int, rounds: int):
    assert run(name, algorithm, nprocs, 1.0, 0.0).seconds == rounds


# Bytes on the critical path, in units of the operation's size, from Thakur et al., section 4.
@pytest.mark.parametrize(
    ("name", "algorithm", "nprocs", "sizes"),
    [
        ("broadcast", "binomial", 16, 4),
        ("broadcast", "scatter_ring", 16, 2 * 15 / 16),
        ("allreduce", "rabenseifner", 16, 2 * 15 / 16),
        ("reduce", "rabenseifner", 16, 2 * 15 / 16),
        ("allgather", "ring", 5, 4),
        ("allgather", "bruck", 5, 4),
        ("alltoall", "bruck", 16, 4 * 8),
        ("alltoall", "pairwise", 16, 15),
        ("reduce_scatter", "recursive_halving", 16, 15 / 16),
        ("gather", "binomial", 16, 15),
    ],
)
def test_bytes_on_the_path(name: str, algorithm: str, nprocs: int, sizes: float):
    found = run(name, algorithm, nprocs, 0.0, 1.0).seconds
    assert float(found) == pytest.approx(sizes * SIZE)
