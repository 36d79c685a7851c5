"""Files read and groups analysed by workers: what they are sent, what they have, what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.diagnostics import Diagnostics, SadError
from sad.incremental.analyst import Analyst, Shallow
from sad.incremental.entries import Memory, packed
from sad.incremental.sources import StaleEntry, UnitFiles
from sad.progress import step
from sad.records import record
from sad.workers.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from frontends.registry import SourceOptions
    from sad.incremental.analyst import Found, Summarize
    from sad.incremental.entries import Entries
    from sad.incremental.program_context import ProgramContext
    from sad.incremental.sources import Sources
    from sad.workers.tasks import Failure, Workers


Json = Any
_LASTING = ("trace",)
"""Kinds of entries that this process may need for other groups."""
_lasting: dict[tuple[str, str], bytes] = {}
_kept: dict[str, UnitFiles] = {}
"""The files this process has read last, by options; groups are sent to who has read their files."""
_ALONE = 1.0
"""CPU time of analyses here [s] before it is worth to start others, which takes half of that."""
_MANY = 2000
"""Groups of a program of which some may be so large that they are better left to others at once."""
_AHEAD = 64
"""Groups that are prepared before anybody can begin with them."""


@record
class Known:
    """A group, analysed or not yet, and digests of the files its units are in, by path."""

    found: Found
    digests: dict[str, str]


@record
class Answer:
    """What came of a group: its entry, and entries for the store; or whom values were asked of."""

    entry: Json
    bodies: dict[tuple[str, str], bytes]
    asked_for: tuple[str, ...] = ()
    has_changed: bool = False


class WorkerContext:
    """What a worker needs for the groups of a program. It is sent as what the program says of these."""

    def __init__(
        self, ground: ProgramContext, options: SourceOptions, summarize: Summarize | None
    ) -> None:
        self._ground, self._options, self._summarize = ground, options, summarize
        self._digests: dict[str, str] = {}
        self._memory = Memory(_lasting)
        self._files = _files(options)
        self._analyst = Analyst(ground, self._files, {}, self._memory, summarize)

    def __reduce__(self) -> tuple[type[WorkerContext], tuple[Any, ...]]:
        return WorkerContext, (self._ground, self._options, self._summarize)

    def learn(self, thing: Known) -> None:
        """Be told of a group that others found."""
        self._digests.update(thing.digests)
        self._analyst.know(thing.found)

    def analyse(self, group: Known) -> Answer:
        """Analyse a group, what it mentions being known."""
        analyst = self._analyst
        self._digests.update(group.digests)
        self._files.digest = self._digests.__getitem__
        try:
            analyst.analyse(group.found)
        except Shallow as missing:
            return Answer(None, self._drained(), (missing.key,))
        except StaleEntry:
            return Answer(None, {}, has_changed=True)
        asked_for = tuple(sorted(analyst.asked_for))
        analyst.asked_for.clear()
        return Answer(group.found.entry, self._drained(), asked_for)

    def _drained(self) -> dict[tuple[str, str], bytes]:
        """Return the entries that were put since the last time."""
        bodies = dict(self._memory.bodies)
        self._memory.bodies.clear()
        _lasting.update((place, body) for place, body in bodies.items() if place[0] in _LASTING)
        return bodies


def read(options: SourceOptions, file: tuple[str, str]) -> bytes | None:
    """Return the entry of a file, packed; None if it cannot be read, or has changed: a task."""
    try:
        return packed(_files(options).read(*file, Diagnostics()))
    except (SadError, StaleEntry):
        return None  # whoever asked says what is wrong


def _files(options: SourceOptions) -> UnitFiles:
    known = _kept.get(repr(options))
    if known is None:
        nothing: dict[str, str] = {}
        known = _kept[repr(options)] = UnitFiles(options, nothing.__getitem__)
    return known


class Dispatch:
    """Workers as a program sees them.

    Unless they are to be used ``at_once``, what takes little time is left to the program itself.
    """

    def __init__(self, workers: Workers, *, at_once: bool = True) -> None:
        self._workers = workers
        self.at_once = at_once
        self._left = 0.0 if at_once else _ALONE
        self._bench: WorkerContext | None = None
        self._state: int | None = None
        self._things: dict[str, int] = {}
        self._reached: dict[str, frozenset[int]] = {}
        self._places: Mapping[str, tuple[str, int]] = {}
        self._asked: dict[int, Found] = {}

    # --- reading ---

    def read(self, files: Mapping[str, str], options: SourceOptions) -> dict[str, bytes | Failure]:
        """Return entries of files, packed, or why there is none; ``files`` are their digests by path.

        Left out are those that cannot be read, or have changed.
        """
        self._left = 0.0
        state = self._workers.share(options)
        paths = list(files)
        for number, path in enumerate(paths):
            self._workers.submit(Task(number, read, state, (path, files[path]), near=path))
        found: dict[str, bytes | Failure] = {}
        for done in range(1, len(paths) + 1):
            outcome = self._workers.next()
            if outcome.found is not None:
                found[paths[outcome.number]] = outcome.found
            step("reading", done, len(paths))
        return found

    # --- analysing ---

    def begin(self, ground: ProgramContext, sources: Sources, summarize: Summarize | None) -> None:
        """Let workers have what the program says of its units; ``sources`` are its files."""
        self._bench, self._state = WorkerContext(ground, sources.options, summarize), None
        self._things, self._reached = {}, {}
        if len(ground.components) > _MANY:
            self._left = 0.0
        self._places, self._digest = ground.whole.places, sources.files.digest

    @property
    def outstanding(self) -> int:
        """How many groups nothing is known of yet."""
        return self._workers.outstanding

    @property
    def is_full(self) -> bool:
        """Whether enough groups are prepared."""
        return self._workers.waiting >= _AHEAD

    @property
    def is_worth_it(self) -> bool:
        """Whether groups are to be analysed by workers by now."""
        return self._left <= 0

    def spend(self, seconds: float) -> None:
        """Note how long the program has analysed a group itself."""
        self._left -= seconds

    def analyse(self, number: int, found: Found, analyst: Analyst) -> None:
        """Have a group analysed whose callees are known."""
        if self._state is None:
            self._state = self._workers.share(self._bench)
        self._asked[number] = found
        needs: set[int] = set()
        for key in {key for key, _ in found.mentions.values()} - set(found.keys):
            if key in analyst.asked_for:
                needs |= self._reached_by(key, analyst)
            else:
                needs.add(self._thing(analyst.group(key)))
        near = self._places.get(found.keys[0], ("", 0))[0]
        task = Task(
            number, WorkerContext.analyse, self._state, self._known(found), near, frozenset(needs)
        )
        self._workers.submit(task)

    def _reached_by(self, key: str, analyst: Analyst) -> frozenset[int]:
        """All that a unit reaches which may be asked for values, as told."""
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = frozenset(map(self._thing, analyst.reached(key)))
        return known

    def _known(self, found: Found) -> Known:
        paths = {self._places[key][0] for key in found.keys if key in self._places}
        return Known(found, {path: self._digest(path) for path in paths})

    def _thing(self, found: Found) -> int:
        number = self._things.get(found.key)
        if number is None:
            number = self._things[found.key] = self._workers.tell(self._known(found.seen()))
        return number

    def hear(self, analyst: Analyst, entries: Entries) -> tuple[int, str | None]:
        """Wait for any group; return its number, and the reason if nothing came of it."""
        outcome = self._workers.next()
        found = self._asked.pop(outcome.number)
        if outcome.failure is not None:
            return outcome.number, outcome.failure.reason
        answer: Answer = outcome.value
        analyst.asked_for.update(answer.asked_for)
        if answer.has_changed:  # or who was asked does not see the same files
            raise StaleEntry
        for (kind, key), body in answer.bodies.items():
            entries.put_packed(kind, key, body)
        if answer.entry is None:
            self.analyse(outcome.number, found, analyst)
            return outcome.number, None
        found.entry = answer.entry
        return outcome.number, None
