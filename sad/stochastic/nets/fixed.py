"""Nets with fixed delays (DSPN), at most one of which runs at a time.

M. Ajmone Marsan, G. Chiola, "On Petri nets with deterministic and exponentially distributed firing
times", Advances in Petri Nets 1987: looked at whenever a delay starts, ends or is broken off, and at
every firing in between, the net is a chain in discrete time. What happens while a delay runs is a chain
of its own, in continuous time, whose probabilities at the end of the delay and times spent until then
uniformisation gives. A delay runs on while its transition is enabled in every tangible marking.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import input_error
from sad.records import record
from sad.stochastic.chains import ChainError, chain_of, steady_state
from sad.stochastic.chains.chain import outflow
from sad.stochastic.chains.transient import until
from sad.stochastic.nets.net import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.stochastic.chains.chain import Floats, Matrix
    from sad.stochastic.nets.reach import Ints
    from sad.stochastic.nets.tangible import Tangible

_MOST_ENTRIES = 20_000_000
"""States in which a delay runs, times states in which it may start."""


@record
class FixedSolution:
    """Probabilities by state, firings of each transition with a fixed delay per second, and method.

    ``entering`` is what these firings bring into vanishing markings, per second, if there are any.
    """

    probabilities: Floats
    rates: dict[int, float]
    entering: Floats | None
    residual: float
    steps: int


@record
class _Delay:
    """A transition, the states in which its delay runs, and the states behind its end (sparse rows)."""

    number: int
    seconds: float
    running: Ints
    behind: Matrix


def has_fixed(found: Tangible) -> bool:
    """Whether a delay runs in any tangible marking."""
    return bool(_delayed(found).any())


def _delayed(found: Tangible) -> Any:
    kinds = np.array([item.kind is Kind.DETERMINISTIC for item in found.graph.net.transitions])
    return kinds[found.graph.transitions]


def solve_fixed(found: Tangible, delays: Sequence[float]) -> FixedSolution:
    """Return the steady state; ``delays`` are seconds by transition, of those that have one.

    Raises ``SadError``: SAD622 (two delays at once), and as ``steady_state`` and ``until``.
    """
    net = found.graph.net
    parts = _parts(found, delays)
    rates, size = found.chain.rates, found.chain.size
    sparse: Any = import_module("scipy.sparse")
    runs = np.full(size, -1, np.int64)
    for number, part in enumerate(parts):
        runs[part.running] = number
    starts = _starts(found, parts, runs)
    rows: list[Any] = []
    times: list[Any] = []
    ends: list[tuple[_Delay, Ints, Floats]] = []
    leaving = outflow(rates)
    free = np.flatnonzero(runs < 0)
    pace = np.where(leaving[free] > 0, leaving[free], 1.0)
    rows.append(sparse.diags(1 / pace) @ rates[free])
    times.append(sparse.csr_matrix((1 / pace, (np.arange(len(free)), free)), (len(free), size)))
    entries: list[Ints] = [free]
    for part, begun in zip(parts, starts, strict=True):
        if len(begun) * len(part.running) > _MOST_ENTRIES:
            message = (
                f"{len(part.running):,} markings in which {net.transitions[part.number].name} runs"
            )
            hint = "--simulate needs no markings"
            raise input_error("SAD617", message, net.transitions[part.number].span, hint)
        where = np.searchsorted(part.running, begun)
        first = np.zeros((len(part.running), len(begun)))
        first[where, np.arange(len(begun))] = 1.0
        inside = rates[part.running][:, part.running]
        try:
            at_end, spent = until(inside, leaving[part.running], first, part.seconds)
        except ChainError as error:
            raise error.at(net.transitions[part.number].span) from None
        ends.append((part, begun, at_end))
        outside = rates[part.running].copy()
        outside.data[runs[outside.indices] == runs[part.running[0]]] = 0.0
        outside.eliminate_zeros()
        rows.append(
            sparse.csr_matrix(spent.T) @ outside + sparse.csr_matrix(at_end.T) @ part.behind
        )
        spread = sparse.csr_matrix(
            (np.ones(len(part.running)), (np.arange(len(part.running)), part.running)),
            (len(part.running), size),
        )
        times.append(sparse.csr_matrix(spent.T) @ spread)
        entries.append(begun)
    return _joined(found, np.concatenate(entries), rows, times, ends)


def _joined(
    found: Tangible,
    entries: Ints,
    rows: list[Any],
    times: list[Any],
    ends: list[tuple[_Delay, Ints, Floats]],
) -> FixedSolution:
    """The chain between the moments looked at, its steady state, and the time behind each moment."""
    sparse: Any = import_module("scipy.sparse")
    chain, graph = found.chain, found.graph
    arcs = sparse.vstack(rows).tocsr()[:, entries].tocoo()
    moments = chain_of(
        len(entries), arcs.row, arcs.col, arcs.data, lambda state: chain.label(int(entries[state]))
    )
    try:
        steady = steady_state(moments)
    except ChainError as error:
        raise error.at(graph.net.span) from None
    visits = steady.probabilities
    weights = np.asarray(sparse.vstack(times).T @ visits, np.float64).ravel()
    total = float(weights.sum())
    fired: dict[int, float] = {}
    entering = None if found.between is None else np.zeros(found.between.shape[0])
    place = np.cumsum(graph.vanishing) - 1
    number = np.full(graph.size, -1, np.int64)
    number[found.states] = np.arange(len(found.states))
    start = len(entries) - sum(len(begun) for _, begun, _ in ends)
    for part, begun, at_end in ends:
        flow = at_end @ visits[start : start + len(begun)] / total
        start += len(begun)
        fired[part.number] = fired.get(part.number, 0.0) + float(flow.sum())
        if entering is None:
            continue
        by_state = np.zeros(chain.size)
        by_state[part.running] = flow
        own = (graph.transitions == part.number) & graph.vanishing[graph.targets]
        own &= ~graph.vanishing[graph.sources]
        np.add.at(entering, place[graph.targets[own]], by_state[number[graph.sources[own]]])
    return FixedSolution(weights / total, fired, entering, steady.residual, steady.steps)


def _parts(found: Tangible, delays: Sequence[float]) -> list[_Delay]:
    """The delays, each with the states in which it runs."""
    graph, net = found.graph, found.graph.net
    number = np.full(graph.size, -1, np.int64)
    number[found.states] = np.arange(len(found.states))
    arcs = np.flatnonzero(_delayed(found) & ~graph.vanishing[graph.sources])
    sources = number[graph.sources[arcs]]
    order = np.argsort(sources, kind="stable")
    twice = np.flatnonzero(np.diff(sources[order]) == 0)
    if len(twice):
        first, second = (
            net.transitions[int(graph.transitions[arcs[order[twice[0] + item]]])] for item in (0, 1)
        )
        marking = found.chain.label(int(sources[order[twice[0]]]))
        message = f"{first.name} and {second.name} both have a fixed delay running in {marking}"
        hint = "--simulate can do that"
        raise input_error("SAD622", message, second.span, hint)
    sparse: Any = import_module("scipy.sparse")
    size = found.chain.size
    parts: list[_Delay] = []
    for transition in sorted(set(map(int, graph.transitions[arcs]))):
        own = arcs[graph.transitions[arcs] == transition]
        own = own[np.argsort(number[graph.sources[own]])]
        targets = graph.targets[own]
        lands = ~graph.vanishing[targets]
        rows = np.arange(len(own))
        behind = sparse.csr_matrix(
            (np.ones(int(lands.sum())), (rows[lands], number[targets[lands]])), (len(own), size)
        )
        if found.onward is not None and not lands.all():
            place = np.cumsum(graph.vanishing) - 1
            spread = sparse.csr_matrix(
                (np.ones(int((~lands).sum())), (rows[~lands], place[targets[~lands]])),
                (len(own), found.onward.shape[0]),
            )
            behind = behind + spread @ found.onward
        running = number[graph.sources[own]]
        parts.append(_Delay(transition, float(delays[transition]), running, behind))
    return parts


def _starts(found: Tangible, parts: list[_Delay], runs: Ints) -> list[Ints]:
    """The states in which each delay may start: entered from where it does not run, or by an end."""
    size = found.chain.size
    arcs = found.chain.rates.tocoo()
    begun = np.zeros(size, bool)
    begun[arcs.col[runs[arcs.row] != runs[arcs.col]]] = True
    begun[found.start > 0] = True
    for part in parts:
        begun[part.behind.tocoo().col] = True
    return [part.running[begun[part.running]] for part in parts]
