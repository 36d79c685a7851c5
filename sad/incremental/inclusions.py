"""What the sources of a program include, kept by what these hold: known without reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frontends.registry import is_c, source_files
from sad.diagnostics import Diagnostics
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.incremental.cache import Cache
    from sad.incremental.files import Files
    from sad.incremental.sources import Sources
    from sad.reading.options import Reading

Json = Any


def inclusions_key(reading: Reading, sources: Sequence[str], files: Files) -> str:
    """Return a digest of all that decides what sources include, apart from what is in there."""
    return digest("inclusions", repr(reading), *sources, *map(files.digest, sources))


def known_inclusions(key: str, reading: Reading, cache: Cache) -> Json:
    """Return what sources include, with digests as of now; None if that is not known.

    ``key`` is theirs. A file is looked for again; if another one is found than when the sources were
    read, it is not known what that includes.
    """
    found = cache.store.get("inclusions", key)
    if found:
        from frontends.fortran.preprocess import find_include  # noqa: PLC0415 - slow to import

        for name, asked_in, path, text in found:
            if find_include(name, asked_in, reading.include) != path:
                return None
            if path is not None and cache.files.digest(path) != text:
                return None
    return found


def keep_inclusions(reading: Reading, sources: Sources, cache: Cache) -> None:
    """Keep what the sources include, if all of them could be read by themselves."""
    files = source_files(reading.sources, Diagnostics())
    if sources.are_all_known and not any(map(is_c, files)):
        found = [[*item, text] for item, text in sources.included.items()]
        cache.store.put("inclusions", inclusions_key(reading, files, cache.files), found)
