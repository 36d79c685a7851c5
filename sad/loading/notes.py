"""What is worth knowing of an analysis: notes for the reader of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.unit import EntryAnalysis
    from sad.diagnostics import Diagnostics


def tell_irreducible(entries: Iterable[EntryAnalysis], diagnostics: Diagnostics) -> None:
    """Note loops with several entries (SAD301)."""
    for entry in entries:
        for region in entry.structured.irreducible:
            block = entry.cfg.blocks[region.header]
            span = block.actions[0].span if block.actions else entry.unit.span
            diagnostics.note(
                "SAD301",
                f"{entry.name}: a loop with several entries; its parts have named counts",
                span,
                "set them, or look at the source: can the jumps become loops?",
            )
