"""Fortran and C: source text to a description, by an analysis of the whole program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.reading.loaded import Loaded, ModelReader, Source, Wanted

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.lowering.drafts import Linked
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


def _read(reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Raises as ``read_linked``."""
    return analysed(read_linked(reading, diagnostics), reading, diagnostics, wanted)


def read_linked(reading: Reading, diagnostics: Diagnostics) -> Linked:
    """Return the IR of sources with stubs; raises as ``read_sources`` and ``collect_stubs``."""
    # Loads the readers of source, which other readers do not need.
    from sad.reading.sources import read_sources  # noqa: PLC0415
    from sad.stubs.defaults import NONE  # noqa: PLC0415
    from sad.stubs.link import with_stubs  # noqa: PLC0415

    stubs: dict[str, Stub] = {}
    if reading.stubs:
        from sad.stubs.library import collect_stubs  # noqa: PLC0415

        stubs = collect_stubs(reading.stubs)
    program = read_sources(reading, diagnostics)
    return with_stubs(program, stubs, diagnostics, defaults=NONE not in reading.stubs)


def analysed(linked: Linked, reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Return the model of a program that was read."""
    # Loads all of the analysis.
    from sad.analysis.unit import analyse  # noqa: PLC0415
    from sad.analysis.values.declared import declared_inputs  # noqa: PLC0415
    from sad.lowering.build import Origin, describe  # noqa: PLC0415
    from sad.reading.notes import tell_all  # noqa: PLC0415

    analysis = analyse(linked.program, declared_inputs(linked.program, reading.inputs))
    tell_all(analysis.entries, analysis.effects, diagnostics)
    origins: dict[int, Origin] = {}
    wants = {"with_work": wanted.work, "with_guesses": wanted.guesses}
    description = describe(analysis, linked.outside, **wants, origins=origins)
    return Loaded(description, diagnostics, Source(lambda: linked, lambda _: (analysis, origins)))


SOURCES = ModelReader("source", lambda _: True, _read)
