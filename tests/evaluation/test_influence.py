"""Weights of blocks and what parameters govern, against counts evaluated one by one."""

from __future__ import annotations

from math import log
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import evaluate
from sad.evaluation.influence import Weights
from sad.loading.prediction import load_prediction
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

    from sad.evaluation.predict import Prediction

SOURCE = """\
      SUBROUTINE WORK (N, M, A, B, TOL, MODE)
      REAL A(N), B(N), TOL, S
      CHARACTER MODE
      IF (N .GT. 50) RETURN
   20 S = 0.0
      DO 30 I = 1, N
         IF (A(I) .GT. S) S = S + A(I)
         DO 30 J = 1, M
   30 A(I) = A(I)*0.5 + A(J)
      IF (MODE .EQ. 'U') THEN
         DO 40 I = 1, N
         DO 40 J = 1, N
         DO 40 K = 1, N
   40    B(I) = B(I)/A(I)
      END IF
      IF (S .GT. TOL) GOTO 20
      END
"""


def prediction(path: Path, *settings: str, machine: str | None = "sparc2") -> Prediction:
    choice = Choice(machine=machine, settings=settings_from_arguments(list(settings)))
    found, _ = load_prediction(Reading((str(path),)), choice)
    return found


@pytest.fixture
def work(tmp_path: Path) -> Path:
    path = tmp_path / "work.f"
    path.write_text(SOURCE)
    return path


def test_examples_are_values_at_which_most_happens(work: Path):
    found = prediction(work)
    typical = Weights(found).typical
    shown = {found.model.names.label(name): value for name, value in typical.inputs.items()}
    assert shown["N"] <= 50  # larger sizes are refused
    assert shown["MODE"] == ord("U")  # the branch with the triple loop


@pytest.mark.parametrize("machine", [None, "sparc2"])
def test_shares_add_up_and_governed_ones_follow_from_the_counts(work: Path, machine: str | None):
    found = prediction(work, "N=40", "MODE='T'", machine=machine)
    weights = Weights(found)
    assert sum(weights.blocks.values()) == pytest.approx(weights.total)
    values = weights.typical.values
    by_hand = dict.fromkeys(weights.governed, 0.0)
    for block in found.model.expansion.blocks:
        before = float(evaluate(block.count, values))
        if not before:
            continue
        for symbol in by_hand:
            value = values[symbol]
            if not value:
                continue
            is_probability = ".prob@" in symbol
            other = float(value) * 0.99 if is_probability else value + max(1, round(value * 0.01))
            if not isinstance(value, int) and not is_probability:
                other = float(value) * 1.01
            after = float(evaluate(block.count, {**values, symbol: other}))
            reaction = 0.0 if after == before else abs(log(after / before) / log(other / value))
            by_hand[symbol] += min(1.0, reaction) * weights.share([block.id])
    assert weights.governed == pytest.approx(by_hand)
    assert max(by_hand, key=by_hand.__getitem__) == "WORK.trips@goto20"


def test_given_values_leave_nothing_open(work: Path):
    values = ("N=40", "M=7", "MODE='U'", "X1=3", "P1=0.25")
    found = prediction(work, *values)
    weights = Weights(found)
    assert weights.governed == {}
    assert weights.total == pytest.approx(found.total)
    for block in found.model.expansion.blocks:
        assert weights.blocks[block.id] == pytest.approx(found.seconds[block.id])


@pytest.mark.parametrize("name", ["parity/radix2/radix2.c", "sized/regular/floydrul.c"])
def test_sums_without_a_closed_form_are_compared_at_small_sizes(name: str):
    found = prediction(CORPUS / name)
    start = perf_counter()
    weights = Weights(found)
    assert weights.total > 0
    assert weights.governed
    assert perf_counter() - start < 5
