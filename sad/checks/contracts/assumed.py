"""What contracts take for granted of sizes: they are 1 or more; ranks count from 0 up to ``nprocs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.counting.affine import constraint
from sad.counting.simplify import at_least_one
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sad.counting.evaluate import Number
    from sad.counting.feasible import Constraints
    from sad.counting.poly import Monomial


def least_of(symbol: str) -> int:
    """Return the least value of a size."""
    return 0 if symbol == RANK else 1


def assumed(sizes: Collection[str], products: Iterable[Monomial]) -> Constraints:
    """Return what holds for sizes, and for the given products of them."""
    found = at_least_one([name for name in sizes if name != RANK], products)
    if RANK in sizes:
        found |= {constraint({(RANK,): 1}), constraint({(NPROCS,): 1, (RANK,): -1, (): -1})}
    return found


def is_possible(point: Mapping[str, Number]) -> bool:
    """Whether the rank in values of sizes is one."""
    return point.get(RANK, 0) < point.get(NPROCS, float("inf"))
