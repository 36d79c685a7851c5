"""Steady states: every solver against fractions by brute force, closed forms, and each other."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import sympy

from sad.stochastic.chains import ChainError, chain_of, steady_state
from sad.stochastic.chains import steady as by_size
from sad.stochastic.chains.exact import in_field
from sad.stochastic.chains.multilevel import multilevel
from sad.stochastic.chains.transient import at_time, poisson_weights
from tests.stochastic.chains import chain_from, random_rows, tandem


def exact_steady_state(rows):
    return in_field(rows, Fraction(1))


def by_cramer(rows):
    """Fractions by sympy's elimination: independent of the code under test."""
    size = len(rows)
    matrix = sympy.zeros(size + 1, size)
    for i, row in enumerate(rows):
        for j, rate in row.items():
            matrix[j, i] += sympy.Rational(rate.numerator, rate.denominator)
            matrix[i, i] -= sympy.Rational(rate.numerator, rate.denominator)
    for j in range(size):
        matrix[size, j] = 1
    right = sympy.zeros(size + 1, 1)
    right[size] = 1
    solution = matrix[1:, :].LUsolve(right[1:, :])
    return [Fraction(int(value.p), int(value.q)) for value in solution]


@pytest.mark.parametrize("seed", range(25))
def test_fractions_are_those_of_an_independent_elimination(seed):
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(2, 8))
    assert exact_steady_state(rows) == by_cramer(rows)


@pytest.mark.parametrize("seed", range(10))
def test_numbers_are_the_fractions(seed):
    rng = random.Random(seed)
    rows = random_rows(rng, rng.randint(2, 60))
    exact = np.array([float(value) for value in exact_steady_state(rows)])
    chain = chain_from(rows)
    found = steady_state(chain)
    assert found.method == "elimination"
    assert found.residual < 1e-13
    assert np.allclose(found.probabilities, exact, rtol=1e-12, atol=0)
    assert np.allclose(steady_parts(by_size._direct(chain.rates)), exact, rtol=1e-11, atol=0)
    assert np.allclose(multilevel(chain.rates).probabilities, exact, rtol=1e-9, atol=1e-12)


def steady_parts(weights):
    return weights / weights.sum()


@pytest.mark.parametrize("most", [9, 18])
def test_the_multilevel_method_finds_what_elimination_finds(most):
    chain = tandem(most)
    found = multilevel(chain.rates)
    exact = steady_parts(by_size._direct(chain.rates))
    assert found.method == "multilevel"
    assert np.abs(found.probabilities - exact).sum() < 1e-9
    assert np.abs(found.probabilities - exact).sum() < 1e3 * found.change + 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_the_multilevel_method_on_large_random_chains(seed):
    rng = random.Random(seed)
    chain = chain_from(random_rows(rng, 3000, 3))
    exact = steady_parts(by_size._direct(chain.rates))
    assert np.abs(multilevel(chain.rates).probabilities - exact).sum() < 1e-9


def test_rates_ten_orders_apart():
    rows = [
        {1: Fraction(10) ** 6},
        {0: Fraction(1), 2: Fraction(1, 10**6)},
        {0: Fraction(1, 10**4)},
    ]
    exact = exact_steady_state(rows)
    found = steady_state(chain_from(rows)).probabilities
    assert np.allclose(found, [float(value) for value in exact], rtol=1e-13, atol=0)


@pytest.mark.parametrize("size", [2, 5, 40])
def test_a_queue_with_room_for_so_many_has_its_closed_form(size):
    arrivals, service = Fraction(2, 5), Fraction(1, 2)
    rows = [{} for _ in range(size)]
    for low, high in pairwise(range(size)):
        rows[low][high], rows[high][low] = arrivals, service
    load = arrivals / service
    total = sum(load**k for k in range(size))
    assert exact_steady_state(rows) == [load**k / total for k in range(size)]


def queue(size: int, up: float, down: float):
    """A chain of ``size`` states in a row."""
    low, high = np.arange(size - 1), np.arange(1, size)
    rates = np.concatenate([np.full(size - 1, up), np.full(size - 1, down)])
    arcs = np.concatenate([low, high]), np.concatenate([high, low])
    return chain_of(size, *arcs, rates, str)


@pytest.mark.parametrize(("up", "down"), [(1, 2), (2, 1), (1, 1e6), (1e6, 1)])
def test_more_states_than_elimination_is_first_tried_for_and_most_of_them_impossible(up, down):
    size = by_size.MOST_DIRECT + 500
    found = steady_state(queue(size, up, down)).probabilities
    likely = found if up < down else found[::-1]
    load = min(up / down, down / up)
    assert likely[:5] == pytest.approx([(1 - load) * load**k for k in range(5)], rel=1e-10)


