"""Ctrl-C and termination, noticed at safe points, so that nothing is left behind."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Interrupted(BaseException):
    """A signal asked to stop. ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class Interrupts:
    """While it is entered, signals only leave a mark; ``check`` raises ``Interrupted`` for it.

    An exception raised by a handler could strike between starting a process and noting its number,
    or in the middle of cleaning up. Outside the main thread, where Python takes no handlers, signals
    keep their meaning.
    """

    def __init__(self) -> None:
        self._received = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for name in _SIGNALS:
                number = getattr(signal, name, None)
                # a signal that is ignored, as under nohup, stays so
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        if self._received and kind is None:
            raise Interrupted(self._received)

    def _note(self, number: int, _frame: object) -> None:
        self._received = self._received or number

    def check(self) -> None:
        """Raise ``Interrupted`` if a signal has come."""
        if self._received:
            raise Interrupted(self._received)
