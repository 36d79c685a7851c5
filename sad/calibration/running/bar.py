"""A progress bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

_WIDTH = 24
_INTERVAL = 0.1  # [s] between changes


class Bar:
    """Shows which share of several flag sets is done, and what is going on."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._total = total
        self._done = 0
        self._title = ""
        self._shown = 0.0

    def start(self, title: str) -> None:
        """Begin a flag set."""
        self._title = title

    def tell(self, what: str, share: float) -> None:
        """Show what is going on; cheap enough to be called at any time."""
        now = time.monotonic()
        if not self._live or now - self._shown < _INTERVAL:
            return
        self._shown = now
        done = min(1.0, (self._done + share) / max(self._total, 1))
        filled = round(_WIDTH * done)
        bar = "#" * filled + "." * (_WIDTH - filled)
        self._stream.write(f"\r\x1b[K[{bar}] {done:4.0%} {self._title}: {what}")
        self._stream.flush()

    def end(self) -> None:
        """End a flag set."""
        self._done += 1

    def close(self) -> None:
        """Take the bar away."""
        if self._live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
