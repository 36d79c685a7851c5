"""Units of a description: what they are called in comparisons, and what they call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.model.walks.terms import CallTerm, terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.costs.source_text import SourceText
    from sad.model.nodes import Description, UnitDescription


def unit_names(description: Description, source: SourceText) -> dict[str, str]:
    """Return the names of units to compare by: without line numbers, which any edit changes."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for unit in description.units:
        name = unit.entry
        if name in taken:
            name = f"{unit.entry} ({source.shown(unit.file)})"
        number = 2
        while name in taken:
            name = f"{unit.entry} ({source.shown(unit.file)} #{number})"
            number += 1
        taken.add(name)
        found[unit.name] = name
    return found


def called(unit: UnitDescription) -> Iterator[str]:
    """Yield the described units that a unit calls, each once."""
    yield from dict.fromkeys(
        term.call.target
        for term in terms(unit.tree)
        if isinstance(term, CallTerm) and term.call.target is not None
    )
