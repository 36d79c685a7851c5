"""All units of a program in order: which entries of the cache still hold, what is analysed again.

Callees come first. The key of a group of units that call each other is a digest of all its analysis may
look at: its source, the interfaces of what it mentions, and what the whole program says of it. If
a callee changes but not its interface, its callers keep their keys.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sad.incremental.analyst import Analyst
from sad.incremental.described import Described, Used, described, description_of, symbols_of_group
from sad.incremental.order import in_order
from sad.incremental.said import diagnostic_from_json, span_from_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostics, Span
    from sad.incremental.analyst import Found
    from sad.incremental.elsewhere import Elsewhere
    from sad.incremental.entries import Entries
    from sad.incremental.sources import Sources
    from sad.incremental.surroundings import Surroundings
    from sad.lowering.drafts import Outside
    from sad.model.nodes import UnitDescription


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
        ground: Surroundings,
        sources: Sources,
        outside: Mapping[str, Outside],
        store: Entries,
        diagnostics: Diagnostics,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self._outside, self._store = outside, store
        analyst = Analyst(ground, sources, outside, store)
        self.analysed = analyst.analysed
        groups: dict[str, Found] = {}
        for found in in_order(ground, analyst, store, outside, sources, elsewhere):
            diagnostics.items.extend(map(diagnostic_from_json, found.entry["said"]))
            for key in found.keys:
                groups[key] = found
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
        """Return the description of a unit; see ``description_of``."""
        return description_of(unit, self._store, self._outside)

    def kept_of(self, unit: Described, kind: str) -> Json | None:
        """Return what was kept of a unit besides; None if nothing was, or costs of it are given."""
        return None if unit.key in self._outside else self._store.get(kind, unit.draft)

    def stops_at(self, unit: Described) -> Span | None:
        """Return where a unit that may come back may end the program, itself or in what it calls."""
        return None if self._ends[unit.key][unit.number] else self._stops[unit.key]


def _all_stops(ground: Surroundings, groups: Mapping[str, Found]) -> dict[str, Span | None]:
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
