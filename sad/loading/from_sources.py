"""Sources to a description by an analysis of the whole program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.analysis.values.declared import declared_inputs
from sad.loading.describe import Loaded
from sad.lowering.build import describe
from sad.reading.notes import tell_all
from sad.reading.sources import read_sources
from sad.stubs.defaults import NONE
from sad.stubs.library import collect_stubs
from sad.stubs.link import with_stubs

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.reading.options import Reading


def described_sources(
    reading: Reading, diagnostics: Diagnostics, *, with_work: bool, with_guesses: bool
) -> Loaded:
    """Return the description of sources and its analysis; raises as ``load_description``."""
    stubs = collect_stubs(reading.stubs)
    program = read_sources(reading, diagnostics)
    linked = with_stubs(program, stubs, diagnostics, defaults=NONE not in reading.stubs)
    analysis = analyse(linked.program, declared_inputs(linked.program, reading.inputs))
    tell_all(analysis.entries, diagnostics)
    description = describe(analysis, linked.outside, with_work=with_work, with_guesses=with_guesses)
    return Loaded(description, diagnostics, analysis)
