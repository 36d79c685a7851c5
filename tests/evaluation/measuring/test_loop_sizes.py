"""Functions of quantities that a program makes of its sizes, such as the number of cells."""

from __future__ import annotations

import pytest

from sad.evaluation.measuring.fitted import fitted
from sad.evaluation.measuring.loop_sizes import LoopSize, derive, limit_of, loop_sizes
from sad.expr.numbers import evaluate_expression
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from tests.support.model import model_of

CELLS = """\
      SUBROUTINE CELLS(L, R, N, HEAD, NEXT)
      INTEGER HEAD(*), NEXT(*), R
      M = L/R
      DO 10 I = 1, M
      DO 10 J = 1, M
         K = HEAD(I+M*J)
   20    IF (K .NE. 0) THEN
            K = NEXT(K)
            GOTO 20
         END IF
   10 CONTINUE
      DO 30 I = 1, N - 1
   30 HEAD(I) = 0
      END
"""
RUNS = [(20, 3, 90), (20, 4, 75), (25, 3, 192), (31, 4, 147), (40, 7, 100), (50, 6, 256)]


def samples() -> list[Sample]:
    """Chains are as long as there are particles in a cell, on average."""
    return [
        Sample({"L": length, "R": reach, "N": count}, count, (length // reach) ** 2, "run")
        for length, reach, count in RUNS
    ]


def quantities() -> tuple[LoopSize, ...]:
    model = model_of(CELLS)
    return loop_sizes((block.count for block in model.expansion.blocks), model.names)


def test_what_loops_run_over_is_found():
    found = {item.text: set(item.sizes) for item in quantities()}
    assert found["trunc(L/R)"] == {"L", "R"}
    assert found["N - 1"] == {"N"}


def test_a_chain_is_a_function_of_the_number_of_cells():
    names = model_of(CELLS).names
    plain = fitted(samples(), Kind.TRIP_COUNT, names)
    better = fitted(samples(), Kind.TRIP_COUNT, names, quantities())
    assert plain is not None
    assert plain.spread
    assert better is not None
    assert better.text == "N/trunc(L/R)**2"
    assert not better.spread
    assert better.how.startswith("c0*N/trunc(L/R)**2; 6 sizes")


def test_a_function_of_sizes_stays_if_it_is_as_good():
    names = model_of(CELLS).names
    steady = [Sample(item.at, 7.0 * item.at["N"], 2.0, "run") for item in samples()]
    found = fitted(steady, Kind.TRIP_COUNT, names, quantities())
    assert found is not None
    assert found.text == "7*N/2"


def test_a_quantity_takes_the_place_of_the_sizes_it_is_made_of():
    derived = derive(quantities(), samples(), ["L", "R", "N"])
    assert derived is not None
    assert sorted(derived.texts.values()) == ["(N - 1)", "trunc(L/R)"]
    assert derived.own == ("N",)


def test_a_size_that_always_equals_a_quantity_does_not_stand_for_it():
    """With L = R*M in all runs a function of M would be wrong as soon as L is another."""
    runs = [Sample({"L": 3.0 * m, "R": 3.0, "M": float(m)}, 1.0, 1.0, "run") for m in (4, 5, 9)]
    derived = derive([LoopSize("trunc(L/R)", frozenset("LR"))], runs, ["L", "M"])
    assert derived is not None
    assert derived.own == ("L",)


@pytest.mark.parametrize("text", ["[N == 1]", "N/(L - L)", "lost(N)", "P - 1", "1 - N"])
def test_what_has_no_value_is_no_quantity(text: str):
    assert derive([LoopSize(text, frozenset("N"))], samples(), ["N"]) is None


def test_the_function_has_the_measured_values():
    found = fitted(samples(), Kind.TRIP_COUNT, model_of(CELLS).names, quantities())
    assert found is not None
    for sample in samples():
        value = evaluate_expression(found.text, lambda name, at=sample.at: int(at[name]))
        assert value == pytest.approx(sample.value)


SWEEPS = """\
      PROGRAM SWEEPS
      READ *, N, MOST
      DO 10 I = 1, MOST
         X = 0.0
         DO 20 J = 1, N
   20    X = MAX(X, ABS(G(J)))
         IF (X .LT. 1.0E-5) GOTO 30
   10 CONTINUE
   30 PRINT *, X
      END
"""


def at_most(trips: list[int]) -> str:
    model = model_of(SWEEPS)
    (loop,) = [item for item in model.names.parameters.values() if item.kind is Kind.TRIP_COUNT]
    sizes = [(10, 50), (20, 80)]
    seen = [
        Sample({"N": float(n), "MOST": float(most)}, float(count), 1.0, "run")
        for (n, most), count in zip(sizes, trips, strict=True)
    ]
    found = fitted(seen, loop.kind, model.names, (), limit_of(loop, model.names))
    assert found is not None
    return found.text


def test_a_loop_that_was_never_left_early_runs_as_its_bounds_say():
    assert at_most([50, 80]) == "max(0, MOST)"


def test_a_loop_that_was_left_early_once_has_no_limit_for_a_value():
    assert "MOST)" not in at_most([49, 80])


def test_a_loop_without_bounds_has_no_limit():
    model = model_of(CELLS)
    assert [limit_of(item, model.names) for item in model.names.parameters.values()] == [None] * 4
