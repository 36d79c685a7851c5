"""Random networks: stations of all kinds, routing in which every station is reached and left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.stochastic.queueing.network import JobClass, Network, Station
from sad.stochastic.queueing.traffic import closed_visits, open_visits

if TYPE_CHECKING:
    from random import Random

HERE = Span.at("random.qn.yaml")


def routing_of(chance: Random, size: int, leaves: float = 0.0) -> tuple[tuple[float, ...], ...]:
    """Return rows that sum to ``1 - leaves``; each goes to the next station, and to some others."""
    rows: list[tuple[float, ...]] = []
    for place in range(size):
        row = [chance.random() if chance.random() < 0.5 else 0.0 for _ in range(size)]
        row[(place + 1) % size] += 0.2
        rows.append(tuple((1 - leaves) * share / sum(row) for share in row))
    return tuple(rows)


def station(chance: Random, name: str, *, classes: int = 1, plain: bool = False) -> Station:
    times = tuple(chance.uniform(0.2, 3.0) for _ in range(classes))
    kind = chance.choice(("delay", "single") if plain else ("delay", "single", "several", "rates"))
    if kind == "rates":
        rates = tuple(chance.uniform(0.3, 3.0) for _ in range(chance.randint(1, 5)))
        return Station(name, HERE, False, (), 1, rates)
    servers = chance.randint(2, 3) if kind == "several" else 1
    return Station(name, HERE, kind == "delay", times, servers)


def closed_network(chance: Random, *, plain: bool = False, classes: int = 1) -> Network:
    """Return a network of one to four stations with few jobs."""
    size = chance.randint(1 if classes == 1 else 2, 4 if classes == 1 else 3)
    stations = tuple(
        station(chance, f"s{place}", classes=classes, plain=plain) for place in range(size)
    )
    found: list[JobClass] = []
    for number in range(classes):
        routing = routing_of(chance, size)
        jobs = chance.randint(1, 5 if classes == 1 else 3)
        visits = closed_visits(routing, 0)
        found.append(JobClass(f"c{number}", HERE, jobs, (0.0,) * size, routing, visits))
    return Network(HERE, stations, tuple(found))


def open_class(chance: Random, size: int, rate: float) -> JobClass:
    """Return jobs that arrive anywhere."""
    routing = routing_of(chance, size, leaves=0.5)
    arrivals = tuple(rate * (place + 1) / (size * (size + 1) / 2) for place in range(size))
    return JobClass("open", HERE, None, arrivals, routing, open_visits(routing, arrivals))
