"""Work in processes of its own: whatever becomes of one of them costs one task."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from sad.workers import cores
from sad.workers import pool as pools
from sad.workers.pool import Pool
from sad.workers.tasks import Task
from tests.support.command import ROOT
from tests.workers import work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sad.workers.tasks import Outcome

LONG = 60.0  # seconds that no task here takes


@contextmanager
def open_pool(jobs: int = 2, seconds: float = LONG) -> Iterator[Pool]:
    pool = Pool(jobs, seconds)
    try:
        yield pool
    finally:
        pool.close()


def outcomes(
    pool: Pool, function: Callable[[Any, Any], Any], payloads: Sequence[Any], state: object = None
) -> list[Outcome]:
    """Return the outcomes in the order of the payloads."""
    shared = pool.share(state)
    for number, payload in enumerate(payloads):
        pool.submit(Task(number, function, shared, payload))
    found = [pool.next() for _ in payloads]
    assert pool.outstanding == 0
    return sorted(found, key=lambda item: item.number)


def test_every_task_has_its_result():
    with open_pool() as pool:
        found = outcomes(pool, work.add, range(200), 1000)
    assert [item.value for item in found] == list(range(1000, 1200))
    assert all(item.failure is None for item in found)


def test_states_are_sent_once_and_kept_apart():
    with open_pool(1) as pool:
        first, second = pool.share(1), pool.share(2)
        for number in range(10):
            pool.submit(Task(number, work.add, first if number % 2 else second, 0))
        found = {item.number: item.value for item in (pool.next() for _ in range(10))}
    assert found == {number: 1 if number % 2 else 2 for number in range(10)}


def test_copies_learn_what_tasks_need_once_and_before_them():
    with open_pool(1) as pool:
        state, other = pool.share(work.Pupil()), pool.share(work.Pupil())
        first, second = pool.tell("first"), pool.tell("second")
        needs: list[tuple[int, set[int]]] = [
            (state, set()),
            (state, {first}),
            (state, {first, second}),
            (other, {second}),
        ]
        for number, (copy, things) in enumerate(needs):
            pool.submit(Task(number, work.recite, copy, None, needs=frozenset(things)))
        found = {item.number: item.value for item in (pool.next() for _ in needs)}
    assert found == {
        0: {},
        1: {"first": 1},
        2: {"first": 1, "second": 1},
        3: {"second": 1},
    }


def test_a_new_process_learns_again():
    with open_pool(1) as pool:
        state = pool.share(work.Pupil())
        needs = frozenset((pool.tell("first"),))
        pool.submit(Task(0, work.recite, state, None, needs=needs))
        pool.submit(Task(1, work.leave, state, None, needs=needs))
        pool.submit(Task(2, work.recite, state, None, needs=needs))
        found = {item.number: item.value for item in (pool.next() for _ in range(3))}
    assert found == {0: {"first": 1}, 1: None, 2: {"first": 1}}


def test_what_was_not_learned_is_told_again():
    with open_pool(1) as pool:
        state = pool.share(work.Pupil())
        needs = frozenset((pool.tell("hard"), pool.tell("second")))
        for number in range(2):
            pool.submit(Task(number, work.recite, state, None, needs=needs))
        first, second = (pool.next() for _ in range(2))
    assert first.failure is not None
    assert second.value == {"hard": 2, "second": 1}


def test_there_are_no_more_processes_than_asked_for():
    with open_pool(2) as pool:
        found = {item.value for item in outcomes(pool, work.where, range(50))}
    assert 1 <= len(found) <= 2
    assert os.getpid() not in found


def test_a_crash_costs_one_task():
    with open_pool() as pool:
        found = outcomes(pool, work.crash, range(8))
    assert [item.value for item in found] == [0, 1, 2, None, 4, 5, 6, 7]
    failure = found[3].failure
    assert failure is not None
    assert failure.reason == f"ended its process by signal {signal.SIGSEGV.value}"


def test_a_process_that_leaves_costs_one_task():
    with open_pool(1) as pool:
        (found,) = outcomes(pool, work.leave, [0])
        assert found.failure is not None
        assert found.failure.reason == "ended its process with exit code 7"
        (after,) = outcomes(pool, work.add, [1], 1)
    assert after.value == 2


@pytest.mark.parametrize("endless", [work.hang, work.spin])
def test_what_hangs_is_ended(endless: Callable[[Any, int], int]):
    with open_pool(2, seconds=0.5) as pool:
        found = outcomes(pool, endless, range(6))
    assert [item.value for item in found] == [0, 1, 2, None, 4, 5]
    assert found[3].failure is not None
    assert found[3].failure.reason == "takes more than 0.5 s"


def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pools, "memory_of_computer", lambda: 1 << 30)
    with open_pool(1) as pool:
        found = outcomes(pool, work.grow, [1000, 8 << 30, 2000])
    assert [item.value for item in found] == [1000, None, 2000]
    assert found[1].failure is not None
    assert found[1].failure.reason == "takes too much memory"


def test_a_process_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pools, "_GROWN_BYTES", 150 << 20)
    with open_pool(1) as pool:
        found = outcomes(pool, work.keep, [80 << 20] * 6, [])
    assert len({item.value for item in found}) > 1
    assert all(item.failure is None for item in found)


def test_an_exception_is_a_failure_that_tells_where():
    with open_pool(1) as pool:
        (found,) = outcomes(pool, work.fail, [0])
    assert found.failure is not None
    assert "no such thing" in found.failure.reason
    assert "work.py" in found.failure.reason


def test_there_is_room_for_deep_recursion():
    with open_pool(1) as pool:
        found = outcomes(pool, work.deep, [20_000, 10_000_000])
    assert found[0].value == 20_000
    assert found[1].failure is not None
    assert found[1].failure.reason == "is nested too deeply"


def test_what_a_task_prints_is_no_reply(capfd: pytest.CaptureFixture[str]):
    with open_pool(1) as pool:
        (found,) = outcomes(pool, work.speak, ["hello"])
    assert found.value == "HELLO"
    assert capfd.readouterr().out == ""


def test_no_process_is_left():
    with open_pool() as pool:
        found = {item.value for item in outcomes(pool, work.where, range(20))}
    for process in found:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_cores_are_those_of_this_process():
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_who_is_at_work_ends_with_the_one_who_asked():
    """A process that is killed cannot stop others; who is at a long task must not go on alone."""
    code = (
        "from sad.workers.pool import Pool\n"
        "from sad.workers.tasks import Task\n"
        "from tests.workers import work\n"
        "pool = Pool(1)\n"
        "shared = pool.share(None)\n"
        "pool.submit(Task(0, work.where, shared, None))\n"
        "pool.next()\n"
        "pool.submit(Task(1, work.spin, shared, 3))\n"
        "print('working', flush=True)\n"
        "pool.next()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as asking:
        assert asking.stdout is not None
        assert asking.stdout.readline() == b"working\n"
        asking.kill()
        asking.communicate(timeout=LONG)  # until the last one has closed its standard error
