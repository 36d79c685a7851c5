"""What the cache holds, as text and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.incremental.folder import Part

SCHEMA = "sad-cache-1"
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_KINDS = {
    "answer": "what checks and reports on libraries wrote",
    "file": "source files in outline",
    "group": "units as their callers see them",
    "trace": "what functions return for given values",
    "draft": "descriptions of units",
    "summary": "what reports on libraries need of units",
    "counts": "how often blocks of units run that such a report may show",
    "cost": "costs of units",
    "inside": "digests of costs",
    "lines": "costs as lines of a snapshot",
    "signature": "digests of costs, to be held against a snapshot",
}


def shown_text(folder: str, limit: int, parts: Sequence[Part]) -> str:
    """Return where the cache is and what is in it."""
    total = sum(part.size for part in parts)
    lines = [
        f"folder   {folder}",
        f"size     {_size(total)}, of at most {_size(limit)} for each version of sad",
    ]
    for part in parts:
        whose = "this version of sad" if part.is_current else f"another version ({part.version})"
        used = "today" if part.age == 0 else f"{part.age} day{'s' if part.age > 1 else ''} ago"
        lines += ["", f"{whose}: {_size(part.size)}, last written {used}"]
        if part.entries is None:
            lines.append("  cannot be read")
            continue
        rows = [(entry.kind, f"{entry.count}", _size(entry.size)) for entry in part.entries]
        widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
        for (kind, count, size), entry in zip(rows, part.entries, strict=True):
            what = _KINDS.get(entry.kind, "")
            line = f"  {kind:<{widths[0]}}  {count:>{widths[1]}}  {size:>{widths[2]}}  {what}"
            lines.append(line.rstrip())
    if not parts:
        lines += ["", "it is empty"]
    return "\n".join(lines) + "\n"


def shown_json(folder: str, limit: int, parts: Sequence[Part]) -> str:
    """Return the same as JSON; sizes in bytes, ages in days."""
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
    return json.dumps(value, indent=2) + "\n"


def cleared_text(folder: str, freed: int, form: str) -> str:
    """Return what clearing the cache has freed."""
    if form == "json":
        return json.dumps({"schema": SCHEMA, "folder": folder, "freed_bytes": freed}) + "\n"
    return f"cleared {folder}: {_size(freed)} are free again\n"


def _size(count: int) -> str:
    for unit, name in _UNITS:
        if count >= unit:
            return f"{count / unit:.1f} {name}"
    return f"{count} B"
