"""When cyclic garbage is collected: the collector is paused, and runs when memory has grown much.

Hardly anything here is cyclic but the analysis of a unit. Where many units are analysed, memory would
only grow.
"""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_EVERY = 100 << 20
"""Bytes that a process grows by before it looks for what is in nobody's hands."""


def used_bytes() -> int:
    """Return how much memory this process uses now; 0 where the system does not tell."""
    statm = "/proc/self/statm"
    with suppress(OSError, ValueError, IndexError), open(statm, "rb", buffering=0) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


class GcPolicy:
    """What this process has not let go of. ``collect`` is cheap to call after every piece of work."""

    def __init__(self) -> None:
        self._young = self._old = used_bytes()

    def collect(self) -> None:
        """Let go of what is in nobody's hands, if the process has grown much.

        Objects that outlive this once are looked at again only when the process has doubled.
        """
        used = used_bytes()
        if used <= self._young + _EVERY:
            return
        whole = used > 2 * self._old + _EVERY
        gc.collect(2 if whole else 1)
        self._young = used_bytes()
        if whole:
            self._old = self._young

    @contextmanager
    def settled(self) -> Generator[None]:
        """Do not look at what is there now until the end: what is let go of without that is freed."""
        self.settle()
        try:
            yield
        finally:
            gc.unfreeze()

    def settle(self) -> None:
        """Never look again at what is there now: nearly all of it lives as long as the process."""
        gc.freeze()
        self._young = self._old = used_bytes()


GC_POLICY = GcPolicy()
"""That of this process: the collector is one for all that goes on in it."""


@contextmanager
def collector_paused() -> Generator[None]:
    """Pause the collector: on large programs a third of the time would go there."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
