"""Closed networks of several classes with several servers or rates by load, by convolution.

As ``convolution``, over populations n = (n_1, n_2, ...): a station has the factor

    F_i(n) = |n|! product of D_ci^n_c / n_c! / (a_i(1) ... a_i(|n|))

where a_i(k) is how many times as fast as one job alone k jobs are served (Reiser and Kobayashi 1975),
|n|! left out for a delay. G is their convolution, X_c = G(N - 1_c)/G(N). Terms are logarithms.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_POPULATIONS = 10_000
"""The most populations: time grows with their square."""


@record
class LatticeStation:
    """Demands of each class [s], and how much faster 1, 2, ... jobs are served than one alone.

    A delay has no ``speeds``.
    """

    demands: tuple[float, ...]
    speeds: tuple[float, ...]


@record
class LatticeMeans:
    """Jobs per second of each class, mean jobs by class and station, chances by station.

    ``chances`` are those of 0, 1, ... jobs of all classes.
    """

    throughputs: tuple[float, ...]
    queues: tuple[tuple[float, ...], ...]
    chances: tuple[tuple[float, ...], ...]


def is_small(jobs: Sequence[int]) -> bool:
    """Whether classes of so many jobs are few enough."""
    return prod(number + 1 for number in jobs) <= MOST_POPULATIONS


def lattice_means(stations: Sequence[LatticeStation], jobs: Sequence[int]) -> LatticeMeans:
    """Return the means of a closed network; each class has jobs, and a demand somewhere."""
    factors = [_factor(item, jobs) for item in stations]
    before: list[Floats] = [_nothing(jobs)]
    for factor in factors:
        before.append(_convolved(before[-1], factor))
    whole, last = before[-1], tuple(jobs)
    rates = tuple(
        float(np.exp(whole[(*last[:of], last[of] - 1, *last[of + 1 :])] - whole[last]))
        if last[of]
        else 0.0
        for of in range(len(jobs))
    )
    after = _nothing(jobs)
    shares: list[Floats] = []
    for factor, others in zip(reversed(factors), reversed(before[:-1]), strict=True):
        without = _convolved(others, after)
        turned = without[tuple(slice(None, None, -1) for _ in jobs)]
        shares.append(np.exp(factor + turned - whole[last]))
        after = _convolved(factor, after)
    shares.reverse()
    counts = np.indices(whole.shape)
    total = counts.sum(axis=0)
    queues = tuple(
        tuple(float((share * counts[of]).sum()) for share in shares) for of in range(len(jobs))
    )
    chances = tuple(tuple(np.bincount(total.ravel(), share.ravel()).tolist()) for share in shares)
    return LatticeMeans(rates, queues, chances)


def _nothing(jobs: Sequence[int]) -> Floats:
    """The factor of no station at all."""
    found = np.full([number + 1 for number in jobs], -np.inf)
    found[(0,) * len(jobs)] = 0.0
    return found


def _factor(station: LatticeStation, jobs: Sequence[int]) -> Floats:
    most = sum(jobs)
    ordered = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, most + 1)))))
    counts = np.indices([number + 1 for number in jobs])
    total = counts.sum(axis=0)
    found = np.zeros(total.shape)
    for own, demand in zip(counts, station.demands, strict=True):
        if demand > 0:
            found += own * np.log(demand) - ordered[own]
        else:
            found[own > 0] = -np.inf
    if station.speeds:
        last = len(station.speeds) - 1
        speeds = [station.speeds[min(count, last)] for count in range(most)]
        found += (ordered - np.concatenate(([0.0], np.cumsum(np.log(speeds)))))[total]
    return found


def _convolved(left: Floats, right: Floats) -> Floats:
    """The logarithms of the convolution of what two arrays are the logarithms of."""
    found = np.full(left.shape, -np.inf)
    for place in product(*(range(size) for size in left.shape)):
        if left[place] == -np.inf:
            continue
        goal = found[tuple(slice(start, None) for start in place)]
        source = right[
            tuple(slice(None, size - start) for start, size in zip(place, left.shape, strict=True))
        ]
        np.logaddexp(goal, left[place] + source, out=goal)
    return found
