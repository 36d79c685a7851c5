"""The time of equal clients between the bounds: a closed queueing network, solved exactly.

Clients that repeat the same cycle through resources make a network with a population of P, a think
time Z (the delays of a cycle) and demands D_r, as in ``sad.stochastic.queueing``. N cycles take N times
the mean time of a cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue, evaluate
from sad.diagnostics import Span
from sad.model.walks.clients import stages_of
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from sad.model.nodes import Node
    from sad.model.walks.clients import Stage

_MOST_CLIENTS, _MOST_AT_SERVERS = 100_000, 20_000
"""The most clients, and where a resource has several servers: the time grows with their square."""


@record
class Estimate:
    """An estimate of the time [s]; ``clients`` are the most in one network, 0 if there is none.

    ``simulated`` tells that it is the mean time of runs, ``states`` the most of one Markov chain, 0
    without one.
    """

    seconds: float
    clients: int
    simulated: bool = False
    states: int = 0

    @property
    def method(self) -> str:
        """How it was made."""
        if self.simulated:
            return "simulation"
        if self.states:
            return "ctmc"
        return "mva" if self.clients else "critical path"


@record
class Group:
    """Equal clients of one part of a run at given values, or ``seconds`` in which nobody waits.

    The part comes ``times`` times. Each client goes through ``cycles`` cycles: ``think`` are the delays
    of one [s], ``stations`` the resources with their demand of a cycle [s] and their servers.
    """

    times: float
    seconds: float | None = None
    clients: int = 0
    cycles: float = 1.0
    think: float = 0.0
    stations: Mapping[str, tuple[float, int]] = field(default_factory=dict[str, tuple[float, int]])


def groups_of(tree: Node, values: Mapping[str, Number]) -> list[Group] | None:
    """Return a model part by part; None where a part is no group of equal clients.

    Raises ``MissingValue``.
    """
    stages = stages_of(tree)
    if stages is None:
        return None

    def number(poly: Poly) -> float:
        return float(evaluate(poly, values))

    found: list[Group] = []
    for stage in stages:
        times = number(stage.times)
        if stage.seconds is not None:
            found.append(Group(times, number(stage.seconds)))
            continue
        assert stage.clients is not None
        clients = round(number(stage.clients))
        stations = _stations(stage, number, clients)
        think = max(0.0, number(stage.work) - sum(demand for demand, _ in stations.values()))
        found.append(Group(times, None, clients, number(stage.cycles), think, stations))
    return found


def estimate(tree: Node, values: Mapping[str, Number], lower: float) -> Estimate | None:
    """Return the estimate of a model, not below its bound; None where parts are no equal clients."""
    from sad.stochastic.queueing.clients import cycle_time  # noqa: PLC0415 - where there are any

    try:
        groups = groups_of(tree, values)
    except MissingValue:
        return None
    seconds, most = 0.0, 0
    for group in groups or ():
        if group.seconds is not None:
            seconds += group.times * group.seconds
            continue
        stations = list(group.stations.values())
        loaded = any(servers > 1 for _, servers in stations)
        if group.clients > (_MOST_AT_SERVERS if loaded else _MOST_CLIENTS):
            return None
        most = max(most, group.clients)
        seconds += group.times * group.cycles * cycle_time(group.clients, group.think, stations)
    return None if groups is None else Estimate(max(seconds, lower), most)


def chain_estimate(model: Model, lower: float) -> Estimate:
    """Return the estimate by Markov chains of the networks that ``estimate`` solves by mean values.

    Of models that are no such networks it is the chain of their Petri net. Raises ``MissingValue``, and
    ``SadError`` as ``chain_cycle_time`` and ``chain_time``.
    """
    from sad.stochastic.queueing.clients import chain_cycle_time  # noqa: PLC0415 - heavy

    assert model.entry is not None
    groups = groups_of(model.entry.tree, model.values)
    if groups is None:
        from sad.contention.net import chain_time  # noqa: PLC0415 - heavy

        seconds, states = chain_time(model)
        return Estimate(max(seconds, lower), 0, states=states)
    span = Span.at(model.entry.file, model.entry.line)
    seconds, most, states = 0.0, 0, 0
    for group in groups:
        if group.seconds is not None:
            seconds += group.times * group.seconds
            continue
        stations = list(group.stations.values())
        cycle, found = chain_cycle_time(group.clients, group.think, stations, span)
        most, states = max(most, group.clients), max(states, found)
        seconds += group.times * group.cycles * cycle
    return Estimate(max(seconds, lower), most, states=states)


def _stations(
    stage: Stage, number: Callable[[Poly], float], clients: int
) -> dict[str, tuple[float, int]]:
    """Each resource's demand in a cycle [s], and its servers: no more than there are clients."""
    found: dict[str, tuple[float, int]] = {}
    for item in stage.demands:
        member = "" if item.member is None else f"[{number(item.member):g}]"
        name = item.resource.name + member
        before, _ = found.get(name, (0.0, 0))
        servers = min(max(1, clients), round(number(item.resource.servers)))
        found[name] = before + number(item.amount), servers
    return found
