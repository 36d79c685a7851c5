"""Threads that serve each other: worked examples, barriers, and what must hold for any program."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.simulation.service import (
    BARRIER,
    READ,
    WORK,
    Barrier,
    Mismatch,
    Service,
    barrier_exits,
    serve,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.simulation.service import Act


US = 1e-6
TABLE_1 = Barrier("linear", 5 * US, 5 * US, 2 * US, 2 * US, 10 * US, True, 128)
CM5 = Service(startup_s=10 * US, byte_s=0.118 * US)


def work(microseconds: float) -> Act:
    return (WORK, microseconds * US, 0, 0)


MEET: Act = (BARRIER, 0.0, 0, 0)
FREE = Barrier()


def microseconds(values: Iterable[float]) -> list[float]:
    return [round(value / US, 6) for value in values]


@pytest.mark.parametrize(
    ("policy", "interval", "end", "service_ends"),
    [
        ("none", 0, 120, 110),
        ("interrupt", 0, 110, 30),
        ("poll", 25, 110, 35),
        ("poll", 60, 110, 70),
    ],
)
def test_policies(policy: str, interval: int, end: float, service_ends: float):
    """H12a: the reader's request comes at 20 us."""
    programs = [[work(100), MEET], [work(10), (READ, 0.0, 0, 8), work(10), MEET]]
    service = Service(policy, 10 * US, poll_interval_s=interval * US)
    found = serve(programs, service, FREE, keep=True)
    assert microseconds([found.seconds]) == [end]
    assert microseconds([found.served[0][2]]) == [service_ends]
    assert found.served[0][:2] == (0, 1)


@pytest.mark.parametrize(
    ("nprocs", "first", "last"),
    [(2, 58, 76), (4, 76, 96), (8, 76, 136), (16, 76, 216), (32, 76, 376)],
)
def test_the_linear_barrier(nprocs: int, first: float, last: float):
    """X1."""
    exits = microseconds(barrier_exits([0.0] * nprocs, TABLE_1, CM5))
    assert (min(exits), max(exits)) == (first, last)


@pytest.mark.parametrize("nprocs", [2, 4, 8, 32])
def test_a_barrier_without_messages(nprocs: int):
    """X1: the master leaves after 22 us."""
    barrier = Barrier("linear", 5 * US, 5 * US, 2 * US, 2 * US, 10 * US)
    exits = microseconds(barrier_exits([0.0] * nprocs, barrier, CM5))
    assert exits == [22.0, *[24.0] * (nprocs - 1)]


def test_other_barriers_begin_with_the_last():
    for model, way in (("hardware", 10.0), ("tree", 3 * 27.104), ("dissemination", 3 * 27.104)):
        barrier = Barrier(model, 5 * US, 5 * US, 2 * US, 2 * US, 10 * US, True, 128)
        ready = [0.0] * 7 + [40 * US]
        exits = microseconds(barrier_exits(ready, barrier, CM5))
        assert exits == [pytest.approx(40 + 5 + way + 5)] * 8


def test_the_ratio_scales_computation_alone():
    """H11a."""
    for ratio, end in ((1, 27), (2, 54)):
        programs = [[work(5 * (r + 1) * ratio), MEET, work(7 * ratio), MEET] for r in range(4)]
        assert microseconds([serve(programs, Service(), FREE).seconds]) == [end]


@pytest.mark.parametrize(
    ("byte_s", "nbytes", "wanted"),
    [(0.05, 231456, 11572.8), (0.005, 231456, 1157.28), (0.05, 128, 6.4)],
)
def test_a_read_takes_its_bytes(byte_s: float, nbytes: int, wanted: float):
    """X3."""
    programs = [[(READ, 0.0, 1, nbytes)], []]
    found = serve(programs, Service(byte_s=byte_s * US), FREE)
    assert microseconds([found.seconds]) == [pytest.approx(wanted)]


def program(draw: random.Random, threads: int) -> list[list[Act]]:
    """Five reads for each thread, with computation between them, and barriers now and then."""
    ends = [draw.random() < 0.4 for _ in range(5)]
    found: list[list[Act]] = []
    for thread in range(threads):
        own: list[Act] = []
        for is_end in ends:
            owner = draw.randrange(threads - 1)
            own += [work(draw.uniform(1, 500)), (READ, 0.0, owner + (owner >= thread), 128)]
            own += [MEET] * is_end
        found.append([*own, work(draw.uniform(1, 500))])
    return found


