"""What computes: a digest of the tool's own code, its libraries and the Python it runs in."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import frontends
import machine_db
from sad.files import digest, files_below, no_pipe, stamp
from sad.version import installed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.files import Stamp

_LIBRARIES = ("fparser", "pycparser", "pyyaml")
_SUFFIXES = frozenset((".py", ".h", ".yaml"))
NOTE = "tool"


@cache
def tool_digest(folder: Path | None = None) -> str:
    """Return a digest that changes with anything that computes: code, libraries, Python.

    It is noted in ``folder``, with stamps of all files it was made from: where these are still so,
    as Python asks before it uses a compiled module, no file is read.
    """
    parts = [sys.version]
    for name in _LIBRARIES:
        parts += [item for item in installed() if item.lower().startswith(f"{name}-")]
    own = Path(__file__).parents[1]
    others = (Path(next(iter(package.__path__))) for package in (frontends, machine_db))
    files = {
        path: path.removeprefix(root)
        for root in map(str, (own, *others))
        for path in files_below(root, _SUFFIXES)
    }
    stamps = digest(*parts, *(f"{path} {stamp(path)}" for path in files))
    note = None if folder is None else folder / NOTE
    with suppress(OSError, ValueError):
        before, found = "" if note is None else note.read_text(encoding="ascii").split()
        if before == stamps:
            return found
    texts = [item for path, name in files.items() for item in (name, Path(path).read_bytes())]
    found = digest(*parts, *texts)
    if note is not None:
        with suppress(OSError):
            note.write_text(f"{stamps} {found}\n", encoding="ascii")
    return found


# Files as they are in one run: each is read and digested once, with its stamp beside it.

_CONFLICT = b"<<<<<<< "


class Files:
    """Digests of the files of one run, and of ``texts`` in place of the files of those paths.

    ``marked`` are those with what may be the mark of a merge conflict.
    """

    def __init__(self, texts: Mapping[str, str] = MappingProxyType({})) -> None:
        self._texts = texts
        self._digests: dict[str, str] = {}
        self._stamps: dict[str, Stamp] = {}
        self.marked: set[str] = set()

    def digest(self, path: str) -> str:
        """Return a digest of what a file held when first asked for; empty if it is unreadable."""
        known = self._digests.get(path)
        if known is None:
            known = self._digests[path] = self._read(path)
        return known

    def are_as_read(self) -> bool:
        """Whether all files are what they were when they were digested, as far as stamps tell."""
        return all(map(self.is_as_read, self._stamps))

    def is_as_read(self, path: str) -> bool:
        """Whether a file is what it was when it was digested, as far as its stamp tells."""
        return self._stamps.get(path, ()) == stamp(path)

    def _read(self, path: str) -> str:
        if path in self._texts:
            return digest("text", self._texts[path])
        try:
            with open(no_pipe(path), "rb", buffering=0) as file:
                self._stamps[path] = stamp(file.fileno())
                raw = file.read()
        except (OSError, ValueError):
            return ""
        if _CONFLICT in raw:
            self.marked.add(path)
        return digest(raw)
