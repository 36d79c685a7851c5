"""Advice of ``sad parallelism`` from the model of threads: of directives, also suggested ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.parallel import SERIAL_SHARE
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.evaluation.predict import Prediction
    from sad.parallel import Lint
    from sad.parallelism.suggest import Suggestion
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice


def thread_advice(
    loaded: Loaded,
    choice: Choice,
    prediction: Prediction,
    made: Sequence[Suggestion],
    threads: int,
) -> tuple[list[Lint], str]:
    """Return what keeps teams from being faster, and why nothing is known of it, empty if it is.

    Loops that ``made`` has directives for are shared out in blocks. Nothing without a machine that says
    what threads take or share, or without any team.
    """
    from sad.parallelism.suggest import with_directives  # noqa: PLC0415
    from sad.threads.program import ThreadedProgram  # noqa: PLC0415 - heavy

    bound = prediction.bound
    if prediction.model.missing or bound is None:
        return [], ""
    if not (bound.machine.multicore.costs or bound.machine.multicore.shared):
        return [], ""
    description = with_directives(loaded.description, made)
    if not any(item.team for unit in description.units for item in unit.directives):
        return [], ""
    changed = replace(loaded, description=description)
    known = {name: float(value) for name, value in prediction.model.values.items()}
    try:
        program = ThreadedProgram(changed, choice, bound.machine, bound.toolchain)
        values = {name: known[name] for name in program.symbols.values() if name in known}
        run = program.at(threads, values)
        found = program.lints(run, values)
    except SadError as error:
        return [], error.diagnostic.message
    return [item for item in found if item.kind != SERIAL_SHARE], ""
