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
from sad.loading.describe import load_description

if TYPE_CHECKING:
    from sad.checks.costs.record import State
    from sad.checks.costs.seconds import Timing
    from sad.checks.costs.source_text import SourceText
    from sad.checks.settings.project import Project
    from sad.checks.snapshot.blocks import Blocks
    from sad.incremental.cache import Cache
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
    return Subject(state, cache.diagnostics, units.files, places, lambda: load_description(reading))


def changes_since(
    path: str, state: State, project: Project, timing: Timing
) -> tuple[Change, ...] | None:
    """Return what ``compare`` says of a snapshot and costs from the cache.

    None if the snapshot needs to be read as a whole.
    """
    blocks = snapshot_blocks(path)
    units = state.units
    if blocks is None or not isinstance(units, CachedUnits):
        return None
    same = _same(blocks, units, project)
    left = [name for name in blocks.units if project.has_unit(name) and name not in same]
    before = blocks.state(left)
    if before is None:
        return None
    changed = {n: units[n] for n in units if project.has_unit(n) and n not in same}
    now = replace(state, units=changed)
    found = compare(tracked(before, project), tracked(now, project), timing)
    kept = [
        Change(None, None, Verdict.IDENTICAL, OPERATIONS, place=units.place(name)) for name in same
    ]
    return tuple(sorted((*found, *kept), key=lambda change: change.unit.name))


def _same(blocks: Blocks, units: CachedUnits, project: Project) -> set[str]:
    """The units whose lines in the snapshot are those of now."""
    return {
        name
        for name in units
        if project.has_unit(name)
        and name in blocks.units
        and units.is_same(name, blocks, project.loops)
    }
