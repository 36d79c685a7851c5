"""What is asked of others, and what comes back; limits of a process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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


def attempt(
    function: Callable[[Any, Any], Any], state: Any, payload: Any, things: Iterable[Any] = ()
) -> tuple[bool, Any]:
    """Return whether a call succeeds, and its result or else the reason, as in ``Failure``.

    ``things`` are those that the state has to learn before.
    """
    try:
        for thing in things:
            state.learn(thing)
        return True, function(state, payload)
    except MemoryError:
        return False, "takes too much memory"
    except RecursionError:
        return False, "is nested too deeply"
    except Exception:  # noqa: BLE001 - the one who asked decides what this means
        import traceback  # noqa: PLC0415

        return False, f"ends in an internal error: {traceback.format_exc()}"


@record
class Failure:
    """Why there is no result. ``reason`` ends a sentence that begins with what failed."""

    reason: str


@record
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

    def tell(self, thing: object) -> int:
        """Let the copies of a state learn a thing before tasks that need the number returned.

        The state has a method ``learn``. To be told a thing again does no harm.
        """
        ...

    def submit(self, task: Task) -> None:
        """Have a task done."""
        ...

    def next(self) -> Outcome:
        """Wait for any task's outcome."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


def outcome_of(task: Task, attempted: tuple[bool, Any]) -> Outcome:
    """Return the outcome of a task from what ``attempt`` returned for it."""
    done, value = attempted
    return Outcome(task.number, value) if done else Outcome(task.number, None, Failure(value))


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
