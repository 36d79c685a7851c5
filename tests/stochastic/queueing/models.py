"""Measures of files and texts, as ``sad solve`` has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics
from sad.stochastic.models import Options, read_model
from sad.stochastic.queueing.read import read
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from sad.stochastic.solution import Solution

MODELS = CORPUS / "stochastic"


def of_file(name: str, options: Options | None = None, **given: str) -> dict[str, float]:
    """Return all measures of a model of the corpus by name."""
    model = read_model(str(MODELS / f"{name}.qn.yaml"))
    return numbers(model.solve(given, options or Options(), Diagnostics()))


def of_text(text: str, **given: str) -> dict[str, float]:
    """Return all measures of a text."""
    return numbers(read(text, "model.qn.yaml").solve(given, Options(), Diagnostics()))


def numbers(found: Solution) -> dict[str, float]:
    """Return the measures that there are."""
    return {name: value for name, (value, _) in found.quantities().items() if value is not None}
