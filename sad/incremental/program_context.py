"""What a program says of its units before any of them is analysed. Plain data: others get copies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sad.algebra.poly import Poly
from sad.analysis.calls.connect import connect
from sad.analysis.calls.summary import (
    Procedure,
    entries_of,
    place_of,
    procedures_of,
    unit_key,
)
from sad.analysis.values.cells import Places, places_of
from sad.analysis.values.common_names import common_names
from sad.incremental.fingerprint import digest
from sad.incremental.outlines import Outline, outline_of
from sad.incremental.sources import StaleEntry
from sad.ir.program import UnitKind
from sad.lowering.drafts import Names
from sad.model.expand import is_library
from sad.reading.loaded import Wanted
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sad.analysis.calls.facts import Collected
    from sad.incremental.sources import Sources
    from sad.ir.program import Program, Unit
    from sad.lowering.drafts import Outside

Json = Any

Mentions = dict[str, tuple[str, str]]
"""The procedures that units name: the key of the unit each is in, and its own name."""


class ProgramContext:
    """Who calls whom in a program, under which names, and what shares memory: found once.

    ``procedures`` are what can be called, by name; ``names`` those of all entries in the description,
    ``handed`` the ones of these that are passed as an argument. ``components`` are the groups of units
    in order, callees first. Of COMMON blocks there are ``layouts``, where cells are, types and sizes of
    cells that are no integers, names of them all, and load-time values.
    """

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        outlines = whole.outlines
        links = {key: item.links for key, item in outlines.items()}
        self.procedures = {name: place_of(item) for name, item in whole.procedures.items()}
        self.connections = connect(links, self.procedures)
        self.components = self.connections.components
        order = [key for keys in self.components for key in keys]
        self.names = Names([(key, name) for key in order for name in links[key].entries])
        self._typed: dict[str, tuple[str, int | None]] = {}
        for key in order:
            for cell, kind, size in outlines[key].typed:
                self._typed.setdefault(cell, (kind, size))
        places = (
            self.procedures[name]
            for key in order
            for name in (self.connections.handed[key] if links[key].entries else ())
        )
        described = {self.names.of(place.key, place.name) for place in places}
        self.handed = frozenset(name for name in described if name is not None)
        self._layouts = places_of(item for key in order for item in outlines[key].placed)
        self._shown = common_names(pair for key in order for pair in outlines[key].shown)
        self.bounded = frozenset[str]().union(*(file.bounded for file in whole.program.files))
        self._initial = {cell: value for item in outlines.values() for cell, value in item.initial}
        self._digests: dict[str, str] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_digests": {}}

    @property
    def commons(self) -> dict[str, Poly]:
        """Load-time values of COMMON variables, as codes."""
        return {cell: Poly.constant(n) for cell, n in self._initial.items()}

    def callees(self, key: str) -> Iterator[str]:
        """Yield the keys of the units that a unit's calls may start, in the order of its calls."""
        for name, through in self.whole.outlines[key].links.called().items():
            if through:
                for target in self.connections.through.get((key, name), ()):
                    yield self.procedures[target].key
            elif name in self.procedures:
                yield self.procedures[name].key

    def mentions(self, keys: Sequence[str]) -> Mentions:
        """Return the procedures that the units of a group name."""
        found: Mentions = {}
        for key in keys:
            links = self.whole.outlines[key].links
            names = [*links.entries, *(call.name for call in links.calls if not call.through)]
            names += self.connections.handed[key]
            for _, targets in self.through(key):
                names += targets
            for name in names:
                place = self.procedures.get(name)
                if place is not None:
                    found[name] = place.key, place.name
        return found

    def bodies(self, keys: Sequence[str], mentions: Mentions) -> dict[str, str]:
        """Return the other units that a group mentions, each with what stands for its source."""
        others = {key for key, _ in mentions.values()}.difference(keys)
        return {key: self.whole.outlines[key].key for key in sorted(others)}

    def through(self, key: str) -> Iterator[tuple[tuple[str, str], list[str]]]:
        """Yield the dummy procedures that a unit calls, with what each of them can be."""
        for name, through in self.whole.outlines[key].links.called().items():
            if through and (key, name) in self.connections.through:
                yield (key, name), self.connections.through[key, name]

    def shadowed(self, keys: Sequence[str]) -> set[str]:
        """Return the names of dummy procedures that the program has procedures of as well."""
        links = (self.whole.outlines[key].links for key in keys)
        called = {name for item in links for name, through in item.called().items() if through}
        return called & self.procedures.keys()

    def around(
        self, keys: Sequence[str], mentions: Mentions, interfaces: Mapping[str, tuple[Json, str]]
    ) -> Json:
        """Return what a group's analysis may look at besides its own source, as JSON.

        ``interfaces`` are those of the units mentioned, by key, each with its digest.
        """
        units: list[Json] = []
        for key in keys:
            outline = self.whole.outlines[key]
            units.append(
                [
                    self.whole.languages[key],
                    key in self.connections.once,
                    [
                        [described, described in self.handed]
                        for described in (self.names.of(key, n) for n in outline.links.entries)
                    ],
                    sorted(self.bounded.intersection(outline.links.called())),
                    [[dummy, names] for (_, dummy), names in self.through(key)],
                    self.connections.handed[key],
                ]
            )
        seen: list[Json] = []
        for name, (key, called) in sorted(mentions.items()):
            if key in keys:
                seen.append([name, called, keys.index(key)])
            else:
                is_far = key in self.connections.far
                again = key in self.connections.again
                seen.append([name, called, interfaces[key][1], is_far, again])
        typed, shown = self.cells(keys, mentions, interfaces)
        return {
            "units": units,
            "mentions": seen,
            "shadowed": [
                [name, len(self.whole.procedures[name].unit.dummies)]
                for name in sorted(self.shadowed(keys))
            ],
            "recursive": self.is_recursive(keys),
            "far": keys[0] in self.connections.far,
            "places": {block: self._layout(block) for block in self._blocks(keys)},
            "typed": typed,
            "shown": shown,
        }

    def is_recursive(self, keys: Sequence[str]) -> bool:
        """Whether the units of a group call each other, or the one unit itself."""
        return keys[0] in self.connections.recursive

    def places(self, keys: Sequence[str]) -> Places:
        """Return where the cells are of the COMMON blocks that units have, by block."""
        return {block: self._layouts.get(block, []) for block in self._blocks(keys)}

    def _blocks(self, keys: Sequence[str]) -> list[str]:
        return sorted({block for key in keys for block in self.whole.outlines[key].unit.symbols})

    def _layout(self, block: str) -> str:
        """A digest of where the cells of a COMMON block are: thousands of units may have it."""
        known = self._digests.get(block)
        if known is None:
            places = self._layouts.get(block, [])
            known = self._digests[block] = digest("places", json.dumps(places))
        return known

    def cells(
        self, keys: Sequence[str], mentions: Mentions, interfaces: Mapping[str, tuple[Json, str]]
    ) -> tuple[dict[str, tuple[str, int | None]], dict[str, str]]:
        """Return of the COMMON cells of units, and of what they call, types and sizes, and names.

        Integers have no type here. Of what is called those count on which something depends there.
        """
        callees = {key for key, _ in mentions.values()}.difference(keys)
        seen = set[str]().union(*(interfaces[key][0]["effects"][1] for key in callees))
        own = [self.whole.outlines[key] for key in keys]
        typed = {cell for item in own for cell, _, _ in item.typed}
        shown = {cell for item in own for cell, _ in item.shown}
        return (
            {cell: self._typed[cell] for cell in sorted(typed | (seen & self._typed.keys()))},
            {cell: self._shown[cell] for cell in sorted(shown | (seen & self._shown.keys()))},
        )


