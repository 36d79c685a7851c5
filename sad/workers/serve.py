"""The loop of a process that works: messages from standard input, replies to standard output.

A message is its length in 8 bytes, then a pickle. The two ends are one program of one user.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from typing import IO, Any

from sad.deep import run_deep
from sad.workers.limits import limit_memory, used_bytes

LENGTH = 8
"""Bytes of a message's length."""


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(body).to_bytes(LENGTH, "big"))
    stream.write(body)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Return the next message; raise ``EOFError`` if there is none, or only part of one."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        raise EOFError
    size = int.from_bytes(head, "big")
    body = stream.read(size)
    if len(body) < size:
        raise EOFError
    return pickle.loads(body)


def main(most_bytes: int, retire_bytes: int) -> None:
    """Serve until standard input ends. Beyond ``retire_bytes`` another process should take over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked is interrupted, and stops all
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints goes elsewhere
    limit_memory(most_bytes)
    gc.disable()
    with suppress(EOFError, BrokenPipeError):
        run_deep(lambda: _serve(sys.stdin.buffer, replies, retire_bytes))
    os._exit(0)  # nothing is left to be tidied up


def _serve(requests: IO[bytes], replies: IO[bytes], retire_bytes: int) -> None:
    states: dict[int, Any] = {}
    while True:
        message = receive(requests)
        if message[0] == "state":
            states[message[1]] = pickle.loads(message[2])
            continue
        _, function, state, payload = message
        try:
            done, value = True, function(states[state], payload)
        except MemoryError:
            done, value = False, "takes too much memory"
        except RecursionError:
            done, value = False, "is nested too deeply"
        except Exception:  # noqa: BLE001 - the one who asked decides what this means
            done, value = False, f"ends in an internal error: {traceback.format_exc()}"
        send(replies, (done, value, used_bytes() > retire_bytes))
