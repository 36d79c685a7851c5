"""Counts that are called exact, against executions counted by gcov.

Compared are lines with one assignment or CALL or input/output statement that ends no DO loop:
gcov charges loop overhead to the header and to the last statement of a loop, and the items of an
implied DO to the line of their WRITE.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.description.build import describe
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import statements
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.compiler import GCOV, needs_gcov, needs_gfortran, run
from tests.support.corpus import PROGRAMS, CorpusProgram

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Program

# Programs whose counts all depend on data: nothing there is called exact beyond the main program.
_LEAST_COMPARED = 250


def gcov_counts(program: CorpusProgram, folder: Path) -> dict[int, int]:
    """Return executions by line of the program's own file."""
    built = program.build(folder, "--coverage")
    assert built.returncode == 0, built.stderr
    run(["./program"], folder, program.stdin)
    data = next(folder.glob("*.gcda"))
    assert GCOV is not None
    run([GCOV, "--json-format", data.name], folder)
    report = json.loads(gzip.decompress(next(folder.glob("*.gcov.json.gz")).read_bytes()))
    counts: dict[int, int] = {}
    for file in report["files"]:
        if file["file"].endswith(program.source.name):
            for line in file["lines"]:
                number = line["line_number"]
                counts[number] = max(counts.get(number, 0), line["count"])
    return counts


def comparable_lines(program: Program, file: str) -> set[int]:
    """Return the lines on which gcov counts what we count."""
    found: dict[int, bool] = {}
    for unit in program.units:
        ends = {
            id(loop.body[-1].span)
            for loop in statements(unit.body)
            if isinstance(loop, st.CountedLoop | st.While) and loop.body
        }
        for item in statements(unit.body):
            if item.span.file != file:
                continue
            simple = isinstance(item, st.Assign | st.CallStatement | st.InputOutput)
            repeats = isinstance(item, st.InputOutput) and any(
                isinstance(each, ex.ImpliedDo) for each in (*item.items, *item.results)
            )
            good = simple and not repeats and id(item.span) not in ends
            found[item.span.line] = good and item.span.line not in found
    return {line for line, good in found.items() if good}


def compare(program: CorpusProgram, folder: Path) -> tuple[int, list[str]]:
    """Return how many lines were compared, and the differences."""
    options = SourceOptions((str(program.source.parent),), {})
    read = read_program([str(program.source)], options, Diagnostics())
    settings = [f"{name}={value}" for name, value in program.values.items()]
    model = build_model(describe(analyse(read)), None, settings_from_arguments(settings))
    costs = line_costs(View(predict(model, None)))[str(program.source)]
    counted = gcov_counts(program, folder)
    lines = [
        line
        for line in sorted(comparable_lines(read, str(program.source)))
        if line in counted and line in costs and costs[line].exact
    ]
    different = [
        f"{program.source.name}:{line}: sad {costs[line].value}, gcov {counted[line]}"
        for line in lines
        if costs[line].value != counted[line]
    ]
    return len(lines), different


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_no_exact_count_differs_from_gcov(tmp_path: Path):
    compared, different = 0, []
    for program in PROGRAMS.values():
        folder = tmp_path / program.name
        folder.mkdir()
        lines, found = compare(program, folder)
        compared += lines
        different += found
    assert different == []
    assert compared >= _LEAST_COMPARED
