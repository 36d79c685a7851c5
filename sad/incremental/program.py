"""All units of a program in order: which entries of the cache still hold, what is analysed again.

Callees come first. The key of a group of units that call each other is a digest of all its analysis may
look at: its source, the interfaces of what it mentions, and what the whole program says of it. If
a callee changes but not its interface, its callers keep their keys.
"""

from __future__ import annotations

import heapq
import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import is_c, source_files, with_modules
from sad.analysis.calls.connect import MOST_ASKED
from sad.diagnostics import Diagnostics
from sad.incremental.analyst import Analyst, Found
from sad.incremental.described import Described, Used, described, draft_of, symbols_of_group
from sad.incremental.entries import diagnostic_from_json, span_from_json
from sad.incremental.fingerprint import digest
from sad.incremental.outlines import Mentioned
from sad.incremental.program_context import ProgramContext, Whole, whole_of
from sad.incremental.sources import Sources, StaleEntry
from sad.incremental.traces import register_reals
from sad.ir.program import UnitKind
from sad.progress import phase, steps
from sad.reading.readers import are_source_text
from sad.reading.sources import read_sources, source_options
from sad.stubs.defaults import NONE, units_that_need

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.incremental.analyst import Summarize
    from sad.incremental.dispatch import Dispatch
    from sad.incremental.entries import Entries
    from sad.incremental.fingerprint import Files
    from sad.lowering.build import Compiled
    from sad.lowering.drafts import Outside
    from sad.model.nodes import UnitDescription
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


Json = Any


class Incremental:
    """The descriptions of a program's units, most of them from the store.

    ``units`` are all of them, callees first; ``analysed`` names those that were looked at here.
    ``files`` are the source files in order, those of stubs left out, ``lines`` is how many lines all
    files have, ``commons`` are load-time values of COMMON integers. ``elsewhere`` is where groups are
    analysed if not here.
    """

    def __init__(
        self,
        ground: ProgramContext,
        sources: Sources,
        outside: Mapping[str, Outside],
        store: Entries,
        diagnostics: Diagnostics,
        elsewhere: Dispatch | None = None,
        summarize: Summarize | None = None,
        *,
        compiles: bool = False,
    ) -> None:
        self._outside, self._store = outside, store
        analyst = Analyst(ground, sources, outside, store, summarize)
        self.analysed = analyst.analysed
        groups: dict[str, Found] = {}
        for found in in_order(ground, analyst, store, outside, sources, elsewhere):
            diagnostics.items.extend(map(diagnostic_from_json, found.entry["said"]))
            for key in found.keys:
                groups[key] = found
        self._analyst = Analyst(ground, sources, outside, store) if compiles else None
        if self._analyst is not None:
            for found in groups.values():
                self._analyst.know(found)
        self._stops = _all_stops(ground, groups)
        self._ends = {key: found.entry["ends"] for key, found in groups.items()}
        each = [groups[keys[0]] for keys in ground.components]
        used = Used(Counter(name for found in each for name in symbols_of_group(found.entry)))
        outlines = ground.whole.outlines
        self.units: list[Described] = [
            unit
            for found in each
            for unit in described(
                found.keys,
                found.entry,
                used,
                lambda key: outlines[key].unit,
                lambda key: outlines[key].key if key in outside else "",
            )
        ]
        program, kinds = ground.whole.program, {item.kind for item in outside.values()}
        self.files = tuple(file.path for file in program.files if file.language not in kinds)
        self.lines = sum(file.lines for file in program.files)
        self.commons: dict[str, Poly] = ground.commons

    @property
    def has_stubs(self) -> bool:
        """Whether stubs stand for procedures that are not in the source."""
        return bool(self._outside)

    def description(self, unit: Described) -> UnitDescription:
        """Return a unit's description, without where a callee may stop; raises as ``draft_of``."""
        return draft_of(unit, self._store).final(unit.others, self._outside.get(unit.key))

    def kept_of(self, unit: Described, kind: str, make: Summarize | None = None) -> Json | None:
        """Return what is kept of a unit besides, made if it can be; None if costs of it are given."""
        if unit.key in self._outside:
            return None
        kept = self._store.get(kind, unit.draft)
        if kept is None and make is not None:
            made = make(draft_of(unit, self._store))
            for each, value in made.items():
                self._store.put(each, unit.draft, value)
            kept = made[kind]
        return kept

    def compiled(self, name: str) -> Compiled | None:
        """Return the tree and the loops of a unit with what compiled code does; None for stubs."""
        unit = next(unit for unit in self.units if unit.name == name)
        if self._analyst is None or unit.key in self._outside:
            return None
        return self._analyst.compiled(unit.key, unit.number)

    def stops_at(self, unit: Described) -> Span | None:
        """Return where a unit that may come back may end the program, itself or in what it calls."""
        return None if self._ends[unit.key][unit.number] else self._stops[unit.key]


