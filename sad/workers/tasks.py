"""What is asked of others, and what comes back; limits of a process."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_RESERVED = 1 << 30  # bytes of stacks and libraries that are reserved and hardly used


class Task(NamedTuple):
    """A call of ``function(copy of state, payload)``, to be made somewhere.

    The function is one of a module; what it takes and returns can be pickled. ``state`` is a number
    that ``Workers.share`` gave, ``needs`` are what ``Workers.tell`` gave for what the copy has to have
    learned. Tasks with one ``near`` are given to one process where that costs nothing.
    """

    number: int
    function: Callable[[Any, Any], Any]
    state: int
    payload: object
    near: str = ""
    needs: frozenset[int] = frozenset()


@record
class Failure:
    """Why there is no result. ``reason`` ends a sentence that begins with what failed."""

    reason: str


@record
class Outcome:
    """What ``attempt`` returned for a task, by its number."""

    number: int
    found: Any

    @property
    def value(self) -> Any:
        """The result; None if there is none."""
        return None if self.failure else self.found

    @property
    def failure(self) -> Failure | None:
        """Why there is no result; None if there is one."""
        return self.found if isinstance(self.found, Failure) else None


def attempt(
    function: Callable[[Any, Any], Any], state: Any, payload: Any, things: Iterable[Any] = ()
) -> Any:
    """Return the result of a call, or a ``Failure``; the state has to learn ``things`` before."""
    try:
        for thing in things:
            state.learn(thing)
        return function(state, payload)
    except MemoryError:
        return Failure("takes too much memory")
    except RecursionError:
        return Failure("is nested too deeply")
    except Exception:  # noqa: BLE001 - the one who asked decides what this means
        import traceback  # noqa: PLC0415

        return Failure(f"ends in an internal error: {traceback.format_exc()}")


class Workers(ABC):
    """Whoever does tasks: processes of this computer, or a cluster."""

    def __init__(self) -> None:
        self._states: list[Any] = []
        self._things: list[Any] = []
        self._queue: deque[Task] = deque()
        self._done: deque[Outcome] = deque()

    @property
    def waiting(self) -> int:
        """How many tasks nobody has begun that are too many to add another."""
        return len(self._queue)

    @property
    def outstanding(self) -> int:
        """How many tasks have no outcome yet."""
        return len(self._queue) + len(self._done)

    def share(self, state: object) -> int:
        """Let all tasks that name the number returned have a copy of ``state``."""
        self._states.append(state)
        return len(self._states) - 1

    def tell(self, thing: object) -> int:
        """Let the copies of a state learn a thing before tasks that need the number returned.

        The state has a method ``learn``. To be told a thing again does no harm.
        """
        self._things.append(thing)
        return len(self._things) - 1

    def submit(self, task: Task) -> None:
        """Have a task done."""
        self._queue.append(task)

    @abstractmethod
    def next(self) -> Outcome:
        """Wait for any task's outcome."""

    @abstractmethod
    def close(self) -> None:
        """Stop."""


def limit_memory(most_bytes: int) -> None:
    """Let this process fail to get more memory than this, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on all systems

        most = most_bytes + _RESERVED
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def processor_seconds(process: int) -> float | None:
    """Return how long processors have worked for a process [s]; None where the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None


def memory_of_computer() -> int:
    """Return the bytes of memory of this computer; 4 GiB where the system does not tell."""
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 4 << 30
