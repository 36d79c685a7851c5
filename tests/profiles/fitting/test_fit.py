"""Fitted functions: recovery under noise, bounds, degenerate samples, and how settings are written."""

from __future__ import annotations

import math
import random

import pytest

from benchmarks.fit_programs import queens
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.fitting.fit import Fit, fit, setting_text
from tests.profiles.fitting.measured import at, fitted, relative_sd, sample

SIZES = (16, 40, 100, 250, 640, 1600)


@pytest.mark.parametrize(
    ("model", "function"),
    [
        ("c0*N*log2(N)", lambda n: 0.37 * n * math.log2(n)),
        ("c0*sqrt(N)", lambda n: 2.3 * math.sqrt(n)),
        ("c0*N**(3/2)", lambda n: 0.11 * n**1.5),
        ("c0*N**2", lambda n: 0.013 * n * n),
        ("c0 + c1/N", lambda n: 2.7 + 31.4 / n),
        ("c0 + c1*N", lambda n: 44.2 + 0.31 * n),
        ("c0*N/(N + d)", lambda n: 3.7 * n / (n + 61.3)),
        ("1 + c0/N", lambda n: 1 + 3.21 / n),
    ],
)
def test_a_smooth_function_is_found(model: str, function: object) -> None:
    assert callable(function)
    samples = [sample(function(n), 1, N=n) for n in SIZES]
    result = fit(samples, Kind.TRIP_COUNT)
    assert result is not None
    assert result.model == model
    assert at(result.text, N=6000) == pytest.approx(function(6000), rel=1e-3)
    assert result.loo_error is not None
    assert result.loo_error < 1e-3


@pytest.mark.parametrize("seed", range(5))
def test_noise_does_not_make_a_trend(seed: int) -> None:
    source = random.Random(seed)
    samples = [sample(sum(source.random() < 0.3 for _ in range(2000)), 2000, N=n) for n in SIZES]
    result = fit(samples, Kind.PROBABILITY)
    assert result is not None
    assert result.model == "c0"
    assert at(result.text, N=1) == pytest.approx(0.3, abs=0.02)
    assert 0.003 < at(result.sd_text, N=100) < 0.03
    assert setting_text(result).startswith("normal(0.")


def test_uncertainty_grows_beyond_the_measured_sizes() -> None:
    result = fit([sample(470, 10, N=100), sample(1010, 10, N=200)], Kind.TRIP_COUNT)
    assert result is not None
    relative = [relative_sd(result, N=n) for n in (150, 400, 1600)]
    assert relative == sorted(relative)
    assert relative[0] < relative[2]


def test_more_events_make_it_surer() -> None:
    def sd(events: int) -> float:
        source = random.Random(7)
        samples = [
            sample(sum(source.random() < 0.2 for _ in range(events)), events, N=n)
            for n in (50, 100, 200)
        ]
        result = fit(samples, Kind.PROBABILITY)
        assert result is not None
        return at(result.sd_text, N=100)

    assert sd(50_000) < sd(2000) < sd(100)


def test_values_without_counts_are_not_taken_for_single_events() -> None:
    values = [sample(0.25, 1, N=10), sample(0.2501, 1, N=20), sample(0.2499, 1, N=40)]
    result = fit(values, Kind.PROBABILITY)
    assert result is not None
    assert at(result.sd_text, N=20) < 0.005


def test_runs_at_one_size_show_their_scatter() -> None:
    close = [sample(value, 1, N=n) for n in (10, 20) for value in (999, 1000, 1001)]
    apart = [sample(value, 1, N=n) for n in (10, 20) for value in (700, 1000, 1300)]
    narrow, wide = fit(close, Kind.TRIP_COUNT), fit(apart, Kind.TRIP_COUNT)
    assert narrow is not None
    assert wide is not None
    assert narrow.runs == 6
    assert narrow.points == 2
    assert relative_sd(narrow, N=15) < 0.1 * relative_sd(wide, N=15)


