"""docs/md1.md: its figures are those of the tables, and have the shape that the page claims."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from benchmarks.md1.__main__ import PARAMS
from benchmarks.md1.model import Kernel, agreement
from benchmarks.md1.page import PAGE, sections, shape
from benchmarks.md1.runs import ROOT, SOURCE, Program, counted_lines, profile
from benchmarks.md1.systems import FLUID, MOST, NARROW, System
from benchmarks.md1.table import PICTURES, Chain, Count, Step, Value
from sad.profiles.params_document import ParamsDocument
from tests.support.compiler import needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path


def measured_x3(system: System) -> dict[int, float]:
    return {
        row.particles: row.measured
        for row in Chain.read()
        if row.system == system.name and row.measured is not None
    }


def test_the_page_shows_the_tables():
    text = PAGE.read_text(encoding="utf-8")
    for name, section in sections().items():
        assert f"<!-- {name}: start -->\n{section}\n<!-- {name}: end -->" in text


def test_the_kernel_has_nine_trip_counts_and_seven_probabilities():
    own = [value for value in Value.read() if value.system == FLUID.name]
    text = (ROOT / SOURCE).read_text(encoding="utf-8").splitlines()
    names = [value.name for value in own]
    assert [sum(f".{kind}@" in name for name in names) for kind in ("trips", "prob")] == [9, 7]
    assert {name.partition(".")[0] for name in names} == {"WRAP", "EDGES", "FORCES", "PAIR"}
    for value in own:
        assert text[value.line - 1].strip().endswith(value.source.split(" ", 1)[-1])


@pytest.mark.parametrize("system", [NARROW, FLUID], ids=lambda system: system.name)
def test_x3_falls_to_its_limit_in_steps(system: System):
    found = measured_x3(system)
    limit = system.density * system.cutoff**3
    tops = [found[system.last(cells)] for cells in system.sides if system.last(cells) < MOST]
    feet = [found[system.first(cells)] for cells in system.sides]
    assert all(foot < top for top, foot in zip(tops, feet[1:], strict=True))  # it has steps
    half = len(tops) // 2
    assert statistics.fmean(tops[:half]) > statistics.fmean(tops[half:])
    assert tops[0] > 2 * limit
    assert found[MOST] < 1.2 * limit
    assert all(foot == pytest.approx(limit, rel=0.1) for foot in feet)


def test_x3_tends_to_one():
    found = measured_x3(NARROW)
    large = [found[NARROW.first(cells)] for cells in NARROW.sides if cells > 12]
    assert statistics.fmean(large) == pytest.approx(1.0, abs=0.03)


def test_the_predicted_time_is_linear_with_steps_and_so_is_the_measured_one():
    rows = {row.particles: row for row in Step.read()}
    assert statistics.correlation(list(rows), [row.sparc2 for row in rows.values()]) > 0.99
    seen = [(row.sparc2, row.seconds) for row in rows.values() if row.seconds is not None]
    assert shape([time for time, _ in seen], [time for _, time in seen]).r > 0.98
    for cells in FLUID.sides[1:]:
        before, after = rows[FLUID.last(cells - 1)], rows[FLUID.first(cells)]
        assert after.sparc2 < before.sparc2
        assert after.x86_64 < before.x86_64


def test_counts_at_unseen_sizes_are_within_one_percent():
    fitted = {value.sizes for value in Value.read() if value.system == FLUID.name}
    assert fitted == {len(FLUID.ends)}
    for row in Count.read():
        assert row.particles not in FLUID.ends or row.particles > row.fitted_to
        assert abs(row.total) < 0.01
        assert row.within > 0.98


@pytest.mark.parametrize("particles", [338, 5344, MOST])
def test_predicted_times_are_those_of_today(particles: int):
    row = next(row for row in Step.read() if row.particles == particles)
    seconds = Kernel.read(FLUID, PARAMS).seconds(particles)
    assert seconds["sparc2"] == pytest.approx(row.sparc2, rel=1e-4)
    assert seconds["x86_64"] == pytest.approx(row.x86_64, rel=1e-4)


@pytest.mark.parametrize("name", ["md1-x3.svg", "md1-time.svg"])
def test_pictures_are_small_and_without_a_date(name: str):
    text = (PICTURES / name).read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert len(text) < 100_000
    assert "dc:date" not in text


@pytest.mark.proof
@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_counts_at_another_size_follow_from_small_runs(tmp_path: Path):
    """Runs with 3 to 5 cells per side, then 3000 particles in 6."""
    system = System("small", FLUID.density, FLUID.cutoff, 5, warmup=20, steps=20)
    params = tmp_path / "params.yaml"
    profile(system, system.ends, params)
    fits = ParamsDocument.read(str(params))
    assert str(fits.entry("FORCES.trips@do60.do60.do60.goto20")["value"]) in {
        f"NPART/({side} - 2)**3" for side in ("MX", "MY", "MZ")
    }
    counted = counted_lines(Program.build(system, tmp_path / "run", "--coverage"), system, 3000)
    kernel = Kernel.read(system, params)
    found = agreement(kernel, 3000, counted, system.warmup + system.steps)
    assert abs(found.total) < 0.01
    predicted = kernel.counts(3000)
    same = [line for line in predicted if line in counted and predicted[line] * 40 == counted[line]]
    text = (ROOT / SOURCE).read_text(encoding="utf-8").splitlines()
    assert {text[line - 1].strip() for line in same} >= {
        "VX(I) = VX(I) + HALFDT*FX(I)",
        "UX(I) = UX(I) + DX",
        "IC = NCELL(IX,IY,IZ)",
        "HEAD(IC) = 0",
        "CALL FORCES",
    }
