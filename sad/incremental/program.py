"""All units of a program in order: which entries of the cache still hold, what is analysed again.

Callees come first. The key of a group of units that call each other is a digest of all its analysis may
look at: its source, the interfaces of what it mentions, and what the whole program says of it. If
a callee changes but not its interface, its callers keep their keys.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sad.analysis.callgraph import place_of
from sad.analysis.cells import Places, places_of
from sad.analysis.connect import connect
from sad.counting.codes import gathered_reals
from sad.counting.poly import Poly
from sad.description.build import Names
from sad.description.serialize import from_json, to_json
from sad.description.tree import Description
from sad.diagnostics import Diagnostics
from sad.incremental.group import Around, Group
from sad.incremental.interface import StandIn, interface_of, stand_in
from sad.incremental.outlines import diagnostic_from_json, diagnostic_to_json
from sad.incremental.sources import Changed
from sad.incremental.tool import digest
from sad.incremental.traces import Traces, given_from_json, given_to_json, register_reals, shape_of
from sad.incremental.uses import files_of, targets_of
from sad.parallel import GRID
from sad.reading.notes import tell_all
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.exits import Given
    from sad.description.outside import Outside
    from sad.description.tree import UnitDescription
    from sad.incremental.sources import Sources
    from sad.incremental.store import Store
    from sad.incremental.whole import Whole
    from sad.ir.program import Unit

Json = Any

SHARED = frozenset((NPROCS, RANK, *GRID))
"""Symbols that every unit may have as parameters."""
MOST_TRACED = 2_000
"""Values for constant arguments that an analysis finds; which ones come after depends on the order."""


@dataclass(frozen=True, slots=True)
class Described:
    """One unit of the description: enough to know whether it is the same as before.

    ``number`` is its place in its group, ``digest`` stands for the whole description, ``targets`` are
    the described units it calls, ``files`` those its lines are in.
    """

    name: str
    entry: str
    unit: Unit
    key: str
    number: int
    digest: str
    targets: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(slots=True)
class _Found:
    """What is known of one group: its key, its entry in the store, its analysis if there was one."""

    keys: list[str]
    key: str
    around: Json
    mentions: dict[str, tuple[str, str]]
    entry: Json = None
    live: Group | None = None


class Incremental:
    """The descriptions of a program's units, most of them from the store.

    ``units`` are all of them, callees first; ``analysed`` names those that had to be looked at.
    """

    def __init__(
        self,
        whole: Whole,
        sources: Sources,
        outside: Mapping[str, Outside],
        store: Store,
        diagnostics: Diagnostics,
    ) -> None:
        self._whole, self._sources, self._outside = whole, sources, outside
        self._store, self._diagnostics = store, diagnostics
        outlines = whole.outlines
        links = {key: item.links for key, item in outlines.items()}
        self._procedures = {name: place_of(item) for name, item in whole.procedures.items()}
        self._connections = connect(links, self._procedures)
        self._order = [key for keys in self._connections.components for key in keys]
        self._names = Names((key, name) for key in self._order for name in links[key].entries)
        self._places: Places = places_of(
            item for key in self._order for item in outlines[key].placed
        )
        self._typed: dict[str, tuple[str, int | None]] = {}
        for key in self._order:
            for cell, kind, size in outlines[key].typed:
                self._typed.setdefault(cell, (kind, size))
        files = whole.program.files
        self._bounded = frozenset[str]().union(*(file.bounded for file in files))
        self._interfaces: dict[str, tuple[Json, str]] = {}
        self._groups: dict[str, _Found] = {}
        self._deep: dict[str, str] = {}
        self.analysed: list[str] = []
        self._traces = Traces(store, self._deep_key, self._trace)
        for keys in self._connections.components:
            self._add(keys)
        if len(self._traces.asked) >= MOST_TRACED:
            raise Changed
        self._of_all = self._used(), self._handed()
        self.units: list[Described] = list(self._described())

    @property
    def files(self) -> tuple[str, ...]:
        """The source files in order, those of stubs left out."""
        kinds = {item.kind for item in self._outside.values()}
        return tuple(f.path for f in self._whole.program.files if f.language not in kinds)

    @property
    def commons(self) -> dict[str, Poly]:
        """Load-time values of COMMON integers."""
        outlines = self._whole.outlines.values()
        return {cell: Poly.constant(n) for item in outlines for cell, n in item.initial}

    # --- groups ------------------------------------------------------------------------------------

    def _add(self, keys: list[str]) -> None:
        """Find the interfaces of a group, in the store or by analysing it."""
        mentions = self._mentions(keys)
        around = self._around(keys, mentions)
        own = [self._whole.outlines[key].key for key in keys]
        key = digest("group", json.dumps([own, around]))
        found = _Found(keys, key, around, mentions)
        for item in keys:
            self._groups[item] = found
        entry = self._store.get("group", key)
        if entry is not None and self._answers_hold(entry):
            found.entry = entry
        else:
            self._analyse(found)
        register_reals(found.entry["reals"])
        self._diagnostics.items.extend(map(diagnostic_from_json, found.entry["said"]))
        known = zip(found.entry["interfaces"], found.entry["digests"], strict=True)
        self._interfaces.update(zip(keys, known, strict=True))

    def _answers_hold(self, entry: Json) -> bool:
        """Whether functions give back what they did for the constants they were called with."""
        return all(
            self._traces.value(self._procedures[name].key, given_from_json(given))[1] == known
            for name, given, known in entry["asked"]
        )

    def _mentions(self, keys: list[str]) -> dict[str, tuple[str, str]]:
        """The procedures that units name: the key of the unit each is in, and its own name."""
        found: dict[str, tuple[str, str]] = {}
        for key in keys:
            links = self._whole.outlines[key].links
            names = [*links.entries, *(call.name for call in links.calls if not call.through)]
            names += self._connections.handed[key]
            for _, targets in self._through(key):
                names += targets
            for name in names:
                place = self._procedures.get(name)
                if place is not None:
                    found[name] = place.key, place.name
        return found

    def _through(self, key: str) -> Iterator[tuple[tuple[str, str], list[str]]]:
        for name, through in self._whole.outlines[key].links.called().items():
            if through and (key, name) in self._connections.through:
                yield (key, name), self._connections.through[key, name]

    def _shadowed(self, keys: list[str]) -> set[str]:
        """The names of dummy procedures that the program has procedures of as well."""
        links = (self._whole.outlines[key].links for key in keys)
        called = {name for item in links for name, through in item.called().items() if through}
        return called & self._procedures.keys()

    def _around(self, keys: list[str], mentions: Mapping[str, tuple[str, str]]) -> Json:
        """What a group's analysis may look at besides its own source, as JSON."""
        units: list[Json] = []
        blocks: set[str] = set()
        cells: set[str] = set()
        for key in keys:
            outline = self._whole.outlines[key]
            blocks.update(outline.unit.symbols)
            cells.update(cell for cell, _, _ in outline.typed)
            units.append(
                [
                    self._whole.languages[key],
                    key in self._connections.once,
                    [self._names.of(key, name) for name in outline.links.entries],
                    sorted(self._bounded.intersection(outline.links.called())),
                    [[dummy, names] for (_, dummy), names in self._through(key)],
                    self._connections.handed[key],
                ]
            )
        seen: list[Json] = []
        for name, (key, called) in sorted(mentions.items()):
            if key in keys:
                seen.append([name, called, keys.index(key)])
            else:
                value, known = self._interfaces[key]
                seen.append([name, called, known])
                cells.update(cell for cell, _ in value["effects"][1] if cell in self._typed)
        return {
            "units": units,
            "mentions": seen,
            "shadowed": [
                [name, len(self._whole.procedures[name].unit.dummies)]
                for name in sorted(self._shadowed(keys))
            ],
            "recursive": keys[0] in self._connections.recursive,
            "places": {block: self._places.get(block, []) for block in sorted(blocks)},
            "typed": {cell: self._typed[cell] for cell in sorted(cells)},
        }

    def _analyse(self, found: _Found) -> None:
        """Analyse a group, whose callees are known, and keep what is found."""
        asked: list[Json] = []
        recording = True

        def ask(name: str, given: Given) -> Poly | None:
            place = self._procedures[name]
            value, known = self._traces.value(place.key, given)
            if recording:
                asked.append([name, given_to_json(given), known])
            return value

        with gathered_reals() as reals:
            live = self._live(found, ask)
        recording = False
        said = Diagnostics()
        tell_all(live.entries, said)
        interfaces = [interface_of(item) for item in live.seen]
        found.entry = {
            "interfaces": interfaces,
            "digests": [digest(json.dumps(item)) for item in interfaces],
            "guards": [sorted(live.guards(number)) for number in range(len(live.entries))],
            "asked": asked,
            "reals": list(map(str, reals)),
            "said": [diagnostic_to_json(item) for item in said.items],
        }
        found.live = live
        self._store.put("group", found.key, found.entry)

    def _live(self, found: _Found, ask: Any) -> Group:
        units = [self._unit(key) for key in found.keys]
        self.analysed += [unit.name for unit in units]
        callees: dict[str, StandIn | None] = {}
        for key, _ in found.mentions.values():
            if key in found.keys:
                callees[key] = None
            elif key not in callees:
                span = self._whole.outlines[key].unit.span
                callees[key] = stand_in(self._interfaces[key][0], span)
        around = Around(
            found.mentions,
            callees,
            {name: self._whole.procedures[name] for name in self._shadowed(found.keys)},
            found.around["recursive"],
            frozenset(key for key in found.keys if key in self._connections.once),
            {place: tuple(names) for key in found.keys for place, names in self._through(key)},
            {key: tuple(self._connections.handed[key]) for key in found.keys},
            self._bounded,
            {block: list(map(tuple, items)) for block, items in found.around["places"].items()},
            found.around["typed"],
            self._names,
        )
        return Group(units, around, self._whole.languages, self._outside, ask)

    def _unit(self, key: str) -> Unit:
        known = self._whole.units.get(key)
        if known is None:
            path, number = self._whole.places[key]
            known = self._whole.units[key] = self._sources.unit(path, number)
        return known

    def _alive(self, key: str) -> Group:
        found = self._groups[key]
        if found.live is None:
            self._analyse(found)
        assert found.live is not None
        return found.live

    # --- values for constant arguments ---------------------------------------------------------------

    def _trace(self, key: str, given: Given) -> Poly | None:
        return self._alive(key).traced(self._unit(key), given)

    def _deep_key(self, key: str) -> str:
        """A digest of a group's statements and of all that they reach, wherever these stand."""
        found = self._groups[key]
        known = self._deep.get(found.key)
        if known is None:
            shapes = [self._shape(item) for item in found.keys]
            others = sorted({k for k, _ in found.mentions.values() if k not in found.keys})
            parts = [shapes, found.around, [self._deep_key(item) for item in others]]
            known = self._deep[found.key] = digest("deep", json.dumps(parts))
        return known

    def _shape(self, key: str) -> str:
        text = self._whole.outlines[key].key
        known = self._store.get("shape", text)
        if known is None:
            known = shape_of(self._unit(key))
            self._store.put("shape", text, known)
        return known

    # --- descriptions ------------------------------------------------------------------------------

    def _described(self) -> Iterator[Described]:
        """All units in order, callees first."""
        everything, handed = self._of_all
        prefixes: dict[str, set[str]] = {}
        for symbol in everything:
            prefixes.setdefault(symbol.partition(".")[0], set()).add(symbol)
        for keys in self._connections.components:
            number = 0
            found = self._groups[keys[0]]
            for key, value in zip(keys, found.entry["interfaces"], strict=True):
                for part in value["entries"]:
                    name = value["unit"][0]
                    near = prefixes.get(name.partition(".")[0], set()).difference(part[5])
                    others = sorted(item for item in near if item.startswith(f"{name}."))
                    others += sorted(everything.intersection(SHARED).difference(part[5]))
                    parts = [found.key, found.entry["asked"], number, others, part[1] in handed]
                    place = digest("unit", json.dumps(parts))
                    yield self._one(place, key, number, part)
                    number += 1

    def _one(self, place: str, key: str, number: int, part: Json) -> Described:
        known = self._store.get("unit", place)
        if known is None:
            unit, text = self._describe(key, number)
            known: Json = [text, list(targets_of(unit)), sorted(files_of(unit))]
            self._store.put("unit", place, known)
        text, targets, files = known
        light = self._whole.outlines[key].unit
        return Described(part[1], part[0], light, key, number, text, tuple(targets), tuple(files))

    def _describe(self, key: str, number: int) -> tuple[UnitDescription, str]:
        """Describe a unit anew; return a digest of the description, too."""
        unit = self._alive(key).describe(number, *self._of_all)
        body: Json = {**to_json(Description((), 0, (unit,), {})), "reals": []}
        text = digest(json.dumps(body))
        self._store.put("description", text, body)
        return unit, text

    def _used(self) -> frozenset[str]:
        """All symbols that counts of any unit depend on."""
        found: set[str] = set()
        for keys in self._connections.components:
            entry = self._groups[keys[0]].entry
            for value in entry["interfaces"]:
                for part in value["entries"]:
                    found.update(part[5])
            for guards in entry["guards"]:
                found.update(guards)
        return frozenset(found)

    def _handed(self) -> frozenset[str]:
        """The described names of the units that are passed as arguments somewhere."""
        found: set[str | None] = set()
        for key in self._order:
            if self._whole.outlines[key].links.entries:
                for name in self._connections.handed[key]:
                    place = self._procedures[name]
                    found.add(self._names.of(place.key, place.name))
        return frozenset(name for name in found if name is not None)

    def description(self, unit: Described) -> UnitDescription:
        """Return the description of a unit, without the line where a callee may stop."""
        body = self._store.get("description", unit.digest)
        if body is None:  # damaged, or dropped by another process
            return self._describe(unit.key, unit.number)[0]
        return from_json(body, unit.unit.span.file).units[0]