def test_many_runs_without_a_trend_stay_as_they_are() -> None:
    source = random.Random(2)
    samples = [sample(source.randint(3, 5), 1, N=n) for n in (10, 20) for _ in range(20)]
    result = fit(samples, Kind.TRIP_COUNT)
    assert result is not None
    assert setting_text(result).startswith("empirical(3: ")
    assert (
        sum(int(part.split(":")[1].strip(" )")) for part in setting_text(result).split(",")) == 40
    )


@pytest.mark.parametrize("kind", [Kind.PROBABILITY, Kind.TRIP_COUNT])
def test_what_never_happened_may_never_happen(kind: Kind) -> None:
    result = fit([sample(0, 1000, N=10), sample(0, 3000, N=20)], kind)
    assert result is not None
    assert result.text == "0"
    assert setting_text(result).startswith("empirical(0: 9, ")
    always = fit([sample(10, 10, N=10), sample(30, 30, N=20)], Kind.PROBABILITY)
    assert always is not None
    assert setting_text(always).startswith("empirical(1: 9, max(0, 1 - 2*(")


def test_probabilities_stay_between_0_and_1() -> None:
    samples = [sample(round(3000 * (0.9 - 0.9 / n)), 3000, N=n) for n in (10, 20, 40, 80)]
    rising = fit([sample(100 * n, 1000, N=n) for n in (2, 4, 8)], Kind.PROBABILITY)
    falling = fit(samples, Kind.PROBABILITY)
    assert rising is not None
    assert falling is not None
    for size in (1, 3, 100, 10**6):
        assert 0 <= at(rising.text, N=size) <= 1
        assert 0 <= at(falling.text, N=size) <= 1
    assert rising.text == "min(1, N/10)"


def test_trip_counts_are_not_negative() -> None:
    result = fitted((10, 20, 40), lambda n: 2 * n - 7)
    assert result.text == "max(0, 2*N - 7)"
    value = fit([sample(2 * n - 7, 1, N=n) for n in (10, 20, 40)], Kind.VALUE)
    assert value is not None
    assert value.text == "2*N - 7"


def test_one_size_is_said_to_be_one() -> None:
    result = fit([sample(50 * 99, 100, N=100)], Kind.TRIP_COUNT)
    assert result is not None
    assert result.text == "(N - 1)/2"
    assert "one size only" in result.note
    assert relative_sd(result, N=400) > 0.5
    assert setting_text(result).startswith(
        "lognormal(mu=log(max(0.01, (N - 1)/2)), sigma=min(2, 0."
    )


def test_samples_that_say_nothing() -> None:
    assert fit([], Kind.TRIP_COUNT) is None
    assert fit([sample(0, 0, N=10)], Kind.TRIP_COUNT) is None
    assert fit([sample(math.nan, 1, N=10), sample(1, math.inf, N=10)], Kind.TRIP_COUNT) is None
    result = fit([sample(0, 0, N=5), sample(20, 2, N=10), sample(40, 2, N=20)], Kind.TRIP_COUNT)
    assert result is not None
    assert result.text == "N"
    assert "1 of 3 samples were never reached" in result.note


def _texts(result: Fit | None) -> tuple[str, str]:
    assert result is not None
    return result.text, result.sd_text


def test_strange_sizes() -> None:
    without = fit([sample(3, 2), sample(4, 2)], Kind.TRIP_COUNT)
    assert _texts(without)[0] == "1.75"
    zero = fit([sample(4 * n + 4, 1, N=n) for n in (0, 5, 9, 30)], Kind.TRIP_COUNT)
    assert _texts(zero)[0] == "4*N + 4"
    negative = fit([sample(4 * n + 20, 1, N=n) for n in (-3, 5, 9, 30)], Kind.VALUE)
    assert _texts(negative)[0] == "4*N + 20"
    huge = fit([sample(n, 1, N=n) for n in (10**12, 10**15, 10**18)], Kind.TRIP_COUNT)
    assert at(_texts(huge)[0], N=10**17) == pytest.approx(1e17)
    beyond = fit([sample(5, 1, N=n) for n in (1e200, 1e250, 1e300)], Kind.TRIP_COUNT)
    assert at(_texts(beyond)[0], N=1e299) == 5
    real = fit([sample(2 * n, 1, T=n) for n in (0.25, 0.5, 0.75)], Kind.VALUE)
    assert at(_texts(real)[0], T=0.4) == pytest.approx(0.8, rel=1e-6)


