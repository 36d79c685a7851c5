"""The time of equal clients between the bounds: a closed queueing network, solved exactly.

Clients that repeat the same cycle through resources make a network with a population of P, a think
time Z (the delays of a cycle) and demands D_r, as in ``sad.stochastic.queueing``. N cycles take N times
the mean time of a cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue, evaluate
from sad.model.walks.clients import stages_of
from sad.records import record
from sad.stochastic.queueing.clients import cycle_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.nodes import Node
    from sad.model.walks.clients import Stage

_MOST_CLIENTS, _MOST_AT_SERVERS = 100_000, 20_000
"""The most clients, and where a resource has several servers: the time grows with their square."""


@record
class Estimate:
    """An estimate of the time [s]; ``clients`` are the most in one network, 0 if there is none.

    ``simulated`` tells that it is the mean time of runs.
    """

    seconds: float
    clients: int
    simulated: bool = False

    @property
    def method(self) -> str:
        """How it was made."""
        if self.simulated:
            return "simulation"
        return "mva" if self.clients else "critical path"


def estimate(tree: Node, values: Mapping[str, Number], lower: float) -> Estimate | None:
    """Return the estimate of a model, not below its bound; None where parts are no equal clients."""
    stages = stages_of(tree)
    if stages is None:
        return None

    def number(poly: Poly) -> float:
        return float(evaluate(poly, values))

    seconds, most = 0.0, 0
    try:
        for stage in stages:
            if stage.seconds is not None:
                seconds += number(stage.times) * number(stage.seconds)
                continue
            assert stage.clients is not None
            clients = round(number(stage.clients))
            if clients > _MOST_CLIENTS:
                return None
            most = max(most, clients)
            stations = _stations(stage, number, clients)
            if clients > _MOST_AT_SERVERS and any(servers > 1 for _, servers in stations):
                return None
            think = max(0.0, number(stage.work) - sum(demand for demand, _ in stations))
            cycle = cycle_time(clients, think, stations)
            seconds += number(stage.times) * number(stage.cycles) * cycle
    except MissingValue:
        return None
    return Estimate(max(seconds, lower), most)


def _stations(
    stage: Stage, number: Callable[[Poly], float], clients: int
) -> list[tuple[float, int]]:
    """Each resource's demand in a cycle [s], and its servers: no more than there are clients."""
    found: dict[str, tuple[float, int]] = {}
    for item in stage.demands:
        member = "" if item.member is None else f"[{number(item.member):g}]"
        name = item.resource.name + member
        before, _ = found.get(name, (0.0, 0))
        servers = min(max(1, clients), round(number(item.resource.servers)))
        found[name] = before + number(item.amount), servers
    return list(found.values())
