"""Analyses groups of units against the interfaces of what they call: in this process or in another."""

from __future__ import annotations

import json
from collections.abc import Callable
from sys import intern
from typing import TYPE_CHECKING, Any

from sad.algebra.codes import gathered_reals
from sad.diagnostics import Diagnostics
from sad.gc_policy import GC_POLICY
from sad.incremental.entries import diagnostic_to_json, packed_text, text_of
from sad.incremental.fingerprint import digest
from sad.incremental.traces import Traces, given_from_json, given_to_json
from sad.model.code_lines import Places
from sad.model.saved import unit_to_json
from sad.model.walks.parts import pointed_at
from sad.records import mutable, replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.facts import Collected
    from sad.analysis.calls.results import Given
    from sad.incremental.entries import Entries
    from sad.incremental.group import Group
    from sad.incremental.interface import StandIn
    from sad.incremental.program_context import Mentions, ProgramContext
    from sad.incremental.sources import UnitFiles
    from sad.ir.program import Unit
    from sad.lowering.build import Compiled
    from sad.lowering.drafts import Draft, Outside

Json = Any

_MOST_STAND_INS = 500
"""Callees that are kept as their callers see them: a procedure is called from many places."""
_MOST_ALIVE = 200_000
"""Values in analysed groups that are kept for the constants their functions may be called with next."""


Summarize = Callable[["Draft"], "Mapping[str, Json]"]
"""Makes of a draft what somebody wants to know of a unit, as JSON by kind. It can be pickled."""


@mutable
class Found:
    """What is known of one group: the keys of its units, what they mention, its entry and its key.

    ``around`` is a digest of all that its analysis may look at besides its own source.
    """

    keys: list[str]
    mentions: Mentions
    key: str = ""
    around: str = ""
    entry: Json = None

    def seen(self) -> Found:
        """Return what the analysis of callers may look at."""
        entry = {name: self.entry[name] for name in ("interfaces", "digests")}
        return replace(self, entry=entry)


