"""A library that is looked at unit by unit, formulas forgotten, has the report of one kept whole."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.evaluation import library_report, summary
from sad.evaluation.summary import (
    COUNTS,
    SUMMARY,
    Facts,
    Summaries,
    counts_from_json,
    summary_from_json,
)
from sad.incremental import program as units_in_order
from sad.loading.library import load_short
from sad.loading.means import Means
from sad.loading.prediction import load_prediction
from sad.lowering.drafts import Candidate, Draft
from sad.reading.options import Choice, Reading
from sad.report.library import SHOWN
from sad.report.text import text_report
from sad.report.view import View
from tests.support.corpus import CorpusProgram, corpus_programs
from tests.support.model import description_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.incremental.described import Described
    from sad.incremental.entries import Entries
    from sad.model.expand import Expansion
    from sad.model.nodes import UnitDescription

UNITS = """\
      SUBROUTINE TRIANG (N, A)
      INTEGER N
      REAL A(N, N)
      COMMON /SIZES/ M, L
      DO 10 J = 1, N
      DO 10 I = J, N
      IF (A(I, J) .GT. 0.0) A(I, J) = A(I, J) * 2.0
   10 CONTINUE
      CALL ELSE1 (M)
      END
      SUBROUTINE STEPS (N, K, X)
      REAL X(*)
      COMMON /SIZES/ M, L
      DO 20 I = 1, N, K
      IF (M .GT. 3) X(I) = X(I) + 1.0
      CALL ELSE1 (I)
   20 CONTINUE
      DO 30 I = 1, MIN(M, L)
   30 X(I) = X(I) / 2.0
      END
      SUBROUTINE BOTH (N, X)
      REAL X(N, N)
      COMMON /SIZES/ M, L
      READ *, M, L
      CALL TRIANG (N, X)
      CALL STEPS (N, 2, X)
      DO 40 I = 1, N
      IF (X(I, 1) .LT. 0.0) GOTO 50
   40 CONTINUE
   50 RETURN
      END
      SUBROUTINE CUBE (C1, X)
      INTEGER C1
      REAL X(C1, C1)
      DO 60 K = 1, C1
      DO 60 J = 1, C1
      DO 60 I = 1, MAX(J, K)
   60 X(I, J) = X(I, J) + X(J, K) * X(K, I)
      END
"""


@pytest.mark.parametrize("alive", [0, 100_000])
@pytest.mark.parametrize("most", [1, 2, SHOWN])
@pytest.mark.parametrize("on", [(None, None), ("sparc2", None), ("zen3", "additive")], ids=str)
@pytest.mark.parametrize("by_units", [False, True])
def test_the_report_is_that_of_the_whole(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    alive: int,
    most: int,
    on: tuple[str | None, str | None],
    by_units: bool,
):
    path = tmp_path / "units.f"
    path.write_text(UNITS)
    monkeypatch.setattr(library_report, "MOST_ALIVE", alive)
    monkeypatch.setattr("sad.report.text.SHOWN", most)
    reading, choice = Reading((str(path),)), Choice(machine=on[0], cost_model=on[1])
    means = Means(cache=tmp_path / "cache") if by_units else Means()
    short, _ = load_short(reading, choice, means, most)
    whole, _ = load_prediction(reading, choice)
    assert short.model.library is not None
    assert whole.model.library is None
    assert len(short.model.description.units) == min(most, 4)
    expected = text_report(View(whole, aliases=False, brief=True))
    assert text_report(View(short, aliases=False, brief=True)) == expected
    assert short.coverage == whole.coverage


MESSAGES = """\
      SUBROUTINE SHARED (N, X)
      INCLUDE 'mpif.h'
      REAL X(*)
      COMMON /SIZES/ M, L
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NP, IERR)
      DO 70 I = ME + 1, N, NP
   70 X(I) = 0.0
      CALL MPI_BARRIER (MPI_COMM_WORLD, IERR)
      END