def test_where_serving_is_free_interrupts_are_never_slower():
    """X5."""
    for seed in range(150):
        programs = program(random.Random(seed), 2 + seed % 5)
        times = {
            (policy, interval): serve(
                programs,
                Service(policy, byte_s=0.05 * US, poll_interval_s=interval * US),
                FREE,
            ).seconds
            for policy, interval in (("none", 0), ("interrupt", 0), ("poll", 50), ("poll", 0.5))
        }
        best = times["interrupt", 0] * (1 - 1e-12)
        assert all(best <= time for time in times.values())
        # each read that somebody waits for may be half a microsecond late
        assert times["poll", 0.5] <= times["interrupt", 0] + 5 * len(programs) * 0.5 * US


def test_nobody_serves_while_computing_without_interrupts():
    """H12: services end in stretches that are no computation."""
    for seed in range(30):
        programs = program(random.Random(seed), 3)
        found = serve(programs, Service("none", 10 * US, 0.01 * US), FREE, keep=True)
        assert len(found.served) == 15
        assert sum(found.serving) == pytest.approx(15 * 10 * US)


def test_threads_with_different_barriers_do_not_end():
    with pytest.raises(Mismatch):
        serve([[MEET], []], Service(), FREE)


def test_messages_under_way_slow_replies():
    programs = [[(READ, 0.0, 2, 1000)], [(READ, 0.0, 2, 1000)], []]
    alone = serve(programs, Service(byte_s=US), FREE).seconds
    assert microseconds([alone]) == [1000.0]
    both = serve(programs, Service(byte_s=US, contention=0.5), FREE).seconds
    assert both > alone


def test_threads_of_a_processor_take_turns_and_read_each_other_freely():
    """By hand: 10 and 20 us one after the other, a read of 5 us more from the other processor."""
    service = Service("interrupt", startup_s=5e-6)
    programs: list[list[Act]] = [
        [(WORK, 10e-6, 0, 0), (READ, 0.0, 1, 100), (BARRIER, 0.0, 0, 0)],
        [(WORK, 20e-6, 0, 0), (BARRIER, 0.0, 0, 0)],
        [(WORK, 1e-6, 0, 0), (READ, 0.0, 0, 0), (BARRIER, 0.0, 0, 0)],
    ]
    found = serve(programs, service, Barrier("hardware", model_s=1e-6), [0, 0, 1])
    # thread 2 asks at 1, is there at 6; thread 0 is interrupted for 5: it ends at 15, thread 1 at 35
    assert found.seconds == pytest.approx(36e-6)
    assert found.serving == pytest.approx((5e-6, 0.0, 0.0))
    assert found.reading == pytest.approx((0.0, 0.0, 10e-6))
    alone = serve([programs[0], programs[1]], service, Barrier("hardware"), [0, 0])
    assert alone.seconds == pytest.approx(30e-6)


@pytest.mark.parametrize("policy", ["none", "interrupt", "poll"])
def test_shared_processors_lose_no_work_and_one_of_each_is_as_before(policy: str):
    for seed in range(100):
        draw = random.Random(seed)
        count = draw.randint(2, 6)
        programs = program(draw, count)
        service = Service(policy, startup_s=draw.choice([0.0, 5e-6]), byte_s=1e-8)
        barrier = Barrier("linear", entry_s=1e-6, check_s=1e-6, exit_check_s=1e-6)
        own = serve(programs, service, barrier)
        assert own == serve(programs, service, barrier, range(count))
        used = draw.randint(1, count)
        shared = serve(programs, service, barrier, [thread % used for thread in range(count)])
        assert shared.computing == pytest.approx(own.computing)
        for processor in range(used):
            members = range(processor, count, used)
            least = sum(shared.computing[thread] + shared.serving[thread] for thread in members)
            assert shared.seconds >= least - 1e-12
        one = serve(programs, Service(policy), Barrier("hardware"), [0] * count)
        assert one.seconds == pytest.approx(sum(one.computing))
