"""Distances in a network: how many links a message crosses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.machine.networks.model import Topology


def diameter(topology: Topology, nprocs: int) -> int:
    """Return the largest number of links between two of ``nprocs`` processors.

    A mesh or torus without dimensions is taken as square as possible; a fat tree and a multistage
    network count links up to the lowest common switch and down again.
    """
    if nprocs <= 1:
        return 0
    match topology.kind:
        case "mesh":
            return sum(size - 1 for size in sides(topology, nprocs))
        case "torus":
            return sum(size // 2 for size in sides(topology, nprocs))
        case "ring":
            return nprocs // 2
        case "hypercube":
            return math.ceil(math.log2(nprocs))
        case "fat_tree" | "multistage":
            return 2 * _levels(nprocs, topology.arity or 2)
        case _:
            return 1


def sides(topology: Topology, nprocs: int) -> tuple[int, ...]:
    """Return the sizes of the mesh that ``nprocs`` processors use: the file's, or the squarest."""
    if math.prod(topology.dimensions) == nprocs:
        return topology.dimensions
    count = len(topology.dimensions) or 2
    found: list[int] = []
    rest = nprocs
    for left in range(count, 0, -1):
        side = max(divisor for divisor in _divisors(rest) if divisor**left <= rest)
        found.append(side)
        rest //= side
    found[-1] *= rest
    return tuple(sorted(found, reverse=True))


def _divisors(number: int) -> list[int]:
    return [divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0] + [
        number // divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0
    ]


def _levels(nprocs: int, arity: int) -> int:
    levels = 0
    while arity**levels < nprocs:
        levels += 1
    return levels
