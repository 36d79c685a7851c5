"""Ranks that pass messages: by hand, and random programs against their equations."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from sad.simulation.path import critical_path
from sad.simulation.ranks import (
    ALL,
    DOWN,
    IRECV,
    ISEND,
    ISSEND,
    RECV,
    SEND,
    SSEND,
    UP,
    WAIT,
    WORK,
    OutOfSteps,
    Stuck,
    flow,
)

if TYPE_CHECKING:
    from sad.simulation.ranks import Step

    Programs = list[list[Step]]


def work(seconds: float) -> Step:
    return WORK, seconds, 0, None, 0, None


def message(kind: int, partner: int, seconds: float = 0.0, request: int = 0) -> Step:
    return kind, seconds, partner, 7, request, None


def of_all(kind: int, seconds: float, root: int = -1) -> Step:
    return kind, seconds, root, "all", 0, None


def ends(programs: Programs) -> list[float]:
    return list(flow(programs, {"all": len(programs)}).ends)


def test_a_receiver_waits_and_a_sender_does_not():
    late = [[work(5), message(SEND, 1, 2)], [message(RECV, 0, 1), work(1)]]
    early = [[message(SEND, 1, 2)], [work(5), message(RECV, 0, 1)]]
    assert ends(late) == [7, 9]
    assert ends(early) == [2, 6]


def test_a_send_that_needs_its_receive_waits():
    programs = [[message(SSEND, 1, 2), work(1)], [work(5), message(RECV, 0, 1)]]
    found = flow(programs, {}, keep=True)
    assert found.ends == (8, 8)
    assert found.waited[0].tolist() == [5, 0]
    assert (found.cause_ranks[0][0], found.cause_steps[0][0]) == (1, 0)


def test_requests_overlap_computation():
    first = [message(ISEND, 1, 3, 1), work(2), message(WAIT, 0, 0, 1)]
    second = [message(IRECV, 0, 1, 1), work(2), message(WAIT, 0, 0, 1), message(WAIT, 0, 0, 9)]
    assert ends([first, second]) == [3, 4]
    later = [message(ISSEND, 1, 3, 1), work(9), message(WAIT, 0, 0, 1)]
    assert ends([later, second]) == [9, 4]


def test_operations_of_all_and_of_a_root():
    assert ends([[work(1), of_all(ALL, 2)], [work(5), of_all(ALL, 2)]]) == [7, 7]
    assert ends([[work(1), of_all(DOWN, 2, 0)], [work(5), of_all(DOWN, 2, 0)]]) == [3, 7]
    assert ends([[work(4), of_all(DOWN, 2, 0)], [work(1), of_all(DOWN, 2, 0)]]) == [6, 6]
    assert ends([[work(1), of_all(UP, 2, 0)], [work(5), of_all(UP, 2, 0)]]) == [7, 7]
    assert ends([[work(5), of_all(UP, 2, 0)], [work(1), of_all(UP, 2, 0)]]) == [7, 3]


def test_messages_of_one_key_stay_in_order():
    sends = [message(SEND, 1, 1), message(SEND, 1, 5)]
    assert ends([sends, [message(RECV, 0), message(RECV, 0)]]) == [6, 6]


def test_what_never_comes_is_told():
    with pytest.raises(Stuck) as raised:
        ends([[work(1), message(RECV, 1)], [work(1)]])
    assert (raised.value.rank, raised.value.step[0]) == (0, RECV)
    with pytest.raises(Stuck):
        ends([[message(SSEND, 1), message(RECV, 1)], [message(SSEND, 0), message(RECV, 0)]])
    with pytest.raises(OutOfSteps):
        flow([[work(1)] * 100], {}, most_steps=50)


def random_programs(seed: int) -> Programs:
    """Rounds that everybody takes part in: messages both ways, requests, operations."""
    draw = random.Random(seed)
    count = draw.randint(2, 5)
    programs: Programs = [[] for _ in range(count)]
    for _ in range(draw.randint(1, 8)):
        for rank, own in enumerate(programs):
            own.append(work(draw.choice([0.0, 1.0, draw.uniform(0, 9)])))
            del rank
        cost = draw.uniform(0, 3)
        match draw.randint(0, 4):
            case 0:  # a shift around the ring, without waiting for the receive
                for rank, own in enumerate(programs):
                    own.append(message(SEND, (rank + 1) % count, cost))
                    own.append(message(RECV, (rank - 1) % count, 0.5))
            case 1:  # one pair, the receive first or not
                one, other = draw.sample(range(count), 2)
                programs[one].append(message(draw.choice([SEND, SSEND]), other, cost))
                programs[other].append(message(RECV, one, 0.25))
            case 2:  # requests both ways, waited for in any order
                kind = draw.choice([ISEND, ISSEND])
                for rank, own in enumerate(programs):
                    own.append(message(IRECV, (rank - 1) % count, 0.5, 1))
                    own.append(message(kind, (rank + 1) % count, cost, 2))
                    own.append(work(draw.uniform(0, 4)))
                    own += [message(WAIT, 0, 0, number) for number in draw.sample([1, 2], 2)]
            case 3:
                for own in programs:
                    own.append(of_all(ALL, cost))
            case _:
                kind, root = draw.choice([DOWN, UP]), draw.randrange(count)
                for own in programs:
                    own.append(of_all(kind, cost, root))
    return programs


class Equations:
    """When each step ends, as equations: nothing is followed in any order."""

    def __init__(self, programs: Programs) -> None:
        self.programs = programs
        self.sends: dict[tuple[int, int], list[int]] = {}
        self.posts: dict[tuple[int, int], list[int]] = {}
        self.meetings: dict[tuple[int, int], int] = {}
        self.requests: dict[tuple[int, int], int] = {}
        self.members: dict[int, list[tuple[int, int]]] = {}
        for rank, own in enumerate(programs):
            met, latest = 0, dict[int, int]()
            for number, (kind, _, partner, _, request, _) in enumerate(own):
                if kind in (SEND, SSEND, ISEND, ISSEND):
                    self.sends.setdefault((rank, partner), []).append(number)
                if kind in (RECV, IRECV):
                    self.posts.setdefault((partner, rank), []).append(number)
                if request and kind != WAIT:
                    latest[request] = number
                if kind == WAIT:
                    self.requests[rank, number] = latest[request]
                if kind >= ALL:
                    self.meetings[rank, number] = met
                    self.members.setdefault(met, []).append((rank, number))
                    met += 1
        self.end = cache(self._end)

    def start(self, rank: int, number: int) -> float:
        return self.end(rank, number - 1) if number else 0.0

    def _partner(self, rank: int, number: int) -> tuple[int, int]:
        kind, _, partner, *_ = self.programs[rank][number]
        if kind in (RECV, IRECV):
            place = self.posts[partner, rank].index(number)
            return partner, self.sends[partner, rank][place]
        place = self.sends[rank, partner].index(number)
        return partner, self.posts[rank, partner][place]

    def there(self, rank: int, number: int) -> float:
        """When the message of a send is there."""
        kind, seconds, *_ = self.programs[rank][number]
        begin = self.start(rank, number)
        if kind in (SSEND, ISSEND):
            begin = max(begin, self.start(*self._partner(rank, number)))
        return begin + seconds

    def _end(self, rank: int, number: int) -> float:
        kind, seconds, root, *_ = self.programs[rank][number]
        begin = self.start(rank, number)
        if kind == WORK:
            return begin + seconds
        if kind in (ISEND, ISSEND, IRECV):
            return begin
        if kind in (SEND, SSEND):
            return self.there(rank, number)
        made = number
        if kind == WAIT:
            made = self.requests[rank, number]
            kind, seconds, *_ = self.programs[rank][made]
            if kind in (ISEND, ISSEND):
                return max(begin, self.there(rank, made))
        if kind in (RECV, IRECV):
            return max(begin, self.there(*self._partner(rank, made))) + seconds
        members = self.members[self.meetings[rank, number]]
        starts = {who: self.start(who, at) for who, at in members}
        if kind == ALL or (kind == UP and rank == root):
            return max(starts.values()) + seconds
        if kind == DOWN:
            return max(begin, starts[root]) + seconds
        return begin + seconds


def test_random_programs_fulfil_their_equations():
    for seed in range(400):
        programs = random_programs(seed)
        found = flow(programs, {"all": len(programs)}, keep=True)
        equations = Equations(programs)
        for rank, own in enumerate(programs):
            wanted = [equations.end(rank, number) for number in range(len(own))]
            assert found.step_ends[rank].tolist() == pytest.approx(wanted, rel=1e-12), (seed, rank)


def test_the_critical_path_adds_up_to_the_end():
    for seed in range(200):
        programs = random_programs(seed)
        found = flow(programs, {"all": len(programs)}, keep=True)
        path = critical_path(found)
        assert path.seconds.sum() == pytest.approx(found.seconds)
        assert (path.seconds >= -1e-12).all(), seed


def test_waiting_and_work_are_part_of_the_time():
    for seed in range(100):
        programs = random_programs(seed)
        found = flow(programs, {"all": len(programs)}, keep=True)
        for rank, end in enumerate(found.ends):
            assert found.computing[rank] + sum(found.waited[rank]) <= end + 1e-9