def test_two_queues_in_a_row_with_next_to_impossible_states():
    most = 79
    place = np.arange((most + 1) ** 2).reshape(most + 1, most + 1)
    arcs = [(place[:-1], place[1:], 1.0), (place[1:, :-1], place[:-1, 1:], 2.0)]
    arcs.append((place[:, 1:], place[:, :-1], 3.0))
    sources, targets = (np.concatenate([arc[end].ravel() for arc in arcs]) for end in (0, 1))
    rates = np.concatenate([np.full(source.size, rate) for source, _, rate in arcs])
    found = steady_state(chain_of(place.size, sources, targets, rates, str))
    # as good as without limits, where both queues are independent of each other
    chances = found.probabilities.reshape(place.shape)
    first, second = (load ** np.arange(4) * (1 - load) for load in (1 / 2, 1 / 3))
    assert chances[:4, :4] == pytest.approx(np.outer(first, second), rel=1e-9)


def test_formulas_are_the_fractions_at_every_point():
    names = a, b, c = sympy.symbols("a b c")
    rng = random.Random(5)
    rows = [{j: rng.choice(names) * rng.randint(1, 3) for j in row} for row in random_rows(rng, 6)]
    field = sympy.QQ.frac_field(*names)
    inside = [{j: field.from_sympy(rate) for j, rate in row.items()} for row in rows]
    formulas = [field.to_sympy(value) for value in in_field(inside, field.one)]
    for _ in range(5):
        values = {name: sympy.Rational(rng.randint(1, 9), rng.randint(1, 9)) for name in (a, b, c)}
        numbers = [
            {j: Fraction(*rate.subs(values).as_numer_denom()) for j, rate in row.items()}
            for row in rows
        ]
        found = [Fraction(*formula.subs(values).as_numer_denom()) for formula in formulas]
        assert found == exact_steady_state(numbers)


def test_a_chain_with_several_ends_is_refused_and_the_ends_are_named():
    chain = chain_of(5, [0, 0, 1, 2], [1, 3, 2, 1], [1, 1, 1, 1])
    with pytest.raises(ChainError, match=r"3 sets .*\{state 3\}.*\{state 4\}") as caught:
        steady_state(chain)
    assert caught.value.code == "SAD611"
    with pytest.raises(ChainError) as caught:
        exact_steady_state([{1: Fraction(1), 2: Fraction(1)}, {}, {}])
    assert caught.value.code == "SAD611"


def test_states_that_are_left_for_good_have_no_probability():
    found = steady_state(chain_of(3, [0, 1, 2], [1, 2, 1], [5, 2, 1]))
    assert list(found.probabilities[:1]) == [0]
    assert np.allclose(found.probabilities[1:], [1 / 3, 2 / 3])
    rows = [{1: Fraction(5)}, {2: Fraction(2)}, {1: Fraction(1)}]
    assert exact_steady_state(rows) == [0, Fraction(1, 3), Fraction(2, 3)]


def test_a_chain_of_one_state_is_there():
    assert list(steady_state(chain_of(1, [], [], [])).probabilities) == [1]
    assert exact_steady_state([{}]) == [1]


@pytest.mark.parametrize("rate", [-1.0, float("nan"), float("inf")])
def test_rates_that_are_none_are_refused(rate):
    with pytest.raises(ChainError, match="the rate from state 0 to state 1") as caught:
        chain_of(2, [0, 1], [1, 0], [rate, 1.0])
    assert caught.value.code == "SAD610"


def test_what_is_not_solved_has_no_numbers():
    with pytest.raises(ChainError, match="not solved") as caught:
        multilevel(tandem(12).rates, most_steps=2)
    assert caught.value.code == "SAD613"


@pytest.mark.parametrize("mean", [1e-9, 0.5, 3.0, 400.0, 1e6])
def test_weights_of_poisson_events(mean):
    first, weights = poisson_weights(mean)
    places = first + np.arange(len(weights))
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    assert (places * weights).sum() == pytest.approx(mean, rel=1e-9)
    assert ((places - mean) ** 2 * weights).sum() == pytest.approx(mean, rel=1e-7)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 1.0, 30.0, 2000.0])
def test_probabilities_at_a_time_are_the_exponential_of_the_matrix(seconds):
    rng = random.Random(8)
    chain = chain_from(random_rows(rng, 7))
    dense = chain.rates.toarray() / 10
    chain = chain_of(7, *np.nonzero(dense), dense[np.nonzero(dense)])
    dense -= np.diag(dense.sum(axis=1))
    start = np.eye(7)[2]
    values, left = np.linalg.eig(dense.T)
    exact = (left @ np.diag(np.exp(values * seconds)) @ np.linalg.solve(left, start)).real
    assert np.allclose(at_time(chain, start, seconds), exact, atol=1e-11)


def test_long_after_the_start_the_state_is_steady():
    chain = tandem(3)
    start = np.zeros(chain.size)
    start[0] = 1
    found = at_time(chain, start, 3000.0)
    assert np.allclose(found, steady_state(chain).probabilities, atol=1e-10)
