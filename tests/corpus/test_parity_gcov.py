"""The kernels in both languages and their drivers as one program, against gcov."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.ir.program import Program
from sad.profiles.settings import Settings
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.corpus.kernels import PAIRS, Pair, read
from tests.oracle.gcov.figures import figures
from tests.realruns import c_lines, lines
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

_RULES = {"c": c_lines.comparable_lines, "fortran": lines.comparable_lines}
# Counts that are compared; the others depend on data.
_LEAST_COMPARED = 800


def compare(pair: Pair, folder: Path) -> tuple[int, list[str]]:
    """Return how many lines were compared, and the differences."""
    built = pair.build(folder, "--coverage", "-fprofile-abs-path")
    assert built.returncode == 0, built.stderr
    run(["./program"], folder)
    counted = figures(folder)
    source = read(pair.driver, pair.c_file, pair.fortran_file)
    model = build_model(source.description, None, Settings())
    costs = line_costs(View(predict(model, None)))
    comparable = {
        place: item
        for file in source.program.files
        for place, item in _RULES[file.language](Program((file,))).items()
    }
    compared, different = 0, list[str]()
    for (file, line), item in comparable.items():
        cost = costs.get(file, {}).get(line)
        figure = counted.get(file.rsplit("/", 1)[-1], {}).get(item.charged)
        if cost is None or figure is None or not cost.exact:
            continue
        compared += 1
        if cost.value != figure:
            different.append(f"{file}:{line}: sad {cost.value}, gcov {figure}")
    return compared, different


@pytest.mark.proof
@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
def test_no_exact_count_differs_from_gcov(tmp_path: Path):
    compared, different = 0, list[str]()
    for name, pair in PAIRS.items():
        folder = tmp_path / name
        folder.mkdir()
        count, found = compare(pair, folder)
        compared += count
        different += found
    assert different == []
    assert compared >= _LEAST_COMPARED
