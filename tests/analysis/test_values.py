"""Values on the way: items of input and output, what a caller may rely on, what is assumed."""

from __future__ import annotations

import pytest

from sad.algebra.evaluate import evaluate
from sad.report.view import View
from tests.support.model import counts_by_line, model_of, prediction_of

ITEMS = {
    "bound read by the same statement": ("READ (*,*) N, (A(I), I = 1, N)", {"N": 5}, 5),
    "bound known before": ("N = 4\n      WRITE (*,*) (A(I), I = 2, N)", {}, 3),
    "no item at all": ("N = 1\n      WRITE (*,*) (A(I), I = 2, N)", {}, 0),
    "nested": (
        "READ (*,*) N\n      WRITE (*,*) ((B(I,J), I = 1, J), J = 1, N)",
        {"N": 4},
        10,
    ),
    "whole array": ("N = 1\n      PRINT *, B", {}, 81),
}


@pytest.mark.parametrize("what", ITEMS)
def test_items_are_counted_with_the_value_their_bound_has_then(what: str):
    statements, values, items = ITEMS[what]
    source = f"      PROGRAM P\n      REAL A(9), B(9,9)\n      {statements}\n      END\n"
    prediction = prediction_of(source, None, None, **values)
    repeated = [
        prediction.counts[block.id]
        for block in prediction.model.expansion.blocks
        if not any(line.starts for line in block.block.lines)
    ]
    assert repeated == [items]


STOPS = """\
      PROGRAM P
      READ (*,*) N
      CALL CHECK(N)
      X = 1
      END
      SUBROUTINE CHECK(K)
      IF (K .LT. 0) STOP
      END
"""


def test_counts_after_a_call_that_may_stop_say_what_they_assume():
    view = View(prediction_of(STOPS))
    assert counts_by_line(view.model)[4] == "1"
    assert "calls return: no STOP is reached inside CHECK" in view.assumptions()
    harmless = View(prediction_of(STOPS.replace("STOP", "K = 0")))
    assert not [text for text in harmless.assumptions() if "STOP" in text]


def test_load_time_values_of_common_hold_where_the_program_starts():
    source = """\
      PROGRAM P
      COMMON /C/ N
      DO 10 I = 1, N
   10 X = X + 1
      CALL S
      END
      SUBROUTINE S
      COMMON /C/ N
      DO 10 I = 1, N
   10 X = X + 1
      END
      BLOCK DATA
      COMMON /C/ N
      DATA N /6/
      END
"""
    assert counts_by_line(model_of(source))[10] == "6"
    assert counts_by_line(model_of(source, "S"))[10] == "N"


READER = """\
      PROGRAM P
      CALL GET(N)
{more}
      DO 10 I = 1, N
   10 X = X + 1
      END
      SUBROUTINE GET(K)
      READ (*,*) K
      END
"""


def test_what_is_read_once_by_a_subroutine_is_an_input():
    model = model_of(READER.format(more="      X = 0"))
    (count,) = [b.count for b in model.expansion.blocks if b.block.lines[-1].span.line == 5]
    assert model.is_exact(count)


@pytest.mark.parametrize(
    "more",
    [
        "      CALL GET(M)",
        "      DO 20 J = 1, 2\n   20 CALL GET(M)",
        "      CALL HAND(GET)",
    ],
)
def test_what_is_read_by_several_calls_is_no_single_input(more: str):
    source = READER.format(more=more)
    model = model_of(source.replace("PROGRAM P\n", "PROGRAM P\n      EXTERNAL GET\n"))
    counts = [block.count for block in model.expansion.blocks if block.loops]
    assert not all(model.is_exact(count) for count in counts)


PICK = """\
      SUBROUTINE T(K, X)
      DIMENSION X(99)
      CALL PICK(N, K, X)
      DO 10 I = 1, N
   10 Y = Y + 1
      END
      SUBROUTINE PICK(N, K, X)
      DIMENSION X(99)
      N = 4
{first}
      IF (K .EQ. 1) THEN
        N = 2
        RETURN
      END IF
      N = 3
      END
"""


@pytest.mark.parametrize(
    "first",
    [
        "      IF (X(1) .GT. 0.0) X(1) = 0.0",
        "      IF (X(1) .GT. 0.0) GOTO 20\n      X(1) = 0.0\n   20 CONTINUE",
        "      IF (X(1)) 20, 20, 30\n   20 X(1) = 0.0\n   30 X(2) = 0.0",
    ],
    ids=["IF", "GOTO", "arithmetic IF"],
)
def test_ways_that_part_and_meet_again_do_not_hide_which_return_is_taken(first: str):
    model = model_of(PICK.format(first=first), "T")
    (count,) = [b.count for b in model.expansion.blocks if b.block.lines[-1].span.line == 5]
    assert model.is_exact(count)
    assert [evaluate(count, {"T.K": k}) for k in (0, 1, 2)] == [3, 2, 3]


@pytest.mark.parametrize("returns", [1, 24])
def test_a_value_that_data_choose_on_the_way_out_has_a_name(returns: int):
    first = "".join(f"      IF (X({i}) .GT. 0.0) RETURN\n" for i in range(1, returns + 1))
    asks = "      IF (K .EQ. 7) N = 5\n"  # known, so that all that comes after it is looked at
    counts = counts_by_line(model_of(PICK.format(first=(asks + first).rstrip()), "T"))
    assert counts[5] == "N"


@pytest.mark.parametrize("argument", ["A", "A(1)", "A(1:1)"])
def test_a_scalar_that_is_handed_on_as_an_array_is_changed(argument: str):
    source = f"""\
      SUBROUTINE T(N)
      N = 3
      CALL MID(N)
      DO 10 I = 1, N
   10 Y = Y + 1
      END
      SUBROUTINE MID(A)
      INTEGER A(*)
      CALL SET({argument})
      END
      SUBROUTINE SET(B)
      INTEGER B(*)
      B(1) = 5
      END
"""
    assert counts_by_line(model_of(source, "T"))[5] == "N"
