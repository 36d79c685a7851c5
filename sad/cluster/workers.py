"""A cluster in place of the processes of this computer."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from sad.cluster.connection import connect
from sad.cluster.tasks import Lost, run_all
from sad.workers.tasks import attempt, outcome_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.workers.tasks import Outcome, Task


class ClusterWorkers:
    """``sad.workers.tasks.Workers`` by way of Dask: all tasks that are there are done together.

    A task that kills every worker it runs on has a failure; nothing ends one that hangs. ``address``
    and ``identity`` are as in ``connect``, which may raise.
    """

    def __init__(self, address: str, identity: Callable[[], str]) -> None:
        self._cluster = connect(address, identity)
        self._states: list[object] = []
        self._things: list[object] = []
        self._queue: list[Task] = []
        self._done: deque[Outcome] = deque()

    @property
    def waiting(self) -> int:
        """How many tasks are too many to add another: none, the more are done together the better."""
        return 0

    @property
    def outstanding(self) -> int:
        """How many tasks have no outcome yet."""
        return len(self._queue) + len(self._done)

    def share(self, state: object) -> int:
        """Let all tasks that name the number returned have a copy of ``state``."""
        self._states.append(state)
        return len(self._states) - 1

    def tell(self, thing: object) -> int:
        """Let the copies of a state learn a thing before tasks that need the number returned."""
        self._things.append(thing)
        return len(self._things) - 1

    def submit(self, task: Task) -> None:
        """Have a task done on some worker, once that is waited for."""
        self._queue.append(task)

    def next(self) -> Outcome:
        """Wait for any task's outcome. Raises as ``run_all`` if the cluster is gone."""
        if not self._done:
            state = self._queue[0].state
            tasks = [task for task in self._queue if task.state == state]
            self._queue = [task for task in self._queue if task.state != state]
            items = [(task.function, task.payload, self._needed(task)) for task in tasks]
            answers = run_all(self._cluster, _do, items, self._states[state])
            for task, answer in zip(tasks, answers, strict=True):
                self._done.append(outcome_of(task, _attempted(answer)))
        return self._done.popleft()

    def _needed(self, task: Task) -> list[object]:
        """What a task needs: nobody knows which worker has learned what."""
        return [self._things[number] for number in sorted(task.needs)]

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._cluster.close()


def _do(item: tuple[Callable[[Any, Any], Any], Any, list[Any]], state: object) -> tuple[bool, Any]:
    function, payload, things = item
    return attempt(function, state, payload, things)


def _attempted(answer: tuple[bool, Any] | Lost) -> tuple[bool, Any]:
    return (False, f"ended its process: {answer.reason}") if isinstance(answer, Lost) else answer
