"""Networks as chains: against product form where they have it, tokens, stations that are full."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sad.diagnostics import SadError
from sad.stochastic.queueing import states
from sad.stochastic.queueing.network import JobClass, Network, Passive, Station
from sad.stochastic.queueing.solve import solved
from sad.stochastic.queueing.states import chain_means
from tests.stochastic.queueing.jobs_one_by_one import run as one_by_one
from tests.stochastic.queueing.models import of_file, of_text
from tests.stochastic.queueing.random_networks import HERE, closed_network, open_class

HEAD = "schema: 1\n"


@pytest.mark.parametrize("seed", range(60))
def test_the_chain_of_a_network_with_product_form(seed: int):
    chance = Random(seed)
    network = closed_network(chance)
    if seed % 2:
        coming = open_class(chance, len(network.stations), 0.7)
        network = replace(network, classes=(coming,), capacity=chance.randint(1, 5))
    found, known = chain_means(network), solved(network)
    assert found.classes[0].throughput == pytest.approx(known.classes[0].throughput, rel=1e-10)
    assert (found.lost is None) == (known.lost is None)
    assert found.lost is None or found.lost == pytest.approx(known.lost, abs=1e-10)
    for mine, other in zip(found.stations, known.stations, strict=True):
        assert mine.jobs == pytest.approx(other.jobs, abs=1e-10)
        assert mine.utilisation == pytest.approx(other.utilisation, abs=1e-10)
        assert mine.throughput == pytest.approx(other.throughput, rel=1e-10)


@pytest.mark.parametrize("seed", range(30))
def test_tokens_and_room_for_all_change_nothing_and_fewer_slow_down(seed: int):
    chance = Random(seed)
    network = closed_network(chance)
    if len(network.stations) < 2:
        return
    jobs = network.only.jobs or 0
    last = len(network.stations) - 1
    free = chain_means(network).classes[0].throughput
    for tokens in range(1, jobs + 2):
        held = replace(network, passive=(Passive("link", HERE, tokens, (last,)),))
        found = chain_means(held)
        (queue,) = found.queues
        total = sum(item.jobs for item in found.stations) + queue.jobs
        assert total == pytest.approx(jobs, rel=1e-10)
        station = network.stations[last]
        grows = all(station.rate(k) <= station.rate(k + 1) for k in range(1, jobs))
        if tokens >= jobs:
            assert found.classes[0].throughput == pytest.approx(free, rel=1e-10)
        elif grows:
            assert found.classes[0].throughput <= free * (1 + 1e-10)
    roomy = replace(
        network, stations=tuple(replace(item, capacity=jobs) for item in network.stations)
    )
    assert solved(roomy).classes[0].throughput == pytest.approx(free, rel=1e-10)


@pytest.mark.parametrize(
    ("processors", "links", "throughput"),
    [
        (2, 1, 60 / 61),
        (2, 2, 56 / 51),
        (3, 1, 108 / 89),
        (3, 2, 32568 / 21271),
        (3, 3, 612 / 389),
    ],
)
def test_memories_behind_links(processors: int, links: int, throughput: float):
    """F16."""
    found = of_file("links", K=str(processors), links=str(links))
    assert found["throughput"] == pytest.approx(throughput, rel=1e-12)


def test_two_stations_with_little_room_block_each_other():
    """Two stations of rates a and b, room for one at the second: balance equations by hand."""
    a, b = 2.0, 3.0
    text = (
        f"{HEAD}stations:\n  first: {{rate_per_s: {a}}}\n"
        f"  second: {{rate_per_s: {b}, capacity: 1}}\njobs: 2\n"
    )
    found = of_text(text)
    # states: jobs at the second station 0 or 1; the first one is stopped while it is 1
    assert found["jobs:second"] == pytest.approx(a / (a + b), rel=1e-12)
    assert found["throughput"] == pytest.approx(a * b / (a + b), rel=1e-12)
    assert found["utilisation:first"] == 1.0


def test_arrivals_at_a_full_station_are_lost():
    text = f"{HEAD}stations: {{a: {{rate_per_s: 1, capacity: 3}}}}\narrivals: {{rate_per_s: 2}}\n"
    found = of_text(text)
    assert found["lost"] == pytest.approx(8 / 15, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("stations: {a: {mean_s: 1}}\narrivals: {rate_per_s: 1}\nchoose: next\n", "SAD984"),
        (
            "stations: {a: {mean_s: 1, capacity: 1}, b: {mean_s: 1, capacity: 1}}\njobs: 3\n",
            "SAD984",
        ),
        (
            "stations: {a: {mean_s: 1, capacity: 1}, b: {mean_s: 1}}\njobs: 3\nvisits: {a: 1, b: 2}\n",
            "SAD983",
        ),
        (
            """\
