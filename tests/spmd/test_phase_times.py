"""Times of phases: by hand, and against every rank in every iteration."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import Number, evaluate
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Poly
from sad.communication.times import MessageTimes
from sad.loading.describe import load_description
from sad.machine.database import find_file, load_machine
from sad.mapping.bind import bind_machine
from sad.model.expand import default_entry, expand
from sad.model.walks.phases import stages_of
from sad.reading.options import Choice, Reading
from sad.spmd.grid_sides import balanced
from sad.spmd.scalable import SpmdProgram, scalable
from sad.spmd.simulate import SimulatedProgram
from tests.spmd.made_up import ONE_SIDED, TWO_SIDED, machine_for, program, slow_times
from tests.support.calls import counted_calls

if TYPE_CHECKING:
    from sad.parallel import Times

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"
PROGRAMS = sorted(path.parent.name for path in CORPUS.glob("*/source.f"))
WHOLE = "MPI_COMM_WORLD, IERR)"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def at(found: SpmdProgram, nprocs: list[int], **values: float) -> Times:
    points = {"nprocs": np.array(nprocs, float)}
    given = {name: values.get(name.rpartition(".")[2].lower(), 1.0) for name in found.parameters}
    return found.times({**points, **given})


ADDS = """\
      DO {label} {index} = 1, {trips}
         S = S + X({index})
   {label} CONTINUE
"""


def adds(label: int, trips: str, index: str = "I") -> str:
    """Statements that add ``trips`` doubles."""
    return ADDS.format(label=label, trips=trips, index=index)


def test_a_rank_with_one_more_row_is_waited_for() -> None:
    body = "      NL = N/NPROCS\n      IF (RANK .LT. MOD(N, NPROCS)) NL = NL + 1\n"
    found = program(body + adds(10, "NL") + f"      CALL MPI_BARRIER ({WHOLE}\n")
    sizes = np.arange(1, 41, dtype=float)
    for nprocs in (1, 2, 3, 7, 16):
        times = found.times({"nprocs": nprocs, found.parameters[0]: sizes})
        assert times.computation.tolist() == [-(-int(n) // nprocs) for n in sizes]


def test_phases_have_their_own_maximum() -> None:
    # rank 0 adds before the barrier, the last rank behind it: nobody's total is N + M
    body = "      IF (RANK .EQ. 0) THEN\n" + adds(10, "N") + "      END IF\n"
    body += f"      CALL MPI_BARRIER ({WHOLE}\n"
    body += "      IF (RANK .EQ. NPROCS - 1) THEN\n" + adds(20, "M") + "      END IF\n"
    times = at(program(body), [1, 2, 5], n=30.0, m=12.0)
    assert times.computation.tolist() == [42.0, 42.0, 42.0]


def test_iterations_have_their_own_maximum() -> None:
    # in iteration K rank K mod NPROCS adds K doubles: the sum of maxima is that of all K
    body = "      DO 30 K = 1, N\n      IF (MOD(K, NPROCS) .EQ. RANK) THEN\n"
    body += adds(10, "K") + "      END IF\n"
    body += f"      CALL MPI_BARRIER ({WHOLE}\n   30 CONTINUE\n"
    times = at(program(body), [1, 2, 3, 8], n=20.0)
    assert times.computation.tolist() == [210.0] * 4


def test_rows_dealt_out_in_turn() -> None:
    # of N - K rows each rank has at most the ceiling of its share
    body = "      DO 30 K = 1, N\n"
    body += adds(10, "(N - K + NPROCS - 1 - RANK)/NPROCS")
    body += f"      CALL MPI_BARRIER ({WHOLE}\n   30 CONTINUE\n"
    times = at(program(body), [1, 2, 3, 8], n=20.0)
    expected = [sum(-(-(20 - k) // p) for k in range(1, 21)) for p in (1, 2, 3, 8)]
    assert times.computation.tolist() == expected


RING = """\
      DO 40 K = 1, NPROCS - 1
      IF (MOD(RANK, 2) .EQ. 0) THEN
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + 1, NPROCS),
     &               1, MPI_COMM_WORLD, IERR)
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION,
     &               MOD(RANK + NPROCS - 1, NPROCS),
     &               1, MPI_COMM_WORLD, STATUS, IERR)
      ELSE
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION,
     &               MOD(RANK + NPROCS - 1, NPROCS),
     &               1, MPI_COMM_WORLD, STATUS, IERR)
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, MOD(RANK + 1, NPROCS),
     &               1, MPI_COMM_WORLD, IERR)
      END IF
   40 CONTINUE
