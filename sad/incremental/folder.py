"""The folder of the cache as a whole: where it is, how large it may be, what is in it, clearing it."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error, input_error
from sad.incremental.fingerprint import NOTE, tool_digest
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import SadError

FOLDER_VARIABLE = "SAD_CACHE_DIR"
LIMIT_VARIABLE = "SAD_CACHE_LIMIT"
DAY = 86_400  # seconds
_MOST_BYTES = 1 << 30
_MOST_DAYS = 36_500
_TIMEOUT = 5.0  # seconds to wait for another process that writes
_LIMIT = re.compile(r"(\d+)([kmg]?)", re.IGNORECASE)
_BESIDE = ("-journal", "-wal", "-shm", "")
"""What SQLite keeps beside a file, and the file: a journal must never outlive it."""
SCHEMA = "sad-cache-1"
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
COMPILED = "compiled"
"""The folder of libraries in C: recorders of runs, and the engine that follows them."""
_KINDS = {
    "file": "source files in outline",
    "group": "units as their callers see them",
    "trace": "what functions return for given values",
    "slice": "how often blocks run at given values",
    "draft": "descriptions of units",
    "summary": "what reports on libraries need of units",
    "doubts": "why counts of programs may be others with several threads",
    "counts": "how often blocks of units run that such a report may show",
    "own": "costs of units by themselves",
    "sites": "calls of units, for totals",
    "cost": "costs of units with all that they call",
    "inside": "digests of costs",
    "lines": "costs as lines of a snapshot",
    "itself": "digests of what units cost by themselves, to be held against a snapshot",
}


@record
class Entries:
    """Entries of one kind in one file: how many, and their bytes."""

    kind: str
    count: int
    size: int


@record
class CachedVersion:
    """The file of one version of the tool.

    ``size`` is in bytes, ``age`` the days since something was written; ``entries`` is None if the file
    cannot be read.
    """

    version: str
    is_current: bool
    size: int
    age: int
    entries: tuple[Entries, ...] | None


def cache_folder() -> Path:
    """Return the folder of the cache: what the environment says, or the user's own."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    if sys.platform.startswith("linux"):  # as platformdirs says, which takes long to import
        base = os.environ.get("XDG_CACHE_HOME", "").strip()
        return (Path(base) if base else Path.home() / ".cache") / "sad"
    import platformdirs  # noqa: PLC0415

    return Path(platformdirs.user_cache_dir("sad", appauthor=False))


def most_bytes() -> int:
    """Return how large the file of one version may be [bytes]; raises SAD881 for no size."""
    text = os.environ.get(LIMIT_VARIABLE, "").strip()
    if not text:
        return _MOST_BYTES
    found = _LIMIT.fullmatch(text)
    if found is None:
        hint = "a number of bytes, or with k, m or g behind it, for instance 500m"
        raise argument_error("SAD881", f"{LIMIT_VARIABLE}={text}: no size", hint)
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2].lower()]


def others_write(path: Path) -> bool:
    """Whether a file or folder belongs to another user, or anybody may write to it."""
    try:
        found = path.stat()
    except OSError:
        return False
    return bool(found.st_mode & stat.S_IWOTH) or (
        hasattr(os, "geteuid") and found.st_uid != os.geteuid()
    )


def file_of(folder: Path, version: str) -> Path:
    """Return the path of the file of a version."""
    return folder / f"incremental-{version}.db"


def files_in(folder: Path) -> list[Path]:
    """Return the files of all versions."""
    return sorted(folder.glob("incremental-*.db"))


def remove(path: Path) -> None:
    """Remove a file and what belongs to it; one that cannot be removed is left."""
    for suffix in _BESIDE:
        with suppress(OSError):
            path.with_name(f"{path.name}{suffix}").unlink()


def parts(folder: Path) -> list[CachedVersion]:
    """Return what is in the folder, the file of this version of the tool first."""
    today = int(time.time() / DAY)
    found: list[CachedVersion] = []
    for path in files_in(folder):
        version = path.stem.removeprefix("incremental-")
        with suppress(OSError):
            about = path.stat()
            age = max(0, today - int(about.st_mtime / DAY))
            is_current = version == tool_digest()
            found.append(CachedVersion(version, is_current, about.st_size, age, _entries(path)))
    return sorted(found, key=lambda part: (not part.is_current, part.age))


def recorders(folder: Path) -> list[Path]:
    """Return the recorders of runs that compilers have built, a folder each (``sad trace record``)."""
    return sorted(path for path in (folder / COMPILED).glob("*") if path.is_dir())


def recorder_bytes(folder: Path) -> int:
    """Return the size of all compiled recorders [bytes]."""
    sizes = 0
    for path in recorders(folder):
        for file in path.rglob("*"):
            with suppress(OSError):
                sizes += file.stat().st_size if file.is_file() else 0
    return sizes


