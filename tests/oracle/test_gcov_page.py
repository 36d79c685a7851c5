"""The example of docs/gcov.md: gcov prints the figures on the page, and the rules give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from tests.oracle.gcov.figures import build, execute, figures
from tests.oracle.gcov.rules import predicted
from tests.support.command import ROOT
from tests.support.compiler import needs_gcov, needs_gfortran
from tests.support.interpreter import interpreter, line_counts

if TYPE_CHECKING:
    from pathlib import Path

_WIDTH = 14


def _listing() -> list[str]:
    text = (ROOT / "docs" / "gcov.md").read_text(encoding="utf-8")
    found = re.search(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def _column(first: int, last: int) -> dict[int, int]:
    """Return the numbers of one column of the listing, by line."""
    cells = {line: row[first:last].strip() for line, row in enumerate(_listing(), 1)}
    return {line: int(cell) for line, cell in cells.items() if cell}


def _source(folder: Path) -> Path:
    path = folder / "loops.f"
    path.write_text("".join(f"{row[_WIDTH:]}\n" for row in _listing()), encoding="ascii")
    return path


def test_the_rules_give_the_figures_of_the_page(tmp_path: Path):
    program = read_program([str(_source(tmp_path))], SourceOptions(), Diagnostics())
    run = interpreter(program).run()
    counts = {line: count for (_, line), count in line_counts(program, run).items()}
    own = {line: figure for (_, line), figure in predicted(program, run).items()}
    assert counts == _column(0, 6)
    assert own == _column(6, 13)


@needs_gfortran
@needs_gcov
def test_gcov_prints_the_figures_of_the_page(tmp_path: Path):
    assert execute(build([_source(tmp_path)], tmp_path), "") == 0
    assert figures(tmp_path)["loops.f"] == _column(6, 13)
