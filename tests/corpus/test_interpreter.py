"""Counts of the corpus that are called exact, on every line, against what the interpreter counts."""

from __future__ import annotations

import pytest

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.corpus import PROGRAMS
from tests.support.interpreter import interpreter, line_counts

# Not run by the interpreter: array expressions, formatted input, or too many statements.
_NOT_INTERPRETED = {"kmeans", "shallow", "truss", "words", "md1", "ising"}


@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - _NOT_INTERPRETED))
def test_exact_counts_are_the_interpreters(name: str):
    program = PROGRAMS[name]
    options = SourceOptions((str(program.source.parent),), {})
    read = read_program([str(program.source)], options, Diagnostics())
    settings = [f"{name}={value}" for name, value in program.values.items()]
    model = build_model(describe(analyse(read)), None, settings_from_arguments(settings))
    costs = line_costs(View(predict(model, None)))
    real = line_counts(read, interpreter(read, None, options).run(stdin=program.stdin))
    exact = {
        (file, line): cost.value
        for file, lines in costs.items()
        for line, cost in lines.items()
        if cost.exact and (file, line) in real
    }
    assert exact
    assert exact == {place: real[place] for place in exact}
    assert real.keys() <= {(file, line) for file, lines in costs.items() for line in lines}
