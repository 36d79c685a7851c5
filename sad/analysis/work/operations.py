"""Operations that an optimising compiler leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.record import Amounts


def remaining_operations(entry: EntryAnalysis) -> dict[int, Amounts]:
    """Return the operations left of each action, by its identity."""
    del entry
    return {}
