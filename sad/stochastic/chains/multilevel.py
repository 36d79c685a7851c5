"""Steady states of large chains: aggregation on many levels, sped up by a Krylov method.

G. Horton, S. T. Leutenegger, "A multi-level solution algorithm for steady-state Markov chains",
SIGMETRICS 1994: states that are strongly coupled become one state of a smaller chain, whose rates are
means over the present probabilities; that chain is solved in the same way, and its solution corrects
the present one. Between levels Gauss-Seidel sweeps smooth it. What a cycle built then preconditions
GMRES (flexible form: Y. Saad, SIAM J. Sci. Comput. 14, 1993) as in H. De Sterck et al., "Multilevel
adaptive aggregation for Markov chains", SIAM J. Sci. Comput. 30 (2008).

Balance is ``A x = 0`` with A the outflows on the diagonal, minus the transposed rates.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.stochastic.chains.chain import ChainError, SteadyState, imbalance, outflow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.stochastic.chains.chain import Floats, Matrix, Numbers

ACCURACY = 1e-11
"""The imbalance, as a share of all flow, at which a chain is solved."""
MOST_STEPS = 400
"""Iterations of the Krylov method before a chain counts as not solved."""
_COARSEST = 600
_KRYLOV = 25  # iterations between two looks at the aggregates
_ROUNDS = 4  # of handshakes
_NOTHING = 1e-300
_HINT = "rates of very different size need --simulate"


class _Level:
    """One level: its matrix, the map to the next one, and what of both does not change with values."""

    def __init__(self, matrix: Matrix) -> None:
        """Prepare ``matrix`` (CSR, sorted); values come with ``set_values``."""
        self.sparse: Any = import_module("scipy.sparse")
        self.matrix = matrix
        self.size = int(matrix.shape[0])
        rows = np.repeat(np.arange(self.size, dtype=np.int32), np.diff(matrix.indptr))
        self._lower = np.flatnonzero(rows >= matrix.indices)
        self._upper = np.flatnonzero(rows < matrix.indices)
        shape = (self.size, self.size)
        pairs = (rows[self._lower], matrix.indices[self._lower])
        order = np.lexsort((pairs[0], pairs[1]))
        self._lower = self._lower[order]
        columns = np.bincount(pairs[1], minlength=self.size)
        starts = np.concatenate([[0], np.cumsum(columns)]).astype(np.int32)
        self._triangle = self.sparse.csc_matrix(
            (np.ones(len(order)), pairs[0][order], starts), shape=shape
        )
        above = np.bincount(rows[self._upper], minlength=self.size)
        starts = np.concatenate([[0], np.cumsum(above)]).astype(np.int32)
        data = np.ones(len(self._upper))
        self.rest = self.sparse.csr_matrix((data, matrix.indices[self._upper], starts), shape=shape)
        self._rows = rows
        self.solve: Callable[[Floats], Floats]
        self.aggregate: Numbers | None = None
        self.weights: Floats
        self.next: _Level | None = None
        self._places: Numbers

    def set_values(self, data: Floats) -> None:
        """Take other values for the matrix, and factor its lower triangle: that has no fill."""
        self.matrix.data = data
        self._triangle.data = data[self._lower]
        self.rest.data = data[self._upper]
        options = {"SymmetricMode": True, "Equil": False}
        factor: Any = import_module("scipy.sparse.linalg").splu(
            self._triangle, permc_spec="NATURAL", diag_pivot_thresh=0.0, options=options
        )
        self.solve = factor.solve

    def coarsen(self) -> None:
        """Choose aggregates of about four states, and find the pattern of the chain of them."""
        member, count = _pairs(self.matrix)
        coarse = self.sparse.csr_matrix(
            (-self.matrix.data, (member[self._rows], member[self.matrix.indices])),
            shape=(count, count),
        )
        again, count = _pairs(-coarse)
        self.aggregate = again[member]
        keys = self.aggregate[self._rows].astype(np.int64) * count
        keys += self.aggregate[self.matrix.indices]
        known, places = np.unique(keys, return_inverse=True)
        self._places = places.astype(np.int32)
        starts = np.searchsorted(known, np.arange(count + 1, dtype=np.int64) * count)
        pattern = (np.ones(len(known)), (known % count).astype(np.int32), starts.astype(np.int32))
        self.next = _Level(self.sparse.csr_matrix(pattern, shape=(count, count)))

    def coarse_values(self) -> Floats:
        """Return the values of the next level's matrix at the present weights."""
        assert self.next is not None
        values = self.matrix.data * self.weights[self.matrix.indices]
        return _binned(self._places, values, self.next.matrix.nnz)

    def sums(self, vector: Floats) -> Floats:
        """Return the sums over aggregates."""
        assert self.aggregate is not None
        assert self.next is not None
        return _binned(self.aggregate, vector, self.next.size)


