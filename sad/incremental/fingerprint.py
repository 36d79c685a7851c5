"""What computes: a digest of the tool's own code, its libraries and the Python it runs in."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import frontends
import machine_db
from sad.files import digest, files_below, no_pipe, stamp
from sad.version import installed

if TYPE_CHECKING:
    from sad.files import Stamp

_LIBRARIES = ("fparser", "pycparser", "pyyaml")
_SUFFIXES = frozenset((".py", ".h", ".yaml"))


@cache
def tool_digest() -> str:
    """Return a digest that changes with anything that computes: code, libraries, Python."""
    parts: list[str | bytes] = [sys.version]
    for name in _LIBRARIES:
        parts += [item for item in installed() if item.lower().startswith(f"{name}-")]
    own = Path(__file__).parents[1]
    others = (Path(next(iter(package.__path__))) for package in (frontends, machine_db))
    for root in map(str, (own, *others)):
        for path in files_below(root, _SUFFIXES):
            with open(path, "rb", buffering=0) as file:
                parts += [path.removeprefix(root), file.read()]
    return digest(*parts)


# Files as they are in one run: each is read and digested once, with its stamp beside it.


Json = Any

_CONFLICT = b"<<<<<<< "


class Files:
    """Digests of the files of one run.

    ``marked`` are those with what may be the mark of a merge conflict. ``included`` tells by Fortran
    file what it includes, in rows: name, including file, file found or None, digest.
    """

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._stamps: dict[str, Stamp] = {}
        self.marked: set[str] = set()
        self.included: dict[str, Json] = {}

    def digest(self, path: str) -> str:
        """Return a digest of what a file held when first asked for; empty if it is unreadable."""
        known = self._digests.get(path)
        if known is None:
            known = self._digests[path] = self._read(path)
        return known

    def is_as_read(self, path: str) -> bool:
        """Whether a file is what it was when it was digested, as far as its stamp tells."""
        return self._stamps.get(path, ()) == stamp(path)

    def are_as_read(self) -> bool:
        """Whether all files that were digested are what they were."""
        return all(map(self.is_as_read, self._digests))

    def _read(self, path: str) -> str:
        try:
            with open(no_pipe(path), "rb", buffering=0) as file:
                self._stamps[path] = stamp(file.fileno())
                raw = file.read()
        except (OSError, ValueError):
            return ""
        if _CONFLICT in raw:
            self.marked.add(path)
        return digest(raw)
