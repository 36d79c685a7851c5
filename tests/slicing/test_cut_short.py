"""Runs of slices that are cut short: every count they tell is that of the whole run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from sad.slicing import limits
from sad.slicing.evaluate import evaluate_slice
from sad.slicing.signatures import Given
from tests.oracle.c_programs.units import random_program as random_c_program
from tests.oracle.programs.recursive import recursive_program
from tests.oracle.programs.units import random_program as random_fortran_program
from tests.slicing.trials import random_program, real_runs, sliced, told
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gfortran

if TYPE_CHECKING:
    from collections.abc import Callable

_CUTS = 12
ELIMINATION = """\
      PROGRAM MAIN
      INTEGER N, INFO
      DOUBLE PRECISION A(300,300)
      READ (*,*) N
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 A(I,J) = 1D0/DBLE(I + J - 1)
      CALL FACTOR(A, N, INFO)
      IF (INFO .NE. 0) STOP 'SINGULAR'
      CALL SOLVE(A, N)
      END
      SUBROUTINE FACTOR(A, N, INFO)
      INTEGER N, INFO
      DOUBLE PRECISION A(300,300)
      INFO = 0
      DO 20 K = 1, N
         IF (A(K,K) .EQ. 0D0) INFO = K
         DO 20 J = K + 1, N
         DO 20 I = K + 1, N
   20 A(I,J) = A(I,J) - A(I,K)*A(K,J)/A(K,K)
      END
      SUBROUTINE SOLVE(A, N)
      INTEGER N
      DOUBLE PRECISION A(300,300)
      DO 30 I = 1, N
   30 A(I,1) = A(I,1)/A(I,I)
      END
"""
WALK = """\
      PROGRAM MAIN
      K = 1
      N = 0
   10 K = MOD(K*137 + 11, 1000003)
      N = N + 1
      IF (K .NE. 5 .AND. N .LT. 5000) GOTO 10
      PRINT *, N
      END
"""
SEARCH = """\
      PROGRAM SEARCH
      INTEGER KEY(100)
      READ (*,*) N
      DO 10 I = 1, N
   10 KEY(I) = MOD(7*I, N)
      DO 30 I = 1, N
         DO 20 J = 1, N
            IF (KEY(J) .EQ. I) GOTO 30
   20    CONTINUE
   30 CONTINUE
      IF (DATA(N) .GT. 0.5) STOP
      DO 50 I = 1, N
         DO 40 J = 1, N
            IF (KEY(J) .EQ. I) GOTO 50
   40    CONTINUE
   50 CONTINUE
      END
"""
LISTS = """\
      PROGRAM LISTS
      INTEGER A(40), N, I, J, K
      N = 31
      DO 10 I = 1, N
   10 A(I) = MOD(7*I, N)
      K = 0
      DO 30 I = 1, N
         DO 20 J = 1, N
            IF (A(J) .EQ. I) GOTO 30
            K = K + 1
   20    CONTINUE
   30 CONTINUE
      WRITE (*,*) (A(I), I = 1, A(N/2) + 3)
      CALL PUT(A, N)
      WRITE (*,*) (A(I), I = 1, A(N/2) + 3)
      DO 40 I = 1, K
   40 WRITE (*,*) (A(J), J = 1, A(MOD(I, N) + 1))
      END
      SUBROUTINE PUT(A, N)
      INTEGER A(*), N
      DO 50 I = 1, N
   50 WRITE (*,*) (A(J), J = 1, A(I))
      END
"""


@pytest.fixture
def in_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs look at their limit at every step, and may be shorter than writing them takes."""
    monkeypatch.setattr(limits, "_BLOCK", 0)
    monkeypatch.setattr(limits, "_CHUNK", 1)


def _c(seed: int) -> str:
    return random_c_program(seed, with_records=seed % 2 == 1).text


def _fortran(seed: int) -> str:
    return random_fortran_program(seed, all_kinds=seed % 2 == 1).text


def _recursive(seed: int) -> str:
    return recursive_program(seed, "fortran").text


@pytest.mark.usefixtures("in_small_steps")
@pytest.mark.parametrize(
    ("language", "make"), [("c", _c), ("fortran", _fortran), ("fortran", _recursive)]
)
def test_counts_of_a_part_are_those_of_the_whole(language: str, make: Callable[[int], str]) -> None:
    some = 0
    for seed in range(8):
        _, program = sliced(language, make(seed), "main", f"p{seed}", f"P{seed}")
        given = Given({}, {"n": 5, "m": 3, "N": 5, "M": 3})
        whole = evaluate_slice(program, given, 200_000)
        random = Random(seed)
        for steps in {random.randrange(1, max(2, whole.steps)) for _ in range(_CUTS)}:
            part = evaluate_slice(program, given, steps)
            known = {site: count for site, count in part.counts.items() if count is not None}
            some += 0 < len(known) < len(part.counts)
            for site, count in known.items():
                assert whole.counts[site] in (None, count), (seed, steps, site)
    assert some > 15


@pytest.mark.usefixtures("in_small_steps")
def test_items_of_lists_are_counted_to_their_end() -> None:
    _, program = sliced("fortran", LISTS, "LISTS")
    given = Given({}, {})
    whole = evaluate_slice(program, given, 200_000)
    items = [site for site in whole.counts if site[2] < 0]
    assert len(items) == 4
    told: set[int] = set()
    for steps in range(1, whole.steps, 7):
        part = evaluate_slice(program, given, steps)
        known = [site for site in items if part.counts[site] is not None]
        told.add(len(known))
        assert all(part.counts[site] == whole.counts[site] for site in known), steps
    assert len(told) > 1


@needs_gcc
@needs_gfortran
@pytest.mark.usefixtures("in_small_steps")
@pytest.mark.parametrize("language", ["c", "fortran"])
def test_counts_of_a_part_are_those_of_real_runs(language: str, tmp_path: Path) -> None:
    some = 0
    for seed in range(5):
        text = random_program(language, seed)
        runs = real_runs(language, text, tmp_path)
        random = Random(seed)
        for steps in {int(10 ** random.uniform(0.5, 4.5)) for _ in range(_CUTS)}:
            found = told(language, text, runs, steps)
            assert not found.wrong, (seed, steps)
            some += found.exact > 0 and found.open > 0
    assert some > 8


def test_what_was_read_before_steps_ran_out_is_known() -> None:
    Path("main.f").write_text(ELIMINATION)
    Path("main.in").write_text("300\n")
    result = sad("analyze", "main.f", "--stdin", "main.in", "--evaluate-steps", "50000")
    assert "at N = 300\n" in result.out
    assert "50,000 steps were not enough" in result.out
    assert "inputs" not in result.out


def test_what_runs_before_a_stop_that_data_decides_is_known() -> None:
    Path("search.f").write_text(SEARCH)
    result = sad("annotate", "search.f", "--set", "N=50")
    assert "= 1275     8:             IF (KEY(J) .EQ. I) GOTO 30" in result.out
    assert "= 1275    14:" not in result.out


@pytest.mark.parametrize("machine", [(), ("--machine", "sparc2")])
def test_more_steps_are_proposed_where_they_were_not_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: tuple[str, ...]
):
    monkeypatch.chdir(tmp_path)
    Path("walk.f").write_text(WALK)
    told = sad("analyze", "walk.f", "--evaluate-steps=1000", *machine).out
    proposed = next(line.split() for line in told.splitlines() if line.startswith("  sad "))
    assert [word for word in proposed if word.startswith("--evaluate")] == ["--evaluate-steps"]
    assert "unresolved" in told
    assert "unresolved" not in sad(*proposed[1:]).out
