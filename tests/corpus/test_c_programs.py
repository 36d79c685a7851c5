"""The C programs of corpus/c: what sad calls exact is what gcov counts, and the counts stay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

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
from tests.oracle.gcov.figures import build_c, execute, figures
from tests.realruns.c_lines import comparable_lines
from tests.support.command import CORPUS, sad
from tests.support.compiler import needs_gcc, needs_gcov

if TYPE_CHECKING:
    from pathlib import Path

# What is in NAME_rest.c is linked, but sad does not see it.
REST = {path.stem.removesuffix("_rest"): path for path in (CORPUS / "c").glob("*_rest.c")}
PROGRAMS = {
    path.stem: path for path in sorted((CORPUS / "c").glob("*.c")) if path not in REST.values()
}
# What a program reads, by the names sad gives it.
_READ = {"sizes": {"n": 12, "m": 9}}
# How many lines at least are exact and compared.
_LEAST = {"jumps": 2, "longjmps": 2, "indirect": 10}
_LEAST_ELSEWHERE = 25

every_program = pytest.mark.parametrize("name", PROGRAMS)


@every_program
def test_counts_are_the_golden_ones(name: str, update_goldens: bool):
    result = sad("annotate", PROGRAMS[name], "--evaluate-steps", "0", "--format", "json")
    assert result.code == 0, result.err
    rows = (
        f"{number:>5} {'=' if entry['exact'] else '~'} {entry['count']['formula']}\n"
        for number, entry in json.loads(result.out)["files"][str(PROGRAMS[name])].items()
    )
    counts = "".join(rows)
    golden = PROGRAMS[name].with_suffix(".counts")
    if update_goldens:
        golden.write_text(counts)
    assert counts == golden.read_text()


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@every_program
def test_exact_counts_are_gcovs(name: str, tmp_path: Path):
    path, values = PROGRAMS[name], _READ.get(name, {})
    program = read_program([str(path)], SourceOptions(), Diagnostics())
    settings = settings_from_arguments([f"{key}={value}" for key, value in values.items()])
    model = build_model(describe(analyse(program)), None, settings)
    costs = line_costs(View(predict(model, None)))[str(path)]
    sources = [path, *(REST[key] for key in (name,) if key in REST)]
    execute(build_c(sources, tmp_path), " ".join(map(str, values.values())))
    counted = figures(tmp_path)[path.name]
    compared = {
        line: counted[item.charged]
        for (_, line), item in comparable_lines(program).items()
        if line in costs and costs[line].exact and item.charged in counted
    }
    assert {line: costs[line].value for line in compared} == compared
    assert len(compared) >= _LEAST.get(name, _LEAST_ELSEWHERE)
