"""From markings to a chain: those in which time passes, with the vanishing ones taken out.

Of the arcs V of a graph let B be the probabilities between vanishing markings and C those from them to
tangible ones. Who enters a vanishing marking leaves to tangible ones with the rows of (I - B)^-1 C
(M. Ajmone Marsan, G. Conte, G. Balbo, ACM TOCS 2, 1984). Markings that lead to each other in
circles are solved together, all others one after the other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import input_error
from sad.records import record
from sad.stochastic.chains import Chain, chain_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.stochastic.chains.chain import Floats, Matrix
    from sad.stochastic.nets.reach import Graph, Ints


@record
class Tangible:
    """The chain of a graph at given rates.

    ``states`` are the numbers of the tangible markings, ``weights`` the rate or weight of every arc of
    the graph [1/s or 1]. ``between`` are the probabilities between vanishing markings, ``onward`` has a
    row for each vanishing marking with the probabilities of the states it leads to; both are None if
    there is none. ``start`` are the probabilities at time 0.
    """

    graph: Graph
    states: Ints
    chain: Chain
    weights: Floats
    between: Matrix | None
    onward: Matrix | None
    start: Floats


def tangible(graph: Graph, speeds: Sequence[float]) -> Tangible:
    """Return the chain; ``speeds`` are rates [1/s] and weights by transition, deterministic ones 0.

    Raises ``SadError``: SAD618 (immediate transitions fire for ever), SAD619 (nothing can fire).
    """
    check_start(graph)
    weights = np.asarray(speeds, np.float64)[graph.transitions] * graph.degrees
    states = np.flatnonzero(~graph.vanishing)
    place = np.full(graph.size, -1, np.int64)
    place[states] = np.arange(len(states))
    vanishing = np.flatnonzero(graph.vanishing)
    place[vanishing] = np.arange(len(vanishing))
    from_tangible = ~graph.vanishing[graph.sources]
    to_tangible = ~graph.vanishing[graph.targets]
    source, target = place[graph.sources], place[graph.targets]

    def matrix(mask: Any, values: Floats, rows: int, columns: int) -> Matrix:
        sparse: Any = import_module("scipy.sparse")
        entries = (values[mask], (source[mask], target[mask]))
        return sparse.csr_matrix(entries, shape=(rows, columns))

    def label(state: int) -> str:
        return graph.text(int(states[state]))

    count, none = len(states), len(vanishing)
    direct = matrix(from_tangible & to_tangible, weights, count, count)
    start = np.zeros(count)
    if not none:
        start[place[0]] = 1.0
        arcs = direct.tocoo()
        chain = chain_of(count, arcs.row, arcs.col, arcs.data, label)
        return Tangible(graph, states, chain, weights, None, None, start)
    total = np.bincount(source[~from_tangible], weights[~from_tangible], none)
    shares = weights.copy()
    shares[~from_tangible] /= total[source[~from_tangible]]
    between = matrix(~from_tangible & ~to_tangible, shares, none, none)
    out = matrix(~from_tangible & to_tangible, shares, none, count)
    onward = _onward(graph, vanishing, between, out)
    entering = matrix(from_tangible & ~to_tangible, weights, count, none)
    arcs = (direct + entering @ onward).tocoo()
    chain = chain_of(count, arcs.row, arcs.col, arcs.data, label)
    if graph.vanishing[0]:
        start = np.asarray(onward[[0]].todense(), np.float64).ravel()
    else:
        start[place[0]] = 1.0
    return Tangible(graph, states, chain, weights, between, onward, start)


def check_start(graph: Graph) -> None:
    """Raise SAD619 if nothing can fire in the initial marking."""
    if len(graph.sources):
        return
    net = graph.net
    hint = "put tokens where a transition takes them"
    message = f"no transition can fire in the initial marking {graph.text(0)}"
    raise input_error("SAD619", message, net.span, hint)


def _onward(graph: Graph, vanishing: Ints, between: Matrix, out: Matrix) -> Matrix:
    """The probabilities of the states that each vanishing marking leads to."""
    between, out = _without_circles(graph, vanishing, between, out)
    found, further = out, between
    while further.nnz:
        found = out + between @ found
        further = further @ between  # no circles are left, so this ends at the longest way
    return found


def _without_circles(
    graph: Graph, vanishing: Ints, between: Matrix, out: Matrix
) -> tuple[Matrix, Matrix]:
    """The same ways onward from every marking, with no way back to where it came from.

    A set of markings that lead to each other has B inside, and R to what is outside: its rows become
    (I - B)^-1 R.
    """
    sparse: Any = import_module("scipy.sparse")
    csgraph: Any = import_module("scipy.sparse.csgraph")
    count, member = csgraph.connected_components(between, directed=True, connection="strong")
    size = np.bincount(member, minlength=count)
    circles = np.zeros(count, bool)
    circles[size > 1] = True
    circles[member[np.flatnonzero(between.diagonal())]] = True
    inside = circles[member]
    if not inside.any():
        return between, out
    arcs = between.tocoo()
    leaves = np.asarray(out.sum(axis=1)).ravel() > 0
    is_open = np.zeros(count, bool)
    is_open[member[leaves]] = True
    is_open[member[arcs.row[member[arcs.row] != member[arcs.col]]]] = True
    trapped = np.flatnonzero(circles & ~is_open)
    if len(trapped):
        marking = int(vanishing[np.flatnonzero(member == trapped[0])[0]])
        raise _trap(graph, marking)
    own = member[arcs.row] == member[arcs.col]
    circle = sparse.csr_matrix((arcs.data[own], (arcs.row[own], arcs.col[own])), between.shape)
    rest = sparse.csr_matrix((arcs.data[~own], (arcs.row[~own], arcs.col[~own])), between.shape)
    numbers = np.flatnonzero(inside)
    block = (sparse.identity(len(numbers)) - circle[numbers][:, numbers]).tocsc()
    solve = import_module("scipy.sparse.linalg").spsolve
    inverse = sparse.csr_matrix(solve(block, sparse.identity(len(numbers), format="csc")))
    spread = sparse.csr_matrix(
        (np.ones(len(numbers)), (numbers, np.arange(len(numbers)))),
        (between.shape[0], len(numbers)),
    )
    others = sparse.diags((~inside).astype(np.float64))
    through = others + spread @ inverse @ spread.T
    return (through @ rest).tocsr(), (through @ out).tocsr()


def _trap(graph: Graph, marking: int) -> Exception:
    net = graph.net
    fired = graph.transitions[graph.sources == marking]
    transition = net.transitions[int(fired[0])]
    message = (
        f"immediate transitions fire for ever: {transition.name} fires in {graph.text(marking)}, "
        "and time never passes again"
    )
    hint = "give one of them a rate, or let one take a token away"
    return input_error("SAD618", message, transition.span, hint)


def flows(found: Tangible, entering: Floats) -> Floats:
    """Return the passings of vanishing markings per second; ``entering`` is from tangible ones."""
    if found.between is None:
        return entering
    sparse: Any = import_module("scipy.sparse")
    solve: Any = import_module("scipy.sparse.linalg").spsolve
    size = len(entering)
    return np.atleast_1d(solve((sparse.identity(size) - found.between.T).tocsc(), entering))


def throughputs(found: Tangible, probabilities: Floats, extra: Floats | None = None) -> Floats:
    """Return the firings per second of every transition; 0 for deterministic ones.

    ``extra`` is what enters vanishing markings besides, per second, from deterministic transitions.
    """
    graph = found.graph
    levels = np.zeros(graph.size)
    levels[found.states] = probabilities
    exponential = ~graph.vanishing[graph.sources]
    passing = levels[graph.sources] * found.weights
    if found.between is not None:
        vanishing = np.flatnonzero(graph.vanishing)
        into = exponential & graph.vanishing[graph.targets]
        entering: Any = np.bincount(graph.targets[into], passing[into], graph.size)[vanishing]
        if extra is not None:
            entering = entering + extra
        levels[vanishing] = flows(found, entering)
        total = np.bincount(graph.sources[~exponential], found.weights[~exponential], graph.size)
        share = found.weights[~exponential] / total[graph.sources[~exponential]]
        passing[~exponential] = levels[graph.sources[~exponential]] * share
    rates: Any = np.bincount(graph.transitions, passing, len(graph.net.transitions))
    return rates
