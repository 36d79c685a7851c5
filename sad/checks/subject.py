"""What a check looks at: the costs of all units as they are now, and where these are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.costs.units import unit_names
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.checks.costs.record import State
    from sad.checks.costs.source_text import SourceText
    from sad.diagnostics import Diagnostics
    from sad.loading.describe import Loaded


@record
class Subject:
    """``files`` are the sources in order, ``places`` the source file of each unit.

    ``load`` gives the description: costs that come from the cache were made without one.
    """

    state: State
    diagnostics: Diagnostics
    files: tuple[str, ...]
    places: Mapping[str, str]
    load: Callable[[], Loaded]


def subject_of(state: State, loaded: Loaded, source: SourceText) -> Subject:
    """Return what was loaded as the subject of a check."""
    described = loaded.description
    names = unit_names(described, source)
    places = {names[unit.name]: unit.file for unit in described.units}
    return Subject(state, loaded.diagnostics, described.files, places, lambda: loaded)
