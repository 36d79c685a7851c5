"""The kernels in both languages and their drivers as one program, against the interpreter."""

from __future__ import annotations

import pytest

from frontends.registry import SourceOptions
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.profiles.settings import Settings
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.corpus.kernels import PAIRS, read
from tests.support.interpreter import interpreter, line_counts


@pytest.mark.parametrize("name", PAIRS)
def test_exact_counts_are_the_interpreters(name: str):
    pair = PAIRS[name]
    source = read(pair.driver, pair.c_file, pair.fortran_file)
    costs = line_costs(View(predict(build_model(source.description, None, Settings()), None)))
    run = interpreter(source.program, None, SourceOptions()).run(stdin="")
    real = line_counts(source.program, run)
    exact = {
        (file, line): cost.value
        for file, lines in costs.items()
        for line, cost in lines.items()
        if cost.exact and (file, line) in real
    }
    assert exact
    assert exact == {place: real[place] for place in exact}
    assert real.keys() <= {(file, line) for file, lines in costs.items() for line in lines}
