"""Probabilities at a time: uniformisation.

A chain looked at in steps of a Poisson process with a rate no state exceeds is a chain in discrete time
(A. Jensen 1953); the probabilities at time t are those after k steps, weighted by the chance of k
steps in t. The weights are computed outwards from the likeliest k, as B. L. Fox and P. W. Glynn do
(CACM 31, 1988), so that nothing underflows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sad.stochastic.chains.chain import ChainError, outflow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.stochastic.chains.chain import Chain, Floats, Matrix

_LEFT_OUT = 1e-16
MOST_STEPS = 50_000_000
"""Products of a chain's arcs and steps, in thousands, before a time counts as out of reach."""


def poisson_weights(mean: float) -> tuple[int, Floats]:
    """Return the least k and the probabilities of k, k+1, ... events; their sum is 1."""
    middle = math.floor(mean)
    reach = math.ceil(9.0 * math.sqrt(mean) + 40)
    first = max(0, middle - reach)
    down = np.arange(middle, first, -1, dtype=np.float64)
    up = np.arange(middle + 1, middle + reach + 1, dtype=np.float64)
    below = np.cumprod(down / mean)[::-1] if mean else np.zeros(0)
    weights = np.concatenate([below, [1.0], np.cumprod(mean / up)])
    weights /= weights.sum()
    kept = np.flatnonzero(weights > _LEFT_OUT)
    weights = weights[kept[0] : kept[-1] + 1]
    return first + int(kept[0]), weights / weights.sum()


def powers(rates: Matrix, leaving: Floats, start: Floats) -> tuple[float, Iterator[Floats]]:
    """Return the rate of steps [1/s], and the probabilities after 0, 1, 2, ... of them.

    States are left at the rates ``leaving`` [1/s], which may be more than the sum of ``rates``: the
    rest goes elsewhere. ``start`` has the shape states, or states x starts: each column is one start.
    """
    rate = float(leaving.max(initial=0.0)) * 1.02  # above all rates: no chain that only alternates
    turned = rates.T.tocsr()
    stay = rate - leaving if start.ndim == 1 else (rate - leaving)[:, None]

    def steps() -> Iterator[Floats]:
        present = start
        while True:
            yield present
            present = (turned @ present + stay * present) / rate

    return rate, steps()


def until(rates: Matrix, leaving: Floats, start: Floats, seconds: float) -> tuple[Floats, Floats]:
    """Return the probabilities after a time, and the mean time spent in each state until then [s].

    Arguments and shapes are those of ``powers``. Raises as ``at_time``.
    """
    _check_steps(float(leaving.max(initial=0.0)), seconds, rates.nnz * max(1, start[0].size))
    rate, after = powers(rates, leaving, start)
    if rate == 0.0:
        return start, start * seconds
    least, weights = poisson_weights(rate * seconds)
    later = 1.0 - np.concatenate([np.zeros(least), np.cumsum(weights)])
    found, spent = np.zeros_like(start), np.zeros_like(start)
    for number, present in enumerate(after):
        spent += max(float(later[number]), 0.0) / rate * present
        if number >= least:
            found += weights[number - least] * present
        if number == len(later) - 1:
            break
    return found, spent


def _check_steps(rate: float, seconds: float, arcs: int) -> None:
    steps = rate * seconds
    if steps * max(arcs, 1) > 1e3 * MOST_STEPS:
        message = f"{steps:.2g} steps lead to {seconds:g} s: too many"
        raise ChainError("SAD614", message, "a shorter time, or none: the steady state")


def at_time(chain: Chain, start: Floats, seconds: float) -> Floats:
    """Return the probabilities of all states ``seconds`` after the chain had those of ``start``.

    Raises ``ChainError`` SAD614 where that takes too many steps.
    """
    found, _ = until(chain.rates, outflow(chain.rates), start, seconds)
    return found / found.sum()
