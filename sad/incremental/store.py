"""Entries by kind and key in one SQLite file, for any number of programs and processes.

An entry is a JSON value under a digest of all it was made from, so it never has to be changed. What
cannot be read is as if it were not there; what cannot be written is not kept: the results are the
same without the store.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sad.diagnostics import Span
from sad.files import blake2b
from sad.incremental.entries import Entries, unpacked
from sad.incremental.fingerprint import tool_digest
from sad.incremental.folder import (
    DAY,
    FOLDER_VARIABLE,
    file_of,
    files_in,
    most_bytes,
    others_write,
    remove,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sad.diagnostics import Diagnostics

Json = Any

_DAYS_UNUSED = 30
_TIMEOUT = 5.0  # seconds to wait for another process that writes
_CHECK_BYTES = 8
_MOST_WAITING = 1 << 22  # bytes
_SCHEMA = (
    "create table if not exists entries (kind text, key text, used integer, sum blob, body blob,"
    " primary key (kind, key))"
)
_HINT = f"results are the same without it; {FOLDER_VARIABLE} names another folder"


class Store(Entries):
    """The entries of this version of the tool. What goes wrong is noted in ``diagnostics``.

    Nothing new is written unless it ``keeps`` that. ``database`` is None where there is none that can
    be used, ``today`` counts days.
    """

    def __init__(
        self,
        folder: Path,
        diagnostics: Diagnostics,
        most: int | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        self.folder, self._keeps = folder, keeps
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = file_of(folder, tool_digest(None if others_write(folder) else folder))
        self._diagnostics = diagnostics
        self._most = most_bytes() if most is None else most
        self.today = int(time.time() / DAY)
        self._new: dict[tuple[str, str], bytes] = {}
        self._waiting = 0
        self._wrote = False
        self._stale: set[tuple[str, str]] = set()
        self._bad: set[tuple[str, str]] = set()
        self._dropped: set[str] = set()
        self._is_empty = False
        self.database = self._open()

    # --- reading -----------------------------------------------------------------------------------

    def get(self, kind: str, key: str) -> Json | None:
        """Return an entry; None if there is none, or none that can be trusted."""
        place = kind, key
        if place in self._new:
            return unpacked(self._new[place])
        if self.database is None or place in self._bad or kind in self._dropped or self._is_empty:
            return None
        query = "select used, sum, body from entries where kind = ? and key = ?"
        try:
            row = self.database.execute(query, place).fetchone()
        except sqlite3.Error as error:
            self._lose(error)
            return None
        if row is None:
            return None
        used, found, body = row
        if not isinstance(body, bytes) or found != _sum(place, body):
            self._damaged(place)
            return None
        if used != self.today:
            self._stale.add(place)
        return unpacked(body)

    def put_packed(self, kind: str, key: str, body: bytes) -> None:
        """Keep an entry. It is written with others from time to time, the last ones by ``close``."""
        self._new[kind, key] = body
        self._waiting += len(body)
        if self._waiting > _MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write what is new, so that others find it."""
        if self._keeps and self.database is not None:
            try:
                with self.database:
                    self._write(self.database)
            except sqlite3.Error as error:
                self._lose(error)

    def drop(self, kind: str) -> None:
        """Forget all entries of a kind: they name others that are gone."""
        self._dropped.add(kind)
        for place in [place for place in self._new if place[0] == kind]:
            del self._new[place]

    def _damaged(self, place: tuple[str, str]) -> None:
        if not self._bad:
            message = "the cache holds a damaged entry, which is left out"
            self._diagnostics.note("SAD880", message, Span.at(str(self.folder)), _HINT)
        self._bad.add(place)

    # --- opening and writing -----------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection | None:
        writable = self.folder.is_dir() and os.access(self.folder, os.W_OK)
        if not writable and not self._path.exists():
            self._unusable("its folder cannot be made or written")
            return None
        if others_write(self.folder) or others_write(self._path):
            self._unusable("another user may write to it")
            return None
        for _ in range(2):
            try:
                found, self._is_empty = _connect(self._path, writable=writable)
                return found
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError) or not writable:
                    self._unusable(str(error))
                    return None
                message = f"the cache cannot be read and is begun anew: {error}"
                self._diagnostics.note("SAD880", message, Span.at(str(self.folder)), _HINT)
                remove(self._path)
        self._unusable("it cannot be read")
        return None

    def _unusable(self, reason: str) -> None:
        message = f"the cache cannot be used: {reason}"
        self._diagnostics.note("SAD880", message, Span.at(str(self.folder)), _HINT)

    def _lose(self, error: sqlite3.Error) -> None:
        """Go on without the store; a damaged file is removed."""
        if self.database is not None:
            with suppress(sqlite3.Error):
                self.database.close()
        self.database = None
        self._unusable(str(error))
        if not isinstance(error, sqlite3.OperationalError):
            remove(self._path)

    def close(self) -> None:
        """Write what is new, as a whole or not at all, and forget what was not used for long."""
        database = self.database
        if database is None:
            return
        try:
            if self._keeps and (self._new or self._stale or self._bad or self._dropped):
                with database:
                    self._write(database)
            if self._wrote:
                self._prune(database)
        except sqlite3.Error as error:
            self._unusable(f"nothing is kept: {error}")
        finally:
            with suppress(sqlite3.Error):
                database.close()
            self.database = None

    def _write(self, database: sqlite3.Connection) -> None:
        database.executemany("delete from entries where kind = ? and key = ?", sorted(self._bad))
        database.executemany("delete from entries where kind = ?", sorted(zip(self._dropped)))
        rows = ((*place, self.today, _sum(place, body), body) for place, body in self._new.items())
        database.executemany("insert or replace into entries values (?, ?, ?, ?, ?)", rows)
        used = "update entries set used = ? where kind = ? and key = ?"
        database.executemany(used, ((self.today, *place) for place in sorted(self._stale)))
        self._wrote = self._wrote or bool(self._new)
        self._is_empty = False
        self._new.clear()
        self._stale.clear()
        self._waiting = 0

    def _prune(self, database: sqlite3.Connection) -> None:
        """Keep the file below its limit, and drop files of other versions that nobody uses."""
        oldest = self.today - _DAYS_UNUSED
        for path in files_in(self.folder):
            with suppress(OSError):
                if path != self._path and path.stat().st_mtime < oldest * DAY:
                    remove(path)
        if self._path.stat().st_size <= self._most:
            return
        days = "select used, sum(length(body)) from entries group by used order by used desc"
        left, last = self._most * 3 // 4, self.today + 1
        for used, size in database.execute(days).fetchall():
            left -= size
            if left < 0:
                break
            last = used
        with database:
            database.execute("delete from entries where used < ?", (last,))
        database.execute("vacuum")


def _connect(path: Path, *, writable: bool) -> tuple[sqlite3.Connection, bool]:
    """Open a database, and tell if it is empty; raise ``sqlite3.DatabaseError`` if the file is none."""
    place = f"{path.resolve().as_uri()}?mode={'rwc' if writable else 'ro'}"
    database = sqlite3.connect(place, uri=True, timeout=_TIMEOUT)
    database.text_factory = bytes  # no text is read, unless it is damaged
    try:
        if writable:
            database.execute(_SCHEMA)
        row = database.execute("select kind, key, used, sum, body from entries limit 1").fetchone()
    except sqlite3.Error:
        database.close()
        raise
    return database, row is None


def _sum(place: tuple[str, str], body: bytes) -> bytes:
    """A digest that tells a damaged entry, or one under another's key."""
    found = blake2b("\0".join(place).encode(), digest_size=_CHECK_BYTES)
    found.update(body)
    return found.digest()
