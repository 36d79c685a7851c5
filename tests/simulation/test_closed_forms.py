"""Simulated ends and figures against what is known in closed form."""

from __future__ import annotations

from random import Random

import pytest

from sad.simulation import Builder, Discipline, Exponential, Program, Uniform, simulate
from sad.simulation.results import half_width


def test_a_pipeline_takes_one_item_and_the_slowest_stage_for_each_other():
    random = Random(1)
    for _ in range(200):
        stages = [random.uniform(0.1, 5.0) for _ in range(random.randint(1, 9))]
        items = random.randint(1, 30)
        builder = Builder()
        units = builder.family("unit", 1, len(stages))
        with builder.fork(items):
            for number, seconds in enumerate(stages, 1):
                builder.use(units[number], seconds, number)
        found = simulate(builder.build())
        assert found.mean_s == pytest.approx(sum(stages) + (items - 1) * max(stages), rel=1e-12)
        assert [unit.busy_s for unit in found.resources] == pytest.approx(
            [items * seconds for seconds in stages]
        )


def repair(clients: int, cycles: int, think: float | Exponential, serve, **more) -> Program:
    builder = Builder()
    server = builder.resource("server", **more)
    with builder.fork(clients), builder.loop(cycles):
        builder.delay(think)
        builder.use(server, serve, 1)
    return builder.build()


@pytest.mark.parametrize(
    ("clients", "ratio"), [(1, 1), (5, 1.00727), (11, 1.01818), (15, 1.01333), (20, 1.01)]
)
def test_machine_repair_is_a_little_over_its_lower_bound(clients, ratio):
    found = simulate(repair(clients, 50, 10.0, 1.0))
    assert found.mean_s / (50 * max(clients * 1.0, 10.0 + 1.0)) == pytest.approx(ratio, abs=5e-6)
    (server,) = found.resources
    assert (server.uses, server.busy_s) == (50 * clients, 50 * clients)
    assert server.utilisation == server.busy_s / found.mean_s
    # every client does nothing but think, wait and be served until it ends
    if clients == 1:
        assert server.waiting_s == 0
        assert (server.busy_s + server.waiting_s) / server.end_s == pytest.approx(1 / 11)


CYCLE_OF_11 = 95722457 / 7281587  # machine repair, 11 exponential clients, thinking 10 and served 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("discipline", "serve"),
    [
        ("fcfs", Exponential(1.0)),
        ("random", Exponential(1.0)),
        ("lcfs", Exponential(1.0)),
        ("ps", Exponential(1.0)),
        ("ps", 1.0),  # what is shared depends on the mean of the times of service only
        ("ps", Uniform(0.0, 2.0)),
    ],
    ids=str,
)
def test_machine_repair_with_exponential_times_has_its_mean_cycle(discipline, serve):
    program = repair(11, 2500, Exponential(10.0), serve)
    means: list[float] = []
    for seed in range(8):
        found = simulate(program, discipline=Discipline(discipline), seed=seed, most_slices=10**6)
        steady = [
            item.end_s - item.came_s
            for item in found.slices
            if item.resource and 0.05 * found.mean_s < item.came_s < 0.9 * found.mean_s
        ]
        means.append(10.0 + sum(steady) / len(steady))
    half = half_width(means)
    assert half is not None
    assert half < 0.15
    assert abs(sum(means) / len(means) - CYCLE_OF_11) < half


def test_many_servers_with_deterministic_times_serve_in_rounds():
    builder = Builder()
    server = builder.resource("server", 3)
    with builder.fork(10):
        builder.use(server, 2.0)
    program = builder.build()
    for discipline in ("fcfs", "random", "lcfs"):
        found = simulate(program, discipline=Discipline(discipline))
        assert found.mean_s == 8.0  # 10 uses, 3 at once, 2 s each
        assert found.resources[0].waiting_s == 3 * 2 + 3 * 4 + 6
        assert found.resources[0].utilisation == pytest.approx(20 / 24)
    shared = simulate(program, discipline=Discipline.PS)
    assert shared.mean_s == pytest.approx(20 / 3)
    assert shared.resources[0].utilisation == pytest.approx(1)
    assert (shared.resources[0].busy_s + shared.resources[0].waiting_s) / shared.resources[
        0
    ].end_s == pytest.approx(10)


def test_random_times_have_their_means():
    builder = Builder()
    builder.delay(Exponential(2.0), 1)
    builder.delay(Uniform(1.0, 3.0), 2)
    found = simulate(builder.build(), runs=4000)
    assert found.is_random
    assert found.interval_s is not None
    low, high = found.interval_s
    assert low < 4.0 < high
    assert high - low < 0.2


def test_last_come_is_served_first():
    builder = Builder()
    server = builder.resource("server", discipline=Discipline.LCFS)
    with builder.fork(4) as client:
        builder.delay(builder.at(lambda i: i * 0.1, client))
        builder.use(server, 1.0, 1)
    found = simulate(builder.build(), most_slices=100)
    uses = [item for item in found.slices if item.resource]
    assert [item.came_s for item in uses] == pytest.approx([0.0, 0.3, 0.2, 0.1])
