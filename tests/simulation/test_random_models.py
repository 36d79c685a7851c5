"""Random series-parallel models: the kernel against a naive simulator and against proved bounds."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sad.simulation import Discipline, Slice, simulate
from tests.simulation.models import Naive, bounds, program_of, random_model, steps_of, unrolled

MODELS = 1000


def whole(random: Random) -> float:
    return float(random.randint(1, 9))


def real(random: Random) -> float:
    return random.uniform(0.1, 9.0)


def with_zeros(random: Random) -> float:
    return float(random.randint(0, 9))


@pytest.mark.parametrize("times", [whole, real])
def test_first_come_first_served_ends_when_a_naive_simulator_ends(times):
    used = waited = 0
    for seed in range(MODELS):
        model = random_model(Random(seed), times=times)
        naive, tree = Naive(model.servers), unrolled(model)
        expected = naive.end_of(tree)
        service = sum(step[2] for step in steps_of(tree) if step[0] == "use")
        for slices in (0, 10**6):  # which takes other paths through the engine
            found = simulate(program_of(model), most_slices=slices)
            assert found.ends_s == (pytest.approx(expected, rel=1e-12),), seed
            busy = sum(place.busy_s for place in found.places.values())
            waiting = sum(place.waiting_s for place in found.places.values())
            assert busy == pytest.approx(service, rel=1e-9), seed
            assert waiting == pytest.approx(naive.waited, rel=1e-9, abs=1e-9), seed
        used += sum(place.uses for place in found.places.values())
        waited += any(place.waiting_s > 0 for place in found.places.values())
    assert used > 10 * MODELS
    assert waited > MODELS / 2


@pytest.mark.parametrize("discipline", [*Discipline, "mixed"])
def test_the_end_is_between_the_proved_bounds(discipline):
    tight = 0
    for seed in range(MODELS):
        random = Random(seed)
        model = random_model(random, times=random.choice([whole, real, with_zeros]))
        each = [
            random.choice(list(Discipline)) if discipline == "mixed" else Discipline(discipline)
            for _ in model.servers
        ]
        low, high = bounds(model)
        (end,) = simulate(program_of(model, each), seed=seed).ends_s
        assert low - 1e-9 * low <= end <= high + 1e-9 * high, seed
        tight += end < low * 1.000001 or end > high * 0.999999
    assert tight < MODELS  # otherwise the bounds would say nothing


@pytest.mark.parametrize("discipline", ["fcfs", "random", "lcfs"])
def test_nobody_waits_while_a_server_is_free(discipline):
    waits = 0
    for seed in range(MODELS):
        model = random_model(Random(seed), times=with_zeros)
        found = simulate(
            program_of(model), discipline=Discipline(discipline), seed=seed, most_slices=10**6
        )
        for resource in found.resources:
            slices = [item for item in found.slices if item.resource == resource.name]
            for item in slices:
                assert served_at(slices, item.start_s) <= resource.servers
                waits += item.start_s > item.came_s
                moments = {other.start_s for other in slices} | {other.end_s for other in slices}
                for moment in {*moments, item.came_s}:
                    if item.came_s <= moment < item.start_s:
                        assert served_at(slices, moment) == resource.servers, seed
    assert waits > MODELS


def served_at(slices: list[Slice], moment: float) -> int:
    """Return how many are served just after a moment."""
    return sum(item.start_s <= moment < item.end_s for item in slices)


def test_a_shared_resource_gives_each_use_its_share():
    shared = 0
    for seed in range(MODELS):
        model = random_model(Random(seed), times=with_zeros)
        found = simulate(program_of(model), discipline=Discipline.PS, most_slices=10**6)
        for resource in found.resources:
            slices = [item for item in found.slices if item.resource == resource.name]
            moments = sorted({at for item in slices for at in (item.start_s, item.end_s)})
            had = [0.0] * len(slices)
            busy = 0.0
            for begin, end in pairwise(moments):
                there = [
                    number
                    for number, item in enumerate(slices)
                    if item.start_s <= begin and end <= item.end_s
                ]
                shared += len(there) > resource.servers
                for number in there:
                    had[number] += (end - begin) * min(1.0, resource.servers / len(there))
            # a place may have uses of different lengths: their sums are compared
            for place, figures in resource.places.items():
                mine = [n for n, item in enumerate(slices) if item.place == place]
                assert len(mine) == figures.uses
                total = sum(had[n] for n in mine)
                assert total == pytest.approx(figures.busy_s, rel=1e-9, abs=1e-9), seed
                took = sum(slices[n].end_s - slices[n].start_s for n in mine)
                waited = pytest.approx(figures.waiting_s, rel=1e-9, abs=1e-9)
                assert took - total == waited, seed
                busy += total
            assert busy == pytest.approx(resource.busy_s)
    assert shared > MODELS
