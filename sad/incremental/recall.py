"""A program whose last run is known: only what an edit can have changed since is looked at.

It serves where the edited files still say the same of their units' names, calls and COMMON blocks. Then
who calls whom is as it was, and a group has its entry of then unless a file of its own changed, or what
it sees of what it calls. Anything else is None: the whole program is looked up.
"""

from __future__ import annotations

import heapq
from collections import Counter
from typing import TYPE_CHECKING, Any

from sad.incremental.analyst import Analyst, Found, Shallow
from sad.incremental.described import Used, described, description_of, symbols_of_group
from sad.incremental.last_files import LastFiles, Unserved
from sad.incremental.ledger import (
    GroupRow,
    group_row,
    keep_ledger,
    kept_ledger,
    unit_of,
    unit_row,
)
from sad.incremental.order import Lookup
from sad.incremental.said import diagnostic_from_json
from sad.incremental.sources import Sources
from sad.incremental.traces import register_reals
from sad.parallel import OF_PROCESSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.algebra.poly import Poly
    from sad.description.tree import UnitDescription
    from sad.incremental.cache import Cache
    from sad.incremental.described import Described
    from sad.incremental.entries import Entries
    from sad.incremental.ledger import Ledger
    from sad.incremental.surroundings import Surroundings
    from sad.reading.options import Reading

Json = Any


class Recalled:
    """What ``Incremental`` is to who computes costs: all units, callees first, from the last run."""

    def __init__(
        self, ledger: Ledger, ground: Surroundings, analysed: list[str], store: Entries
    ) -> None:
        self.ground = ground
        self.analysed = list(dict.fromkeys(analysed))
        self.files = tuple(file.path for file in ledger.files)
        self.units = [unit_of(row, ledger.units) for group in ledger.groups for row in group.units]
        self._store = store

    @property
    def commons(self) -> dict[str, Poly]:
        """Load-time values of COMMON integers."""
        return self.ground.commons

    def description(self, unit: Described) -> UnitDescription:
        """Return the description of a unit; see ``description_of``."""
        return description_of(unit, self._store, {})


def recalled(
    reading: Reading, paths: Sequence[str], cache: Cache
) -> tuple[Recalled, Sources] | None:
    """Return a program by way of its last run; None if that does not serve. ``paths`` are its files.

    What ``load_incremental`` would say is added to the diagnostics of the cache.
    """
    if reading.stubs:
        return None
    ledger = kept_ledger(reading, cache.store, cache.store.today)
    if ledger is None or [file.path for file in ledger.files] != list(paths):
        return None
    sources = Sources(cache.store, cache.files)
    try:
        files = LastFiles(ledger, sources, reading, cache.store)
        groups = _LastGroups(ledger, files, sources, cache.store)
        groups.follow(files.changed)
    except (Unserved, Shallow):
        return None
    said = [item for file in ledger.files for item in file.said]
    said += [*ledger.extra, *(item for group in ledger.groups for item in group.said)]
    cache.diagnostics.items.extend(map(diagnostic_from_json, said))
    register_reals(ledger.reals)
    if files.changed:
        keep_ledger(reading, cache.store, ledger)
    return Recalled(ledger, groups.ground, groups.analysed, cache.store), sources


