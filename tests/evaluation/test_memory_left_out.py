"""Waiting for memory, which the additive model leaves out, is said and widens the interval."""

from __future__ import annotations

import json

import pytest

from tests.support.command import sad

ROWS = """\
      SUBROUTINE ROWS (N, A, S)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), S
      S = 0D0
      DO 20 I = 1, N
         DO 10 J = 1, N
            S = S + A(I,J)
   10    CONTINUE
   20 CONTINUE
      END
"""


@pytest.fixture(autouse=True)
def rows(tmp_path, monkeypatch):
    (tmp_path / "rows.f").write_text(ROWS)
    monkeypatch.chdir(tmp_path)


def predicted(size, machine, *more):
    done = sad(
        *("analyze", "rows.f", "--machine", machine, "--set", f"N={size}", "--no-cache"),
        *("--format", "json", *more),
    )
    assert done.code == 0, done.err
    report = json.loads(done.out)
    return report["seconds"]


@pytest.mark.parametrize("machine", ["zen3", "neoverse-n1", "x86_64-generic"])
def test_columns_of_a_large_matrix_walked_by_rows(machine):
    """A computer like these took 157 ms."""
    seconds = predicted(4000, machine)
    assert seconds["memory"]["touched_bytes"] == pytest.approx(8 * 4000**2, rel=0.01)
    assert seconds["memory"]["touched_bytes"] > seconds["memory"]["cache_bytes"]
    assert seconds["interval"]["low"] < seconds["value"] < 0.157 < seconds["interval"]["high"]
    assert "memory" not in predicted(100, machine)


def test_a_model_that_counts_it_has_it_in_the_time():
    machine = "xeon-emerald-rapids"
    assert "memory" not in predicted(4000, machine)
    additive = predicted(4000, machine, "--model", "additive")
    assert additive["interval"] is None
    assert additive["memory"]["cache"] == "l3"


def test_the_report_says_how_much():
    given = ["--machine", "zen3", "--set", "N=4000", "--no-cache"]
    said = "memory: 122 MiB do not fit L3 (32 MiB); waiting for it is not counted, about 202 ms"
    assert said in " ".join(sad("analyze", "rows.f", *given).out.split())
    assert said in " ".join(sad("analyze", "rows.f", *given, "--format", "markdown").out.split())
