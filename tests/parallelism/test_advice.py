"""What stands in the way of processors: serial lines, loops too short, and what teams would lose."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad
from tests.support.schemas import validate
from tests.threads.programs import counting_machine

if TYPE_CHECKING:
    from pathlib import Path

COSTS = """\
threading:
  fork_join_s: {value: 100, source: x}
"""


def advice(source: Path, *options: str) -> list[dict[str, Any]]:
    """Return the advice of ``sad parallelism`` on a file."""
    output = sad("parallelism", source, "--format", "json", *options)
    assert output.code == 0, output.err
    found = json.loads(output.out)
    validate(found, "sad-parallelism-1")
    return found["advice"]


SERIAL = """
      SUBROUTINE P (N, A, X)
      INTEGER N, I
      REAL A(N), X(N)
      CALL Q (N, X)
      DO 10 I = 1, N
   10 A(I) = A(I)*2.0 + X(I)*X(I)
      DO 20 I = 1, N
      CALL R (A(I))
   20 CONTINUE
      END
      SUBROUTINE Q (N, X)
      INTEGER N, I
      REAL X(N)
      DO 30 I = 2, N
   30 X(I) = X(I-1)*0.5
      X(1) = X(2)*2.0
      END
      SUBROUTINE R (Y)
      REAL Y
      Y = Y*Y + 1.0
      END
"""


def test_the_serial_share_follows_calls(tmp_path: Path):
    (tmp_path / "p.f").write_text(SERIAL)
    (found,) = advice(tmp_path / "p.f", "--set", "N=100", "--entry", "P")
    assert (found["kind"], found["line"]) == ("serial share", 16)
    assert found["factor"] == pytest.approx((100 + 3 * 100 + 2 * 100) / 100)
    assert "line 16 16 %" in found["text"]


def test_nothing_is_said_where_all_loops_run_at_once(tmp_path: Path):
    text = SERIAL.replace("X(I) = X(I-1)*0.5", "X(I) = X(I)*0.5").replace("X(1) = X(2)*2.0", "")
    (tmp_path / "p.f").write_text(text)
    assert not advice(tmp_path / "p.f", "--set", "N=100", "--entry", "P")


HOT = """
void f(int n, int m, double *restrict s, double *restrict x)
{
    for (int k = 0; k < m; k++) {
        x[0] = x[0] * 0.5;
        for (int i = 0; i < n; i++)
            s[i] = s[i] + x[0];
    }
}
"""


@pytest.mark.parametrize(("n", "told"), [(500, True), (50_000, False)])
def test_loops_whose_threads_cost_more_than_they_gain(tmp_path: Path, n: int, told: bool):
    (tmp_path / "f.c").write_text(HOT)
    options = ("--machine", counting_machine(tmp_path, COSTS), "--procs", "8", "--set", "m=20")
    found = advice(tmp_path / "f.c", *options, "--set", f"n={n}")
    assert [(item["kind"], item["line"]) for item in found] == [("fork-join", 6)] * told
    if told:
        text = sad("parallelism", tmp_path / "f.c", *options, "--set", f"n={n}").out
        assert "would start 20 times" in text
        assert found[0]["factor"] > 1


UNEVEN = """
double s[64];
void f(int n, double *restrict a)
{
%s
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i] = a[i] * 2.0 + s[1];
%s
    for (int i = 0; i < 40; i++)
        s[i] = s[i] * 2.0 + 1.0;
}
"""


def test_teams_are_judged_as_sad_contention_does(tmp_path: Path):
    pragma = "#pragma omp parallel for"
    (tmp_path / "f.c").write_text(UNEVEN % (pragma, pragma))
    options = ("--machine", "zen3", "--set", "n=2000")
    said = sad("contention", tmp_path / "f.c", *options, "--threads", "16", "--format", "json")
    expected = json.loads(said.out)["advice"]
    assert {item["kind"] for item in expected} == {"imbalance", "false sharing"}
    assert advice(tmp_path / "f.c", *options, "--procs", "16") == expected


def test_suggested_directives_are_judged_as_teams(tmp_path: Path):
    (tmp_path / "f.c").write_text(UNEVEN % ("", ""))
    options = ("--machine", "zen3", "--set", "n=2000", "--procs", "16")
    assert not advice(tmp_path / "f.c", *options)
    found = {item["kind"]: item for item in advice(tmp_path / "f.c", *options, "--suggest")}
    assert found["imbalance"]["line"] == 6
    assert 1.8 < found["imbalance"]["factor"] < 2.0


def test_nothing_is_said_where_values_are_missing(tmp_path: Path):
    (tmp_path / "f.c").write_text(UNEVEN % ("#pragma omp parallel for", ""))
    assert not advice(tmp_path / "f.c", "--machine", "zen3", "--procs", "4")


def test_what_is_not_known_of_threads_is_said(tmp_path: Path):
    text = """
      SUBROUTINE F (N, A, FLAG)
      INTEGER N, I
      REAL A(N)
      LOGICAL FLAG
      IF (FLAG) THEN
!$OMP PARALLEL DO
      DO 10 I = 1, N
   10 A(I) = A(I) + 1.0
      END IF
      END
"""
    (tmp_path / "f.f").write_text(text)
    options = ("--set", "N=100", "--set", "FLAG=.TRUE.", "--machine", "zen3")
    output = sad("parallelism", tmp_path / "f.f", *options)
    assert output.code == 0, output.err
    assert "not known of threads: times depend on FLAG" in output.out
