"""Costs from the cache; the result is that of ``states.load_state``.

A unit's cost is read or computed when it is asked for, from what it costs by itself, which is apart.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from frontends.registry import source_files
from sad.algebra.json_form import Writer
from sad.checks.costs.json_form import (
    inside,
    own_from_json,
    own_to_json,
    sites_from_json,
    sites_to_json,
    whole_to_json,
    with_whole,
)
from sad.checks.costs.record import LazyUnits, Outline, State, UnitCost
from sad.checks.costs.source_text import SourceText, check_no_conflicts, unit_names
from sad.checks.costs.unit_cost import own_cost, with_callees
from sad.checks.settings.patterns import warn_of_patterns
from sad.checks.snapshot.write import unit_lines, written_snapshot
from sad.diagnostics import Diagnostics, Span
from sad.incremental.cache import opened
from sad.incremental.fingerprint import digest
from sad.incremental.program import load_incremental
from sad.incremental.sources import StaleEntry
from sad.progress import steps
from sad.reading.loaded import Wanted

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.inline_calls import Sites
    from sad.checks.settings.project import Project
    from sad.incremental.cache import Cache
    from sad.incremental.described import Described
    from sad.incremental.program import Incremental
    from sad.incremental.sources import Sources
    from sad.incremental.store import Store
    from sad.reading.options import Reading

Json = Any


def cached_snapshot(
    reading: Reading, project: Project, root: Path, folder: Path, diagnostics: Diagnostics
) -> str | None:
    """Return the text of a snapshot by way of the cache in a folder; None where it does not serve.

    It does not where there are machines, sizes or assumptions, nor as ``load_incremental`` says.
    Raises as that, and SAD816 as ``load_state``.
    """
    if project.machines or project.sizes.items or project.assume:
        return None
    said = len(diagnostics.items)
    with opened(folder, diagnostics) as cache:
        try:
            state = cached_state(reading, ", ".join(project.sources), SourceText(root), cache)
            if state is None:
                return None
            units = state.units
            assert isinstance(units, CachedUnits)
            warn_of_patterns(project, state, diagnostics)
            names = [name for name in units if project.has_unit(name)]
            for name in steps("counting", names, len(names)):
                units[name]  # what it calls first
            return written_snapshot(names, units.lines)
        except StaleEntry:
            del diagnostics.items[said:]
            return None


def cached_state(reading: Reading, label: str, source: SourceText, cache: Cache) -> State | None:
    """Return the costs of all units of sources; None where the cache does not serve.

    See ``load_incremental`` for where that is; raises as it does, and SAD816 as ``load_state``. The
    cache is to be closed once the costs have been used.
    """
    files = source_files(reading.sources, Diagnostics())
    check_no_conflicts(files, source, cache.files)
    loaded = load_incremental(
        reading, cache.store, cache.diagnostics, cache.files, wanted=Wanted(guesses=False)
    )
    if loaded is None:
        return None
    return State(label, CachedUnits(*loaded, source, cache.store))


class _Kept(NamedTuple):
    """A unit, and ``own``: where in the store that part of its cost is that depends on no callee."""

    unit: Described
    shown: str
    callees: tuple[str, ...]
    own: str


class CachedUnits(LazyUnits):
    """The units of sources: computes what is asked for and not in the store.

    ``files`` are the source files, in order, ``places`` those of the units.
    """

    def __init__(
        self, program: Incremental, sources: Sources, source: SourceText, store: Store
    ) -> None:
        described = {x.name: x for x in program.units}
        names = unit_names(program.units, source)
        self._described = dict(sorted((name, unit) for unit, name in names.items()))
        super().__init__(self._described)
        self.files = program.files
        self.places = {name: described[unit].file for name, unit in self._described.items()}
        self._program, self._sources, self._source = program, sources, source
        self._store = store
        commons, writer = program.commons, Writer()
        self._commons = commons
        self._commons_text = json.dumps({cell: writer.poly(n) for cell, n in commons.items()})
        self._unsure: set[str] = set()
        self._found: dict[str, _Kept] = {}
        self._key_of, self._cost_of = cache(self._key), cache(self._cost)
        self._inside, self._text = cache(self._inside_of), cache(self._text_of)
        self._outline = cache(self._outline_of)
        for unit in program.units:
            self._add(unit, names[unit.name])

    def __getitem__(self, name: str) -> UnitCost:
        """Return the cost of a unit."""
        return self._cost_of(self._described[name])

    def lines(self, name: str) -> list[str]:
        """Return the lines of a unit in a snapshot without times that keeps all loops."""
        unit = self._described[name]
        key = digest("lines", self._key_of(unit))
        known = self._store.get("lines", key)
        if known is None:
            known = unit_lines(self[name], ())
            if unit not in self._unsure:
                self._store.put("lines", key, known)
        return known

    def outline(self, name: str) -> Outline:
        """Return what is known of a unit without its cost."""
        return self._outline(name)

    def _outline_of(self, name: str) -> Outline:
        found = self._found[self._described[name]]
        span = found.unit.span
        place = Span(self._source.shown(span.file), span.line, span.end_line)
        itself, calls = self._store.get("itself", found.own) or _itself(self._own(found)[0])
        return Outline(itself, calls, place)

    def _key(self, unit: str) -> str:
        """The digest of all that a unit's cost is computed from."""
        found = self._found[unit]
        return digest("cost", found.own, *map(self._inside, found.callees))

    def _inside_of(self, unit: str) -> str:
        """A digest of what the costs of callers depend on."""
        key = self._key_of(unit)
        known = self._store.get("inside", key)
        if known is None:
            known = digest(json.dumps(inside(self._cost_of(unit))))
            self._store.put("inside", key, known)
        return known

    def _cost(self, unit: str) -> UnitCost:
        """The cost of a described unit."""
        found = self._found[unit]
        key = self._key_of(unit)
        whole = self._store.get("cost", key)
        own = None if whole is None else self._store.get("own", found.own)
        if own is not None:
            return with_whole(own_from_json(own), whole)
        alone, sites = self._own(found)
        cost = with_callees(alone, sites, {item: self._cost_of(item) for item in found.callees})
        if self._is_as_read(found.unit):
            self._store.put("cost", key, whole_to_json(cost))
        return cost

    def _add(self, unit: Described, name: str) -> None:
        callees = tuple(target for target in unit.targets if target in self._found)
        parts = [
            unit.digest,
            name,
            unit.entry,
            [[target, self._found[target].shown] for target in callees],
            self._commons_text if unit.kind == "program" else "",
            [self._text(file) for file in unit.files],
        ]
        own = digest("own", json.dumps(parts))
        self._found[unit.name] = _Kept(unit, name, callees, own)

    def _own(self, found: _Kept) -> tuple[UnitCost, Sites]:
        """What a unit costs by itself, and its calls."""
        kept = self._store.get("own", found.own), self._store.get("sites", found.own)
        if None not in kept:
            return own_from_json(kept[0]), sites_from_json(kept[1])
        description = self._program.description(found.unit)
        shown = {target: self._found[target].shown for target in found.callees}
        own, sites = own_cost(description, found.shown, shown, self._commons, self._source)
        if self._is_as_read(found.unit):
            self._store.put("own", found.own, own_to_json(own))
            self._store.put("sites", found.own, sites_to_json(sites))
            self._store.put("itself", found.own, _itself(own))
        return own, sites

    def _is_as_read(self, unit: Described) -> bool:
        """Whether the lines that were read just now are those of the unit."""
        if all(map(self._sources.files.is_as_read, unit.files)):
            return True
        self._unsure.add(unit.name)
        return False

    def _text_of(self, file: str) -> str:
        """A digest of a file's lines, and of its path as it is shown."""
        return f"{self._source.shown(file)} {self._sources.files.digest(file)}"


def _itself(own: UnitCost) -> tuple[str, list[str]]:
    return own.itself, list(own.calls)
