"""The model of a library that was looked at unit by unit: with the units that a report shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.evaluation.model import Model
from sad.evaluation.names import Names
from sad.evaluation.predict import predict
from sad.machine.compute import OperationTimes
from sad.mapping.bind import bind_machine, call_symbol
from sad.model.expand import Expansion
from sad.parallel import OF_PROCESSES

if TYPE_CHECKING:
    from sad.evaluation.predict import Prediction
    from sad.evaluation.survey import Survey
    from sad.machine.schema import Machine, Toolchain
    from sad.model.nodes import Description


def surveyed_prediction(
    description: Description, survey: Survey, on: tuple[Machine, Toolchain] | None
) -> Prediction:
    """Return what is known of a library's units; its counts and times are of those to be shown.

    ``description`` is all but the units, ``on`` is where every operation takes its own time, whatever
    stands beside it. Raises SAD405 as ``bind_machine`` and SAD503 as ``predict``.
    """
    shown = replace(description, units=survey.shown)
    expansion = Expansion(shown, None, list(survey.blocks))
    others = OF_PROCESSES if survey.has_messages else frozenset[str]()
    used = survey.used.union(map(call_symbol, survey.externals))
    names = Names(shown, used, survey.limits | others, survey.declared)
    model = Model(shown, None, expansion, names, {}, {}, (), survey.used, survey=survey)
    bound = None
    if on is not None:
        times = OperationTimes(*on)
        for operation in survey.operations:
            times.value(operation)  # raises if there is none, shown or not
        bound = bind_machine(expansion, *on)
    return replace(predict(model, bound), coverage=survey.coverage)
