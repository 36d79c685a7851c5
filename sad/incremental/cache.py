"""The cache as one run uses it: its entries, the files of this run, and what is said about both."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sad.incremental.fingerprint import Files
from sad.incremental.store import Store
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from sad.diagnostics import Diagnostics


@record
class Cache:
    """``diagnostics`` are notes about the store."""

    store: Store
    diagnostics: Diagnostics
    files: Files


@contextmanager
def opened(folder: Path, diagnostics: Diagnostics) -> Generator[Cache]:
    """Open the cache in a folder; what is new is written at the end."""
    store = Store(folder, diagnostics)
    try:
        yield Cache(store, diagnostics, Files())
    finally:
        store.close()
