"""Units that call themselves: solved where an argument decides how deep they go, named elsewhere.

Where only data decides, how often they start is a name, and so are their inputs.
"""

from __future__ import annotations

import pytest

from sad.algebra.evaluate import evaluate
from sad.evaluation.predict import predict
from sad.report.view import View
from tests.support.model import model_of

COUNTDOWN = """\
      PROGRAM MAIN
      DO 10 I = 1, 3
   10 CALL R(5)
      CALL A(4)
      END
      RECURSIVE SUBROUTINE R(N)
      X = X + 1.0
      DO 20 J = 1, N
   20 X = X * 2.0
      IF (N .GT. 0) CALL R(N-1)
      END
      RECURSIVE SUBROUTINE A(N)
      IF (N .GT. 0) CALL B(N-1)
      END
      RECURSIVE SUBROUTINE B(N)
      Y = Y + 1.0
      CALL A(N)
      END
"""


BY_DATA = COUNTDOWN.replace("IF (N .GT. 0)", "IF (X .GT. N)")


def counts(entry: str | None = None, **values: object) -> dict[int, object]:
    model = model_of(BY_DATA, entry, **values)
    prediction = predict(model, None)
    return {
        line.span.line: prediction.counts[block.id]
        for block in model.expansion.blocks
        for line in block.block.lines
        if line.starts
    }


def given(**more: object) -> dict[str, object]:
    return {
        "R.trips@recursion": 6,
        "R.value@recursion.N": 2.5,
        "A.trips@recursion": 5,
        "B.trips@recursion": 4,
        **more,
    }


def test_what_an_argument_decides_is_exact():
    model = model_of(COUNTDOWN)
    prediction = predict(model, None)
    found = {
        line.span.line: prediction.counts[block.id]
        for block in model.expansion.blocks
        for line in block.block.lines
        if line.starts
    }
    assert all(model.is_exact(block.count) for block in model.expansion.blocks)
    assert found[7] == 3 * 6
    assert found[9] == 3 * (5 + 4 + 3 + 2 + 1 + 0)
    assert (found[13], found[16]) == (5, 4)


@pytest.mark.parametrize(
    ("entry", "starts"), [("A", {"A": 7, "B": 6}), ("B", {"A": 7, "B": 7}), ("R", {"R": 7})]
)
def test_an_entry_inside_a_cycle_has_its_own_inputs(entry: str, starts: dict[str, int]):
    model = model_of(COUNTDOWN, entry, N=6)
    assert [model.names.label(name) for name in model.names.parameters] == ["N"]
    entered = {name: model.expansion.activations[name] for name in starts}
    values = dict.fromkeys(model.names.parameters, 6)
    assert {name: evaluate(poly, values) for name, poly in entered.items()} == starts


def test_no_line_of_a_unit_that_data_lets_call_itself_is_exact():
    model = model_of(BY_DATA)
    inexact = {
        block.unit.name for block in model.expansion.blocks if not model.is_exact(block.count)
    }
    exact = {block.unit.name for block in model.expansion.blocks if model.is_exact(block.count)}
    assert inexact == {"R", "A", "B"}
    assert exact == {"MAIN"}


def test_counts_with_the_activations_of_a_run():
    found = counts(**given())
    assert found[7] == 3 * 6
    assert found[9] == 3 * (5 + 4 + 3 + 2 + 1 + 0)
    assert found[13] == 5
    assert found[16] == 4


@pytest.mark.parametrize("entry", ["A", "B"])
def test_entry_inside_a_cycle_counts_all_its_members(entry: str):
    found = counts(entry, **{"A.trips@recursion": 5, "B.trips@recursion": 4, "A.prob@if1": 0.8})
    assert (found[13], found[16]) == (5, 4)


def test_a_unit_that_calls_itself_starts_at_least_once():
    model = model_of(BY_DATA)
    least = {name: item.least for name, item in model.names.parameters.items()}
    assert least["R.trips@recursion"] == 1
    assert least["A.trips@recursion"] == 0


HANDED = """\
      PROGRAM MAIN
      EXTERNAL F
      CALL INTEG(F, 100, S)
      CALL F(3)
      END
      SUBROUTINE INTEG(FUN, N, S)
      EXTERNAL FUN
      DO 10 I = 1, N
   10 CALL FUN(I)
      END
      SUBROUTINE F(I)
      X = X + 1.0
      END
"""


def test_a_dummy_procedure_is_what_the_call_passes():
    model = model_of(HANDED)
    line = next(block for block in model.expansion.blocks if block.unit.name == "F")
    assert model.is_exact(line.count)
    assert predict(model, None).counts[line.id] == 101
    assert not model.expansion.externals


OUTSIDE = HANDED.replace("CALL INTEG(F, 100, S)", "CALL OUTER(F, 100, S)")


def test_a_unit_that_is_passed_out_of_the_source_is_not_counted_by_its_calls_alone():
    model = model_of(OUTSIDE, entry="MAIN")
    line = next(block for block in model.expansion.blocks if block.unit.name == "F")
    assert not model.is_exact(line.count)
    prediction = predict(model_of(OUTSIDE, "MAIN", **{"F.trips@argument": 100}), None)
    assert prediction.counts[line.id] == 101


def test_a_dummy_procedure_that_nobody_passes_has_a_time_of_its_own():
    model = model_of(HANDED, entry="INTEG", N=100)
    assert list(model.expansion.externals) == ["INTEG.FUN"]
    sentences = View(predict(model, None)).conditions()
    assert any("changes no more than what the source passes" in item for item in sentences)


CHANGING = """\
      PROGRAM MAIN
      COMMON /SZ/ K
      EXTERNAL F, G
      READ *, K, N
      CALL SOLVE(F, N)
      DO 10 I = 1, 3
   10 CALL SOLVE(G, I)
      END
      SUBROUTINE SOLVE(FCN, N)
      EXTERNAL FCN
      DO 20 I = 1, N
   20 CALL STEP(FCN, I)
      END
      SUBROUTINE STEP(FUN, N)
      CALL FUN(N)
      CALL FUN(2*N)
      END
      SUBROUTINE F(N)
      COMMON /SZ/ K
      DO 30 I = 1, N
   30 X = 1
      DO 40 I = 1, K
   40 X = 1
      END
      SUBROUTINE G(N)
      DO 50 I = 1, N
   50 X = 1
      END
"""


def test_procedures_are_followed_through_several_calls_with_their_arguments():
    model = model_of(CHANGING, K=5, N=4)
    counts = {
        line.span.line: predict(model, None).counts[block.id]
        for block in model.expansion.blocks
        for line in block.block.lines
        if line.starts
    }
    assert counts[21] == 3 * (1 + 2 + 3 + 4)
    assert counts[23] == 2 * 4 * 5
    assert counts[27] == 3 * (1 + 3 + 6)
    assert all(model.is_exact(block.count) for block in model.expansion.blocks)
