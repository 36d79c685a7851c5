"""Public calls that may recurse deeply run on a large stack, as the command line does."""

from __future__ import annotations

import threading
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from sad.deep import collector_paused, run_deep
from sad.diagnostics import SadError

if TYPE_CHECKING:
    from collections.abc import Callable

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
_here = threading.local()


def deeply(call: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return a function that does the same on a large stack; one such call in another needs none."""

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
