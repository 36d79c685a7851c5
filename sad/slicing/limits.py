"""What running a slice may take: steps, which are the same everywhere, and time and memory."""

from __future__ import annotations

import time

from sad.gc_policy import used_bytes
from sad.slicing.runtime import BudgetError

_BLOCK = 50
"""Steps that a basic block of the program costs to write."""
_SECONDS = 1e-5
"""Seconds of a processor for a step at most, those for writing the slice included."""
_LEAST_SECONDS = 20.0
_MOST_BYTES = 1 << 30
_CHUNK = 20_000
"""Steps between two looks at the clock."""


class Budget:
    """How much is left; ``chunk[0]`` is counted down by what runs, which then calls ``refill``."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._left = steps
        self._seconds = max(steps * _SECONDS, _LEAST_SECONDS)
        self._end = time.process_time() + self._seconds
        self._bytes = used_bytes()
        self.chunk = [0]

    @property
    def used(self) -> int:
        """How many steps were used."""
        return self._steps - self._left - max(self.chunk[0], 0)

    @property
    def left(self) -> int:
        """How many steps are left."""
        return self._steps - self.used

    @property
    def is_spent(self) -> bool:
        """Whether there were not enough steps."""
        return self.chunk[0] < 0

    def settle(self) -> None:
        """Begin a run: what it takes does not depend on what was run before."""
        rest = max(self.chunk[0], 0)
        self._left += rest
        self.chunk[0] -= rest

    def spend(self, steps: int) -> None:
        """Use steps at once; raise ``BudgetError`` if there are not enough."""
        self.chunk[0] -= steps
        if self.chunk[0] < 0:
            self.refill()

    def can_write(self, blocks: int) -> None:
        """Raise ``BudgetError`` if a program has more basic blocks than can be written in time."""
        if blocks * _BLOCK > self._steps:
            message = f"{blocks:,} basic blocks are too many for {self._steps:,} steps"
            raise BudgetError(message)

    def check(self) -> None:
        """Raise ``BudgetError`` if time or memory is used up."""
        if time.process_time() > self._end:
            message = f"it took more than {self._seconds:.0f} s"
            raise BudgetError(message)
        if used_bytes() - self._bytes > _MOST_BYTES:
            message = "it took more than 1 GB of memory"
            raise BudgetError(message)

    def refill(self) -> None:
        """Go on with the next steps; raise ``BudgetError`` if there are not enough."""
        self.check()
        more = min(self._left, _CHUNK - self.chunk[0])
        self._left -= more
        self.chunk[0] += more
        if self.chunk[0] < 0 or not more:
            message = f"{self._steps:,} steps were not enough"
            raise BudgetError(message)
