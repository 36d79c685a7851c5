"""Headers that are none end the server with a message, at once."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from sad.diagnostics import SadError
from sad.editor.server import MOST_BYTES, CheckedInput

_WRONG = {
    "negative": b"Content-Length: -5\r\n\r\n{}",
    "a word": b"Content-Length: five\r\n\r\n{}",
    "none": b"Content-Length:\r\n\r\n{}",
    "zero": b"Content-Length: 0\r\n\r\n",
    "two": b"Content-Length: 1 2\r\n\r\n{}",
    "huge": b"Content-Length: %d\r\n\r\n{}" % (MOST_BYTES + 1),
    "no number of a computer": b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
    "thousands of digits": b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
    "another header only": b"Content-Type: x\r\n\r\n{}",
    "no line": b"\0" * 100_000,
    "the input ends": b"Content-Length: 10\r\n\r\n{}",
}


def _read(data: bytes) -> list[bytes]:
    """Return the messages in a stream, read as the protocol's library does."""
    stream, found = CheckedInput(io.BytesIO(data)), list[bytes]()
    length = 0
    while line := stream.readline():
        if line.startswith(b"Content-Length: "):
            length = int(line.removeprefix(b"Content-Length: "))
        elif not line.strip():
            found.append(stream.read(length))
    return found


@pytest.mark.parametrize("what", _WRONG)
def test_what_is_no_message_is_an_error(what: str) -> None:
    with pytest.raises(SadError) as caught:
        _read(_WRONG[what])
    assert caught.value.diagnostic.code == "SAD871"


def test_messages_follow_each_other() -> None:
    data = b"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}content-length:3\n\n[1]"
    assert _read(data) == [b"{}", b"[1]"]


def test_the_server_ends_while_the_editor_waits() -> None:
    pytest.importorskip("lsprotocol", reason="needs the extra f2sad[lsp]")
    command = [sys.executable, "-m", "sad", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stderr is not None
        server.stdin.write(_WRONG["negative"])
        server.stdin.flush()  # and it stays open
        assert server.wait(90) == 3
        told = server.stderr.read().decode()
    assert "SAD871" in told
    assert "Traceback" not in told
