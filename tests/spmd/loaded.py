"""Programs of messages for tests: of the corpus, or written in the test."""

from __future__ import annotations

import functools
from textwrap import dedent
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.loading.describe import load_description
from sad.profiles.settings import settings_from_arguments
from sad.reading.loaded import Loaded
from sad.reading.options import Choice, Reading
from sad.spmd.program import spmd_of
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from sad.model.nodes import Description
    from sad.profiles.settings import Settings
    from sad.spmd.program import Spmd

SOURCES = sorted(
    str(path.relative_to(CORPUS / "mpi"))
    for pattern in ("*/source.f", "*/source.c")
    for path in (CORPUS / "mpi").glob(pattern)
)


@functools.cache
def described(source: str) -> Description:
    """Return the description of a program of corpus/mpi."""
    reading = Reading(sources=(str(CORPUS / "mpi" / source),))
    return load_description(reading).description


def corpus_program(source: str, **values: int) -> Spmd:
    """Return a program of corpus/mpi with values put in."""
    choice = Choice(settings=settings_of(values))
    return spmd_of(Loaded(described(source), Diagnostics()), choice)


def written(text: str, path: str = "x.f", **values: int) -> Spmd:
    """Return a program whose source is given: fixed-form Fortran, or C if the path ends in ``.c``."""
    source = dedent(text) if path.endswith(".c") else text
    reading = Reading(sources=(path,), texts={path: source})
    return spmd_of(load_description(reading), Choice(settings=settings_of(values)))


def settings_of(values: dict[str, int]) -> Settings:
    """Return settings as ``--set`` gives them."""
    return settings_from_arguments([f"{name}={value}" for name, value in values.items()])
