"""Work counted instead of timed: the same on every machine, however loaded."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

Answer = TypeVar("Answer")


def counted_calls(task: Callable[[], Answer]) -> tuple[Answer, int]:
    """Return what a task returns, and how many calls it made: of Python functions and of others.

    Those of threads that it starts are among them.
    """
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before, of_threads = sys.getprofile(), threading.getprofile()
    threading.setprofile(count)
    sys.setprofile(count)
    try:
        answer = task()
    finally:
        sys.setprofile(before)
        threading.setprofile(of_threads)  # type: ignore[arg-type]
    return answer, calls
