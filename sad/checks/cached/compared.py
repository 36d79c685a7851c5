"""Units of a snapshot that were compared before, kept by what the snapshot holds.

What is known of a snapshot is where each unit stands in it, and which costs have the lines that are
there. So the text of units that did not change need not be looked at again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.asked import exists
from sad.checks.snapshot.blocks import Blocks, snapshot_blocks
from sad.checks.snapshot.exact import exact_path, whole_text
from sad.incremental.readers import Changed
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sad.checks.cached.state import CachedUnits
    from sad.incremental.cache import Cache

Json = Any


class Compared:
    """A snapshot that keeps some loops. ``units`` are the names of its units, in order."""

    def __init__(self, path: str, loops: tuple[str, ...], cache: Cache, known: Json) -> None:
        self._path, self._loops, self._cache = path, loops, cache
        self._places: Mapping[str, tuple[int, int]] = known["places"]
        self._same: dict[str, str] = known["same"]
        self._key = _key(path, loops, cache)

    @property
    def units(self) -> Collection[str]:
        """The names of the units, in order."""
        return self._places.keys()

    def same(self, names: Iterable[str], units: CachedUnits) -> set[str]:
        """Return the units whose lines in the snapshot are those of now."""
        here = [name for name in names if name in self._places]
        found = {name for name in here if self._same.get(name) == units.digest(name)}
        others = [name for name in here if name not in found]
        blocks = self.blocks(others)
        new = {name for name in others if units.is_same(name, blocks, self._loops)}
        kept = {name: units.digest(name) for name in new if units.is_sure(name)}
        if kept:
            self._same.update(kept)
            self._cache.store.put(
                "compared", self._key, {"places": self._places, "same": self._same}
            )
        return found | new

    def blocks(self, names: Collection[str]) -> Blocks:
        """Return the texts of some units; raise ``Changed`` if the file is not what it was."""
        texts: dict[str, str] = {}
        whole = (whole_text(self._path) if names else None) or b""
        for name in names:
            start, end = self._places[name]
            texts[name] = whole[start:end].decode("utf-8", "replace")
        if not self._cache.files.is_as_read(self._path):
            raise Changed
        return Blocks(self._path, texts)


def compared(path: str, loops: tuple[str, ...], cache: Cache) -> Compared | None:
    """Return a snapshot without machines and sizes; None if it has to be read line by line."""
    known = cache.store.get("compared", _key(path, loops, cache))
    if known is None:
        blocks = snapshot_blocks(path)
        if blocks is None:
            return None
        known = {"places": blocks.places(), "same": {}}
    return Compared(path, loops, cache, known)


def _key(path: str, loops: tuple[str, ...], cache: Cache) -> str:
    exact = exact_path(path)
    parts = cache.files.digest(path), cache.files.digest(exact) if exists(exact) else ""
    return digest("compared", *parts, repr(loops))
