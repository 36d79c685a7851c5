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
from sad.progress import phase, step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.incremental.analyst import Analyst
    from sad.incremental.dispatch import Dispatch
    from sad.incremental.entries import Entries
    from sad.incremental.program_context import ProgramContext
    from sad.lowering.drafts import Outside


class TaskLost(Exception):
    """Units whose analysis did not end. ``units`` gives the reason by the key of a unit."""

    def __init__(self, units: dict[str, str]) -> None:
        super().__init__(units)
        self.units = units


class Schedule:
    """Finds the entries of all groups. Units in ``outside`` are looked at here.

    ``elsewhere`` is where others are analysed, several at a time; None: here, one after the other.
    """

    def __init__(
        self,
        ground: ProgramContext,
        analyst: Analyst,
        entries: Entries,
        outside: Mapping[str, Outside],
        elsewhere: Dispatch | None,
    ) -> None:
        self._ground, self._analyst, self._entries = ground, analyst, entries
        self._outside, self._elsewhere = outside, elsewhere
        self._groups = [Found(keys, ground.mentions(keys)) for keys in ground.components]
        self._done, self._lost = 0, dict[str, str]()
        self._callers: list[list[int]] = [[] for _ in self._groups]
        self._ready: list[int] = []
        self._unknown = self._waits()

    def _waits(self) -> list[int]:
        """How many groups each one waits for."""
        place = {key: n for n, found in enumerate(self._groups) for key in found.keys}
        unknown: list[int] = []
        for number, found in enumerate(self._groups):
            needed = {place[key] for key, _ in found.mentions.values()} - {number}
            unknown.append(len(needed))
            for other in needed:
                self._callers[other].append(number)
            if not needed:
                self._ready.append(number)
        return unknown

    def in_order(self) -> list[Found]:
        """Return all groups in order, their entries known.

        Raises ``TaskLost`` if an analysis elsewhere came to nothing.
        """
        phase("analysing", len(self._groups))
        others = self._elsewhere
        with GC_POLICY.settled():  # statements are in no cycles, and many
            while self._ready or (others is not None and others.outstanding):
                while self._ready and (others is None or not others.is_full):
                    self._look_at(heapq.heappop(self._ready))
                if others is not None and others.outstanding:
                    self._hear(others)
        if self._lost:
            raise TaskLost(self._lost)
        return self._groups

    def _look_at(self, number: int) -> None:
        found, others = self._groups[number], self._elsewhere
        self._look_up(found)
        if found.entry is not None:
            self._finish(number)
        elif (
            others is not None
            and others.is_worth_it
            and self._outside.keys().isdisjoint(found.keys)
        ):
            others.analyse(number, found, self._analyst)
        else:
            start = process_time()
            self._analyst.analyse(found)
            if others is not None:
                others.spend(process_time() - start)
            self._finish(number)

    def _look_up(self, found: Found) -> None:
        """Let a group whose callees are known have its key, and its entry if one holds."""
        whole, keys = self._ground.whole, found.keys
        found.around = self._analyst.around(found)
        own, wanted = [whole.outlines[key].key for key in keys], whole.wanted
        bodies = self._ground.bodies(keys, found.mentions) if wanted.work else None
        parts = [own, found.around, wanted.guesses, None if bodies is None else [*bodies.values()]]
        found.key = digest("group", json.dumps(parts))
        entry = self._entries.get("group", found.key)
        if entry is not None and self._analyst.answers_hold(entry):
            found.entry = entry

    def _hear(self, others: Dispatch) -> None:
        number, reason = others.hear(self._analyst, self._entries)
        if reason is not None:
            # Others go on: what they find need not be found again without this one.
            self._lost.update(dict.fromkeys(self._groups[number].keys, reason))
        elif self._groups[number].entry is not None:
            self._finish(number)

    def _finish(self, number: int) -> None:
        """Let callers use a group whose entry is known."""
        found = self._groups[number]
        register_reals(found.entry["reals"])
        self._analyst.know(found)
        self._done += 1
        step("analysing", self._done, len(self._groups))
        for caller in self._callers[number]:
            self._unknown[caller] -= 1
            if not self._unknown[caller]:
                heapq.heappush(self._ready, caller)
