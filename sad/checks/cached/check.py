"""A check by way of the cache: only units whose lines differ from the snapshot are compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.checks.cached.state import CachedUnits, cached_state
from sad.checks.compare.changes import compare
from sad.checks.compare.measure import OPERATIONS
from sad.checks.costs.states import tracked
from sad.checks.outcome import Change, Verdict
from sad.checks.snapshot.blocks import snapshot_blocks
from sad.checks.subject import Subject

if TYPE_CHECKING:
    from sad.checks.costs.record import State
    from sad.checks.costs.source_text import SourceText
    from sad.checks.costs.timing import Timing
    from sad.checks.settings.project import Project
    from sad.incremental.cache import Cache
    from sad.loading.describe import Loaded
    from sad.reading.options import Reading


def cached_subject(
    reading: Reading,
    project: Project,
    source: SourceText,
    label: str,
    cache: Cache,
) -> Subject | None:
    """Return the subject of a check by way of the cache; None where it does not serve.

    It does not where there are machines or assumptions, nor as ``load_incremental`` says. Raises as
    that, and SAD816 as ``load_state``.
    """
    if project.machines or project.assume:
        return None
    state = cached_state(reading, label, source, cache)
    if state is None:
        return None
    units = state.units
    assert isinstance(units, CachedUnits)
    places = {name: units.file(name) for name in units}

    def load() -> Loaded:
        from sad.loading.describe import load_description  # noqa: PLC0415 - slow to import

        return load_description(reading)

    return Subject(state, cache.diagnostics, units.files, places, load)


def changes_since(
    path: str, state: State, project: Project, timing: Timing
) -> tuple[Change, ...] | None:
    """Return what ``compare`` says of a snapshot and costs from the cache.

    None if the snapshot needs to be read as a whole.
    """
    units = state.units
    if not isinstance(units, CachedUnits):
        return None
    blocks = snapshot_blocks(path)
    if blocks is None:
        return None
    names = [name for name in units if project.has_unit(name)]
    same = {name for name in names if name in blocks.units and units.is_same(name, blocks)}
    left = [name for name in blocks.units if project.has_unit(name) and name not in same]
    before = blocks.state(left)
    if before is None:
        return None
    now = replace(state, units={name: units[name] for name in names if name not in same})
    found = compare(tracked(before, project), tracked(now, project), timing)
    kept = [
        Change(None, None, Verdict.IDENTICAL, OPERATIONS, place=units.place(name)) for name in same
    ]
    return tuple(sorted((*found, *kept), key=lambda change: change.unit.name))
