"""Distances in a network: how many links a message crosses between two nodes.

A link joins two nodes of a mesh, torus, ring or hypercube. In networks of switches the links between
nodes and switches count as well: two nodes at one switch of a fat tree are two links apart. A crossbar
and a bus are one link from every node to every other one.

Some of a machine's nodes work for a program: of a mesh or torus a box (``Shape``), of all others the
first ones. A torus wraps around where the machine does, not where the box ends.

``identity`` puts rank r on node r, ``row_major`` a grid of processes into a mesh of nodes as it is, and
``gray`` a ring or a grid into a hypercube so that neighbours differ in one bit.
"""

from __future__ import annotations

import math
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sad.machine.networks.model import Topology

    Whole = NDArray[np.int64]

GRIDS = ("mesh", "torus", "ring")
"""Topologies whose nodes have coordinates; a ring is a torus of one dimension."""
_LONGEST = 2  # a box may be twice as long as wide before other boxes are tried
_ROWS = 4_000_000  # distances at once
VIRTUAL = ("ring", "mesh", "torus", "tree", "binomial")


@record
class Shape:
    """The nodes a program uses. Nodes of ``box`` are numbered row by row, from 0.

    ``around`` are the sizes of the whole machine, where a torus wraps. Both are empty for
    topologies without coordinates.
    """

    topology: Topology
    box: tuple[int, ...] = ()
    around: tuple[int, ...] = ()


def capacity(topology: Topology, nodes: float | None = None) -> int | None:
    """Return how many nodes there are: as the file says, else as its dimensions do; None if neither."""
    if nodes is not None:
        return int(nodes)
    return math.prod(topology.dimensions) if topology.dimensions else None


def shape_of(
    topology: Topology, nprocs: int, grid: tuple[int, ...] = (), nodes: float | None = None
) -> Shape:
    """Return the shape for ``nprocs`` processes, or for a ``grid`` of them laid into a mesh as it is.

    Raises ``ValueError`` if the grid does not fit into the machine, or if there are too few nodes.
    """
    there = capacity(topology, nodes)
    if there is not None and nprocs > there:
        raise ValueError(f"{nprocs} processes, {there} nodes")
    if topology.kind not in GRIDS:
        return Shape(topology)
    if topology.kind == "ring":
        return Shape(topology, (nprocs,), (there or nprocs,))
    if not grid:
        box = sides(topology, nprocs)
        return Shape(topology, box, topology.dimensions or box)
    around = fitting(grid, topology.dimensions)
    if around is None:
        asked, known = (" x ".join(map(str, sides)) for sides in (grid, topology.dimensions))
        raise ValueError(f"a grid of {asked} processes does not fit into {known} nodes")
    return Shape(topology, grid, around)


