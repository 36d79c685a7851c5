"""One program twice: from scratch, and by way of the cache and of two processes."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from sad.checks.cached_state import CachedUnits, cached_state
from sad.checks.costs.json_form import own_to_json, whole_to_json
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import state_of
from sad.checks.snapshot.write import snapshot_text
from sad.diagnostics import Diagnostics, SadError
from sad.incremental.analyst import Analyst
from sad.incremental.cache import opened
from sad.loading.describe import load_description
from tests.support.command import sad, without_next

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sad.checks.costs.record import State
    from sad.incremental.analyst import Found
    from sad.incremental.group import Group
    from sad.reading.options import Reading
    from tests.support.command import Result


_SHARED_OUT = ("analyze", "annotate")
_OBJECT = re.compile(r"\S+/code\.o")  # in a temporary folder, named where a compiler fails


@contextmanager
def looked_at() -> Iterator[list[str]]:
    """Yield the names of the units that this process analyses meanwhile."""
    names: list[str] = []
    live = Analyst._live

    def noted(self: Analyst, found: Found, *others: Any, **named: Any) -> Group:
        names.extend(self._ground.whole.outlines[key].unit.name for key in found.keys)
        return live(self, found, *others, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Analyst, "_live", noted)
        yield names


def from_scratch(reading: Reading) -> tuple[str, str]:
    """Return all there is to say of sources as text, and the snapshot."""
    try:
        loaded = load_description(reading)
    except SadError as error:
        return _refused(error), ""
    state = state_of(loaded.description, "x", SourceText())
    return _all(state, loaded.diagnostics), snapshot_text(state)


def by_cache(reading: Reading, folder: Path) -> tuple[str, str] | None:
    """Return the same by way of the cache in a folder; None where it does not serve."""
    diagnostics = Diagnostics()
    with opened(folder, diagnostics) as cache:
        try:
            state = cached_state(reading, "x", SourceText(), cache)
            if state is None:
                return None
            assert isinstance(state.units, CachedUnits)
            lines = {name: state.units.lines(name) for name in state.units}
            text = snapshot_text(state)
            assert all("\n".join(item) in text for item in lines.values())
            return _all(state, diagnostics), text
        except SadError as error:
            return _refused(error), ""


def reports(reading: Reading, command: Sequence[str], folder: Path) -> tuple[str, str]:
    """Return what a command says of sources, by one process from scratch and by two with a cache."""
    words = [command[0], *reading.sources, *command[1:]]
    for name, value in reading.defines.items():
        words += ["-D", name if value is None else f"{name}={value}"]
    words += [word for path in reading.include for word in ("-I", str(path))]
    words += [word for name in reading.stubs for word in ("--stub", name)]
    alone, two = (("--jobs", "1"), ("--jobs", "2")) if command[0] in _SHARED_OUT else ((), ())
    scratch = sad(*words, "--no-cache", *alone)
    return _text(scratch), _text(sad(*words, "--cache", folder, *two))


def _text(result: Result) -> str:
    told = _OBJECT.sub("code.o", result.err)
    return f"{result.code}\n{without_next(result.out)}\n{told}"


def _all(state: State, diagnostics: Diagnostics) -> str:
    said = "\n".join(map(str, diagnostics.items))
    costs = {
        name: [own_to_json(cost), whole_to_json(cost)] for name, cost in sorted(state.units.items())
    }
    return f"{said}\n{json.dumps(costs)}"


def _refused(error: SadError) -> str:
    return "\n".join(map(str, (*error.earlier, error)))
