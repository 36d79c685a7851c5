"""What a worker has for the units of a program: an analyst, who remembers, and the files read last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.incremental.analyst import Analyst, Shallow
from sad.incremental.entries import Memory, packed
from sad.incremental.sources import StaleEntry, UnitFiles
from sad.records import record

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
    from sad.incremental.analyst import Found, Summarize
    from sad.incremental.program_context import ProgramContext

Json = Any

_LASTING = ("trace",)
"""Kinds of entries that this process may need for other groups."""
_lasting: dict[tuple[str, str], bytes] = {}
_kept: dict[str, UnitFiles] = {}
"""The files this process has read last, by options; groups are sent to who has read their files."""


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
    analysed: tuple[str, ...] = ()
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
        asked_for, analysed = tuple(sorted(analyst.asked_for)), tuple(analyst.analysed)
        analyst.asked_for.clear()
        analyst.analysed.clear()
        return Answer(group.found.entry, self._drained(), asked_for, analysed)

    def _drained(self) -> dict[tuple[str, str], bytes]:
        """Return the entries that were put since the last time."""
        bodies = dict(self._memory.bodies)
        self._memory.bodies.clear()
        _lasting.update((place, body) for place, body in bodies.items() if place[0] in _LASTING)
        return bodies


def analyse(bench: WorkerContext, group: Known) -> Answer:
    """Analyse a group: a task whose state is a ``WorkerContext``."""
    return bench.analyse(group)


def read(options: SourceOptions, file: tuple[str, str]) -> bytes | None:
    """Return the entry of a file, packed; None if it cannot be read, or has changed: a task."""
    entry = _files(options).entry(*file)
    return None if entry is None else packed(entry)


def _files(options: SourceOptions) -> UnitFiles:
    known = _kept.get(repr(options))
    if known is None:
        nothing: dict[str, str] = {}
        known = _kept[repr(options)] = UnitFiles(options, nothing.__getitem__)
    return known
