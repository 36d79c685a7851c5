"""Room for deep recursion: source may nest thousands of blocks or add up thousands of terms."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_DEPTH = 40_000
_STACK_BYTES = 512 * 1024 * 1024  # reserved, not used, by ordinary runs


def run_deep(task: Callable[[], int]) -> int:
    """Return what ``task`` returns, run on a large stack; raise what it raises."""
    outcome: list[int] = []
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
