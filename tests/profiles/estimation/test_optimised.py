"""Counts that show that the compiler moved code, and those that do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.profiles.counts import FileCounts, LineCount, Profile
from sad.profiles.estimation.estimate import Estimator
from tests.profiles.estimation.made import estimate

if TYPE_CHECKING:
    from pathlib import Path

BRANCH = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      DO 10 I = 1, N
         IF (X(I) .GT. 1.0) N = N + 1
         CALL T (N)
   10 CONTINUE
      END
"""
MANY = "      N = 2\n" * 10 + "      END\n"


def test_lines_without_any_count_are_a_sign_of_optimisation():
    text = BRANCH.replace("      END\n", MANY)
    lines = {3: (11, (10, 1)), 4: (10, (3, 7)), 5: 10}
    every = {**lines, **dict.fromkeys(range(7, 17), 1)}
    assert estimate(text, every, tool="gcov").diagnostics == []
    found = estimate(text, lines | {7: 1, 8: 1}, tool="gcov").diagnostics
    assert [item.code for item in found] == ["SAD717"]


def test_a_unit_that_was_not_linked_is_no_sign_of_optimisation():
    unused = BRANCH.replace("SUBROUTINE S", "SUBROUTINE U").replace("      END\n", MANY)
    found = estimate(BRANCH + unused, {3: (11, (10, 1)), 4: (10, (3, 7)), 5: 10}, tool="gcov")
    assert found.diagnostics == []


def test_lines_of_a_file_that_is_included_twice_are_no_sign_of_optimisation(tmp_path: Path):
    (tmp_path / "many.inc").write_text("      N = 2\n" * 10)
    body = "      INCLUDE 'many.inc'\n      N = 1\n      N = 3\n      END\n"
    (tmp_path / "a.f").write_text(
        f"      SUBROUTINE F(N)\n{body}      SUBROUTINE G(N)\n{body}", encoding="utf-8"
    )
    path, included = str(tmp_path / "a.f"), str(tmp_path / "many.inc")
    program = read_program([path], SourceOptions(), Diagnostics())
    lines = {line: LineCount(1) for line in (3, 4, 5, 8, 9, 10)}
    for counted in (lines, {line: lines[line] for line in (3, 5, 8, 10)}):
        files = {
            path: FileCounts(counted),
            included: FileCounts(dict.fromkeys(range(1, 11), lines[3])),
        }
        found = Estimator(analyse(program)).estimate(Profile("gcov", "run", files, {}))
        assert found.diagnostics == []
