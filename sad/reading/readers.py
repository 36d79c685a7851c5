"""The ways into the model: every reader there is, in the order in which they are asked.

A reader turns the sources that a command names into a model (``sad.model.nodes.Description``). A new
one is a file that makes a ``ModelReader``, and a line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.reading.from_pamela import PAMELA
from sad.reading.from_sources import SOURCES
from sad.reading.from_stubs import STUBS
from sad.reading.saved import SAVED

if TYPE_CHECKING:
    from sad.reading.loaded import ModelReader

READERS: tuple[ModelReader, ...] = (SAVED, STUBS, PAMELA, SOURCES)
"""The last one takes what no other accepts."""


def reader_of(sources: tuple[str, ...]) -> ModelReader:
    """Return the reader that makes a model of these."""
    return next(reader for reader in READERS if reader.accepts(sources))


def are_source_text(sources: tuple[str, ...]) -> bool:
    """Whether these are source of a programming language, not something made of it."""
    return reader_of(sources) is SOURCES
