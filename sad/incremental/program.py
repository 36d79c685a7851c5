"""All units of a program in order: which entries of the cache still hold, what is analysed again.

Callees come first. The key of a group of units that call each other is a digest of all its analysis may
look at: its source, the interfaces of what it mentions, and what the whole program says of it. If
a callee changes but not its interface, its callers keep their keys.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sad.description.drafts import Draft
from sad.description.inputs import Candidate
from sad.description.serialize import from_json
from sad.incremental.analyst import Analyst, Found
from sad.incremental.order import in_order
from sad.incremental.readers import Changed
from sad.incremental.said import diagnostic_from_json, span_from_json
from sad.incremental.tool import digest
from sad.parallel import GRID
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.counting.poly import Poly
    from sad.description.outside import Outside
    from sad.description.tree import UnitDescription
    from sad.diagnostics import Diagnostics, Span
    from sad.incremental.elsewhere import Elsewhere
    from sad.incremental.entries import Entries
    from sad.incremental.sources import Sources
    from sad.incremental.surroundings import Surroundings
    from sad.ir.program import Unit

Json = Any

SHARED = frozenset((NPROCS, RANK, *GRID))
"""Symbols that every unit may have as parameters."""


@dataclass(frozen=True, slots=True)
class Described:
    """One unit of the description: enough to know whether it is the same as before.

    ``number`` is its place in its group, ``digest`` stands for the whole description, ``targets`` are
    the described units it calls, ``files`` those its lines are in. ``draft`` is the key of its draft,
    ``others`` are symbols of its own that others' counts use.
    """

    name: str
    entry: str
    unit: Unit
    key: str
    number: int
    digest: str
    targets: tuple[str, ...]
    files: tuple[str, ...]
    draft: str
    others: tuple[str, ...]


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
        self._ground, self._outside, self._store = ground, outside, store
        analyst = Analyst(ground, sources, outside, store)
        self.analysed = analyst.analysed
        self._groups: dict[str, Found] = {}
        for found in in_order(ground, analyst, store, outside, sources, elsewhere):
            diagnostics.items.extend(map(diagnostic_from_json, found.entry["said"]))
            for key in found.keys:
                self._groups[key] = found
        self._stops = self._all_stops()
        self._ends = {key: found.entry["ends"] for key, found in self._groups.items()}
        self.units: list[Described] = list(self._described(self._used()))
        program, kinds = ground.whole.program, {item.kind for item in outside.values()}
        self.files = tuple(file.path for file in program.files if file.language not in kinds)
        self.lines = sum(file.lines for file in program.files)
        self.commons: dict[str, Poly] = ground.commons
        self._groups.clear()  # half of the memory: what is left to be done needs the drafts only
        del self._ground  # and much of the other half

    def _described(self, everything: frozenset[str]) -> Iterator[Described]:
        """All units in order, callees first."""
        prefixes: dict[str, set[str]] = {}
        for symbol in everything:
            prefixes.setdefault(symbol.partition(".")[0], set()).add(symbol)
        shared = everything.intersection(SHARED)
        for keys in self._ground.components:
            number = 0
            found = self._groups[keys[0]]
            for key, value in zip(keys, found.entry["interfaces"], strict=True):
                for part in value["entries"]:
                    name = value["unit"][0]
                    near = prefixes.get(name.partition(".")[0], set()).difference(part[5])
                    others = sorted(item for item in near if item.startswith(f"{name}."))
                    others += sorted(shared.difference(part[5]))
                    yield self._one(found, key, number, part, others)
                    number += 1

    def _one(self, found: Found, key: str, number: int, part: Json, others: list[str]) -> Described:
        draft, targets, files = found.entry["drafts"][number]
        outline = self._ground.whole.outlines[key]
        given = outline.key if key in self._outside else ""
        text = digest("unit", draft, given, json.dumps(others))
        return Described(
            *(part[1], part[0], outline.unit, key, number, text),
            *(tuple(targets), tuple(files), draft, tuple(others)),
        )

    def _used(self) -> frozenset[str]:
        """All symbols that counts of any unit depend on."""
        found: set[str] = set()
        for keys in self._ground.components:
            entry = self._groups[keys[0]].entry
            for value in entry["interfaces"]:
                for part in value["entries"]:
                    found.update(part[5])
            for guards in entry["guards"]:
                found.update(guards)
        return frozenset(found)

    def description(self, unit: Described) -> UnitDescription:
        """Return the description of a unit, without the line where a callee may stop.

        Raises ``Changed`` if its draft is damaged, or was dropped by another process.
        """
        body = self._store.get("draft", unit.draft)
        if body is None:
            raise Changed
        described = from_json(body["description"], unit.unit.span.file).units[0]
        found = zip(described.parameters, body["needs"], strict=True)
        draft = Draft(described, tuple(Candidate(item, needs) for item, needs in found))
        return draft.final(unit.others, self._outside.get(unit.key))

    # --- where units may stop ---

    def stops_at(self, unit: Described) -> Span | None:
        """Return where a unit that may come back may end the program, itself or in what it calls."""
        return None if self._ends[unit.key][unit.number] else self._stops[unit.key]

    def _all_stops(self) -> dict[str, Span | None]:
        stops: dict[str, Span | None] = {}
        for keys in self._ground.components:
            found = self._groups[keys[0]]
            for key, span in zip(keys, found.entry["stops"], strict=True):
                stops[key] = None if span is None else span_from_json(span)
            for _ in keys:
                for key in keys:
                    for callee in self._ground.callees(key):
                        stops[key] = stops[key] or stops.get(callee)
        return stops
