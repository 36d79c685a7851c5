"""Files as keys of what is kept of them: digests of texts, stamps, and the files below a folder."""

from __future__ import annotations

import errno
import os
import stat
from _blake2 import blake2b  # from where hashlib has it, which loads OpenSSL
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    Stamp = tuple[int, ...]

_DIGITS = 16  # bytes


def digest(*parts: str | bytes) -> str:
    """Return the digest of texts; where one ends and the next begins matters."""
    found = blake2b(digest_size=_DIGITS)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()


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


def no_pipe(path: str) -> str:
    """Return the path of an input; raise ``OSError`` for a pipe or device, which may never end."""
    try:
        mode = os.stat(path).st_mode
    except ValueError:
        return path  # no name of a file: opening it tells
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "this is no file but a pipe or device", path)
    return path


def source_lines(path: str) -> list[str]:
    """Return the lines of a source file; none if it cannot be read."""
    try:
        return Path(path).read_bytes().decode("latin-1").replace("\r\n", "\n").split("\n")
    except OSError:
        return []


def files_below(folder: str, suffixes: Collection[str]) -> list[str]:
    """Return files below a folder with one of these suffixes; not in links, nor ``__pycache__``."""
    found: list[str] = []
    folders = [folder]
    for place in folders:  # grows
        start = "" if place == "." else os.path.join(place, "")
        try:
            with os.scandir(place) as items:
                entries = list(items)
        except OSError:
            continue
        for item in entries:
            if item.is_dir():
                if item.name != "__pycache__" and not item.is_symlink():
                    folders.append(f"{start}{item.name}")
            elif _suffix(item.name) in suffixes and item.is_file():
                found.append(f"{start}{item.name}")
    return sorted(found)


def _suffix(name: str) -> str:
    """What ``Path(name).suffix`` is, for thousands of names."""
    stem, dot, rest = name.rpartition(".")
    return f".{rest}" if stem and dot and rest else ""
