"""The loop of a process that works: messages from standard input, replies to standard output.

A message is its length in 8 bytes, then a pickle. The two ends are one program of one user.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import zlib
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from sad.gc_policy import GC_POLICY, used_bytes
from sad.large_stack import run_deep
from sad.workers.tasks import attempt, limit_memory

READY = "ready"
"""The first reply: from now on a task's time counts."""
LENGTH = 8
"""Bytes of a message's length."""


def send(stream: IO[bytes], message: object) -> None:
    """Write a message to a stream without a buffer."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    left = memoryview(len(body).to_bytes(LENGTH, "big") + body)
    while left:
        left = left[stream.write(left) :]


def receive(stream: IO[bytes]) -> Any:
    """Return the next message of a stream without a buffer; raise ``EOFError`` if it is not whole."""
    return pickle.loads(_message(stream))


def _message(stream: IO[bytes]) -> bytes:
    return _read(stream, int.from_bytes(_read(stream, LENGTH), "big"))


def _read(stream: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = stream.read(size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def main(most_bytes: int, grown_bytes: int) -> None:
    """Serve until standard input ends. Grown by ``grown_bytes`` another process should take over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked is interrupted, and stops all
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    os.dup2(2, 1)  # what anything prints goes elsewhere
    limit_memory(most_bytes)
    gc.disable()
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(requests, messages), daemon=True).start()
    with suppress(BrokenPipeError):
        run_deep(lambda: _serve(messages, replies, grown_bytes))
    os._exit(0)  # nothing is left to be tidied up


def _listen(requests: IO[bytes], messages: SimpleQueue[bytes]) -> None:
    """Take messages as they come, and end this process with the one who sends them."""
    try:
        while True:
            messages.put(_message(requests))
    finally:
        os._exit(0)


def _serve(messages: SimpleQueue[bytes], replies: IO[bytes], grown_bytes: int) -> None:
    states: dict[int, Any] = {}
    most = used_bytes() + grown_bytes
    send(replies, READY)
    while True:
        message = pickle.loads(messages.get())
        if message[0] == "state":
            states[message[1]] = pickle.loads(message[2])
            GC_POLICY.settle()
            most = used_bytes() + grown_bytes
            continue
        _, function, state, payload, things = message
        learned = (pickle.loads(zlib.decompress(thing)) for thing in things)
        value = attempt(function, states[state], payload, learned)
        function = payload = things = learned = message = None
        GC_POLICY.collect()
        send(replies, (value, used_bytes() > most))
        value = None
