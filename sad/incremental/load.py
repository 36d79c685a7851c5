"""Sources to descriptions by way of the cache."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import is_c, source_files
from sad.analysis.calls.graph import MOST_ASKED
from sad.analysis.calls.summary import entries_of
from sad.diagnostics import Diagnostics
from sad.incremental.order import Lost
from sad.incremental.program import Incremental
from sad.incremental.readers import Changed
from sad.incremental.sources import Sources
from sad.incremental.surroundings import Surroundings
from sad.incremental.tool import digest
from sad.incremental.whole import Whole, whole_of
from sad.reading.saved import is_saved
from sad.reading.sources import read_sources, source_options
from sad.stubs.defaults import NONE, called_names, units_that_need

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.calls.summary import Definition, Links
    from sad.incremental.elsewhere import Elsewhere
    from sad.incremental.entries import Entries
    from sad.incremental.files import Files
    from sad.ir.program import Program, Unit
    from sad.lowering.drafts import Outside
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


def load_incremental(
    reading: Reading,
    store: Entries,
    diagnostics: Diagnostics,
    files: Files | None = None,
    elsewhere: Elsewhere | None = None,
    *,
    with_guesses: bool = True,
) -> tuple[Incremental, Sources] | None:
    """Return the descriptions of sources, most from the store; None if that cannot be done.

    It cannot for a saved description, for standard input, for text in place of files, with declared
    inputs, and where units look partners of messages up in tables that other units fill. ``files`` are
    digests that are known already, ``elsewhere`` is where files are read and units analysed, if not
    here. ``with_guesses`` is as in ``load_description``; entries of the store are for one or the other.
    Raises as ``load_description``.
    """
    if is_saved(reading.sources) or "-" in reading.sources or reading.inputs or reading.texts:
        return None
    said = len(diagnostics.items)
    sources = Sources(store, files)
    if elsewhere is not None:
        paths = source_files(reading.sources, Diagnostics())
        alone = [path for path in paths if not is_c(path)]
        sources.read_ahead(alone, source_options(reading), elsewhere)
    stubs = _stubs(reading.stubs)
    defaults = NONE not in reading.stubs
    program = read_sources(reading, diagnostics, sources.read_one)
    outside: Mapping[str, Outside] = {}
    mentioned = _Mentioned(program, sources)
    if stubs or (defaults and units_that_need(program, mentioned.names)):
        from sad.stubs.link import EntryContext, with_stubs  # noqa: PLC0415 - slow to import

        seen = EntryContext(mentioned.links, mentioned.names, mentioned.defined)
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
                raise Changed
            ground = Surroundings(whole)
            before = len(diagnostics.items)
            try:
                found = Incremental(ground, sources, outside, store, diagnostics, elsewhere)
            except Lost as missing:
                del diagnostics.items[before:]
                _tell_lost(missing, whole, diagnostics)
                lost.update(missing.units)
            else:
                return found, sources
    except Changed:
        del diagnostics.items[said:]
        return None


def _tell_lost(missing: Lost, whole: Whole, diagnostics: Diagnostics) -> None:
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


class _Mentioned:
    """What units of a program say of procedures: by their outlines, or else their statements."""

    def __init__(self, program: Program, sources: Sources) -> None:
        self._links: dict[tuple[str, int, str], Links] = {}
        for file in program.files:
            for outline in sources.outlines(file.path) or ():
                self._links[_place(outline.unit)] = outline.links

    def links(self, unit: Unit) -> Links:
        """Return the links of a unit."""
        from sad.stubs.link import own_links  # noqa: PLC0415 - slow to import

        known = self._links.get(_place(unit))
        return own_links(unit) if known is None else known

    def names(self, unit: Unit, language: str) -> Iterable[str]:
        """Return the names that a unit may call or pass procedures by."""
        known = self._links.get(_place(unit))
        if known is None:
            return called_names(unit, language)
        return (*known.called(), *known.handed())

    def defined(self, unit: Unit) -> tuple[Definition, ...]:
        """Return the names by which a unit can be called."""
        known = self._links.get(_place(unit))
        return entries_of(unit) if known is None else known.definitions


def _place(unit: Unit) -> tuple[str, int, str]:
    return unit.span.file, unit.span.line, unit.name


def _stub_text(name: str) -> str:
    """A digest of a stub file; those that come with the tool belong to it."""
    return digest(name, Path(name).read_bytes() if os.path.isfile(name) else b"")
