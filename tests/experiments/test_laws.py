"""Laws and their fits, the knee, and the growth of sizes."""

from __future__ import annotations

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments.laws import (
    Problem,
    Wanted,
    amdahl_speedup,
    best_rows,
    exponent,
    fit_amdahl,
    fit_gustafson,
    growth_of,
    gustafson_speedup,
    knee_of,
    summaries_of,
)
from tests.experiments.scaling_programs import MATRIX, PLATE, Program, amdahl, experiment_of, scaled

COUNTS = np.array([1.0, 2, 4, 8, 16, 32])


@pytest.mark.parametrize("serial", [0.0, 0.03, 0.5, 1.0])
def test_fits_find_the_share_the_law_was_made_with(serial):
    for fit, law in ((fit_amdahl, amdahl_speedup), (fit_gustafson, gustafson_speedup)):
        found = fit(COUNTS, np.asarray(law(serial, COUNTS)))
        assert found is not None
        assert found.serial == pytest.approx(serial, abs=1e-14)
        assert found.deviation < 1e-12
        assert found.points == 5


@pytest.mark.parametrize(("fit", "law"), [(fit_amdahl, 0), (fit_gustafson, 1)])
def test_a_fit_is_the_least_of_its_squares(fit, law):
    speedup = np.array([1.0, 1.9, 3.5, 6.1, 9.5, 14.0])
    found = fit(COUNTS, speedup)

    def squares(serial):
        predicted = (amdahl_speedup, gustafson_speedup)[law](serial, COUNTS)
        relative = speedup / predicted - 1 if law == 0 else predicted / speedup - 1
        return float((relative**2).sum())

    least = squares(found.serial)
    assert least < min(squares(found.serial + step) for step in (-1e-4, 1e-4))
    predicted = (amdahl_speedup, gustafson_speedup)[law](found.serial, COUNTS)
    assert found.deviation == pytest.approx(np.abs(predicted / speedup - 1).max())


def test_a_fit_needs_two_numbers_above_one():
    assert fit_amdahl(np.array([1.0, 4.0, 4.0]), np.array([1.0, 3.0, 3.1])) is None
    assert fit_amdahl(np.array([2.0, 4.0]), np.array([1.9, float("nan")])) is None
    with pytest.raises(SadError) as caught:
        summaries_of(*experiment_and_table(MATRIX, "1:2", "n=9"), Wanted(fit=True))
    assert caught.value.diagnostic.code == "SAD897"


def experiment_and_table(program, procs, *sets, **more):
    return experiment_of(program, sets, **more), scaled(program, procs, *sets, **more)


def test_tables_are_fitted_by_the_law_of_their_scaling():
    strong = summaries_of(*experiment_and_table(amdahl(0.05), "1:64:x2", "n=3"), Wanted(fit=True))
    assert strong[0].fit is not None
    assert (strong[0].fit.law, strong[0].fit.serial) == ("Amdahl", pytest.approx(0.05))
    assert strong[0].fit.limit == pytest.approx(20)
    program = Program(lambda p: (2 + p["n"] / p["nprocs"], 0.0, False))
    weak = summaries_of(*experiment_and_table(program, "1:64:x2", "n=8*nprocs"), Wanted(fit=True))
    assert weak[0].fit is not None
    assert (weak[0].fit.law, weak[0].fit.serial) == ("Gustafson", pytest.approx(0.2))
    assert weak[0].fit.limit is None


def test_each_combination_of_sizes_has_its_own_summary_from_its_best_grids():
    experiment, table = experiment_and_table(PLATE, "1:16:x2", vary=["n=16,32,64"])
    found = summaries_of(experiment, table, Wanted(knee=0.5))
    assert [summary.values for summary in found] == [{"n": 16.0}, {"n": 32.0}, {"n": 64.0}]
    for case, summary in enumerate(found):
        rows = table.case == case
        fits = sorted({int(p) for p in table.nprocs[rows & (table.efficiency >= 0.5)]})
        assert summary.knee is not None
        assert summary.knee.last == fits[-1]
        assert summary.knee.seconds == np.nanmin(table.total[rows])


