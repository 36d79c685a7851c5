"""Probabilities of 0 and 1 prune the description; a loop never left early has its formula again."""

from __future__ import annotations

import pytest

from sad.report.view import View
from tests.support.model import counts_by_line, model_of, prediction_of

SEARCH = """\
      SUBROUTINE S(N, A, X)
      DIMENSION A(N)
      DO 10 I = 1, N
      IF (A(I) .EQ. X) GOTO 20
      X = X + A(I)
   10 CONTINUE
      X = 0
      RETURN
   20 X = 1
      END
"""
FOUND = "S.prob@do10.if1"
NESTED = """\
      SUBROUTINE S(N, A, X)
      DIMENSION A(N)
      DO 10 I = 1, N
      DO 20 J = I, N
      IF (A(J) .LT. X) GOTO 10
      IF (A(J) .GT. X) CALL BIG(A(J))
   20 CONTINUE
      X = X + 1
   10 CONTINUE
      END
      SUBROUTINE BIG(Y)
      Y = 1
      END
"""


def with_values(source: str, values: dict[str, object], entry: str | None = None):
    return model_of(source, entry, **values)


def test_without_a_value_the_trip_count_is_named():
    counts = counts_by_line(model_of(SEARCH))
    assert counts[4] == "X1"
    model = model_of(SEARCH)
    assert not any(
        model.is_exact(block.count)
        for block in model.expansion.blocks
        if any(line.span.line == 5 for line in block.block.lines)
    )


def test_never_left_early_gives_the_formula_back():
    model = with_values(SEARCH, {FOUND: 0})
    counts = counts_by_line(model)
    assert {counts[line] for line in (4, 5)} == {"N"}
    assert counts[7] == "1"
    assert 9 not in counts
    assert all(model.is_exact(block.count) for block in model.expansion.blocks)
    assert model.symbols == ["S.N"]


def test_a_trip_count_the_user_gives_stays():
    model = with_values(SEARCH, {FOUND: 0, "S.trips@do10": 4})
    values = prediction_of(SEARCH, None, None, **{FOUND: 0, "S.trips@do10": 4, "N": 9}).counts
    assert counts_by_line(model)[5] == "X1"
    assert 4 in values.values()


def test_an_inner_loop_gets_its_triangle_back_and_what_follows_its_count():
    model = with_values(NESTED, {"S.prob@do10.do20.if1": 0}, "S")
    counts = counts_by_line(model)
    assert counts[5] == counts[6]
    values = prediction_of(NESTED, None, "S", **{"S.prob@do10.do20.if1": 0, "N": 6})
    by_line = {
        line.span.line: values.counts[block.id]
        for block in values.model.expansion.blocks
        for line in block.block.lines
        if line.starts
    }
    assert by_line[6] == 21
    assert by_line[8] == 6
    assert by_line[12] is None


@pytest.mark.parametrize(("value", "there"), [(0, False), (1, True)])
def test_a_call_never_made_disappears_with_its_unit(value: int, there: bool):
    model = with_values(NESTED, {"S.prob@do10.do20.if2": value}, "S")
    units = {block.unit.name for block in model.expansion.blocks}
    assert ("BIG" in units) is there


def test_certain_branches_leave_no_probability_in_any_count():
    model = with_values(NESTED, {"S.prob@do10.do20.if1": 0, "S.prob@do10.do20.if2": 1}, "S")
    assert all("prob@" not in symbol for symbol in model.symbols)


def test_a_probability_between_prunes_nothing():
    plain = counts_by_line(model_of(SEARCH))
    assert counts_by_line(with_values(SEARCH, {FOUND: 0.5})) == plain
    assert View(prediction_of(SEARCH, None, None, **{FOUND: 0.5})).model.missing
