"""Answers in the cache, and whether they still hold.

Two entries make an answer: under the key of a request, the questions its last run asked of the file
system; under these with the answers they have now, what such a run says.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

from sad import asked
from sad.asked import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sad.asked import Question
    from sad.incremental.store import Store

Json = Any


def find(store: Store, key: str) -> Json | None:
    """Return what is said to a request if all is as it was; None if that is not known."""
    questions = store.get("asked", key)
    if questions is None:
        return None
    return store.get("said", _state(key, questions))


def keep(
    store: Store,
    key: str,
    questions: Iterable[Question],
    said: Json,
    still_holds: Callable[[], bool],
) -> None:
    """Keep what is said to a request, with the questions whose answers it depends on.

    ``still_holds`` is asked after the answers of now are known: are they those the run got?
    """
    listed = sorted(map(list, questions))
    state = _state(key, listed)
    if still_holds():
        store.put("asked", key, listed)
        store.put("said", state, said)


def _state(key: str, questions: Sequence[Sequence[str]]) -> str:
    """A digest of a request, what its run asks, and what it is answered now."""
    parts: list[str | bytes] = [key]
    for kind, *rest in questions:
        parts += [kind, *rest, _bytes(rest[0]) if kind == "bytes" else asked.answer((kind, *rest))]
    return digest(*parts)


def _bytes(path: str) -> bytes | str:
    """What a file holds, or why it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        return f"no {errno.errorcode.get(error.errno or 0, error.errno)}"
    try:
        size = os.fstat(handle).st_size
        found = os.read(handle, size + 1)
        while len(found) > 0 and (more := os.read(handle, 1 << 20)):
            found += more
    except OSError as error:
        return f"no {errno.errorcode.get(error.errno or 0, error.errno)}"
    finally:
        os.close(handle)
    return found
