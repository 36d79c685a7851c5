"""How far a long run has come, on a terminal."""

from __future__ import annotations

import sys
import time

_SILENT = 1.0  # seconds before anything is shown
_BETWEEN = 0.2  # seconds
_WIDTH = 30


class Progress:
    """A bar on standard error, if that is a terminal; nothing for what takes less than a second."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _SILENT
        self._is_shown = False

    def show(self, what: str, done: int, of: int) -> None:
        """Show that so many of all are done."""
        now = time.monotonic()
        if now < self._next or not sys.stderr.isatty():
            return
        self._next = now + _BETWEEN
        self._is_shown = True
        bar = "#" * (_WIDTH * done // max(of, 1))
        sys.stderr.write(f"\r\033[K{what} [{bar:<{_WIDTH}}] {done}/{of}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._is_shown = False
