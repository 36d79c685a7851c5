"""The event kernel: machine repair with 20 clients, by discipline, against a bare heap of that size.

Run alone with ``python -m benchmarks.simulation``.
"""

from __future__ import annotations

import time
from heapq import heappop, heappush

from benchmarks.measure import Figure, in_process
from benchmarks.page import table

_CLIENTS, _CYCLES = 20, 5000
_USES = _CLIENTS * _CYCLES
_MICROSECONDS = 1e6 / 300_000
_RATIO = 5.0
_ROUNDS = 3
_CASES = ("fcfs", "random", "ps", "fcfs, exponential")


def simulation() -> list[Figure]:
    """Measure runs and the bare loop, the best of some rounds, each in a new process."""
    rounds = [in_process(_simulate) for _ in range(_ROUNDS)]
    bare, *cases = (min(times) for times in zip(*rounds, strict=True))
    figures = [
        Figure(
            f"simulated use, {case} [us]",
            seconds * 1e6 / _USES,
            _MICROSECONDS,
            f"{_USES / seconds:,.0f} uses/s; {_CLIENTS} clients, {_CYCLES:,} delays and uses each",
        )
        for case, seconds in zip(_CASES, cases, strict=True)
    ]
    detail = f"{bare * 1e6 / _USES:.2f} us for a push and a pop, {_CLIENTS} entries in the heap"
    name = "simulated use, fcfs / a push and a pop of a heap"
    return [*figures, Figure(name, cases[0] / bare, _RATIO, detail, ratio=True)]


def _simulate() -> tuple[float, ...]:
    """Return CPU seconds of a heap loop, and of a run for each case, with as many events as uses."""
    from sad.simulation import Builder, Discipline, Exponential, simulate  # noqa: PLC0415

    heap = [(float(client), client) for client in range(_CLIENTS)]
    start = time.process_time()
    for _ in range(_USES):
        now, client = heappop(heap)
        heappush(heap, (now + 11.0, client))
    found = [time.process_time() - start]
    for case in _CASES:
        discipline, _, is_random = case.partition(", ")
        builder = Builder()
        server = builder.resource("server", discipline=Discipline(discipline))
        with builder.fork(_CLIENTS), builder.loop(_CYCLES):
            builder.delay(Exponential(10.0) if is_random else 10.0)
            builder.use(server, Exponential(1.0) if is_random else 1.0)
        program = builder.build()
        start = time.process_time()
        simulate(program)
        found.append(time.process_time() - start)
    return tuple(found)


if __name__ == "__main__":
    print(table(simulation()))
