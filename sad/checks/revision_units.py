"""Costs of a git revision by way of the cache, in a process of its own that works in its files.

There its sources have the paths they have here, so that what did not change is found under its key.
"""

from __future__ import annotations

import math
import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.checks.cached_state import CachedUnits, cached_state
from sad.checks.costs.json_form import own_from_json, own_to_json, whole_to_json, with_whole
from sad.checks.costs.record import LazyUnits, Outline, State
from sad.checks.costs.source_text import SourceText
from sad.checks.revisions import placed
from sad.diagnostics import Diagnostic, Diagnostics, SadError
from sad.incremental.cache import opened
from sad.incremental.sources import StaleEntry
from sad.workers.pool import Pool
from sad.workers.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

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
    said: Diagnostics = field(default_factory=Diagnostics)
    open: ExitStack = field(default_factory=ExitStack)

    def find(self) -> CachedUnits | None:
        """Return the units; None where the cache does not serve."""
        if self.units is None:
            os.chdir(self.folder)
            cache = self.open.enter_context(opened(self.cache, self.said))
            state = cached_state(self.reading, self.label, SourceText(Path(self.root)), cache)
            if state is not None:
                assert isinstance(state.units, CachedUnits)
                self.units = state.units
        return self.units


def _outlines(there: There, _: object) -> tuple[dict[str, Outline], tuple[Diagnostic, ...]] | None:
    try:
        units = there.find()
        if units is None:
            return None
        found = {name: units.outline(name) for name in units}
        return found, tuple(placed(there.said.items, there.label, Path(there.root)))
    except (SadError, StaleEntry):
        return None  # it is read as a whole, which tells what is wrong


def _cost(there: There, name: str) -> tuple[Json, Json]:
    units = there.find()
    assert units is not None
    cost = units[name]
    return own_to_json(cost), whole_to_json(cost)


def _close(there: There, _: object) -> None:
    there.open.close()


class RevisionUnits(LazyUnits):
    """The units of a revision; ``ask`` has a function called with a payload where they are."""

    def __init__(
        self, outlines: Mapping[str, Outline], ask: Callable[[Callable[..., Any], object], Any]
    ) -> None:
        self._outlines, self._ask = outlines, ask

    def __getitem__(self, name: str) -> UnitCost:
        """Return the cost of a unit; raise ``StaleEntry`` if its process has come to an end."""
        found = self._ask(_cost, name)
        if found is None:
            raise StaleEntry
        own, whole = found
        return with_whole(own_from_json(own), whole)

    def __iter__(self) -> Iterator[str]:
        """Yield the names in order."""
        return iter(self._outlines)

    def __len__(self) -> int:
        """Return how many units there are."""
        return len(self._outlines)

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
        if found is None:
            yield None
        else:
            outlines, said = found
            yield State(label, RevisionUnits(outlines, ask)), said
        ask(_close, None)
    finally:
        pool.close()


def _there(item: str, place: Path) -> str:
    """A folder or file by its path from there if the revision has one, else the one here."""
    if not Path(item).exists():
        return item  # the name of stubs
    relative = os.path.relpath(item)
    return relative if (place / relative).exists() else str(Path(item).absolute())
