"""The edits of the proof: what they do to text, and what is said of a sample of real revisions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from sad.checks.costs.states import load_state
from sad.checks.outcome import Verdict
from sad.reading.options import Reading
from tests.proofs.edits.fixed import Layout, Source, read_units, write_units
from tests.proofs.edits.loops import full_loops, loops_of
from tests.proofs.edits.neutral import NEUTRAL
from tests.proofs.edits.page import page
from tests.proofs.edits.real import REAL, made
from tests.proofs.edits.replay import Expected, Revision, judge, kinds, replay
from tests.proofs.edits.spelling import BLANKS, blanks
from tests.support.compiler import GFORTRAN, needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import State

FILES = {
    "one.f": """\
*     A product, and what is done for a text.
      SUBROUTINE ONE(WHAT, M, N, A, X, Y)
      CHARACTER*(*)      WHAT
      INTEGER            M, N, I, J
      DOUBLE PRECISION   A(M, *), X(*), Y(*), TEMP,
     $                   ZERO
      PARAMETER          ( ZERO = 0.0D+0 )
      IF( WHAT.EQ.'it''s GO TO 20, C' ) GO TO 30
      DO 20 J = 1, N
         TEMP = X(J)
C     inside
         IF( TEMP.NE.ZERO ) THEN
            DO 10 I = 1, M
               Y(I) = Y(I) +
* between
     $                TEMP*A(I,J)
   10       CONTINUE
         ELSE IF( .NOT.TEMP.LT.ZERO ) THEN
            Y(1) = ZERO
         END IF
   20 CONTINUE
   30 CONTINUE
      END
""",
    "two.f": """\
      SUBROUTINE TWO(K, N, A, X, Y)
      INTEGER N, K, L
      DOUBLE PRECISION A(N, N), X(N), Y(N)
      DO L = 1, K
         CALL ONE('now', N, N, A, X, Y)
      END DO
      END