class _LastGroups:
    """The groups of the last run, and what follows from an edit. ``ledger`` is brought up to date."""

    def __init__(self, ledger: Ledger, files: LastFiles, sources: Sources, store: Entries) -> None:
        self._ledger, self._store = ledger, store
        self.ground = files.ground()
        self._groups = {key: n for n, keys in enumerate(self.ground.components) for key in keys}
        self._analyst = Analyst(self.ground, sources, {}, store)
        self.analysed = self._analyst.analysed
        self._lookup = Lookup(self.ground, self._analyst, store)
        self._deep: set[int] = set()

    def follow(self, changed: Sequence[int]) -> None:
        """Look at the groups that may see something else than then, callees first.

        ``changed`` are the numbers of files.
        """
        if not changed:
            return
        ledger, components = self._ledger, self.ground.components
        files = set(changed)
        pending = sorted({self._groups[row.key] for row in ledger.units if row.file in files})
        deep = self._reached({asked for row in ledger.groups for asked in row.asked})
        callers: dict[int, list[int]] = {}
        for number, row in enumerate(ledger.groups):
            for needed in row.needs:
                callers.setdefault(needed, []).append(number)
        difference: Counter[str] = Counter()
        done: dict[int, Found] = {}
        while pending:
            number = heapq.heappop(pending)
            if number in done:
                continue
            if number in deep:  # values that functions give back may be others for anybody
                raise Unserved
            row = ledger.groups[number]
            old = self._entry(row)
            found = done[number] = self._found(number)
            self._lookup.learn(found)
            difference.update(symbols_of_group(found.entry))
            difference.subtract(symbols_of_group(old))
            if found.entry["digests"] != list(row.digests):
                for caller in callers.get(number, ()):
                    heapq.heappush(pending, caller)
        again = set(done) | self._of_others(difference)
        used, numbers = Used(ledger.used), {row.key: n for n, row in enumerate(ledger.units)}
        outlines = self.ground.whole.outlines
        for number in sorted(again):
            new, row = done.get(number), ledger.groups[number]
            entry = self._entry(row) if new is None else new.entry
            units = [
                unit_row(unit, numbers)
                for unit in described(
                    components[number], entry, used, lambda key: outlines[key].unit, lambda _: ""
                )
            ]
            if new is None:
                ledger.groups[number] = row._replace(units=units)
            else:
                ledger.groups[number] = group_row(new, units, self._groups, self.ground)
                ledger.reals = sorted({*ledger.reals, *entry["reals"]})

    def _of_others(self, difference: Counter[str]) -> set[int]:
        """Bring the symbols that counts use up to date; return the groups of whose units they are."""
        used = Counter(self._ledger.used)
        before = set(used)
        used.update(difference)
        now = {symbol for symbol, times in used.items() if times > 0}
        self._ledger.used = {symbol: used[symbol] for symbol in used if symbol in now}
        changed = before ^ now
        if not changed.isdisjoint(OF_PROCESSES):
            raise Unserved
        prefixes = {symbol.partition(".")[0] for symbol in changed}
        names = {at: row.key.rpartition(":")[2] for at, row in enumerate(self._ledger.units)}
        return {
            self._groups[self._ledger.units[at].key]
            for at, name in names.items()
            if name.partition(".")[0] in prefixes
        }

    def _entry(self, row: GroupRow) -> Json:
        entry = self._store.get("group", row.key)
        if entry is None:
            raise Unserved
        return entry

    def _found(self, number: int) -> Found:
        """A group as it is now, analysed if need be."""
        row, keys = self._ledger.groups[number], self.ground.components[number]
        for needed in row.needs:
            self._know(needed)
        self._know_deep(self._reached(row.asked))
        while True:
            try:
                found = self._lookup.found(keys)
                if found.entry is None:
                    self._analyst.analyse(found)
            except Shallow as missing:
                reached = self._reached([self._groups[missing.key]])
                if reached <= self._deep:
                    raise
                self._know_deep(reached)
            else:
                return found

    def _know(self, number: int) -> None:
        """Know what callers of a group see, if that is not from this run."""
        keys = self.ground.components[number]
        if keys[0] not in self._analyst.interfaces:
            self._analyst.know_interfaces(keys, self._entry(self._ledger.groups[number]))

    def _know_deep(self, numbers: Iterable[int]) -> None:
        """Know groups, and all they reach, as values for constant arguments need them."""
        for number in sorted(set(numbers) - self._deep):
            self._deep.add(number)
            row, keys = self._ledger.groups[number], self.ground.components[number]
            for needed in row.needs:
                self._know(needed)
            mentions = self.ground.mentions(keys)
            around = self._analyst.around(keys, mentions)
            self._analyst.know(Found(keys, row.key, around, mentions, self._entry(row)))

    def _reached(self, numbers: Iterable[int]) -> set[int]:
        """The numbers of groups that some reach, their own among them."""
        found: set[int] = set()
        pending = list(numbers)
        while pending:
            number = pending.pop()
            if number not in found:
                found.add(number)
                pending += self._ledger.groups[number].needs
        return found
