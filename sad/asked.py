"""Questions to the file system whose answers a result depends on, and who hears of them.

What opens a file need not ask here: that is seen anyway (``sad.replay``). What only looks whether there
is one, or which there are, is not seen, and is asked by these functions.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    Question = tuple[str, ...]
    Listener = Callable[[Question, str], None]
    Stamp = tuple[int, ...]

_DIGITS = 16  # bytes
_listeners: list[Listener] = []


def digest(*parts: str | bytes) -> str:
    """Return the digest of texts; where one ends and the next begins matters."""
    found = blake2b(digest_size=_DIGITS)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()


def listen(listener: Listener) -> None:
    """Let ``listener(question, answer)`` hear of every question from now on."""
    _listeners.append(listener)


def stamp(path: str | int) -> Stamp:
    """Return what changes whenever a file does: times, size, which file it is; nothing if none.

    The first two are when it was written and when it was changed, in ns; the last is its mode. A number
    stands for a file that is open.
    """
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ()
    times = found.st_mtime_ns, found.st_ctime_ns
    return *times, found.st_size, found.st_ino, found.st_dev, found.st_mode


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file of this path."""
    return _told("file", path, os.path.isfile(path))


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether there is a folder of this path."""
    return _told("folder", path, os.path.isdir(path))


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is anything of this path."""
    return _told("anything", path, os.path.exists(path))


def real_path(path: str) -> str:
    """Return the path with all links followed."""
    found = os.path.realpath(path)
    for listener in _listeners:
        listener(("real", path), found)
    return found


def files_below(folder: str, suffixes: Collection[str]) -> list[str]:
    """Return the files below a folder with one of these suffixes; links to folders are not followed."""
    found = files_in(folder, suffixes)
    for listener in _listeners:
        listener(("below", folder, *sorted(suffixes)), digest(*found))
    return found


def files_in(folder: str, suffixes: Collection[str]) -> list[str]:
    """Return what ``files_below`` does, without telling anybody."""
    return sorted(_below(folder, suffixes))


def answer(question: Question) -> str:
    """Return what is answered to a question now."""
    kind, path, *rest = question
    if kind == "below":
        return digest(*files_in(path, set(rest)))
    if kind == "real":
        return os.path.realpath(path)
    test = {"file": os.path.isfile, "folder": os.path.isdir, "anything": os.path.exists}[kind]
    return str(test(path))


def _told(kind: str, path: str | os.PathLike[str], found: bool) -> bool:
    for listener in _listeners:
        listener((kind, os.fspath(path)), str(found))
    return found


def _below(folder: str, suffixes: Collection[str]) -> Iterator[str]:
    start = "" if folder == "." else os.path.join(folder, "")
    try:
        with os.scandir(folder) as items:
            entries = list(items)
    except OSError:
        return
    for item in entries:
        path = f"{start}{item.name}"
        if item.is_dir():
            if not item.is_symlink():
                yield from _below(path, suffixes)
        elif _suffix(item.name) in suffixes and item.is_file():
            yield path


def _suffix(name: str) -> str:
    """What ``Path(name).suffix`` is, for thousands of names."""
    stem, dot, rest = name.rpartition(".")
    return f".{rest}" if stem and dot and rest else ""
