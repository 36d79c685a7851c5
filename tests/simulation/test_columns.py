"""The engines in C give what those in Python give, to the last bit."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from sad.simulation.columns import Acts, Steps, fits, flow_compiled, serve_compiled
from sad.simulation.handshakes import flow_by_policy
from sad.simulation.processors import PLACEMENTS, flow_on, placed
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
    Flow,
    Stuck,
    flow,
)
from sad.simulation.service import (
    BARRIER,
    BARRIERS,
    POLICIES,
    READ,
    WRITE,
    Barrier,
    Mismatch,
    Served,
    Service,
    serve,
)
from sad.traces.building import engine
from tests.simulation.test_ranks import random_programs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.simulation.ranks import Step
    from sad.simulation.service import Act

needs_engine = pytest.mark.skipif(engine() is None, reason="no C compiler")


def columns(own: Sequence[Step], keys: Mapping[Any, int]) -> Steps:
    cells: list[Any] = [
        (kind, seconds, partner, keys.get(key, 0), request, number)
        for number, (kind, seconds, partner, key, request, _) in enumerate(own)
    ]
    kinds = (np.int8, np.float64, np.int32, np.int64, np.int64, np.int64)
    table = zip(*cells, strict=True) if cells else ((),) * len(kinds)
    made: list[Any] = [np.array(own, kind) for own, kind in zip(table, kinds, strict=True)]
    return Steps(*made)


def is_same(one: Flow | tuple[int, int], other: Flow | tuple[int, int]) -> bool:
    if isinstance(one, tuple) or isinstance(other, tuple):
        return one == other
    names = ("step_ends", "waited", "cause_ranks", "cause_steps")
    return (one.ends, one.computing, one.steps, one.settled) == (
        *(other.ends, other.computing, other.steps, other.settled),
    ) and all(
        np.array_equal(a, b)
        for name in names
        for a, b in zip(getattr(one, name), getattr(other, name), strict=True)
    )


def outcome(follow: Callable[..., Flow], *arguments: Any) -> Flow | tuple[int, int]:
    """A run, or the rank that is stuck and the kind of its step."""
    try:
        return follow(*arguments, keep=True)
    except Stuck as error:
        return error.rank, error.step[0]


def odd_programs(seed: int) -> tuple[list[list[Step]], dict[Any, int]]:
    """Times that are often equal, messages that nobody takes, several keys, parts of the ranks."""
    draw = random.Random(f"odd {seed}")
    count = draw.randint(2, 6)
    part = draw.sample(range(count), draw.randint(2, count))
    programs: list[list[Step]] = [[] for _ in range(count)]
    for turn in range(draw.randint(1, 12)):
        cost = draw.choice([0.0, 1.0, draw.random()])
        match draw.randint(0, 6):
            case 0:
                for own in programs:
                    own.append((WORK, draw.choice([0.0, 1.0, 1.0, draw.random()]), 0, None, 0, 0))
            case 1:  # of two keys the later is taken first
                one, other = draw.sample(range(count), 2)
                kinds = draw.choices([ISEND, ISSEND, SEND], k=2)
                for key, kind in zip(("a", "b"), kinds, strict=True):
                    request = 10 * turn + ord(key)
                    programs[one].append((kind, cost, other, key, request, 0))
                    programs[other].append((IRECV, 0.5, one, key, request, 0))
                for own, order in ((programs[one], "ab"), (programs[other], "ba")):
                    for key in order:
                        own.append((WAIT, 0.0, 0, None, 10 * turn + ord(key), 0))
            case 2:
                kind = draw.choice([ALL, ALL, DOWN, UP])
                root = draw.choice(part) if kind != ALL else -1
                for rank in part:
                    programs[rank].append((kind, draw.choice([cost, 0.25]), root, "part", 0, 0))
            case 3:
                for own in programs:
                    own.append((ALL, cost, -1, "all", 0, 0))
            case 4:  # a call of a file, and a message that is never received
                programs[0].append((WAIT, cost, 0, None, 10**6, 0))
                programs[0].append((SEND, cost, 1, "lost", 0, 0))
            case 5:
                one, other = draw.sample(range(count), 2)
                programs[one].append((SSEND, cost, other, "a", 0, 0))
                programs[other].append((WORK, draw.choice([0.0, 2.0]), 0, None, 0, 0))
                programs[other].append((RECV, 0.25, one, "a", 0, 0))
            case _:  # to itself
                rank = draw.randrange(count)
                programs[rank].append((IRECV, 0.5, rank, "self", 7, 0))
                programs[rank].append((draw.choice([SEND, SSEND]), cost, rank, "self", 0, 0))
                programs[rank].append((WAIT, 0.0, 0, None, 7, 0))
    if draw.random() < 0.1:  # what nobody sends
        rank = draw.randrange(count)
        programs[rank].append((draw.choice([RECV, SSEND]), 0.5, (rank + 1) % count, "none", 0, 0))
    return programs, {"all": count, "part": len(part)}


@needs_engine
def test_random_programs_end_to_the_last_bit_as_in_python():
    library = engine()
    assert library is not None
    keys = {
        name: number
        for number, name in enumerate(("all", "part", "a", "b", "lost", "self", "none", 7))
    }
    waits = stuck = 0
    for seed in range(1000):
        programs, groups = (random_programs(seed), {"all": 0}) if seed % 2 else odd_programs(seed)
        groups = {name: size or len(programs) for name, size in groups.items()}
        made = [columns(own, keys) for own in programs]
        assert fits(made)
        numbered = {keys[name]: size for name, size in groups.items()}
        wanted = outcome(flow, programs, groups)
        compiled = partial(outcome, partial(flow_compiled, library))
        found = compiled(made, numbered)
        processors = placed(len(made), 1 + seed % len(made), PLACEMENTS[seed % 3 % 2])
        shared = outcome(flow_on, programs, groups, processors)
        assert is_same(compiled(made, numbered, processors), shared), seed
        policy = Service(POLICIES[seed % 3], poll_interval_s=0.3, poll_cost_s=seed % 2 * 0.01)
        looking = outcome(flow_by_policy, programs, groups, policy)
        assert is_same(compiled(made, numbered, (), policy), looking), seed
        assert is_same(found, wanted), seed
        if isinstance(wanted, tuple):
            stuck += 1
            continue
        short = flow_compiled(library, made, numbered)
        assert (short.ends, short.computing) == (wanted.ends, wanted.computing)
        waits += sum(int((ranks >= 0).sum()) for ranks in wanted.cause_ranks)
    assert waits > 1000
    assert 0 < stuck < 500


@needs_engine
def test_many_channels_groups_and_requests():
    library = engine()
    assert library is not None
    count, rounds = 64, 40
    programs: list[list[Step]] = [[] for _ in range(count)]
    for turn in range(rounds):
        for rank, own in enumerate(programs):
            far = 1 + turn % (count - 1)
            own.append((WORK, 1e-6 * ((rank * 7 + turn * 13) % 11), 0, None, 0, 0))
            own.append((IRECV, 1e-6, (rank - far) % count, turn, 1 + turn, 0))
            own.append((ISSEND, 2e-6, (rank + far) % count, turn, 1000 + turn, 0))
            own.append((ALL, 1e-6, -1, "all", 0, 0))
            own += [(WAIT, 0.0, 0, None, base + turn, 0) for base in (1, 1000)]
    keys: dict[Any, int] = {"all": 1 << 40} | {turn: turn << 32 for turn in range(rounds)}
    made = [columns(own, keys) for own in programs]
    found = flow_compiled(library, made, {1 << 40: count}, keep=True)
    assert is_same(found, flow(programs, {"all": count}, keep=True))


def random_acts(draw: random.Random, threads: int) -> list[list[Act]]:
    """Times that are often equal, accesses of anybody's memory, barriers that may not meet."""
    own: list[list[Act]] = [[] for _ in range(threads)]
    for _ in range(draw.randint(1, 12)):
        for acts in own:
            for _ in range(draw.randint(0, 3)):
                kind = draw.choice([WORK, READ, WRITE])
                seconds = draw.choice([0.0, 1.0, 2.0, 5 * draw.random()]) * (kind == WORK)
                owner = draw.randrange(threads)
                acts.append((kind, seconds, owner, draw.choice([0, 8, 1 + draw.randrange(10**6)])))
        if draw.random() < 0.5:
            for acts in own:
                acts.append((BARRIER, 0.0, 0, 0))
    if draw.random() < 0.05:
        own[0].append((BARRIER, 0.0, 0, 0))
    return own


