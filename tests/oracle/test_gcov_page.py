"""The examples of docs/gcov.md: gcov prints the figures on the page, and the rules give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from tests.oracle.gcov import c_rules, rules
from tests.oracle.gcov.figures import build, build_c, execute, figures
from tests.support.command import ROOT
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran
from tests.support.interpreter import interpreter, line_counts

if TYPE_CHECKING:
    from pathlib import Path

_WIDTH = 14
_IN_C = {6, 16, 10, 21, 22, 23, 46, 50, 58}
"""Lines of the C example where rules 2, 4, 6 and 7 say more than the count of a statement."""


def _listing(number: int) -> list[str]:
    text = (ROOT / "docs" / "gcov.md").read_text(encoding="utf-8")
    found = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found[number].splitlines()


def _column(number: int, first: int, last: int) -> dict[int, int]:
    """Return the numbers of one column of a listing, by line."""
    cells = {line: row[first:last].strip() for line, row in enumerate(_listing(number), 1)}
    return {line: int(cell) for line, cell in cells.items() if cell}


def _source(folder: Path, number: int) -> Path:
    path = folder / ("loops.f", "loops.c")[number]
    text = "".join(f"{row[_WIDTH:]}\n" for row in _listing(number))
    path.write_text(text, encoding="ascii")
    return path


@pytest.mark.parametrize("number", [0, 1], ids=["fortran", "c"])
def test_the_rules_give_the_figures_of_the_page(number: int, tmp_path: Path):
    program = read_program([str(_source(tmp_path, number))], SourceOptions(), Diagnostics())
    run = interpreter(program).run()
    counts = {line: count for (_, line), count in line_counts(program, run).items()}
    predicted = (rules.predicted, c_rules.predicted)[number]
    own = {line: figure for (_, line), figure in predicted(program, run).items()}
    figure = _column(number, 6, 13)
    if number:
        own = {line: own[line] for line in own if line not in _IN_C}
        figure = {line: figure[line] for line in figure if line not in _IN_C}
    assert counts == _column(number, 0, 6)
    assert own == figure


@needs_gfortran
@needs_gcov
def test_gcov_prints_the_figures_of_the_page_for_fortran(tmp_path: Path):
    assert execute(build([_source(tmp_path, 0)], tmp_path), "") == 0
    assert figures(tmp_path)["loops.f"] == _column(0, 6, 13)


@needs_gcc
@needs_gcov
def test_gcov_prints_the_figures_of_the_page_for_c(tmp_path: Path):
    assert execute(build_c([_source(tmp_path, 1)], tmp_path), "") == 0
    assert figures(tmp_path)["loops.c"] == _column(1, 6, 13)
