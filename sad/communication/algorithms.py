"""Algorithms of collective operations: steps in which processes send at the same time.

Each takes the operation's bytes and the number of processes, arrays of one shape. Bytes are those of
the whole vector (broadcast, reduce, allreduce, reduce_scatter, scan), of one process (gather, scatter,
allgather) or of one pair of processes (alltoall). Blocks of a vector are equally long, bytes/nprocs.
Where the number of processes is no power of two, recursive doubling and halving first take the data of
those beyond the largest power into the others and hand back the result at the end, as in MPICH.

After Thakur, Rabenseifner, Gropp 2005 (section 4), Bruck et al. 1997 (Bruck's), van de Geijn's group
(scatter and allgather for broadcast), Hensgen, Finkel, Manber 1988 (dissemination).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Partners(StrEnum):
    """Who sends to whom in a step with the distance d, as ranks below the number of processes."""

    SHIFT = "shift"  # r to r + d, around the end
    UP = "up"  # r and r + d
    TREE = "tree"  # r and r + d, where r is a multiple of 2d
    FLIP = "flip"  # r and r with the bit d flipped
    ROOT = "root"  # rank 0 and each of the others
    ANY = "any"  # each with each of the others


@record
class Step:
    """``times`` messages of ``nbytes`` one after the other; ``both`` if partners send and receive.

    The bytes are those of the largest message in the step, which all that follow wait for.
    """

    nbytes: Any
    times: Any
    both: bool
    partners: Partners
    distance: Any = 1.0


def powers(below: Floats) -> Iterator[tuple[float, NDArray[np.bool_]]]:
    """Yield 1, 2, 4, ... with where it is below the number given, as long as it is anywhere."""
    power = 1.0
    while (active := power < below).any():
        yield power, active
        power *= 2.0


def largest_power(nprocs: Floats) -> Floats:
    """Return the largest power of two that is not above the number of processes."""
    _, exponent = np.frexp(nprocs)
    return np.ldexp(1.0, exponent - 1)


Algorithm: TypeAlias = Callable[["Floats", "Floats"], Iterator[Step]]


def _linear(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes, nprocs - 1.0, False, Partners.ROOT)


def _binomial(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    for power, active in powers(nprocs):
        yield Step(nbytes, active, False, Partners.TREE, power)


def _binomial_blocks(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    """Scatter or gather: a father passes the blocks of the whole subtree."""
    for power, active in powers(nprocs):
        blocks = np.minimum(power, nprocs - power)
        yield Step(blocks * nbytes, active, False, Partners.TREE, power)


def _ring(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes, nprocs - 1.0, True, Partners.SHIFT)


def _bruck_blocks(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    for power, active in powers(nprocs):
        blocks = np.minimum(power, nprocs - power)
        yield Step(blocks * nbytes, active, True, Partners.SHIFT, power)


def _doubling_blocks(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    """Allgather: rank 0 has the most blocks in every step, its own and those taken in."""
    inner = largest_power(nprocs)
    beyond = nprocs - inner
    yield Step(nbytes, beyond > 0, False, Partners.UP, inner)
    for power, active in powers(inner):
        blocks = power + np.minimum(power, beyond)
        yield Step(blocks * nbytes, active, True, Partners.FLIP, power)
    yield Step((nprocs - 1.0) * nbytes, beyond > 0, False, Partners.UP, inner)


def _gather_broadcast(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _binomial_blocks(nbytes, nprocs)
    yield from _binomial(nbytes * nprocs, nprocs)


def _scatter_ring(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _binomial_blocks(nbytes / nprocs, nprocs)
    yield from _ring(nbytes / nprocs, nprocs)


def _scatter_doubling(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _binomial_blocks(nbytes / nprocs, nprocs)
    yield from _doubling_blocks(nbytes / nprocs, nprocs)


def _folded(nbytes: Floats, nprocs: Floats) -> Step:
    """The vectors of those beyond the largest power of two go to their neighbours, or back."""
    return Step(nbytes, nprocs > largest_power(nprocs), False, Partners.FLIP, 1.0)


def _halves(nbytes: Floats, nprocs: Floats, *, both: bool) -> Iterator[Step]:
    """Parts of a vector: 1/2, 1/4, ... of it, among the largest power of two of processes."""
    inner = largest_power(nprocs)
    for power, active in powers(inner):
        yield Step(nbytes * power / inner, active, both, Partners.FLIP, power)


def _reduce_rabenseifner(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield _folded(nbytes, nprocs)
    yield from _halves(nbytes, nprocs, both=True)
    yield from _halves(nbytes, nprocs, both=False)


def _allreduce_rabenseifner(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield _folded(nbytes, nprocs)
    yield from _halves(nbytes, nprocs, both=True)
    yield from _halves(nbytes, nprocs, both=True)
    yield _folded(nbytes, nprocs)


def _reduce_broadcast(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _binomial(nbytes, nprocs)
    yield from _binomial(nbytes, nprocs)


def _allreduce_doubling(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield _folded(nbytes, nprocs)
    for power, active in powers(largest_power(nprocs)):
        yield Step(nbytes, active, True, Partners.FLIP, power)
    yield _folded(nbytes, nprocs)


def _allreduce_ring(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes / nprocs, 2.0 * (nprocs - 1.0), True, Partners.SHIFT)


def _pairwise(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes, nprocs - 1.0, True, Partners.ANY)


def _alltoall_bruck(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    """In a step go the blocks whose distance has the step's bit."""
    for power, active in powers(nprocs):
        whole, rest = np.divmod(nprocs, 2.0 * power)
        blocks = whole * power + np.maximum(rest - power, 0.0)
        yield Step(blocks * nbytes, active, True, Partners.SHIFT, power)


