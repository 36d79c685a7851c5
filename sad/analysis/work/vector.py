"""Which loops a compiler may turn into vector code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.chains import Chains
    from sad.analysis.work.record import Vector


def vector_loops(entry: EntryAnalysis, chains: Chains) -> dict[str, Vector]:
    """Return what is known of each innermost loop, by its path."""
    del entry, chains
    return {}
