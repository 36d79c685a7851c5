"""What a run says: text that goes to standard output and standard error, and is kept as well."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST = 1 << 26
"""Characters that are kept at most."""
_PROGRESS = ("\r", "\x1b")
_OF_THIS_MOMENT = ("[SAD111]", "[SAD114]", "[SAD115]", "[SAD880]")
"""Messages about full disks, processes that were killed and the like."""


class Speech:
    """Pieces of text and the stream each goes to, in order. ``is_whole``: nothing else was said."""

    def __init__(self) -> None:
        self.pieces: list[tuple[str, str]] = []
        self.is_whole = True
        self._size = 0
        self._streams = sys.stdout, sys.stderr

    def begin(self) -> None:
        """Hear what is said from now on."""
        out, err = self._streams
        sys.stdout, sys.stderr = _tee(self, "out", out), _tee(self, "err", err)

    def end(self) -> None:
        """Hear no more."""
        sys.stdout, sys.stderr = self._streams

    def add(self, name: str, text: str) -> None:
        """Keep a piece of text that was said; no progress, which is nothing to say again."""
        if name == "err":
            if any(mark in text for mark in _PROGRESS):
                return
            if any(code in text for code in _OF_THIS_MOMENT):
                self.is_whole = False
        self._size += len(text)
        if self._size > _MOST:
            self.is_whole = False
            self.pieces.clear()
        if self.is_whole:
            self.pieces.append((name, text))


def say(pieces: Sequence[Sequence[str]]) -> None:
    """Say it again; raises ``BrokenPipeError`` and other errors of the streams."""
    for name, text in pieces:
        (sys.stdout if name == "out" else sys.stderr).write(text)
    sys.stdout.flush()


class _Tee:
    """A stream, with all that is written to it as text kept as well."""

    def __init__(self, speech: Speech, name: str, stream: TextIO) -> None:
        self._speech, self._name, self._stream = speech, name, stream

    def write(self, text: str) -> int:
        """Write a text."""
        try:
            count = self._stream.write(text)
        except BaseException:
            self._speech.is_whole = False
            raise
        self._speech.add(self._name, text)
        return count

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "fileno"):
            self._speech.is_whole = False  # a way round
        return getattr(self._stream, name)


def _tee(speech: Speech, name: str, stream: TextIO) -> TextIO:
    return cast("TextIO", _Tee(speech, name, stream))
