"""Queueing results of Brehm's thesis and of textbooks, as fractions where they are some."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from sad.stochastic.models import Options
from sad.stochastic.queueing.mva import populations
from tests.stochastic.queueing.models import of_file, of_text

STATES = Options(states=True)


@pytest.mark.parametrize(
    ("given", "chances", "revenue", "profit", "jobs"),
    [
        ({}, (625, 250, 100, 40, 16), 0.049224, -0.000776, None),
        ({"mu": "1", "per_s": "0.08"}, (625, 125, 25, 5, 1), 0.049936, -0.030064, None),
        ({"lambda": "1"}, (1, 2, 4, 8, 16), 0.120968, 0.070968, F(98, 31)),
        ({"lambda": "1", "mu": "1", "per_s": "0.08"}, (1, 1, 1, 1, 1), 0.2, 0.12, F(2)),
    ],
)
def test_a_centre_with_room_for_four_jobs(given, chances, revenue, profit, jobs):
    """Tables 3.8 and 3.9 with the revenue of system A and its mean jobs corrected (F1, F2)."""
    found = of_file("centre_a", STATES, **given)
    whole = sum(chances)
    assert [found[f"cpu:{count}"] for count in range(5)] == pytest.approx(
        [chance / whole for chance in chances], rel=1e-12
    )
    assert found["utilisation:cpu"] == pytest.approx(1 - chances[0] / whole, rel=1e-12)
    assert found["revenue"] == pytest.approx(revenue, abs=5e-7)
    assert found["profit"] == pytest.approx(profit, abs=5e-7)
    assert jobs is None or found["jobs"] == pytest.approx(float(jobs), rel=1e-12)


@pytest.mark.parametrize(
    ("rate", "utilisation", "jobs", "response"), [(0.5, 0.4, 2 / 3, 10 / 3), (1.0, 0.2, 0.25, 1.25)]
)
def test_a_centre_without_limit(rate, utilisation, jobs, response):
    """Equations 3.21 to 3.30 (F3)."""
    found = of_text(
        f"schema: 1\nstations: {{cpu: {{rate_per_s: {rate}}}}}\narrivals: {{rate_per_s: 0.2}}\n"
    )
    assert found["utilisation:cpu"] == pytest.approx(utilisation, rel=1e-12)
    assert found["jobs"] == pytest.approx(jobs, rel=1e-12)
    assert found["response"] == pytest.approx(response, rel=1e-12)


def test_four_users():
    """Section 3.2.3 (F4)."""
    found = of_file("four_users", STATES)
    assert [found[f"computer:{count}"] * 113 for count in range(5)] == pytest.approx(
        [40, 40, 24, 8, 1], rel=1e-12
    )
    assert found["throughput"] == pytest.approx(168 / 113, rel=1e-12)
    assert found["jobs"] == pytest.approx(116 / 113, rel=1e-12)
    assert found["response"] == pytest.approx(116 / 168, rel=1e-12)


def test_a_part_in_place_of_two_stations_changes_nothing():
    """Norton's theorem: demands 1, 1/2, 1/3 and a delay of 2, the middle two put together (F17)."""
    exact = [item.throughput for item in populations([F(1), F(1, 2), F(1, 3)], F(2), 6)]
    known = [0.260870, 0.477509, 0.648224, 0.774876, 0.862918, 0.920254]
    assert [float(rate) for rate in exact] == pytest.approx(known, abs=5e-7)
    parts = [item.throughput for item in populations([F(1, 2), F(1, 3)], F(0), 6)]
    text = f"""\
schema: 1
parameters: {{N: 1}}
stations:
  users: {{kind: delay, mean_s: 2}}
  first: {{mean_s: 1}}
  rest: {{rates_per_s: [{", ".join(map(str, parts))}]}}
jobs: N
"""
    for jobs, rate in enumerate(exact, 1):
        found = of_text(text, N=str(jobs))
        assert found["throughput"] == pytest.approx(float(rate), rel=1e-13)


def test_machine_repair_as_a_fraction():
    """F18 and B15: 11 clients at a delay of 10 and a server of 1."""
    *_, last = populations([F(1)], F(10), 11)
    assert 11 / last.throughput == F(95722457, 7281587)
    ratios: list[float] = []
    for item in populations([F(1)], F(10), 40):
        bound = max(F(item.jobs), F(11))
        ratios.append(float(item.jobs / item.throughput / bound))
    assert max(ratios) == pytest.approx(1.195, abs=5e-4)
    assert ratios.index(max(ratios)) == 11 - 1
    assert of_file("repair")["cycle"] == pytest.approx(0.013145823, abs=5e-10)


def test_balanced_networks_take_less_than_twice_their_bound_at_saturation():
    """Q3: C(P*) < 2 C^l for 1,000 random networks of equal demands."""
    chance = Random(1)
    for _ in range(1000):
        size, demand = chance.randint(1, 12), chance.uniform(0.1, 3.0)
        think = chance.uniform(0.0, 40.0)
        saturated = round((think + size * demand) / demand)
        *_, means = populations([demand] * size, think, max(1, saturated))
        bound = max(think + size * demand, means.jobs * demand)
        assert means.jobs / means.throughput < 2 * bound
