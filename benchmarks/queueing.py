"""Queueing networks: mean value analysis, convolution, and the chain of a network without product form.

Run alone with ``python -m benchmarks.queueing``.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from benchmarks.measure import Figure, in_process
from benchmarks.page import table

if TYPE_CHECKING:
    from collections.abc import Callable

_JOBS, _STATIONS = 1000, 20
_TARGET_MS, _CONVOLUTION_MS, _CHAIN_US = 20.0, 200.0, 50.0
_ROUNDS = 3
_NETWORK = """\
schema: 1
stations:
  first: {mean_s: 1, capacity: 40}
  second: {mean_s: 0.9, servers: 2, capacity: 40}
  third: {mean_s: 0.8}
jobs: 60
"""


def queueing() -> list[Figure]:
    """Measure the solvers, the best of some processes."""
    rounds = [in_process(_measured) for _ in range(_ROUNDS)]
    means, convolution, chain, states = (min(times) for times in zip(*rounds, strict=True))
    size = f"{_JOBS:,} jobs, {_STATIONS} stations"
    return [
        Figure("mean value analysis [ms]", means * 1e3, _TARGET_MS, size),
        Figure(
            "convolution [ms]", convolution * 1e3, _CONVOLUTION_MS, f"{size}, 2 of several servers"
        ),
        Figure(
            "network as a chain, a state [us]",
            chain / states * 1e6,
            _CHAIN_US,
            f"{states:,.0f} states, built and solved",
        ),
    ]


def _measured() -> tuple[float, float, float, float]:
    """Return CPU seconds: mean values, convolution, a chain; and the states of this one."""
    from sad.stochastic.queueing.clients import cycle_time  # noqa: PLC0415
    from sad.stochastic.queueing.mva import populations  # noqa: PLC0415
    from sad.stochastic.queueing.read import read  # noqa: PLC0415
    from sad.stochastic.queueing.solve import network_of, solved  # noqa: PLC0415

    random = Random(1)
    demands = [random.uniform(0.1, 1.0) for _ in range(_STATIONS)]
    stations = [(demand, 1 + (place < 2)) for place, demand in enumerate(demands)]
    network = network_of(read(_NETWORK, "chain.qn.yaml"), {})
    method = solved(network).method  # with imports
    states = float("".join(filter(str.isdigit, method)))
    return (
        _seconds(lambda: [*populations(demands, 5.0, _JOBS)]),
        _seconds(lambda: cycle_time(_JOBS, 5.0, stations)),
        _seconds(lambda: solved(network)),
        states,
    )


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    print(table(queueing()))
