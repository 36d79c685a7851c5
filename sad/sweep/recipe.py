"""Curves as they are sent to other processes: the description as JSON, and what was asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics, argument_error
from sad.loading.describe import Loaded
from sad.mapping.bind import ASM
from sad.mapping.bind import model_for as cost_model_for
from sad.model.saved import from_json, to_json
from sad.records import record
from sad.sweep.curve import Curves
from sad.sweep.program import Program

if TYPE_CHECKING:
    from sad.reading.options import Choice, Reading
    from sad.sweep.curve import Target
    from sad.sweep.quantity import Quantity
    from sad.sweep.ranges import Axis


@record
class Recipe:
    """All that makes ``Curves``: nothing of it names a file that would have to be there."""

    description: str
    reading: Reading
    choice: Choice
    axes: tuple[Axis, ...]
    label: str
    columns: tuple[tuple[Quantity, Target | None], ...]

    def curves(self) -> Curves:
        """Return the curves; raises as ``Curves``."""
        description = from_json(json.loads(self.description), self.label)
        loaded = Loaded(description, Diagnostics())
        program = Program(loaded, self.reading, self.choice, self.axes, self.label)
        return Curves(program, self.columns)


def recipe_of(curves: Curves) -> Recipe:
    """Return the recipe of curves; raises SAD954 for what cannot be sent.

    The cost model ``asm`` runs the user's compiler on the sources: another machine may have neither.
    """
    program = curves.program
    for quantity, target in curves.columns:
        if not quantity.is_time or target is None:
            continue
        if cost_model_for(target.toolchain_for(program.model), target.cost_model) == ASM:
            message = f"--scheduler: {target.machine.name} needs a compiler and the sources there"
            raise argument_error("SAD954", message, "leave --scheduler out, or change --model")
    text = json.dumps(to_json(program.loaded.description))
    return Recipe(
        *(text, program.reading, program.choice, program.axes, program.label, curves.columns)
    )
