"""Figures of simulations, their intervals, and the files that show what happened when."""

from __future__ import annotations

import csv
import io
import json

import pytest
from scipy.stats import t as student_t

from sad.simulation import (
    Builder,
    Discipline,
    Exponential,
    Normal,
    Uniform,
    simulate,
    write_chrome_trace,
    write_csv,
)
from sad.simulation.results import half_width, student


def test_students_t_is_that_of_scipy():
    for freedom in range(1, 31):
        assert student(freedom) == pytest.approx(student_t.ppf(0.975, freedom), abs=5e-4)
    for freedom in (31, 40, 59, 60, 119, 120, 10**6):
        exact = student_t.ppf(0.975, freedom)
        assert exact - 5e-4 <= student(freedom) <= exact + 0.025  # never too narrow


def test_the_interval_of_a_mean():
    assert half_width([3.0]) is None
    assert half_width([1.0, 2.0, 3.0, 4.0]) == pytest.approx(3.182 * (5 / 3 / 4) ** 0.5)


def random_program():
    builder = Builder()
    server = builder.resource("server", 2)
    disks = builder.family("disk", 0, 1)
    with builder.fork(6) as p:
        builder.delay(Exponential(2.0))
        builder.use(server, Uniform(0.5, 1.5), 10)
        builder.use(disks[builder.at(lambda p: p % 2, p)], Normal(1.0, 0.5), 11)
        builder.use(server, 0.25, 12)
    return builder.build()


def test_the_interval_contains_the_mean_of_many_runs_nineteen_times_of_twenty():
    program = random_program()
    truth = simulate(program, seed=99, runs=4000)
    assert truth.half_width_s is not None
    assert truth.half_width_s < 0.1
    hits = 0
    for seed in range(200):
        found = simulate(program, seed=seed, runs=10).interval_s
        assert found is not None
        hits += found[0] <= truth.mean_s <= found[1]
    assert 178 <= hits <= 199  # 190 expected, deviation 3.1


def test_figures_are_means_over_runs_and_add_up():
    found = simulate(random_program(), runs=20)
    assert len(found.ends_s) == 20
    assert found.is_random
    assert [r.name for r in found.resources] == ["server", "disk[0]", "disk[1]"]
    assert [r.uses for r in found.resources] == pytest.approx([12, 3, 3])
    assert list(found.places) == [10, 11, 12]
    assert [place.uses for place in found.places.values()] == pytest.approx([6, 6, 6])
    server, *disks = found.resources
    assert list(server.places) == [10, 12]
    assert server.places[12].busy_s == pytest.approx(6 * 0.25)
    assert server.busy_s == pytest.approx(sum(place.busy_s for place in server.places.values()))
    assert found.places[11].busy_s == pytest.approx(sum(disk.busy_s for disk in disks))
    assert found.places[11].waiting_s == pytest.approx(sum(disk.waiting_s for disk in disks))
    for resource in found.resources:
        assert 0 < resource.utilisation < 1
        assert resource.mean_waiting == pytest.approx(resource.waiting_s / found.mean_s)


def test_one_run_is_made_where_nothing_is_random():
    builder = Builder()
    server = builder.resource("server", discipline=Discipline.RANDOM)
    builder.use(server, 1.0)
    builder.use(server, 1.0)
    found = simulate(builder.build(), runs=50)
    assert (found.ends_s, found.is_random, found.half_width_s) == ((2.0,), False, 0.0)
    with builder.fork(2) as p:
        builder.use(server, builder.at(lambda p: 1.0 + p, p))
    chosen = simulate(builder.build(), runs=50)  # who is first is drawn
    assert chosen.is_random
    assert len(chosen.ends_s) == 50
    assert {*chosen.ends_s} == {5.0}
    once = simulate(builder.build())
    assert once.interval_s is None
    with pytest.raises(ValueError, match="one run"):
        simulate(builder.build(), runs=0)


@pytest.mark.parametrize("discipline", Discipline)
def test_the_same_seed_gives_the_same_runs_and_another_gives_others(discipline):
    program = random_program()
    first, again, other, longer = (
        simulate(program, discipline=discipline, seed=seed, runs=runs, most_slices=7)
        for seed, runs in ((1, 5), (1, 5), (2, 5), (1, 8))
    )
    assert first == again
    assert not {*first.ends_s} & {*other.ends_s}
    assert longer.ends_s[:5] == first.ends_s
    assert len(first.slices) == 7
    without = simulate(program, discipline=discipline, seed=1, runs=5)
    assert without.ends_s == first.ends_s
    assert without.slices == ()


def small(discipline: str):
    builder = Builder()
    server = builder.resource("server", discipline=Discipline(discipline))
    with builder.fork(2):
        builder.delay(0.5, 4)
        builder.use(server, 1.0, 5)
    return simulate(builder.build(), most_slices=100).slices


def test_slices_as_csv():
    stream = io.StringIO()
    write_csv(small("fcfs"), stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [tuple(row.values()) for row in rows] == [
        ("0.0", "0.0", "0.5", "1", "", "4"),
        ("0.0", "0.0", "0.5", "2", "", "4"),
        ("0.5", "0.5", "1.5", "1", "server", "5"),
        ("0.5", "1.5", "2.5", "2", "server", "5"),
    ]
    assert list(rows[0]) == ["came_s", "start_s", "end_s", "process", "resource", "place"]


def test_slices_as_a_trace_for_chrome():
    stream = io.StringIO()
    write_chrome_trace(small("fcfs"), stream)
    trace = json.loads(stream.getvalue())
    events = [(e["name"], e["cat"], e["ts"], e["dur"], e["tid"]) for e in trace["traceEvents"]]
    assert events == [
        ("delay", "delay", 0.0, 5e5, 1),
        ("delay", "delay", 0.0, 5e5, 2),
        ("server", "use", 5e5, 1e6, 1),
        ("wait for server", "wait", 5e5, 1e6, 2),
        ("server", "use", 1.5e6, 1e6, 2),
    ]
    assert all(e["ph"] == "X" and e["pid"] == 0 for e in trace["traceEvents"])
    assert [e["args"]["place"] for e in trace["traceEvents"]] == [4, 4, 5, 5, 5]


def test_slices_of_a_shared_resource_overlap():
    uses = [item for item in small("ps") if item.resource]
    assert [(item.came_s, item.start_s, item.end_s) for item in uses] == [(0.5, 0.5, 2.5)] * 2
