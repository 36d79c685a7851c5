"""Times of shared loops: equal to those of threads that are gone through one by one."""

from __future__ import annotations

import heapq
import random
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.threads.schedules import chunks_of, first_come
from tests.threads.programs import counting_machine, run_of, threaded

if TYPE_CHECKING:
    from pathlib import Path

TRIANGLE = """\
void triangle(int n, double *a, double *s) {{
#pragma omp parallel for schedule({schedule})
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      s[i] = s[i] + a[j];
}}
"""


@pytest.mark.parametrize(
    ("schedule", "speedups"),
    [
        ("static", {2: 1.33356, 4: 2.28620, 8: 4.26766}),
        ("static, 1", {2: 1.99900, 4: 3.99401, 8: 7.97211}),
    ],
)
def test_triangular_loops_have_the_known_speedups(
    tmp_path: Path, schedule: str, speedups: dict[int, float]
) -> None:
    source = tmp_path / "triangle.c"
    source.write_text(TRIANGLE.format(schedule=schedule), encoding="utf-8")
    program = threaded(source, counting_machine(tmp_path))
    one = run_of(program, 1, n=2000)
    assert one.estimate == 2000 * 2001 / 2
    for threads, speedup in speedups.items():
        run = run_of(program, threads, n=2000)
        assert one.estimate / run.estimate == pytest.approx(speedup, abs=5e-6)
        assert run.low == run.estimate == run.high


def shared_out(costs: list[float], threads: int, kind: str, chunk: int | None) -> float:
    """When the last thread ends, iteration by iteration: an oracle written apart from the tool."""
    n = len(costs)
    if kind == "static" and chunk is None:
        q, r = divmod(n, threads)
        sizes = [q + (t < r) for t in range(threads)]
        at = 0
        ends: list[float] = []
        for size in sizes:
            ends.append(sum(costs[at : at + size]))
            at += size
        return max(ends)
    pieces: list[list[float]] = []
    at = 0
    while at < n:
        size = chunk or 1
        if kind == "guided":
            size = max(size, ceil((n - at) / threads))
        pieces.append(costs[at : at + size])
        at += size
    if kind == "static":
        return max(sum(sum(p) for p in pieces[t::threads]) for t in range(threads))
    free = [0.0] * threads
    for piece in pieces:
        heapq.heappush(free, heapq.heappop(free) + sum(piece))
    return max(free)


NEST = """\
void nest(int n, int m, int k, double *a, double *s) {{
  int it, i, j;
  for (it = 0; it < k; it++) {{
    s[it] = s[it] + 1.0;
#pragma omp parallel for schedule({schedule}) private(j)
    for (i = {first}; i < n; i++) {{
      s[i] = s[i] + a[i];
      for (j = {low}; j < {high}; j++)
        s[i] = s[i] + a[j];
    }}
  }}
}}
"""


@pytest.mark.parametrize("seed", range(40))
def test_random_nests_take_as_long_as_thread_by_thread(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    first = rng.choice(["0", "it", "2"])
    low, high = rng.choice(["0", "i", "it"]), rng.choice(["m", "n", "i + it", "2*i"])
    kind = rng.choice(["static", "static", "dynamic", "guided"])
    chunk = rng.choice([None, 1, 3])
    schedule = kind if chunk is None else f"{kind}, {chunk}"
    source = tmp_path / "nest.c"
    text = NEST.format(schedule=schedule, first=first, low=low, high=high)
    source.write_text(text, encoding="utf-8")
    program = threaded(source, counting_machine(tmp_path))
    for threads in (1, 2, 3, 7):
        n, m, k = rng.randrange(2, 30), rng.randrange(0, 30), rng.randrange(1, 6)
        expected = float(k)
        for it in range(k):
            values = {"it": it, "n": n, "m": m}
            costs: list[float] = []
            for i in range(eval(first, {}, values), n):
                inside = {**values, "i": i}
                trips = eval(high, {}, inside) - eval(low, {}, inside)
                costs.append(1.0 + max(0, trips))
            expected += shared_out(costs, threads, kind, chunk) if costs else 0.0
        given = {
            name: v for name, v in (("n", n), ("m", m), ("k", k)) if name in program.parameters
        }
        run = run_of(program, threads, **given)
        assert run.estimate == pytest.approx(expected, rel=1e-9), (text, threads, given)
        assert run.low <= expected * (1 + 1e-12)
        assert np.isnan(run.high) or run.high >= expected * (1 - 1e-12)


def test_list_scheduling_lies_within_the_bounds() -> None:
    rng = np.random.default_rng(7)
    for _ in range(1000):
        threads = int(rng.integers(1, 17))
        costs = rng.exponential(1.0, int(rng.integers(1, 200)))
        end = first_come(costs, threads).max()
        mean, dearest = costs.sum() / threads, costs.max()
        assert max(mean, dearest) <= end * (1 + 1e-12)
        assert end <= (mean + dearest * (1 - 1 / threads)) * (1 + 1e-12)


def test_chunks_are_all_iterations_once() -> None:
    rng = random.Random(3)
    for _ in range(300):
        trips, threads = rng.randrange(0, 60), rng.randrange(1, 9)
        kind, chunk = rng.choice(["static", "dynamic", "guided"]), rng.choice([None, 1, 2, 5])
        found = chunks_of(np.array([float(trips)]), threads, kind, chunk)
        seen = [
            iteration
            for low, high in zip(found.first, found.last, strict=True)
            for iteration in range(int(low), int(high) + 1)
        ]
        assert seen == list(range(trips))
