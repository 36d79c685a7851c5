"""Closed networks against their balance equations: 200 random ones of one class, and of two."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sad.stochastic.queueing.bounds import closed_bounds
from sad.stochastic.queueing.mva import bard_schweitzer, class_means
from sad.stochastic.queueing.solve import solved, throughputs
from tests.stochastic.queueing.brute_force import mean_jobs, numbers, steady_state
from tests.stochastic.queueing.random_networks import HERE, closed_network, open_class

NEAR = 1e-10


@pytest.mark.parametrize("seed", range(200))
def test_mean_values_convolution_and_the_chain_agree(seed: int):
    network = closed_network(Random(seed), plain=seed % 2 == 0)
    chances = steady_state(network)
    for found in (solved(network), solved(network, chances=True)):
        for place, means in enumerate(found.stations):
            station = network.stations[place]
            known = numbers(chances, place)
            through = sum(station.rate(jobs) * chance for jobs, chance in enumerate(known))
            busy = sum(station.busy(jobs) * chance for jobs, chance in enumerate(known))
            assert means.jobs == pytest.approx(mean_jobs(chances, 0, place), rel=NEAR, abs=NEAR)
            assert means.throughput == pytest.approx(through, rel=NEAR)
            assert means.utilisation == pytest.approx(busy, rel=NEAR, abs=NEAR)
            if means.chances:
                assert list(means.chances) == pytest.approx(known, rel=1e-9, abs=NEAR)


@pytest.mark.parametrize("seed", range(200))
def test_bounds_enclose_the_throughput(seed: int):
    network = closed_network(Random(seed), plain=seed % 4 > 0)
    for jobs, rate in enumerate(throughputs(network, 30), 1):
        bounds = closed_bounds(network, jobs)
        assert bounds.low <= rate * (1 + 1e-9)
        assert rate <= bounds.high * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_several_classes_agree_with_the_chain(seed: int):
    network = closed_network(Random(seed), plain=seed % 2 == 0, classes=2)
    chances = steady_state(network)
    found = solved(network)
    for place, means in enumerate(found.stations):
        known = numbers(chances, place)
        busy = sum(network.stations[place].busy(jobs) * each for jobs, each in enumerate(known))
        assert means.utilisation == pytest.approx(busy, rel=NEAR, abs=NEAR)
        if means.chances:
            assert list(means.chances)[: len(known)] == pytest.approx(known, abs=NEAR)
    for of, totals in enumerate(found.classes):
        for place in range(len(network.stations)):
            known = mean_jobs(chances, of, place)
            assert totals.jobs[place] == pytest.approx(known, rel=NEAR, abs=NEAR)


@pytest.mark.parametrize("seed", range(6))
def test_jobs_that_stay_and_jobs_that_arrive_agree_with_the_chain(seed: int):
    chance = Random(seed)
    network = closed_network(chance, plain=True, classes=2)
    network = replace(network, stations=network.stations[:2])
    (first, _) = network.classes
    routing = ((0.3, 0.7), (1.0, 0.0))
    stay = replace(first, routing=routing, visits=(1.0, 0.7), jobs=2, arrivals=(0.0, 0.0))
    come = open_class(chance, 2, 0.04)
    network = replace(network, classes=(stay, come))
    chances = steady_state(network, most=14)
    found = solved(network)
    for of, totals in enumerate(found.classes):
        for place in range(2):
            assert totals.jobs[place] == pytest.approx(mean_jobs(chances, of, place), rel=1e-6)


def test_the_approximation_is_near_and_is_taken_where_the_exact_way_is_too_long():
    chance = Random(5)
    worst = 0.0
    for _ in range(100):
        demands = [[chance.uniform(0.1, 2.0) for _ in range(3)] for _ in range(2)]
        thinks, jobs = [chance.uniform(0.0, 5.0) for _ in range(2)], [12, 9]
        exact = class_means(demands, thinks, jobs)
        near = bard_schweitzer(demands, thinks, jobs)
        assert exact.rounds == 0 < near.rounds
        for a, b in zip(exact.throughputs, near.throughputs, strict=True):
            worst = max(worst, abs(b / a - 1))
    assert 0.001 < worst < 0.10
    assert class_means([[1.0], [2.0], [3.0]], [1.0, 1.0, 1.0], [200, 200, 200]).rounds > 0


def test_many_jobs_neither_overflow_nor_cancel():
    """A thousand jobs at stations of several servers keep Little's law and their number."""
    network = closed_network(Random(3))
    (of,) = network.classes
    many = replace(network, classes=(replace(of, jobs=1000),))
    found = solved(many)
    assert sum(item.jobs for item in found.stations) == pytest.approx(1000, rel=1e-9)
    assert all(item.utilisation <= 1 + 1e-9 for item in found.stations)
    assert many.span == HERE
