"""Totals over the rows of an index array: sizes that a run's counts tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sad.profiles.params_document import ParamsDocument
from tests.support.command import sad

TOTAL = "SPMV.total@IA"
SOURCE = """\
      PROGRAM MAIN
      INTEGER IA(101), JA(400)
      DOUBLE PRECISION A(400), X(100), Y(100)
      READ *, N, IA, JA, A, X
      CALL SPMV (N, IA, JA, A, X, Y)
      END
      SUBROUTINE SPMV (N, IA, JA, A, X, Y)
      INTEGER IA(*), JA(*)
      DOUBLE PRECISION A(*), X(*), Y(*)
      DO 20 I = 1, N
         Y(I) = 0.0D0
         DO 10 K = IA(I), IA(I+1) - 1
            Y(I) = Y(I) + A(K)*X(JA(K))
   10    CONTINUE
   20 CONTINUE
      END
"""


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spmv.f").write_text(SOURCE)


def measure(*options: str) -> str:
    """Import two runs; return the summary."""
    for size, total in ((8, 20), (40, 100)):
        counts = {4: 1, 5: 1, 10: 1, 11: size, 12: size, 13: total}
        lines = "".join(f"spmv.f,{line},{count}\n" for line, count in counts.items())
        Path(f"{size}.csv").write_text("file,line,count\n" + lines)
    words = ("params", "import", "8.csv@N=8", "40.csv@N=40", "--source", "spmv.f", "-o", "p.yaml")
    result = sad(*words, *options)
    assert (result.code, result.err) == (0, "")
    return result.out


@pytest.mark.parametrize("options", [(), ("--entry", "SPMV")])
def test_a_total_is_measured_although_a_user_may_give_it(options: tuple[str, ...]):
    assert "1 of 1 parameters measured" in measure(*options)
    entry = ParamsDocument.read("p.yaml").entry(TOTAL)
    assert (entry["class"], entry["origin"], entry["value"]) == ("direct", "profile", "5*N/2")
    result = sad("analyze", "spmv.f", "--params", "p.yaml", "--set", "N=10", *options)
    assert result.code == 0
    assert re.search(r"rests on  \d+ % exact counts, \d+ % profiled values \(", result.out)
    lines = sad("annotate", "spmv.f", "--params", "p.yaml", "--set", "N=10", *options).out
    line = next(line for line in lines.splitlines() if " 13: " in line)
    assert line.split()[:2] == ["~", "25"]


def test_a_total_that_a_user_gives_stays_an_input_of_the_unit():
    measure("--entry", "SPMV")
    text = Path("p.yaml").read_text()
    Path("p.yaml").write_text(text.replace("value: 5*N/2", "value: 30").replace("profile", "user"))
    words = ("--params", "p.yaml", "--set", "N=10", "--entry", "SPMV")
    out = sad("analyze", "spmv.f", *words).out
    assert "rests on  100 % exact counts (of the statements)" in out
    assert "value kept as given (1)" in measure("--entry", "SPMV")


def test_without_counts_of_the_rows_it_is_said_to_be_missing():
    Path("no.csv").write_text("file,line,count\nspmv.f,4,1\nspmv.f,5,1\n")
    words = ("params", "import", "no.csv@N=8", "--source", "spmv.f", "-o", "p.yaml")
    out = sad(*words).out
    assert "0 of 1 parameters measured" in out
    assert TOTAL in out
