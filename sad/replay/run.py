"""A command, or what it said when it was last run: as long as nothing has changed, that is the same."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from sad.replay.request import cache_for, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Json = Any

_KEPT = (0, 2, 3, 4)
"""Exit codes of runs that came to their end."""


def run(arguments: Sequence[str], command: Callable[[], int]) -> int:
    """Return the exit code of a command, which is only called if its answer is not known.

    To be called once in a process, which does nothing else.
    """
    folder = cache_for(arguments)
    if folder is None:
        return command()
    from sad.diagnostics import Diagnostics, SadError  # noqa: PLC0415
    from sad.incremental.store import Store  # noqa: PLC0415
    from sad.replay.kept import find, keep  # noqa: PLC0415

    try:
        key = key_of(arguments)
        store = Store(folder, Diagnostics())
        known = find(store, key)
        store.close()
    except (OSError, SadError):  # where nothing can be looked up, the command says why
        return command()
    if known is not None:
        return _again(known)
    from sad.replay.speech import Speech  # noqa: PLC0415 - an answer that is known needs none of it
    from sad.replay.watch import Watch  # noqa: PLC0415

    watch, speech = Watch(folder), Speech()
    watch.begin()
    speech.begin()
    try:
        code = int(command())
    finally:
        speech.end()
    questions = watch.end()
    files = _files(watch.written, arguments)
    if code in _KEPT and speech.is_whole and not watch.spoiled and files is not None:
        store = Store(folder, Diagnostics())
        said = {"code": code, "files": files, "said": speech.pieces}
        keep(store, key, questions, said, watch.still_holds)
        store.close()
    return code


def _again(known: Json) -> int:
    from sad.diagnostics import SadError  # noqa: PLC0415
    from sad.loading.writing import write_whole  # noqa: PLC0415
    from sad.replay.speech import say  # noqa: PLC0415

    try:
        for path, content in known["files"]:
            write_whole(content.encode("latin-1"), path)
        say(known["said"])
    except SadError as error:
        sys.stderr.write(f"{error.diagnostic}\n")
        return error.exit_code
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return 0
    return int(known["code"])


def _files(written: Sequence[str], arguments: Sequence[str]) -> list[tuple[str, str]] | None:
    """The files written and what they hold; None if one is not among the arguments, or no file."""
    from sad.loading.writing import is_stream  # noqa: PLC0415

    words = {word for item in arguments for word in (item, item[2:], item.partition("=")[2])}
    named = {os.path.realpath(word): word for word in words if word}
    found: list[tuple[str, str]] = []
    for path in dict.fromkeys(written):
        if path not in named or not os.path.isfile(path) or is_stream(named[path]):
            return None
        with open(path, "rb") as file:
            found.append((named[path], file.read().decode("latin-1")))
    return found
