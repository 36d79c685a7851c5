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


def powers(rates: Matrix, start: Floats) -> tuple[float, Iterator[Floats]]:
    """Return the rate of steps [1/s], and the probabilities after 0, 1, 2, ... of them.

    ``start`` has the shape states, or states x starts: each column is a start of its own.
    """
    leaving = outflow(rates)
    rate = float(leaving.max(initial=0.0)) * 1.02  # above all rates: no chain that only alternates
    turned = rates.T.tocsr()
    stay = rate - leaving if start.ndim == 1 else (rate - leaving)[:, None]

    def steps() -> Iterator[Floats]:
        present = start
        while True:
            yield present
            present = (turned @ present + stay * present) / rate

    return rate, steps()


def at_time(chain: Chain, start: Floats, seconds: float) -> Floats:
    """Return the probabilities of all states ``seconds`` after the chain had those of ``start``.

    Raises ``ChainError`` SAD614 where that takes too many steps.
    """
    rate = float(outflow(chain.rates).max(initial=0.0))
    if rate * seconds == 0.0:
        return start
    steps = rate * seconds
    if steps * max(chain.arcs, 1) > 1e3 * MOST_STEPS:
        message = f"{steps:.2g} steps lead to {seconds:g} s: too many"
        raise ChainError("SAD614", message, "an earlier time, or the steady state: leave --at out")
    rate, after = powers(chain.rates, start)
    least, weights = poisson_weights(rate * seconds)
    found = np.zeros_like(start)
    for number, present in enumerate(after):
        if number >= least:
            found += weights[number - least] * present
        if number == least + len(weights) - 1:
            break
    return found / found.sum()
