"""Defaults: they fill what is left, keep to bounds, and contradict nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.diagnostics import SadError, Span
from sad.evaluation.defaults.fill import fill, heuristic_values
from sad.evaluation.model import Model, build_model
from sad.evaluation.predict import Prediction, predict
from sad.lowering.build import describe
from sad.model.parameters import Kind
from sad.profiles.settings import Origin, Setting, Settings, settings_from_arguments
from tests.support.command import CORPUS
from tests.support.model import description_of, program_of
from tests.support.random_programs import random_case

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sad.model.nodes import Description

SEARCH = """\
      SUBROUTINE SEARCH(N, A, X, W)
      DIMENSION A(N)
      DO 10 I = 1, N
        IF (A(I) .EQ. X) GOTO 20
        W = W + A(I)
   10 CONTINUE
   20 CONTINUE
      DO 30 J = 1, N
   30 W = W + 1
      END
"""
IF1, TRIPS = "SEARCH.prob@do10.if1", "SEARCH.trips@do10"
LEAVES = 0.2 * 0.16 * 0.38 / (0.2 * 0.16 * 0.38 + 0.8 * 0.84 * 0.62)  # loop exit, opcode, guard
CHOICE = """\
      SUBROUTINE CHOICE(A, W)
      DIMENSION A(2)
      GOTO (10, 20, 30), INT(A(1))
   10 W = 1
   20 W = 2
   30 W = 3
      END
"""


def model_with(description: Description, *given: str) -> Model:
    settings = fill(description, settings_from_arguments(given), None).settings
    return build_model(description, None, settings)


def values_of(source: str, *given: str) -> dict[str, float]:
    model = model_with(description_of(source), *given)
    return {symbol: float(value) for symbol, value in model.values.items()}


@pytest.mark.parametrize("size", [0, 1, 2, 10, 1000])
def test_a_trip_count_keeps_to_the_bounds_of_its_loop(size: int):
    found = values_of(SEARCH, f"N={size}")
    leaves = found[IF1]
    assert leaves == pytest.approx(LEAVES, abs=1e-4)
    assert found[TRIPS] == pytest.approx((1 - (1 - leaves) ** size) / leaves, abs=1e-5)
    assert found[TRIPS] <= size


def test_without_sizes_there_is_no_bound():
    found = values_of(SEARCH)
    assert found[TRIPS] == pytest.approx(1 / LEAVES, rel=1e-2)


def test_a_given_probability_decides_the_trip_count():
    found = values_of(SEARCH, "N=1000000", f"{IF1}=0.01")
    assert found[TRIPS] == pytest.approx(100, rel=1e-6)
    assert values_of(SEARCH, "N=7", f"{IF1}=0")[IF1] == 0
    assert TRIPS not in values_of(SEARCH, "N=7", f"{IF1}=0")  # exact again


def test_a_given_trip_count_limits_the_probability():
    model = model_with(description_of(SEARCH), "N=1000", f"{TRIPS}=100")
    assert model.values[IF1] == pytest.approx(0.01)
    assert "moved to fit the values given" in model.notes[IF1]
    assert predict(model, None).coverage.default > 0


def test_what_is_given_stays():
    given = settings_from_arguments(["N=10", f"{IF1}=0.5"])
    filled = fill(description_of(SEARCH), given, None).settings
    assert filled.items.items() >= given.items.items()
    assert {item.origin for item in filled.items.values()} == {Origin.USER, Origin.DEFAULT}
    assert filled.items[TRIPS].note.startswith("its exits: loop exit, opcode")
    assert fill(description_of(SEARCH), filled, None).settings == filled


def test_given_arms_leave_the_rest_to_the_others():
    shares = values_of(CHOICE)
    assert set(shares.values()) == {0.25}
    shares = values_of(CHOICE, "CHOICE.prob@cgoto1.1=0.7")
    assert shares["CHOICE.prob@cgoto1.2"] == pytest.approx(0.1)
    assert shares["CHOICE.prob@cgoto1.3"] == pytest.approx(0.1)
    shares = values_of(CHOICE, "CHOICE.prob@cgoto1.1=0.5", "CHOICE.prob@cgoto1.3=0.5")
    assert shares["CHOICE.prob@cgoto1.2"] == 0


CALLED = """\
      PROGRAM MAIN
      DIMENSION A(100)
      DO 5 K = 1, 4
    5 CALL FIND(A, K, X)
      END
      SUBROUTINE FIND(A, N, X)
      DIMENSION A(N)
      DO 10 I = 1, N
        IF (A(I) .GT. X) GOTO 20
   10 CONTINUE
   20 CONTINUE
      DO 30 I = 1, N
   30 X = X + 1
      END