def _binned(places: Numbers, values: Floats, size: int) -> Floats:
    found: Any = np.bincount(places, values, size)
    return found


def _pairs(matrix: Matrix) -> tuple[Numbers, int]:
    """Pairs of strongly coupled states: the aggregate of each state, and how many there are.

    Each state offers itself to the neighbour it is most strongly coupled to; who offers themselves to
    each other are a pair. Ties fall by a hash of the arc, so that there are pairs in each round.
    """
    size = matrix.shape[0]
    arcs = (abs(matrix) + abs(matrix).T).tocoo()
    off = arcs.row != arcs.col
    row, column, strength = arcs.row[off], arcs.col[off], arcs.data[off]
    member, count = np.full(size, -1, np.int32), 0
    for number in range(_ROUNDS):
        low = np.minimum(row, column).astype(np.uint64)
        high = np.maximum(row, column).astype(np.uint64)
        salt = np.uint64(977 * number + 1)
        noise = (low * np.uint64(2654435761) ^ high * np.uint64(40503)) * salt
        noise = (noise % np.uint64(1000003)).astype(np.float64) / 1e6
        order = np.lexsort((strength * (1 + 0.2 * noise), row))
        if not len(order):
            break
        last = np.concatenate([row[order][1:] != row[order][:-1], [True]])
        best = np.full(size, -1, np.int32)
        best[row[order][last]] = column[order][last]
        first = np.flatnonzero(best >= 0)
        second = best[first]
        agreed = (best[second] == first) & (first < second)
        first, second = first[agreed], second[agreed]
        member[first] = member[second] = np.arange(count, count + len(first))
        count += len(first)
        free = (member[row] < 0) & (member[column] < 0)
        row, column, strength = row[free], column[free], strength[free]
    alone = np.flatnonzero(member < 0)
    member[alone] = np.arange(count, count + len(alone))
    return member, count + len(alone)


class _Levels:
    def __init__(self, rates: Matrix) -> None:
        sparse: Any = import_module("scipy.sparse")
        matrix = (sparse.diags(outflow(rates)) - rates.T).tocsr()
        matrix.sort_indices()
        self.top = _Level(matrix)
        self.top.set_values(matrix.data)
        self._inverse: Any = None

    def cycle(self, present: Floats) -> Floats:
        """One cycle from the present probabilities: new aggregates' rates, and a better solution."""
        return self._adapt(self.top, present / present.sum())

    def _adapt(self, level: _Level, x: Floats) -> Floats:
        if level.size <= _COARSEST:
            return self._coarsest(level)
        x = self._smooth(level, x)
        if level.next is None:
            level.coarsen()
        assert level.next is not None
        mass = level.sums(x)
        level.weights = x / mass[level.aggregate]
        level.next.set_values(level.coarse_values())
        y = self._adapt(level.next, mass)
        x = level.weights * y[level.aggregate]
        return self._smooth(level, x)

    def _coarsest(self, level: _Level) -> Floats:
        """Solve the smallest chain; keep the inverse of its matrix, last row replaced by ones."""
        linear: Any = import_module("scipy.linalg")
        dense = level.matrix.toarray()
        dense[-1] = 1.0
        self._inverse = linear.lu_factor(dense)
        right = np.zeros(level.size)
        right[-1] = 1.0
        found = np.abs(linear.lu_solve(self._inverse, right))
        return np.maximum(found, _NOTHING)

    def _smooth(self, level: _Level, x: Floats) -> Floats:
        for _ in range(2):
            x = level.solve(-(level.rest @ x))
        x = np.maximum(x, _NOTHING)
        return x / x.sum()

    def corrected(self, residual: Floats) -> Floats:
        """Return about the solution of ``A x = residual`` by one cycle; no values change."""
        return self._correct(self.top, residual)

    def _correct(self, level: _Level, residual: Floats) -> Floats:
        if level.size <= _COARSEST:
            linear: Any = import_module("scipy.linalg")
            right = residual.copy()
            right[-1] = 0.0
            return linear.lu_solve(self._inverse, right)
        assert level.next is not None
        x = level.solve(residual)
        x = level.solve(residual - level.rest @ x)
        left = level.sums(residual - level.matrix @ x)
        x += level.weights * self._correct(level.next, left)[level.aggregate]
        x = level.solve(residual - level.rest @ x)
        return level.solve(residual - level.rest @ x)


