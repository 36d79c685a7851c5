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
MOST_ELIMINATED = 70_000
"""The same where levels do not solve it: up to some 300 MB, if states are coupled as in a cube."""
MOST_CHANGE = 1e-7
"""What one more cycle over the levels may change of all probabilities together."""


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
        return _large(rates)
    return _checked(rates, _dense(rates) if size <= MOST_DENSE else _direct(rates))


def _checked(rates: Matrix, found: Floats | None) -> SteadyState:
    """What elimination found; raises SAD613 for what is none."""
    residual = np.inf if found is None else imbalance(rates, found / found.sum())
    if found is None or not residual <= ACCURACY:
        what = "its" if found is None else f"{residual:.1e} of all flow is out of balance: its"
        message = f"not solved: {what} probabilities are too many orders of magnitude apart"
        raise ChainError("SAD613", message, "rates of very different size need --exact")
    return SteadyState(found / found.sum(), residual, "elimination")


def _large(rates: Matrix) -> SteadyState:
    """Many levels; elimination where the probabilities are too far apart for them.

    One more cycle must change all probabilities together by less than ``MOST_CHANGE``, and with it
    every mean of something between 0 and 1.
    """
    failed = ChainError("SAD613", "not solved: one more step changes too much", "--simulate")
    try:
        found = multilevel(rates)
        if found.change <= MOST_CHANGE:
            return found
    except ChainError as error:
        failed = error
    if rates.shape[0] > MOST_ELIMINATED:
        raise failed
    return _checked(rates, _direct(rates))


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


def _direct(rates: Matrix) -> Floats | None:
    """Sparse elimination; the weight of a state with much of the flow is held. None if that fails.

    A held state of tiny weight would make all others huge. The first one is where the most likely ways
    lead to, others are the heaviest so far.
    """
    size = int(rates.shape[0])
    matrix: Any = (import_module("scipy.sparse").diags(outflow(rates)) - rates.T).tocsc()
    held, best = _likely_end(rates), None
    for _ in range(4):
        found = _with_held(matrix, size, held)
        if found is None:
            return best
        if found[held] >= 1e-6 * found.max():
            return found
        held, best = int(np.argmax(found)), found
    return best


def _with_held(matrix: Any, size: int, held: int) -> Floats | None:
    """The weights of all states if the held one has 1; None where numbers do not reach so far."""
    linear: Any = import_module("scipy.sparse.linalg")
    rest = np.flatnonzero(np.arange(size) != held)
    try:
        factor = linear.splu(
            matrix[rest][:, rest],
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )
    except RuntimeError:  # a pivot is 0
        return None
    column = np.asarray(-matrix[rest][:, [held]].todense()).ravel()
    found = np.empty(size)
    found[held] = 1.0
    found[rest] = np.maximum(factor.solve(column), 0.0)
    return found if np.isfinite(found).all() else None


def _likely_end(rates: Matrix) -> int:
    """The state to which the likeliest way leads from state 0, where it begins to go in a circle."""
    seen: set[int] = set()
    state = 0
    while state not in seen:
        seen.add(state)
        first, last = rates.indptr[state], rates.indptr[state + 1]
        state = int(rates.indices[first + int(np.argmax(rates.data[first:last]))])
    return state