class Shallow(Exception):
    """A value was asked for of a unit that reaches what is not known. ``key`` is the unit's."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Analyst:
    """Analyses groups whose callees it was told of. What it finds goes to ``entries``, too.

    ``outside`` are costs given by unit key. ``summarize`` makes what is kept of each draft besides.
    ``asked_for`` are keys of units that were asked for values for constant arguments.
    """

    def __init__(
        self,
        ground: ProgramContext,
        units: UnitFiles,
        outside: Mapping[str, Outside],
        entries: Entries,
        summarize: Summarize | None = None,
    ) -> None:
        self._ground, self._units, self._outside = ground, units, outside
        self._entries, self.summarize = entries, summarize
        self._groups: dict[str, Found] = {}
        self._alive: dict[str, Group] = {}
        self._values_alive = 0
        self._deep: dict[str, str] = {}
        self._whole: set[str] = set()
        self.traces = Traces(entries, self._deep_key, self._trace)
        self._interfaces: dict[str, tuple[Json, str]] = {}
        self._stand_ins: dict[str, StandIn] = {}
        self.asked_for: set[str] = set()

    def know(self, found: Found) -> None:
        """Be told of a group whose entry is known."""
        known = zip(map(_shared, found.entry["interfaces"]), found.entry["digests"], strict=True)
        self._interfaces.update(zip(found.keys, known, strict=True))
        for key in found.keys:
            self._groups[key] = found

    def around(self, found: Found) -> str:
        """Return a digest of what the analysis of a group may look at, its callees known."""
        around = self._ground.around(found.keys, found.mentions, self._interfaces)
        return digest("around", json.dumps(around))

    def group(self, key: str) -> Found:
        """Return the group of a unit, which is known."""
        return self._groups[key]

    def reached(self, key: str, beyond: Collection[str] = ()) -> list[Found]:
        """Return the groups that a unit reaches, its own among them, but for units ``beyond``.

        Raises ``Shallow`` if one is not known.
        """
        reached: dict[str, Found] = {}
        pending = [key]
        while pending:
            unit = pending.pop()
            if unit in beyond:
                continue
            group = self._groups.get(unit)
            if group is None:
                raise Shallow(key)
            if group.key not in reached:
                reached[group.key] = group
                pending += [item for item, _ in group.mentions.values()]
        return list(reached.values())

    # --- one group ---

    def analyse(self, found: Found) -> None:
        """Analyse a group, whose callees are known; its entry and the drafts of its units are kept."""
        # Not for programs all of whose groups are known.
        from sad.incremental.interface import interface_of  # noqa: PLC0415
        from sad.reading.notes import tell_all  # noqa: PLC0415

        asked: list[Json] = []
        recording = True

        def ask(name: str, given: Given) -> Poly | None:
            value, known = self._answer(name, given)
            if recording:
                asked.append([name, given_to_json(given), known])
            return value

        with gathered_reals() as reals:
            bodies = self._bodies(found) if self._ground.whole.wanted.work else None
            live = self._live(found, ask, bodies)
            places = Places({self._unit(key).span.file for key in found.keys})
            drafts = [
                self._draft(found, live, number, places) for number in range(len(live.entries))
            ]
        recording = False
        said = Diagnostics()
        tell_all(live.entries, live.effects, said)
        interfaces = [interface_of(item) for item in live.seen]
        stops = [live.stop(self._unit(key)) for key in found.keys]
        found.entry = {
            "interfaces": interfaces,
            "digests": [digest(json.dumps(item)) for item in interfaces],
            "guards": [*map(sorted, live.guards)],
            "asked": asked,
            "reals": list(map(str, reals)),
            "said": [diagnostic_to_json(item, places) for item in said.items],
            "stops": [None if span is None else places.span(span) for span in stops],
            "ends": [entry.structured.never_returns for entry in live.entries],
            "drafts": drafts,
        }
        if places.are_apart:
            self._entries.put("group", found.key, found.entry)
        if live.may_be_asked:
            self._keep_alive(found, live)
        else:
            live.close()
        GC_POLICY.collect()

    def _draft(self, found: Found, live: Group, number: int, places: Places) -> Json:
        """Keep the draft of a description; return its digest, the units it calls, its files."""
        ground = self._ground
        draft = live.draft(number, ground.handed, with_guesses=ground.whole.wanted.guesses)
        key = f"{found.key} {number}"
        if not ground.whole.one_run:
            parameters = tuple(item.parameter for item in draft.candidates)
            body = unit_to_json(replace(draft.unit, parameters=parameters), places)
            text = text_of({"description": body, "needs": [x.needs for x in draft.candidates]})
            key = digest(text)
            self._entries.put_packed("draft", key, packed_text(text))
        if self.summarize is not None and self._outside.keys().isdisjoint(found.keys):
            for kind, value in self.summarize(draft).items():
                self._entries.put(kind, key, value)
        targets, files = pointed_at(draft.unit)
        return [key, list(targets), sorted(files)]

    def draft(self, key: str, number: int) -> Draft:
        """Return the draft of an entry of a group, which is analysed again."""
        live = self._live(self._groups[key], self._value)
        return live.draft(number, self._ground.handed, with_guesses=False)

    def compiled(self, key: str, number: int) -> Compiled:
        """Return the tree and the loops of an entry of a group with what compiled code does."""
        found = self._groups[key]
        live = self._live(found, self._value, with_errors=True)
        return live.compiled(number, self._bodies(found))

    def bodies_key(self, key: str, number: int) -> str:
        """Return a digest of all that decides what compiled code of an entry of a group does."""
        found = self._groups[key]
        bodies = self._ground.bodies(found.keys, found.mentions)
        return digest("work", json.dumps([found.key, number, list(bodies.values())]))

    def _bodies(self, found: Found) -> dict[str, Unit]:
        """The units that a group mentions: what code does depends on the statements of callees."""
        return {key: self._unit(key) for key in self._ground.bodies(found.keys, found.mentions)}

    def _live(
        self,
        found: Found,
        ask: Any,
        bodies: Mapping[str, Unit] | None = None,
        *,
        with_errors: bool = False,
    ) -> Group:
        from sad.incremental.group import Around, Group  # noqa: PLC0415 - as in ``analyse``
        from sad.incremental.interface import stand_in  # noqa: PLC0415

        ground = self._ground
        units = [self._collected(key) for key in found.keys]
        callees: dict[str, StandIn | None] = {}
        for key, _ in found.mentions.values():
            if key in found.keys:
                callees[key] = None
            elif key not in callees:
                callee = self._stand_ins.get(key)
                if callee is None:
                    span = ground.whole.outlines[key].unit.span
                    if len(self._stand_ins) >= _MOST_STAND_INS:
                        self._stand_ins.clear()
                    callee = self._stand_ins[key] = stand_in(self._interfaces[key][0], span)
                callees[key] = callee
        connections = ground.connections
        seen = {*found.keys, *(key for key, _ in found.mentions.values())}
        around = Around(
            found.mentions,
            callees,
            {name: ground.whole.procedures[name] for name in ground.shadowed(found.keys)},
            ground.is_recursive(found.keys),
            frozenset(key for key in found.keys if key in connections.once),
            {place: tuple(names) for key in found.keys for place, names in ground.through(key)},
            {key: tuple(connections.handed[key]) for key in found.keys},
            ground.bounded,
            ground.places(found.keys),
            *ground.cells(found.keys, found.mentions, self._interfaces),
            ground.names,
            frozenset(connections.far.intersection(seen)),
            frozenset(connections.again.intersection(seen)),
            with_errors or not ground.whole.one_run,
        )
        return Group(units, around, ground.whole.languages, self._outside, ask, bodies)

    def _unit(self, key: str) -> Unit:
        known = self._ground.whole.units.get(key)
        return self._units.unit(*self._ground.whole.places[key]) if known is None else known

    def _collected(self, key: str) -> Collected:
        from sad.analysis.calls.facts import Collected  # noqa: PLC0415 - as in ``analyse``

        whole = self._ground.whole
        if key not in whole.units:
            return self._units.collected(*whole.places[key])
        return whole.collected.pop(key, None) or Collected(whole.units[key])

    # --- values for constant arguments ---

    def _answer(self, name: str, given: Given) -> tuple[Poly | None, str]:
        key = self._ground.procedures[name].key
        self.asked_for.add(key)
        if key not in self._whole:
            reached = self.reached(key, self._whole)
            self._whole.update(item for group in reached for item in group.keys)
        return self.traces.value(key, given)

    def _value(self, name: str, given: Given) -> Poly | None:
        return self._answer(name, given)[0]

    def answers_hold(self, entry: Json) -> bool:
        """Whether functions give back what they did for the constants they were called with."""
        return all(
            self._answer(name, given_from_json(given))[1] == known
            for name, given, known in entry["asked"]
        )

    def _trace(self, key: str, given: Given) -> Poly | None:
        found = self._groups[key]
        live = self._alive.pop(found.key, None)
        if live is None:
            live = self._live(found, self._value)
        else:
            self._values_alive -= live.weight
        value = live.traced(self._unit(key), given)
        self._keep_alive(found, live)  # not after an exception, which leaves it half done
        GC_POLICY.collect()
        return value

    def _keep_alive(self, found: Found, live: Group) -> None:
        self._alive[found.key] = live
        self._values_alive += live.weight
        while self._values_alive > _MOST_ALIVE:
            oldest = self._alive.pop(next(iter(self._alive)))
            self._values_alive -= oldest.weight
            oldest.close()

    def _deep_key(self, key: str) -> str:
        """A digest of a group's statements and of all that they reach, wherever these stand."""
        found = self._groups[key]
        known = self._deep.get(found.key)
        if known is None:
            shapes = [self._ground.whole.outlines[item].shape for item in found.keys]
            others = sorted({k for k, _ in found.mentions.values() if k not in found.keys})
            parts = [shapes, found.around, [self._deep_key(item) for item in others]]
            known = self._deep[found.key] = digest("deep", json.dumps(parts))
        return known


def _shared(interface: Json) -> Json:
    """The same interface, its COMMON cells once in memory: thousands of units have the same."""
    written, commons, *others = interface["effects"]
    interface["effects"] = [list(map(intern, written)), list(map(intern, commons)), *others]
    return interface
