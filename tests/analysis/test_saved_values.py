"""Variables that keep their values between calls: first-call flags, counters of calls, toggles."""

from __future__ import annotations

import pytest

from sad.evaluation.predict import predict
from tests.support.model import model_of

UNIT = """\
      PROGRAM MAIN
      READ *, N
      DO 10 I = 1, N
   10 CALL S(I)
      END
      SUBROUTINE S(K)
      LOGICAL FIRST
      SAVE FIRST, EPS
      DATA FIRST /.TRUE./
      L = 2
      IF (FIRST) THEN
        FIRST = .FALSE.
        L = 5
        DO 20 J = 1, 100
   20   EPS = EPS/2
        CALL T(7)
      ELSE
        EPS = 1.0
      END IF
      DO 30 J = 1, L
   30 X = X + EPS
      END
      SUBROUTINE T(M)
      DO 40 J = 1, M
   40 X = X + 1.0
      END
"""


def counts(text: str, n: int) -> dict[int, object]:
    model = model_of(text, N=n)
    found = predict(model, None).counts
    return {
        line.span.line: found[block.id]
        for block in model.expansion.blocks
        for line in block.block.lines
        if line.starts and model.is_exact(block.count)
    }


@pytest.mark.parametrize("n", [0, 1, 6])
def test_the_first_call_is_counted_once(n: int):
    found = counts(UNIT, n)
    called = int(n > 0)
    assert found[12] == called
    assert found[15] == 100 * called
    assert found[18] == n - called
    assert found[25] == 7 * called


@pytest.mark.parametrize("n", [0, 1, 6])
def test_a_value_that_the_first_call_sets_counts_in_it_only(n: int):
    assert counts(UNIT, n)[21] == (5 + 2 * (n - 1) if n else 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("      END IF\n", "      END IF\n      FIRST = K .GT. 2\n"),
        ("      L = 2\n", "      L = 2\n      IF (K .GT. 3) RETURN\n"),
        ("      L = 2\n", "      L = 2\n      CALL U(FIRST)\n"),
        ("        DO 20 J = 1, 100\n", "        DO 20 J = 1, K\n"),
        ("      SAVE FIRST, EPS\n      DATA FIRST /.TRUE./\n", ""),
    ],
    ids=[
        "set again",
        "not in every call",
        "passed on",
        "depends on the call",
        "not saved",
    ],
)
def test_where_it_may_be_otherwise_it_stays_a_probability(old: str, new: str):
    assert old in UNIT
    text = UNIT.replace(old, new, 1)
    number = text.splitlines().index("   20   EPS = EPS/2") + 1
    assert number not in counts(text, 6)


def test_a_flag_that_nobody_changes_is_a_constant():
    assert counts(UNIT.replace("        FIRST = .FALSE.\n", ""), 6)[14] == 600


def test_a_flag_that_is_set_again_is_set_in_every_call():
    again = UNIT.replace("      END IF\n", "      END IF\n      FIRST = .TRUE.\n")
    assert counts(again, 6)[15] == 600


def test_what_one_entry_leaves_another_one_finds():
    text = """\
      PROGRAM MAIN
      READ *, N
      CALL KEEP(N)
      CALL USE
      END
      SUBROUTINE KEEP(N)
      SAVE M
      DATA M /0/
      M = N
      RETURN
      ENTRY USE
      DO 10 J = 1, M
   10 X = X + 1.0
      END
"""
    assert counts(text, 6)[13] == 6