def _reduce_then_scatter(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _binomial(nbytes, nprocs)
    yield from _binomial_blocks(nbytes / nprocs, nprocs)


def _halving(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    """Reduce_scatter: rank 0 gets the most blocks in every step, those of a neighbour among them."""
    inner = largest_power(nprocs)
    beyond = nprocs - inner
    yield _folded(nbytes, nprocs)
    for power, active in powers(inner):
        blocks = power + np.minimum(power, beyond)
        yield Step(blocks * nbytes / nprocs, active, True, Partners.FLIP, power)
    yield _folded(nbytes / nprocs, nprocs)


def _reduce_scatter_pairwise(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield from _pairwise(nbytes / nprocs, nprocs)


def _chain(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes, nprocs - 1.0, False, Partners.UP)


def _scan_doubling(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    for power, active in powers(nprocs):
        yield Step(nbytes, active, True, Partners.FLIP, power)


def _barrier_linear(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    yield Step(nbytes, 2.0 * (nprocs - 1.0), False, Partners.ROOT)


def _dissemination(nbytes: Floats, nprocs: Floats) -> Iterator[Step]:
    for power, active in powers(nprocs):
        yield Step(nbytes, active, True, Partners.SHIFT, power)


STEPS: Mapping[str, Mapping[str, Algorithm]] = {
    "broadcast": {
        "linear": _linear,
        "binomial": _binomial,
        "scatter_recursive_doubling": _scatter_doubling,
        "scatter_ring": _scatter_ring,
    },
    "reduce": {"linear": _linear, "binomial": _binomial, "rabenseifner": _reduce_rabenseifner},
    "allreduce": {
        "reduce_broadcast": _reduce_broadcast,
        "recursive_doubling": _allreduce_doubling,
        "rabenseifner": _allreduce_rabenseifner,
        "ring": _allreduce_ring,
    },
    "gather": {"linear": _linear, "binomial": _binomial_blocks},
    "scatter": {"linear": _linear, "binomial": _binomial_blocks},
    "allgather": {
        "gather_broadcast": _gather_broadcast,
        "recursive_doubling": _doubling_blocks,
        "bruck": _bruck_blocks,
        "ring": _ring,
    },
    "alltoall": {"linear": _pairwise, "pairwise": _pairwise, "bruck": _alltoall_bruck},
    "reduce_scatter": {
        "reduce_then_scatter": _reduce_then_scatter,
        "recursive_halving": _halving,
        "pairwise": _reduce_scatter_pairwise,
    },
    "scan": {"linear": _chain, "recursive_doubling": _scan_doubling},
    "barrier": {
        "linear": _barrier_linear,
        "binomial": _reduce_broadcast,
        "dissemination": _dissemination,
    },
}
"""By operation and algorithm, as ``sad.machine.networks.model.ALGORITHMS`` lists them."""
