"""The processes of this computer that work."""

from __future__ import annotations

import math
import os
import pickle
import selectors
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from sad.workers.serve import READY, receive, send
from sad.workers.tasks import (
    Failure,
    Outcome,
    Task,
    Workers,
    memory_of_computer,
    processor_seconds,
)

SECONDS = 300.0
"""How long a task may take by default [s of a processor]."""
_BUSY = 10
"""How many times as long a task may take while others keep the processors from it."""
_SOON = 0.05  # seconds
_GROWN_BYTES = 350 << 20
"""How much a process may grow by its tasks before another one takes over."""
_LOOKED_AT = 32
_SERVE = (
    "import sys; sys.path[:] = {path!r}; from sad.workers.serve import main; main({most}, {few})"
)


@dataclass(slots=True)
class _Process:
    """One process, and the task it is at."""

    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    replies: IO[bytes]
    states: set[int] = field(default_factory=set[int])
    near: set[str] = field(default_factory=set[str])
    told: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    task: Task | None = None
    is_ready: bool = False
    began: float = 0.0
    worked: float | None = None
    until: float = math.inf


class Pool(Workers):
    """Up to ``jobs`` processes. A task that takes more than ``seconds``, or dies, has a failure.

    Each process may take its share of the computer's memory; one that has grown is replaced between
    two tasks.
    """

    def __init__(self, jobs: int, seconds: float = SECONDS) -> None:
        super().__init__()
        self._jobs, self._seconds = jobs, seconds
        self._most = max(memory_of_computer() // (jobs + 1), 1 << 30)
        self._processes: list[_Process] = []
        self._selector = selectors.DefaultSelector()

    @property
    def outstanding(self) -> int:
        """How many tasks have no outcome yet."""
        return super().outstanding + sum(item.task is not None for item in self._processes)

    def share(self, state: object) -> int:
        """Pickle a state once for all processes."""
        return super().share(pickle.dumps(state, protocol=pickle.HIGHEST_PROTOCOL))

    def tell(self, thing: object) -> int:
        """Keep a thing for processes yet to come."""
        body = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
        return super().tell(zlib.compress(body, 1))

    def submit(self, task: Task) -> None:
        """Have a task done in one of the processes."""
        super().submit(task)
        idle = next((item for item in self._processes if item.task is None), None)
        if idle is None and len(self._processes) < self._jobs:
            idle = self._start()
        if idle is not None:
            self._give(idle)

    def next(self) -> Outcome:
        """Wait for any task's outcome."""
        while not self._done:
            busy = [item for item in self._processes if item.task is not None]
            assert busy, "nothing was submitted"
            soonest = min(item.until for item in busy)
            left = None if soonest == math.inf else max(0.0, soonest - time.monotonic())
            for key, _ in self._selector.select(left):
                self._hear(key.data)
            now = time.monotonic()
            for item in list(self._processes):
                if item.task is not None and item.until <= now and not self._may_go_on(item):
                    self._ends(item, Failure(f"takes more than {self._seconds:g} s"))
                    self._stop(item)
                    self._go_on()
        return self._done.popleft()

    def close(self) -> None:
        """Stop all processes."""
        for item in list(self._processes):
            self._stop(item)
        self._selector.close()

    # --- processes ---

    def _start(self) -> _Process:
        code = _SERVE.format(path=sys.path, most=self._most, few=min(_GROWN_BYTES, self._most))
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        found = _Process(process, process.stdin, process.stdout)
        self._processes.append(found)
        self._selector.register(found.replies, selectors.EVENT_READ, found)
        return found

    def _stop(self, item: _Process) -> int:
        """Kill a process, and return its exit code."""
        self._selector.unregister(item.replies)
        self._processes.remove(item)
        item.process.kill()
        for stream in (item.requests, item.replies):
            with suppress(OSError):
                stream.close()
        return item.process.wait()

    def _give(self, item: _Process) -> None:
        """Give a process the next task, one that is near to what it did among the first."""
        if not self._queue:
            return
        ahead = range(min(len(self._queue), _LOOKED_AT))
        place = next((n for n in ahead if self._queue[n].near in item.near), 0)
        task = self._queue[place]
        del self._queue[place]
        item.task = task
        self._begin(item)
        item.near.add(task.near)
        try:
            if task.state not in item.states:
                send(item.requests, ("state", task.state, self._states[task.state]))
                item.states.add(task.state)
            fresh = {(task.state, number) for number in task.needs} - item.told
            item.told |= fresh
            things = [self._things[number] for _, number in sorted(fresh)]
            send(item.requests, ("task", task.function, task.state, task.payload, things))
        except OSError:
            self._died(item)

    def _begin(self, item: _Process) -> None:
        """Let the time of a task count, once its process is ready."""
        if item.is_ready:
            item.began, item.worked = time.monotonic(), processor_seconds(item.process.pid)
            item.until = item.began + self._seconds
        else:
            item.until = math.inf

    def _may_go_on(self, item: _Process) -> bool:
        """Whether a task whose time is over has had too little of a busy computer."""
        now, worked = time.monotonic(), processor_seconds(item.process.pid)
        if worked is None or item.worked is None or now - item.began > _BUSY * self._seconds:
            return False
        left = self._seconds - (worked - item.worked)
        item.until = now + max(left, _SOON)
        return left > 0

    def _hear(self, item: _Process) -> None:
        try:
            reply = receive(item.replies)
        except (EOFError, OSError, pickle.UnpicklingError):
            self._died(item)
            return
        if reply == READY:
            item.is_ready = True
            self._begin(item)
            return
        value, is_large = reply
        if isinstance(value, Failure):
            item.told.clear()  # it may have failed while it learned
        self._ends(item, value)
        if is_large:
            self._stop(item)
            self._go_on()
        else:
            self._give(item)

    def _died(self, item: _Process) -> None:
        """A process ended by itself, as after a crash or when the system was out of memory."""
        item.process.poll()
        code = self._stop(item)
        if item.task is not None:
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            self._ends(item, Failure(f"ended its process {how}"))
        self._go_on()

    def _ends(self, item: _Process, value: object) -> None:
        """Keep what came of a process's task."""
        assert item.task is not None
        self._done.append(Outcome(item.task.number, value))
        item.task = None

    def _go_on(self) -> None:
        """Have another process take up what waits."""
        if self._queue:
            self._give(self._start())
