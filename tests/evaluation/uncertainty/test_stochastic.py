"""How sure a prediction is: exact moments against all outcomes, samples against exact moments."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sad.algebra.evaluate import compile_polys
from sad.diagnostics import SadError
from sad.evaluation.linear import total_of, totals_of_units
from sad.evaluation.predict import Prediction, predict
from sad.evaluation.uncertainty.random_polynomials import exact, random_polynomials
from sad.evaluation.uncertainty.stochastic import Uncertainty, uncertainty_of
from sad.machine.database import get_machine
from sad.mapping.bind import bind_machine
from sad.profiles.distributions import Empirical
from tests.evaluation.test_predict import LIBRARY, SOURCE
from tests.evaluation.uncertainty.test_elasticity import P1, SOLVE, X1
from tests.support.corpus import PROGRAMS
from tests.support.model import model_of, prediction_of

NESTED = """\
      PROGRAM NESTED
      READ *, N
      DO 40 I = 1, N
   10    CALL INNER(I, A)
         IF (A .GT. 0.5) THEN
            A = SQRT(A)
         ELSE IF (A .GT. 0.1) THEN
   20       A = A*0.99
            IF (A .GT. 0.2) GOTO 20
         END IF
         IF (A .LT. 3.0) GOTO 10
   40 CONTINUE
      END
      SUBROUTINE INNER(K, A)
      DO 10 J = 1, K
   10 IF (A .GT. J) A = A - 1.0
      END
"""
MAX = """\
      SUBROUTINE S(A, B)
      DIMENSION A(*), B(*)
      K = INT(A(1))
      DO 30 I = 3, K
   30 IF (B(I) .GT. 0) X = X + 1
      END
