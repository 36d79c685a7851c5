"""Formulas over arrays agree with the exact value of every point."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import MissingValue
from sad.algebra.poly import Poly
from sad.algebra.vectorise import CHUNK, ArrayFormulas, BrokenAssumption, grid
from tests.support.formulas import NAMES, forty_terms, random_formula, value_of

N, M, K = (Poly.symbol(name) for name in NAMES)
_BATCH = 50


def exact(poly: Poly, values):
    try:
        return float(value_of(poly, values))
    except ZeroDivisionError:
        return None


def defined_points(poly: Poly, rng: random.Random, most: int):
    points = [{name: rng.randint(-4, 9) for name in NAMES} for _ in range(most)]
    valued = [(point, exact(poly, point)) for point in points]
    return [(point, value) for point, value in valued if value is not None]


@pytest.mark.parametrize("first", range(0, 500, _BATCH))
def test_scattered_points(first: int):
    for seed in range(first, first + _BATCH):
        rng = random.Random(seed)
        poly = random_formula(rng)
        points = defined_points(poly, rng, 12)
        arrays = {name: np.array([point[name] for point, _ in points]) for name in NAMES}
        (result,) = ArrayFormulas([poly])(arrays)
        assert result.dtype == np.float64
        found = np.broadcast_to(result, len(points)).tolist()
        assert found == pytest.approx([value for _, value in points], rel=1e-12), seed


@pytest.mark.sampled(4)
@pytest.mark.parametrize("first", range(1000, 1400, _BATCH))
def test_grids(first: int):
    for seed in range(first, first + _BATCH):
        rng = random.Random(seed)
        poly = random_formula(rng)
        axes = {
            name: sorted(rng.sample(range(-3, 12), size))
            for name, size in zip(NAMES, (4, 1, 3), strict=True)
        }
        if rng.random() < 0.5:
            axes["m"] = axes["m"] * 2
        points = list(itertools.product(*axes.values()))
        expected = [exact(poly, dict(zip(NAMES, point, strict=True))) for point in points]
        if None in expected:
            continue
        (result,) = ArrayFormulas([poly])(grid(axes))
        shape = tuple(len(axis) for axis in axes.values())
        if atoms.free_symbols(poly) == set(NAMES):
            assert result.shape == shape
        assert np.broadcast_to(result, shape).ravel().tolist() == pytest.approx(
            expected, rel=1e-12
        ), seed


def test_a_grid_of_numbers_and_axes_in_any_order():
    poly = forty_terms(random.Random(4))
    axes = {"p": [0.0, 0.5, 1.0], "k": 7, "n": [1, 2, 5, 9], "t": 0.25, "x": [3, 4], "m": 2}
    (result,) = ArrayFormulas([poly])(grid(axes))
    assert result.shape == (3, 4, 2)
    for (a, p), (b, n), (c, x) in itertools.product(
        enumerate(axes["p"]), enumerate(axes["n"]), enumerate(axes["x"])
    ):
        values = {"p": p, "n": n, "x": x, "k": 7, "t": 0.25, "m": 2}
        (single,) = ArrayFormulas([poly])(values)
        assert single.shape == ()
        assert result[a, b, c] == pytest.approx(float(single), rel=1e-12)


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_chunks_cover_all_points(size: int):
    values = np.arange(size)
    found = ArrayFormulas([N * N + M, Poly.constant(3)])({"n": values, "m": 2})
    assert found[0].tolist() == [n * n + 2 for n in range(size)]
    assert [item.shape for item in found] == [(size,), (size,)]


def test_arrays_of_several_dimensions_keep_their_shape():
    n, m = np.arange(6).reshape(2, 3), np.arange(6, 12).reshape(2, 3)
    (result,) = ArrayFormulas([N * M - atoms.max_of([N, M])])({"n": n, "m": m})
    assert result.tolist() == (n * m - np.maximum(n, m)).tolist()


def test_a_point_without_a_value_is_an_error_that_names_it():
    quotient = atoms.intern_atom(atoms.Floor(N, M))
    formulas = ArrayFormulas([atoms.max_of([quotient, Poly.constant(0)])])
    with pytest.raises(ZeroDivisionError, match="m = 0, n = 2"):
        formulas({"n": [1, 2, 3], "m": [4, 0, 5]})
    (fine,) = formulas({"n": [1, 2, 3], "m": [4, 1, 5]})
    assert fine.tolist() == [0, 2, 0]


def test_a_guard_without_a_value_is_not_taken_for_false():
    quotient = atoms.intern_atom(atoms.Floor(N, M))
    formulas = ArrayFormulas([atoms.pieces_of([((quotient,), K)])])
    with pytest.raises(ZeroDivisionError):
        formulas({"n": [1], "m": [0], "k": 2})


def test_what_a_guard_leaves_out_need_not_have_a_value():
    quotient = atoms.intern_atom(atoms.Floor(N, M))
    formulas = ArrayFormulas([atoms.pieces_of([((M - 1,), quotient)])])
    assert formulas({"n": 6, "m": [0, 2]})[0].tolist() == [0, 3]


def test_sums_take_each_point_to_its_own_end():
    index = "@i"
    poly = atoms.sum_of(index, N, M, atoms.floor_quotient(Poly.symbol(index) * K, Poly.constant(2)))
    n, m = np.array([1, 1, 5, 3]), np.array([0, 4, 9, 3])
    (result,) = ArrayFormulas([poly])({"n": n, "m": m, "k": 3})
    expected = [sum(i * 3 // 2 for i in range(a, b + 1)) for a, b in zip(n, m, strict=True)]
    assert result.tolist() == expected


def test_assumptions_are_checked_at_every_point():
    formulas = ArrayFormulas([N * M], assumptions=[N - 1, M - N])
    assert formulas({"n": [1, 2], "m": [3, 4]})[0].tolist() == [3, 8]
    with pytest.raises(BrokenAssumption, match=r"m - n >= 0 is assumed; it fails at m = 1, n = 2"):
        formulas({"n": [1, 2], "m": [3, 1]})
    same = ArrayFormulas([N], assumptions=[N])
    assert same({"n": [1, 2]})[0].tolist() == [1, 2]
    with pytest.raises(BrokenAssumption):
        same({"n": np.linspace(-1, 1, 5)})


def test_missing_values_are_named():
    with pytest.raises(MissingValue) as caught:
        ArrayFormulas([N * M + K])({"m": [1, 2]})
    assert caught.value.names == ("k", "n")


def test_results_can_be_written_to():
    constant, shared = ArrayFormulas([Poly.constant(1), N])(grid({"n": [1, 2], "m": [1, 2, 3]}))
    constant[...] = 7
    shared[...] = 7


@pytest.mark.parametrize("base", [2, 3, 5, 7, 10])
def test_logarithms_around_powers(base: int):
    powers = [base**k for k in range(60) if base**k < 2**52]
    values = [power + near for power in powers for near in (-1, 0, 1)]
    poly = atoms.log_of(Poly.constant(base), N)
    (result,) = ArrayFormulas([poly])({"n": values})
    assert result.tolist() == [exact(poly, {"n": value}) for value in values]


def test_roots_around_squares():
    values = [k * k + near for k in (1, 2, 3, 1000, 94906265) for near in (-2, -1, 0, 1)]
    poly = atoms.root_of(N)
    (result,) = ArrayFormulas([poly])({"n": values})
    assert result.tolist() == [exact(poly, {"n": value}) for value in values]


@pytest.mark.parametrize("order", list(itertools.permutations("nmk")))
def test_a_grid_is_the_same_points_scattered(
    order: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sad.algebra.vectorise._AT_ONCE", 100)  # many pieces, and a last short one
    sizes = {"n": 15, "m": 7, "k": 9}
    axes = {name: np.arange(sizes[name]) - 3 for name in order}
    apart = (N * N - 3) * (K + 2) * M + N * M * 5 + atoms.clamp(K - 2) * N
    coupled = apart + atoms.max_of([N, M * K])
    formulas = ArrayFormulas([apart, coupled])
    points = np.meshgrid(*axes.values(), indexing="ij")
    scattered = formulas({name: array.copy() for name, array in zip(order, points, strict=True)})
    for on_grid, result in zip(formulas(grid(axes)), scattered, strict=True):
        assert np.array_equal(on_grid, result)
        assert on_grid.shape == tuple(sizes[name] for name in order)


def test_a_grid_without_points():
    (result,) = ArrayFormulas([N * M + K])(grid({"n": [1, 2], "m": [], "k": [1, 2, 3]}))
    assert result.shape == (2, 0, 3)
