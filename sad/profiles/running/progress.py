"""How far the runs are: one line that changes on a terminal, a line for each run elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

_INTERVAL = 0.2  # [s] between changes
_WIDTH = 24


class Progress:
    """Shows steps on ``stream``. ``total`` is their number; ``quiet`` shows nothing."""

    def __init__(self, stream: TextIO, total: int, *, quiet: bool = False) -> None:
        self._stream = stream
        self._total = total
        self._quiet = quiet
        self._live = stream.isatty() and not quiet
        self._done = 0
        self._title = ""
        self._start = self._shown = 0.0

    def start(self, title: str) -> None:
        """Begin a step."""
        self._title, self._start, self._shown = title, time.monotonic(), 0.0
        self.tick()

    def tick(self) -> None:
        """Show the time the step takes; cheap enough to be called at any time."""
        now = time.monotonic()
        if not self._live or now - self._shown < _INTERVAL:
            return
        self._shown = now
        filled = _WIDTH * self._done // max(self._total, 1)
        bar = "#" * filled + "." * (_WIDTH - filled)
        step = f"{self._done}/{self._total}  {self._title}  {now - self._start:.0f} s"
        self._stream.write(f"\r\x1b[K[{bar}] {step}")
        self._stream.flush()

    def end(self, result: str) -> None:
        """End the step with what came of it."""
        self._done += 1
        if not self._quiet and not self._live:
            self._stream.write(f"{self._title}: {result}\n")
            self._stream.flush()

    def close(self) -> None:
        """Take the changing line away."""
        if self._live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
