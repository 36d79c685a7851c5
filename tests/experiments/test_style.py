"""Pictures: which axes are logarithmic, ticks with SI prefixes, colours, bands, captions."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

import sad as library
from sad.experiments.axes import parse_axis
from sad.experiments.picture_style import (
    COLOURS,
    caption,
    is_logarithmic,
    is_wide,
    line_style,
    set_across,
    set_processes,
    set_upwards,
    si_text,
)


def drawn(vary, log=None, values=(), machines=("sparc2",), **sweep):
    model = library.analyze("solve.f", values={"X1": 4, "P1": "0.5", **dict(values)})
    found = model.sweep(vary, machines=machines, **sweep)
    axes = Figure(layout="constrained").subplots()
    found.plot(log).draw(axes)
    axes.figure.canvas.draw()
    return axes, found


def ticks(axis):
    low, high = sorted(axis.get_view_interval())
    texts = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True)
    return [label.get_text() for place, label in texts if low <= place <= high]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N=10:1000:log20", True),
        ("N=1:256:x2", True),
        ("N=1,10,100", True),
        ("N=100,200,400,800", True),
        ("N=1:1000:1", False),
        ("N=100:400:20", False),
        ("N=0,1,10,100", False),
        ("N=100:110:log5", False),
        ("N=3", False),
    ],
)
def test_a_range_is_logarithmic_if_its_steps_are_ratios(text, expected):
    assert is_logarithmic(parse_axis(text).numbers) is expected


def test_values_over_more_than_two_decades_are_wide():
    assert is_wide([1, 101])
    assert not is_wide([1, 100])
    assert not is_wide([0, 1e6])
    assert not is_wide([-1, 1e6])


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (2e-5, "s", "20 µs"),
        (1e-3, "s", "1 ms"),
        (5e-10, "s", "500 ps"),
        (200.0, "s", "200 s"),
        (0.0, "s", "0 s"),
        (1000, "", "1 k"),
        (2.5e6, "", "2.5 M"),
        (5e9, "", "5 G"),
        (0.2, "", "0.2"),
    ],
)
def test_ticks_have_si_prefixes(value, unit, text):
    assert si_text(value, unit) == text


def test_axes_follow_the_range():
    axes, _ = drawn({"N": "10:1000:log20"})
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert {"10", "100", "1 k"} <= set(ticks(axes.xaxis))
    assert {"1 ms", "10 ms", "100 ms"} <= set(ticks(axes.yaxis))
    axes, _ = drawn({"N": "100:400:20"})
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "linear")
    assert axes.get_ylabel().endswith("[ms]")
    assert axes.get_ylim()[0] == 0


@pytest.mark.parametrize(("log", "scales"), [("", ("linear", "linear")), ("x", ("log", "linear"))])
def test_who_says_which_axes_are_logarithmic_gets_these(log, scales):
    axes, _ = drawn({"N": "10:1000:log20"}, log)
    assert (axes.get_xscale(), axes.get_yscale()) == scales


def test_counts_of_a_linear_axis_have_one_prefix():
    axes = Figure().subplots()
    axes.plot([0, 1], [0, 2.5e6])
    set_upwards(axes, "operations", [0, 2.5e6], log=False)
    axes.figure.canvas.draw()
    assert ticks(axes.yaxis) == ["0", "0.5 M", "1 M", "1.5 M", "2 M", "2.5 M"]


@pytest.mark.parametrize(
    ("counts", "log", "expected"),
    [
        ([1, 2, 4, 8, 16], True, ["1", "2", "4", "8", "16"]),
        (range(1, 9), False, ["1", "2", "3", "4", "5", "6", "7", "8"]),
        (range(1, 33), False, ["4", "8", "12", "16", "20", "24", "28", "32"]),
    ],
)
def test_processes_have_powers_of_two_or_multiples_of_one(counts, log, expected):
    axes = Figure().subplots()
    axes.plot(list(counts), list(counts))
    set_processes(axes, list(counts), log=log)
    axes.figure.canvas.draw()
    assert ticks(axes.xaxis) == expected


def test_forty_lines_look_different():
    looks = [line_style(place, 5) for place in range(40)]
    assert len({(look["color"], str(look["linestyle"])) for look in looks}) == 40
    assert [look["color"] for look in looks[:7]] == list(COLOURS)


def test_the_band_is_the_interval_of_each_prediction():
    axes, found = drawn({"N": "100:400:100"}, machines=("t800", "ncube2"))
    bands = axes.collections
    assert len(bands) == 2
    for band, machine in zip(bands, ("t800", "ncube2"), strict=True):
        ends = band.get_datalim(axes.transData)
        model = library.analyze("solve.f", values={"X1": 4, "P1": "0.5"})
        first, last = (model.on(machine).at(N=n).interval for n in (100, 400))
        assert ends.ymin == pytest.approx(first[0], rel=1e-9)
        assert ends.ymax == pytest.approx(last[1], rel=1e-9)
        assert ends.ymin < found[machine][0] < found[machine][-1] < ends.ymax


def test_counts_and_parts_have_no_band():
    axes, _ = drawn({"N": "100:400:100"}, quantities=("unit:SOLVE",))
    assert not axes.collections


def test_long_captions_are_wrapped_and_stay_as_they_are_written():
    figure = Figure(figsize=(4, 3), layout="constrained")
    axes = figure.subplots()
    set_across(axes, "N", [1, 2], log=False)
    caption(figure, ["a $b$ " * 40, "short"])
    text = figure._supxlabel.get_text()
    assert text.splitlines()[-1] == "short"
    assert max(map(len, text.splitlines())) < 90
    assert r"\$" in text
