"""The section ``memory`` of a machine file: caches, TLBs and memory, from the processor outwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.schema import MemoryLevel, Value
from sad.machine.values import read_value, require

if TYPE_CHECKING:
    from sad.document import Item

_CACHE = ("size_bytes", "line_bytes", "latency_s")
_TLB = ("entries", "page_bytes", "latency_s")
_WALKS = ("sequential_s_per_line", "strided_s_per_line")


def read_memory(item: Item) -> tuple[MemoryLevel, ...]:
    """Return the levels: a list, or a mapping with the list ``levels``."""
    if not item.is_mapping:
        return tuple(_level(entry) for entry in item.sequence())
    entries = item.mapping(("levels",))
    require(item, entries, ("levels",))
    return tuple(_level(entry) for entry in entries["levels"].sequence())


def _level(item: Item) -> MemoryLevel:
    entries = item.mapping(("name", *_CACHE, *_WALKS, *_TLB[:2]))
    is_tlb = "entries" in entries or "page_bytes" in entries
    require(item, entries, ("name", *(_TLB if is_tlb else _CACHE)))
    name = entries["name"].text()
    values = {
        key: read_value(entry, positive=key in ("size_bytes", "line_bytes", *_TLB[:2]))
        for key, entry in entries.items()
        if key != "name"
    }
    if is_tlb:
        for key in ("size_bytes", "line_bytes"):
            if key in values:
                hint = "what a TLB reaches is entries * page_bytes"
                entries[key].fail("SAD407", f"a TLB has no {key}", hint)
        pages, page = values["entries"], values["page_bytes"]
        values["size_bytes"] = Value(pages.value * page.value, pages.source, pages.uncertainty)
        values["line_bytes"] = page
    return MemoryLevel(name, **values)
