"""The groups of a program in order: which entries of the store still hold, what is analysed again.

Callees come first. The key of a group of units that call each other is a digest of all its analysis may
look at: its source, the interfaces of what it mentions, and what the whole program says of it. If
a callee changes but not its interface, its callers keep their keys.
"""

from __future__ import annotations

import heapq
import json
from time import process_time
from typing import TYPE_CHECKING

from sad.gc_policy import GC_POLICY
from sad.incremental.analyst import Found
from sad.incremental.fingerprint import digest
from sad.incremental.traces import register_reals
from sad.progress import phase, steps

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.incremental.analyst import Analyst
    from sad.incremental.dispatch import Dispatch
    from sad.incremental.entries import Entries
    from sad.incremental.program_context import ProgramContext
    from sad.incremental.sources import Sources


class TaskLost(Exception):
    """Units whose analysis did not end. ``units`` gives the reason by the key of a unit."""

    def __init__(self, units: dict[str, str]) -> None:
        super().__init__(units)
        self.units = units


def in_order(
    ground: ProgramContext,
    analyst: Analyst,
    entries: Entries,
    outside: Collection[str],
    sources: Sources,
    elsewhere: Dispatch | None,
) -> Iterator[Found]:
    """Yield all groups in order, their entries known. Units in ``outside`` are looked at here.

    Raises ``TaskLost`` if an analysis elsewhere came to nothing.
    """
    lookup = Lookup(ground, analyst, entries)
    if elsewhere is None:
        with GC_POLICY.settled():  # statements are in no cycles, and many
            for keys in steps("analysing", ground.components, len(ground.components)):
                found = lookup.found(keys)
                if found.entry is None:
                    analyst.analyse(found)
                lookup.learn(found)
                yield found
    else:
        phase("analysing", len(ground.components))
        elsewhere.begin(ground, sources, analyst.summarize)
        yield from _Schedule(ground, lookup, analyst, entries, outside, elsewhere).run()


class Lookup:
    """Finds the entries of groups whose callees are known."""

    def __init__(self, ground: ProgramContext, analyst: Analyst, entries: Entries) -> None:
        self._ground, self._analyst, self._entries = ground, analyst, entries

    def found(self, keys: list[str]) -> Found:
        """Return a group, with its entry if that holds."""
        mentions = self._ground.mentions(keys)
        around = self._analyst.around(keys, mentions)
        own = [self._ground.whole.outlines[key].key for key in keys]
        wanted = self._ground.whole.wanted
        bodies = self._ground.bodies(keys, mentions) if wanted.work else None
        parts = [own, around, wanted.guesses, None if bodies is None else [*bodies.values()]]
        key = digest("group", json.dumps(parts))
        found = Found(keys, key, around, mentions)
        entry = self._entries.get("group", key)
        if entry is not None and self._analyst.answers_hold(entry):
            found.entry = entry
        return found

    def learn(self, found: Found) -> None:
        """Let callers use a group whose entry is known."""
        register_reals(found.entry["reals"])
        self._analyst.know(found)


class _Schedule:
    """Groups of which all callees are known, several at a time."""

    def __init__(
        self,
        ground: ProgramContext,
        lookup: Lookup,
        analyst: Analyst,
        entries: Entries,
        outside: Collection[str],
        elsewhere: Dispatch,
    ) -> None:
        self._ground, self._lookup, self._analyst = ground, lookup, analyst
        self._entries, self._outside, self._elsewhere = entries, outside, elsewhere
        self._found: list[Found | None] = [None] * len(ground.components)
        self._lost: dict[str, str] = {}
        self._callers: list[list[int]] = [[] for _ in ground.components]
        self._ready: list[int] = []
        self._unknown = self._waits()

    def _waits(self) -> list[int]:
        """How many groups each one waits for."""
        place = {key: n for n, keys in enumerate(self._ground.components) for key in keys}
        unknown: list[int] = []
        for number, keys in enumerate(self._ground.components):
            needed = {place[key] for key, _ in self._ground.mentions(keys).values()} - {number}
            unknown.append(len(needed))
            for other in needed:
                self._callers[other].append(number)
            if not needed:
                self._ready.append(number)
        return unknown

    def run(self) -> Iterator[Found]:
        """Yield all groups in order; raise ``TaskLost`` if there is one that nothing came of."""
        while self._ready or self._elsewhere.outstanding:
            while self._ready and not self._elsewhere.is_full:
                self._look_at(heapq.heappop(self._ready))
            if self._elsewhere.outstanding:
                self._hear()
        if self._lost:
            raise TaskLost(self._lost)
        for item in self._found:
            assert item is not None
            yield item

    def _look_at(self, number: int) -> None:
        keys = self._ground.components[number]
        found = self._lookup.found(keys)
        self._found[number] = found
        if found.entry is not None:
            self._finish(number)
        elif any(key in self._outside for key in keys) or not self._elsewhere.is_worth_it:
            start = process_time()
            self._analyst.analyse(found)
            self._elsewhere.spend(process_time() - start)
            self._finish(number)
        else:
            self._elsewhere.analyse(number, found, self._analyst)

    def _hear(self) -> None:
        number, reason = self._elsewhere.hear(self._analyst, self._entries)
        found = self._found[number]
        if reason is not None:
            # Others go on: what they find need not be found again without this one.
            self._lost.update(dict.fromkeys(self._ground.components[number], reason))
        elif found is not None and found.entry is not None:
            self._finish(number)

    def _finish(self, number: int) -> None:
        found = self._found[number]
        assert found is not None
        self._lookup.learn(found)
        for caller in self._callers[number]:
            self._unknown[caller] -= 1
            if not self._unknown[caller]:
                heapq.heappush(self._ready, caller)
