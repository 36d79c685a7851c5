"""How the total reacts to each parameter."""

from __future__ import annotations

import pytest

from sad.evaluation.uncertainty.sensitivity import elasticities
from sad.machine.database import get_machine
from tests.evaluation.test_predict import GIVEN, IF1, LIBRARY, SOURCE
from tests.support.model import model_of, prediction_of

SOLVE = """\
      SUBROUTINE SOLVE(N, A)
      DIMENSION A(N)
   10 C = 0
      DO 30 I = 1, N
         DO 20 J = 1, N
   20    C = C + A(J)
         IF (A(I) .LT. 0) C = -C
   30 CONTINUE
      IF (C .GT. 1) GOTO 10
      END
"""
X1, P1 = "SOLVE.trips@goto10", "SOLVE.prob@goto10.do30.if1"


def test_elasticities_of_a_product_are_its_powers():
    prediction = prediction_of(
        "      SUBROUTINE S(N, M)\n      DO 10 I=1,N\n      DO 10 J=1,N\n"
        "      DO 10 K=1,M\n   10 X=X+1\n      END\n",
        get_machine("sparc2"),
        None,
        N=5000,
        M=100_000,
    )
    found = elasticities(prediction.model, prediction.bound)
    assert found["S.N"] == pytest.approx(2, rel=1e-3)
    assert found["S.M"] == pytest.approx(1, rel=1e-3)


@pytest.mark.parametrize("machine", [None, "sparc2"])
def test_an_elasticity_is_what_a_small_change_does(machine: str | None):
    """The total is linear in each X and P, so that any step gives the derivative."""
    values: dict[str, float] = {"N": 20, X1: 12.5, P1: 0.3}
    chosen = None if machine is None else get_machine(machine)

    def total(**changed: float) -> float:
        prediction = prediction_of(SOLVE, chosen, None, **{**values, **changed})
        if machine is not None:
            assert prediction.total is not None
            return prediction.total
        return sum(
            float(prediction.counts[block.id] or 0)
            * sum(sum(line.operations.values()) for line in block.block.lines)
            for block in prediction.model.expansion.blocks
        )

    prediction = prediction_of(SOLVE, chosen, None, **values)
    found = elasticities(prediction.model, prediction.bound)
    for name, step in ((X1, 5.0), (P1, 0.2)):
        slope = (total(**{name: values[name] + step}) - total(**{name: values[name] - step})) / (
            2 * step
        )
        assert found[name] == pytest.approx(values[name] * slope / total(), rel=1e-12)
    assert 1.5 < (found["SOLVE.N"] or 0) < 2


def test_the_times_of_unknown_calls_have_elasticities():
    prediction = prediction_of(SOURCE, get_machine("sparc2"), None, **GIVEN)
    found = elasticities(prediction.model, prediction.bound)
    assert prediction.total is not None
    assert found["AWAY.seconds"] == pytest.approx(1e-5 / prediction.total, rel=1e-12)


def test_nothing_is_known_while_a_value_is_missing():
    model = model_of(SOURCE, None, N=10)
    assert elasticities(model, None) == {"S.N": None, "S.M": None, IF1: None}


def test_values_may_be_assumed_for_a_ranking():
    model = model_of(SOURCE, None, N=10)
    given = {"S.N": 10, "S.M": 7, IF1: 0.5}
    assert elasticities(model, None, {"S.N": 99, "S.M": 7, IF1: 0.5}) == elasticities(
        model_of(SOURCE, None, **given), None
    )


def test_a_parameter_that_is_zero_has_elasticity_zero():
    found = elasticities(model_of(SOLVE, None, N=0, **{X1: 3, P1: 0.5}), None)
    assert (found["SOLVE.N"], found[P1]) == (0.0, 0.0)
    assert found[X1] == pytest.approx(1, abs=0.1)


def test_units_by_themselves_have_no_total():
    model = model_of(LIBRARY, None, N=3)
    assert model.entry is None
    assert set(elasticities(model, None).values()) == {None}


def test_options_have_no_elasticity():
    source = (
        "      SUBROUTINE S(UP, N)\n      LOGICAL UP\n      IF (UP) THEN\n      DO 10 I=1,N\n"
        "   10 X=X+1\n      ENDIF\n      END\n"
    )
    model = model_of(source, None, UP="true", N=100)
    found = elasticities(model, None)
    assert found["S.UP"] is None
    assert found["S.N"] is not None


def test_a_step_is_seen_where_there_is_one():
    """max(0, N - 8) turns up at N = 8: below, nothing reacts."""
    source = "      SUBROUTINE S(N)\n      DO 10 I = 9, N\n   10 X = X + 1\n      END\n"
    found = [elasticities(model_of(source, None, N=n), None)["S.N"] for n in (5, 900)]
    assert found == [0, pytest.approx(900 / 892, rel=1e-2)]
