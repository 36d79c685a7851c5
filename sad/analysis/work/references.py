"""The memory that loops walk through."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.record import Reference


def memory_references(entry: EntryAnalysis) -> dict[str, tuple[Reference, ...]]:
    """Return the array references of each loop's own statements, by the loop's path."""
    del entry
    return {}
