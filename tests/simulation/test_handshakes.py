"""Long messages that somebody has to look for: by hand, against fixed points, and what must hold."""

from __future__ import annotations

import random
from math import ceil
from typing import TYPE_CHECKING, Any

import pytest

from sad.simulation.handshakes import flow_by_policy
from sad.simulation.path import critical_path
from sad.simulation.ranks import (
    ALL,
    IRECV,
    ISEND,
    ISSEND,
    RECV,
    SEND,
    SSEND,
    WAIT,
    WORK,
    Flow,
    Run,
    flow,
)
from sad.simulation.service import POLICIES, Service
from tests.simulation.test_ranks import message, of_all, random_programs, work

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from sad.simulation.ranks import Begun, Channel, Step

    Programs = list[list[Step]]


@pytest.mark.parametrize(
    ("service", "ends"),
    [
        (Service("interrupt"), (10.0, 2.5)),
        (Service("none"), (12.0, 12.5)),
        (Service("poll", poll_interval_s=4.0), (10.0, 6.5)),
        (Service("poll", poll_interval_s=4.0, poll_cost_s=1.0), (13.0, 7.5)),
        (Service("poll", poll_interval_s=20.0, poll_cost_s=1.0), (13.0, 13.5)),
    ],
)
def test_a_sender_that_computes_moves_nothing_on(service: Service, ends: tuple[float, float]):
    """Its message takes 2, its partner waits from the beginning and needs 0.5."""
    sender = [message(ISSEND, 1, 2.0, 1), work(10.0), message(WAIT, 0, 0, 1)]
    found = flow_by_policy([sender, [message(RECV, 0, 0.5)]], {}, service, keep=True)
    assert found.ends == ends
    assert found.computing == (10.0, 0.0)
    assert critical_path(found).seconds.sum() == pytest.approx(max(ends))


def test_a_receiver_that_computes_does_not_see_what_is_announced():
    sender = [work(1.0), message(SSEND, 1, 2.0)]
    receiver = [message(IRECV, 0, 0.5, 1), work(10.0), message(WAIT, 0, 0, 1)]
    ends = {
        policy: flow_by_policy(
            [sender, receiver], {}, Service(policy, poll_interval_s=3.0), keep=True
        )
        for policy in POLICIES
    }
    assert {policy: found.ends for policy, found in ends.items()} == {
        "interrupt": (3.0, 10.5),
        "none": (12.0, 12.5),
        "poll": (5.0, 10.5),
    }
    assert ends["none"].waited[0].tolist() == [0.0, 9.0]
    assert (ends["none"].cause_ranks[0][1], ends["none"].cause_steps[0][1]) == (1, 1)


def test_any_call_moves_all_messages_on():
    sender = [work(1.0), message(SSEND, 1, 2.0)]
    receiver = [
        *(message(IRECV, 0, 0.5, 1), work(3.0), (ALL, 0.0, -1, "self", 0, 0)),
        *(work(7.0), message(WAIT, 0, 0, 1)),
    ]
    assert flow_by_policy([sender, receiver], {"self": 1}, Service("none")).ends == (5.0, 10.5)


def test_computation_is_one_whatever_reads_the_clock_in_it():
    """Calls that are no steps, as MPI_Wtime, cut it into pieces and move nothing on."""
    pieces = [work(4.0), work(2.0), work(4.0)]
    sender = [message(ISSEND, 1, 2.0, 1), *pieces, message(WAIT, 0, 0, 1)]
    for service, ends in (
        (Service("none"), (12.0, 12.5)),
        (Service("poll", poll_interval_s=3.0, poll_cost_s=0.5), (12.0, 6.0)),
    ):
        found = flow_by_policy([sender, [message(RECV, 0, 0.5)]], {}, service, keep=True)
        assert found.ends == ends
        assert critical_path(found).seconds.sum() == pytest.approx(12.5 if ends[1] > 12 else 12.0)


def test_at_once_is_the_run_without_a_policy_and_nothing_is_faster():
    slower = 0
    for seed in range(400):
        programs = random_programs(seed)
        groups: dict[Hashable, int] = {"all": len(programs)}
        plain = flow(programs, groups, keep=True)
        at_once = flow_by_policy(programs, groups, Service("interrupt"), keep=True)
        assert at_once.ends == plain.ends, seed
        assert all(map(np_equal, at_once.waited, plain.waited))
        for service in (Service("none"), Service("poll", poll_interval_s=0.7)):
            found = flow_by_policy(programs, groups, service, keep=True)
            assert all(a >= b - 1e-9 for a, b in zip(found.ends, plain.ends, strict=True)), seed
            assert critical_path(found).seconds.sum() == pytest.approx(found.seconds)
            slower += found.seconds > plain.seconds + 1e-9
        often = Service("poll", poll_interval_s=1e-3)
        assert flow_by_policy(programs, groups, often).seconds <= plain.seconds + 0.1
    assert slower > 50


def np_equal(one: Any, other: Any) -> bool:
    return one.tolist() == other.tolist()


