"""Costs of a git revision by way of the cache, in a process of its own that works in its files.

There its sources have the paths they have here, so that what did not change is found under its key.
"""

from __future__ import annotations

import math
import os
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.checks.cached_state import CachedUnits, cached_state
from sad.checks.costs.json_form import own_from_json, own_to_json, whole_to_json, with_whole
from sad.checks.costs.record import LazyUnits, Outline, State
from sad.checks.costs.source_text import SourceText
from sad.checks.revisions import path_there, placed, share
from sad.diagnostics import Diagnostic, Diagnostics, SadError
from sad.incremental.cache import Cache
from sad.incremental.fingerprint import Files
from sad.incremental.sources import StaleEntry
from sad.incremental.store import Store
from sad.records import replace
from sad.workers.pool import Pool
from sad.workers.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from sad.checks.costs.record import UnitCost
    from sad.reading.options import Reading

Json = Any


@dataclass(slots=True)
class There:
    """A revision as its process has it: ``folder`` is where it works, ``root`` that of the project."""

    reading: Reading
    label: str
    folder: str
    root: str
    cache: Path
    units: CachedUnits | None = None

    def find(self, said: Diagnostics) -> State | None:
        """Return the state, of which more is computed when asked for; None without the cache."""
        os.chdir(self.folder)
        cache = Cache(Store(self.cache, said), said, Files())
        state = cached_state(self.reading, self.label, SourceText(Path(self.root)), cache)
        if state is not None:
            assert isinstance(state.units, CachedUnits)
            self.units = state.units
            share(state, cache)
        return state


def _outlines(there: There, _: object) -> tuple[dict[str, Outline], tuple[Diagnostic, ...]] | None:
    said = Diagnostics()
    try:
        state = there.find(said)
    except (SadError, StaleEntry):
        return None  # it is read as a whole, which tells what is wrong
    if state is None:
        return None
    return state.outlines(), tuple(placed(said.items, there.label, Path(there.root)))


def _cost(there: There, name: str) -> tuple[Json, Json]:
    if there.units is None:  # another process has taken over
        there.find(Diagnostics())
    assert there.units is not None
    cost = there.units[name]
    return own_to_json(cost), whole_to_json(cost)


class RevisionUnits(LazyUnits):
    """The units of a revision; ``ask`` has a function called with a payload where they are."""

    def __init__(
        self, outlines: Mapping[str, Outline], ask: Callable[[Callable[..., Any], object], Any]
    ) -> None:
        super().__init__(outlines)
        self._outlines, self._ask = outlines, ask

    def __getitem__(self, name: str) -> UnitCost:
        """Return the cost of a unit; raise ``StaleEntry`` if its process has come to an end."""
        found = self._ask(_cost, name)
        if found is None:
            raise StaleEntry
        own, whole = found
        return with_whole(own_from_json(own), whole)

    def outline(self, name: str) -> Outline:
        """Return what is known of a unit without its cost."""
        return self._outlines[name]


@contextmanager
def revision_state(
    reading: Reading, label: str, root: Path, folder: Path, cache: Path
) -> Generator[tuple[State, tuple[Diagnostic, ...]] | None]:
    """Yield the state of a revision whose files are in a folder, and what was said of it.

    ``root`` is the folder here that is ``folder`` there. None where the cache, which is in a folder,
    does not serve, or paths lead elsewhere.
    """
    inside = os.path.relpath(Path.cwd(), root.resolve())
    if inside.startswith(os.pardir) or reading.compile_commands or reading.inputs:
        yield None
        return
    place = folder / inside
    place.mkdir(parents=True, exist_ok=True)
    moved = replace(
        reading,
        sources=tuple(map(os.path.relpath, reading.sources)),
        include=tuple(_there(item, place) for item in reading.include),
        stubs=tuple(_there(item, place) for item in reading.stubs),
    )
    pool = Pool(1, math.inf)
    try:
        shared = pool.share(There(moved, label, str(place), str(folder), cache.absolute()))

        def ask(function: Callable[..., Any], payload: object) -> Any:
            pool.submit(Task(0, function, shared, payload))
            return pool.next().value

        found = ask(_outlines, None)
        yield found and (State(label, RevisionUnits(found[0], ask)), found[1])
    finally:
        pool.close()


def _there(item: str, place: Path) -> str:
    """A folder or file by its path from there if the revision has one, else the one here."""
    relative = path_there(item, place, Path())
    if relative is None and Path(item).exists():
        return str(Path(item).absolute())
    return relative or item  # the name of stubs