# A program in outline: all units by key, and what their names mean.


@mutable
class Whole:
    """A program in outline. ``units`` are those that are there as a whole: of C, and stubs.

    ``wanted`` is what descriptions of units are to have besides counts, ``one_run`` tells that nothing
    is looked up in another run: what statements say of units is ``collected`` then, until it is used.
    """

    program: Program
    outlines: Mapping[str, Outline] = field(default_factory=dict[str, Outline])
    units: dict[str, Unit] = field(default_factory=dict[str, "Unit"])
    places: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    languages: dict[str, str] = field(default_factory=dict[str, str])
    procedures: Mapping[str, Procedure] = field(default_factory=dict[str, Procedure])
    wanted: Wanted = Wanted()
    one_run: bool = False
    collected: dict[str, Collected] = field(default_factory=dict[str, "Collected"])

    @property
    def may_be_library(self) -> bool:
        """Whether there seems to be no one unit to start from."""
        entries = [(name, item) for item in self.outlines.values() for name in item.links.entries]
        called = {name for entry, item in entries for name in item.links.called() if name != entry}
        programs = sum(item.unit.kind is UnitKind.PROGRAM for _, item in entries)
        return is_library(len(entries), programs, sum(name not in called for name, _ in entries))


def whole_of(
    program: Program,
    sources: Sources,
    outside: Mapping[str, Outside],
    stubs: str | None,
    lost: Collection[str] = (),
) -> Whole:
    """Return a program in outline without the units in ``lost``.

    ``stubs`` is a digest of the files that ``outside`` is from; None where keys need not tell what
    units say, since nothing is looked up in another run.
    """
    whole = Whole(program, one_run=stubs is None)
    found: dict[str, Outline] = {}
    pairs: list[tuple[Unit, Any]] = []
    for file in program.files:
        outlines = sources.outlines(file.path)
        for number, unit in enumerate(file.units):
            key = unit_key(unit)
            if key in lost:
                continue
            if key in whole.languages and key not in found:
                if outlines is None and repr(whole.units[key]) == repr(unit):
                    continue  # of a header that several C files include
                raise StaleEntry
            whole.languages[key] = file.language
            if outlines is None:
                whole.units[key] = unit
                pairs.append((unit, entries_of(unit)))
            else:
                found[key] = outlines[number]
                whole.places[key] = file.path, number
                pairs.append((unit, outlines[number].links.definitions))
    whole.procedures = procedures_of(pairs, program.aliases)
    for key, unit in whole.units.items():
        from sad.analysis.calls.facts import Collected  # noqa: PLC0415 - not where outlines are known

        collected, text = Collected(unit), key
        if stubs is None:
            whole.collected[key] = collected
        else:
            text = digest("stub", stubs, key) if key in outside else digest("unit", repr(unit))
        found[key] = outline_of(unit, text, collected.facts(whole.procedures))
    order = dict.fromkeys(map(unit_key, program.units))
    whole.outlines = {key: found[key] for key in order if key in found}
    return whole
