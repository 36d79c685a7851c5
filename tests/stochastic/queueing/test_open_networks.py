"""Open networks against closed forms, and against the simulator Ciw where it is installed."""

from __future__ import annotations

from math import factorial

import pytest

from tests.stochastic.queueing.models import of_text

TANDEM = """\
schema: 1
parameters: {lambda: 0.9}
stations:
  web: {mean_s: 0.5}
  data: {mean_s: 1.2, servers: 2}
  disk: {kind: delay, mean_s: 3}
routing:
  web: {data: 0.7, out: 0.3}
  data: {disk: 0.5, web: 0.5}
  disk: web
arrivals: {rate_per_s: lambda}
"""


def test_several_servers_follow_the_formula_of_erlang():
    servers, load = 5, 4.2
    found = of_text(
        f"schema: 1\nstations: {{a: {{mean_s: 2, servers: {servers}}}}}\n"
        f"arrivals: {{rate_per_s: {load / 2}}}\n"
    )
    last = load**servers / factorial(servers) * servers / (servers - load)
    waits = last / (sum(load**k / factorial(k) for k in range(servers)) + last)
    waiting = waits * 2 / (servers - load)
    assert found["waiting:a"] == pytest.approx(waiting, rel=1e-12)
    assert found["utilisation:a"] == pytest.approx(load / servers, rel=1e-12)
    assert found["response"] == pytest.approx(waiting + 2, rel=1e-12)


def test_very_many_servers_neither_overflow_nor_vanish():
    found = of_text(
        "schema: 1\nstations: {a: {mean_s: 1, servers: 3000}}\narrivals: {rate_per_s: 2900}\n"
    )
    assert found["utilisation:a"] == pytest.approx(2900 / 3000, rel=1e-9)
    assert 2900 < found["jobs"] < 2910


def test_jobs_come_to_stations_as_the_routing_says():
    found = of_text(TANDEM, **{"lambda": "0.3"})
    web = 0.3 / (1 - 0.7)  # what goes to data comes back
    assert found["throughput:web"] == pytest.approx(web, rel=1e-12)
    assert found["throughput:data"] == pytest.approx(0.7 * web, rel=1e-12)
    assert found["utilisation:web"] == pytest.approx(web * 0.5, rel=1e-12)
    assert found["jobs:disk"] == pytest.approx(0.35 * web * 3, rel=1e-12)


@pytest.mark.parametrize(
    ("capacity", "rates"), [(1, "[2]"), (3, "[1.0, 1.5]"), (6, "[0.4, 2.0, 3.0]")]
)
def test_a_limit_is_a_finite_birth_death_chain(capacity: int, rates: str):
    found = of_text(
        f"schema: 1\nstations: {{a: {{rates_per_s: {rates}}}}}\n"
        f"arrivals: {{rate_per_s: 1.3, capacity: {capacity}}}\n"
    )
    speeds = [float(text) for text in rates.strip("[]").split(",")]
    weights = [1.0]
    for jobs in range(1, capacity + 1):
        weights.append(weights[-1] * 1.3 / speeds[min(jobs, len(speeds)) - 1])
    total = sum(weights)
    assert found["lost"] == pytest.approx(weights[-1] / total, rel=1e-12)
    mean = sum(jobs * weight for jobs, weight in enumerate(weights)) / total
    assert found["jobs"] == pytest.approx(mean, rel=1e-12)


def test_a_simulator_agrees():
    ciw = pytest.importorskip("ciw", reason="the simulator Ciw is not installed")
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(0.4), None, None],
        service_distributions=[
            ciw.dists.Exponential(2),
            ciw.dists.Exponential(1 / 1.2),
            ciw.dists.Exponential(1 / 3),
        ],
        number_of_servers=[1, 2, float("inf")],
        routing=[[0.0, 0.7, 0.0], [0.5, 0.0, 0.5], [1.0, 0.0, 0.0]],
    )
    ciw.seed(3)
    simulation = ciw.Simulation(network)
    simulation.simulate_until_max_time(40_000)
    records = [item for item in simulation.get_all_records() if item.arrival_date > 1000]
    found = of_text(TANDEM, **{"lambda": "0.4"})
    for node, name in ((1, "web"), (2, "data"), (3, "disk")):
        times = [item.exit_date - item.arrival_date for item in records if item.node == node]
        assert sum(times) / len(times) == pytest.approx(found[f"response:{name}"], rel=0.05)
