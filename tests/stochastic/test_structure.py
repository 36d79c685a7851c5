"""Invariants, siphons, traps and liveness, against all subsets and brute force."""

from __future__ import annotations

import random
from itertools import combinations

import networkx
import pytest
import sympy

from sad.stochastic.nets.reach import reachable
from sad.stochastic.nets.structure import (
    behaviour,
    place_invariants,
    siphons,
    transition_invariants,
    traps,
)
from tests.stochastic.nets import BruteForce, bound, corpus, net_from, random_net, solved


def matrix(net):
    return sympy.Matrix(
        [[item.change.get(p, 0) for item in net.transitions] for p in range(len(net.places))]
    )


def is_multiple(weights, wanted):
    return all(weights[place] == count for place, count in wanted.items()) and sum(weights) == sum(
        wanted.values()
    )


def test_invariants_of_readers_and_writers():  # N3
    net = bound(corpus("readers"), {"K": "3"}).net
    place = {item.name: number for number, item in enumerate(net.places)}
    found = place_invariants(net)
    assert found is not None
    assert len(found) == 2
    lock = {place["reading"]: 1, place["writing"]: 3, place["mutex"]: 1}
    tasks = {number: 1 for name, number in place.items() if name != "mutex"}
    assert any(is_multiple(item, lock) for item in found)
    assert any(is_multiple(item, tasks) for item in found)


@pytest.mark.parametrize("seed", range(15))
def test_invariants_of_random_nets(seed):
    net = bound(random_net(random.Random(seed))).net
    changes = matrix(net)
    weights, firings = place_invariants(net), transition_invariants(net)
    assert weights
    assert firings
    for item in weights:
        assert not any(sympy.Matrix([item]) * changes)
    for item in firings:
        assert not any(changes * sympy.Matrix(item))
    # rings and resources keep their tokens, so all invariants are sums of ones above 0
    assert sympy.Matrix(weights).rank() == len(changes.T.nullspace())
    supports = [frozenset(n for n, weight in enumerate(item) if weight) for item in weights]
    assert all(not a < b for a in supports for b in supports)


def subsets(net, reached, needed):
    found = []
    for size in range(1, len(net.places) + 1):
        for places in map(frozenset, combinations(range(len(net.places)), size)):
            closed = all(
                not places & getattr(item, reached).keys() or places & getattr(item, needed).keys()
                for item in net.transitions
            )
            if closed and not any(known <= places for known in found):
                found.append(places)
    return sorted(found, key=sorted)


@pytest.mark.parametrize("seed", range(15))
def test_siphons_and_traps_are_those_among_all_sets(seed):
    rng = random.Random(seed)
    net = bound(random_net(rng)).net
    while len(net.places) > 8:
        net = bound(random_net(rng)).net
    assert siphons(net) == subsets(net, "gives", "takes")
    assert traps(net) == subsets(net, "takes", "gives")


@pytest.mark.parametrize("seed", range(12))
def test_liveness_is_that_of_the_graph_of_brute_force(seed):
    rng = random.Random(seed)
    model = random_net(rng)
    while len(model.places) > 6 or len(BruteForce(bound(model)).firings) > 200:
        model = random_net(rng)
    if seed % 2:  # a step that gives nothing back, so that something ends
        name = next(iter(model.places))
        listed = "\n".join(f"  {p}: {model.places[p].text()}" for p in model.places)
        model = net_from(
            f"net: ends\nplaces:\n{listed}\ntransitions:\n"
            f"  leave: {{rate_per_s: 1, takes: {name}}}\n"
            + "".join(
                f"  c{n}: {{rate_per_s: 1, takes: {a}, gives: {b}}}\n"
                for n, (a, b) in enumerate(zip(model.places, [*model.places][1:], strict=False))
            )
        )
    brute = BruteForce(bound(model))
    graph = networkx.DiGraph()
    graph.add_nodes_from(brute.firings)
    for marking, firings in brute.firings.items():
        graph.add_edges_from((marking, after) for _, after, _ in firings)
    found = behaviour(reachable(bound(model).net))
    assert len(found.dead) == sum(not firings for firings in brute.firings.values())
    ends = [
        part for part in networkx.strongly_connected_components(graph) if not _leaves(graph, part)
    ]
    exact = set(range(len(brute.net.transitions)))
    for part in ends:
        exact &= {n for marking in part for n, _, _ in brute.firings[marking]}
    assert found.live == exact
    start = next(iter(brute.firings))
    assert found.returns == (len(ends) == 1 and start in ends[0])
    bounds = [max(tokens) for tokens in zip(*brute.firings, strict=True)]
    assert list(found.bounds) == bounds


def _leaves(graph, part):
    return any(after not in part for marking in part for after in graph.successors(marking))


def test_a_net_without_end_says_which_place_grows():
    model = net_from(
        "net: grows\nplaces: {a: 1, b: 0, c: 0}\ntransitions:\n"
        "  one: {rate_per_s: 1, takes: a, gives: b}\n  two: {rate_per_s: 1, takes: b, gives: [a, c]}\n"
    )
    found = solved(model, structure=True)
    assert "Place c is unbounded: one, two can be repeated" in found.remarks[0]
    assert found.tables[0].parts[0].values == (1.0,)
    assert found.tables[0].parts[2].values == (None,)
