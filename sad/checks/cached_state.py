"""Costs from the cache; the result is that of ``states.load_state``.

A unit's cost is read when it is asked for. Comparing ``digest`` or ``lines`` reads next to nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from frontends.registry import source_files
from sad.algebra.json_form import Writer
from sad.checks.costs.json_form import (
    callee_from_json,
    inside,
    own_from_json,
    own_to_json,
    sites_from_json,
    sites_to_json,
    whole_to_json,
    with_whole,
)
from sad.checks.costs.record import State, UnitCost, UnitPlace
from sad.checks.costs.source_text import SourceText, check_no_conflicts, unit_names
from sad.checks.costs.unit_cost import own_cost, with_callees
from sad.checks.settings.patterns import warn_of_patterns
from sad.checks.snapshot.blocks import signature_of
from sad.checks.snapshot.write import cost_lines, unit_lines, written_snapshot
from sad.diagnostics import Diagnostics, Span
from sad.incremental.cache import opened
from sad.incremental.fingerprint import digest
from sad.incremental.program import load_incremental
from sad.incremental.sources import StaleEntry
from sad.model.nodes import EMPTY, Description, UnitDescription
from sad.progress import steps
from sad.reading.loaded import Wanted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from sad.checks.settings.project import Project
    from sad.checks.snapshot.blocks import Blocks
    from sad.incremental.cache import Cache
    from sad.incremental.described import Described
    from sad.incremental.program import Incremental
    from sad.incremental.sources import Sources
    from sad.incremental.store import Store
    from sad.reading.options import Reading

Json = Any


class CachedUnits(Mapping[str, UnitCost]):
    """Costs by name, each read from the store when it is asked for: ``decoded`` names these."""

    def __init__(self, costs: _Costs, store: Store) -> None:
        self._costs, self._store = costs, store
        self.decoded: set[str] = set()

    def __getitem__(self, name: str) -> UnitCost:
        """Return the cost of a unit."""
        self.decoded.add(name)
        return self._costs.cost(self._costs.described[name])

    def __iter__(self) -> Iterator[str]:
        """Yield the names in order."""
        return iter(sorted(self._costs.described))

    def __len__(self) -> int:
        """Return how many units there are."""
        return len(self._costs.described)

    def digest(self, name: str) -> str:
        """Return a digest of all that a cost was computed from: with equal ones costs are equal."""
        return self._costs.key(self._costs.described[name])

    def is_sure(self, name: str) -> bool:
        """Whether no file that a cost was computed from changed meanwhile."""
        return self.digest(name) not in self._costs.unsure

    @property
    def files(self) -> tuple[str, ...]:
        """The source files, in order."""
        return self._costs.files

    def file(self, name: str) -> str:
        """Return the source file a unit is in."""
        return self._costs.span(name).file

    def place(self, name: str) -> UnitPlace:
        """Return where a unit is, without its cost."""
        span = self._costs.span(name)
        return UnitPlace(name, replace(span, file=self._costs.shown(span.file)))

    def same_as(self, blocks: Blocks, names: Collection[str]) -> set[str]:
        """Return which of some units have the lines they have in a snapshot that keeps all loops.

        The first line, for people, takes as long as all others and is not read back. Of a unit that
        calls one that changed no lines are made for that: they would nearly always be other ones.
        """
        same: set[str] = set()
        changed: set[str] = set()
        for found in self._costs.callees_first():
            name = found.shown
            if name not in names:
                continue
            is_likely = name in blocks.units and changed.isdisjoint(found.callees)
            signature = self._signature(name, is_likely)
            if signature is not None and blocks.has(name, signature):
                same.add(name)
            else:
                changed.add(found.unit.name)
        return same

    def _signature(self, name: str, is_made: bool) -> str | None:
        """The signature of a unit; None if it is not known and not to be made."""
        key = digest("signature", self.digest(name))
        known = self._store.get("signature", key)
        if known is None and is_made:
            lines = self._store.get("lines", self._lines_key(name))
            known = signature_of(lines[1:-1] if lines else cost_lines(self[name], ()))
            self._keep(name, "signature", key, known)
        return known

    def _keep(self, name: str, kind: str, key: str, value: Json) -> None:
        if self.is_sure(name):
            self._store.put(kind, key, value)

    def _lines_key(self, name: str) -> str:
        return digest("lines", self.digest(name))

    def lines(self, name: str) -> list[str]:
        """Return the lines of a unit in a snapshot without times that keeps all loops."""
        key = self._lines_key(name)
        known = self._store.get("lines", key)
        if known is None:
            known = unit_lines(self[name], ())
            self._keep(name, "lines", key, known)
        return known


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
    costs = _Costs(*loaded, source, cache.store)
    return State(label, CachedUnits(costs, cache.store))


class _Kept(NamedTuple):
    """Where a unit's cost is in the store; ``inside`` stands for what callers depend on.

    ``own`` is where the part is that depends on no callee, ``key`` the rest.
    """

    unit: Described
    shown: str
    callees: tuple[str, ...]
    own: str
    key: str
    inside: str


class _Costs:
    """Computes what is not in the store, callees first.

    ``unsure`` are keys of costs whose files changed meanwhile: these are not kept.
    """

    def __init__(
        self, program: Incremental, sources: Sources, source: SourceText, store: Store
    ) -> None:
        self._program, self._sources, self._source = program, sources, source
        self._store = store
        commons, writer = program.commons, Writer()
        self._commons = commons
        self._commons_text = json.dumps({cell: writer.poly(n) for cell, n in commons.items()})
        self._texts: dict[str, str] = {}
        self.unsure: set[str] = set()
        self._found: dict[str, _Kept] = {}
        self._costs: dict[str, UnitCost] = {}
        self._callees: dict[str, UnitCost] = {}
        names = unit_names(Description((), 0, tuple(map(_shell, program.units)), {}), source)
        self.described = {name: unit for unit, name in names.items()}
        for unit in steps("counting", program.units, len(program.units)):
            self._add(unit, names[unit.name])

    @property
    def files(self) -> tuple[str, ...]:
        """The source files, in order."""
        return self._program.files

    def span(self, name: str) -> Span:
        """Return where a unit is, by the name of its cost."""
        span = self._found[self.described[name]].unit.span
        return Span(span.file, span.line, span.end_line)

    def callees_first(self) -> Iterator[_Kept]:
        """Yield the units in an order in which callees come first."""
        yield from self._found.values()

    def shown(self, file: str) -> str:
        """Return the path of a source file as it is shown."""
        return self._source.shown(file)

    def key(self, unit: str) -> str:
        """Return the digest of all that a unit's cost is computed from."""
        return self._found[unit].key

    def cost(self, unit: str) -> UnitCost:
        """Return the cost of a described unit."""
        known = self._costs.get(unit)
        if known is None:
            found = self._found[unit]
            whole = self._store.get("cost", found.key)
            own = None if whole is None else self._store.get("own", found.own)
            known = self._compute(found) if own is None else with_whole(own_from_json(own), whole)
            self._costs[unit] = known
        return known

    def _callee(self, unit: str) -> UnitCost:
        """As much of the cost of a unit as its callers need."""
        known = self._costs.get(unit) or self._callees.get(unit)
        if known is None:
            body = self._store.get("cost", self._found[unit].key)
            if body is None:
                return self.cost(unit)
            known = self._callees[unit] = callee_from_json(body)
        return known

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
        key = digest("cost", own, *(self._found[target].inside for target in callees))
        found = _Kept(unit, name, callees, own, key, self._store.get("inside", key) or "")
        if not found.inside:
            cost = self._costs[unit.name] = self._compute(found)
            found = found._replace(inside=digest(json.dumps(inside(cost))))
            self._store.put("inside", key, found.inside)
        self._found[unit.name] = found

    def _compute(self, found: _Kept) -> UnitCost:
        kept = self._store.get("own", found.own), self._store.get("sites", found.own)
        is_new = None in kept
        if is_new:
            description = self._program.description(found.unit)
            shown = {target: self._found[target].shown for target in found.callees}
            own, sites = own_cost(description, found.shown, shown, self._commons, self._source)
        else:
            own, sites = own_from_json(kept[0]), sites_from_json(kept[1])
        cost = with_callees(own, sites, {item: self._callee(item) for item in found.callees})
        if all(map(self._sources.is_as_read, found.unit.files)):  # its lines were read just now
            if is_new:
                self._store.put("own", found.own, own_to_json(own))
            if is_new and found.callees:
                self._store.put("sites", found.own, sites_to_json(sites))
            self._store.put("cost", found.key, whole_to_json(cost))
        else:
            self.unsure.add(found.key)
        return cost

    def _text(self, file: str) -> str:
        """A digest of a file's lines, and of its path as it is shown."""
        known = self._texts.get(file)
        if known is None:
            text = self._sources.text_digest(file)
            known = self._texts[file] = f"{self._source.shown(file)} {text}"
        return known


def _shell(unit: Described) -> UnitDescription:
    """As much of a description as names come from."""
    place = unit.span
    return UnitDescription(
        unit.name,
        unit.entry,
        "",
        "",
        "",
        place.file,
        place.line,
        place.end_line,
        EMPTY,
        (),
        (),
        (),
        0,
        0,
        (),
        {},
    )
