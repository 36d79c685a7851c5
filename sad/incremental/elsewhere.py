"""Files read and groups analysed by workers: what they are sent, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sad.incremental.analyst import Analyst, Found, Shallow
from sad.incremental.entries import Memory, packed
from sad.incremental.readers import Changed, UnitFiles
from sad.workers.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from frontends.registry import SourceOptions
    from sad.incremental.entries import Entries
    from sad.incremental.sources import Sources
    from sad.incremental.surroundings import Surroundings
    from sad.workers.tasks import Failure, Workers

Json = Any

_FEWEST = 12
"""Groups that it is worth to start other processes for."""
_AHEAD = 64
"""Groups that are prepared before anybody can begin with them."""
_LASTING = ("shape", "trace")
"""Kinds of entries that this process may need for other groups."""
_found: dict[tuple[str, str], bytes] = {}
_kept: dict[str, UnitFiles] = {}
"""The files this process has read last, by options; groups are sent to who has read their files."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came of a group: its entry, and entries for the store; or whom values were asked of."""

    entry: Json
    bodies: dict[tuple[str, str], bytes]
    asked_for: tuple[str, ...] = ()
    analysed: tuple[str, ...] = ()
    has_changed: bool = False


@dataclass(frozen=True, slots=True)
class _Question:
    """A group to analyse, what it mentions, and digests of the files its units are in."""

    found: Found
    known: list[Found]
    digests: dict[str, str]


def _units(options: SourceOptions, digests: dict[str, str]) -> UnitFiles:
    known = _kept.setdefault(repr(options), UnitFiles(options, digests.__getitem__))
    known.digest = digests.__getitem__
    return known


def _analyse(state: tuple[Surroundings, SourceOptions], question: _Question) -> _Answer:
    ground, options = state
    memory = Memory(_found)
    analyst = Analyst(ground, _units(options, question.digests), {}, memory)
    for item in question.known:
        analyst.know(item)
    try:
        analyst.analyse(question.found)
    except Shallow as missing:
        return _Answer(None, {}, (missing.key,))
    except Changed:
        return _Answer(None, {}, has_changed=True)
    entry = question.found.entry
    _found.update((place, body) for place, body in memory.bodies.items() if place[0] in _LASTING)
    return _Answer(entry, memory.bodies, tuple(analyst.asked_for), tuple(analyst.analysed))


def _read(options: SourceOptions, file: tuple[str, str]) -> bytes | None:
    entry = _units(options, {}).entry(*file)
    return None if entry is None else packed(entry)


def _silent(what: str, done: int, of: int) -> None:
    del what, done, of


class Elsewhere:
    """Workers as a program sees them. ``advance`` hears what is done: what, how many, of how many.

    Unless they are to be used ``at_once``, a few groups are left to the program itself.
    """

    def __init__(
        self,
        workers: Workers,
        advance: Callable[[str, int, int], None] | None = None,
        *,
        at_once: bool = True,
    ) -> None:
        self._workers, self._advance = workers, advance or _silent
        self.at_once = at_once
        self._here = 0 if at_once else _FEWEST
        self._ground: tuple[Surroundings, SourceOptions] | None = None
        self._state: int | None = None
        self._places: Mapping[str, tuple[str, int]] = {}
        self._asked: dict[int, Found] = {}
        self._done = 0
        self._of = 0

    # --- reading ---

    def read(self, files: Mapping[str, str], options: SourceOptions) -> dict[str, bytes | Failure]:
        """Return entries of files, packed, or why there is none; ``files`` are their digests by path.

        Left out are those that cannot be read, or have changed.
        """
        self._here = 0
        state = self._workers.share(options)
        paths = list(files)
        for number, path in enumerate(paths):
            self._workers.submit(Task(number, _read, state, (path, files[path]), near=path))
        found: dict[str, bytes | Failure] = {}
        for done in range(1, len(paths) + 1):
            outcome = self._workers.next()
            entry = outcome.failure or outcome.value
            if entry is not None:
                found[paths[outcome.number]] = entry
            self._advance("reading files", done, len(paths))
        return found

    # --- analysing ---

    def begin(self, ground: Surroundings, sources: Sources) -> None:
        """Let workers have what the program says of its units; ``sources`` are its files."""
        self._ground, self._state = (ground, sources.options), None
        self._done, self._of = 0, len(ground.components)
        self._places, self._digest = ground.whole.places, sources.text_digest

    @property
    def outstanding(self) -> int:
        """How many groups nothing is known of yet."""
        return self._workers.outstanding

    @property
    def is_full(self) -> bool:
        """Whether enough groups are prepared."""
        return self._workers.waiting >= _AHEAD

    def takes_next(self) -> bool:
        """Whether the next group is one to be analysed by workers."""
        self._here = max(0, self._here - 1)
        return self._here == 0

    def analyse(self, number: int, found: Found, analyst: Analyst) -> None:
        """Have a group analysed whose callees are known."""
        if self._state is None:
            self._state = self._workers.share(self._ground)
        self._asked[number] = found
        known = analyst.needed_for(found)
        keys = [*found.keys, *(key for item in known if item.is_deep for key in item.keys)]
        paths = {self._places[key][0] for key in keys if key in self._places}
        question = _Question(found, known, {path: self._digest(path) for path in paths})
        first = self._places.get(found.keys[0], ("", 0))[0]
        self._workers.submit(Task(number, _analyse, self._state, question, near=first))

    def hear(self, analyst: Analyst, entries: Entries) -> tuple[int, str | None]:
        """Wait for any group; return its number, and the reason if nothing came of it."""
        outcome = self._workers.next()
        found = self._asked.pop(outcome.number)
        if outcome.failure is not None:
            return outcome.number, outcome.failure.reason
        answer: _Answer = outcome.value
        analyst.asked_for.update(answer.asked_for)
        if answer.has_changed:  # or who was asked does not see the same files
            raise Changed
        if answer.entry is None:
            self.analyse(outcome.number, found, analyst)
            return outcome.number, None
        found.entry = answer.entry
        analyst.analysed += answer.analysed
        for (kind, key), body in answer.bodies.items():
            entries.put_packed(kind, key, body)
        self._done += 1
        self._advance("analysing units", self._done, self._of)
        return outcome.number, None
