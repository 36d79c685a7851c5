"""Fortran and C: source text to a description, by an analysis of the whole program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.reading.loaded import Loaded, ModelReader, Wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.unit import ProgramAnalysis
    from sad.diagnostics import Diagnostics
    from sad.lowering.build import Compiled
    from sad.reading.options import Reading
    from sad.stubs.schema import Stub


def _read(reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Raises as ``read_sources`` and ``collect_stubs``."""
    # Loads the readers of source and all of the analysis, which other readers do not need.
    from sad.analysis.unit import analyse  # noqa: PLC0415
    from sad.analysis.values.declared import declared_inputs  # noqa: PLC0415
    from sad.lowering.build import Origin, describe  # noqa: PLC0415
    from sad.reading.notes import tell_all  # noqa: PLC0415
    from sad.reading.sources import read_sources  # noqa: PLC0415
    from sad.stubs.defaults import NONE  # noqa: PLC0415
    from sad.stubs.link import with_stubs  # noqa: PLC0415

    stubs: dict[str, Stub] = {}
    if reading.stubs:
        from sad.stubs.library import collect_stubs  # noqa: PLC0415

        stubs = collect_stubs(reading.stubs)
    program = read_sources(reading, diagnostics)
    linked = with_stubs(program, stubs, diagnostics, defaults=NONE not in reading.stubs)
    analysis = analyse(linked.program, declared_inputs(linked.program, reading.inputs))
    tell_all(analysis.entries, analysis.effects, diagnostics)
    origins: dict[int, Origin] = {}
    waits = wanted.work and wanted.later and _is_library(analysis)
    later = dict[str, "Callable[[], Compiled]"]() if waits else None
    description = describe(
        *(analysis, linked.outside),
        with_work=wanted.work and not waits,
        with_guesses=wanted.guesses,
        origins=origins,
        later=later,
    )
    return Loaded(description, diagnostics, analysis, origins, later)


def _is_library(analysis: ProgramAnalysis) -> bool:
    from sad.model.expand import is_library  # noqa: PLC0415

    entries, facts = analysis.entries, analysis.graph.facts
    called = {name for item in entries for name in facts[item.unit.key].called if name != item.name}
    programs = sum(item.unit.kind == "program" for item in entries)
    return is_library(len(entries), programs, sum(item.name not in called for item in entries))


SOURCES = ModelReader("source", lambda _: True, _read)
