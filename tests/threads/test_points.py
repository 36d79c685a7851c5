"""Many points at once: each as by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.stochastic.queueing.clients import cycle_time, cycle_times
from tests.support.command import ROOT, sad
from tests.threads.programs import threaded
from validation.programs import programs_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.threads.program import ThreadedProgram
    from validation.programs import Program

KERNELS = programs_of("open", ROOT / "validation" / "openmp")
MIXED = """
void mixed(int n, int m, double *s) { int i, j;
#pragma omp parallel private(i, j)
  {
#pragma omp for schedule(static, 3)
    for (i = 0; i < n; i++) s[i] = s[i] + 1.0;
#pragma omp for
    for (i = 0; i < n; i++)
      for (j = i; j < n; j++) s[j] = s[j] + 1.0;
#pragma omp for schedule(dynamic, 4)
    for (i = 0; i < m; i++) s[i] = s[i] + 1.0;
#pragma omp single
    for (i = 0; i < m; i++) s[i] = s[i] + 1.0;
#pragma omp critical
    s[0] = s[0] + 1.0;
  }
#pragma omp parallel for num_threads(n / 50)
  for (i = 0; i < m; i++) s[i] = s[i] + 1.0;
}
"""


def _compared(program: ThreadedProgram, sizes: dict[str, list[float]]) -> None:
    threads, *values = (
        item.reshape(-1).astype(float)
        for item in np.meshgrid([1, 2, 5, 32], *sizes.values(), indexing="ij")
    )
    points = {"nprocs": threads, **dict(zip(sizes, values, strict=True))}
    found = program.times(points)
    assert found.threaded is not None
    for row in range(threads.size):
        here = {symbol: float(points[name][row]) for name, symbol in program.symbols.items()}
        run = program.at(int(threads[row]), here)
        facts = found.threaded.at(row)
        total = found.computation[row] + found.communication[row]
        assert total == pytest.approx(run.estimate, rel=1e-9)
        assert facts.low == pytest.approx(run.low, rel=1e-9)
        assert facts.theta == pytest.approx(run.theta, rel=1e-9, nan_ok=True)
        assert facts.high == pytest.approx(run.high, rel=1e-9, nan_ok=True)
        assert (facts.decides, facts.busiest) == (run.facts.decides, run.busiest)
        parts = {phase.name: phase.seconds[row] for phase in found.phases if phase.seconds[row]}
        assert parts == pytest.approx(run.parts, rel=1e-9)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda item: item.name)
def test_kernels(kernel: Program) -> None:
    program = threaded(kernel.kernel, "xeon-gold-6148", kernel.entry)
    known = {name.lower(): float(value) for name, value in kernel.sizes.items()}
    sizes = {name: [known[name.lower()]] for name in program.parameters}
    first = next(iter(sizes), "")
    if first:
        sizes[first] = [sizes[first][0], 7.0, np.ceil(sizes[first][0] / 3)]
    _compared(program, sizes)


def test_each_kind_of_share(tmp_path: Path) -> None:
    source = tmp_path / "mixed.c"
    source.write_text(MIXED)
    _compared(threaded(source, "xeon-gold-6148"), {"n": [3, 100, 1000], "m": [0, 64, 5000]})


def test_clients_of_several_servers() -> None:
    generator = np.random.default_rng(33)
    for _ in range(60):
        clients = int(generator.integers(1, 70))
        stations = [
            (generator.random(4) * 10.0 ** generator.integers(-8, 2), int(servers))
            for servers in generator.integers(1, 5, generator.integers(1, 4))
        ]
        think = generator.random(4) * 10.0 ** generator.integers(-8, 2)
        found = cycle_times(clients, think, stations)
        for place in range(4):
            each = [(float(demand[place]), servers) for demand, servers in stations]
            expected = cycle_time(clients, float(think[place]), each)
            assert found[place] == pytest.approx(expected, rel=1e-9)
    assert cycle_times(3, np.zeros(2), [(np.zeros(2), 1)]).tolist() == [0.0, 0.0]


def test_a_sweep_takes_one_thread_where_none_are_given(tmp_path: Path) -> None:
    source = tmp_path / "mixed.c"
    source.write_text(MIXED)
    given = ("--set", "m=4", "--vary", "n=100,200", "--format", "csv")
    one, also = (sad("sweep", source, *given, *more) for more in ((), ("--set", "nthreads=1")))
    assert one.code == 0, one.err
    assert one.out == also.out
