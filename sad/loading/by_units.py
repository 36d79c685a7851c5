"""Sources to a description unit by unit: from the cache, here, or by others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.description.tree import Description
from sad.incremental.entries import Memory
from sad.incremental.load import load_incremental
from sad.incremental.readers import Changed
from sad.incremental.store import Store

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.incremental.program import Incremental
    from sad.loading.means import Means
    from sad.reading.options import Reading


def description_by_units(
    reading: Reading, means: Means, diagnostics: Diagnostics
) -> Description | None:
    """Return the description of sources; None where only an analysis of the whole program serves.

    See ``load_incremental`` for where that is; raises as it does.
    """
    store = Memory() if means.cache is None else Store(means.cache, diagnostics)
    said = len(diagnostics.items)
    try:
        with means.elsewhere() as elsewhere:
            found = load_incremental(reading, store, diagnostics, elsewhere=elsewhere)
        return None if found is None else _description(found[0])
    except Changed:
        del diagnostics.items[said:]
        return None
    finally:
        if isinstance(store, Store):
            store.close()


def _description(program: Incremental) -> Description:
    units = (
        replace(program.description(unit), stops_at=program.stops_at(unit))
        for unit in program.units
    )
    return Description(program.files, program.lines, tuple(units), program.commons)
