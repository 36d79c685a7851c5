"""Mean value analysis of closed networks of delays and single servers.

An arriving job finds what is there on average with one job less (Reiser and Lavenberg 1980):

    R_i(N) = D_i (1 + Q_i(N-1)),   X(N) = N / (Z + sum of R_i(N)),   Q_i(N) = X(N) R_i(N)

and with several classes, one after the other of each job that could have arrived,

    R_ci(N) = D_ci (1 + Q_i(N - 1_c)),   X_c(N) = N_c / (Z_c + sum of R_ci(N)),   Q_i = sum of X_c R_ci.

Bard and Schweitzer put Q_i(N - 1_c) = sum over d of Q_di (N_d - [c = d]) / N_d in place of smaller
networks, and repeat until nothing changes.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Generic, TypeVar

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

MOST_EXACT = 1_000_000
"""The most populations of all classes that are gone through one by one."""
_TOLERANCE, _MOST_ROUNDS = 1e-12, 100_000

Value = TypeVar("Value", float, "Fraction")


@record
class Means(Generic[Value]):
    """A network with so many jobs: jobs per second, and mean jobs at each station without delay."""

    jobs: int
    throughput: Value
    queues: tuple[Value, ...]


def populations(demands: Sequence[Value], think: Value, jobs: int) -> Iterator[Means[Value]]:
    """Yield the network with 1, 2, ... ``jobs`` jobs; fractions stay exact.

    ``demands`` are the service of a cycle at each station [s], ``think`` its delays [s]; not all 0.
    """
    queues = [think - think] * len(demands)
    for number in range(1, jobs + 1):
        times = [demand * (1 + queue) for demand, queue in zip(demands, queues, strict=True)]
        rate = number / (think + sum(times))
        queues = [rate * time for time in times]
        yield Means(number, rate, tuple(queues))


@record
class ClassMeans:
    """A network of several classes: jobs per second of each, and mean jobs by class and station.

    ``rounds`` is 0 for an exact result, else how many rounds the approximation took.
    """

    throughputs: tuple[float, ...]
    queues: tuple[tuple[float, ...], ...]
    rounds: int = 0


def is_exact(jobs: Sequence[int]) -> bool:
    """Whether classes of so many jobs are few enough for the exact recursion."""
    return prod(number + 1 for number in jobs) <= MOST_EXACT


def class_means(
    demands: Sequence[Sequence[float]], thinks: Sequence[float], jobs: Sequence[int]
) -> ClassMeans:
    """Return the means of a network: ``demands`` [s] by class and station, the others by class.

    Exact where ``is_exact``, else by Bard and Schweitzer. Raises ``ArithmeticError`` if this does not
    come to an end.
    """
    if is_exact(jobs):
        return _exact(demands, thinks, jobs)
    return bard_schweitzer(demands, thinks, jobs)


def _exact(
    demands: Sequence[Sequence[float]], thinks: Sequence[float], jobs: Sequence[int]
) -> ClassMeans:
    classes, stations = range(len(jobs)), range(len(demands[0]))
    strides = [prod(number + 1 for number in jobs[place + 1 :]) for place in classes]
    totals: list[list[float]] = []
    """Mean jobs at each station, by population, the last class changing fastest."""
    rates = [0.0] * len(jobs)
    times: list[list[float]] = []
    for place, population in enumerate(product(*(range(number + 1) for number in jobs))):
        total = [0.0] * len(stations)
        times = []
        for of in classes:
            if population[of] == 0:
                rates[of] = 0.0
                times.append(total)
                continue
            before = totals[place - strides[of]]
            own = [need * (1 + found) for need, found in zip(demands[of], before, strict=True)]
            rates[of] = population[of] / (thinks[of] + sum(own))
            times.append(own)
        for of in classes:
            if rates[of]:
                total = [
                    sum_ + rates[of] * time for sum_, time in zip(total, times[of], strict=True)
                ]
        totals.append(total)
    queues = tuple(tuple(rates[of] * times[of][station] for station in stations) for of in classes)
    return ClassMeans(tuple(rates), queues)


def bard_schweitzer(
    demands: Sequence[Sequence[float]], thinks: Sequence[float], jobs: Sequence[int]
) -> ClassMeans:
    """Return the approximation for a network; arguments and errors as ``class_means``."""
    classes, stations = range(len(jobs)), range(len(demands[0]))
    used = [max(1, sum(need > 0 for need in demands[of])) for of in classes]
    queues = [[jobs[of] / used[of] if need > 0 else 0.0 for need in demands[of]] for of in classes]
    for rounds in range(1, _MOST_ROUNDS):
        totals = [sum(queues[of][station] for of in classes) for station in stations]
        rates, found = [0.0] * len(jobs), [[0.0] * len(stations) for _ in classes]
        change = 0.0
        for of in classes:
            if jobs[of] == 0:
                continue
            own = [
                need * (1 + totals[station] - queues[of][station] / jobs[of])
                for station, need in enumerate(demands[of])
            ]
            rates[of] = jobs[of] / (thinks[of] + sum(own))
            found[of] = [rates[of] * time for time in own]
            worst = max(abs(a - b) for a, b in zip(found[of], queues[of], strict=True))
            change = max(change, worst / jobs[of])
        queues = found
        if change < _TOLERANCE:
            return ClassMeans(tuple(rates), tuple(map(tuple, queues)), rounds)
    raise ArithmeticError
