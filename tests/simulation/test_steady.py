"""Loops with jumps over iterations that repeat, against the same loops followed to their ends."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from sad.simulation.ranks import (
    ALL,
    DOWN,
    IRECV,
    ISEND,
    RECV,
    SEND,
    SSEND,
    UP,
    WAIT,
    WORK,
    Flow,
    Stuck,
    flow,
)
from sad.simulation.steady import Line, Unsettled, followed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.simulation.ranks import Step


def body(draw: random.Random, ranks: int) -> list[list[Step]]:
    """What each rank does in an iteration: every message is sent and received in it."""
    found: list[list[Step]] = [[] for _ in range(ranks)]
    requests = 0
    for _ in range(draw.randrange(3, 12)):
        for rank in range(ranks):
            if draw.random() < 0.5:
                found[rank].append(
                    (WORK, draw.choice([0.0, 1.0, 2.5, draw.random()]), 0, None, 0, 0)
                )
        kind = draw.randrange(6)
        if kind == 0:
            for rank in range(ranks):
                found[rank].append((ALL, 0.25, -1, "all", 0, 0))
            continue
        if kind == 1:
            root, way = draw.randrange(ranks), draw.choice([DOWN, UP])
            for rank in range(ranks):
                found[rank].append((way, 0.125, root, "all", 0, 0))
            continue
        one, other = draw.sample(range(ranks), 2)
        seconds = draw.choice([0.0, 0.5, draw.random()])
        requests += 1
        if kind == 2:
            found[one].append((ISEND, seconds, other, 1, requests, 0))
            found[other].append((IRECV, 0.0, one, 1, requests, 0))
            for rank in (one, other):
                found[rank].append((WAIT, 0.0, 0, None, requests, 0))
        else:
            found[one].append((draw.choice([SEND, SSEND]), seconds, other, 0, 0, 0))
            found[other].append((RECV, 0.0, one, 0, 0, 0))
    return found


def test_random_loops_end_as_if_they_were_followed_to_their_end():
    jumps = 0
    for seed in range(300):
        draw = random.Random(seed)
        ranks = draw.choice([2, 3, 5])
        own, trips = body(draw, ranks), draw.choice([1, 7, 40, 203])
        start = [draw.random() * 50 for _ in range(ranks)]
        groups: dict[Any, int] = {"all": ranks}
        whole = flow([row * trips for row in own], groups, start=start)

        def iterate(
            now: Sequence[Any],
            most: int | None,
            own: list[list[Step]] = own,
            groups: dict[Any, int] = groups,
        ) -> Flow:
            return flow(own, groups, most_steps=most, start=now)

        found = followed(iterate, start, trips)
        assert found.ends == pytest.approx(whole.ends, rel=1e-9), seed
        assert found.computing == pytest.approx(whole.computing, rel=1e-9), seed
        jumps += found.steps < whole.steps
        plain = followed(iterate, start, trips, jump=False)
        assert plain.ends == pytest.approx(whole.ends, rel=1e-12)
        assert plain.steps == whole.steps
    assert jumps > 100


def test_a_rank_that_is_overtaken_late_is_not_jumped_over():
    """Rank 1 waits for rank 0 only after a thousand iterations: rank 0 is slower, and far ahead."""
    own: list[list[Step]] = [
        [(WORK, 1.1, 0, None, 0, 0), (SEND, 0.0, 1, 0, 0, 0)],
        [(WORK, 1.0, 0, None, 0, 0), (RECV, 0.0, 0, 0, 0, 0)],
    ]
    start, trips = [0.0, 100.0], 5000
    whole = flow([row * trips for row in own], {}, start=start)
    found = followed(lambda now, most: flow(own, {}, most_steps=most, start=now), start, trips)
    assert found.ends == pytest.approx(whole.ends)
    assert found.ends[1] == pytest.approx(5500.0)


def test_of_two_lines_the_later_has_to_grow_as_fast():
    assert Line(2.0, 1.0) > Line(1.0, 1.0)
    assert not Line(1.0, 1.0) > Line(1.0, 1.0)
    assert Line(1.0, 1.5) > Line(1.0, 1.0)
    assert max(Line(1.0, 0.0), Line(2.0, 3.0)).rate == 3.0
    with pytest.raises(Unsettled):
        _ = Line(2.0, 1.0) > Line(1.0, 1.5)
    with pytest.raises(Unsettled):
        _ = Line(1.0, 1.5) > Line(2.0, 1.0)


def test_what_is_under_way_is_told():
    assert flow([[(SEND, 1.0, 1, 0, 0, 0)], [(RECV, 0.0, 0, 0, 0, 0)]], {}).settled
    assert not flow([[(SEND, 1.0, 1, 0, 0, 0)], []], {}).settled
    assert not flow([[(SEND, 1.0, 1, 0, 0, 0)], [(IRECV, 0.0, 0, 0, 1, 0)]], {}).settled
    with pytest.raises(Stuck):
        flow([[], [(RECV, 0.0, 0, 0, 0, 0)]], {})


def test_how_many_steps_have_been_taken_is_heard():
    heard: list[int] = []
    found = flow([[(WORK, 1.0, 0, None, 0, 0)] * 3, []], {}, tell=heard.append)
    assert heard[-1] == found.steps == 3
