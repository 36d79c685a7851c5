"""The published curves of the Xeon: the page is what comes out, and how far it may be off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.command import sad
from tests.threads.published import KERNELS, PAGE, PICTURES, curves, files_of, page, points_of

if TYPE_CHECKING:
    from pathlib import Path


def test_the_page_is_what_comes_out(tmp_path: Path):
    assert PAGE.read_text() == page(tmp_path)
    assert all((PICTURES / f"openmp-{kernel}.svg").is_file() for kernel in KERNELS)


def test_estimates_are_near_and_large_errors_of_the_bound_lie_near_theta_0(tmp_path: Path):
    found = {kernel: points_of(kernel, rates, tmp_path) for kernel, rates in curves().items()}
    every = [point for points in found.values() for point in points]
    assert len(every) == 100
    for points in found.values():
        assert sum(abs(point.estimate) for point in points) / len(points) <= 0.03
    assert max(abs(point.estimate) for point in every) <= 0.075
    assert all(abs(point.theta) < 0.35 for point in every if abs(point.bound) > 0.15)
    assert all(abs(point.theta) < 0.75 for point in every if abs(point.bound) > 0.10)


def test_the_table_of_measured_times_says_what_they_are_compared_with(tmp_path: Path):
    command, measured = files_of("triad", curves()["triad"], tmp_path)
    found = sad(*command, "--threads", "1:20", "--validate", measured)
    assert found.code == 0, found.err
    lines = found.out.splitlines()
    assert lines[0] == "triad on xeon-triad, OpenMP"
    assert "origin: operations: gcc-O3 (another: --toolchain NAME)" in lines
    head = next(line.split() for line in lines if "D%" in line)
    assert head[0] == "threads"
