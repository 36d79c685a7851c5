"""``sad scale`` with values for elements of arrays, also of those that only a message needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

TEXT = """\
      PROGRAM HEAT
      INCLUDE 'mpif.h'
      INTEGER GRID(3), IERR, ME, NP
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      READ (*,*) GRID
      DO 20 K = 1, GRID(1)
      DO 10 I = 1, GRID(3)/NP
      X = X + 1.0
   10 CONTINUE
      CALL MPI_ALLREDUCE(X, Y, GRID(2), MPI_REAL, MPI_SUM,
     &   MPI_COMM_WORLD, IERR)
   20 CONTINUE
      CALL MPI_FINALIZE(IERR)
      END
"""


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("h.f").write_text(TEXT)


def table(*words: str) -> str:
    result = sad("scale", "h.f", "--machine", "t800", "--procs", "1,2", *words)
    assert result.code == 0, result.err
    return result.out.partition("strong scaling")[2]


def test_elements_have_values_by_the_names_that_reports_show():
    sizes = {1: "10", 2: "1", 3: "64"}
    by_place = [f"grid({number})={value}" for number, value in sizes.items()]
    in_full = [f"HEAT.value@GRID({number})={value}" for number, value in sizes.items()]
    as_input = ("--input", "h.f:7:grid(2)")
    tables = [
        table(*(word for text in texts for word in ("--set", text)), *more)
        for texts, more in ((by_place, ()), (in_full, ()), (by_place, as_input))
    ]
    assert tables[0].split() == tables[1].split()
    assert tables[0].split()[:12] == tables[2].split()[:12]