def test_the_knee_is_between_two_of_the_numbers_looked_at():
    table = scaled(MATRIX, "1:256:x2", "n=256")
    knee = knee_of(best_rows(table)[0], 0.5)  # table 6.2: 0.729 on 128, 0.484 on 256
    assert (knee.last, knee.below, knee.fastest) == (128, 256, 256)
    assert knee_of(best_rows(table)[0], 0.01).below is None
    assert knee_of(best_rows(scaled(MATRIX, "64:256:x2", "n=16"))[0], 0.9).last is None


@pytest.mark.parametrize("wanted", [0.1, 0.5, 0.8, 0.95])
def test_the_size_found_keeps_the_efficiency_and_one_less_does_not(wanted):
    experiment = experiment_of(MATRIX, ["n=1"])
    problem = Problem(MATRIX, experiment.sizes, experiment.choice, "n")
    growth = growth_of(problem, np.array([1, 2, 7, 64, 256]), wanted)
    assert growth.nprocs.tolist() == [2, 7, 64, 256]
    for processes, size, work in zip(growth.nprocs, growth.size, growth.work, strict=True):
        for n, enough in ((size, True), (size - 1, False)):
            table = scaled(MATRIX, str(processes), f"n={n}")
            assert (table.efficiency[0] >= wanted) == enough
        assert work == pytest.approx(2 * size**3 / 2.36e6)


def test_exponents_are_those_of_the_closed_form():
    """E = n/(n + P^2) is kept by n = E/(1-E) P^2, and the work n grows alike."""
    program = Program(lambda p: (p["n"] / p["nprocs"], p["nprocs"] * (p["nprocs"] > 1), False))
    experiment = experiment_of(program, ["n=1"])
    problem = Problem(program, experiment.sizes, experiment.choice, "n")
    growth = growth_of(problem, np.array([100, 200, 400, 800, 1600]), 0.8)
    assert growth.size == pytest.approx(4 * growth.nprocs.astype(float) ** 2, abs=1)
    assert growth.size_exponent == pytest.approx(2, abs=1e-6)
    assert growth.work_exponent == pytest.approx(2, abs=1e-6)


def test_an_efficiency_no_size_has_is_none_and_not_a_number():
    serial = amdahl(0.1)
    experiment = experiment_of(serial, ["n=1"])
    problem = Problem(serial, experiment.sizes, experiment.choice, "n")
    growth = growth_of(problem, np.array([2, 4, 64, 128]), 0.5)
    assert growth.size[:2].tolist() == [1, 1]
    assert np.isnan(growth.size[2:]).all()
    assert growth.size_exponent is None


def test_grids_and_other_sizes_follow_the_one_that_is_looked_for():
    program = Program(
        lambda p: (
            p["n"] * p["m"] / p["nprocs"],
            (p["px"] > 1) * p["n"] + (p["py"] > 1) * 1.0,
            False,
        ),
        parameters=("n", "m"),
        dimensions=2,
    )
    experiment = experiment_of(program, ["n=1", "m=2*n"])
    problem = Problem(program, experiment.sizes, experiment.choice, "n")
    growth = growth_of(problem, np.array([2, 3, 5]), 0.9)
    # on 1 x P: E = 2 n^2/(2 n^2 + P)
    for processes, size in zip(growth.nprocs, growth.size, strict=True):
        assert size == np.ceil(np.sqrt(4.5 * processes) - 1e-9)


def test_exponents_leave_out_what_is_not_known():
    counts = np.array([2, 4, 8, 16])
    assert exponent(counts, np.array([4.0, 16, float("nan"), 256])) == pytest.approx(2)
    assert exponent(counts, np.array([4.0, float("nan"), float("nan"), 256])) is None


@pytest.mark.parametrize("text", ["n", "n=", "n=x", "q=0.5", "n=1", "n=0", "n=-1", "n=nan", "=0.5"])
def test_what_cannot_be_looked_for_is_told(text):
    with pytest.raises(SadError) as caught:
        summaries_of(*experiment_and_table(MATRIX, "1:4", "n=9"), Wanted(isoefficiency=text))
    assert caught.value.diagnostic.code == "SAD897"


@pytest.mark.parametrize("knee", [0.0, -1.0, 1.5, float("nan")])
def test_a_knee_is_at_an_efficiency(knee):
    with pytest.raises(SadError) as caught:
        summaries_of(*experiment_and_table(MATRIX, "1:4", "n=9"), Wanted(knee=knee))
    assert caught.value.diagnostic.code == "SAD897"
