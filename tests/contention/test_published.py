"""Published curves of bandwidth: the page is what comes out, and where errors of the bound lie."""

from __future__ import annotations

from tests.contention.published import NEAR, all_points, curves, page
from tests.support.command import ROOT


def test_the_page_is_what_comes_out():
    assert (ROOT / "docs/contention-curves.md").read_text() == page()


def test_large_errors_of_the_bound_lie_near_theta_0():
    """What was seen on another machine before any of these curves was looked at."""
    every = [point for points in all_points() for point in points]
    assert len(every) == 5 * (10 + 14 + 8 + 9 + 7)
    for error, near in NEAR:
        assert all(abs(point.theta) < near for point in every if abs(point.bound) > error)
    assert max(abs(point.bound) for point in every) < 0.5


def test_every_curve_says_where_it_is_from():
    machines = curves()
    assert len({item["source"] for item in machines}) == len(machines) >= 4
    for item in machines:
        assert {len(values) for values in item["kernels"].values()} == {
            len(item["kernels"]["copy"])
        }
