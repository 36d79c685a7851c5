"""Sources to a description, with what was said while it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.loading.means import ALONE
from sad.reading.from_sources import SOURCES
from sad.reading.loaded import Wanted
from sad.reading.readers import reader_of
from sad.records import replace

if TYPE_CHECKING:
    from sad.loading.means import Means
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading


def load_description(
    reading: Reading,
    *,
    with_work: bool = False,
    with_guesses: bool = True,
    means: Means = ALONE,
) -> Loaded:
    """Return the model that a reader makes of sources; ``with_work`` adds what compiled code does.

    Without ``with_guesses`` values by heuristics may be left out, which nothing but defaults needs.

    ``means`` are what may be used; nothing is where only an analysis of the whole program serves. Of a
    description that was made with them the analysis is made where somebody needs it, which takes as
    long as making both. Raises as the reader does.
    """
    diagnostics = Diagnostics()
    reader = reader_of(reading.sources)
    wanted = Wanted(with_work, with_guesses)
    found: Loaded | None = None
    if reader is SOURCES and not means.is_alone:
        from sad.loading.by_units import loaded_by_units  # noqa: PLC0415

        found = loaded_by_units(reading, means, diagnostics, wanted)
    return replace(found or reader.read(reading, diagnostics, wanted), cache=means.cache)
