"""A profile's bytes, opened once: plain or compressed, with errors that name the file."""

from __future__ import annotations

import gzip
import zlib
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, BinaryIO, NoReturn, cast

from sad.diagnostics import SadError, Span, input_error
from sad.files import no_pipe

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 18
LONGEST_LINE = 1 << 20
_GZIP = b"\x1f\x8b"
_ENDED = "write it again: the program that wrote it was stopped, or the copy is not whole"


class Source:
    """An open profile, in messages called ``shown``. Close it, or use it in a ``with``.

    Its text is UTF-8; other bytes, as file names may have, become surrogates as in ``os.fsdecode``.
    Raises ``SadError``: SAD701 (cannot be read), SAD703 (compressed, and ends in the middle).
    """

    def __init__(self, path: str, shown: str | None = None) -> None:
        self.path = shown or path
        try:
            self._raw = open(no_pipe(path), "rb")  # noqa: SIM115 - closed by close()
        except (OSError, ValueError) as error:
            raise unreadable(path, error) from None
        self._file = self._raw
        self._decoder = getincrementaldecoder("utf-8-sig")("surrogateescape")
        try:
            if self._raw.peek(2)[:2] == _GZIP:
                self._file = cast("BinaryIO", gzip.GzipFile(fileobj=self._raw))
        except OSError as error:
            self.close()
            raise unreadable(path, error) from None
        self._head = b""

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    def head(self) -> bytes:
        """Return how the file begins, up to CHUNK bytes; it stays to be read."""
        if not self._head:
            self._head = self._bytes(CHUNK)
        return self._head

    def read(self, size: int = CHUNK) -> str:
        """Return the next piece of text, of about ``size`` bytes; empty at the end."""
        data, self._head = self._head or self._bytes(size), b""
        text = self._decoder.decode(data, final=not data)
        while data and not text:
            data = self._bytes(size)
            text = self._decoder.decode(data, final=not data)
        return text

    def lines(self) -> Iterator[tuple[int, str, bool]]:
        """Yield each line's number from 1, its text, and whether the end of the line is there."""
        rest, number = "", 0
        while piece := self.read():
            *whole, rest = (rest + piece).split("\n")
            for line in whole:
                number += 1
                yield number, line.removesuffix("\r"), True
            if len(rest) > LONGEST_LINE:
                hint = "this is no text written by lines"
                malformed("a line is too long", Span.at(self.path, number + 1), hint)
        if rest:
            yield number + 1, rest, False

    def _bytes(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except EOFError:
            raise ended(Span.at(self.path)) from None
        except (OSError, zlib.error) as error:
            raise unreadable(self.path, error) from None


def unreadable(path: str, error: Exception) -> SadError:
    """Return SAD701 for what the system says when ``path`` is opened or read."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    hint = "check the path and its permissions"
    return input_error("SAD701", f"profile cannot be read: {reason}", Span.at(path), hint)


def ended(span: Span) -> SadError:
    """Return SAD703 for a profile that stops at ``span``."""
    return input_error("SAD703", "the profile ends in the middle", span, _ENDED)


def malformed(message: str, span: Span, hint: str) -> NoReturn:
    """Raise SAD704 for a profile that is not as its format says."""
    raise input_error("SAD704", message, span, hint)
