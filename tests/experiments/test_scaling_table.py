"""Tables: every row against the program itself, references, marks, filters, what is impossible."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sad.diagnostics import SadError, argument_error
from sad.experiments.laws import Wanted, summaries_of
from sad.experiments.processes import parse_counts
from sad.experiments.scaling_run import scaling_of, table_of
from sad.experiments.scaling_table import Best, Scaling, groups_of, least_rows, marks
from tests.experiments.scaling_programs import (
    BOX,
    MATRIX,
    PLATE,
    Program,
    amdahl,
    experiment_of,
    scaled,
)


def one_by_one(program, nprocs, sides, **values):
    """The time at one point, asked for alone."""
    points = {"nprocs": nprocs, **dict(zip(("px", "py", "pz"), sides, strict=False)), **values}
    times = program.times({name: np.array([float(value)]) for name, value in points.items()})
    return float((times.computation + times.communication)[0])


@pytest.mark.parametrize("program", [MATRIX, PLATE, BOX])
def test_every_row_is_the_program_asked_alone(program):
    table = scaled(program, "1,2,3,4,6,12", vary=["n=12:48:12"])
    assert table.possible.all()
    seen = set()
    for row in range(len(table)):
        sides = [int(side[row]) for side in table.sides]
        n, nprocs = float(table.values["n"][row]), int(table.nprocs[row])
        seen.add((n, nprocs, *sides))
        total = one_by_one(program, nprocs, sides, n=n)
        single = one_by_one(program, 1, [1, 1, 1][: len(sides)], n=n)
        assert table.total[row] == pytest.approx(total, rel=1e-13)
        assert table.speedup[row] == pytest.approx(single / total, rel=1e-13)
        assert table.efficiency[row] == pytest.approx(single / total / nprocs, rel=1e-13)
        parts = [phase.seconds[row] for phase in table.phases]
        assert [table.computation[row], table.communication[row]] == pytest.approx(parts)
    assert len(seen) == len(table)


def test_the_reference_is_one_process_though_it_is_not_among_the_rows():
    table = scaled(amdahl(0.1), "4:16:x2", "n=100")
    assert table.about.reference == 1
    assert table.speedup.tolist() == pytest.approx([1 / (0.1 + 0.9 / p) for p in (4, 8, 16)])


def test_the_scaled_speed_up_is_of_the_rows_own_problem():
    table = scaled(amdahl(0.1), "1:8", "n=100*nprocs")
    assert table.about.scaling is Scaling.WEAK
    p = table.nprocs
    assert table.speedup == pytest.approx(1 / (0.1 + 0.9 / p))
    assert table.weak == pytest.approx(100 / (100 * p * (0.1 + 0.9 / p)))


def test_where_the_work_of_a_process_stays_it_is_p_times_the_ratio_to_the_first_problem():
    """T = n/P + log2 P with n = 50 P: the two definitions of a scaled speed-up are one."""
    program = Program(lambda p: (p["n"] / p["nprocs"], np.log2(p["nprocs"]), False))
    table = scaled(program, "1:64:x2", "n=50", per_process=["n"])
    first = 50.0
    assert table.speedup == pytest.approx(table.nprocs * first / table.total)
    assert table.efficiency == pytest.approx(table.weak)


def test_kinds_of_scaling_that_contradict_the_values_are_told():
    growing = experiment_of(MATRIX, ["n=8*nprocs"]).sizes
    fixed = experiment_of(MATRIX, ["n=8"]).sizes
    assert scaling_of(growing, "weak") is scaling_of(growing, None) is Scaling.WEAK
    assert scaling_of(fixed, "strong") is scaling_of(fixed, None) is Scaling.STRONG
    assert scaling_of(growing, "strong") is Scaling.STRONG  # the value may be no size
    for sizes, wanted in ((growing, "local"), (fixed, "weak")):
        with pytest.raises(SadError) as caught:
            scaling_of(sizes, wanted)
        assert caught.value.diagnostic.code == "SAD896"


@pytest.mark.parametrize(("procs", "fewest"), [("1:64:x4", 1), ("4:64:x4", 1), ("16:64:x4", 16)])
def test_under_strong_scaling_a_side_of_the_grid_is_that_of_the_reference(procs: str, fewest: int):
    """On Q x Q processes T = 100/Q**2 + Q; where Q**2 is not P the program stops at once."""

    def times(p):
        stops = p["q"] ** 2 != p["nprocs"]
        return np.where(stops, 1e-6, 100 / p["q"] ** 2), p["q"], p["nprocs"] < fewest

    table = scaled(Program(times, ("q",)), procs, "q=sqrt(nprocs)", scaling="strong")
    assert table.about.scaling is Scaling.STRONG
    assert table.about.reference == fewest
    reference = fewest * (100 / fewest + np.sqrt(fewest))
    assert table.speedup == pytest.approx(reference / (100 / table.nprocs + np.sqrt(table.nprocs)))
    assert table.weak is None


def test_without_a_time_on_one_process_it_is_the_fewest_and_that_is_told():
    program = Program(
        lambda p: (12 / p["nprocs"], 0.1, p["nprocs"] < 3), reason="three processes or more"
    )
    table = scaled(program, "1:6", "n=1")
    assert table.about.reference == 3
    assert table.about.reference_note == "three processes or more"
    assert [table.reason_at(row) for row in range(3)] == ["three processes or more"] * 2 + [""]
    assert np.isnan(table.speedup[:2]).all()
    assert np.isnan(table.total[:2]).all()
    assert table.speedup[2:] == pytest.approx(3 * 4.1 / (12 / table.nprocs[2:] + 0.1))


def test_the_fewest_processes_refer_to_their_best_grid_under_weak_scaling_too():
    program = Program(
        lambda p: (p["n"] / p["nprocs"] + p["px"], 0, p["nprocs"] < 4), dimensions=2, reason="four"
    )
    table = scaled(program, "4,8", "n=10*nprocs")
    assert table.about.reference == 4
    best = {8: (80 / 4 + 1), 4: (40 / 4 + 1)}  # 1x4 with the sizes of the row
    for row in range(len(table)):
        expected = 4 * best[int(table.nprocs[row])] / table.total[row]
        assert table.speedup[row] == pytest.approx(expected)


def test_points_that_are_impossible_stay_with_their_reason():
    table = scaled(PLATE, "1:6", vary=["n=4,6"], grid="2x*")
    shown = {
        (int(table.values["n"][row]), int(table.nprocs[row]), table.grid_at(row)): table.reason_at(
            row
        )
        for row in range(len(table))
    }
    none = "no grid 2x* has {} processes"
    for n, nprocs in itertools.product((4, 6), (1, 3, 5)):
        assert shown.pop((n, nprocs, "")) == none.format(nprocs)
    assert set(shown.values()) == {""}
    table = scaled(PLATE, "3", "n=4")
    reasons = [(table.grid_at(row), table.reason_at(row)) for row in range(len(table))]
    assert reasons == [("3x1", "n is no multiple of px"), ("1x3", "")]


@pytest.mark.parametrize(("procs", "more"), [("3", {"grid": "3x1"}), ("5,7", {"grid": "2x*"})])
def test_no_possible_point_is_an_error_with_the_reason(procs, more):
    with pytest.raises(SadError) as caught:
        scaled(PLATE, procs, "n=4", **more)
    assert caught.value.diagnostic.code == "SAD893"
    assert "no grid" in str(caught.value) or "no multiple" in str(caught.value)


def test_a_time_that_is_no_number_is_impossible_and_never_a_row_of_zeros():
    program = Program(lambda p: (np.where(p["nprocs"] == 2, np.inf, 1.0), 0.0, False), reason="")
    table = scaled(program, "1:3", "n=1")
    assert table.possible.tolist() == [True, False, True]
    assert table.reason_at(1) == "no time is known"


def test_marks_and_best_rows_are_those_of_a_search():
    rng = np.random.default_rng(5)
    nprocs = np.sort(rng.integers(1, 9, 200))
    seconds = rng.integers(1, 6, 200).astype(float)
    seconds[rng.random(200) < 0.2] = np.nan
    starts = groups_of(np.zeros(200, int), nprocs)
    best, worst = marks(starts, seconds)
    least = least_rows(starts, seconds)
    for place, count in enumerate(np.unique(nprocs)):
        rows = np.flatnonzero(nprocs == count)
        known = [float(s) for s in seconds[rows] if np.isfinite(s)]
        low, high = min(known), max(known)
        for row in rows:
            assert best[row] == (seconds[row] == low < high)
            assert worst[row] == (seconds[row] == high > low)
        assert least[place] == next(row for row in rows if seconds[row] == low)


def test_a_group_that_is_alike_or_unknown_has_no_marks():
    nan = float("nan")
    best, worst = marks(np.array([0, 2, 4]), np.array([3.0, 3.0, nan, nan, 5.0]))
    assert not best.any()
    assert not worst.any()


def test_filters_keep_the_best_row_of_each_number_in_each_column():
    table = scaled(PLATE, "2:12", vary=["n=4,8"])
    for column, seconds in (
        (Best.TIME, table.total),
        (Best.COMMUNICATION, table.communication),
        (Best.COMPUTATION, table.computation),
    ):
        best = table.best_in(column)
        found = {
            (int(c), int(p)): float(s)
            for c, p, s in zip(
                best.case, best.nprocs, getattr(best, str(column), best.total), strict=True
            )
        }
        assert len(found) == len(best) == 22
        for (case, nprocs), value in found.items():
            rows = (table.case == case) & (table.nprocs == nprocs)
            assert value == np.nanmin(seconds[rows])


def test_points_are_asked_for_together():
    program = Program(lambda p: (p["n"] / p["nprocs"], 0.0, False), dimensions=2)
    table = scaled(program, "1:300", vary=["n=1:10"])
    assert program.asked == [len(table), 10]  # all rows, and each size on one process


def test_too_many_points_are_refused():
    with pytest.raises(SadError) as caught:
        table_of(experiment_of(MATRIX, [], ["n=1:100000"]), parse_counts("1:1000"))
    assert caught.value.diagnostic.code == "SAD890"


def test_an_error_on_one_process_counts_if_it_was_asked_for():
    def seconds(points):
        if (points["nprocs"] == 1).any():
            raise argument_error("SAD999", "no partner")
        return points["n"] / points["nprocs"], 0.0, False

    program = Program(seconds)
    table = scaled(program, "2:4", "n=12")
    assert (table.about.reference, table.about.reference_note) == (2, "no partner")
    assert table.speedup.tolist() == [2, 3, 4]
    with pytest.raises(SadError, match="no partner"):
        scaled(program, "1:4", "n=12")


def test_sizes_of_each_process_make_p_times_the_work():
    """T = n + log2 P with n of each process: S = P n/(n + log2 P), and as --per-process says it."""
    local = Program(lambda p: (p["n"], np.log2(p["nprocs"]), False))
    whole = Program(lambda p: (p["n"] / p["nprocs"], np.log2(p["nprocs"]), False))
    table = scaled(local, "1:64:x2", "n=50", scaling="local")
    assert table.about.scaling is Scaling.LOCAL
    assert table.speedup == pytest.approx(table.nprocs * 50 / (50 + np.log2(table.nprocs)))
    other = scaled(whole, "1:64:x2", "n=50", per_process=["n"])
    assert table.speedup == pytest.approx(other.speedup)
    assert scaled(local, "4:8:x2", "n=50", scaling="local").efficiency[1] == pytest.approx(50 / 53)
    with pytest.raises(SadError, match="SAD896"):
        scaled(local, "1:4", "n=50*nprocs", scaling="local")


def test_local_sizes_are_looked_for_as_such():
    local = Program(lambda p: (p["n"], np.log2(p["nprocs"]), False))
    experiment = experiment_of(local, ["n=1"], scaling="local")
    table = table_of(experiment, parse_counts("1:64:x2"))
    wanted = Wanted(fit=True, isoefficiency="n=0.9")
    (summary,) = summaries_of(experiment, table, wanted)
    assert summary.growth is not None
    assert summary.growth.size.tolist() == [9, 18, 27, 36, 45, 54]  # n/(n + log2 P) = 0.9
    assert summary.fit is not None
    assert summary.fit.law == "Gustafson"
