"""Predicted times of validation programs from their saved descriptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.model.saved import from_json, to_json
from sad.profiles.params_file import load_params
from sad.profiles.settings import Settings, settings_from_arguments

if TYPE_CHECKING:
    from pathlib import Path

    from sad.evaluation.model import Model
    from sad.machine.schema import Machine
    from sad.model.nodes import Description
    from validation.programs import Program


class PredictionError(Exception):
    """A program has no predicted time; the text says what is missing."""


def save_description(program: Program, path: Path) -> None:
    """Write the description of a program's kernel, with the work of compiled code."""
    diagnostics = Diagnostics()
    source = read_program([str(program.kernel)], SourceOptions(), diagnostics)
    if diagnostics.has_errors:
        raise PredictionError("\n".join(str(item) for item in diagnostics.items))
    description = describe(analyse(source), with_work=True)
    path.write_text(json.dumps(to_json(description)), encoding="utf-8")


def load_description(path: Path) -> Description:
    """Return a description that ``save_description`` wrote."""
    return from_json(json.loads(path.read_text(encoding="utf-8")), str(path))


def model_of(program: Program, description: Description, params: Path | None) -> Model:
    """Return the program's model at its sizes, with what a profile tells of the rest."""
    settings = load_params(str(params)) if params is not None else Settings()
    given = [f"{name}={value}" for name, value in program.sizes.items()]
    for setting in settings_from_arguments(given).items.values():
        settings.add(setting)
    return build_model(description, program.entry, settings)


def predicted_seconds(
    model: Model, machine: Machine, toolchain: str, cost_model: str | None = None
) -> float:
    """Return the predicted time of one call of the entry [s].

    Raises ``PredictionError`` naming the parameters that have no value.
    """
    bound = bind_model(model, machine, machine.toolchains[toolchain], cost_model)
    total = predict(model, bound).total
    if total is None:
        raise PredictionError(f"no value for {', '.join(model.missing) or 'unknown calls'}")
    return total
