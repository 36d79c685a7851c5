"""A program in outline: all units by key, and what their names mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.analysis.calls.graph import Procedure, procedures_of, unit_key
from sad.analysis.calls.summary import entries_of
from sad.incremental.outlines import Outline, outline_of
from sad.incremental.readers import Changed
from sad.incremental.tool import digest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.incremental.sources import Sources
    from sad.ir.program import Program, Unit
    from sad.lowering.drafts import Outside


@dataclass(slots=True)
class Whole:
    """A program in outline. ``units`` are those that are there as a whole: of C, and stubs.

    ``with_guesses`` tells whether descriptions of units are to have values by heuristics.
    """

    program: Program
    outlines: Mapping[str, Outline] = field(default_factory=dict[str, Outline])
    units: dict[str, Unit] = field(default_factory=dict[str, "Unit"])
    places: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    languages: dict[str, str] = field(default_factory=dict[str, str])
    procedures: Mapping[str, Procedure] = field(default_factory=dict[str, Procedure])
    with_guesses: bool = False


def whole_of(
    program: Program,
    sources: Sources,
    outside: Mapping[str, Outside],
    stubs: str,
    lost: Collection[str] = (),
) -> Whole:
    """Return a program in outline without the units in ``lost``.

    ``stubs`` is a digest of the files that ``outside`` is from.
    """
    whole = Whole(program)
    found: dict[str, Outline] = {}
    pairs: list[tuple[Unit, Any]] = []
    for file in program.files:
        outlines = sources.outlines(file.path)
        for number, unit in enumerate(file.units):
            key = unit_key(unit)
            if key in lost:
                continue
            if key in whole.languages and key not in found:
                if outlines is None and repr(whole.units[key]) == repr(unit):
                    continue  # of a header that several C files include
                raise Changed
            whole.languages[key] = file.language
            if outlines is None:
                whole.units[key] = unit
                pairs.append((unit, entries_of(unit)))
            else:
                found[key] = outlines[number]
                whole.places[key] = file.path, number
                pairs.append((unit, outlines[number].links.definitions))
    whole.procedures = procedures_of(pairs, program.aliases)
    for key, unit in whole.units.items():
        text = digest("stub", stubs, key) if key in outside else digest("unit", repr(unit))
        found[key] = outline_of(unit, text, whole.procedures)
    order = dict.fromkeys(map(unit_key, program.units))
    whole.outlines = {key: found[key] for key in order if key in found}
    return whole
