"""What holds of a net whatever its times are: invariants, siphons and traps, liveness.

T. Murata, "Petri nets: properties, analysis and applications", Proceedings of the IEEE 77 (1989).
"""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.stochastic.nets.net import Net
    from sad.stochastic.nets.reach import Graph

MOST_ROWS = 2_000
"""Rows of Farkas' algorithm, or sets of places looked at, before there are too many."""
Vector = tuple[int, ...]


@record
class Behaviour:
    """What the reachable markings tell. ``bounds`` are the most tokens by place.

    ``dead`` are markings in which nothing can fire, ``live`` the transitions that can always fire
    again, ``never`` those that never fire; ``returns`` tells whether the initial marking can always be
    reached.
    """

    bounds: tuple[int, ...]
    dead: tuple[int, ...]
    live: frozenset[int]
    never: frozenset[int]
    returns: bool


def place_invariants(net: Net) -> list[Vector] | None:
    """Return the smallest weights of places whose weighted tokens no firing changes, by place.

    All others are sums of these. None if there are more than ``MOST_ROWS`` on the way.
    """
    changes = [item.change for item in net.transitions]
    rows = [[change.get(place, 0) for change in changes] for place in range(len(net.places))]
    return _farkas(rows)


def transition_invariants(net: Net) -> list[Vector] | None:
    """Return the smallest numbers of firings that lead back to where they began, by transition."""
    changes = [item.change for item in net.transitions]
    return _farkas(
        [[change.get(place, 0) for place in range(len(net.places))] for change in changes]
    )


def _farkas(rows: Sequence[Sequence[int]]) -> list[Vector] | None:
    """The smallest vectors of numbers of 0 or more, not all 0, whose product with the rows is 0."""
    count = len(rows)
    width = len(rows[0]) if rows else 0
    table = [(tuple(row), tuple(int(i == j) for j in range(count))) for i, row in enumerate(rows)]
    for column in range(width):
        kept = [item for item in table if item[0][column] == 0]
        up = [item for item in table if item[0][column] > 0]
        down = [item for item in table if item[0][column] < 0]
        if len(kept) + len(up) * len(down) > MOST_ROWS:
            return None
        for left in up:
            for right in down:
                a, b = -right[0][column], left[0][column]
                sums = [
                    tuple(a * x + b * y for x, y in zip(p, q, strict=True))
                    for p, q in zip(left, right, strict=True)
                ]
                divisor = reduce(gcd, (*sums[0], *sums[1]))
                kept.append(
                    (tuple(x // divisor for x in sums[0]), tuple(x // divisor for x in sums[1]))
                )
        table = _smallest(kept)
    return [weights for _, weights in table]


def _smallest(rows: list[tuple[Vector, Vector]]) -> list[tuple[Vector, Vector]]:
    """The rows whose places are no more than those of another one."""
    support = [frozenset(i for i, weight in enumerate(row[1]) if weight) for row in rows]
    order = sorted(range(len(rows)), key=lambda number: (len(support[number]), number))
    found: list[int] = []
    for number in order:
        if not any(support[other] <= support[number] for other in found):
            found.append(number)
    return [rows[number] for number in sorted(found)]


def siphons(net: Net) -> list[frozenset[int]] | None:
    """Return the smallest sets of places that, once empty, stay empty; None if there are too many.

    Every transition that gives to the set takes from it.
    """
    return _closed(net, "gives", "takes")


def traps(net: Net) -> list[frozenset[int]] | None:
    """Return the smallest sets of places that, once marked, stay marked; None if there are too many.

    Every transition that takes from the set gives to it.
    """
    return _closed(net, "takes", "gives")


def _closed(net: Net, reached: str, needed: str) -> list[frozenset[int]] | None:
    """The smallest sets in which what reaches a place of the set needs a place of the set."""
    arcs: list[tuple[Mapping[int, int], Mapping[int, int]]] = [
        (getattr(item, reached), getattr(item, needed)) for item in net.transitions
    ]
    found: list[frozenset[int]] = []
    waiting = [frozenset([place]) for place in range(len(net.places))]
    seen = set(waiting)
    looked = 0
    while waiting:
        waiting.sort(
            key=len, reverse=True
        )  # small ones first: larger ones with them inside are left
        places = waiting.pop()
        if any(known <= places for known in found):
            continue
        looked += 1
        if looked > MOST_ROWS:
            return None
        missing = next(
            (need for reach, need in arcs if places & reach.keys() and not places & need.keys()),
            None,
        )
        if missing is None:
            found.append(places)
            continue
        for place in missing:
            more = places | {place}
            if more not in seen:
                seen.add(more)
                waiting.append(more)
    return sorted(found, key=sorted)


def marked_trap_inside(net: Net, places: frozenset[int]) -> bool:
    """Whether the largest trap within a set of places has a token in the initial marking."""
    inside = set(places)
    while True:
        lost = {
            place
            for item in net.transitions
            for place in inside & item.takes.keys()
            if not inside & item.gives.keys()
        }
        if not lost:
            return any(net.places[place].tokens for place in inside)
        inside -= lost


def behaviour(graph: Graph) -> Behaviour:
    """Return what the markings and firings of a net tell."""
    sparse: Any = import_module("scipy.sparse")
    csgraph: Any = import_module("scipy.sparse.csgraph")
    shape = (graph.size, graph.size)
    arcs = sparse.csr_matrix((np.ones(len(graph.sources)), (graph.sources, graph.targets)), shape)
    count, member = csgraph.connected_components(arcs, directed=True, connection="strong")
    is_last = np.ones(count, bool)
    leaving = member[graph.sources] != member[graph.targets]
    is_last[member[graph.sources[leaving]]] = False
    everywhere = set(range(len(graph.net.transitions)))
    live = set(everywhere)
    order = np.argsort(member[graph.sources], kind="stable")
    starts = np.searchsorted(member[graph.sources][order], np.arange(int(count) + 1))
    for part in np.flatnonzero(is_last):
        own = graph.transitions[order[starts[part] : starts[part + 1]]]
        live &= set(map(int, np.unique(own)))
        if not live:
            break
    fires = np.zeros(graph.size, bool)
    fires[graph.sources] = True
    fired = set(map(int, np.unique(graph.transitions)))
    return Behaviour(
        tuple(map(int, graph.markings.max(axis=1))),
        tuple(map(int, np.flatnonzero(~fires))),
        frozenset(live),
        frozenset(everywhere - fired),
        bool(is_last[member[0]]) and int(is_last.sum()) == 1,
    )