def clear(folder: Path, older_than: int | None = None) -> int:
    """Remove all, or what was not used for more than some days; return the bytes that are free now.

    Of compiled recorders those go that were built before those days.

    Raises SAD881 for less than no days, or more than a century, and SAD882 if something cannot be
    removed.
    """
    if older_than is not None and not 0 <= older_than <= _MOST_DAYS:
        raise argument_error("SAD881", f"--older-than {older_than}: no number of days")
    before = _size(folder)
    today = int(time.time() / DAY)
    if older_than is None:
        with suppress(OSError):
            (folder / NOTE).unlink()
    for path in files_in(folder):
        if older_than is None:
            remove(path)
            left = path.exists()
        else:
            left = not _forget(path, today - older_than)
        if left:
            raise _not_cleared(path)
    for path in recorders(folder):
        if older_than is None or path.stat().st_mtime < (today - older_than) * DAY:
            from shutil import rmtree  # noqa: PLC0415 - for this only

            rmtree(path, ignore_errors=True)
            if path.exists():
                raise _not_cleared(path)
    return max(0, before - _size(folder))


def _not_cleared(path: Path) -> SadError:
    hint = "is another run using it? may you write to the folder?"
    return input_error("SAD882", "the cache cannot be cleared", Span.at(str(path)), hint)


def _forget(path: Path, first: int) -> bool:
    """Remove entries that were last used before the day ``first``; tell whether that went well."""
    try:
        with closing(sqlite3.connect(path, timeout=_TIMEOUT)) as database:
            with database:
                database.execute("delete from entries where used < ?", (first,))
            left = database.execute("select count(*) from entries").fetchone()[0]
            if left:
                database.execute("vacuum")
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        left = 0  # no database: nobody can use it
    if not left:
        remove(path)
        return not path.exists()
    return True


def _entries(path: Path) -> tuple[Entries, ...] | None:
    query = "select kind, count(*), sum(length(body)) from entries group by kind order by kind"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return tuple(Entries(*row) for row in database.execute(query))
    except sqlite3.Error:
        return None


def _size(folder: Path) -> int:
    sizes = recorder_bytes(folder)
    for path in files_in(folder):
        with suppress(OSError):
            sizes += path.stat().st_size
    return sizes


def shown_text(folder: str, limit: int, parts: Sequence[CachedVersion], compiled: int) -> str:
    """Return where the cache is and what is in it."""
    total = sum(part.size for part in parts)
    lines = [
        f"folder   {folder}",
        f"size     {_size_text(total)}, of at most {_size_text(limit)} for each version of sad",
    ]
    for part in parts:
        whose = "this version of sad" if part.is_current else f"another version ({part.version})"
        used = "today" if part.age == 0 else f"{part.age} day{'s' if part.age > 1 else ''} ago"
        lines += ["", f"{whose}: {_size_text(part.size)}, last written {used}"]
        if part.entries is None:
            lines.append("  cannot be read")
            continue
        rows = [(entry.kind, f"{entry.count}", _size_text(entry.size)) for entry in part.entries]
        widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
        for (kind, count, size), entry in zip(rows, part.entries, strict=True):
            what = _KINDS.get(entry.kind, "")
            line = f"  {kind:<{widths[0]}}  {count:>{widths[1]}}  {size:>{widths[2]}}  {what}"
            lines.append(line.rstrip())
    if compiled:
        lines += ["", f"compiled recorders of runs: {_size_text(compiled)}"]
    if not (parts or compiled):
        lines += ["", "it is empty"]
    return "\n".join(lines) + "\n"


def shown_json(folder: str, limit: int, parts: Sequence[CachedVersion], compiled: int) -> str:
    """Return the same as JSON; sizes in bytes, ages in days; ``compiled`` is that of recorders."""
    versions = [
        {
            "version": part.version,
            "current": part.is_current,
            "bytes": part.size,
            "days": part.age,
            "entries": None
            if part.entries is None
            else [
                {"kind": item.kind, "count": item.count, "bytes": item.size}
                for item in part.entries
            ],
        }
        for part in parts
    ]
    value = {"schema": SCHEMA, "folder": folder, "limit_bytes": limit, "versions": versions}
    value["recorder_bytes"] = compiled
    return json.dumps(value, indent=2) + "\n"


def cleared_text(folder: str, freed: int, form: str) -> str:
    """Return what clearing the cache has freed."""
    if form == "json":
        return json.dumps({"schema": SCHEMA, "folder": folder, "freed_bytes": freed}) + "\n"
    return f"cleared {folder}: {_size_text(freed)} are free again\n"


def _size_text(count: int) -> str:
    for unit, name in _UNITS:
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} B"