def multilevel(rates: Matrix, most_steps: int = MOST_STEPS) -> SteadyState:
    """Return the steady state of a chain of one recurrent class.

    Raises ``ChainError`` SAD613 if it is not found in ``most_steps`` iterations, or if probabilities
    are so far apart that a smaller chain cannot be solved.
    """
    try:
        with np.errstate(all="ignore"):
            return _multilevel(rates, most_steps)
    except (
        RuntimeError,
        ValueError,
        np.linalg.LinAlgError,
    ):  # a factor of zero, or no numbers left
        message = "not solved: its probabilities are too many orders of magnitude apart"
        raise ChainError("SAD613", message, _HINT) from None


def _multilevel(rates: Matrix, most_steps: int) -> SteadyState:
    levels = _Levels(rates)
    x = np.full(rates.shape[0], 1.0 / rates.shape[0])
    x = levels.cycle(levels.cycle(x))
    steps, residual = 2, imbalance(rates, x)
    flow = outflow(rates)
    while steps < most_steps:
        x, used = _krylov(levels, x, flow, ACCURACY / 4)
        x = np.maximum(x, _NOTHING)
        x = levels.cycle(x)
        steps += used + 1
        residual = imbalance(rates, x)
        if residual <= ACCURACY:
            change = float(np.abs(levels.corrected(levels.top.matrix @ x)).sum())
            return SteadyState(x / x.sum(), residual, "multilevel", steps, change)
    message = f"not solved: after {steps} iterations {residual:.1e} of all flow is out of balance"
    raise ChainError("SAD613", message, _HINT)


def _krylov(levels: _Levels, x: Floats, flow: Floats, accuracy: float) -> tuple[Floats, int]:
    """Flexible GMRES from ``x``; the new probabilities, and how many iterations that took."""
    matrix = levels.top.matrix
    residual = -(matrix @ x)
    norm = float(np.linalg.norm(residual))
    goal = accuracy * float((flow * x).sum()) / np.sqrt(len(x))
    if norm <= goal:
        return x, 0
    basis, corrections = [residual / norm], list[Any]()
    small = np.zeros((_KRYLOV + 1, _KRYLOV))
    right = np.zeros(_KRYLOV + 1)
    right[0] = norm
    weights = np.zeros(0)
    for step in range(_KRYLOV):
        correction = levels.corrected(basis[-1])
        corrections.append(correction)
        vector = matrix @ correction
        for number, direction in enumerate(basis):
            small[number, step] = direction @ vector
            vector -= small[number, step] * direction
        length = float(np.linalg.norm(vector))
        small[step + 1, step] = length
        part = small[: step + 2, : step + 1]
        weights = np.linalg.lstsq(part, right[: step + 2])[0]
        left = float(np.linalg.norm(part @ weights - right[: step + 2]))
        if left <= goal or length <= 1e-14 * norm:
            break
        basis.append(vector / length)
    for weight, correction in zip(weights, corrections, strict=True):
        x = x + weight * correction
    return x, len(corrections)
