"""Whole programs in C, run with gcov: no line that is called exact has another count.

A line with ``//=`` at its end must be exact; of the others only that they are not wrong is asked. What
the program reads stands in its first line, ``//< n=4 m=2``: the variables that get the values.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.oracle.gcov.figures import build_c, execute, figures
from tests.support.compiler import needs_gcc, needs_gcov
from tests.support.model import program_of

FILES = sorted((Path(__file__).parent / "programs").glob("*.c"))
# What gcov counts otherwise on these is said in docs/gcov.md.
_LEFT_OUT = re.compile(r" *(for\b|do\b|while\b|case |default:|\w+:|\}?$)")
_GIVEN = re.compile(r"^//< (.*)$", re.MULTILINE)


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_exact_counts_are_those_of_a_run(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="ascii")
    found = _GIVEN.search(text)
    given = [] if found is None else found[1].split()
    source = tmp_path / path.name
    source.write_text(text, encoding="ascii")
    execute(build_c([source], tmp_path), " ".join(item.partition("=")[2] for item in given) + "\n")
    ran = figures(tmp_path)[path.name]
    model = build_model(
        describe(analyse(program_of(text, "c"))), None, settings_from_arguments(given)
    )
    (lines,) = line_costs(View(predict(model, None))).values()
    exact = {line: cost.value for line, cost in lines.items() if cost.exact}
    source_lines = dict(enumerate(text.splitlines(), 1))
    wanted = {line for line, content in source_lines.items() if content.rstrip().endswith("//=")}
    assert wanted <= exact.keys()
    compared = [
        line for line in ran if not _LEFT_OUT.match(source_lines[line].split("//")[0].rstrip())
    ]
    assert {line: exact[line] for line in compared if line in exact} == {
        line: ran[line] for line in compared if line in exact
    }
