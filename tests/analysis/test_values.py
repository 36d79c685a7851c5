"""Values on the way: items of input and output, what a caller may rely on, what is assumed."""

from __future__ import annotations

import pytest

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