"""


def test_bounds_are_those_that_the_callers_pass_on_average():
    found = values_of(CALLED)
    leaves = found["FIND.prob@do10.if1"]
    assert found["FIND.trips@do10"] == pytest.approx((1 - (1 - leaves) ** 2.5) / leaves, abs=1e-5)


def test_a_branch_that_only_guards_an_error_gives_the_loop_its_bounds_again():
    source = SEARCH.replace("GOTO 20", "STOP 'bad'")
    model = model_with(description_of(source), "N=12")
    assert model.values == {"SEARCH.N": 12, IF1: 0}
    assert model.origins[IF1] is Origin.DEFAULT
    prediction = predict(model, None)
    assert 12 in prediction.counts.values()
    assert prediction.coverage.default > 0  # the decision is a default all the same
    assert prediction.coverage.unresolved == 0


def test_values_and_recursion_have_no_heuristic():
    source = "      SUBROUTINE S(A, X)\n      DIMENSION A(9)\n      N = A(1)\n      DO 1 I = 1, N\n"
    model = model_with(description_of(source + "    1 X = X + 1\n      END\n"))
    assert [model.names.parameters[symbol].kind for symbol in model.missing] == [Kind.VALUE]
    assert model.values == {}


def test_a_loop_with_a_random_bound_has_no_default():
    source = "      SUBROUTINE S(A, X)\n      DIMENSION A(9)\n      N = A(1)\n      DO 1 I = 1, N\n"
    source += "    1 IF (A(I) .GT. X) GOTO 2\n    2 DO 3 I = 1, N\n    3 X = X + 1\n      END\n"
    model = model_with(description_of(source), "S.value@N=uniform(5, 10)")
    assert model.missing == ["S.trips@do1"]


def test_defaults_that_would_contradict_are_withheld():
    source = """\
      SUBROUTINE S(A, X, W)
      DIMENSION A(9)
   10 IF (A(1) .GT. X) GOTO 30
   20 W = W + 1
      IF (A(2) .GT. X) GOTO 40
      IF (A(3) .GT. X) GOTO 10
   30 W = W + 2
      IF (A(4) .GT. X) GOTO 20
   40 CONTINUE
      END
"""
    description = description_of(source)
    free = model_with(description)
    assert free.missing == []
    visits = [symbol for symbol in free.values if ".trips@" in symbol]
    for symbol in visits:
        given = settings_from_arguments([f"{symbol}=1000"])
        filled = fill(description, given, None)
        predict(build_model(description, None, filled.settings), None)
        assert filled.settings.items[symbol].text == "1000"


def test_values_for_measures_are_those_of_the_defaults():
    description = description_of(SEARCH)
    model = build_model(description, None, settings_from_arguments(["N=10"]))
    filled = model_with(description, "N=10")
    assert heuristic_values(model) == pytest.approx(dict(filled.values))
    assert model.values == {"SEARCH.N": 10}


# --- nothing contradicts ----------------------------------------------------------------------------


def sized(model: Model, rng: random.Random) -> dict[str, str]:
    """Small sizes and values for what has no heuristic."""
    return {
        symbol: str(rng.choice([1, 2, 3, 7, 12]))
        for symbol in model.symbols
        if (item := model.names.parameters.get(symbol)) is not None
        and item.kind in (Kind.SIZE, Kind.VALUE)
        and item.type == "integer"
    }


def settings_of(values: dict[str, str]) -> Settings:
    place = Span.at("<arguments>")
    return Settings(
        {name: Setting(name, text, Origin.USER, place) for name, text in values.items()}
    )


def checked(description: Description, entry: str | None, given: Settings) -> Prediction:
    """The prediction with defaults, which are complete and possible."""
    filled = fill(description, given, entry)
    model = build_model(description, entry, filled.settings)
    same = filled.model
    assert (same.values, same.origins, same.notes) == (model.values, model.origins, model.notes)
    assert (same.symbols, same.unused) == (model.symbols, model.unused)
    assert [b.count for b in same.expansion.blocks] == [b.count for b in model.expansion.blocks]
    prediction = predict(model, None)  # raises SAD503 if anything contradicts
    withheld = set(filled.withheld)
    for symbol in model.missing:
        item = model.names.parameters.get(symbol)
        assert item is None or item.guess is None or symbol in withheld, symbol
    return prediction


def entries(description: Description) -> Iterator[str | None]:
    yield None
    yield from (unit.name for unit in description.units)


def check_all(description: Description, seed: int) -> int:
    """Defaults for every unit as entry: alone with sizes, and beside a few given values."""
    rng = random.Random(seed)
    number = 0
    for entry in entries(description):
        model = build_model(description, entry, Settings())
        sizes = sized(model, rng)
        try:
            predict(build_model(description, entry, settings_of(sizes)), None)
        except SadError:
            continue  # these sizes themselves are impossible
        prediction = checked(description, entry, settings_of(sizes))
        assert fill(description, settings_of(sizes), entry).withheld == ()
        assert prediction.coverage.user <= 1
        number += 1
        guessed = [name for name, item in model.names.parameters.items() if item.guess is not None]
        for symbol in rng.sample(guessed, min(2, len(guessed))):
            trips = model.names.parameters[symbol].kind is Kind.TRIP_COUNT
            text = rng.choice(["1", "2.5"] if trips else ["0.01", "0.3", "0.9"])
            given = settings_of({**sizes, symbol: text})
            try:
                predict(build_model(description, entry, given), None)
            except SadError:
                continue
            checked(description, entry, given)
            number += 1
    return number


@pytest.mark.parametrize("program", sorted(CORPUS.glob("*/*.f")), ids=lambda path: path.stem)
def test_defaults_contradict_nothing_in_the_corpus(program: Path):
    assert check_all(description_of(program), 1) > 0


@pytest.mark.parametrize("program", sorted(CORPUS.glob("c/*.c")), ids=lambda path: path.stem)
def test_defaults_contradict_nothing_in_the_corpus_in_c(program: Path):
    assert check_all(description_of(program), 2) > 0


def test_defaults_contradict_nothing_in_random_programs():
    found = 0
    for seed in range(20):
        found += check_all(describe(analyse(program_of(random_case(seed).text))), seed)
    assert found > 30
