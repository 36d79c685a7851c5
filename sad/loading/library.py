"""Sources to what a short report shows: of a library, all units looked at but only some kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.ir.program import UnitKind
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine, warn_of_other_machine
from sad.loading.means import ALONE
from sad.loading.prediction import needs_work, predict_for
from sad.mapping.bind import cost_model_for
from sad.model.expand import BlockCount, expand
from sad.model.nodes import Description
from sad.reading.from_sources import analysed, read_linked
from sad.reading.loaded import Loaded, Wanted
from sad.reading.readers import are_source_text
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.evaluation.library_report import LibraryReport, Units
    from sad.evaluation.predict import Prediction
    from sad.loading.means import Means
    from sad.lowering.build import Compiled
    from sad.lowering.drafts import Linked
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import UnitDescription
    from sad.reading.options import Choice, Reading

    Found = Loaded | tuple[Description, LibraryReport]


def load_short(
    reading: Reading, choice: Choice, means: Means, most: int
) -> tuple[Prediction, Diagnostics]:
    """Return the prediction; of a library that of the ``most`` units that grow fastest, with a report.

    It is that of all units where values are given, and where there is an entry. Raises as
    ``load_description`` and ``predict_for``.
    """
    machine = chosen_machine(choice.machine, choice.toolchain)
    with_work = needs_work(machine, choice.cost_model)
    diagnostics = Diagnostics()
    found: Found | None = None
    if choice.is_plain and are_source_text(reading.sources):
        if not means.is_alone:
            found = _by_units(reading, choice, means, most, machine, diagnostics, None)
        if found is None:
            diagnostics = Diagnostics()
            linked = read_linked(reading, diagnostics)
            kinds = [unit.kind for unit in linked.program.units]
            if len(kinds) > 1 and kinds.count(UnitKind.PROGRAM) != 1:
                found = _by_units(reading, choice, ALONE, most, machine, diagnostics, linked)
            found = found or analysed(linked, reading, diagnostics, Wanted(work=with_work))
    else:
        found = load_description(reading, with_work=with_work, means=means)
        diagnostics = found.diagnostics
    if isinstance(found, Loaded):
        found = replace(found, cache=means.cache)
        return predict_for(found, reading, choice, machine), diagnostics
    from sad.evaluation.library_report import library_prediction  # noqa: PLC0415 - for libraries

    description, known = found
    if machine is not None:
        machine = _on(machine, choice, known)
        warn_of_other_machine(*machine, diagnostics)
    return library_prediction(description, known, machine, choice.cost_model), diagnostics


def _by_units(
    reading: Reading,
    choice: Choice,
    means: Means,
    most: int,
    machine: tuple[Machine, Toolchain] | None,
    diagnostics: Diagnostics,
    linked: Linked | None,
) -> Found | None:
    with_work, said = needs_work(machine, choice.cost_model), len(diagnostics.items)
    from sad.incremental.sources import StaleEntry  # noqa: PLC0415 - not for one program
    from sad.loading.by_units import opened_by_units, whole  # noqa: PLC0415

    wanted = Wanted(with_work, guesses=linked is None, later=True)
    asked = opened_by_units(
        *(reading, means, diagnostics), shown=most, wanted=wanted, linked=linked
    )
    try:
        with asked as opened:
            if opened is None:
                return None
            program, units = opened
            waits = with_work and not program.has_work
            if program.may_be_library:
                known = _reported(units, most, choice, machine)
                if known is not None and waits:
                    known = _with_work(known, program.compiled)
                if known is not None:
                    return Description(program.files, program.lines, (), program.commons), known
            if linked is None and not waits:
                return whole(reading, program, units, diagnostics)
    except StaleEntry:
        return None
    del diagnostics.items[said:]
    return None


def _reported(
    units: Units, most: int, choice: Choice, machine: tuple[Machine, Toolchain] | None
) -> LibraryReport | None:
    """Return what is known of units, each by itself; None where they are to be taken together."""
    from sad.evaluation.library_report import NotApart, library_report  # noqa: PLC0415

    try:
        known = library_report(units, most)
    except NotApart:
        return None
    if not known.is_library:
        return None
    if machine is not None:
        _, toolchain = _on(machine, choice, known)
        if cost_model_for(toolchain, choice.cost_model).compiles:
            return None
    return known


def _with_work(
    known: LibraryReport, compiled: Callable[[UnitDescription], Compiled | None]
) -> LibraryReport:
    """The report with what compiled code of the units shown does, which takes longer than counting."""
    units: dict[str, UnitDescription] = {}
    made: dict[str, BlockCount] = {}
    for unit in known.shown:
        found = compiled(unit)
        if found is not None:
            tree, loops = found
            units[unit.name] = replace(unit, loops=loops)
            alone = Description((), 0, (replace(unit, tree=tree),), {})
            made.update((block.id, block) for block in expand(alone, None).blocks)
    blocks = [
        replace(made[block.id], unit=units[block.unit.name], count=block.count)
        if block.unit.name in units
        else block
        for block in known.blocks
    ]
    shown = tuple(units.get(unit.name, unit) for unit in known.shown)
    return replace(known, shown=shown, blocks=tuple(blocks))


def _on(
    machine: tuple[Machine, Toolchain], choice: Choice, known: LibraryReport
) -> tuple[Machine, Toolchain]:
    """The machine with the toolchain that is asked for, else the one for the units' languages."""
    found, toolchain = machine
    if choice.toolchain is None:
        toolchain = found.toolchain_for(known.languages)
    return found, toolchain
