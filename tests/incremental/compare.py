"""One program twice: from scratch, and by way of the cache."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.checks.cached_state import CachedUnits, cached_state
from sad.checks.costs.json_form import cost_to_json
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import state_of
from sad.checks.snapshot.write import snapshot_text
from sad.diagnostics import Diagnostics, SadError
from sad.incremental.cache import opened
from sad.loading.describe import load_description

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import State
    from sad.reading.options import Reading


def from_scratch(reading: Reading) -> tuple[str, str]:
    """Return all there is to say of sources as text, and the snapshot."""
    try:
        loaded = load_description(reading)
    except SadError as error:
        return _refused(error), ""
    state = state_of(loaded.description, "x", SourceText())
    return _all(state, loaded.diagnostics), snapshot_text(state)


def by_cache(reading: Reading, folder: Path) -> tuple[str, str] | None:
    """Return the same by way of the cache in a folder; None where it does not serve."""
    diagnostics = Diagnostics()
    with opened(folder, diagnostics) as cache:
        try:
            state = cached_state(reading, "x", SourceText(), cache)
            if state is None:
                return None
            assert isinstance(state.units, CachedUnits)
            lines = {name: state.units.lines(name) for name in state.units}
            text = snapshot_text(state)
            assert all("\n".join(item) in text for item in lines.values())
            return _all(state, diagnostics), text
        except SadError as error:
            return _refused(error), ""


def _all(state: State, diagnostics: Diagnostics) -> str:
    said = "\n".join(map(str, diagnostics.items))
    costs = {name: cost_to_json(state.units[name]) for name in sorted(state.units)}
    return f"{said}\n{json.dumps(costs)}"


def _refused(error: SadError) -> str:
    return "\n".join(map(str, (*error.earlier, error)))