class Given(Run):
    """A run in which long messages start when it is said."""

    def __init__(
        self, programs: Programs, groups: dict[Hashable, int], starts: dict[Any, float]
    ) -> None:
        super().__init__(programs, groups, None, True, (), None)
        self.starts = starts
        self.names: dict[int, tuple[int, int]] = {}

    def _channel(self, source: int, target: int, key: Hashable) -> Channel:
        found = super()._channel(source, target, key)
        self.names[id(found)] = source, target
        return found

    def _begun(self, channel: Channel, place: int) -> Begun | None:
        found = super()._begun(channel, place)
        if found is None:
            return None
        return (self.starts.get((*self.names[id(channel)], place), found[0]), *found[1:])


def fixed_point(programs: Programs, groups: dict[Hashable, int], service: Service) -> Flow:
    """Messages start when both have looked in the run that they give: repeated until that is so."""
    starts: dict[Any, float] = {}
    for _ in range(200):
        found = Given(programs, groups, starts).run()
        again = _starts(programs, found, service)
        if again == starts:
            return found
        starts = again
    raise AssertionError


def _runs(own: Sequence[Step]) -> list[tuple[int, int]]:
    """The first and the last of steps of work in a row."""
    places = [place for place, step in enumerate(own) if step[0] == WORK]
    firsts = [place for place in places if place - 1 not in places]
    lasts = [place for place in places if place + 1 not in places]
    return list(zip(firsts, lasts, strict=True))


def _longer(own: Sequence[Step], service: Service) -> list[Step]:
    """The same with the looks of polling in the last step of each row of work."""
    made = [*own]
    for first, last in _runs(own):
        whole = sum(step[1] for step in own[first : last + 1])
        looks = ceil(whole / service.poll_interval_s) * service.poll_cost_s
        made[last] = (WORK, made[last][1] + looks, *made[last][2:])
    return made


def _starts(programs: Programs, found: Flow, service: Service) -> dict[Any, float]:
    begins = [[0.0, *ends.tolist()] for ends in found.step_ends]

    runs = [_runs(own) for own in programs]

    def look(rank: int, now: float) -> float:
        for first, last in runs[rank]:
            begin, end = begins[rank][first], begins[rank][last + 1]
            if begin <= now < end:
                every = service.poll_interval_s + service.poll_cost_s
                turn = begin + max(1, ceil((now - begin) / every)) * every
                return min(end, turn) if service.policy == "poll" else end
        return now

    sends: dict[tuple[int, int], list[tuple[float, bool]]] = {}
    posts: dict[tuple[int, int], list[float]] = {}
    for rank, own in enumerate(programs):
        for step, begin in zip(own, begins[rank], strict=False):
            if step[0] in (SEND, SSEND, ISEND, ISSEND):
                sends.setdefault((rank, step[2]), []).append((begin, step[0] in (SSEND, ISSEND)))
            elif step[0] in (RECV, IRECV):
                posts.setdefault((step[2], rank), []).append(begin)
    starts: dict[Any, float] = {}
    for (source, target), own in sends.items():
        for place, ((there, later), post) in enumerate(
            zip(own, posts[source, target], strict=True)
        ):
            if later:
                seen = post if post >= there else look(target, there)
                starts[source, target, place] = look(source, seen)
    return starts


def rounds(draw: random.Random) -> Programs:
    """Rounds that begin with computation, long and short messages, waited for at once or later."""
    count = draw.randint(2, 5)
    programs: Programs = [[] for _ in range(count)]
    for _ in range(draw.randint(1, 8)):
        for own in programs:
            own.append(work(draw.uniform(0.1, 9)))
        pairs = [(rank, (rank + 1) % count) for rank in range(count)]
        if draw.random() < 0.6:
            pairs = [tuple(draw.sample(range(count), 2))]  # type: ignore[list-item]
        if draw.random() < 0.2:
            for own in programs:
                own.append(of_all(ALL, draw.uniform(0.1, 1)))
            continue
        waits: list[list[Step]] = [[] for _ in programs]
        for source, target in pairs:
            if len(pairs) > 1 or draw.random() < 0.5:
                programs[target].append(message(IRECV, source, 0.5, 1))
                waits[target].append(message(WAIT, 0, 0, 1))
            else:
                programs[target].append(message(RECV, source, 0.25))
        for source, target in pairs:
            kind = draw.choice([ISSEND, ISSEND, SSEND, SEND] if len(pairs) == 1 else [ISSEND, SEND])
            programs[source].append(message(kind, target, draw.uniform(0.1, 3), 2))
            if kind == ISSEND:
                waits[source].append(message(WAIT, 0, 0, 2))
        for own, last in zip(programs, waits, strict=True):
            own.append(work(draw.uniform(0.1, 6)))
            own.extend(last)
    return programs


def test_random_programs_are_fixed_points():
    moved = 0
    for seed in range(600):
        draw = random.Random(f"looks {seed}")
        programs = rounds(draw)
        groups: dict[Hashable, int] = {"all": len(programs)}
        service = Service("none")
        longer = programs
        if seed % 2:
            service = Service(
                "poll", poll_interval_s=draw.uniform(0.3, 3), poll_cost_s=draw.choice([0.0, 0.1])
            )
            longer = [_longer(own, service) for own in programs]
        found = flow_by_policy(programs, groups, service)
        assert found.ends == pytest.approx(fixed_point(longer, groups, service).ends), seed
        moved += found.seconds > flow(longer, groups).seconds + 1e-9
    assert moved > 100
