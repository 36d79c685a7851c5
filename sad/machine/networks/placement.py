"""Mappings: on which node each rank runs, and what hops of virtual topologies cost.

``identity`` puts rank r on node r, ``row_major`` a grid of processes into a mesh of nodes as it is, and
``gray`` a ring or a grid into a hypercube so that neighbours differ in one bit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.machine.networks.topology import GRIDS, Shape, coordinates, distance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

VIRTUAL = ("ring", "mesh", "torus", "tree", "binomial")


def nodes_of(mapping: str, shape: Shape, ranks: Any, grid: tuple[int, ...] = ()) -> Whole:
    """Return the nodes of ``ranks``, an array of numbers from 0.

    ``grid`` are the sides of the grid of processes, ranks row by row; a Gray code without one is that
    of a ring. Neighbours in the grid are neighbours in the hypercube; across the ends of a ring they
    are if its length is a power of two. Raises ``ValueError`` for a Gray code of other networks.
    """
    ranks = np.asarray(ranks, np.int64)
    if mapping != "gray":
        return ranks
    if shape.topology.kind != "hypercube":
        kind = shape.topology.kind.replace("_", " ")
        raise ValueError(f"a Gray code numbers the nodes of a hypercube, not of a {kind}")
    if not grid:
        return ranks ^ (ranks >> 1)
    found = np.zeros_like(ranks)
    for size, place in zip(grid, coordinates(grid, ranks), strict=True):
        found = (found << _bits(size)) | (place ^ (place >> 1))
    return found


def nodes_needed(mapping: str, nprocs: int, grid: tuple[int, ...] = ()) -> int:
    """Return the number of nodes that have to be there: Gray codes need powers of two."""
    if mapping != "gray":
        return nprocs
    return 1 << sum(map(_bits, grid or (nprocs,)))


def _bits(size: int) -> int:
    return (size - 1).bit_length()


def route(shape: Shape, first: int, second: int) -> list[int]:
    """Return the nodes on the way, both ends included, for dimension-order routing.

    The last dimension (of a hypercube the lowest bit) is corrected first; a torus goes the shorter
    way, of two equal ones upwards. Nodes that the program does not use are -1. Raises ``ValueError``
    for networks of switches.
    """
    kind = shape.topology.kind
    if kind == "hypercube":
        way = [first]
        for bit in range((first ^ second).bit_length()):
            if (first ^ second) >> bit & 1:
                way.append(way[-1] ^ (1 << bit))
        return way
    if kind not in GRIDS:
        raise ValueError(f"nodes of a {kind.replace('_', ' ')} are joined by switches")
    here = [int(place) for place in coordinates(shape.box, first)]
    there = [int(place) for place in coordinates(shape.box, second)]
    way = [first]
    for axis in reversed(range(len(here))):
        size, apart = shape.around[axis], there[axis] - here[axis]
        step = 1 if apart > 0 else -1
        if kind != "mesh" and 2 * abs(apart) > size:
            step = -step
        elif kind != "mesh" and 2 * abs(apart) == size:
            step = 1
        while here[axis] != there[axis]:
            here[axis] = here[axis] + step if kind == "mesh" else (here[axis] + step) % size
            way.append(_number(shape.box, here))
    return way


def _number(box: tuple[int, ...], place: list[int]) -> int:
    number = 0
    for size, one in zip(box, place, strict=True):
        if one >= size:
            return -1
        number = number * size + one
    return number


def virtual_hops(
    shape: Shape, mapping: str, virtual: str, nprocs: int, grid: tuple[int, ...] = ()
) -> Whole:
    """Return what each hop of a virtual topology costs in physical links, routing included.

    ``virtual`` is a ring, a mesh or torus (of ``grid``), a binary tree (rank r is the father of 2r + 1
    and 2r + 2) or the binomial tree of broadcasts. One number for each of its edges: the largest is
    the embedding's dilation.
    """
    one, other = edges(virtual, nprocs, grid)
    ends = (nodes_of(mapping, shape, side, grid) for side in (one, other))
    return distance(shape, *ends)


def edges(virtual: str, nprocs: int, grid: tuple[int, ...] = ()) -> tuple[Whole, Whole]:
    """Return both ends of each edge of a virtual topology, as ranks; ``ValueError`` if unknown."""
    ranks = np.arange(nprocs, dtype=np.int64)
    match virtual:
        case "ring":
            return (ranks, (ranks + 1) % nprocs) if nprocs > 2 else (ranks[:-1], ranks[1:])
        case "tree":
            return (ranks[1:] - 1) // 2, ranks[1:]
        case "binomial":  # the father of a rank: its lowest bit taken away
            return ranks[1:] & (ranks[1:] - 1), ranks[1:]
        case "mesh" | "torus" if math.prod(grid) == nprocs:
            return _grid_edges(ranks, grid, wraps=virtual == "torus")
        case "mesh" | "torus":
            asked = " x ".join(map(str, grid)) or "no"
            raise ValueError(f"{asked} processes in a grid are not {nprocs}")
        case _:
            raise ValueError(f"no virtual topology {virtual} (known: {', '.join(VIRTUAL)})")


def _grid_edges(ranks: Whole, grid: tuple[int, ...], *, wraps: bool) -> tuple[Whole, Whole]:
    one: list[Whole] = []
    other: list[Whole] = []
    stride = len(ranks)
    for size, place in zip(grid, coordinates(grid, ranks), strict=True):
        stride //= size
        inside = place < size - 1
        one.append(ranks[inside])
        other.append(ranks[inside] + stride)
        if wraps and size > 2:
            one.append(ranks[place == size - 1])
            other.append(ranks[place == 0])
    return np.concatenate(one), np.concatenate(other)