def random_costs(draw: random.Random) -> tuple[Service, Barrier]:
    def cost(size: float) -> float:
        return draw.choice([0.0, size, size * draw.random()])

    service = Service(
        draw.choice(POLICIES),
        *(cost(1.0), cost(1e-6), cost(0.5), cost(0.25), cost(0.25)),
        *(
            draw.choice([0, 64]),
            cost(0.5),
            draw.choice([0.1, 0.5, 3 * draw.random() + 1e-3]),
            cost(0.01),
        ),
    )
    barrier = Barrier(
        draw.choice(BARRIERS),
        *(cost(0.5), cost(0.5), cost(0.1), cost(0.1), cost(1.0)),
        *(draw.random() < 0.5, 128),
    )
    return service, barrier


def served(follow: Callable[..., Served], *arguments: Any) -> Served | None:
    """A run; None if threads do not meet."""
    try:
        return follow(*arguments, keep=True)
    except Mismatch:
        return None


@needs_engine
def test_random_threads_end_to_the_last_bit_as_in_python():
    """X7."""
    library = engine()
    assert library is not None
    requests = apart = longest = 0
    for seed in range(1000):
        draw = random.Random(f"threads {seed}")
        count = draw.randint(1, 7)
        acts = random_acts(draw, count)
        columns_of = [zip(*own, strict=True) if own else ((),) * 4 for own in acts]
        kinds = (np.int8, np.float64, np.int32, np.float64)
        made = [Acts(*map(np.array, cells, kinds)) for cells in columns_of]
        assert [[*own] for own in made] == acts
        processors = [draw.randrange(count) for _ in range(count)] if seed % 3 == 0 else []
        arguments = (*random_costs(draw), processors)
        wanted = served(serve, acts, *arguments)
        assert served(partial(serve_compiled, library), made, *arguments) == wanted, seed
        if wanted is None:
            apart += 1
            continue
        requests += len(wanted.served)
        longest = max(longest, wanted.longest_queue)
        short = serve_compiled(library, made, *arguments)
        assert (short.ends, short.served) == (wanted.ends, ())
    assert requests > 10_000
    assert longest > 3
    assert 0 < apart < 100


def test_partners_that_are_not_there_do_not_fit():
    assert not fits([columns([(SEND, 1.0, 5, "a", 0, 0)], {"a": 1})])
    assert fits([columns([(WAIT, 1.0, 5, None, 0, 0)], {})])