def _all_stops(ground: ProgramContext, groups: Mapping[str, Found]) -> dict[str, Span | None]:
    stops: dict[str, Span | None] = {}
    for keys in ground.components:
        found = groups[keys[0]]
        for key, span in zip(keys, found.entry["stops"], strict=True):
            stops[key] = None if span is None else span_from_json(span)
        for _ in keys:
            for key in keys:
                for callee in ground.callees(key):
                    stops[key] = stops[key] or stops.get(callee)
    return stops


# Sources to descriptions by way of the cache.


def load_incremental(
    reading: Reading,
    store: Entries,
    diagnostics: Diagnostics,
    files: Files | None = None,
    elsewhere: Dispatch | None = None,
    *,
    summarize: Summarize | None = None,
    library: bool = False,
    with_guesses: bool = True,
) -> tuple[Incremental, Sources] | None:
    """Return the descriptions of sources, most from the store; None if that cannot be done.

    It cannot for what is no source text, for standard input, for text in place of files, with declared
    inputs, and where units look partners of messages up in tables that other units fill. ``files`` are
    digests that are known already, ``elsewhere`` is where files are read and units analysed, if not
    here; ``summarize`` makes what is kept of the units of a library besides. A ``library`` has no main
    program. ``with_guesses`` is as in ``load_description``; entries of the store are for one or the
    other. Raises as ``load_description``.
    """
    if reading.inputs or reading.texts or "-" in reading.sources:
        return None
    if not are_source_text(reading.sources):
        return None
    said = len(diagnostics.items)
    sources = Sources(store, files)
    if elsewhere is not None:
        paths = source_files(reading.sources, Diagnostics())
        alone = [path for path in paths if not is_c(path)]
        sources.read_ahead(alone, with_modules(alone, source_options(reading)), elsewhere)
    stubs = _stubs(reading.stubs)
    defaults = NONE not in reading.stubs
    program = read_sources(reading, diagnostics, sources.read_one)
    programs = sum(unit.kind is UnitKind.PROGRAM for file in program.files for unit in file.units)
    if library and programs:
        return None
    make = None if programs == 1 else summarize  # a program starts somewhere
    outside: Mapping[str, Outside] = {}
    mentioned = Mentioned(program, sources)
    if stubs or (defaults and units_that_need(program, mentioned.names)):
        from sad.stubs.link import UnitQueries, with_stubs  # noqa: PLC0415 - slow to import

        seen = UnitQueries(mentioned.links, mentioned.names, mentioned.defined)
        linked = with_stubs(program, stubs, diagnostics, seen, defaults=defaults)
        program, outside = linked.program, linked.outside
    text = digest(*(_stub_text(name) for name in reading.stubs))
    lost: dict[str, str] = {}
    try:
        while True:
            whole = whole_of(program, sources, outside, text, lost)
            whole.with_guesses = with_guesses
            few = len(whole.outlines) <= MOST_ASKED
            if few and any(outline.asks for outline in whole.outlines.values()):
                raise StaleEntry
            ground = ProgramContext(whole)
            before = len(diagnostics.items)
            try:
                found = Incremental(
                    *(ground, sources, outside, store, diagnostics, elsewhere, make),
                    compiles=library,
                )
            except TaskLost as missing:
                del diagnostics.items[before:]
                _tell_lost(missing, whole, diagnostics)
                lost.update(missing.units)
            else:
                return found, sources
    except StaleEntry:
        del diagnostics.items[said:]
        return None


def _tell_lost(missing: TaskLost, whole: Whole, diagnostics: Diagnostics) -> None:
    for key, reason in missing.units.items():
        unit = whole.outlines[key].unit
        message = f"{unit.name}: its analysis {reason}"
        hint = "it is left out: calls of it count as calls of what is not in the source"
        diagnostics.error("SAD115", message, unit.span, hint)


def _stubs(names: tuple[str, ...]) -> dict[str, Stub]:
    if not names:
        return {}
    from sad.stubs.library import collect_stubs  # noqa: PLC0415 - slow to import

    return collect_stubs(names)


def _stub_text(name: str) -> str:
    """A digest of a stub file; those that come with the tool belong to it."""
    return digest(name, Path(name).read_bytes() if os.path.isfile(name) else b"")


