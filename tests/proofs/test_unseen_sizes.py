"""Three programs with unknowns: what a profile at two sizes says of a third, against a real run."""

from __future__ import annotations

import pytest

from tests.proofs.compare import CLOSE, Case, Line, compared, holds_count
from tests.proofs.measure import EXACTLY, measure
from tests.proofs.predicted import Predicted
from tests.proofs.programs import CHANCE, REGULAR
from tests.proofs.real import Truth
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

_BY_NAME = {item.name: item for item in (*REGULAR, *CHANCE)}


@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@needs_gcov
@pytest.mark.parametrize("name", ["cgline", "bubrev", "listwalk"])
def test_counts_at_a_size_that_was_not_measured(name: str) -> None:
    found = measure(_BY_NAME[name], 1, ["2 sizes"])
    for place in ("between", "beyond"):
        (case,) = found.of("2 sizes", place)
        assert case.unknowns
        assert case.worst_error <= CLOSE, case.worst
    (same,) = found.same
    assert same.worst_error <= EXACTLY, same.worst


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_intervals_hold_what_happens_by_chance() -> None:
    found = measure(_BY_NAME["mcball"], 2, ["2 sizes, 5 runs each"])
    cases = found.of("2 sizes, 5 runs each", "beyond")
    assert all(case.total is not None and case.total[0] < case.total[1] for case in cases)
    assert all(case.has_total_inside for case in cases)


def test_a_line_that_is_predicted_not_to_exist_runs_never() -> None:
    found = Predicted({("f", 1): 10.0}, {("f", 1): (10.0, 10.0)}, (10.0, 10.0), {})
    case = compared(found, Truth({("f", 1): 10.0, ("f", 2): 0.0, ("f", 3): 5.0}, {}))
    assert [line.is_close for line in case.lines] == [True, True, False]
    assert case.inside_lines == 2
    assert case.executions == 15
    assert case.close_executions == pytest.approx(10 / 15)


def test_a_refused_prediction_is_no_success() -> None:
    case = compared("values contradict each other", Truth({("f", 1): 10.0}, {"X1": 2.5}))
    assert not case.has_total_inside
    assert case.worst_error == float("inf")
    assert len(case.unknowns) == 1
    assert case.inside_parameters == 0


def test_branches_that_always_go_one_way_are_no_unknowns() -> None:
    values = {
        "U.prob@if1": (1.0, None),
        "U.trips@do1": (1.0, None),
        "U.prob@if2": (0.5, (0.4, 0.6)),
    }
    case = Case((), values, None)
    assert case.unknowns == [(1.0, None), (0.5, (0.4, 0.6))]
    assert case.inside_parameters == 1


def test_errors_are_relative() -> None:
    lines = (
        Line(("f", 1), 200.0, 203.0, None),
        Line(("f", 2), 0.0, 0.5, (0.0, 0.6)),
        Line(("f", 3), 7.0, None, None),
    )
    assert [line.error for line in lines] == [0.015, 0.5, float("inf")]
    assert Case(lines[:2], {}, None).total_error == pytest.approx(3.5 / 200)
    assert Case(lines, {}, None).total_error == float("inf")
    assert Case(lines[:2], {}, (190.0, 210.0)).has_total_inside
    assert not Case(lines, {}, (190.0, 210.0)).has_total_inside


@pytest.mark.parametrize(
    ("interval", "count", "held"),
    [((2.4, 3.1), 2, True), ((2.4, 3.1), 4, True), ((2.4, 3.1), 5, False), ((5, 5), 4, False)],
)
def test_intervals_mean_whole_numbers(
    interval: tuple[float, float], count: float, held: bool
) -> None:
    assert holds_count(interval, count) is held
