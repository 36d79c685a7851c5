"""How far a long run has come: one line on a terminal, taken away before anything else is printed.

A command is wrapped in ``shown``; code at any depth says ``phase`` and ``step``. Nothing is shown
before a second has passed, nor where standard error is no terminal. rich is only then imported.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from typing import Self

Item = TypeVar("Item")
PATIENCE = 1.0
"""Seconds before anything is shown."""
_BETWEEN = 0.1  # [s] between changes of the line
_ENOUGH = 4  # items of a phase from which on their number is shown


class Progress:
    """The line of one run on ``stream``: a phase, how much of it is done, and the time."""

    def __init__(
        self, stream: TextIO, *, has_colour: bool = True, patience: float = PATIENCE
    ) -> None:
        self._stream, self._has_colour = stream, has_colour
        self._start = time.monotonic() + patience
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._process = os.getpid()
        self._title, self._done, self._of = "", 0.0, 0.0
        self._live: Any = None
        self._task: Any = None
        self._thread = threading.Thread(target=self._watch, daemon=True, name="progress")

    def begin(self) -> Self:
        """Begin to wait, and to show."""
        with suppress(RuntimeError):  # no memory for another thread: there is no progress to see
            self._thread.start()
        return self

    def tell(self, title: str, done: float, of: float) -> None:
        """Hear what is done; cheap enough to be called at any time."""
        self._title, self._done, self._of = title, done, of

    def hide(self) -> None:
        """Take the line away: something is about to be printed. It comes back after a while."""
        if os.getpid() != self._process:
            return
        with self._lock:
            self._start = time.monotonic() + PATIENCE
            if self._live is not None:
                self._live.stop()
                self._live = None

    def end(self) -> None:
        """Take the line away for good."""
        self._ended.set()
        self.hide()

    def _watch(self) -> None:
        """Show the line while there is one; the thread of the progress."""
        while not self._ended.wait(_BETWEEN):
            if time.monotonic() < self._start or not self._title:
                continue
            with self._lock:
                if not self._ended.is_set() and time.monotonic() >= self._start:
                    self._show()

    def _show(self) -> None:
        try:
            if self._live is None:
                self._live = self._line()
                self._live.start()
            count = f"{self._done:.0f}/{self._of:.0f}" if self._of >= _ENOUGH else ""
            is_left = self._done < self._of  # else it is not known how much is left
            self._live.update(
                self._task,
                description=self._title,
                completed=self._done if is_left else 0,
                total=self._of if is_left else None,
                count=count,
            )
        except (OSError, ImportError):  # the terminal is gone
            self._ended.set()

    def _line(self) -> Any:
        rich: Any = import_module("rich.progress")
        console: Any = import_module("rich.console").Console(
            file=self._stream, no_color=True if not self._has_colour else None
        )
        columns = (
            rich.SpinnerColumn("line"),
            rich.TextColumn("{task.description}"),
            rich.BarColumn(24),
            rich.TextColumn("{task.fields[count]}"),
            rich.TimeElapsedColumn(),
        )
        line: Any = rich.Progress(
            *columns,
            console=console,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = line.add_task(self._title, total=None, count="")
        return line


_current: Progress | None = None


def phase(title: str, of: float = 0) -> None:
    """Begin a part of the run, such as reading; ``of`` is how many items it has."""
    if _current is not None:
        _current.tell(title, 0, of)


def step(title: str, done: float, of: float) -> None:
    """Tell that so many of all items of a part are done."""
    if _current is not None:
        _current.tell(title, done, of)


def steps(title: str, items: Iterable[Item], of: int) -> Iterator[Item]:
    """Yield items and tell of each that it is being worked on."""
    for done, item in enumerate(items):
        if _current is not None:
            _current.tell(title, done, of)
        yield item


class Shares:
    """Progress through pieces of work, each of which tells what it does and how much is done."""

    def __init__(self, title: str, of: int) -> None:
        self._title, self._of = title, of
        self._piece = ""
        self._done = -1

    def begin(self, piece: str) -> None:
        """Begin the next piece."""
        self._piece = piece
        self._done += 1
        self.tell("", 0.0)

    def tell(self, what: str, share: float) -> None:
        """Tell what is going on in a piece, and which share of it is done."""
        about = f"{self._piece}: {what}" if what else self._piece
        done = min(1.0, (self._done + share) / max(self._of, 1))
        step(f"{self._title} {about}", done, 1.0)


def hide() -> None:
    """Take the line away, as something is to be printed by another process."""
    if _current is not None:
        _current.hide()


@contextmanager
def shown(*, has_colour: bool = True, is_quiet: bool = False) -> Generator[None]:
    """Show the progress of what is done inside, if standard error is a terminal."""
    global _current  # noqa: PLW0603 - a process has one standard error
    err = sys.stderr
    if is_quiet or _current is not None or not _is_terminal(err):
        yield
        return
    line = Progress(err, has_colour=has_colour).begin()
    out = sys.stdout
    _current = line
    sys.stdout, sys.stderr = _hiding(out, line), _hiding(err, line)
    try:
        yield
    finally:
        line.end()
        sys.stdout, sys.stderr = out, err
        _current = None


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:  # closed
        return False


def _hiding(stream: TextIO, line: Progress) -> TextIO:
    return cast("TextIO", _Hiding(stream, line))


class _Hiding:
    """A stream that takes the line away before anything is written."""

    def __init__(self, stream: TextIO, line: Progress) -> None:
        self._stream, self._line = stream, line

    def write(self, text: str) -> int:
        """Write after the line is gone."""
        self._line.hide()
        return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write after the line is gone."""
        self._line.hide()
        self._stream.writelines(lines)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
