"""What fits write is a possible value at every size, and its interval holds what a new run gives."""

from __future__ import annotations

import math
import random
from statistics import mean

import pytest

from benchmarks.fit_coverage import measure
from sad.expr.numbers import evaluate_expression
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.distribution_text import distribution_name, parse_distribution
from sad.profiles.fitting.fit import fit, setting_text
from sad.profiles.fitting.spread import other_events
from sad.profiles.truncated import within
from tests.profiles.fitting.measured import sample


def random_samples(source: random.Random, kind: Kind) -> list[Sample]:
    """Samples at one to five sizes, of anything: few events, all or none, bends, repeated runs."""
    size, samples = source.choice([1, 2, 7, 50, 1000]), list[Sample]()
    power, level = source.choice([-1, -0.5, 0, 0, 0.5, 1, 2]), source.choice([0, 0.02, 0.5, 1, 30])
    for _ in range(source.randint(1, 5)):
        for _ in range(source.choice([1, 1, 1, 3])):
            reached = source.choice([1, 3, 20, 1000, size])
            expected = level * size**power * source.choice([1, 1, 1, source.uniform(0.5, 2)])
            if kind is Kind.PROBABILITY:
                taken = sum(source.random() < expected for _ in range(reached))
            else:
                taken = round(reached * expected)
            samples.append(sample(taken, reached, N=size))
        size = math.ceil(size * source.uniform(1.1, 4))
    return samples


@pytest.mark.parametrize("kind", [Kind.PROBABILITY, Kind.TRIP_COUNT, Kind.SECONDS])
@pytest.mark.parametrize("seed", range(40))
def test_settings_are_possible_at_every_size(kind: Kind, seed: int) -> None:
    source = random.Random(f"{kind} {seed}")
    samples = random_samples(source, kind)
    result = fit(samples, kind)
    assert result is not None
    text = setting_text(result)
    most = 1.0 if kind is Kind.PROBABILITY else math.inf
    for size in (2, 3, 10, 1000, 10**6, 10**9):
        value = float(evaluate_expression(result.text, lambda _, size=size: size))
        assert 0 <= value <= most, (size, text)
        if distribution_name(text) is not None:
            found = parse_distribution(text, lambda _, size=size: size)
            assert 0 <= within(found, 0.0, most).mean <= most, (size, text)


@pytest.mark.proof
def test_intervals_hold_what_a_new_run_gives() -> None:
    found = measure(1, (2, 3, 5))
    for count in (2, 3, 5):
        outcomes = [
            outcome for (case, number), each in found.items() if number == count for outcome in each
        ]
        assert len(outcomes) == 65 + 6 * (count < 5)  # searches are measured at up to 4 sizes
        assert mean(outcome.is_inside for outcome in outcomes) >= 0.9


@pytest.mark.proof
def test_exact_functions_are_predicted() -> None:
    found = measure(2, (3,))
    exact = [
        outcome
        for (case, _), each in found.items()
        if case.group == "exact function"
        for outcome in each
    ]
    assert mean(outcome.error <= 0.01 for outcome in exact) >= 0.95


def test_events_of_a_beta_distribution() -> None:
    assert other_events(0.0) == pytest.approx(1e9)
    # 1 - p of beta(a, 1) for large a is exponential: the 95 % quantile is 2.996 times the mean
    assert other_events(math.log(2.996)) == pytest.approx(1.0, rel=0.05)
    assert other_events(5.0) == pytest.approx(0.3)
