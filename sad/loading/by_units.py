"""Sources to a description unit by unit: from the cache, here, or by others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, overload

from sad.algebra.intern_scope import Mark
from sad.evaluation.summary import (
    COUNTS,
    SUMMARY,
    Summaries,
    counts_from_json,
    expanded,
    summary_from_json,
    summary_of,
)
from sad.incremental.entries import Memory
from sad.incremental.program import load_incremental
from sad.incremental.sources import StaleEntry
from sad.incremental.store import Store
from sad.model.expand import is_library
from sad.model.nodes import Call, Description
from sad.model.walks.parts import nodes_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostics
    from sad.evaluation.summary import Summary
    from sad.incremental.program import Incremental
    from sad.loading.means import Means
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Wanted
    from sad.reading.options import Reading


class UnitsAsked(Sequence["UnitDescription"]):
    """The units of a program, each made anew from what is kept of it whenever it is asked for.

    Raises ``StaleEntry`` if what is kept is damaged, or was dropped by another process.
    """

    def __init__(self, program: Incremental, summaries: Summaries) -> None:
        self._program, self._summaries = program, summaries

    @overload
    def __getitem__(self, index: int) -> UnitDescription: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[UnitDescription, ...]: ...

    def __getitem__(self, index: int | slice) -> UnitDescription | tuple[UnitDescription, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        program = self._program
        unit = program.units[index]
        return replace(program.description(unit), stops_at=program.stops_at(unit))

    def __len__(self) -> int:
        return len(self._program.units)

    @property
    def each(self) -> UnitsAsked:
        """The units."""
        return self

    def summary(self, number: int) -> Summary:
        """Return the summary of a unit: what is kept of it, or made and kept now."""
        unit = self._program.units[number]
        kept = self._program.kept_of(unit, SUMMARY, self._summaries)
        if kept is None:
            found = self[number]
            return summary_of(found, expanded(found))
        return summary_from_json(kept, unit.others, unit.span.file)

    def counts(self, number: int) -> dict[int, Poly] | None:
        """Return how often the blocks of a unit run, by number, if that is kept."""
        kept = self._program.kept_of(self._program.units[number], COUNTS)
        return None if kept is None else counts_from_json(kept)

    @property
    def may_be_library(self) -> bool:
        """Whether it seems, without making any, that there is no one unit to start from."""
        units = self._program.units
        programs = sum(unit.kind == "program" for unit in units)
        called = {name for unit in units for name in unit.targets if name != unit.name}
        roots = sum(unit.name not in called for unit in units)
        return is_library(len(units), programs, roots)


@contextmanager
def opened_by_units(
    reading: Reading,
    means: Means,
    diagnostics: Diagnostics,
    *,
    shown: int = 0,
    wanted: Wanted,
) -> Generator[tuple[Incremental, UnitsAsked] | None]:
    """Let the units of sources be asked for; None where only an analysis of the whole program serves.

    Summaries of units are kept for a report on those ``shown``, if there are any. See
    ``load_incremental`` for where that is; raises as it does. If units raise ``StaleEntry``, only that
    analysis serves as well.
    """
    store = Memory() if means.cache is None else Store(means.cache, diagnostics)
    said = len(diagnostics.items)
    mark, summaries = Mark(), Summaries(shown)
    try:
        with means.elsewhere() as elsewhere:
            found = load_incremental(
                *(reading, store, diagnostics),
                elsewhere=elsewhere,
                summarize=summaries if shown else None,
                wanted=wanted,
            )
        program = None if found is None else found[0]
        del found  # the statements of the files that were read last
        if program is not None and not program.has_stubs:  # formulas of stubs are held
            mark.forget(program.commons.values())
        yield None if program is None else (program, UnitsAsked(program, summaries))
    except StaleEntry:
        del diagnostics.items[said:]
        raise
    finally:
        if isinstance(store, Store):
            store.close()


def description_by_units(
    reading: Reading, means: Means, diagnostics: Diagnostics, wanted: Wanted
) -> Description | None:
    """Return the description of sources, all units made; None and raises as ``opened_by_units``."""
    wanted = replace(wanted, later=False)
    try:
        with opened_by_units(reading, means, diagnostics, wanted=wanted) as opened:
            return None if opened is None else whole_description(*opened)
    except StaleEntry:
        return None


def _calls_in_a_team(unit: UnitDescription) -> bool:
    """Whether threads of a team call procedures of the program.

    What makes counts of several threads others is not in what callers see of a unit.
    """
    teams = [item for item in unit.directives if item.team and item.language == "OpenMP"]
    calls = nodes_of(unit.tree, Call) if teams else ()
    return any(
        call.target is not None
        and any(
            x.span.file == call.span.file and x.span.line <= call.span.line <= x.end for x in teams
        )
        for call in calls
    )


def whole_description(program: Incremental, units: UnitsAsked) -> Description:
    """Return the description with all units made.

    Raises ``StaleEntry`` also where threads of a team call units of the program.
    """
    found = tuple(units)
    if any(map(_calls_in_a_team, found)):
        raise StaleEntry
    return Description(program.files, program.lines, found, program.commons)
