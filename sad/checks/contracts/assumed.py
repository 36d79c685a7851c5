"""What contracts assume of sizes: they are 1 or more; ranks count from 0 up to ``nprocs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero, constraint
from sad.algebra.poly import Poly
from sad.algebra.simplify import Simplifier, at_least_one
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.feasible import Constraints
    from sad.algebra.poly import Monomial


def least_of(symbol: str) -> int:
    """Return the least value of a size."""
    return 0 if symbol == RANK else 1


def assumed(sizes: Collection[str], products: Iterable[Monomial]) -> Constraints:
    """Return what holds for sizes, and for the given products of them."""
    found = at_least_one([name for name in sizes if name != RANK], products)
    if RANK in sizes:
        found |= {constraint({(RANK,): 1}), constraint({(NPROCS,): 1, (RANK,): -1, (): -1})}
    return found


def with_remainders(known: Constraints, polys: Iterable[Poly]) -> Constraints:
    """Return ``known`` and that remainders and quotients of ranks, ``mod(rank + 1, nprocs)``, are such.

    They are not negative where what is divided is not, and remainders are below what divides.
    """
    simple = Simplifier(known)
    found: set[Constraint] = set()
    for symbol in sorted(atoms.atoms_inside(polys)):
        atom, value = atoms.definition(symbol), Poly.symbol(symbol)
        match atom:
            case atoms.Mod(dividend, divisor) if simple.holds(dividend):
                found.add(at_least_zero(value))
                if simple.holds(divisor - 1):
                    found.add(at_least_zero(divisor - 1 - value))
            case atoms.Trunc(numerator, denominator) if simple.holds(numerator):
                if simple.holds(denominator - 1):
                    found.add(at_least_zero(value))
            case _:
                pass
    return known | found


def is_possible(point: Mapping[str, Number]) -> bool:
    """Whether the rank in values of sizes is one."""
    return point.get(RANK, 0) < point.get(NPROCS, float("inf"))
