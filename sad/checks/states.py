"""Sources to the costs of their units: one side of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.record import State, UnitCost
from sad.checks.source_text import SourceText
from sad.checks.unit_cost import unit_cost
from sad.description.terms import CallTerm, terms
from sad.loading.describe import load_description

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sad.description.tree import Description, UnitDescription
    from sad.loading.describe import Loaded
    from sad.loading.options import Reading


def load_state(reading: Reading, label: str, root: Path | None = None) -> tuple[State, Loaded]:
    """Return the costs of all units of sources, and what was loaded for them.

    Paths below ``root`` are shown from there. Raises as ``load_description``.
    """
    loaded = load_description(reading)
    return state_of(loaded.description, label, SourceText(root)), loaded


def state_of(description: Description, label: str, source: SourceText) -> State:
    """Return the costs of all units of a description, callees first."""
    names = unit_names(description, source)
    costs: dict[str, UnitCost] = {}
    for unit in description.units:
        callees = {name: costs[name] for name in called(unit) if name in costs}
        costs[unit.name] = unit_cost(unit, names[unit.name], callees, description.commons, source)
    return State(label, {cost.name: cost for cost in sorted(costs.values(), key=_name)})


def _name(cost: UnitCost) -> str:
    return cost.name


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
