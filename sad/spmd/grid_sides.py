"""The sides of process grids as MPI_DIMS_CREATE chooses them."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def balanced(nprocs: int, dimensions: int) -> tuple[int, ...]:
    """Return the sides of a grid of ``nprocs`` places, the longest first.

    As Open MPI makes them (checked against its MPI_DIMS_CREATE): prime factors, the greatest first,
    each to the side that is the shortest so far. The standard asks for sides as close to each other as
    possible, which is the same but for few numbers (72 on a plane: 12 by 6, not 9 by 8).
    """
    sides = [1] * dimensions
    for factor in reversed(prime_factors(nprocs)):
        sides[sides.index(min(sides))] *= factor
    return tuple(sorted(sides, reverse=True))


def prime_factors(number: int) -> list[int]:
    """Return the prime factors of a positive number, each as often as it divides it."""
    found: list[int] = []
    factor = 2
    while factor * factor <= number:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return [*found, number] if number > 1 else found
