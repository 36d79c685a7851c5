"""What is asked of others, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no result. ``reason`` ends a sentence that begins with what failed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a task, by its number, or why there is none."""

    number: int
    value: Any
    failure: Failure | None = None


class Workers(Protocol):
    """Whoever does tasks: processes of this computer, or a cluster."""

    @property
    def waiting(self) -> int:
        """How many tasks nobody has begun."""
        ...

    @property
    def outstanding(self) -> int:
        """How many tasks have no outcome yet."""
        ...

    def share(self, state: object) -> int:
        """Let all tasks that name the number returned have a copy of ``state``."""
        ...

    def submit(
        self,
        number: int,
        function: Callable[[Any, Any], Any],
        state: int,
        payload: object,
        near: str = "",
    ) -> None:
        """Have ``function(copy of state, payload)`` called somewhere.

        The function is one of a module; what it takes and returns can be pickled. Tasks with one
        ``near`` are given to one process where that costs nothing.
        """
        ...

    def next(self) -> Outcome:
        """Wait for any task's outcome."""
        ...

    def close(self) -> None:
        """Stop."""
        ...
