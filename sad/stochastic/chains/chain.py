"""What a Markov chain is, which of its states it never leaves for good, and what a solution is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import SadError, Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.integer[Any]]
    Matrix = Any
    """A ``scipy.sparse.csr_matrix``; scipy has no static types."""

_SHOWN = 3


class ChainError(Exception):
    """A chain has no such solution. ``at`` makes it an error about a file."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.hint = code, hint

    def at(self, span: Span) -> SadError:
        """Return the error about the model at ``span``."""
        return input_error(self.code, str(self), span, self.hint)


def number_name(state: int) -> str:
    """Return the name of a state that has none of its own."""
    return f"state {state}"


@record
class Chain:
    """A chain of ``size`` states.

    ``rates[i, j]`` (CSR, shape size x size, per second) is the rate from i to j; the diagonal is empty.
    ``label`` names a state in messages.
    """

    rates: Matrix
    label: Callable[[int], str] = number_name

    @property
    def size(self) -> int:
        """How many states there are."""
        return int(self.rates.shape[0])

    @property
    def arcs(self) -> int:
        """How many rates there are."""
        return int(self.rates.nnz)


@record
class SteadyState:
    """The probabilities of all states in the long run (shape: states; their sum is 1).

    ``residual`` is the flow that is out of balance, summed over all states, as a share of all flow.
    ``change`` is by how much one more step would change the probabilities, summed: an estimate of their
    error; 0 for methods that are not iterative. ``steps`` are iterations.
    """

    probabilities: Floats
    residual: float
    method: str
    steps: int = 0
    change: float = 0.0


def chain_of(
    size: int,
    sources: ArrayLike,
    targets: ArrayLike,
    rates: ArrayLike,
    label: Callable[[int], str] = number_name,
) -> Chain:
    """Return the chain of arcs; rates of equal arcs add up, arcs from a state to itself do nothing.

    Raises ``ChainError`` SAD610 if a rate is negative, infinite or no number.
    """
    sparse: Any = import_module("scipy.sparse")
    start, end = np.asarray(sources, np.int64), np.asarray(targets, np.int64)
    values = np.asarray(rates, np.float64)
    wrong = np.flatnonzero(~(np.isfinite(values) & (values >= 0)))
    if wrong.size:
        first = int(wrong[0])
        message = f"the rate from {label(int(start[first]))} to {label(int(end[first]))} is "
        raise ChainError("SAD610", f"{message}{values[first]:g}", "a rate is a number above 0")
    kept = (start != end) & (values > 0)
    matrix = sparse.csr_matrix((values[kept], (start[kept], end[kept])), shape=(size, size))
    matrix.sum_duplicates()
    return Chain(matrix, label)


def outflow(rates: Matrix) -> Floats:
    """Return the rate at which each state is left."""
    return np.asarray(rates.sum(axis=1), np.float64).ravel()


def imbalance(rates: Matrix, probabilities: Floats) -> float:
    """Return the sum of ``abs(inflow - outflow)`` of all states by all flow; 0 if nothing flows."""
    leaving = outflow(rates) * probabilities
    total = float(leaving.sum())
    entering = np.asarray(rates.T @ probabilities, np.float64)
    return float(np.abs(entering - leaving).sum()) / total if total else 0.0


def recurrent_classes(rates: Matrix) -> list[Numbers]:
    """Return the sets of states that are never left once entered, each sorted."""
    graph: Any = import_module("scipy.sparse.csgraph")
    count, member = graph.connected_components(rates, directed=True, connection="strong")
    arcs = rates.tocoo()
    leaving = member[arcs.row] != member[arcs.col]
    is_closed = np.ones(count, bool)
    is_closed[member[arcs.row[leaving]]] = False
    order = np.argsort(member, kind="stable")
    starts: Numbers = np.searchsorted(member[order], np.arange(int(count) + 1))
    sets = [order[starts[item] : starts[item + 1]] for item in np.flatnonzero(is_closed)]
    return sorted(sets, key=lambda members: int(members[0]))


def only_class(chain: Chain) -> Numbers:
    """Return the states that have a probability in the long run.

    Raises ``ChainError`` SAD611 if that depends on where the chain starts.
    """
    classes = recurrent_classes(chain.rates)
    if len(classes) == 1:
        return classes[0]
    parts = [_named(chain, members) for members in classes[:_SHOWN]]
    more = f" and {len(classes) - _SHOWN} more" if len(classes) > _SHOWN else ""
    message = f"no single steady state: {len(classes)} sets of states are never left: "
    hint = "ask for the probabilities at a time: --at 10"
    raise ChainError("SAD611", message + "; ".join(parts) + more, hint)


def _named(chain: Chain, members: Numbers) -> str:
    names = ", ".join(chain.label(int(state)) for state in members[:_SHOWN])
    rest = len(members) - _SHOWN
    return f"{{{names} and {rest:,} more}}" if rest > 0 else f"{{{names}}}"
