"""Functions that counted loops follow exactly are found from few sizes, with their fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.model.parameters import Kind
from sad.profiles.fitting.fit import fit, setting_text
from tests.profiles.fitting.measured import at, fitted, sample

if TYPE_CHECKING:
    from collections.abc import Callable

TWO, THREE, SIX = (100, 250), (100, 251, 400), (12, 30, 75, 140, 300, 500)
LINES = {
    "N": (lambda n: n, lambda _: 1),
    "(N - 1)/2": (lambda n: Fraction(n - 1, 2), lambda n: n),
    "(N + 1)/2": (lambda n: Fraction(n + 1, 2), lambda n: n),
    "(N + 1)/3": (lambda n: Fraction(n + 1, 3), lambda n: n * (n - 1) // 2),
    "(2*N + 1)/3": (lambda n: Fraction(2 * n + 1, 3), lambda n: n * (n + 1) // 2),
    "N/2": (lambda n: Fraction(n, 2), lambda n: 2 * n),
    "N - 1": (lambda n: n - 1, lambda _: 1),
    "N**2": (lambda n: n * n, lambda _: 1),
    "(N**2 + N)/2": (lambda n: Fraction(n * n + n, 2), lambda _: 1),
    "3/2": (lambda _: Fraction(3, 2), lambda n: 2 * n),
    "12": (lambda _: 12, lambda n: n),
}


@pytest.mark.parametrize("sizes", [TWO, THREE, SIX], ids=["2", "3", "6"])
@pytest.mark.parametrize("text", LINES)
def test_a_counted_loop_is_recognised(text: str, sizes: tuple[int, ...]) -> None:
    function, reached = LINES[text]
    result = fitted(sizes, function, reached)
    assert at(result.text, N=4000) == pytest.approx(float(function(4000)), rel=1e-14)
    if len(sizes) > 2 or "**" not in text:
        assert result.text == text
    assert result.residual == 0


@pytest.mark.parametrize("text", [text for text in LINES if "**" not in text])
def test_exact_functions_have_no_uncertainty_from_three_sizes_on(text: str) -> None:
    function, reached = LINES[text]
    result = fitted(THREE, function, reached)
    assert result.sd_text == "0"
    assert result.loo_error == 0
    assert setting_text(result) == text


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("1/N", lambda n: Fraction(1, n)),
        ("1 - 1/N", lambda n: Fraction(n - 1, n)),
        ("1 - 2/N", lambda n: Fraction(n - 2, n)),
        ("1/2 - 1/(2*N)", lambda n: Fraction(n - 1, 2 * n)),
        ("1", lambda _: 1),
        ("1/2", lambda _: Fraction(1, 2)),
    ],
)
def test_probabilities_of_counted_loops(text: str, function: Callable[[int], Fraction]) -> None:
    result = fitted(TWO, function, lambda n: 2 * n * n, Kind.PROBABILITY)
    assert result.text == text or at(result.text, N=999) == pytest.approx(float(function(999)))
    assert at(result.text, N=4000) == pytest.approx(float(function(4000)), rel=1e-12)


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("floor(log2(N))", lambda n: n.bit_length() - 1),
        ("floor(log2(N)) + 1", lambda n: n.bit_length()),
        ("floor(sqrt(N))", math.isqrt),
        ("(N//4)", lambda n: n // 4),
        ("(N//2)", lambda n: n // 2),
    ],
)
def test_rounded_functions(text: str, function: Callable[[int], int]) -> None:
    assert fitted((13, 31, 64, 142, 310, 1001), function).text == text


def test_rational_functions() -> None:
    def function(n: int) -> Fraction:
        return Fraction(n * (n - 1), n + 2)

    result = fitted((10, 20, 35, 50, 80), function, lambda n: n + 2)
    assert at(result.text, N=1000) == pytest.approx(float(function(1000)), rel=1e-12)


def test_a_few_events_prove_nothing() -> None:
    few = fit([sample(5, 10, N=10), sample(5, 10, N=20)], Kind.PROBABILITY)
    many = fit([sample(50_000, 100_000, N=10), sample(100_000, 200_000, N=20)], Kind.PROBABILITY)
    assert few is not None
    assert many is not None
    assert few.text == many.text == "1/2"
    assert not few.is_exact
    assert many.is_exact


def test_a_constant_that_is_no_simple_fraction_is_a_measured_one() -> None:
    result = fit([sample(137, 1000, N=10), sample(274, 2000, N=20)], Kind.PROBABILITY)
    assert result is not None
    assert at(result.text, N=99) == pytest.approx(0.137)
    assert at(result.sd_text, N=15) > 0.0001


def test_two_sizes_in_products_and_ratios() -> None:
    grid = [(n, m) for n in (10, 20, 40) for m in (7, 21)]
    expected = {
        "N*M": lambda n, m: (n * m, 1),
        "N/M": lambda n, m: (n, m),
        "(N + M)/2": lambda n, m: (n + m, 2),
        "min(N, M)": lambda n, m: (min(n, m), 1),
        "(N - 1)/2": lambda n, _: (n * (n - 1) // 2, n),
    }
    for text, count in expected.items():
        samples = [sample(*count(n, m), N=n, M=m) for n, m in grid]
        result = fit(samples, Kind.TRIP_COUNT)
        assert result is not None
        assert result.text == text
        assert result.is_exact


def test_derived_quantities_are_sizes_too() -> None:
    units = (4, 5, 6, 9)
    samples = [sample(4 * n**3, n**3, NUNIT=n) for n in units]
    particles = [4 * n**3 for n in units]
    plain = fit(samples, Kind.TRIP_COUNT)
    assert plain is not None
    assert plain.text == "4"
    squares = [sample((4 * n**3) ** 2, 1, NUNIT=n) for n in units]
    result = fit(squares, Kind.TRIP_COUNT, derived={"NPART": particles})
    assert result is not None
    assert result.text == "NPART**2"
    with pytest.raises(ValueError, match="NPART: 1 values for 4 samples"):
        fit(squares, Kind.TRIP_COUNT, derived={"NPART": [1.0]})
