"""From source text to a model and a prediction, as the command line does it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program, read_standard_input
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import Model, build_model
from sad.evaluation.predict import Prediction, predict
from sad.lowering.build import describe
from sad.mapping.bind import bind_machine
from sad.profiles.settings import settings_from_arguments
from sad.report.view import View
from sad.stubs.link import with_stubs

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Program
    from sad.machine.schema import Machine
    from sad.model.nodes import Description


def program_of(text: str, language: str = "fortran") -> Program:
    """Read source text that must not give an error."""
    diagnostics = Diagnostics()
    program = read_standard_input(text, language, SourceOptions(), diagnostics)
    assert not diagnostics.has_errors, [str(item) for item in diagnostics.items]
    return program


def description_of(source: str | Path) -> Description:
    """Describe source text, or a file; what was described a short while ago is not read again."""
    if isinstance(source, str):
        return _of_text(source)
    return _of_file(source, source.read_bytes())


@lru_cache(maxsize=8)
def _of_text(source: str) -> Description:
    return _described(program_of(source))


@lru_cache(maxsize=8)
def _of_file(path: Path, _content: bytes) -> Description:
    return _described(read_program([str(path)], SourceOptions(), Diagnostics()))


def _described(program: Program) -> Description:
    diagnostics = Diagnostics()
    linked = with_stubs(program, {}, diagnostics, defaults=True)
    assert not diagnostics.items
    return describe(analyse(linked.program), linked.outside)


def model_of(source: str | Path, entry: str | None = None, **values: object) -> Model:
    """Return the model of source text or of a file, with values given by name."""
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    return build_model(description_of(source), entry, settings)


def prediction_of(
    source: str | Path, machine: Machine | None = None, entry: str | None = None, **values: object
) -> Prediction:
    """Return the prediction for source text or a file."""
    model = model_of(source, entry, **values)
    return predict(model, None if machine is None else bind_machine(model.expansion, machine))


def counts_by_line(model: Model) -> dict[int, str]:
    """Return the shown formula of the block that starts each line, unresolved ones by alias."""
    view = View(predict(model, None))
    shown: dict[int, str] = {}
    for block in model.expansion.blocks:
        for line in block.block.lines:
            if line.starts:
                shown[line.span.line] = view.formula(block.count)
    return shown


def operations_by_line(model: Model) -> dict[int, dict[str, int]]:
    """Return the operation mix of one execution of each line."""
    mixes: dict[int, dict[str, int]] = {}
    for block in model.expansion.blocks:
        for line in block.block.lines:
            mix = mixes.setdefault(line.span.line, {})
            for key, number in line.operations.items():
                mix[key] = mix.get(key, 0) + number
    return mixes
