"""One function over many items on a cluster: answers in order, tasks of lost workers rescheduled."""

from __future__ import annotations

import pickle
from collections import deque
from hashlib import blake2b
from itertools import islice, takewhile
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from sad.cluster.connection import connect, gone
from sad.cluster.worker import Work, hold
from sad.diagnostics import SadError, argument_error
from sad.extras import need_dask
from sad.records import record
from sad.workers.tasks import Failure, Outcome, Workers, attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sad.cluster.connection import Cluster
    from sad.workers.tasks import Task


Item = TypeVar("Item")
Common = TypeVar("Common")
Answer = TypeVar("Answer")
_EACH = 8  # tasks in flight for each thread: a message takes longer than a small task
_LOOK = 2.0  # [s] after which a silent cluster is looked at
ALONE = 60.0  # [s] without any worker after which there will be none


@record
class LostTask:
    """Instead of an answer: every worker that ran the task died, when it ran alone as well.

    ``place`` is that of the item, from 0.
    """

    place: int
    reason: str


def run_all(
    cluster: Cluster,
    function: Callable[[Item, Common], Answer],
    items: Iterable[Item],
    common: Common,
    *,
    at_once: int | None = None,
    patience: float = ALONE,
) -> Iterator[Answer | LostTask]:
    """Yield ``function(item, common)`` for each item, in the order of the items.

    ``function`` can be imported by its name; items, ``common`` and answers can be pickled. ``common``
    is sent to each worker once. ``items`` may be endless: at most ``at_once`` (by default eight for
    each thread of the cluster) are under way or done and not yet yielded, so that memory is bounded.

    Each process runs one task at a time, with room for deep recursion; workers with one thread each
    use a machine best. A ``SadError`` of ``function`` is raised where its answer would come, and so is
    any other exception. If a worker dies, its tasks run elsewhere. Dask gives up a task after several
    deaths (``allowed-failures``), be it the cause or a bystander. Such a task then runs once more with
    no other task beside it; if workers die of that too, it is ``Lost`` and the others go on.

    Raises ``SadError`` SAD952 if the scheduler is gone, there is no worker for ``patience`` seconds, or
    a worker with another tool joined.
    """
    run = _Run(cluster, function, common, patience)
    bound = at_once or _EACH * max(1, sum(cluster.client.nthreads().values()))
    waiting = enumerate(items)
    try:
        while True:
            for place, item in islice(waiting, bound - len(run.flying)):
                run.send(place, item)
            if not run.flying:
                return
            for answer in run.landed():
                if isinstance(answer, SadError):
                    raise answer
                yield answer
    finally:
        run.end()


@record
class _Task:
    """A task under way."""

    place: int
    item: Any
    future: Any


class _Run:
    """The tasks under way, in order."""

    def __init__(
        self, cluster: Cluster, function: Callable[[Any, Any], Any], common: object, patience: float
    ) -> None:
        packed = pickle.dumps(common)
        self.flying: deque[_Task] = deque()
        self._cluster = cluster
        self._patience = patience
        self._distributed = need_dask("distributed", "--scheduler")
        name = blake2b(packed, digest_size=16).hexdigest()
        self._name, self._number = uuid4().hex, 0
        self._work = Work(function, cluster.identity, cluster.about, name)
        with need_dask("dask", "--scheduler").config.set(
            {"distributed.admin.large-graph-warning-threshold": max(10_000_000, 2 * len(packed))}
        ):
            self._common = cluster.client.submit(hold, packed, key=f"sad-{self._name}-common")

    def send(self, place: int, item: object) -> None:
        """Start a task behind all others."""
        self.flying.append(_Task(place, item, self._submitted(item)))

    def landed(self) -> list[Any]:
        """Wait for the first task; return its answer and those of tasks behind it that are done.

        A worker does not raise a ``SadError``, which would fill its log: it is the answer.
        """
        while True:
            wait_for(self._cluster, self.flying[0].future, self._patience)
            done = list(takewhile(lambda task: task.future.status == "finished", self.flying))
            if not done:
                return [self._one_by_one(self.flying.popleft())]
            try:
                answers: list[Any] = self._cluster.client.gather([task.future for task in done])
            except self._distributed.KilledWorker:
                continue  # a worker died with answers, and others that made them anew
            for _ in answers:
                self.flying.popleft()
            return answers

    def _one_by_one(self, task: _Task) -> Any:
        """The answer of a task that failed, or whose workers died: then with none beside it."""
        if not isinstance(task.future.exception(), self._distributed.KilledWorker):
            return task.future.result()  # raises
        for other in self.flying:
            wait_for(self._cluster, other.future, self._patience)
        again = self._submitted(task.item)
        wait_for(self._cluster, again, self._patience)
        error = again.exception()
        if isinstance(error, self._distributed.KilledWorker):
            return LostTask(task.place, str(error))
        return again.result()

    def end(self) -> None:
        """Stop what is under way."""
        futures = [task.future for task in self.flying]
        self.flying.clear()
        if futures and self._cluster.client.status == "running":
            self._cluster.client.cancel(futures)

    def _submitted(self, item: object) -> Any:
        self._number += 1
        key = f"sad-{self._name}-{self._number}"
        return self._cluster.client.submit(self._work, item, self._common, key=key)


def wait_for(cluster: Cluster, future: Any, patience: float = ALONE) -> None:
    """Wait for a task to end, well or not; raises SAD952 if there is nobody to run it."""
    alone: float | None = None
    while True:
        try:
            future.exception(timeout=_LOOK)
        except TimeoutError:
            if cluster.client.status != "running":
                raise gone(cluster.address) from None
            if cluster.workers():
                alone = None
            elif alone is None:
                alone = monotonic()
            elif monotonic() - alone > patience:
                raise _no_workers(cluster.address) from None
        except (OSError, need_dask("distributed", "--scheduler").CancelledError):
            raise gone(cluster.address) from None
        else:
            return


def _no_workers(address: str) -> SadError:
    hint = "start workers under a nanny, which replaces those that die (dask worker does)"
    return argument_error("SAD952", f"the cluster at {address} has no workers left", hint)


class ClusterWorkers(Workers):
    """Processes of a Dask cluster: all tasks that are there are done together.

    A task that kills every worker it runs on has a failure; nothing ends one that hangs. ``address``
    and ``identity`` are as in ``connect``, which may raise.
    """

    @property
    def waiting(self) -> int:
        """None are too many: the more are done together the better."""
        return 0

    def __init__(self, address: str, identity: Callable[[], str]) -> None:
        super().__init__()
        self._cluster = connect(address, identity)

    def next(self) -> Outcome:
        """Wait for any task's outcome. Raises as ``run_all`` if the cluster is gone."""
        if not self._done:
            state = self._queue[0].state
            tasks = [task for task in self._queue if task.state == state]
            self._queue = deque(task for task in self._queue if task.state != state)
            items = [(task.function, task.payload, self._needed(task)) for task in tasks]
            answers = run_all(self._cluster, _do, items, self._states[state])
            for task, answer in zip(tasks, answers, strict=True):
                if isinstance(answer, LostTask):
                    answer = Failure(f"ended its process: {answer.reason}")  # noqa: PLW2901
                self._done.append(Outcome(task.number, answer))
        return self._done.popleft()

    def _needed(self, task: Task) -> list[object]:
        """What a task needs: nobody knows which worker has learned what."""
        return [self._things[number] for number in sorted(task.needs)]

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._cluster.close()


def _do(item: tuple[Callable[[Any, Any], Any], Any, list[Any]], state: object) -> Any:
    function, payload, things = item
    return attempt(function, state, payload, things)
