"""What an editor sends, checked before the protocol's library reads it.

The library takes a header it does not know for one to skip, and any length for one to make room for:
a wrong one would leave both sides waiting, or ask for more memory than there is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    from typing import BinaryIO

    from sad.diagnostics import SadError

MOST_BYTES = 256 * 1024 * 1024
"""The longest message that is read; source files are far smaller."""
_LONGEST_HEADER = 4096
_AT_ONCE = 1024 * 1024
_SHOWN = 60
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)


class CheckedInput:
    """A stream of messages, each a header with the length of what follows, [bytes].

    Raises SAD871 for headers without a length that can be, and where the stream ends in a message.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._length: int | None = None

    def readline(self) -> bytes:
        """Return the next line of a header, lengths as the library expects them; empty at the end."""
        line = self._stream.readline(_LONGEST_HEADER)
        if not line:
            return line
        if not line.endswith(b"\n"):
            raise _error(f"the header {_shown(line)} is too long or not complete")
        if not line.strip():
            if self._length is None:
                raise _error("a message without Content-Length")
            return b"\r\n"
        if not line.lower().startswith(b"content-length"):
            return line
        match = _LENGTH.fullmatch(line)
        number = 0 if match is None else int(match[1])
        if not number:
            raise _error(f"the header {_shown(line)} is no length of a message")
        if number > MOST_BYTES:
            most = MOST_BYTES // (1024 * 1024)
            raise _error(f"the header {_shown(line)} asks for more than {most} MiB")
        self._length = number
        return b"Content-Length: %d\r\n" % number

    def read(self, size: int) -> bytes:
        """Return a message of ``size`` bytes, for which there is room only as they come."""
        self._length = None
        parts: list[bytes] = []
        left = size
        while left:
            part = self._stream.read(min(left, _AT_ONCE))
            if not part:
                raise _error(f"the input ends {left} bytes before the end of a message of {size}")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def _shown(line: bytes) -> str:
    text = line[:_SHOWN].decode("ascii", "backslashreplace").strip()
    return repr(text + ("..." if len(line) > _SHOWN else ""))


def _error(message: str) -> SadError:
    hint = "the editor does not speak the language server protocol, or something else writes to it"
    return input_error("SAD871", message, Span.at("<stdin>"), hint)