def test_values_that_no_function_explains() -> None:
    result = fit([sample(1, 1, N=10), sample(123_457, 1, N=11)], Kind.TRIP_COUNT)
    assert result is not None
    for size in (10, 11):
        assert relative_sd(result, N=size) > 0.7  # a factor of three up and down
    step = [sample(12_347 if n > 50 else 3, 1, N=n) for n in (10, 20, 40, 80, 160, 320)]
    result = fit(step, Kind.TRIP_COUNT)
    assert result is not None
    assert result.residual > 0.1
    assert relative_sd(result, N=320) > 0.3


def test_sizes_that_were_always_the_same_are_named() -> None:
    samples = [sample(n * 10, 1, N=n, M=5) for n in (10, 20, 40)]
    result = fit(samples, Kind.TRIP_COUNT)
    assert result is not None
    assert result.text == "10*N"
    assert "M had one value only" in result.note


def test_sizes_that_rise_together_are_named() -> None:
    samples = [sample(n * n, 1, N=n, M=2 * n) for n in (10, 20, 40)]
    result = fit(samples, Kind.TRIP_COUNT)
    assert result is not None
    assert result.text == "N**2"
    assert "rose together" in result.note


def test_only_the_named_sizes_are_used() -> None:
    samples = [sample(n, 1, N=n, M=100 - n) for n in (10, 20, 40)]
    result = fit(samples, Kind.TRIP_COUNT, names=["M"])
    assert result is not None
    assert at(result.text, M=50) == 50
    odd = [Sample({"a-b": n, "N": n}, float(n), 1.0, "run") for n in (10.0, 20.0, 40.0)]
    result = fit(odd, Kind.TRIP_COUNT)
    assert result is not None
    assert result.text == "N"


def test_a_search_is_not_taken_for_a_power() -> None:
    """The truth at one and a half of the largest size is in the interval, and far from any power."""

    def searched(n: int) -> int:
        return queens(n, random.Random())[0]

    result = fitted((4, 6, 8), searched)
    assert result.model == "c0*d**(N*log2(N))"
    truth = 856_189  # searched(12)
    sigma, centre = at(result.sd_text, N=12), at(result.text, N=12)
    assert abs(math.log(truth / centre)) < 1.645 * sigma
    assert abs(math.log(truth / centre)) < math.log(2)
    nearer = fitted((5, 6, 7, 8), searched)
    assert at(nearer.sd_text, N=9) < sigma
    assert at(nearer.text, N=9) == pytest.approx(8394, rel=0.1)


@pytest.mark.parametrize(
    ("model", "function", "truth"),
    [
        ("c0*d**N", lambda n: round(2 / math.sqrt(5) * 1.618034 ** (n + 1) - 1), 2_692_537),
        ("c0 + c1*2**N", lambda n: 2**n - 1, 2**30 - 1),
        ("c0*N**p", lambda n: round(n**5.3), 30**5.3),
    ],
)
def test_recursions_and_powers_are_told_apart(model: str, function: object, truth: float) -> None:
    assert callable(function)
    result = fitted((10, 12, 14, 16), function)
    assert result.model == model
    assert at(result.text, N=30) == pytest.approx(truth, rel=0.02)


def test_what_grows_like_a_power_is_no_exponential() -> None:
    source = random.Random(3)
    for power in (1, 1.5, 2, 3):
        samples = [
            sample(n**power * source.uniform(0.97, 1.03), 1, N=n) for n in (20, 50, 120, 300)
        ]
        result = fit(samples, Kind.TRIP_COUNT)
        assert result is not None
        assert "d**" not in result.model
        assert at(result.text, N=1000) == pytest.approx(1000**power, rel=0.3)
