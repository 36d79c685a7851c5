"""One thread that analyses, so that the protocol's loop always answers at once."""

from __future__ import annotations

import gc
import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from sad.deep import collector_paused, run_deep

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Worker:
    """Runs tasks one after the other; a task that is cancelled before its turn never starts.

    The thread does not keep the process alive: a client that leaves does not wait for a result.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._changed = threading.Condition()
        threading.Thread(target=self._run, name="analysis", daemon=True).start()

    def submit(self, task: Callable[[], Result], *, urgent: bool = False) -> Future[Result]:
        """Return what will hold the task's result; an urgent one goes before all that wait."""
        future: Future[Result] = Future()
        with self._changed:
            if urgent:
                self._waiting.appendleft((task, future))
            else:
                self._waiting.append((task, future))
            self._changed.notify()
        return future

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                task, future = self._waiting.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                with collector_paused():
                    result = run_deep(task)
            except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
                future.set_exception(error)
            else:
                future.set_result(result)
            del task, future
            gc.collect()  # the collector is off while a task runs