"""
MIDDLES = (0.05, 0.5, 0.95)


def sure(prediction: Prediction, samples: int = 20_000, seed: int = 1) -> Uncertainty:
    found = uncertainty_of(prediction, samples, seed)
    assert found is not None
    return found


def enumerated(prediction: Prediction) -> tuple[Fraction, Fraction]:
    """Mean and variance of the total over all outcomes of empirical distributions."""
    model = prediction.model
    parts = total_of(model, prediction.bound)
    assert parts is not None
    formulas = compile_polys(list(parts))
    drawn: dict[str, Empirical] = {}
    for name, item in model.random.items():
        assert isinstance(item, Empirical)
        drawn[name] = item
    fixed = {name: exact(value) for name, value in model.values.items()}
    first = second = Fraction(0)
    sides = [zip(item.values, item.weights, strict=True) for item in drawn.values()]
    for combination in product(*sides):
        share = Fraction(1)
        for _, weight in combination:
            share *= weight
        at = {**fixed, **dict(zip(drawn, (x for x, _ in combination), strict=True))}
        total = sum(
            (
                Fraction(weight) * Fraction(count)
                for weight, count in zip(parts.values(), formulas(at), strict=True)
            ),
            Fraction(0),
        )
        first += share * total
        second += share * total**2
    return first, second - first**2


probabilities = st.lists(st.fractions("1/8", "7/8", max_denominator=8), min_size=2, max_size=3)
trips = st.lists(st.fractions(1, 20, max_denominator=4), min_size=2, max_size=3)


def seen(values: list[Fraction]) -> str | None:
    """As an empirical distribution; a single value as a number."""
    if len(set(values)) == 1:
        return str(values[0])
    return f"empirical({', '.join(map(str, values))})"


@settings(max_examples=25)
@given(st.integers(1, 9), trips, trips, probabilities, probabilities, probabilities)
def test_moments_are_those_of_all_outcomes(
    n: int,
    x1: list[Fraction],
    x2: list[Fraction],
    p1: list[Fraction],
    p2: list[Fraction],
    p3: list[Fraction],
):
    values = {"X1": x1, "X2": x2, "P1": p1, "P2": p2, "P3": p3}
    given_values = {name: seen(item) for name, item in values.items()}
    model = model_of(NESTED, None, N=n, **given_values)
    assert not model.missing
    for machine in (None, get_machine("sparc2")):
        bound = None if machine is None else bind_machine(model.expansion, machine)
        prediction = predict(model, bound)
        found = uncertainty_of(prediction, 100)
        if found is None:
            assert not model.random
            continue
        assert found.variance is not None
        assert (found.variance.mean, found.variance.total) == enumerated(prediction)
        assert found.total is not None
        assert found.total.exact


@pytest.mark.parametrize("machine", [None, "sparc2"])
def test_samples_agree_with_exact_moments(machine: str | None):
    given_values = {
        "N": 6,
        "X1": "lognormal(4, 2)",
        "X2": "normal(2, 1)",
        "P1": "beta(2, 3)",
        "P2": "uniform(0.1, 0.6)",
        "P3": "empirical(0.2: 1, 0.5: 3)",
    }
    chosen = None if machine is None else get_machine(machine)
    prediction = prediction_of(NESTED, chosen, None, **given_values)
    count = 100_000
    found = sure(prediction, count)
    assert found.total is not None
    assert found.total.exact
    assert found.of_time is (machine is not None)
    study = _sampled(prediction, count)
    error = found.total.sd / sqrt(count)
    assert study[0] == pytest.approx(found.total.mean, abs=5 * error)
    assert study[1] == pytest.approx(found.total.sd, rel=0.03)
    low, middle, high = found.total.quantiles
    assert low < middle < high
    assert low < found.total.mean < high


def _sampled(prediction: Prediction, count: int) -> tuple[float, float]:
    """Mean and standard deviation of the total at random points, by the formulas themselves."""
    import numpy as np

    from sad.algebra.vectorise import ArrayFormulas

    parts = total_of(prediction.model, prediction.bound)
    assert parts is not None
    generator = np.random.default_rng(99)
    points = {name: d.sample(generator, count) for name, d in prediction.model.random.items()}
    values = ArrayFormulas(list(parts))({**prediction.model.values, **points})
    total = np.sum([w * v for w, v in zip(parts.values(), values, strict=True)], axis=0)
    return float(total.mean()), float(total.std())


def test_quantiles_of_a_linear_total_are_those_of_the_parameter():
    prediction = prediction_of(SOLVE, None, None, N=100, **{X1: "normal(40, 4)", P1: 0.5})
    found = sure(prediction, 100_000)
    assert found.total is not None
    each = found.total.mean / 40
    for share, value in zip(MIDDLES, found.total.quantiles, strict=True):
        expected = NormalDist(40, 4).inv_cdf(share) * each
        assert value == pytest.approx(expected, abs=0.03 * 4 * each)


def test_a_seed_gives_the_same_samples():
    prediction = prediction_of(SOLVE, None, None, N=9, **{X1: "normal(40, 4)", P1: "beta(2, 2)"})
    assert sure(prediction) == sure(prediction)
    other = prediction_of(SOLVE, None, None, **{P1: "beta(2, 2)", X1: "normal(40, 4)", "N": 9})
    assert sure(other) == sure(prediction)
    first, second = sure(prediction).total, sure(prediction, seed=2).total
    assert first is not None
    assert second is not None
    assert first.quantiles != second.quantiles
    assert (first.mean, first.sd) == (second.mean, second.sd)


def test_what_is_no_polynomial_is_sampled():
    """The loop from 3 to K runs max(0, K - 2) times, and K may be below 3."""
    prediction = prediction_of(MAX, None, None, V1="empirical(0: 1, 10: 3)", P1=0.25)
    found = sure(prediction, 100_000)
    assert found.total is not None
    assert not found.total.exact
    assert not found.exact_shares
    mean, variance = enumerated(prediction)
    assert found.total.mean == pytest.approx(float(mean), rel=0.01)
    assert found.total.sd == pytest.approx(sqrt(variance), rel=0.01)
    (value,) = [item for item in found.influences if item.total_effect]
    assert (value.first_order, value.total_effect) == (
        pytest.approx(1, abs=0.03),
        pytest.approx(1, abs=0.03),
    )


def test_values_that_leave_one_way_of_a_condition_make_a_polynomial():
    prediction = prediction_of(MAX, None, None, V1="empirical(5, 10)", P1=0.25)
    found = sure(prediction)
    assert found.variance is not None
    assert (found.variance.mean, found.variance.total) == enumerated(prediction)


@pytest.mark.parametrize("never", ["empirical(-5, 1)", "uniform(-9, 0.5)"])
def test_a_loop_that_never_runs_leaves_nothing_random(never: str):
    found = sure(prediction_of(MAX, None, None, V1=never, P1=0.25))
    assert found.total is not None
    assert (found.total.sd, found.total.exact) == (0, True)


def test_units_have_spreads_of_their_own_and_calls_belong_to_the_total():
    values = {"N": 10, "M": 4, "P1": "uniform(0, 0.5)", "AWAY.seconds": "normal(1e-5, 1e-6)"}
    prediction = prediction_of(SOURCE, get_machine("sparc2"), None, **values)
    found = sure(prediction)
    assert found.total is not None
    unit = found.units["S"]
    assert found.total.mean == pytest.approx(unit.mean + 1e-5, rel=1e-12)
    assert found.total.sd**2 == pytest.approx(unit.sd**2 + 1e-12, rel=1e-9)
    shares = {item.symbol: item.first_order for item in found.influences}
    assert shares["AWAY.seconds"] == pytest.approx(1e-12 / found.total.sd**2)


def test_a_unit_that_nothing_random_is_in_has_no_spread():
    values = {"N": 6, "X1": "lognormal(4, 2)", "X2": 3, "P1": 0.5, "P2": 0.5, "P3": 0.5}
    source = NESTED.replace("      END\n      SUB", "      CALL LAST(N)\n      END\n      SUB")
    source += "      SUBROUTINE LAST(K)\n      DO 10 J = 1, K\n   10 X = X + 1\n      END\n"
    found = sure(prediction_of(source, None, None, **values))
    assert found.units["LAST"].sd == 0
    assert len({found.units["LAST"].mean, *found.units["LAST"].quantiles}) == 1
    assert found.units["INNER"].sd > 0


def test_units_by_themselves_have_no_total():
    source = LIBRARY.replace("   10 X = X + 1\n", "   10 IF (X .GT. I) X = X + 1\n", 1)
    found = sure(prediction_of(source, None, None, M="5", P1="beta(2, 3)"))
    assert (found.total, found.influences) == (None, ())
    assert found.units["B"].sd > 0
    assert "C" not in found.units


def test_there_is_no_total_while_a_value_is_missing():
    found = sure(prediction_of(SOLVE, None, None, **{X1: "normal(40, 4)"}))
    assert found.total is None


def test_nothing_random_is_no_uncertainty():
    assert uncertainty_of(prediction_of(SOLVE, None, None, N=9, **{X1: 4, P1: 0.5})) is None


SIGN = """\
      SUBROUTINE SIGN3 (X, N)
      IF (X) 10, 20, 30
   10 N = -1
      RETURN
   20 N = 0
      RETURN
   30 N = 1
      DO 40 I = 1, 9
   40 X = X + I
      END
