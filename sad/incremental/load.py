"""Sources to descriptions by way of the cache."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sad.incremental.program import Incremental
from sad.incremental.sources import Changed, Sources
from sad.incremental.tool import digest
from sad.incremental.whole import whole_of
from sad.reading.saved import is_saved
from sad.reading.sources import read_sources

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.links import Links
    from sad.description.outside import Outside
    from sad.diagnostics import Diagnostics
    from sad.incremental.store import Store
    from sad.ir.program import Program, Unit
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


def load_incremental(
    reading: Reading, store: Store, diagnostics: Diagnostics
) -> tuple[Incremental, Sources] | None:
    """Return the descriptions of sources, most from the store; None if that cannot be done.

    It cannot for a saved description, for standard input, for text in place of files, with declared
    inputs, where values for constant arguments are found for more calls than an analysis follows, and
    where units look partners of messages up in tables that other units fill.
    Raises as ``load_description``.
    """
    if is_saved(reading.sources) or "-" in reading.sources or reading.inputs or reading.texts:
        return None
    said = len(diagnostics.items)
    sources = Sources(store)
    stubs = _stubs(reading.stubs)
    program = read_sources(reading, diagnostics, sources.read_one)
    outside: Mapping[str, Outside] = {}
    if stubs:
        program, outside = _linked(program, stubs, sources, diagnostics)
    files = digest(*(_stub_text(name) for name in reading.stubs))
    try:
        whole = whole_of(program, sources, outside, files)
        if any(outline.asks for outline in whole.outlines.values()):
            raise Changed
        return Incremental(whole, sources, outside, store, diagnostics), sources
    except Changed:
        del diagnostics.items[said:]
        return None


def _stubs(names: tuple[str, ...]) -> dict[str, Stub]:
    if not names:
        return {}
    from sad.stubs.library import collect_stubs  # noqa: PLC0415 - slow to import

    return collect_stubs(names)


def _linked(
    program: Program, stubs: Mapping[str, Stub], sources: Sources, diagnostics: Diagnostics
) -> tuple[Program, Mapping[str, Outside]]:
    """Return the program with its stubs, and what these cost."""
    from sad.stubs.link import own_links, with_stubs  # noqa: PLC0415 - slow to import

    links: dict[tuple[str, int, str], Links] = {}
    for file in program.files:
        for outline in sources.outlines(file.path) or ():
            links[_place(outline.unit)] = outline.links

    def links_for(unit: Unit) -> Links:
        known = links.get(_place(unit))
        return own_links(unit) if known is None else known

    linked = with_stubs(program, stubs, diagnostics, links_for)
    return linked.program, linked.outside


def _place(unit: Unit) -> tuple[str, int, str]:
    return unit.span.file, unit.span.line, unit.name


def _stub_text(name: str) -> str:
    """A digest of a stub file; those that come with the tool belong to it."""
    return digest(name, Path(name).read_bytes() if os.path.isfile(name) else b"")
