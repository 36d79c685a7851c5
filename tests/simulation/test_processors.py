"""Ranks that share processors: by hand, and what must hold for random programs."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from sad.simulation.path import critical_path
from sad.simulation.processors import flow_on, placed
from sad.simulation.ranks import ALL, RECV, SEND, WORK, flow
from tests.simulation.test_steady import body

if TYPE_CHECKING:
    from sad.simulation.ranks import Step


def test_who_waits_leaves_its_processor_to_the_next():
    """Rank 0 computes 3, sends; rank 1 computes 2, receives, computes 5; rank 2 computes 4."""
    programs: list[list[Step]] = [
        [(WORK, 3.0, 0, None, 0, 0), (SEND, 1.0, 1, 0, 0, 0)],
        [(WORK, 2.0, 0, None, 0, 0), (RECV, 0.5, 0, 0, 0, 0), (WORK, 5.0, 0, None, 0, 0)],
        [(WORK, 4.0, 0, None, 0, 0)],
    ]
    # ranks 1 and 2 share a processor: 1 until 2, then 2 until 6; the message is there at 4
    assert flow_on(programs, {}, [0, 1, 1]).ends == (4.0, 11.5, 6.0)
    # ranks 0 and 1: 0 until 4, 1 until 6, and the message is there
    assert flow_on(programs, {}, [0, 0, 1]).ends == (4.0, 11.5, 4.0)
    assert flow_on(programs, {}, [0, 0, 0]).ends == (4.0, 11.5, 15.5)
    assert flow_on(programs, {}, [0, 1, 2]).ends == flow(programs, {}).ends


def test_a_rank_that_is_ready_first_goes_on_first():
    programs: list[list[Step]] = [
        [(ALL, 0.0, -1, "all", 0, 0), (WORK, 2.0, 0, None, 0, 0)],
        [(WORK, 1.0, 0, None, 0, 0), (ALL, 0.0, -1, "all", 0, 0), (WORK, 3.0, 0, None, 0, 0)],
    ]
    found = flow_on(programs, {"all": 2}, [0, 0], keep=True)
    assert found.ends == (6.0, 4.0)  # rank 1 comes last and does not wait
    assert found.waited[0].tolist() == [4.0, 0.0]
    assert critical_path(found).seconds.sum() == pytest.approx(6.0)


def test_random_programs():
    for seed in range(300):
        draw = random.Random(seed)
        ranks = draw.choice([2, 3, 5])
        own = [row * 3 for row in body(draw, ranks)]
        groups: dict[Any, int] = {"all": ranks}
        alone = flow(own, groups, keep=True)
        apart = flow_on(own, groups, list(range(ranks)), keep=True)
        assert apart.ends == pytest.approx(alone.ends), seed
        assert apart.waited == tuple(map(pytest.approx, alone.waited))
        processors = placed(ranks, draw.randrange(1, ranks + 1), draw.choice(["block", "cyclic"]))
        shared = flow_on(own, groups, processors, keep=True)
        assert shared.computing == pytest.approx(alone.computing)
        assert shared.seconds >= alone.seconds - 1e-9
        stretches: dict[int, list[tuple[float, float]]] = {}
        for rank, processor in enumerate(processors):
            before = 0.0
            for end, waited in zip(shared.step_ends[rank], shared.waited[rank], strict=True):
                if end > before + waited + 1e-9:
                    stretches.setdefault(processor, []).append((before + waited, end))
                before = end
        for busy in stretches.values():  # one rank at a time
            assert all(begin >= end - 1e-9 for (_, end), (begin, _) in pairwise(sorted(busy))), seed


def test_free_messages_on_one_processor_take_the_sum_of_all_computation():
    for seed in range(200):
        draw = random.Random(seed)
        ranks = draw.choice([2, 3, 5])
        own = [
            [step if step[0] == WORK else (step[0], 0.0, *step[2:]) for step in row * 2]
            for row in body(draw, ranks)
        ]
        found = flow_on(own, {"all": ranks}, [0] * ranks)
        assert found.seconds == pytest.approx(sum(found.computing)), seed


def test_placements():
    assert placed(6, 2, "block") == [0, 0, 0, 1, 1, 1]
    assert placed(5, 2, "block") == [0, 0, 0, 1, 1]
    assert placed(5, 2, "cyclic") == [0, 1, 0, 1, 0]