"""


def test_samples_whose_values_cannot_come_together_are_left_out():
    """Of the four outcomes, P1 = 0.7 with P2 = 0.5 cannot be."""
    given_values = {"P1": "empirical(0.1: 1, 0.7: 3)", "P2": "empirical(0.2, 0.5)"}
    prediction = prediction_of(SIGN, None, None, **given_values)
    found = sure(prediction, 100_000)
    assert found.total is not None
    assert found.left_out == pytest.approx(3 / 8, abs=0.01)
    assert not found.total.exact
    totals: list[tuple[float, float]] = []
    for p1, p2, weight in ((0.1, 0.2, 1), (0.1, 0.5, 1), (0.7, 0.2, 3)):
        one = prediction_of(SIGN, None, None, P1=p1, P2=p2)
        parts = total_of(one.model, None)
        assert parts is not None
        counts = compile_polys(list(parts))(one.model.values)
        total = sum(w * float(c) for w, c in zip(parts.values(), counts, strict=True))
        totals.append((total, weight / 5))
    mean = sum(total * weight for total, weight in totals)
    variance = sum((total - mean) ** 2 * weight for total, weight in totals)
    assert found.total.mean == pytest.approx(mean, rel=0.01)
    assert found.total.sd == pytest.approx(sqrt(variance), rel=0.02)
    assert all(item.total_effect is None for item in found.influences)
    assert found.units["SIGN3"] == found.total


def test_values_that_mostly_cannot_come_together_are_an_error():
    with pytest.raises(SadError, match=r"SAD513.*contradict each other in 6[67] % of the samples"):
        sure(prediction_of(SIGN, None, None, P1="empirical(0.1: 1, 0.7: 2)", P2=0.4))


def test_values_that_fit_are_all_kept():
    given_values = {"P1": "uniform(0, 0.5)", "P2": "uniform(0.1, 0.5)"}
    found = sure(prediction_of(SIGN, None, None, **given_values))
    assert found.left_out == 0
    assert found.total is not None
    assert found.total.exact


@pytest.mark.parametrize("name", PROGRAMS)
def test_totals_are_linear_in_each_trip_count_and_probability(name: str):
    """As the formula of X, P and S says: no parameter meets itself in a product."""
    program = PROGRAMS[name]
    model = model_of(program.source)
    symbols = [item for item in model.symbols if item in model.names.aliases]
    drawn = [item for item in symbols if model.names.aliases[item][0] in "XP"]
    ranges = {item: (Fraction(1, 10), Fraction(9, 10)) for item in drawn}
    fixed = {item: 7 for item in model.symbols if item not in ranges}
    counts = list(dict.fromkeys(block.count for block in model.expansion.blocks))
    for polynomial in random_polynomials(counts, fixed, ranges):
        for monomial in polynomial or ():
            assert len(set(monomial)) == len(monomial), monomial
    assert totals_of_units(model, None)
