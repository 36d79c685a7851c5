"""The text report: every width is kept, a bound or a law stands where no number can."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.loading.prediction import predict_for
from sad.reading.options import Choice, Reading
from sad.report.commands import command_of
from sad.report.layout import Layout
from sad.report.text import text_report
from sad.report.view import View
from tests.support.command import CORPUS, sad, without_next

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = sorted(path for path in CORPUS.rglob("*") if path.suffix in (".f", ".F", ".f90", ".c"))
WIDTHS = (60, 80, 100, 140)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_no_line_is_wider_than_asked_for(program: Path):
    reading = Reading((str(program),))
    loaded = load_description(reading, with_work=True)
    for machine in (None, "sparc2", "zen3"):
        choice = Choice(machine=machine)
        prediction = predict_for(loaded, reading, choice, chosen_machine(machine, None))
        options = ("--machine", machine) if machine else ()
        words = ("analyze", program.name, *options)
        command = command_of(words, (program.name,), machine, words)
        view = View(prediction, brief=True)
        for width in WIDTHS:
            text = text_report(view, layout=Layout(width, command=command))
            wide = [line for line in text.splitlines() if len(line) > width]
            assert wide == []
            assert not re.search(r"^ *\?|  \?  |not known yet", text, re.MULTILINE)


CALLS = """\
      PROGRAM P
      INTEGER I
      REAL S
      S = 0.0
      DO 10 I = 1, 1000
   10 S = S + REAL(I)
      CALL OUTER (S)
      CALL OUTER (S)
      PRINT *, S
      END
"""
OPEN = """\
      SUBROUTINE WORK (N, A, TOL)
      REAL A(N), TOL, S
      INTEGER IERR
      IF (N .LT. 0) STOP
      DO 10 I = 1, N
   10 A(I) = 1.0
   20 S = 0.0
      DO 30 I = 1, N
         IF (A(I) .GT. S) S = S + A(I)
         DO 30 J = 1, N
   30 A(I) = A(I)*0.5 + A(J)
      IF (S .GT. TOL) GOTO 20
      END
"""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "calls.f").write_text(CALLS)
    return "calls.f"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work.f").write_text(OPEN)
    return "work.f"


def seconds(report: str) -> float:
    """Return the time that stands first in a report [s]."""
    found = re.search(r"^  (?:at least )?([\d.,]+) (ns|us|ms|s)\b", report, re.MULTILINE)
    assert found is not None, report
    return (
        float(found[1].replace(",", "")) * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[found[2]]
    )


def test_a_call_nobody_knows_leaves_a_bound(calls: str):
    report = sad("analyze", calls, "--machine", "sparc2").out
    assert re.search(r"at least \S+ \S+, plus 2 calls of OUTER \(not in the source\)", report)
    assert "where the time goes, of what is known" in report
    assert "--set OUTER.seconds=1e-6" in report
    whole = sad("analyze", calls, "--machine", "sparc2", "--set", "OUTER.seconds=0").out
    assert seconds(whole) == seconds(report)
    more = sad("analyze", calls, "--machine", "sparc2", "--set", "OUTER.seconds=1").out
    assert seconds(more) == pytest.approx(2 + seconds(report), rel=1e-2)


def test_missing_sizes_leave_a_law_and_what_only_a_run_tells_a_bound(work: str):
    law = sad("analyze", work, "--machine", "sparc2").out
    assert "time grows as N**2*X1" in law
    assert "for example" in law
    assert "inputs    N " in law
    bound = sad("analyze", work, "--machine", "sparc2", "--set", "N=100").out
    assert re.search(r"at least \S+ us; the rest grows as X1", bound)
    assert "inputs" not in bound
    assert "N**2" not in bound.partition("next")[0]  # its value is put in


def test_what_matters_most_comes_first_and_error_exits_last(work: str):
    report = sad("analyze", work, "--machine", "sparc2", "--all").out
    section = report.partition("by influence\n")[2].partition("\n\n")[0]
    shares = [(row.split()[0], row.split()[1]) for row in section.splitlines()]
    assert shares[0][0] == "X1"
    assert float(shares[0][1]) > 90


def test_values_that_decide_are_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    source = """\
      SUBROUTINE S (MODE, N, A)
      REAL A(N)
      IF (MODE .EQ. 1) THEN
         DO 10 I = 1, N
   10    A(I) = 1.0
      ELSE
         DO 20 I = 1, N
         DO 20 J = 1, N
   20    A(I) = A(I) + 2.0
      END IF
      END
"""
    (tmp_path / "s.f").write_text(source)
    both = sad("analyze", "s.f", "--machine", "sparc2").out
    assert "MODE" in both
    one = without_next(sad("analyze", "s.f", "--machine", "sparc2", "--set", "MODE=1").out)
    assert "time grows as N\n" in one
    assert "N**2" not in one
    assert "MODE" not in one.replace("at MODE = 1", "")
    assert "do 20" not in one


def test_a_report_is_plain_unless_colour_is_asked_for(work: str, monkeypatch: pytest.MonkeyPatch):
    assert "\x1b[" not in sad("analyze", work).out
    coloured = sad("analyze", work, "--color", "always").out
    assert "\x1b[1mWORK\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == sad("analyze", work).out
    assert "\x1b[" not in sad("analyze", work, "--color", "never").out


def test_shares_of_places_are_those_of_the_time(work: str):
    values = ("--set", "N=50", "--set", "X1=3", "--set", "P1=0.5")
    options = ("--machine", "sparc2", "--all", *values, "--assume", "no-error-exits")
    report = sad("analyze", work, *options).out
    table = report.partition("where the time goes\n")[2].partition("\n\n")[0]
    shares = [float(found) for found in re.findall(r" +([\d.]+) %  ", table)]
    assert sum(shares) == pytest.approx(100, abs=1.5)
    assert shares == sorted(shares, reverse=True)
