"""Pictures of scaling experiments: ideal lines, colours, ticks, measured points."""

from __future__ import annotations

import numpy as np
import pytest

from sad.experiments import scaling_plot
from tests.support.command import sad

STRONG = ("scale", "mm2", "--machine", "paragon", "--procs", "1:64:x2")


@pytest.fixture
def figures(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    """The figures that commands write."""
    found = []

    def keep(figure, suffix):
        figure.canvas.draw()
        found.append(figure)
        return b"a picture"

    monkeypatch.setattr(scaling_plot, "saved", keep)
    return found


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines() if len(line.get_xdata())}


@pytest.mark.parametrize(
    "more",
    [(), ("--scaling", "local"), ("--per-process", "psize")],
    ids=["strong", "local", "weak"],
)
def test_every_panel_has_the_ideal_line(figures, more):
    assert sad(*STRONG, *more, "--plot", "a.svg").code == 0
    times, speedup, efficiency = figures[0].axes
    ideal, total = lines(times)["ideal"].get_ydata(), lines(times)["total"].get_ydata()
    measured = lines(efficiency)["efficiency"].get_ydata()
    assert np.allclose(ideal / total, measured)
    processes = lines(speedup)["ideal"].get_xdata()
    assert np.array_equal(lines(speedup)["ideal"].get_ydata(), processes)
    assert np.array_equal(lines(efficiency)["ideal"].get_ydata(), np.ones(len(processes)))
    assert np.allclose(lines(speedup)["speed-up"].get_ydata() / processes, measured)


def test_a_series_has_one_colour_in_all_panels(figures):
    assert sad(*STRONG, "--vary", "psize=128,512", "--plot", "a.svg").code == 0
    for label in ("psize = 128", "psize = 512"):
        assert len({lines(axes)[label].get_color() for axes in figures[0].axes}) == 1
    first = lines(figures[0].axes[0])
    assert first["psize = 128"].get_color() != first["psize = 512"].get_color()


def test_processes_that_double_have_a_logarithmic_axis_of_powers_of_two(figures):
    assert sad(*STRONG, "--plot", "a.svg").code == 0
    for axes in figures[0].axes:
        assert axes.get_xscale() == "log"
        assert " ".join(tick.get_text() for tick in axes.get_xticklabels()) == "1 2 4 8 16 32 64"
    assert sad(*STRONG[:-1], "1:16", "--plot", "a.svg").code == 0
    assert {axes.get_xscale() for axes in figures[1].axes} == {"linear"}


def test_the_caption_names_machine_and_values(figures):
    assert sad(*STRONG, "--set", "psize=300", "--plot", "a.svg").code == 0
    text = figures[0]._supxlabel.get_text()
    assert "mm2 on paragon, picl" in text
    assert "psize = 300" in text


def test_measured_times_are_markers_beside_the_model(figures, tmp_path):
    (tmp_path / "m.csv").write_text("nprocs,time\n1,14.182\n4,3.7\n2,7.2\n")
    result = sad("scale", "mm2", "--machine", "paragon", "--validate", "m.csv", "--plot", "a.svg")
    assert result.code == 0
    found = lines(figures[0].axes[0])
    assert found["measured"].get_linestyle() == "None"
    assert list(found["measured"].get_ydata()) == [14.182, 7.2, 3.7]
    assert list(found["model"].get_xdata()) == [1, 2, 4]
    modelled = [float(row.split()[1]) for row in result.out.splitlines()[4:7]]
    assert sorted(found["model"].get_ydata(), reverse=True) == pytest.approx(
        sorted(modelled, reverse=True), abs=1e-5
    )


def test_all_grids_are_a_band_around_the_best(figures):
    words = ("scale", "pstswm", "--machine", "paragon", "--procs", "4:64:x4", "--grid", "2")
    table = sad(*words, "--format", "csv").out.splitlines()
    assert sad(*words, "--plot", "a.svg").code == 0
    assert sad(*words, "--best", "time", "--plot", "b.svg").code == 0
    header, *rows = (line.split(",") for line in table)
    place, total = header.index("nprocs"), header.index("total")
    times = {}
    for row in rows:
        if row[total]:
            times.setdefault(int(row[place]), []).append(float(row[total]))
    assert max(map(len, times.values())) > 1
    (band,) = figures[0].axes[0].collections
    corners = {tuple(corner) for corner in band.get_paths()[0].vertices.tolist()}
    assert corners == {(n, end(own)) for n, own in times.items() for end in (min, max)}
    assert not list(figures[1].axes[0].collections)