def fitting(grid: tuple[int, ...], dimensions: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the machine's size along each side of a grid laid into it; None if it does not fit.

    Sides go to dimensions in order if they can, else in another order: the grid is turned around. A
    machine without dimensions is as large as needed. Sides of 1 need no dimension.
    """
    if not dimensions:
        return grid
    long = [side for side in grid if side > 1]
    if len(long) > len(dimensions):
        return None
    for chosen in permutations(dimensions, len(long)):
        if all(side <= size for side, size in zip(long, chosen, strict=True)):
            rest = iter(chosen)
            return tuple(next(rest) if side > 1 else 1 for side in grid)
    return None


def sides(topology: Topology, nprocs: int) -> tuple[int, ...]:
    """Return the sizes of the box for ``nprocs`` processes, largest first; all of the machine as it is.

    The squarest box without idle nodes, unless that is long and thin: then the one with the smallest
    sum of sizes that has room.
    """
    if topology.dimensions and math.prod(topology.dimensions) == nprocs:
        return topology.dimensions
    count = len(topology.dimensions) or 2
    limits = sorted(topology.dimensions, reverse=True) or [nprocs] * count
    boxes = list(_boxes(nprocs, limits))
    best = min((box for box in boxes if math.prod(box) == nprocs), key=sum, default=None)
    if best is None or best[0] > _LONGEST * best[-1]:
        best = min(boxes, key=lambda box: (sum(box), math.prod(box)))
    if not topology.dimensions:
        return best
    # each side takes the machine's dimension of the same rank by size
    order = sorted(range(count), key=lambda axis: -topology.dimensions[axis])
    found = [1] * count
    for axis, side in zip(order, best, strict=True):
        found[axis] = side
    return tuple(found)


def _boxes(nprocs: int, limits: list[int]) -> Iterator[tuple[int, ...]]:
    """Boxes with room for ``nprocs``, sides falling, the last no larger than needed."""
    if len(limits) == 1:
        if nprocs <= limits[0]:
            yield (nprocs,)
        return
    # of falling sides the second is no larger than the square root, the third than the cube root
    free = [
        range(1, min(limit, math.ceil(nprocs ** (1 / number)) + 1) + 1)
        for number, limit in enumerate(limits[1:], 2)
    ]
    for rest in product(*free):
        first = -(-nprocs // math.prod(rest))
        falling = (first, *rest)
        if first <= limits[0] and all(a >= b for a, b in zip(falling, rest, strict=False)):
            yield falling


def distance(shape: Shape, first: Any, second: Any) -> Whole:
    """Return how many links lie between nodes, arrays of node numbers that broadcast.

    A dragonfly has ``dimensions`` groups, routers of a group and nodes of a router; messages take the
    minimal route of Kim et al. 2008 (section 3.1): at most one link between groups, and one between
    routers in each group. Link j of a group leads j + 1 groups on, from router
    j // ceil((groups - 1)/routers).
    """
    a, b = np.broadcast_arrays(np.asarray(first, np.int64), np.asarray(second, np.int64))
    match shape.topology.kind:
        case "mesh" | "torus" | "ring":
            return _steps(shape, a, b)
        case "hypercube":
            return np.bitwise_count(a ^ b).astype(np.int64)
        case "fat_tree" | "multistage":
            return _up_and_down(a, b, shape.topology.arity or 2)
        case "dragonfly":
            return _dragonfly(shape.topology.dimensions, a, b)
        case _:
            return (a != b).astype(np.int64)


def coordinates(box: tuple[int, ...], nodes: Any) -> list[Whole]:
    """Return the coordinates of nodes numbered row by row, one array for each dimension."""
    rest = np.asarray(nodes, np.int64)
    found: list[Whole] = []
    for size in reversed(box):
        found.append(rest % size)
        rest = rest // size
    return found[::-1]


def _steps(shape: Shape, a: Whole, b: Whole) -> Whole:
    total = np.zeros(a.shape, np.int64)
    pairs = zip(coordinates(shape.box, a), coordinates(shape.box, b), shape.around, strict=True)
    for one, other, size in pairs:
        apart = np.abs(one - other)
        total += apart if shape.topology.kind == "mesh" else np.minimum(apart, size - apart)
    return total


def _up_and_down(a: Whole, b: Whole, arity: int) -> Whole:
    """Twice the level of the lowest switch above both."""
    levels = np.zeros(a.shape, np.int64)
    while (a != b).any():
        levels += a != b
        a, b = a // arity, b // arity
    return 2 * levels


def _dragonfly(dimensions: tuple[int, ...], a: Whole, b: Whole) -> Whole:
    groups, routers, nodes = dimensions
    links = max(1, -(-(groups - 1) // routers))  # between groups, of a router
    (group1, router1), (group2, router2) = (
        (node // nodes // routers, node // nodes % routers) for node in (a, b)
    )
    leaves = ((group2 - group1 - 1) % groups) // links
    enters = ((group1 - group2 - 1) % groups) // links
    between: Whole = 1 + (leaves != router1).astype(np.int64) + (enters != router2)
    inside: Whole = (router1 != router2).astype(np.int64)
    return np.where(a == b, 0, 2 + np.where(group1 == group2, inside, between))


def diameter(topology: Topology, nprocs: int) -> int:
    """Return the largest number of links between two of ``nprocs`` processes; 0 of one."""
    return max((int(part.max()) for part in _all_pairs(topology, nprocs)), default=0)


def average(topology: Topology, nprocs: int) -> float:
    """Return the mean number of links between two different ones of ``nprocs`` processes."""
    pairs = nprocs * (nprocs - 1)
    return sum(int(part.sum()) for part in _all_pairs(topology, nprocs)) / pairs if pairs else 0.0


def _all_pairs(topology: Topology, nprocs: int) -> Iterator[Whole]:
    """Distances from all nodes to all, some rows at a time."""
    if nprocs < 2:
        return
    shape, every = shape_of(topology, nprocs), np.arange(nprocs)
    rows = max(1, _ROWS // nprocs)
    for start in range(0, nprocs, rows):
        yield distance(shape, every[start : start + rows, None], every[None, :])


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


def way(shape: Shape, first: int, second: int) -> list[str]:
    """Return the nodes of ``route`` by name: their numbers, or their places ``(x,y)`` outside the box.

    So nodes that the program does not use are told apart. Raises ``ValueError`` as ``route``.
    """
    if not shape.box:
        return [str(node) for node in route(shape, first, second)]
    whole = Shape(shape.topology, shape.around, shape.around)
    ends = [[int(x) for x in coordinates(shape.box, node)] for node in (first, second)]
    found: list[str] = []
    for node in route(whole, *(_number(shape.around, end) for end in ends)):
        place = [int(x) for x in coordinates(shape.around, node)]
        inside = _number(shape.box, place)
        found.append(str(inside) if inside >= 0 else f"({','.join(map(str, place))})")
    return found


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
