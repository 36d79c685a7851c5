"""Distances against shortest paths in explicit graphs; mappings; virtual topologies."""

from __future__ import annotations

import math
from importlib import import_module
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from sad.machine.networks.model import Topology
from sad.machine.networks.topology import (
    Shape,
    average,
    capacity,
    coordinates,
    diameter,
    distance,
    edges,
    fitting,
    nodes_needed,
    nodes_of,
    route,
    shape_of,
    sides,
    virtual_hops,
)

nx: Any = import_module("networkx")
Graph = Any  # it has no types


def grid(dimensions: tuple[int, ...], *, wraps: bool) -> Graph:
    graph = nx.Graph()
    places = list(product(*map(range, dimensions)))
    number = {place: index for index, place in enumerate(places)}
    graph.add_nodes_from(number.values())
    for place in places:
        for axis, size in enumerate(dimensions):
            step = list(place)
            step[axis] += 1
            if step[axis] < size or (wraps and size > 1):
                step[axis] %= size
                graph.add_edge(number[place], number[tuple(step)])
    return graph


def cube(bits: int) -> Graph:
    graph = nx.Graph()
    graph.add_edges_from((i, i ^ 1 << b) for i in range(1 << bits) for b in range(bits))
    return graph


def fat_tree(arity: int, levels: int) -> Graph:
    """Nodes at the leaves of a tree of switches."""
    graph = nx.Graph()
    below = [("node", i) for i in range(arity**levels)]
    for level in range(1, levels + 1):
        above = [("switch", level, i) for i in range(len(below) // arity)]
        graph.add_edges_from((child, above[i // arity]) for i, child in enumerate(below))
        below = above
    return nx.relabel_nodes(graph, {("node", i): i for i in range(arity**levels)})


def k_ary_n_tree(arity: int, levels: int) -> Graph:
    """A multistage network with turnaround routing (Petrini, Vanneschi 1997): switches by word."""
    graph = nx.Graph()
    words = list(product(range(arity), repeat=levels - 1))
    for word in words:
        for digit in range(arity):
            node = 0
            for one in (*word, digit):
                node = node * arity + one
            graph.add_edge(node, (levels - 1, word))
    for level in range(levels - 1):
        for word in words:
            for digit in range(arity):
                other = (*word[:level], digit, *word[level + 1 :])
                graph.add_edge((level, word), (level + 1, other))
    return graph


def dragonfly(groups: int, routers: int, nodes: int) -> Graph:
    """Links between groups weigh more than any detour inside: a route takes one of them at most."""
    graph = nx.Graph()
    per_router = max(1, math.ceil((groups - 1) / routers))
    for group, router in product(range(groups), range(routers)):
        for one in range(nodes):
            graph.add_edge((group, router), (group * routers + router) * nodes + one, weight=1)
        for other in range(router):
            graph.add_edge((group, router), (group, other), weight=1)
        for port in range(per_router):
            link = router * per_router + port
            if link < groups - 1:
                there = (group + link + 1) % groups
                back = (group - there - 1) % groups
                graph.add_edge((group, router), (there, back // per_router), weight=100)
    return graph


NETWORKS = {
    "mesh": (Topology("mesh", (5, 7)), grid((5, 7), wraps=False), 35),
    "mesh of 3": (Topology("mesh", (3, 4, 2)), grid((3, 4, 2), wraps=False), 24),
    "torus": (Topology("torus", (5, 6)), grid((5, 6), wraps=True), 30),
    "torus of 3": (Topology("torus", (4, 3, 5)), grid((4, 3, 5), wraps=True), 60),
    "ring": (Topology("ring", (11,)), grid((11,), wraps=True), 11),
    "even ring": (Topology("ring"), grid((8,), wraps=True), 8),
    "hypercube": (Topology("hypercube"), cube(6), 64),
    "binary fat tree": (Topology("fat_tree"), fat_tree(2, 5), 32),
    "fat tree": (Topology("fat_tree", (), 4), fat_tree(4, 3), 64),
    "multistage": (Topology("multistage", (), 3), k_ary_n_tree(3, 3), 27),
    "crossbar": (Topology("crossbar"), nx.complete_graph(9), 9),
    "bus": (Topology("bus"), nx.complete_graph(7), 7),
    "dragonfly": (Topology("dragonfly", (9, 4, 2)), dragonfly(9, 4, 2), 72),
    "dragonfly of few groups": (Topology("dragonfly", (4, 5, 3)), dragonfly(4, 5, 3), 60),
    "dragonfly of one group": (Topology("dragonfly", (1, 5, 2)), dragonfly(1, 5, 2), 10),
}


def by_graph(graph: Graph, nodes: int) -> list[list[int]]:
    found: list[list[int]] = []
    for first in range(nodes):
        ways = nx.single_source_dijkstra_path(graph, first)
        found.append([len(ways[second]) - 1 for second in range(nodes)])
    return found


@pytest.mark.parametrize("name", NETWORKS)
def test_distances_are_those_in_the_graph(name: str):
    topology, graph, nodes = NETWORKS[name]
    every = np.arange(nodes)
    found = distance(shape_of(topology, nodes), every[:, None], every[None, :])
    expected = np.array(by_graph(graph, nodes))
    assert (found == expected).all()
    assert diameter(topology, nodes) == expected.max()
    assert average(topology, nodes) == pytest.approx(expected.sum() / (nodes * (nodes - 1)))


@pytest.mark.parametrize("name", ["mesh", "mesh of 3", "torus", "torus of 3", "ring", "hypercube"])
def test_dimension_order_routes_are_shortest_ways(name: str):
    topology, graph, nodes = NETWORKS[name]
    shape = shape_of(topology, nodes)
    for first, second in product(range(0, nodes, 2), range(nodes)):
        way = route(shape, first, second)
        assert (way[0], way[-1]) == (first, second)
        assert all(graph.has_edge(*step) for step in pairwise(way))
        assert len(way) - 1 == distance(shape, first, second)


def test_routes_correct_the_last_dimension_first():
    assert route(shape_of(Topology("mesh", (3, 4)), 12), 0, 11) == [0, 1, 2, 3, 7, 11]
    assert route(shape_of(Topology("hypercube"), 8), 0, 6) == [0, 2, 6]
    assert route(shape_of(Topology("torus", (4, 4)), 16), 0, 15) == [0, 3, 15]
    # through a node beyond the box: the ring of 8 is shorter across its end
    shape = Shape(Topology("ring", (8,)), (7,), (8,))
    assert route(shape, 6, 0) == [6, -1, 0]
    with pytest.raises(ValueError, match="switches"):
        route(shape_of(Topology("fat_tree"), 8), 0, 1)


BOXES = [
    (Topology("mesh", (16, 32)), 512, (16, 32)),
    (Topology("mesh", (16, 32)), 64, (8, 8)),
    (Topology("mesh", (16, 32)), 128, (8, 16)),
    (Topology("mesh", (16, 32)), 37, (5, 8)),
    (Topology("mesh", (16, 32)), 32, (4, 8)),
    (Topology("mesh", (2, 100)), 20, (2, 10)),
    (Topology("torus", (8, 8, 8)), 27, (3, 3, 3)),
    (Topology("torus", (8, 8, 8)), 7, (2, 2, 2)),
    (Topology("mesh"), 12, (4, 3)),
    (Topology("mesh"), 7, (4, 2)),
    (Topology("mesh"), 1, (1, 1)),
]


@pytest.mark.parametrize(("topology", "nprocs", "box"), BOXES)
def test_boxes(topology: Topology, nprocs: int, box: tuple[int, ...]):
    found = sides(topology, nprocs)
    assert sum(found) == sum(box)
    assert math.prod(found) == math.prod(box)
    assert all(side <= size for side, size in zip(found, topology.dimensions, strict=False))


def test_every_number_of_processes_has_a_box_with_room():
    for dimensions in ((4, 5), (16, 32), (3, 3, 3), (2, 9), (7,), (4, 3, 2)):
        topology = Topology("mesh", dimensions)
        for nprocs in range(1, math.prod(dimensions) + 1):
            box = sides(topology, nprocs)
            assert math.prod(box) >= nprocs
            assert all(side <= size for side, size in zip(box, dimensions, strict=True))


def test_a_torus_wraps_where_the_machine_does():
    shape = shape_of(Topology("torus", (8, 8)), 9)
    assert shape.box == (3, 3)
    assert distance(shape, 0, 8) == 4
    whole = shape_of(Topology("torus", (8, 8)), 64)
    assert distance(whole, 0, 63) == 2


def test_a_grid_of_processes_is_laid_into_the_mesh():
    topology = Topology("torus", (4, 16))
    shape = shape_of(topology, 32, (4, 8))
    assert (shape.box, shape.around) == ((4, 8), (4, 16))
    turned = shape_of(topology, 32, (8, 4))
    assert (turned.box, turned.around) == ((8, 4), (16, 4))
    ranks = np.arange(32)
    # neighbours in the grid are neighbours in the mesh, for both sides
    places = np.array(coordinates((8, 4), ranks))
    one, other = edges("mesh", 32, (8, 4))
    assert (np.abs(places[:, one] - places[:, other]).sum(axis=0) == 1).all()
    assert (virtual_hops(turned, "row_major", "mesh", 32, (8, 4)) == 1).all()
    assert fitting((3, 1, 5), (5, 4)) == (4, 1, 5)
    assert fitting((5, 5), (5, 4)) is None
    assert fitting((2, 2, 2), (5, 4)) is None
    with pytest.raises(ValueError, match="does not fit"):
        shape_of(topology, 25, (5, 5))
    with pytest.raises(ValueError, match="65 processes, 64 nodes"):
        shape_of(topology, 65)


@pytest.mark.parametrize("bits", range(1, 9))
def test_a_gray_code_keeps_a_ring_together(bits: int):
    shape, size = shape_of(Topology("hypercube"), 1 << bits), 1 << bits
    nodes = nodes_of("gray", shape, np.arange(size))
    assert sorted(nodes) == list(range(size))
    assert (virtual_hops(shape, "gray", "ring", size) == 1).all()


@pytest.mark.parametrize("sizes", [(4, 8), (2, 2, 2), (16, 2), (8, 4, 2), (1, 8)])
def test_a_gray_code_keeps_a_torus_together(sizes: tuple[int, ...]):
    shape, count = shape_of(Topology("hypercube"), math.prod(sizes)), math.prod(sizes)
    nodes = nodes_of("gray", shape, np.arange(count), sizes)
    assert sorted(nodes) == list(range(count))
    assert (virtual_hops(shape, "gray", "torus", count, sizes) == 1).all()


@pytest.mark.parametrize("sizes", [(3,), (5, 6), (7, 3, 2)])
def test_a_gray_code_of_other_sizes_keeps_neighbours_but_not_the_ends(sizes: tuple[int, ...]):
    shape, count = shape_of(Topology("hypercube"), math.prod(sizes)), math.prod(sizes)
    nodes = nodes_of("gray", shape, np.arange(count), sizes)
    assert len(set(nodes.tolist())) == count
    assert nodes.max() < nodes_needed("gray", count, sizes)
    assert (virtual_hops(shape, "gray", "mesh", count, sizes) == 1).all()


def test_a_gray_code_needs_a_hypercube():
    with pytest.raises(ValueError, match="not of a fat tree"):
        nodes_of("gray", shape_of(Topology("fat_tree"), 4), np.arange(4))


def test_what_hops_of_virtual_topologies_cost():
    cube3, mesh = shape_of(Topology("hypercube"), 8), shape_of(Topology("mesh", (4, 4)), 16)
    # without a Gray code: 0 1 2 3 4 5 6 7 and back, by the bits that change
    assert virtual_hops(cube3, "identity", "ring", 8).tolist() == [1, 2, 1, 3, 1, 2, 1, 3]
    # a ring row by row: back to the start of the next row three out of sixteen times
    ring = virtual_hops(mesh, "identity", "ring", 16)
    assert ring.tolist() == [1, 1, 1, 4, 1, 1, 1, 4, 1, 1, 1, 4, 1, 1, 1, 6]
    assert virtual_hops(cube3, "identity", "binomial", 8).tolist() == [1] * 7
    # sons of 0 are 1 and 2, of 1: 3 and 4, of 2: 5 and 6, of 3: 7
    assert virtual_hops(cube3, "identity", "tree", 8).tolist() == [1, 1, 1, 2, 3, 1, 1]
    assert virtual_hops(mesh, "identity", "mesh", 16, (4, 4)).tolist() == [1] * 24
    with pytest.raises(ValueError, match="are not 16"):
        virtual_hops(mesh, "identity", "mesh", 16, (4, 5))
    with pytest.raises(ValueError, match="no virtual topology star"):
        virtual_hops(mesh, "identity", "star", 16)


def test_capacities():
    assert capacity(Topology("mesh", (4, 5))) == 20
    assert capacity(Topology("mesh", (4, 5)), 18.0) == 18
    assert capacity(Topology("dragonfly", (9, 4, 2))) == 72
    assert capacity(Topology("hypercube")) is None
