"""Steps of collective operations: what the processes send at the same time, for many points at once."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

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
