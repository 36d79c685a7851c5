"""Fits: the arrays say what the throughput model says, and known parameters are found again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.features import features_of
from sad.calibration.fitting.fit import level_of, throughput_of, toolchain_name, vector_units
from sad.calibration.fitting.parameters import optimised_parameters, plain_parameters
from sad.calibration.fitting.solve import (
    Solved,
    expected_values,
    quantile,
    residual_quantiles,
    score,
    solve,
)
from sad.calibration.kernels.generate import Caches, kernels
from sad.machine.operation_times import OperationTimes
from sad.machine.schema import Machine, Toolchain
from sad.machine.throughput import VectorUnit
from sad.machine.values import MachineValue
from sad.mapping.bound import Run
from sad.mapping.combine import Prepared

CLOCK = 2e9
LANGUAGES = ("fortran", "c")
"""Every language has the same templates; each test takes a sample of them."""


@cache
def every_feature(language):
    return features_of(kernels(language, Caches()))


def sample(language, step=13):
    every = every_feature(language)
    special = (item for item in every if item.kernel.family in ("trips", "nested chain"))
    return [*every[::step], *special]


@pytest.fixture(scope="module", params=LANGUAGES)
def features(request):
    return sample(request.param)


def setup(features, view, unit=None, copies=0):
    parameters = (
        plain_parameters() if view == "plain" else optimised_parameters(vectors=unit is not None)
    )
    columns = Columns(features, view, parameters, unit, most_copies=copies)
    spread = np.linspace(0.6, 1.7, len(parameters))
    return parameters, columns, expected_values(parameters, CLOCK) * spread


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("view", "unit", "copies"),
    [
        ("plain", None, 0),
        ("optimised", None, 0),
        ("optimised", None, 8),
        ("optimised", VectorUnit(16), 4),
        ("optimised", VectorUnit(32, masked=True, strided=True, mathematical=True), 0),
    ],
)
def test_arrays_agree_with_the_throughput_model(features, view, unit, copies):
    parameters, columns, values = setup(features, view, unit, copies)
    if unit is not None:
        position = [item.name for item in parameters].index("efficiency")
        values[position] = 0.7
    solved = Solved(values, np.ones(0, dtype=bool), np.zeros(len(values)), 0.0)
    throughput = replace(throughput_of(view, parameters, solved, columns, unit), most_copies=copies)
    other = dict.fromkeys(("add", "mul", "load", "branch", "call", "intrinsic"), MachineValue(1.0))
    toolchain = Toolchain("t", "", "", "throughput", other, throughput=throughput)
    machine = Machine("m", "", "", "measured", "", CLOCK, {"t": toolchain})
    for item, time in zip(features, columns.times(values), strict=True):
        counted = item.counted
        prepared = Prepared(counted.expansion, throughput, OperationTimes(machine, toolchain))
        costs = prepared.costs(Run(counted.counts, counted.rates))
        assert sum(cost.seconds for cost in costs.regions) == pytest.approx(time, rel=1e-9)


@pytest.mark.parametrize(
    ("view", "unit"), [("plain", None), ("optimised", VectorUnit(16, masked=True))]
)
def test_slopes_are_those_of_the_times(features, view, unit):
    _, columns, values = setup(features, view, unit)
    times, slopes = columns.times_and_slopes(values)
    assert times == pytest.approx(columns.times(values))
    for position in range(len(values)):
        step = values[position] * 1e-6
        higher, lower = values.copy(), values.copy()
        higher[position] += step
        lower[position] -= step
        numeric = (columns.times(higher) - columns.times(lower)) / (2 * step)
        scale = np.abs(times / values[position])
        assert np.all(np.abs(numeric - slopes[:, position]) <= 1e-5 * scale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_of_the_kernels_has_a_parameter(language):
    features = every_feature(language)
    for view in ("plain", "optimised"):
        assert setup(features, view)[1].lost == set()


def test_a_fit_finds_the_parameters_that_made_the_times():
    pytest.importorskip("scipy")
    features = sample("fortran", 6)
    _, columns, truth = setup(features, "plain")
    found = solve(columns, columns.times(truth), expected_values(plain_parameters(), CLOCK), 1e-4)
    assert found.used.all()
    assert columns.times(found.values) == pytest.approx(columns.times(truth), rel=0.02)


def test_a_fit_drops_what_cannot_be_and_keeps_the_rest():
    pytest.importorskip("scipy")
    features = sample("fortran", 9)
    _, columns, truth = setup(features, "plain")
    times = columns.times(truth)
    times[7] *= 100.0
    found = solve(columns, times, expected_values(plain_parameters(), CLOCK))
    assert not found.used[7]
    assert found.used.sum() == len(times) - 1


def test_scores():
    found = score([1.0, 1.1, 4.0], [1.0, 1.0, 2.0])
    assert found.mape == pytest.approx((0 + 0.1 + 1.0) / 3)
    assert found.median == pytest.approx(0.1)
    assert found.factor == pytest.approx((1.1 * 2.0) ** (1 / 3))
    assert found.within == pytest.approx(2 / 3)
    assert found.twice == 1.0
    tied = score([1.0, 2.0, 2.0, 5.0], [3.0, 4.0, 5.0, 9.0])
    assert tied.rank == pytest.approx(4.5 / (4.5 * 5.0) ** 0.5)
    assert score([3.0, 2.0, 1.0], [1.0, 2.0, 3.0]).rank == pytest.approx(-1.0)
    assert quantile([1.0, 2.0, 3.0], 0.25) == 1.5
    assert residual_quantiles([1.0, 1.0], [1.0, 3.0])[0.5] == 2.0


@pytest.mark.parametrize(
    ("flags", "level"),
    [("", "0"), ("-O", "1"), ("-O2 -g", "2"), ("-O0 -O3", "3"), ("-Ofast", "fast"), ("-Og", "g")],
)
def test_levels(flags, level):
    assert level_of(flags) == level


def test_vector_units_follow_the_flags():
    assert vector_units("-O1") == (None,)
    assert vector_units("-O3 -fno-tree-vectorize") == (None,)
    assert all(unit is None or unit.cheap for unit in vector_units("-O2"))
    assert {unit.width_bytes for unit in vector_units("-O3") if unit} == {16}
    assert {unit.width_bytes for unit in vector_units("-O3 -march=native") if unit} == {16, 32, 64}
    assert not any(unit and unit.reductions for unit in vector_units("-O3"))
    assert all(unit.reductions for unit in vector_units("-Ofast") if unit)


def test_names_of_toolchains():
    assert toolchain_name("/usr/bin/gfortran-12", "-O3 -march=native") == (
        "gfortran-12-O3-march=native"
    )
