"""A task in a process of its own: its answer, its CPU time, its peak memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

_DEPTH = 40_000  # recursion and stack as the command line has them
_STACK_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the result: what was measured, and how large it may be.

    A ``ratio`` of two measurements of one run is compared with the one accepted before; other
    figures depend on the machine.
    """

    what: str
    measured: float
    target: float
    detail: str
    ratio: bool = False

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.measured <= self.target


class Clock:
    """CPU seconds since the last question."""

    def __init__(self) -> None:
        self._last = time.process_time()

    def lap(self) -> float:
        """Return the CPU seconds since the last call."""
        now = time.process_time()
        passed, self._last = now - self._last, now
        return passed


def with_compiled_modules() -> dict[str, str]:
    """Return the environment of a process that keeps compiled modules, as an installed tool does."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def in_process(task: Callable[..., Answer], *arguments: object) -> Answer:
    """Run ``task`` in a new interpreter with the collector paused, as the command line has it."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        return pool.submit(_run, task, *arguments).result()


def _run(task: Callable[..., Answer], *arguments: object) -> Answer:
    gc.disable()
    sys.dont_write_bytecode = False
    sys.setrecursionlimit(_DEPTH)
    threading.stack_size(_STACK_BYTES)
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(task(*arguments)))
    thread.start()
    thread.join()
    return answers[0]


def peak_megabytes() -> float:
    """Return the largest resident size of this process so far."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)
