"""Ranks that run together: communicators, and what waits for what.

One rank runs at a time, until it ends or waits for another. If all that are left wait, they go on with
values that are not known if a rank was lost before; else the program never ends.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sad.analysis.messages.constants import COMM_SELF, COMM_WORLD

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.slicing.runtime import Unknown

_FIRST = 10_000  # handles of communicators that programs make, as the analysis numbers them
_STACK_BYTES = 64 * 1024 * 1024
_DEPTH = 20_000


@dataclass(slots=True, eq=False)
class Group:
    """Ranks in an order and the communicator's number; ``sides`` and ``periods`` of a grid."""

    number: int
    members: tuple[int, ...]
    sides: tuple[int, ...] = ()
    periods: tuple[bool, ...] = ()

    def at(self, rank: int) -> tuple[int, ...]:
        """Return the place of a rank of the group in its grid."""
        found: list[int] = []
        for side in reversed(self.sides):
            found.append(rank % side)
            rank //= side
        return tuple(reversed(found))

    def rank_at(self, places: tuple[int, ...]) -> int | None:
        """Return the rank at a place of the grid; None outside."""
        found = 0
        for place, side, period in zip(places, self.sides, self.periods, strict=True):
            if not 0 <= place < side and not period:
                return None
            found = found * side + place % side
        return found


@dataclass(slots=True)
class Sent:
    """A message on its way: its tag, and what kind of elements with which values."""

    tag: int
    kind: str
    values: list[Any]


class World:
    """All ranks of a run; ``balanced`` gives the sides of a grid of so many processes."""

    def __init__(self, nprocs: int, balanced: Callable[[int, int], tuple[int, ...]]) -> None:
        self.nprocs = nprocs
        self.balanced = balanced
        everybody = tuple(range(nprocs))
        self.everybody = Group(COMM_WORLD, everybody)
        self.groups = {COMM_WORLD: self.everybody}
        self.groups.update({COMM_SELF: Group(COMM_SELF, (0,))} if nprocs == 1 else {})
        self.lost: dict[int, Unknown] = {}
        self.aborted: tuple[int, int] | None = None
        self._numbers: dict[object, int] = {}
        self._under_way: dict[tuple[int, int, int], list[Sent]] = {}
        self._gathered: dict[object, dict[int, Any]] = {}
        self._left = list(range(nprocs))
        self._wakers = [threading.Semaphore(0) for _ in everybody]
        self._main = threading.Semaphore(0)
        self._waiting: dict[int, Callable[[], bool]] = {}
        self._is_stuck = False

    # --- communicators ----------------------------------------------------------------------------

    def made(self, key: object, members: tuple[int, ...]) -> Group:
        """Return the communicator that some ranks make together; the key is the same on all of them."""
        number = self._numbers.get(key)
        if number is None:
            whole = members == self.everybody.members
            number = self._numbers[key] = _FIRST + 2 * len(self._numbers) + (not whole)
            self.groups[number] = Group(number, members)
        return self.groups[number]

    # --- data -------------------------------------------------------------------------------------

    def send(self, source: int, dest: int, comm: int, message: Sent) -> None:
        """Put a message on its way."""
        self._under_way.setdefault((source, dest, comm), []).append(message)

    def receive(self, rank: int, source: int, comm: int, tag: int | None) -> Sent | None:
        """Return the next message of a tag, or of any; None if it is not known what comes."""
        queue = self._under_way.setdefault((source, rank, comm), [])

        def place() -> int | None:
            fits = (at for at, item in enumerate(queue) if tag is None or item.tag == tag)
            return next(fits, None)

        if not self._wait(rank, lambda: place() is not None):
            return None
        at = place()
        assert at is not None
        return queue.pop(at)

    def together(
        self, rank: int, key: object, members: tuple[int, ...], value: Any
    ) -> dict[int, Any] | None:
        """Return what all members of a communicator bring to a call; None if that is not known."""
        table = self._gathered.setdefault(key, {})
        table[rank] = value
        return table if self._wait(rank, lambda: len(table) == len(members)) else None

    def _wait(self, rank: int, is_there: Callable[[], bool]) -> bool:
        while not is_there():
            if self._is_stuck:
                return False
            self._waiting[rank] = is_there
            self._main.release()
            self._wakers[rank].acquire()
        return True

    # --- running ----------------------------------------------------------------------------------

    def run(self, mains: list[Callable[[], None]]) -> None:
        """Run all ranks; raises what one of them raises."""
        failures: list[BaseException] = []

        def target(rank: int) -> None:
            self._wakers[rank].acquire()
            try:
                mains[rank]()
            except BaseException as error:  # noqa: BLE001 - raised again below
                failures.append(error)
            self._left.remove(rank)
            self._main.release()

        depth, stack = sys.getrecursionlimit(), threading.stack_size(_STACK_BYTES)
        sys.setrecursionlimit(_DEPTH)
        try:
            fresh = set(self._left)
            while self._left:
                before = len(self._left), dict(self._waiting)
                for rank in list(self._left):
                    if rank not in self._waiting or self._waiting[rank]() or self._is_stuck:
                        self._waiting.pop(rank, None)
                        if rank in fresh:
                            fresh.discard(rank)
                            threading.Thread(target=target, args=(rank,), daemon=True).start()
                        self._wakers[rank].release()
                        self._main.acquire()
                if (len(self._left), self._waiting) == before:
                    self._is_stuck = True
        finally:
            sys.setrecursionlimit(depth)
            threading.stack_size(stack)
        if failures:
            raise failures[0]
