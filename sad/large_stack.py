"""Work on a large stack: source may nest thousands of blocks, and what walks over them recurses."""

from __future__ import annotations

import sys
import threading
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from sad.diagnostics import SadError
from sad.gc_policy import collector_paused

if TYPE_CHECKING:
    from collections.abc import Callable

_DEPTH = 40_000
_STACK_BYTES = 512 * 1024 * 1024  # reserved, not used, by ordinary runs

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
_here = threading.local()


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


def on_large_stack(call: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return a function that does the same on a large stack; one such call in another needs none.

    Public calls that may recurse deeply are made so, as the command line runs its commands.
    """

    @wraps(call)
    def outer(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if getattr(_here, "is_deep", False):
            return call(*arguments, **named)

        def inner() -> Result:
            _here.is_deep = True
            return call(*arguments, **named)

        try:
            with collector_paused():
                return run_deep(inner)
        except SadError as error:  # about the input: where it was noticed in here helps nobody
            raise error.with_traceback(None) from None

    return outer
