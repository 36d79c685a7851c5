"""Sources to what a short report shows: of a library, all units looked at but only some kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.gc_policy import GC_POLICY
from sad.loading.describe import load_description
from sad.loading.evaluating import Evaluator
from sad.loading.machines import chosen_machine, warn_of_other_machine
from sad.loading.prediction import needs_work, predict_for
from sad.mapping.bind import cost_model_for
from sad.model.expand import BlockCount, default_entry, expand
from sad.model.nodes import Description
from sad.reading.loaded import Loaded, Wanted
from sad.reading.readers import are_source_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.evaluation.library_report import LibraryReport, Units
    from sad.evaluation.predict import Prediction
    from sad.loading.means import Means
    from sad.lowering.build import Compiled
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
    if choice.is_plain and are_source_text(reading.sources) and not means.is_alone:
        found = _by_units(reading, choice, means, most, machine, diagnostics)
    if found is None:
        plain = choice.is_plain
        own = None if plain else means
        loaded = load_description(reading, with_work=with_work, later=plain, means=own)
        if plain and (loaded.later is not None or not with_work):
            found = _together(loaded, choice, most, machine)
        if found is None and loaded.later is not None:
            loaded = load_description(reading, with_work=True)
        diagnostics = loaded.diagnostics
        found = found or loaded
    if isinstance(found, Loaded):
        evaluator = Evaluator(found, reading, means.cache)
        return predict_for(found, reading, choice, machine, evaluator), diagnostics
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
) -> Found | None:
    with_work = needs_work(machine, choice.cost_model)
    # Not needed for one small file, without a cache.
    from sad.incremental.sources import StaleEntry  # noqa: PLC0415
    from sad.loading.by_units import opened_by_units, whole_description  # noqa: PLC0415

    try:
        wanted = Wanted(with_work, later=True)
        with opened_by_units(reading, means, diagnostics, shown=most, wanted=wanted) as opened:
            if opened is None:
                return None
            program, units = opened
            waits = with_work and not program.has_work
            if units.may_be_library:
                known = _reported(units, most, choice, machine)
                if known is not None and waits:
                    known = _with_work(known, program.compiled)
                if known is not None:
                    return Description(program.files, program.lines, (), program.commons), known
            return None if waits else Loaded(whole_description(program, units), diagnostics)
    except StaleEntry:
        return None


def _together(
    loaded: Loaded, choice: Choice, most: int, machine: tuple[Machine, Toolchain] | None
) -> Found | None:
    description, later = loaded.description, loaded.later
    if default_entry(description) is not None:
        return None
    from sad.evaluation.library_report import Whole  # noqa: PLC0415 - for libraries

    GC_POLICY.spare(description)  # of a million lines takes seconds to look through, one to free
    known = _reported(Whole(description.units), most, choice, machine)
    if known is not None and later is not None:
        made = later.get
        known = _with_work(known, lambda unit: call() if (call := made(unit.name)) else None)
    return None if known is None else (replace(description, units=()), known)


def _reported(
    units: Units,
    most: int,
    choice: Choice,
    machine: tuple[Machine, Toolchain] | None,
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
