"""The steady state of a chain, by the method that fits its size."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.stochastic.chains.chain import ChainError, SteadyState, imbalance, only_class, outflow
from sad.stochastic.chains.multilevel import ACCURACY, multilevel

if TYPE_CHECKING:
    from sad.stochastic.chains.chain import Chain, Floats, Matrix

MOST_DENSE = 200
MOST_DIRECT = 6_000
"""States up to which a chain is solved by elimination, which takes more room the larger it is."""


def steady_state(chain: Chain) -> SteadyState:
    """Return the probabilities in the long run; those of states that are left for good are 0.

    Raises ``ChainError``: SAD611 (several sets of states are never left), SAD613 (not solved: there are
    no numbers then).
    """
    members = only_class(chain)
    if len(members) == chain.size:
        return _solved(chain.rates)
    inside = _solved(chain.rates[members][:, members])
    probabilities = np.zeros(chain.size)
    probabilities[members] = inside.probabilities
    parts = (inside.residual, inside.method, inside.steps, inside.change)
    return SteadyState(probabilities, *parts)


def _solved(rates: Matrix) -> SteadyState:
    size = int(rates.shape[0])
    if size > MOST_DIRECT:
        return multilevel(rates)
    found = _dense(rates) if size <= MOST_DENSE else _direct(rates)
    found /= found.sum()
    residual = imbalance(rates, found)
    if not residual <= ACCURACY:
        message = f"not solved: {residual:.1e} of all flow is out of balance"
        raise ChainError("SAD613", message, "rates of very different size need --exact")
    return SteadyState(found, residual, "elimination")


def _dense(rates: Matrix) -> Floats:
    """Elimination without subtractions (Grassmann, Taksar and Heyman): each value is accurate."""
    work = rates.toarray()
    size = len(work)
    for last in range(size - 1, 0, -1):
        work[:last, last] /= work[last, :last].sum()
        work[:last, :last] += np.outer(work[:last, last], work[last, :last])
    found = np.zeros(size)
    found[0] = 1.0
    for state in range(1, size):
        found[state] = found[:state] @ work[:state, state]
    return found


def _direct(rates: Matrix) -> Floats:
    """Sparse elimination; the weight of a state with much of the flow is held."""
    sparse: Any = import_module("scipy.sparse")
    linear: Any = import_module("scipy.sparse.linalg")
    size = int(rates.shape[0])
    matrix = (sparse.diags(outflow(rates)) - rates.T).tocsc()
    found = np.full(size, 1.0 / size)
    for _ in range(3):  # a held state of tiny weight would make all others huge
        held = int(np.argmax(found))
        rest = np.flatnonzero(np.arange(size) != held)
        options = {"SymmetricMode": True}
        factor = linear.splu(
            matrix[rest][:, rest],
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options=options,
        )
        column = np.asarray(-matrix[rest][:, [held]].todense()).ravel()
        found = np.empty(size)
        found[held] = 1.0
        found[rest] = np.maximum(factor.solve(column), 0.0)
        if found[held] >= 1e-6 * found.max():
            break
    return found
