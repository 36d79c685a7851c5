"""The descriptions of a program's units, most of them from the store."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frontends.registry import is_c, source_files, with_modules
from sad.analysis.calls.connect import MOST_ASKED
from sad.analysis.calls.summary import unit_key
from sad.diagnostics import Diagnostics
from sad.incremental.analyst import Analyst, Found
from sad.incremental.described import (
    Described,
    Used,
    described,
    draft_of,
    symbols_of_group,
)
from sad.incremental.entries import diagnostic_from_json, span_from_json
from sad.incremental.fingerprint import Files, digest
from sad.incremental.outlines import Mentioned
from sad.incremental.program_context import ProgramContext, Whole, whole_of
from sad.incremental.schedule import Schedule, TaskLost
from sad.incremental.sources import Sources, StaleEntry
from sad.ir.program import UnitKind
from sad.lowering.drafts import Linked
from sad.model.code_lines import Places
from sad.model.saved import unit_from_json, unit_to_json
from sad.reading.readers import are_source_text
from sad.reading.sources import read_sources, source_options
from sad.records import replace
from sad.stubs.defaults import NONE, units_that_need

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.incremental.analyst import Summarize
    from sad.incremental.dispatch import Dispatch
    from sad.incremental.entries import Entries
    from sad.ir.program import Program
    from sad.lowering.build import Compiled
    from sad.lowering.drafts import Outside
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Wanted
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


Json = Any


class Incremental:
    """The descriptions of a program's units, most of them from the store.

    ``units`` are all of them, callees first. ``has_work`` is whether descriptions have what compiled
    code does, ``has_stubs`` whether stubs stand for procedures that are not in the source. ``files``
    are the source files in order, those of stubs left out, ``lines`` is how many lines all files have,
    ``commons`` are load-time values of COMMON integers. ``elsewhere`` is where groups are analysed if
    not here.
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
        self._outside, self._store, self.has_stubs = outside, store, bool(outside)
        self._whole, self._files = ground.whole, sources.files
        self.has_work = ground.whole.wanted.work
        analyst = Analyst(ground, sources.units, outside, store, summarize)
        if elsewhere is not None:
            elsewhere.begin(ground, sources, summarize)
        groups: dict[str, Found] = {}
        for found in Schedule(ground, analyst, store, outside, elsewhere).in_order():
            diagnostics.items.extend(map(diagnostic_from_json, found.entry["said"]))
            for key in found.keys:
                groups[key] = found
        self._one_run = ground.whole.one_run
        again = compiles or self._one_run
        self._analyst = Analyst(ground, sources.units, outside, store) if again else None
        if self._analyst is not None:
            for found in groups.values():
                self._analyst.know(found)
        self._stops = _all_stops(ground, groups)
        self._ends = {key: found.entry["ends"] for key, found in groups.items()}
        each = [groups[keys[0]] for keys in ground.components]
        used = Used(name for found in each for name in symbols_of_group(found.entry))
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
        self.may_be_library = ground.whole.may_be_library
        program, kinds = ground.whole.program, {item.kind for item in outside.values()}
        self.files = tuple(file.path for file in program.files if file.language not in kinds)
        self.lines = sum(file.lines for file in program.files)
        self.commons: dict[str, Poly] = ground.commons

    def description(self, unit: Described) -> UnitDescription:
        """Return a unit's description, without where a callee may stop; raises as ``draft_of``."""
        if self._one_run and self._analyst is not None:
            draft = self._analyst.draft(unit.key, unit.number)
        else:
            draft = draft_of(unit, self._store)
        return draft.final(unit.others, self._outside.get(unit.key))

    def kept_of(self, unit: Described, kind: str, make: Summarize | None = None) -> Json | None:
        """Return what is kept of a unit besides, made if it can be; None if costs of it are given."""
        if unit.key in self._outside:
            return None
        kept = self._store.get(kind, unit.draft)
        if kept is None and make is not None:
            made = make(draft_of(unit, self._store))
            for each, value in made.items():
                self.keep(unit, each, value)
            kept = made[kind]
        return kept

    def keep(self, unit: Described, kind: str, value: Json) -> None:
        """Keep something of a unit besides, unless costs of it are given."""
        if unit.key not in self._outside:
            self._store.put(kind, unit.draft, value)

    def compiled(self, described: UnitDescription) -> Compiled | None:
        """Return the tree and the loops of a unit with what compiled code does; None for stubs."""
        unit = next(unit for unit in self.units if unit.name == described.name)
        if self._analyst is None or unit.key in self._outside:
            return None
        if self._one_run:
            return self._analyst.compiled(unit.key, unit.number)
        key = self._analyst.bodies_key(unit.key, unit.number)
        kept = self._store.get("work", key)
        if kept is not None:
            whole = unit_from_json(kept, unit.span.file)
            return whole.tree, whole.loops
        tree, loops = self._analyst.compiled(unit.key, unit.number)
        places = Places({unit.span.file})
        made = unit_to_json(replace(described, tree=tree, loops=loops), places)
        if places.are_apart:
            self._store.put("work", key, made)
        return tree, loops

    def with_doubts(
        self,
        units: Sequence[UnitDescription],
        together: Callable[[], tuple[Program, Sequence[UnitDescription]]],
    ) -> tuple[UnitDescription, ...]:
        """Return units with what makes counts others with several threads, which is kept.

        ``together`` reads the whole program, and describes it as such. Raises ``StaleEntry`` if it is
        another one by then.
        """
        whole = self._whole
        texts = [[key, item.key] for key, item in whole.outlines.items()]
        key = digest("doubts", json.dumps([texts, sorted(whole.program.aliases.items())]))
        kept = self._store.get("doubts", key)
        if kept is None:
            program, found = together()
            same = {unit_key(unit): unit for unit in program.units}
            if not self._files.are_as_read() or any(
                repr(same.get(key)) != repr(unit) for key, unit in whole.units.items()
            ):
                raise StaleEntry
            places = Places(self.files)
            kept = [[[text, places.span(span)] for text, span in unit.doubts] for unit in found]
            if places.are_apart:
                self._store.put("doubts", key, kept)
        return tuple(
            replace(unit, doubts=tuple((text, span_from_json(span)) for text, span in doubts))
            for unit, doubts in zip(units, kept, strict=True)
        )

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
    wanted: Wanted,
    linked: Linked | None = None,
) -> tuple[Incremental, Sources] | None:
    """Return the descriptions of sources, most from the store; None if that cannot be done.

    It cannot for what is no source text, for standard input, with declared inputs, and where units look
    partners of messages up in tables that other units fill. ``files`` are digests that are known
    already, ``elsewhere`` is where files are read and units analysed, if not here; ``summarize`` makes
    what is kept of the units of a library besides. Entries of the store are for what is ``wanted``.
    What was ``linked`` is as a whole in memory, for one run, and has to be a library. Raises as
    ``load_description``.
    """
    one_run, said = linked is not None, len(diagnostics.items)
    is_in_files = one_run or "-" not in reading.sources
    if reading.inputs or not (is_in_files and are_source_text(reading.sources)):
        return None
    sources = Sources(store, files or Files(reading.texts))
    if linked is None:
        linked = _linked(reading, sources, diagnostics, elsewhere)
    program, outside = linked.program, linked.outside
    programs = sum(unit.kind is UnitKind.PROGRAM for file in program.files for unit in file.units)
    make = None if programs == 1 else summarize  # a program starts somewhere
    text = None if one_run else digest(*(_stub_text(name) for name in reading.stubs))
    lost: dict[str, str] = {}
    try:
        while True:
            whole = whole_of(program, sources, outside, text, lost)
            few = len(whole.outlines) <= MOST_ASKED
            if few and any(outline.asks for outline in whole.outlines.values()):
                raise StaleEntry
            if one_run and not whole.may_be_library:
                return None
            ground = ProgramContext(whole)
            waits = wanted.work and wanted.later and whole.may_be_library
            whole.wanted = replace(wanted, work=wanted.work and not waits)
            before = len(diagnostics.items)
            try:
                found = Incremental(
                    *(ground, sources, outside, store, diagnostics, elsewhere, make),
                    compiles=waits,
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


def _linked(
    reading: Reading, sources: Sources, diagnostics: Diagnostics, elsewhere: Dispatch | None
) -> Linked:
    """The sources in outline, with stubs."""
    if elsewhere is not None:
        paths = source_files(reading.sources, Diagnostics())
        alone = [path for path in paths if not is_c(path)]
        sources.read_ahead(alone, with_modules(alone, source_options(reading)), elsewhere)
    stubs: dict[str, Stub] = {}
    if reading.stubs:
        from sad.stubs.library import collect_stubs  # noqa: PLC0415 - slow to import

        stubs = collect_stubs(reading.stubs)
    defaults = NONE not in reading.stubs
    program = read_sources(reading, diagnostics, sources.read_one)
    mentioned = Mentioned(program, sources)
    if stubs or (defaults and units_that_need(program, mentioned.names)):
        from sad.stubs.link import UnitQueries, with_stubs  # noqa: PLC0415 - slow to import

        seen = UnitQueries(mentioned.links, mentioned.names, mentioned.defined)
        return with_stubs(program, stubs, diagnostics, seen, defaults=defaults)
    return Linked(program, {})


def _tell_lost(missing: TaskLost, whole: Whole, diagnostics: Diagnostics) -> None:
    for key, reason in missing.units.items():
        unit = whole.outlines[key].unit
        message = f"{unit.name}: its analysis {reason}"
        hint = "it is left out: calls of it count as calls of what is not in the source"
        diagnostics.error("SAD115", message, unit.span, hint)


def _stub_text(name: str) -> str:
    """A digest of a stub file; those that come with the tool belong to it."""
    return digest(name, Path(name).read_bytes() if os.path.isfile(name) else b"")