"""


@pytest.mark.parametrize("model", [ONE_SIDED, TWO_SIDED])
def test_a_shift_on_a_ring_takes_one_message(model: str) -> None:
    """COMM = (nprocs - 1)*communicate(bytes): PerPreT's matrix product, tables 6.1 and 6.2."""
    found = program(RING, model)
    times = MessageTimes(load_machine("m.yaml", find_file), "mpi")
    one = float(times.seconds("communicate", 8.0 * 32))
    result = at(found, [2, 3, 4, 8, 64], n=32.0)
    assert result.communication.tolist() == [(p - 1) * one for p in (2, 3, 4, 8, 64)]


def test_one_rank_that_sends_to_all_others_is_waited_for() -> None:
    body = """\
      IF (RANK .EQ. 0) THEN
      DO 10 K = 1, NPROCS - 1
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, K, 1, MPI_COMM_WORLD,
     &               IERR)
   10 CONTINUE
      ELSE
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD,
     &               STATUS, IERR)
      END IF
"""
    result = at(program(body), [1, 2, 5, 9], n=32.0)
    assert result.communication.tolist() == [0.0, 0.5, 2.0, 4.0]  # 0.25 s + 256 bytes / 1024
    # send: 0.25 + 256/1024 + 256/512 s; receive: 0.5 s, and its copy
    result = at(program(body, TWO_SIDED), [2, 5, 9], n=32.0)
    sender, receiver = 1.0, 0.5
    copy = result.communication[0] - sender - receiver
    expected = [(p - 1) * sender + receiver + copy for p in (2, 5, 9)]
    assert result.communication.tolist() == expected


LINKS = """\
    parameters: {hop_s: 0.5, link_bytes_per_s: 1024}
    primitives: {communicate: {formula: hop_s*hops + bytes/link_bytes_per_s}}
"""


@pytest.mark.parametrize("step", [1, 3])
def test_links_on_the_way(step: int) -> None:
    body = f"""\
      CALL MPI_SENDRECV (X, N, MPI_DOUBLE_PRECISION,
     &   MOD(RANK + {step}, NPROCS), 1, X(500), N, MPI_DOUBLE_PRECISION,
     &   MOD(RANK + NPROCS - {step}, NPROCS), 1, MPI_COMM_WORLD,
     &   STATUS, IERR)
"""
    found = program(body, LINKS)
    times = MessageTimes(load_machine("m.yaml", find_file), "mpi")
    result = at(found, [4, 5, 16, 64], n=32.0)
    for place, nprocs in enumerate((4, 5, 16, 64)):
        ranks = np.arange(nprocs)
        links = times.between(ranks, (ranks + step) % nprocs, nprocs).max()
        assert result.communication[place] == 0.5 * links + 0.25
    assert (result.communication[-1] > 1.0) == (step > 1)
    simulated = SimulatedProgram(found).times({"nprocs": 16.0, "N": 32.0})
    assert float(simulated.communication) == float(result.communication[2])


def test_links_on_the_way_to_every_other_rank() -> None:
    body = """\
      IF (RANK .EQ. 0) THEN
      DO 10 K = 1, NPROCS - 1
      CALL MPI_SEND (X, N, MPI_DOUBLE_PRECISION, K, 1, MPI_COMM_WORLD,
     &               IERR)
   10 CONTINUE
      ELSE
      CALL MPI_RECV (X, N, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD,
     &               STATUS, IERR)
      END IF
"""
    found = program(body, LINKS)
    times = MessageTimes(load_machine("m.yaml", find_file), "mpi")
    result = at(found, [2, 5, 16], n=32.0)
    for place, nprocs in enumerate((2, 5, 16)):
        others = np.arange(1, nprocs)
        links = times.between(0 * others, others, nprocs)
        assert result.communication[place] == (0.5 * links + 0.25).sum()


def test_points_where_the_program_cannot_run() -> None:
    found = program(f"      CALL MPI_BARRIER ({WHOLE}\n")
    times = found.times({"nprocs": np.array([0.0, 2.0, 2.5, 64.0, 65.0])})
    assert times.impossible is not None
    assert times.impossible.tolist() == [True, False, True, False, True]
    assert np.isnan(times.communication).tolist() == times.impossible.tolist()
    expected = "a number of processes is 1 or more; there are 64 nodes ("
    assert times.reason.startswith(expected)


