"""Room for large work: deep recursion, as source nests thousands of blocks, and no idle collecting."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

_DEPTH = 40_000
_STACK_BYTES = 512 * 1024 * 1024  # reserved, not used, by ordinary runs

Result = TypeVar("Result")


def run_deep(task: Callable[[], Result]) -> Result:
    """Return what ``task`` returns, run on a large stack; raise what it raises."""
    outcome: list[Result] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            outcome.append(task())
        except BaseException as error:  # noqa: BLE001 - raised again for the caller
            failure.append(error)

    depth_before, stack_before = sys.getrecursionlimit(), threading.stack_size(_STACK_BYTES)
    sys.setrecursionlimit(_DEPTH)
    try:
        thread = threading.Thread(target=target, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # memory is limited: what is not nested deeply works without
            sys.setrecursionlimit(depth_before)
            target()
        else:
            thread.join()
    finally:
        sys.setrecursionlimit(depth_before)
        threading.stack_size(stack_before)
    if failure:
        raise failure[0]
    return outcome[0]


@contextlib.contextmanager
def collector_paused() -> Generator[None]:
    """Pause the cyclic garbage collector: hardly anything here is cyclic, and on large programs it
    takes a third of the time looking.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
