"""One program on several machines: counted once, bound to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.bind_model import bind_model
from sad.evaluation.predict import predict
from sad.loading.describe import load_description
from sad.loading.machines import (
    chosen_machine,
    languages_of,
    read_machine,
    warn_of_other_machine,
)
from sad.loading.prediction import compile_options, needs_work, predict_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostics
    from sad.evaluation.predict import Prediction
    from sad.reading.options import Choice, Reading


def load_predictions(
    reading: Reading, choice: Choice, others: Sequence[str]
) -> tuple[list[Prediction], Diagnostics]:
    """Return the prediction for the chosen machine, then those for others (``NAME[,TOOLCHAIN]``).

    A machine with a toolchain that is there already is left out. Raises as ``load_prediction``.
    """
    first = chosen_machine(choice.machine, choice.toolchain)
    asked = [read_machine(text) for text in others]
    pairs = [(machine, chosen or machine.default_toolchain) for machine, chosen in asked]
    work = any(needs_work(pair, choice.cost_model) for pair in (first, *pairs))
    loaded = load_description(reading, with_work=work)
    found = [predict_for(loaded, reading, choice, first)]
    model = found[0].model
    bound = found[0].bound
    known: set[tuple[str, str]] = set()
    if bound is not None:
        known.add((bound.machine.name, bound.toolchain.name))
    for machine, chosen in asked:
        toolchain = chosen or machine.toolchain_for(languages_of(model))
        if (machine.name, toolchain.name) in known:
            continue
        known.add((machine.name, toolchain.name))
        warn_of_other_machine(machine, toolchain, loaded.diagnostics)
        options = compile_options(reading)
        own = bind_model(model, machine, toolchain, choice.cost_model, options, loaded.diagnostics)
        found.append(predict(model, own))
    return found, loaded.diagnostics