stations: {a: &t {mean_s: 1}, b: *t, c: *t, d: *t, x: {tokens: 1, holds: [a, c]}}
jobs: 3
""",
            "SAD986",
        ),
        (
            """\
stations: {a: {mean_s: 1}, b: {mean_s: 1}, x: {tokens: 1, holds: a}, y: {tokens: 1, holds: a}}
jobs: 3
""",
            "SAD986",
        ),
        (
            """\
stations: {a: {mean_s: 1, capacity: 2}, b: {mean_s: 1}}
classes: {x: {jobs: 1}, y: {jobs: 1}}
""",
            "SAD986",
        ),
        (
            "stations: {a: {mean_s: 1, capacity: 60}, b: {mean_s: 1}, c: {mean_s: 1}}\njobs: 70\n",
            "SAD987",
        ),
    ],
)
def test_what_has_no_chain_is_told(text: str, code: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(states, "MOST_STATES", 1000)
    with pytest.raises(SadError) as raised:
        of_text(HEAD + text)
    assert raised.value.diagnostic.code == code
    assert raised.value.diagnostic.hint


@pytest.mark.parametrize("seed", range(12))
def test_jobs_run_one_by_one_come_to_the_same(seed: int):
    chance = Random(seed)
    network = everything(chance, seed)
    found = chain_means(network)
    run = one_by_one(network, chance, 20_000)
    for place, means in enumerate(found.stations):
        near = 5 / max(1, run.left[place]) ** 0.5  # some standard errors
        assert run.area[place] / run.time == pytest.approx(means.jobs, rel=near, abs=0.1)
        assert run.left[place] / run.time == pytest.approx(means.throughput, rel=near)


def everything(chance: Random, seed: int) -> Network:
    """A network with a token, with a station of little room, or with a choice of a queue."""
    network = closed_network(chance)
    while len(network.stations) < 3:
        network = closed_network(chance)
    size, kind = len(network.stations), seed % 6
    if kind in (1, 3, 4, 5):
        coming = open_class(chance, size, chance.uniform(0.5, 2.0))
        network = replace(network, classes=(coming,), capacity=chance.randint(3, 6))
    if kind in (0, 1):  # jobs come to where the token is held by one station
        rows = [list(row) for row in network.only.routing]
        held = (size - 2, size - 1)
        for place, row in enumerate(rows):
            if place not in held:
                row[held[0]] += row[held[1]]
                row[held[1]] = 0.0
        arrivals = [*network.only.arrivals]
        arrivals[held[0]] += arrivals[held[1]]
        arrivals[held[1]] = 0.0
        of = replace(network.only, routing=tuple(map(tuple, rows)), arrivals=tuple(arrivals))
        token = Passive("token", HERE, chance.randint(1, 2), held)
        return replace(network, classes=(of,), passive=(token,))
    if kind in (2, 3):
        last = replace(network.stations[-1], capacity=1)
        return replace(network, stations=(*network.stations[:-1], last))
    if kind == 4:
        choose = chance.choice(("next", "shortest"))
        return replace(network, choose=choose, choices=(0, 1))
    servers = (Station("x", HERE, False, (1.5,)), Station("y", HERE, False, (0.7,), 2))
    rows = tuple((0.0, 0.0, *row[2:]) for row in network.only.routing)
    rows = tuple(tuple(share * 0.9 for share in row) for row in rows)
    return replace(
        network,
        stations=(*servers, *network.stations[2:]),
        classes=(replace(network.only, routing=rows),),
        choose="common",
        choices=(0, 1),
    )


def test_a_large_chain_is_solved_step_by_step_and_says_how_far():
    """Three stations with 130 jobs: 8,646 states, beside convolution."""
    stations = (
        Station("a", HERE, False, (1.0,)),
        Station("b", HERE, False, (1.9,), 2),
        Station("c", HERE, False, (0.97,)),
    )
    routing = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
    of = JobClass("", HERE, 130, (0.0,) * 3, routing, (1.0,) * 3)
    network = Network(HERE, stations, (of,))
    found, known = chain_means(network), solved(network)
    assert "8,646 states, solved to" in found.method
    assert "exact" not in found.method
    for mine, other in zip(found.stations, known.stations, strict=True):
        assert mine.jobs == pytest.approx(other.jobs, rel=1e-5)
        assert mine.throughput == pytest.approx(other.throughput, rel=1e-7)
