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
from sad.model.nodes import Description, operations_of
from sad.reading.loaded import Loaded
from sad.reading.readers import are_source_text

if TYPE_CHECKING:
    from sad.evaluation.library_report import LibraryReport, Units
    from sad.evaluation.predict import Prediction
    from sad.loading.means import Means
    from sad.machine.schema import Machine, Toolchain
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
        plain = choice.is_plain and not with_work
        loaded = load_description(reading, with_work=with_work, means=None if plain else means)
        diagnostics = loaded.diagnostics
        found = _together(loaded, choice, most, machine) if plain else loaded
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
        with opened_by_units(reading, means, diagnostics, shown=most, library=with_work) as opened:
            if opened is None:
                return None
            program, units = opened
            if units.may_be_library:
                known = _reported(units, most, choice, machine)
                if known is not None and with_work:
                    known = _with_work(known, reading)
                if known is not None:
                    return Description(program.files, program.lines, (), program.commons), known
            return None if with_work else Loaded(whole_description(program, units), diagnostics)
    except StaleEntry:
        return None


def _together(
    loaded: Loaded, choice: Choice, most: int, machine: tuple[Machine, Toolchain] | None
) -> Found:
    description = loaded.description
    if default_entry(description) is not None:
        return loaded
    from sad.evaluation.library_report import Whole  # noqa: PLC0415 - for libraries

    GC_POLICY.spare(description)  # of a million lines takes seconds to look through, one to free
    known = _reported(Whole(description.units), most, choice, machine)
    return loaded if known is None else (replace(description, units=()), known)


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


def _with_work(known: LibraryReport, reading: Reading) -> LibraryReport | None:
    """The report with what compiled code of the units shown does, which takes longer than counting.

    Their files are read by themselves; None where their blocks are others then.
    """
    files = tuple(dict.fromkeys(unit.file for unit in known.shown))
    found = load_description(replace(reading, sources=files), with_work=True).description
    own = {(unit.file, unit.line, unit.entry): unit for unit in found.units}
    pairs = [(unit, own.get((unit.file, unit.line, unit.entry), unit)) for unit in known.shown]
    units = {unit.name: replace(unit, loops=compiled.loops) for unit, compiled in pairs}
    alone = [(unit.name, Description((), 0, (compiled,), {})) for unit, compiled in pairs]
    made = {f"{name}.b{x.number}": x for name, each in alone for x in expand(each, None).blocks}
    blocks: list[BlockCount] = []
    for block in known.blocks:
        one = made.get(block.id)
        if one is None or operations_of(one.block.lines) != operations_of(block.block.lines):
            return None
        blocks.append(replace(one, unit=units[block.unit.name], count=block.count))
    return replace(known, shown=tuple(units.values()), blocks=tuple(blocks))


def _on(
    machine: tuple[Machine, Toolchain], choice: Choice, known: LibraryReport
) -> tuple[Machine, Toolchain]:
    """The machine with the toolchain that is asked for, else the one for the units' languages."""
    found, toolchain = machine
    if choice.toolchain is None:
        toolchain = found.toolchain_for(known.languages)
    return found, toolchain
