"""What is worth knowing of an analysis: notes for the reader of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.values.lookup import NEVER_SET

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.unit import EntryAnalysis
    from sad.diagnostics import Diagnostics


def tell_all(
    entries: Iterable[EntryAnalysis], effects: ProgramEffects, diagnostics: Diagnostics
) -> None:
    """Note what is worth knowing of units: SAD301, SAD225, SAD226 and SAD232."""
    units = list(entries)
    tell_irreducible(units, diagnostics)
    for entry in units:
        tell_messages(entry, diagnostics)
        if any(item.shared for item in entry.unit.sequential):
            tell_races(entry, effects, diagnostics)


def tell_races(entry: EntryAnalysis, effects: ProgramEffects, diagnostics: Diagnostics) -> None:
    """Warn of loops that threads share although their iterations are proved to conflict (SAD232)."""
    from sad.dependence.races import races  # noqa: PLC0415 - source with OpenMP only

    in_c = entry.unit.span.file.endswith((".c", ".h", ".i"))
    for race in dict.fromkeys(races(entry, effects, in_c=in_c)):
        diagnostics.warning("SAD232", f"OpenMP: {race.text}", race.span, race.hint)


def tell_irreducible(entries: Iterable[EntryAnalysis], diagnostics: Diagnostics) -> None:
    """Note loops with several entries (SAD301)."""
    for entry in entries:
        for region in entry.structured.irreducible:
            block = entry.cfg.blocks[region.header]
            span = block.actions[0].span if block.actions else entry.unit.span
            diagnostics.note(
                "SAD301",
                f"{entry.name}: a loop with several entries; its parts have named counts",
                span,
                "set them, or look at the source: can the jumps become loops?",
            )


def tell_messages(entry: EntryAnalysis, diagnostics: Diagnostics) -> None:
    """Warn of routines that are known and not modelled (SAD225) and of unknown constants (SAD226).

    Once for each routine and constant of a unit.
    """
    told: set[str] = set()
    unset = {item.variable for item in entry.values.unknowns.values() if NEVER_SET in item.reason}
    sites = (site for sites in entry.values.calls.values() for site in sites)
    for site in sorted(sites, key=lambda item: item.span.line):
        if site.routine is None:
            continue
        if not site.routine.supported and site.name not in told:
            told.add(site.name)
            message = f"{entry.name}: {site.name} is not modelled"
            hint = (
                "its messages are listed as unsupported, without bytes; no time is given for them"
            )
            diagnostics.warning("SAD225", message, site.span, hint)
        for name in site.variables:
            if not name.startswith("MPI_") or name not in unset or name in told:
                continue
            told.add(name)
            message = f"{entry.name}: {name} is no constant that is known here"
            hint = "is 'mpif.h' included, or MPI used? what depends on it has names of its own"
            diagnostics.warning("SAD226", message, site.span, hint)
