"""Sources to a description unit by unit: from the cache, here, or by others."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sad.algebra.intern_scope import MOST_ALIVE, Mark
from sad.diagnostics import Diagnostics, Span, input_error
from sad.evaluation.summary import (
    COUNTS,
    SUMMARY,
    Summaries,
    counts_from_json,
    counts_json,
    expanded,
    listed,
    summary_from_json,
    summary_of,
)
from sad.files import stamp
from sad.incremental.entries import Memory, OneRun
from sad.incremental.program import load_incremental
from sad.incremental.sources import StaleEntry
from sad.incremental.store import Store
from sad.model.nodes import Block, Call, Description
from sad.model.walks.parts import nodes_of
from sad.reading.from_sources import analysed, read_linked
from sad.reading.loaded import Loaded, Source, Wanted
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.analysis.unit import ProgramAnalysis
    from sad.evaluation.summary import Summary
    from sad.files import Stamp
    from sad.incremental.entries import Entries
    from sad.incremental.program import Incremental
    from sad.ir.program import Program
    from sad.loading.means import Means
    from sad.lowering.build import Origin
    from sad.lowering.drafts import Linked
    from sad.model.nodes import UnitDescription
    from sad.reading.options import Reading


class UnitsAsked:
    """The units of a program, each made anew from what is kept of it whenever it is asked for.

    Raises ``StaleEntry`` if what is kept is damaged, or was dropped by another process.
    """

    def __init__(self, program: Incremental, summaries: Summaries) -> None:
        self._program, self._summaries = program, summaries
        summaries.in_order = False  # others are made where somebody forgets formulas

    def forget(self, mark: Mark) -> None:
        """Forget formulas made since, if they are many; units are read back then."""
        if mark.made_since > MOST_ALIVE:
            self._summaries.shown.clear()
            mark.forget(self._program.commons.values())

    def __getitem__(self, index: int) -> UnitDescription:
        program = self._program
        unit = program.units[index]
        shown = self._summaries.shown.get(unit.name)
        found = program.description(unit) if shown is None else shown[0].final(unit.others)
        return replace(found, stops_at=program.stops_at(unit))

    def __len__(self) -> int:
        return len(self._program.units)

    def summary(self, number: int) -> Summary:
        """Return the summary of a unit: what is kept of it, or made and kept now."""
        unit = self._program.units[number]
        if unit.name in self._summaries.found:
            return listed(*self._summaries.found.pop(unit.name), unit.others)
        is_kept = not self._summaries.one_run
        kept = self._program.kept_of(unit, SUMMARY, self._summaries) if is_kept else None
        if kept is None:
            found = self[number]
            return summary_of(found, expanded(found))
        return summary_from_json(kept, unit.others, unit.span.file)

    def counts(self, number: int) -> dict[int, Poly]:
        """Return how often the blocks of a unit run, by number; it is kept."""
        unit = self._program.units[number]
        kept = self._program.kept_of(unit, COUNTS)
        if kept is not None:
            return counts_from_json(kept)
        if unit.name in self._summaries.shown:
            counts = self._summaries.shown[unit.name][1]
        else:
            counts = {block.number: block.count for block in expanded(self[number]).blocks}
        if not self._summaries.one_run:
            self._program.keep(unit, COUNTS, counts_json(counts))
        return counts


@contextmanager
def opened_by_units(
    reading: Reading,
    means: Means,
    diagnostics: Diagnostics,
    *,
    shown: int = 0,
    wanted: Wanted,
    linked: Linked | None = None,
) -> Generator[tuple[Incremental, UnitsAsked] | None]:
    """Let the units of sources be asked for; None where only an analysis of the whole program serves.

    What was ``linked`` is analysed by this process for this run, if it is a library. Summaries of units
    are kept for a report on those ``shown``, if there are any. See ``load_incremental`` for where that
    is; raises as it does. If units raise ``StaleEntry``, only that analysis serves as well.
    """
    store: Entries = OneRun() if linked is not None else Memory()
    if means.cache is not None:
        keeps = not reading.texts  # what somebody types is another text the next moment
        store = Store(means.cache, diagnostics, keeps=keeps)
    said = len(diagnostics.items)
    mark = Mark()
    try:
        with means.elsewhere() as elsewhere:
            one_run = linked is not None
            summaries = Summaries(shown, in_order=elsewhere is None, one_run=one_run)
            found = load_incremental(
                *(reading, store, diagnostics),
                elsewhere=elsewhere,
                summarize=summaries if shown else None,
                wanted=wanted,
                linked=linked,
            )
        program = None if found is None else found[0]
        del found  # the statements of the files that were read last
        if program is None:
            yield None
        else:
            units = UnitsAsked(program, summaries)
            if linked is None and not program.has_stubs:  # formulas of these are held
                units.forget(mark)
            yield program, units
    except StaleEntry:
        del diagnostics.items[said:]
        raise
    finally:
        if isinstance(store, Store):
            store.close()


def loaded_by_units(
    reading: Reading, means: Means, diagnostics: Diagnostics, wanted: Wanted
) -> Loaded | None:
    """Return the model of sources, all units made; None and raises as ``opened_by_units``."""
    try:
        with opened_by_units(reading, means, diagnostics, wanted=wanted) as opened:
            return None if opened is None else whole(reading, *opened, diagnostics)
    except StaleEntry:
        return None


def _are_for_each_other(units: Sequence[UnitDescription]) -> bool:
    """Whether what threads do in a unit may depend on the statements of others.

    That is where threads of a team call procedures of the program, or a unit says that they have
    variables of their own: neither is in what callers see of a unit.
    """
    openmp = [(x, unit) for unit in units for x in unit.directives if x.language == "OpenMP"]
    teams = [(item, unit) for item, unit in openmp if item.team]
    if teams and any(item.name == "threadprivate" for item, _ in openmp):
        return True
    return any(
        call.target is not None
        and call.span.file == item.span.file
        and item.span.line <= call.span.line <= item.end
        for item, unit in teams
        for call in nodes_of(unit.tree, Call)
    )


def whole(
    reading: Reading, program: Incremental, units: UnitsAsked, diagnostics: Diagnostics
) -> Loaded:
    """Return the model with all units made."""
    found = tuple(map(units.__getitem__, range(len(units))))
    if _are_for_each_other(found):
        found = program.with_doubts(found, lambda: _together(reading))
    description = Description(program.files, program.lines, found, program.commons)
    stamps = {path: stamp(path) for path in program.files}
    source = Source(
        lambda: _read_again(reading, stamps),
        lambda linked: _analysed(linked, reading, description),
    )
    return Loaded(description, diagnostics, source)


def _together(reading: Reading) -> tuple[Program, Sequence[UnitDescription]]:
    """A program as it is read and described as a whole."""
    linked = read_linked(reading, Diagnostics())
    found = analysed(linked, reading, Diagnostics(), Wanted(guesses=False))
    return linked.program, found.description.units


def _read_again(reading: Reading, stamps: Mapping[str, Stamp]) -> Linked:
    """The statements of a program; raises SAD114 where they are others than were described."""
    for path, known in stamps.items():
        if stamp(path) != known:
            hint = "start the command again"
            raise input_error("SAD114", "changed since it was described", Span.at(path), hint)
    return read_linked(reading, Diagnostics())


def _analysed(
    linked: Linked, reading: Reading, description: Description
) -> tuple[ProgramAnalysis, Mapping[int, Origin]]:
    """The analysis of a program as a whole, and where the blocks of its description are from."""
    found = analysed(linked, reading, Diagnostics(), Wanted(guesses=False))
    assert found.analysis is not None
    origins: dict[int, Origin] = {}
    for unit, same in zip(description.units, found.description.units, strict=True):
        for block, other in zip(
            nodes_of(unit.tree, Block), nodes_of(same.tree, Block), strict=True
        ):
            if id(other) in found.origins:
                origins[id(block)] = found.origins[id(other)]._replace(made=block)
    return found.analysis, origins
