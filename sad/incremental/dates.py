"""Files whose digests are known from an earlier run: those that nobody touched since are not read.

The file system says whether that is so. Whatever is done to a file gives it another time of change,
which nobody can set, or makes it another file. Only who touched it shortly before it was read could
do so again within one tick of the clock, so what was touched shortly before is always read (as git
does it). Who has to open what a result depends on (``sad.replay``) uses ``Files``.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from sad.asked import stamp
from sad.incremental.files import Files
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from sad.incremental.store import Store

Json = Any

_LONG_AGO = 2_000_000_000  # ns; the coarsest clock of a file system ticks every 2 s
_KIND = "dates"


class DatedFiles(Files):
    """Digests of files, kept in a store folder by folder with what the file system said of each."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._folders: dict[str, dict[str, Json]] = {}
        self._changed: set[str] = set()

    def _read(self, path: str) -> str:
        before = stamp(path)
        if not before:
            return super()._read(path)
        folder, name = os.path.split(path)
        rows = self._rows(folder)
        row = rows.get(name)
        if row is not None and row[0] == [*before]:
            _, text, is_marked = row
            self._stamps[path] = before
            if is_marked:
                self.marked.add(path)
            return text
        is_settled = max(before[:2]) < time.time_ns() - _LONG_AGO
        text = super()._read(path)
        if text and is_settled and stamp(path) == before:
            rows[name] = [[*before], text, path in self.marked]
            self._changed.add(folder)
        return text

    def keep(self) -> None:
        """Keep what is known now for the next run."""
        for folder in sorted(self._changed):
            rows = self._folders[folder]
            left = {n: row for n, row in rows.items() if os.path.exists(os.path.join(folder, n))}
            self._store.put(_KIND, _key(folder), left)
        self._changed.clear()

    def _rows(self, folder: str) -> dict[str, Json]:
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = self._store.get(_KIND, _key(folder)) or {}
        return known


def _key(folder: str) -> str:
    return digest(_KIND, os.path.abspath(folder))
