"""What can be written with the builder, and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError, Span
from sad.simulation import (
    Builder,
    Discipline,
    Exponential,
    Normal,
    Simulation,
    Uniform,
    simulate,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.simulation.values import Index


def end_of(builder: Builder, **more) -> float:
    return simulate(builder.build(), **more).mean_s


def test_steps_follow_each_other_and_nothing_takes_no_time():
    builder = Builder()
    assert end_of(builder) == 0
    builder.delay(2)
    builder.use(builder.resource("r"), 3)
    assert end_of(builder) == 5
    builder.delay(0.5)  # the builder goes on, and what was built stays
    assert end_of(builder) == 5.5


def test_indices_count_as_they_are_told():
    seen: list[tuple[int, ...]] = []

    def time(*values: int) -> float:
        seen.append(values)
        return 1.0

    builder = Builder()
    with builder.loop(3, first=5, step=-2) as i:
        count, first = builder.at(lambda i: i - 2, i), builder.at(lambda i: -i, i)
        with builder.loop(count, first=first) as j:
            builder.delay(builder.at(time, j, i))
            builder.delay(builder.at(time, j, i))  # another function, though the same text
    assert end_of(builder) == 8
    assert seen == [(j, i) for i in (5, 3) for j in range(-i, -i + i - 2) for _ in range(2)]


def test_a_function_of_indices_is_called_once_for_each_of_their_values():
    seen: list[int] = []
    builder = Builder()
    with builder.loop(3) as i, builder.loop(100):
        builder.delay(builder.at(lambda i: seen.append(i) or float(i), i))
    program = builder.build()
    assert simulate(program).mean_s == 300
    assert simulate(program).mean_s == 300
    assert seen == [0, 1, 2]


def test_processes_of_a_fork_have_indices_of_their_own():
    builder = Builder()
    cpus = builder.family("cpu", -1, 2)
    with builder.loop(2) as i, builder.fork(4, first=-1) as p, builder.loop(3) as k:
        time = builder.at(lambda i, p, k: 1.0 + i + p + k, i, p, k)
        builder.use(cpus[builder.at(lambda p: p, p)], time, 7)
    found = simulate(builder.build())
    assert found.mean_s == sum(1.0 + i + 2 + k for i in range(2) for k in range(3))
    assert [(r.name, r.uses, r.busy_s) for r in found.resources] == [
        (f"cpu[{p}]", 6, sum(1.0 + i + p + k for i in range(2) for k in range(3)))
        for p in range(-1, 3)
    ]
    assert found.places[7].uses == 24


def test_parts_end_when_the_longest_ends():
    builder = Builder()
    with builder.parts() as part:
        with part():
            builder.delay(1)
            with builder.parts() as inner:
                with inner():
                    builder.delay(4)
                with inner():
                    pass
        with part():
            builder.delay(3)
    builder.delay(10)
    assert end_of(builder) == 15


def test_nothing_is_started_of_a_fork_or_loop_of_none():
    builder = Builder()
    with builder.fork(0):
        builder.delay(1)
    with builder.loop(-3):
        builder.delay(2)
    with builder.fork(5), builder.loop(builder.at(lambda: -1)):
        builder.delay(4)
    with builder.loop(10**9):
        pass  # a body without steps takes nothing
    with builder.parts():
        pass
    builder.delay(8)
    assert end_of(builder) == 8


def test_conditions_choose():
    builder = Builder()
    with builder.loop(10) as i:
        with builder.when(builder.at(lambda i: i % 3 == 0, i)):
            builder.delay(1)
        with builder.otherwise():
            with builder.when(1.0):
                builder.delay(100)
            with builder.otherwise():
                builder.delay(10**6)
        with builder.when(0):
            builder.delay(10**6)
    found = simulate(builder.build())
    assert found.mean_s == 604
    assert found.is_random  # the probabilities 0 and 1 are drawn like all others


def test_conditions_hold_with_their_probability():
    builder = Builder()
    with builder.loop(1000) as i:
        with builder.when(builder.at(lambda i: 0.2 if i % 2 else 0.7, i)):
            builder.delay(1)
        with builder.otherwise():
            builder.delay(0.5)
    found = simulate(builder.build(), runs=50)
    expected = 1000 * (0.45 + 0.55 * 0.5)
    assert found.half_width_s is not None
    assert abs(found.mean_s - expected) < 2 * found.half_width_s < 0.02 * expected


def test_otherwise_follows_a_condition():
    builder = Builder()
    with builder.when(0.5):
        builder.delay(1)
    builder.delay(1)
    with pytest.raises(ValueError, match="must follow"), builder.otherwise():
        pass


def test_an_index_is_used_inside_its_body_only():
    builder = Builder()
    with builder.loop(3) as i:
        pass
    with pytest.raises(ValueError, match="outside the body"):
        builder.at(lambda i: i, i)
    with pytest.raises(ValueError, match="step"), builder.loop(3, step=0):
        pass


def test_who_comes_together_is_served_in_program_order():
    builder = Builder()
    server = builder.resource("server")
    with builder.parts() as part:
        with part(), builder.fork(2) as p:
            builder.use(server, 1.0, 1)
            builder.delay(builder.at(lambda p: 5.0 - p, p))
            builder.use(server, 1.0, 2)
        with part():
            builder.use(server, 1.0, 3)
            builder.delay(3.0)
            builder.use(server, 1.0, 4)
    found = simulate(builder.build(), most_slices=100)
    uses = [(item.came_s, item.process, item.place) for item in found.slices if item.resource]
    # all come at 0, and again at 6: processes 2 and 3 of the inner fork, then 4
    assert uses == [(0, 2, 1), (0, 3, 1), (0, 4, 3), (6, 2, 2), (6, 3, 2), (6, 4, 4)]


SPANS = {6: Span.at("repair.pam", 6)}


def in_a_loop(write: Callable[[Builder, Index], object]) -> Simulation:
    """Run what ``write`` writes into the body of a loop over 0, 1 and 2."""
    builder = Builder(SPANS)
    with builder.loop(3) as i:
        write(builder, i)
    return simulate(builder.build())


def wrong(write: Callable[[Builder, Index], object]) -> str:
    """Return the message about a value."""
    with pytest.raises(SadError) as raised:
        in_a_loop(write)
    assert raised.value.diagnostic.code == "SAD961"
    return str(raised.value)


NAN = float("nan")


@pytest.mark.parametrize("is_computed", [False, True])
@pytest.mark.parametrize(
    ("time", "said"),
    [
        (-1.0, "a time is -1 s"),
        (NAN, "a time is nan s"),
        (float("inf"), "a time is inf s"),
        ("1", "a time is '1': no number of seconds"),
        (Exponential(-2.0), "the mean of an exponential time is -2 s"),
        (Exponential(NAN), "the mean of an exponential time is nan s"),
        (Uniform(3.0, 2.0), "a uniform time is from 3 s to 2 s: the other way round"),
        (Uniform(-3.0, 2.0), "a uniform time is from -3 s to 2 s"),
        (Uniform(0.0, NAN), "a uniform time is from 0 s to nan s"),
        (Normal(1.0, -1.0), "a normal time has mean 1 s and deviation -1 s"),
        (Normal(1.0, NAN), "a normal time has mean 1 s and deviation nan s"),
    ],
    ids=str,
)
def test_times_that_cannot_be_are_refused_where_they_stand(time, said, is_computed):
    def given(builder: Builder, i: Index):
        return builder.at(lambda i: time if i == 2 else 1.0, i) if is_computed else time

    head = f"repair.pam:6: error[SAD961]: {said}"
    assert wrong(lambda b, i: b.delay(given(b, i), 6)).startswith(head)
    assert wrong(lambda b, i: b.use(b.resource("r"), given(b, i), 6)).startswith(head)


def test_members_counts_and_probabilities_that_cannot_be_are_refused():
    def member(builder: Builder, i: Index):
        builder.use(builder.family("cpu", 0, 1)[builder.at(lambda i: i, i)], 1.0, 6)

    def named(builder: Builder, i: Index):
        builder.use(builder.family("cpu", 0, 1)[-1], 1.0, 6)

    def count(builder: Builder, i: Index):
        with builder.fork(builder.at(lambda i: i / 2, i), place=6):
            builder.delay(1)

    def probability(builder: Builder, i: Index):
        with builder.when(builder.at(lambda i: i / 0.5, i), place=6):
            builder.delay(1)

    assert wrong(member) == "repair.pam:6: error[SAD961]: cpu[2]: members are 0 to 1"
    assert wrong(named) == "repair.pam:6: error[SAD961]: cpu[-1]: members are 0 to 1"
    assert wrong(count).endswith("a count or an index is 0.0: no whole number")
    assert wrong(probability).endswith("a probability is 2.0: it must be from 0 to 1")
    for servers in (0, -1, 1.5):
        assert f"r has {servers} servers" in wrong(lambda b, _, n=servers: b.resource("r", n))
        assert f"r has {servers} servers" in wrong(lambda b, _, n=servers: b.family("r", 0, 1, n))


def too_long(builder: Builder, most: int, runs: int = 1) -> str:
    with pytest.raises(SadError) as raised:
        simulate(builder.build(), most_events=most, runs=runs)
    assert raised.value.diagnostic.code == "SAD960"
    return str(raised.value)


def endless(builder: Builder, kind: str) -> None:
    """Write something that takes ever so many steps."""
    many = 10**15
    match kind:
        case "delays":
            with builder.loop(many):
                builder.delay(1.0)
        case "drawn delays":
            with builder.loop(many):
                builder.delay(Exponential(1.0))
        case "uses of no length":
            server = builder.resource("r")
            with builder.loop(many):
                builder.use(server, 0.0)
        case "conditions":
            with builder.loop(many), builder.when(0.0):
                builder.delay(1.0)
        case "loops of none":
            with builder.loop(many), builder.loop(0):
                builder.delay(1.0)
        case "processes":
            with builder.fork(many):
                builder.delay(1.0)
        case "forks of none":
            with builder.loop(many), builder.fork(0):
                builder.delay(1.0)
        case _:
            server = builder.resource("r", discipline=Discipline(kind))
            with builder.loop(many):
                builder.use(server, 0.0)


@pytest.mark.parametrize(
    "kind",
    [
        *("delays", "drawn delays", "uses of no length", "conditions", "loops of none"),
        *("processes", "forks of none", "random", "lcfs", "ps"),
    ],
)
def test_what_takes_too_long_is_told(kind):
    builder = Builder()
    endless(builder, kind)
    said = too_long(builder, 10_000)
    assert said.startswith(
        "<arguments>:1: error[SAD960]: the simulation has more than 10,000 events"
    )
    assert "--most-events" in said


def test_the_limit_is_that_of_all_runs_together():
    builder = Builder()
    with builder.fork(10):
        builder.delay(Exponential(1.0))
    program = builder.build()
    assert simulate(program, most_events=21).events == 21  # the fork, ten processes, ten delays
    assert "more than 20 events" in too_long(builder, 20)
    assert simulate(program, most_events=63, runs=3).events == 63
    assert "more than 62 events" in too_long(builder, 62, runs=3)
