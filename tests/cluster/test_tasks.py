"""Tasks on a real cluster of processes: answers in order, whatever happens to workers."""

from __future__ import annotations

import itertools
import os
import time

import pytest

from sad.cluster.connection import connect
from sad.cluster.tasks import LostTask, run_all
from sad.diagnostics import SadError
from tests.cluster import work


@pytest.fixture
def cluster(address):
    with connect(address, work.digest) as found:
        yield found


def test_answers_come_in_the_order_of_the_items(cluster):
    assert list(run_all(cluster, work.scaled, range(50), {"factor": 3})) == list(range(0, 150, 3))
    assert list(run_all(cluster, work.slow_first, range(10), 0.3)) == list(range(10))
    assert list(run_all(cluster, work.scaled, [], {"factor": 3})) == []


def test_tasks_run_in_the_processes_of_the_workers(cluster):
    found = set(run_all(cluster, work.process, range(20), None))
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2


def test_no_more_are_under_way_than_allowed(cluster, tmp_path):
    answers = run_all(cluster, work.noted, itertools.count(), str(tmp_path), at_once=4)
    assert [next(answers) for _ in range(6)] == list(range(6))
    time.sleep(0.2)
    assert len(list(tmp_path.iterdir())) <= 6 + 4
    answers.close()


def test_an_error_is_raised_at_its_place(cluster):
    answers = run_all(cluster, work.refusing, range(10), 3)
    assert [next(answers) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(SadError, match="not 3") as caught:
        next(answers)
    assert (caught.value.diagnostic.code, caught.value.diagnostic.hint) == ("SAD851", "another")
    with pytest.raises(ZeroDivisionError):
        list(run_all(cluster, work.broken, [1, 0], None))


def test_there_is_room_for_deep_recursion(cluster):
    assert list(run_all(cluster, work.deep, [20_000], None)) == [20_000]


def test_a_worker_that_dies_costs_nothing_but_time(cluster, tmp_path):
    found = list(run_all(cluster, work.deadly_once, range(30), (str(tmp_path), {7})))
    assert found == [item * item for item in range(30)]
    assert [path.name for path in tmp_path.iterdir()] == ["seen7"]


def test_a_task_that_kills_every_worker_costs_only_itself(cluster):
    found = list(run_all(cluster, work.deadly, range(12), {5}))
    lost = found.pop(5)
    assert isinstance(lost, LostTask)
    assert lost.place == 5
    assert found == [item * item for item in range(12) if item != 5]
