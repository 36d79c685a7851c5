"""What the processes of these tests are asked to do."""

from __future__ import annotations

import os
import signal
import time
from typing import Any


def add(state: int, payload: int) -> int:
    return state + payload


def where(state: object, payload: object) -> int:
    return os.getpid()


def crash(state: object, payload: int) -> int:
    """Die of a signal for 3, as a fault in a library does."""
    if payload == 3:
        signal.raise_signal(signal.SIGSEGV)  # in this thread, at once
    return payload


def leave(state: object, payload: object) -> None:
    os._exit(7)


def hang(state: object, payload: int) -> int:
    while payload == 3:
        time.sleep(0.05)
    return payload


def spin(state: object, payload: int) -> int:
    while payload == 3:
        pass
    return payload


def grow(state: object, payload: int) -> int:
    return len(bytearray(payload))


def keep(state: list[Any], payload: int) -> int:
    """Grow for good."""
    state.append(bytearray(payload))
    return os.getpid()


def fail(state: object, payload: object) -> None:
    message = "no such thing"
    raise KeyError(message)


def deep(state: object, payload: int) -> int:
    return payload if payload == 0 else 1 + deep(state, payload - 1)


def speak(state: object, payload: str) -> str:
    print(payload)
    return payload.upper()


class Pupil:
    """A state that counts how often each copy is told a thing."""

    def __init__(self) -> None:
        self.told: dict[str, int] = {}

    def learn(self, thing: str) -> None:
        if thing == "hard" and not self.told.get(thing):
            self.told[thing] = 1
            raise MemoryError
        self.told[thing] = self.told.get(thing, 0) + 1


def recite(state: Pupil, payload: object) -> dict[str, int]:
    """Return what a copy has been told, and how often."""
    del payload
    return dict(state.told)
