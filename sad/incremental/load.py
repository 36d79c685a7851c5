"""Sources to descriptions by way of the cache."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sad.incremental.program import Incremental
from sad.incremental.sources import Changed, Sources
from sad.incremental.tool import digest
from sad.incremental.whole import whole_of
from sad.loading.saved import is_saved
from sad.loading.sources import read_sources
from sad.stubs.library import collect_stubs
from sad.stubs.link import own_links, with_stubs

if TYPE_CHECKING:
    from sad.analysis.links import Links
    from sad.diagnostics import Diagnostics
    from sad.incremental.store import Store
    from sad.ir.program import Unit
    from sad.loading.options import Reading


def load_incremental(
    reading: Reading, store: Store, diagnostics: Diagnostics
) -> tuple[Incremental, Sources] | None:
    """Return the descriptions of sources, most from the store; None if that cannot be done.

    It cannot for a saved description, for standard input, for text in place of files, with declared
    inputs, and where values for constant arguments are found for more calls than an analysis follows.
    Raises as ``load_description``.
    """
    if is_saved(reading.sources) or "-" in reading.sources or reading.inputs or reading.texts:
        return None
    said = len(diagnostics.items)
    sources = Sources(store)
    stubs = collect_stubs(reading.stubs)
    program = read_sources(reading, diagnostics, sources.read_one)
    links: dict[tuple[str, int, str], Links] = {}
    for file in program.files:
        for outline in sources.outlines(file.path) or ():
            links[_place(outline.unit)] = outline.links

    def links_for(unit: Unit) -> Links:
        known = links.get(_place(unit))
        return own_links(unit) if known is None else known

    linked = with_stubs(program, stubs, diagnostics, links_for)
    files = digest(*(_stub_text(name) for name in reading.stubs))
    try:
        whole = whole_of(linked.program, sources, linked.outside, files)
        return Incremental(whole, sources, linked.outside, store, diagnostics), sources
    except Changed:
        del diagnostics.items[said:]
        return None


def _place(unit: Unit) -> tuple[str, int, str]:
    return unit.span.file, unit.span.line, unit.name


def _stub_text(name: str) -> str:
    """A digest of a stub file; those that come with the tool belong to it."""
    return digest(name, Path(name).read_bytes() if os.path.isfile(name) else b"")
