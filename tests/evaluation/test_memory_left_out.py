"""Waiting for memory, which the additive model leaves out, is said and widens the interval."""

from __future__ import annotations

import json

import pytest

from tests.support.command import sad
from tests.support.schemas import validate

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
    counted = predicted(4000, machine)
    assert "memory" not in counted
    assert counted["interval"]["low"] < 0.157 < counted["interval"]["high"]
    additive = ("--model", "additive")
    seconds = predicted(4000, machine, *additive)
    assert seconds["memory"]["touched_bytes"] == pytest.approx(8 * 4000**2, rel=0.01)
    assert seconds["memory"]["touched_bytes"] > seconds["memory"]["cache_bytes"]
    assert seconds["interval"]["low"] < seconds["value"] < 0.157 < seconds["interval"]["high"]
    assert "memory" not in predicted(100, machine, *additive)


def test_a_model_that_counts_it_has_it_in_the_time():
    machine = "xeon-emerald-rapids"
    assert "memory" not in predicted(4000, machine)
    additive = predicted(4000, machine, "--model", "additive")
    assert additive["interval"] is None
    assert additive["memory"]["cache"] == "l3"


def test_the_report_says_how_much():
    given = ["--machine", "zen3", "--model", "additive", "--set", "N=4000", "--no-cache"]
    said = "memory: 122 MiB do not fit L3 (32 MiB); waiting for it is not counted, about 202 ms"
    assert said in " ".join(sad("analyze", "rows.f", *given).out.split())
    assert said in " ".join(sad("analyze", "rows.f", *given, "--format", "markdown").out.split())


PICKS = """\
void pick(int n, const INDEX *restrict ix, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.5 * x[ix[i]];
}
"""


def picks(tmp_path, index, n):
    (tmp_path / "pick.c").write_text(PICKS.replace("INDEX", index))
    done = sad(
        *("analyze", "pick.c", "--machine", "xeon-emerald-rapids", "--toolchain", "gcc-O2"),
        *("--set", f"n={n}", "--no-cache", "--format", "json"),
    )
    assert done.code == 0, done.err
    report = json.loads(done.out)
    validate(report, "sad-analysis-1")
    return report["seconds"]


def test_picks_from_an_array_of_unknown_size_may_be_far_away(tmp_path):
    seconds = picks(tmp_path, "int", 10_000_000)
    memory = seconds["memory"]
    assert memory["arrays_of_unknown_size"] == ["x"]
    assert memory["touched_bytes"] == pytest.approx(10_000_000 * (64 + 8 + 4), rel=0.01)
    assert seconds["interval"]["high"] > seconds["value"] + memory["seconds"]
    assert "memory" not in picks(tmp_path, "int", 1000)


@pytest.mark.parametrize("index", ["unsigned char", "short"])
def test_short_integers_reach_no_further_than_a_cache(tmp_path, index):
    assert "memory" not in picks(tmp_path, index, 10_000_000)


LEADING = """\
      SUBROUTINE SOLVE (N, LDA, M, IX, A, X)
      INTEGER N, LDA, M, IX(N)
      DOUBLE PRECISION A(LDA,*), X(M)
      CALL HALVE (N, LDA, M, IX, A, X)
      END
      SUBROUTINE HALVE (N, LDA, M, IX, A, X)
      INTEGER N, LDA, M, I, J, IX(N)
      DOUBLE PRECISION A(LDA,*), X(M)
      DO 20 I = 1, N
         A(I,1) = A(I,1) + X(IX(I))
         DO 10 J = 1, N
            A(I,J) = 0.5D0*A(I,J)
   10    CONTINUE
   20 CONTINUE
      END
"""


def led(tmp_path, **given):
    (tmp_path / "lead.f").write_text(LEADING)
    values = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
    done = sad(
        *("analyze", "lead.f", "--entry", "SOLVE", "--no-cache", *values),
        *("--machine", "xeon-emerald-rapids"),
        *("--format", "json"),
    )
    assert done.code == 0, done.err
    return json.loads(done.out)["seconds"]


def test_sizes_that_no_count_uses_reach_the_memory(tmp_path):
    """A leading dimension of a power of two crowds sets; a declared size tells how far picks are."""
    usual = led(tmp_path, N=1000, LDA=1000, M=1000)["value"]
    assert led(tmp_path, N=1000, LDA=4096, M=1000)["value"] > 2 * usual
    assert led(tmp_path, N=1000, LDA=1000, M=10**9)["value"] > usual
