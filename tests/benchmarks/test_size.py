"""The fitted exponent, and the programs that it is fitted to."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.size import Point, figure_of, samples


@pytest.mark.parametrize("power", [1.0, 1.5])
def test_the_exponent_of_a_power_law(power: float):
    points = [Point(n, 1.0, 0.01 * n**power, 50.0) for n in (1_000, 10_000, 100_000)]
    figure = figure_of("units of a library", points)
    assert figure.measured == pytest.approx(power)
    assert figure.met == (power == 1.0)
    assert figure.ratio


def test_programs_of_a_size_share_no_file():
    files = [(Path(f"f{number}.f"), 100 + number) for number in range(500)]
    programs, lines = samples(files, 1_000)
    names = [name for program in programs for name in program]
    assert len(programs) == 30
    assert len(set(names)) == len(names)
    assert 1_000 <= lines < 1_600
    assert samples(files, 1_000) == (programs, lines)


def test_a_program_as_large_as_the_library_is_all_of_it():
    files = [(Path(f"f{number}.f"), 200) for number in range(500)]
    ((program,), lines) = samples(files, 100_000)
    assert (len(program), lines) == (500, 100_000)