"""


@pytest.mark.parametrize("machine", [None, "sparc2", "zen3"])
@pytest.mark.parametrize("text", [UNITS, UNITS + MESSAGES])
@pytest.mark.parametrize(("jobs", "seconds"), [(2, 100.0), (1, None)])
def test_summaries_are_kept_by_workers_and_by_one_process(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    machine: str | None,
    jobs: int,
    seconds: float | None,
):
    path = tmp_path / "units.f"
    path.write_text(text)
    reading, choice = Reading((str(path),)), Choice(machine=machine)
    whole, _ = load_prediction(reading, choice)
    expected = text_report(View(whole, aliases=False, brief=True))
    means = Means(cache=tmp_path / "cache", jobs=jobs, seconds=seconds)
    made: list[str] = []

    def expanded(unit: UnitDescription) -> Expansion:
        made.append(unit.name)
        return known(unit)

    known = summary.expanded
    monkeypatch.setattr("sad.loading.by_units.expanded", expanded)
    monkeypatch.setattr("sad.evaluation.summary.expanded", expanded)
    monkeypatch.setattr("sad.evaluation.library_report.expanded", expanded)
    read: list[str] = []
    draft_of = units_in_order.draft_of

    def reading_draft(unit: Described, entries: Entries) -> Draft:
        read.append(unit.name)
        return draft_of(unit, entries)

    monkeypatch.setattr("sad.incremental.program.draft_of", reading_draft)
    for again in range(2):  # the second time from the cache
        short, _ = load_short(reading, choice, means, SHOWN)
        assert short.model.library is not None
        assert text_report(View(short, aliases=False, brief=True)) == expected
        assert len(made) == (text.count("SUBROUTINE") if jobs == 1 and not again else 0)
        made.clear()
        shown = len(short.model.library.shown)
        assert len(read) == (shown if jobs > 1 or again else 0)  # none for its summary
        read.clear()


@pytest.mark.parametrize("program", corpus_programs(), ids=lambda item: item.name)
def test_summaries_as_json(program: CorpusProgram):
    for unit in description_of(program.source).units:
        draft = Draft(unit, tuple(Candidate(item) for item in unit.parameters))
        written = json.loads(json.dumps(Summaries(1)(draft)))
        expansion = summary.expanded(unit)
        expected = summary.summary_of(unit, expansion)
        assert summary_from_json(written[SUMMARY], (), unit.file) == expected
        blocks = expansion.blocks
        assert (COUNTS in written) is bool(blocks)
        if blocks:
            counts = [(item.number, item.count) for item in blocks]
            assert [*counts_from_json(written[COUNTS]).items()] == counts


@pytest.mark.parametrize("one_run", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_counts_are_kept_of_all_units_that_may_be_shown(
    seed: int, monkeypatch: pytest.MonkeyPatch, *, one_run: bool
) -> None:
    """Whichever process looks at them, in whichever order, or in order by one process alone."""
    chance = random.Random(seed)
    degrees = [chance.randrange(chance.choice((3, 30))) for _ in range(60)]
    first = sorted(range(60), key=lambda number: (-degrees[number], number))[:7]
    order = list(range(60)) if one_run else chance.sample(range(60), 60)
    monkeypatch.setattr(
        "sad.evaluation.summary.facts_of",
        lambda expansion, *_: Facts(degrees[expansion.description.units[0].line], 0, 0),
    )
    unit = description_of(corpus_programs()[0].source).units[0]
    kept: set[int] = set()
    for part in (order,) if one_run else (order[:25], order[25:]):
        summaries = Summaries(7, one_run=one_run)
        for number in part:
            named = replace(unit, line=number, name=str(number))
            if COUNTS in summaries(Draft(named, ())):
                kept.add(number)
        kept.update(map(int, summaries.shown))
    assert kept >= set(first)
    assert not one_run or kept == set(first)
    assert len(kept) < 60


def test_a_program_is_no_library(tmp_path: Path):
    path = tmp_path / "program.f"
    path.write_text(UNITS + "      REAL X(9, 9)\n      CALL BOTH (9, X)\n      END\n")
    for means in (Means(), Means(cache=tmp_path / "cache")):
        found, _ = load_short(Reading((str(path),)), Choice(), means, SHOWN)
        assert found.model.library is None
        assert found.model.entry is not None


CALLER = """\
      SUBROUTINE CALLER (N, X, Y)
      REAL X(N, N), Y(N), S
      S = 1.0
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 CALL STEP (S, X(I, J), Y(1))
      Y(1) = S
      END
"""
CALLEE = """\
      SUBROUTINE STEP (S, A, B)
      REAL S, A, B
      B = A * 2.0
      S = S / A + B
      END
      SUBROUTINE OTHER (X)
      X = 1.0
      END
"""
INTERNAL = """\
static double a[1000], b[1000];
static void add(int n, double *x, double *y)
{ for (int j = 0; j < n; j++) for (int i = 1; i < n; i++) x[i] = x[i] + y[i - 1] * y[i]; }
void first(int n) { add(n, a, b); }
void second(double *x) { *x = 1.0; }
"""


@pytest.mark.parametrize(
    "texts",
    [{"caller.f": CALLER, "callee.f": CALLEE}, {"one.c": INTERNAL}],
    ids=["calls", "static"],
)
@pytest.mark.parametrize("by_units", [False, True])
def test_compiled_code_of_units_shown_depends_on_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: dict[str, str], *, by_units: bool
):
    monkeypatch.setattr("sad.report.text.SHOWN", 1)
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    reading = Reading(tuple(str(tmp_path / name) for name in texts))
    choice = Choice(machine="zen3", cost_model="throughput")
    means = Means(cache=tmp_path / "cache") if by_units else Means()
    whole, _ = load_prediction(reading, choice)
    for _ in range(2):
        short, _ = load_short(reading, choice, means, 1)
        assert short.model.library is not None
        [unit] = short.model.description.units
        assert unit.loops == next(
            x.loops for x in whole.model.description.units if x.name == unit.name
        )
        expected = text_report(View(whole, aliases=False, brief=True))
        assert text_report(View(short, aliases=False, brief=True)) == expected
