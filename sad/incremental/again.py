"""Sources that were most likely looked at before: by way of their last run, else unit by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.incremental.ledger import keep_ledger, ledger_of
from sad.incremental.load import load_incremental
from sad.incremental.recall import recalled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.incremental.cache import Cache
    from sad.incremental.program import Incremental
    from sad.incremental.recall import Recalled
    from sad.incremental.sources import Sources
    from sad.reading.options import Reading


def load_again(
    reading: Reading, paths: Sequence[str], cache: Cache
) -> tuple[Incremental | Recalled, Sources] | None:
    """Return the descriptions of sources as ``load_incremental`` does; the run is kept as the last one.

    They are for costs, and have no values by heuristics. ``paths`` are the files, in order.
    """
    known = recalled(reading, paths, cache)
    if known is not None:
        return known
    items = cache.diagnostics.items
    said = len(items)
    found = load_incremental(
        reading, cache.store, cache.diagnostics, cache.files, keeps=True, with_guesses=False
    )
    if found is not None and not found[0].has_stubs:
        ledger = ledger_of(*found, items[said:], cache.store.today)
        if ledger is not None:
            keep_ledger(reading, cache.store, ledger)
    if found is not None:
        found[0].kept = None  # most of the memory
    return found