class TaskLost(Exception):
    """Units whose analysis did not end. ``units`` gives the reason by the key of a unit."""

    def __init__(self, units: dict[str, str]) -> None:
        super().__init__(units)
        self.units = units


def in_order(
    ground: ProgramContext,
    analyst: Analyst,
    entries: Entries,
    outside: Collection[str],
    sources: Sources,
    elsewhere: Dispatch | None,
) -> Iterator[Found]:
    """Yield all groups in order, their entries known. Units in ``outside`` are looked at here.

    Raises ``TaskLost`` if an analysis elsewhere came to nothing.
    """
    lookup = Lookup(ground, analyst, entries)
    if elsewhere is None:
        for keys in steps("analysing", ground.components, len(ground.components)):
            found = lookup.found(keys)
            if found.entry is None:
                analyst.analyse(found)
            lookup.learn(found)
            yield found
    else:
        phase("analysing", len(ground.components))
        elsewhere.begin(ground, sources, analyst.summarize)
        yield from _Schedule(ground, lookup, analyst, entries, outside, elsewhere).run()


class Lookup:
    """Finds the entries of groups whose callees are known."""

    def __init__(self, ground: ProgramContext, analyst: Analyst, entries: Entries) -> None:
        self._ground, self._analyst, self._entries = ground, analyst, entries

    def found(self, keys: list[str]) -> Found:
        """Return a group, with its entry if that holds."""
        mentions = self._ground.mentions(keys)
        around = self._analyst.around(keys, mentions)
        own = [self._ground.whole.outlines[key].key for key in keys]
        kind = "guessed" if self._ground.whole.with_guesses else "group"
        key = digest(kind, json.dumps([own, around]))
        found = Found(keys, key, around, mentions)
        entry = self._entries.get("group", key)
        if entry is not None and self._analyst.answers_hold(entry):
            found.entry = entry
        return found

    def learn(self, found: Found) -> None:
        """Let callers use a group whose entry is known."""
        register_reals(found.entry["reals"])
        self._analyst.know(found)


class _Schedule:
    """Groups of which all callees are known, several at a time."""

    def __init__(
        self,
        ground: ProgramContext,
        lookup: Lookup,
        analyst: Analyst,
        entries: Entries,
        outside: Collection[str],
        elsewhere: Dispatch,
    ) -> None:
        self._ground, self._lookup, self._analyst = ground, lookup, analyst
        self._entries, self._outside, self._elsewhere = entries, outside, elsewhere
        self._found: list[Found | None] = [None] * len(ground.components)
        self._lost: dict[str, str] = {}
        self._callers: list[list[int]] = [[] for _ in ground.components]
        self._ready: list[int] = []
        self._unknown = self._waits()

    def _waits(self) -> list[int]:
        """How many groups each one waits for."""
        place = {key: n for n, keys in enumerate(self._ground.components) for key in keys}
        unknown: list[int] = []
        for number, keys in enumerate(self._ground.components):
            needed = {place[key] for key, _ in self._ground.mentions(keys).values()} - {number}
            unknown.append(len(needed))
            for other in needed:
                self._callers[other].append(number)
            if not needed:
                self._ready.append(number)
        return unknown

    def run(self) -> Iterator[Found]:
        """Yield all groups in order; raise ``TaskLost`` if there is one that nothing came of."""
        while self._ready or self._elsewhere.outstanding:
            while self._ready and not self._elsewhere.is_full:
                self._look_at(heapq.heappop(self._ready))
            if self._elsewhere.outstanding:
                self._hear()
        if self._lost:
            raise TaskLost(self._lost)
        for item in self._found:
            assert item is not None
            yield item

    def _look_at(self, number: int) -> None:
        keys = self._ground.components[number]
        found = self._lookup.found(keys)
        self._found[number] = found
        if found.entry is not None:
            self._finish(number)
        elif any(key in self._outside for key in keys) or not self._elsewhere.takes_next():
            self._analyst.analyse(found)
            self._finish(number)
        else:
            self._elsewhere.analyse(number, found, self._analyst)

    def _hear(self) -> None:
        number, reason = self._elsewhere.hear(self._analyst, self._entries)
        found = self._found[number]
        if reason is not None:
            # Others go on: what they find need not be found again without this one.
            self._lost.update(dict.fromkeys(self._ground.components[number], reason))
        elif found is not None and found.entry is not None:
            self._finish(number)

    def _finish(self, number: int) -> None:
        found = self._found[number]
        assert found is not None
        self._lookup.learn(found)
        for caller in self._callers[number]:
            self._unknown[caller] -= 1
            if not self._unknown[caller]:
                heapq.heappush(self._ready, caller)