def test_a_million_points() -> None:
    """They are worked on in arrays: few calls are made for each."""
    loaded = load_description(Reading((str(CORPUS / "ring" / "source.f"),)))
    machine = machine_for(loaded, ONE_SIDED, adds_only=False)
    found = scalable(loaded, Choice(), machine, machine.default_toolchain)
    processes, sizes = np.meshgrid(np.arange(1.0, 65.0), np.arange(100.0, 15725.0))
    points = {"nprocs": processes, "N": sizes, "NREPS": np.array(10.0)}
    times, calls = counted_calls(lambda: found.times(points))
    assert calls < 0.2 * processes.size
    assert times.computation.shape == (15625, 64)
    some = found.times({"nprocs": np.array(64.0), "N": np.array(15724.0), "NREPS": np.array(10.0)})
    assert times.computation[-1, -1] == some.computation
    assert times.communication[-1, -1] == some.communication


# --- every rank in every iteration --------------------------------------------------------------


def values_for(found: SpmdProgram, nprocs: int, rng: random.Random) -> dict[str, float]:
    values: dict[str, float] = {"nprocs": nprocs}
    if found.dimensions > 1:
        sides = balanced(nprocs, found.dimensions)
        values.update(zip(("px", "py", "pz"), sides, strict=False))
    for name in found.parameters:
        if name.endswith(".seconds"):
            values[name] = 0.25
        elif "prob@" in name:
            values[name] = 0.5
        elif name == "IALNOD":  # all nodes, to Express
            values[name] = nprocs
        else:
            values[name] = rng.randint(1, 7) * rng.choice((1, nprocs))
    return values


CASES = [
    *((name, ONE_SIDED) for name in PROGRAMS),
    *((name, TWO_SIDED) for name in ("farm", "heat2d", "ring", "wavefr")),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "model"), CASES)
def test_phases_of_the_corpus(name: str, model: str) -> None:
    loaded = load_description(Reading((str(CORPUS / name / "source.f"),)))
    machine = machine_for(loaded, model, adds_only=False)
    found = scalable(loaded, Choice(), machine, machine.default_toolchain)
    times = MessageTimes(machine, "mpi")
    entry = default_entry(loaded.description)
    bound = bind_machine(expand(loaded.description, entry), machine)
    seconds = {id(item.block.block): item.seconds for item in bound.blocks}
    rng = random.Random(name)
    points = [values_for(found, nprocs, rng) for nprocs in (1, 2, 3, 4, 6)]
    together = found.times({key: np.array([p[key] for p in points]) for key in points[0]})
    symbols = found.symbols
    for place, point in enumerate(points):
        exact: dict[str, Number] = {
            symbols.get(key, key): int(value) if value == int(value) else value
            for key, value in point.items()
        }
        slow = slow_times(found, seconds, times, exact)
        fast = [float(p.seconds[place]) for p in together.phases[: len(found.stages)]]
        assert fast == pytest.approx(slow, rel=1e-9, abs=1e-12), point


@pytest.mark.parametrize("language", ["f", "c"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_phases_have_all_blocks(name: str, language: str) -> None:
    """What the phases of a rank count is what the whole program counts."""
    loaded = load_description(Reading((str(CORPUS / name / f"source.{language}"),)))
    description = loaded.description
    entry = default_entry(description)
    assert entry is not None
    counts: dict[int, Poly] = {}
    for stage in stages_of(description, entry):
        for block, count in stage.blocks:
            whole = sum_nest(stage.around, stage.outer * count)
            counts[id(block)] = counts.get(id(block), ZERO) + whole
    rng = random.Random(name)
    for block in expand(description, entry).blocks:
        found = counts.get(id(block.block), ZERO)
        symbols = atoms.free_symbols(found) | atoms.free_symbols(block.count)
        for nprocs in (1, 2, 5):
            values: dict[str, Number] = {symbol: rng.randint(1, 9) for symbol in sorted(symbols)}
            values |= {"nprocs": nprocs, "rank": rng.randrange(nprocs), "px": 1, "py": nprocs}
            assert evaluate(found, values) == pytest.approx(evaluate(block.count, values))