""",
}


def source(seed: int) -> Source:
    return Source(dict(FILES), Random(seed))


def state(files: dict[str, str], folder: Path) -> State:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, newline="")
    return load_state(Reading((str(folder),)), "", folder)[0]


def check_syntax(folder: Path) -> None:
    if GFORTRAN is not None:
        names = sorted(path.name for path in folder.iterdir())
        done = run([GFORTRAN, "-fsyntax-only", "-std=legacy", "-w", *names], folder)
        assert not done.returncode, done.stderr


@pytest.mark.parametrize("kind", [*NEUTRAL, BLANKS])
def test_edits_that_cost_nothing(kind: str, tmp_path: Path):
    old = state(FILES, tmp_path / "old")
    texts: list[dict[str, str]] = []
    for seed in range(3):
        changed = source(seed)
        {**NEUTRAL, BLANKS: blanks}[kind](changed)
        texts.append(changed.files)
        new = state(changed.files, tmp_path / f"new{seed}")
        check_syntax(tmp_path / f"new{seed}")
        found = Revision("", 0, kind)
        judge(found, Expected(kind, changed.files, renamed=changed.renamed), old, new)
        assert found.is_right
        assert (found.right, found.units) == (2, 2)
    assert any(files != FILES for files in texts)


@pytest.mark.parametrize("kind", REAL)
def test_edits_that_cost_something(kind: str, tmp_path: Path):
    edit = made(kind, source(1))
    assert edit is not None
    assert edit.unit == "ONE"
    old, new = state(FILES, tmp_path / "old"), state(edit.files, tmp_path / "new")
    check_syntax(tmp_path / "new")
    for before, now, verdict in ((old, new, edit.verdict), (new, old, edit.undone)):
        found = Revision("", 0, kind)
        judge(found, Expected(kind, {}, edit.unit, verdict), before, now)
        assert found.is_right, found
        assert (found.right, found.units) == (2, 2)


def test_what_is_wrong_is_found(tmp_path: Path):
    edit = made("bound n to 2*n", source(1))
    assert edit is not None
    old, new = state(FILES, tmp_path / "old"), state(edit.files, tmp_path / "new")
    found = Revision("", 0, "")
    judge(found, Expected("", {}), old, new)
    assert sorted(found.alarms) == [
        "ONE: dearer leading coefficient",
        "TWO: dearer leading coefficient",
    ]
    found = Revision("", 0, "")
    judge(found, Expected("", {}, "ONE", Verdict.ORDER), old, new)
    assert found.wrong == ["ONE: dearer leading coefficient, not order increased"]
    assert (found.right, found.alarms, found.has_false_claim) == (1, [], True)
    found = Revision("", 0, "", wrong=["ONE: incomparable, not cheaper"])
    assert (found.is_right, found.has_false_claim) == (False, False)
    found = Revision("", 0, "")
    judge(found, Expected("", {}, "ONE", Verdict.CHEAPER), new, new)
    assert found.missed == ["ONE: identical", "TWO: identical"]
    found = Revision("", 0, "")
    judge(found, Expected("", {}, renamed={"TWO": "OLD"}), new, new)
    assert found.alarms == ["TWO: identical, was TWO"]


def test_statements_are_read_and_written():
    (unit,) = read_units(FILES["one.f"])
    assert unit.name == "ONE"
    texts = [item.text for item in unit.statements]
    assert texts[5] == "IF( WHAT.EQ.'it''s GO TO 20, C' ) GO TO 30"
    assert texts[3].replace(" ", "") == "DOUBLEPRECISIONA(M,*),X(*),Y(*),TEMP,ZERO"
    assert unit.statements[-2].label == "30"
    narrow = write_units([unit], Layout(width=lambda: 30, ends="\r\n"))
    lines = [line for line in narrow.split("\r\n") if line[:1] not in ("*", "C")]
    assert all(len(line) <= 36 for line in lines if "it''s" not in line)
    assert len(lines) > len(texts)
    again = read_units(narrow)[0]
    assert ["".join(item.text.split()) for item in again.statements] == [
        "".join(text.split()) for text in texts
    ]


def test_loops_that_run_over_sizes():
    (unit,) = read_units(FILES["one.f"])
    assert [(loop.variable, loop.depth) for loop in loops_of(unit)] == [("I", 2), ("J", 1)]
    assert [loop.variable for loop in full_loops(unit)] == ["I"]
    (unit,) = read_units(FILES["one.f"].replace("DO 20 J = 1, N", "N = 2\n      DO 20 J = 1, N"))
    assert full_loops(unit) == []


def test_the_page_counts():
    found = [
        Revision("dpotrf", 1, "layout", 8, 7, alarms=["DGEMM: cheaper"]),
        Revision("dpotrf", 2, "bound n to 2*n", 8, 6, missed=["DGEMM: identical"], untold=["X: y"]),
    ]
    text = page(found, "7")
    assert "1 revisions that cost nothing, 8 verdicts on units: **1 revisions with a false" in text
    assert "**1 changes missed, 0 wrong verdicts, 0 false alarms**" in text
    assert "* `dpotrf`, revision 1 (layout): false alarm: DGEMM: cheaper" in text


def test_kinds_are_drawn_evenly():
    drawn = kinds(30, 16, Random(1))
    assert [drawn.count(name) for name in (*NEUTRAL, BLANKS)] == [2] * 15
    assert [drawn.count(name) for name in REAL] == [2] * 8


@pytest.mark.realcode
@pytest.mark.compiler
@needs_gfortran
def test_revisions_of_real_code(lapack: Path):
    wanted = ["layout", "units renamed", "bound n to n - 1", "four of these"]
    found = list(replay("dpotrf", wanted, "gate"))
    assert [item.kind.removeprefix("taken back: ") for item in found] == [
        "layout",
        "units renamed",
        "bound n to n - 1",
        "bound n to n - 1",
        "four of these",
    ]
    assert all(item.is_right for item in found), found
    assert sum(item.right for item in found) >= 36
