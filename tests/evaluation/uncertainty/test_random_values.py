"""Distributions as values of parameters: what is possible, and what has none."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError, Span
from sad.evaluation.model import build_model
from sad.evaluation.uncertainty.stochastic import uncertainty_of
from sad.profiles.params_file import load_params
from sad.profiles.settings import Origin, Setting, Settings
from tests.evaluation.test_predict import GIVEN, IF1, SOURCE
from tests.evaluation.uncertainty.test_elasticity import P1, SOLVE, X1
from tests.support.command import sad
from tests.support.model import description_of, model_of, prediction_of

if TYPE_CHECKING:
    from pathlib import Path

SEARCH = """\
      SUBROUTINE SEARCH (N, A, S)
      REAL A(N)
      DO 10 I = 1, N
      IF (A(I) .GT. S) GOTO 20
   10 CONTINUE
   20 S = A(I)
      END
"""
BOUNDED = """\
      SUBROUTINE S(A, B)
      DIMENSION A(*), B(*)
      K = INT(A(1))
      DO 10 I = 1, K
      IF (B(I) .GT. 0) GOTO 20
   10 CONTINUE
   20 DO 30 I = 1, K
   30 X = X + 1
      END
"""
UNTIL = """\
      SUBROUTINE UNTIL (UP, X)
      LOGICAL UP
   10 X = X/2
      IF (UP) X = X - 1
      IF (X .GT. 1) GOTO 10
      END
"""


def test_a_random_value_has_its_mean_as_value():
    model = model_of(SOURCE, None, **{**GIVEN, IF1: "beta(1, 3)"})
    assert model.values[IF1] == 0.25
    assert model.random.keys() == {IF1}
    assert model.random[IF1].text == "beta(1, 3)"
    assert model_of(SOURCE, None, **{**GIVEN, IF1: "uniform(0, 1)"}).values[IF1] == 0.5


def test_arguments_may_be_calculated_from_sizes():
    model = model_of(SEARCH, None, N=200, X1="normal(n/10, table(N, 100: 1, 300: 3))")
    (found,) = model.random.values()
    assert found.text == "normal(20, 2)"
    assert (found.mean, found.sd) == (20, 2)


def test_what_cannot_be_is_cut_off():
    """A loop runs at least as often as its source says and at most as often as its bounds say."""
    assert model_of(UNTIL, None, UP="f", X1="normal(2, 1)").random[
        "UNTIL.trips@goto10"
    ].support == (
        1,
        inf,
    )
    model = model_of(SEARCH, None, N=10, X1="lognormal(5, 4)")
    assert model.random["SEARCH.trips@do10"].support == (0, 10)
    assert 0 < model.values["SEARCH.trips@do10"] < 5
    model = model_of(SOURCE, None, **{**GIVEN, IF1: "normal(0.9, 0.2)"})
    assert model.random[IF1].support == (0, 1)
    model = model_of(SOURCE, None, **{**GIVEN, "AWAY.seconds": "normal(1e-5, 1e-5)"})
    assert model.random["AWAY.seconds"].support == (0, inf)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"X1": "normal(5)"}, r"SAD510.*X1=normal\(5\): normal\(mean, sd\) is expected"),
        ({"X1": "normal(5, 1/0)"}, "SAD510.*division by zero"),
        ({"X1": "normal(5, 1) + 1"}, "SAD510.*one distribution"),
        ({"X1": "1 + normal(5, 1)"}, "SAD502.*whole value"),
        ({"X1": "normal(Q, 1)"}, "SAD502.*Q has no value"),
        ({"N": 9, "X1": "uniform(1, 12)"}, "SAD511.*12 cannot be: values are 0 to 9"),
        ({"X1": "uniform(-1, 12)"}, "SAD511.*-1 cannot be: values are 0 or more"),
        ({"N": 9, "X1": "normal(12, 2)"}, "SAD511.*only 6.68 % of it can be"),
        ({"N": "normal(9, 1)"}, "SAD512.*a size has no distribution"),
        ({"N": "empirical(3, 4)", "X1": 2}, "SAD512.*a size has no distribution"),
        ({"X1": "normal(9, 1)", "P1": "X1/10"}, "SAD512.*X1 is random"),
        ({"X1": "normal(9, 1)", "P1": "uniform(0, 1/X1)"}, "SAD512.*X1 is random"),
    ],
)
def test_what_has_no_distribution_is_an_error(values: dict[str, object], message: str):
    with pytest.raises(SadError, match=message):
        model_of(SEARCH, None, **values)


def test_options_have_no_distribution():
    with pytest.raises(SadError, match=r"SAD512.*a .* variable has no distribution"):
        model_of(UNTIL, None, UP="normal(1, 2)")


def test_bounds_that_are_random_are_an_error():
    for drawn in ("5", "uniform(1, 5)"):
        with pytest.raises(SadError, match=r"SAD512.*X1: the loop's bounds depend on .* random"):
            model_of(BOUNDED, None, V1="normal(100, 1)", X1=drawn)
    assert model_of(BOUNDED, None, V1="100", X1="uniform(1, 5)").random


@pytest.mark.parametrize(("trips", "expected", "is_random"), [(50, 50, True), (140, 100, False)])
def test_what_was_measured_is_held_to_bounds_that_are_random(
    trips: int, expected: int, is_random: bool
):
    settings, place = Settings(), Span.at("p.yaml")
    for name, value in (("V1", 100), ("X1", trips)):
        spread = f"normal({value}, 3)"
        settings.add(Setting(name, str(value), Origin.PROFILE, place, spread=spread))
    model = build_model(description_of(BOUNDED), None, settings)
    (symbol,) = (item for item in model.values if ".trips@" in item)
    assert model.values[symbol] == expected
    assert (symbol in model.random) == is_random


@pytest.mark.parametrize("huge", ["uniform(1, 1e308)", "lognormal(1e300, 1e299)"])
def test_values_that_are_too_large_are_an_error(huge: str):
    with pytest.raises(SadError, match=r"SAD503.*a count is too large"):
        uncertainty_of(prediction_of(SOLVE, None, None, N=900, **{X1: huge, P1: 0.5}))


def test_files_have_distributions(tmp_path: Path):
    path = tmp_path / "values.yaml"
    path.write_text(
        "schema: 1\nparameters:\n  SEARCH.trips@do10: {value: 'normal(9, 1)', origin: profile}\n"
        "  SEARCH.prob@do10.if1: beta(2, 3)\n"
    )
    model = build_model(description_of(SEARCH), None, load_params(str(path)))
    assert model.values["SEARCH.trips@do10"] == 9
    path.write_text("parameters:\n\n  SEARCH.trips@do10: uniform(-4, 1)\n")
    (tmp_path / "search.f").write_text(SEARCH)
    result = sad("analyze", tmp_path / "search.f", "--params", path)
    assert result.code == 3
    assert result.err.startswith(f"{path}:3:22: error[SAD511]")
