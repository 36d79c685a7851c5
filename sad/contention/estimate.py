"""The time of equal clients between the bounds: a closed queueing network, solved by exact MVA.

Clients that repeat the same cycle through resources make a network with a population of P, a think
time Z (the delays of a cycle) and demands D_r; with exponential service (Reiser and Lavenberg 1980)

    R_r(P) = D_r (1 + Q_r(P-1)),   X(P) = P / (Z + sum of R_r(P)),   Q_r(P) = X(P) R_r(P)

and for several servers by the marginal probabilities of each queue. N cycles take N (Z + sum of R_r).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue, evaluate
from sad.model.walks.clients import stages_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.nodes import Node
    from sad.model.walks.clients import Stage

_MOST_CLIENTS = 100_000


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


def cycle_time(clients: int, think: float, stations: Sequence[tuple[float, int]]) -> float:
    """Return the mean time of a cycle [s] of equal clients by exact MVA.

    ``stations`` are the demand of a cycle [s] and the servers of each. Without clients it is 0.
    """
    if clients <= 0:
        return 0.0
    queues = [0.0] * len(stations)
    chances = [[1.0] + [0.0] * (servers - 1) for _, servers in stations]
    """Of each station: how likely it is that 0, 1, ... servers - 1 clients are there."""
    cycle = think
    for number in range(1, clients + 1):
        times = [
            _residence(demand, servers, queue, chance)
            for (demand, servers), queue, chance in zip(stations, queues, chances, strict=True)
        ]
        cycle = think + sum(times)
        rate = number / cycle if cycle > 0 else 0.0
        queues = [rate * time for time in times]
        for (demand, servers), chance in zip(stations, chances, strict=True):
            _move_on(demand * rate, servers, chance)
    return cycle


def _residence(demand: float, servers: int, queue: float, chance: Sequence[float]) -> float:
    """The time of a cycle that a client is at a station, given what it finds there."""
    idle = sum((servers - 1 - found) * chance[found] for found in range(servers - 1))
    return demand / servers * (1.0 + queue + idle)


def _move_on(load: float, servers: int, chance: list[float]) -> None:
    """The chances of few clients at a station with one client more in the network."""
    for found in range(servers - 1, 0, -1):
        chance[found] = load / found * chance[found - 1]
    rest = sum((servers - found) * chance[found] for found in range(1, servers))
    chance[0] = max(0.0, 1.0 - (load + rest) / servers)
