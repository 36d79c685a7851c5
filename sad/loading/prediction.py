"""A description, values and a machine to a prediction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.evaluation.bind_model import bind_model
from sad.evaluation.defaults.fill import fill, withheld_notice
from sad.evaluation.memory_left_out import may_leave_caches, memory_left_out
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.loading.describe import load_description
from sad.loading.evaluating import Evaluator, is_open
from sad.loading.machines import (
    chosen_machine,
    languages_of,
    times_alone,
    warn_of_other_machine,
)
from sad.loading.means import ALONE, Means
from sad.mapping.bind import cost_model_named
from sad.profiles.settings import Origin, Setting
from sad.progress import phase
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.evaluation.names import Names
    from sad.evaluation.predict import Prediction
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading


def load_prediction(
    reading: Reading,
    choice: Choice,
    means: Means = ALONE,
    *,
    shows_guesses: bool = False,
    with_work: bool = False,
) -> tuple[Prediction, Diagnostics]:
    """Read, describe, bind and evaluate with what may be used for it; raises as the steps do.

    Values by heuristics are found if they are asked for, or the result ``shows_guesses``: a page has
    controls that begin there. ``with_work`` adds what compiled code does also where the cost model does
    not need it.
    """
    machine = chosen_machine(choice.machine, choice.toolchain)
    loaded = load_description(
        reading,
        with_work=with_work or needs_work(machine, choice.cost_model),
        with_guesses=choice.defaults is not None or shows_guesses,
        means=means,
    )
    return predict_for(loaded, reading, choice, machine), loaded.diagnostics


def needs_work(machine: tuple[Machine, Toolchain] | None, cost_model: str | None) -> bool:
    """Whether a prediction needs what compiled code does, beside operations."""
    return machine is not None and cost_model_named(cost_model or machine[1].model).of_run


def predict_for(
    loaded: Loaded,
    reading: Reading,
    choice: Choice,
    machine: tuple[Machine, Toolchain] | None,
    evaluator: Evaluator | None = None,
) -> Prediction:
    """Return the prediction of a description that is there; messages go to its diagnostics.

    One warns of a file of values that was made for another source. ``evaluator`` is that of what was
    loaded, where it is asked several times.
    """
    if choice.params:
        from sad.profiles.params_header import warn_of_changes  # noqa: PLC0415 - for who gives a file

        warn_of_changes(choice.params, loaded.diagnostics)
    phase("evaluating")
    evaluator = evaluator or Evaluator(loaded)
    if choice.settings.runs and choice.has_input:
        from sad.loading.input_sizes import at_given_input  # noqa: PLC0415 - as above

        choice = at_given_input(choice, loaded, evaluator)
    model = _with_counts(loaded, choice, evaluator)
    if machine is None and loaded.description.has_times:
        machine = times_alone()
    if machine is None:
        return predict(model, None)
    found, toolchain = machine
    if choice.toolchain is None:
        toolchain = found.toolchain_for(languages_of(model))
    warn_of_other_machine(found, toolchain, loaded.diagnostics)
    options = compile_options(reading)
    bound = bind_model(model, found, toolchain, choice.cost_model, options, loaded.diagnostics)
    prediction = _with_memory(predict(model, bound), loaded, reading, choice)
    if not model.fitted or cost_model_named(bound.model).compiles:
        return prediction
    return replace(
        prediction, elsewhere=partial(_elsewhere, loaded, choice, bound, model.names, options)
    )


def _elsewhere(
    loaded: Loaded,
    choice: Choice,
    bound: BoundExpansion,
    names: Names,
    options: tuple[str, ...],
    sizes: Mapping[str, float],
) -> Prediction:
    """The prediction on the same machine for other values of sizes, by symbol."""
    settings = choice.settings.copy()
    for symbol, value in sizes.items():
        text = str(int(value) if value == int(value) else value)
        for name in [n for n, item in settings.items.items() if names.find(item.name) == symbol]:
            del settings.items[name]
        settings.add(Setting(names.label(symbol), text, Origin.USER, Span.at("<sizes>")))
    model = model_for(loaded, replace(choice, settings=settings))
    found = bind_model(model, bound.machine, bound.toolchain, choice.cost_model, options)
    return predict(model, found)


def _with_memory(
    prediction: Prediction, loaded: Loaded, reading: Reading, choice: Choice
) -> Prediction:
    """The prediction with what waiting for memory adds, where its cost model does not count that."""
    if prediction.bound is None or not may_leave_caches(prediction):
        return prediction
    if not any(unit.loops for unit in loaded.description.units):
        if loaded.source is None:
            return prediction
        guesses, means = choice.defaults is not None, Means(loaded.cache)
        loaded = load_description(reading, with_work=True, with_guesses=guesses, means=means)
    left_out = memory_left_out(prediction, model_for(loaded, choice))
    return prediction if left_out is None else replace(prediction, memory=left_out)


def _with_counts(loaded: Loaded, choice: Choice, evaluator: Evaluator) -> Model:
    """The model; counts that are open although no input is are found by running the slice."""
    model = model_for(loaded, choice)
    if not choice.evaluate_steps or loaded.source is None:
        return model
    given = model if choice.defaults is None else model_for(loaded, replace(choice, defaults=None))
    if not is_open(given, has_input=choice.has_input):
        return model
    return _closed(evaluator.model(model, choice), evaluator)


def _closed(model: Model, evaluator: Evaluator) -> Model:
    """The model with what its input told the run, and with means of the run for symbols that do not
    decide what was counted: how many bytes are allocated, how many characters are written.
    """
    if model.evaluated is None:
        return model
    missing = model.missing
    means = evaluator.means(model) if missing else dict[str, "Number"]()
    found = {symbol: means[symbol] for symbol in missing if symbol in means}
    told = {
        symbol: value
        for symbol, value in evaluator.told.items()
        if symbol in model.symbols and symbol not in model.values
    }
    origins = {**dict.fromkeys(found, Origin.EVALUATED), **dict.fromkeys(told, Origin.USER)}
    values = {**model.values, **found, **told}
    return replace(model, values=values, origins={**model.origins, **origins})


def model_for(loaded: Loaded, choice: Choice) -> Model:
    """Return the counts with the chosen values, defaults included; raises as ``build_model``."""
    if choice.defaults is None:
        return build_model(loaded.description, choice.entry, choice.settings, choice.assume)
    filled = fill(loaded.description, choice.settings, choice.entry, choice.assume)
    withheld_notice(filled, loaded.diagnostics)
    return filled.model


def compile_options(reading: Reading) -> tuple[str, ...]:
    """Return the options a compiler of the sources gets: ``-I`` and ``-D`` words."""
    macros = (f"{n}={v}" if v is not None else n for n, v in reading.defines.items())
    return (
        *(word for name in reading.include for word in ("-I", name)),
        *(word for name in macros for word in ("-D", name)),
    )
