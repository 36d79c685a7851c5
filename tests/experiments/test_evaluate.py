"""Points of a sweep have the values that ``sad analyze`` gives, and arrays those of points."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from sad import analyze
from sad.diagnostics import SadError
from sad.experiments import sweep_table
from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import Axis, axis_of, parse_axes
from sad.experiments.curve import Curves, target_of
from sad.experiments.program import Program
from sad.experiments.quantity import parse_quantity
from sad.experiments.sweep_table import load_for
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from tests.support.command import sad

CASES = [
    ("solve.f", ["N=0,1,7", "P1=0,0.25,1"], ["X1=3"]),
    ("solve.f", ["X1=2.5", "half=4,8"], ["N=2*half", "P1=1/half"]),
    ("blocks.f", ["N=6:9"], []),
]


def swept(source, vary, given, *options):
    arguments = [word for text in vary for word in ("--vary", text)]
    arguments += [word for text in given for word in ("--set", text)]
    result = sad("sweep", source, *arguments, *options, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def analysed(source, values, machine="sparc2", **how):
    """What a prediction of its own for each point gives; it shares no evaluation with sweeps."""
    model = analyze(source, values=dict(values), defaults=how.pop("defaults", None))
    return model.on(machine, **how).at().seconds


def test_the_reference_is_what_the_command_says():
    given = ["--set", "N=7", "--set", "P1=0.25", "--set", "X1=3", "--machine", "sparc2"]
    report = json.loads(sad("analyze", "solve.f", *given, "--format", "json").out)
    assert analysed("solve.f", {"N": 7, "P1": "0.25", "X1": 3}) == report["seconds"]["value"]


@pytest.mark.parametrize("machine", ["sparc2", "xeon-emerald-rapids"])
@pytest.mark.parametrize(("source", "vary", "given"), CASES)
def test_each_point_is_what_analyze_says(source, vary, given, machine):
    report = swept(source, vary, given, "--machine", machine)
    axes = parse_axes(vary)
    points = [{}]
    for axis in axes:
        points = [{**p, axis.name: v.text} for p in points for v in axis.values]
    base = [tuple(text.split("=")) for text in given]
    expected = [analysed(source, [*base, *p.items()], machine) for p in points]
    assert report["columns"][0]["values"] == expected
    assert len(set(expected)) > len(expected) / 3


def test_a_search_that_is_decided_at_some_points():
    values = swept("early.f", ["N=5,20", "X1=0,3"], ["P1=0"], "--machine", "sparc2")
    expected = [
        analysed("early.f", [("N", n), ("X1", x), ("P1", 0)]) for n in (5, 20) for x in (0, 3)
    ]
    assert values["columns"][0]["values"] == expected


def test_defaults_are_filled_in_anew_at_each_point():
    given = ["--defaults", "heuristics", "--machine", "sparc2"]
    report = swept("early.f", ["N=5,20"], [], *given)
    expected = [analysed("early.f", {"N": n}, defaults="heuristics") for n in (5, 20)]
    assert report["columns"][0]["values"] == expected


def test_counts_are_exact_however_large():
    report = swept("solve.f", ["N=10**9,10**12"], ["X1=1", "P1=0"], "--quantity", "count:solve.f:7")
    assert report["columns"][0]["values"] == [n * (n - 1) // 2 for n in (10**9, 10**12)]


def test_quantities_are_parts_of_each_other():
    parts = [f"line:solve.f:{line}" for line in range(3, 13)]
    options = [word for part in ["total", "unit:solve", *parts] for word in ("--quantity", part)]
    report = swept("solve.f", ["N=3:9:3"], ["X1=2", "P1=0.5"], "--machine", "sparc2", *options)
    total, unit, *lines = [column["values"] for column in report["columns"]]
    assert unit == total
    assert [sum(values) for values in zip(*lines, strict=True)] == pytest.approx(total)


def test_several_machines_and_toolchains_have_columns():
    machines = ["--machine", "sparc2", "--machine", "sparc2,f77", "--machine", "t3d"]
    report = swept("solve.f", ["N=5"], ["X1=2", "P1=0.5"], *machines)
    assert [c["title"] for c in report["columns"]] == ["sparc2 f77-O", "sparc2 f77", "t3d cf77-O"]
    given = [("N", 5), ("X1", 2), ("P1", 0.5)]
    assert report["columns"][1]["values"] == [analysed("solve.f", given, "sparc2", toolchain="f77")]


def test_impossible_points_are_told_with_their_place():
    result = sad(
        "sweep",
        "early.f",
        "--vary",
        "N=2:4",
        "--set",
        "X1=3",
        "--set",
        "P1=0.5",
        "--machine",
        "sparc2",
    )
    assert (result.code, result.out) == (2, "")
    assert "error[SAD503]" in result.err
    assert "(at N = 2)" in result.err


def curves(source: str, axes: list[Axis], given: list[str], machine: str = "sparc2") -> Curves:
    target = target_of(machine, None, None)
    reading = Reading((source,))
    choice = Choice(settings=settings_from_arguments(given))
    program = Program(load_for(reading, [target]), reading, choice, axes, source)
    return Curves(program, [(parse_quantity("total"), target)])


def named(*names: str) -> list[Axis]:
    return [axis_of(name, [1]) for name in names]


@pytest.mark.parametrize(
    ("source", "names", "given", "machine", "in_arrays"),
    [
        ("solve.f", ["N", "P1", "X1"], [], "sparc2", True),
        ("blocks.f", ["N"], [], "sparc2", True),
        ("early.f", ["X1", "P1"], ["N=100"], "sparc2", True),
        ("solve.f", ["k"], ["N=2*k", "X1=3", "P1=0.5"], "sparc2", False),
        ("solve.f", ["N"], ["X1=3", "P1=0.5"], "xeon-emerald-rapids", True),
        ("solve.f", ["N", "P1", "X1"], [], "xeon-emerald-rapids", True),
        ("early.f", ["X1", "P1"], ["N=100"], "xeon-emerald-rapids", True),
        ("passes.c", ["n", "m", "P1"], [], "xeon-emerald-rapids", True),
        ("rows.f", ["N", "M"], [], "xeon-emerald-rapids", True),
        ("unused.f", ["N", "M"], [], "sparc2", True),
        ("unused.f", ["M"], ["N=2*M"], "sparc2", False),
    ],
)
def test_arrays_agree_with_points(source, names, given, machine, in_arrays):
    made = curves(source, named(*names), given, machine)
    curve = ArrayCurve(made, 0)
    assert curve.in_arrays is in_arrays
    chance = random.Random(source)
    kinds = {
        "P1": lambda: chance.choice([0, 1, chance.random()]),
        "X1": lambda: chance.choice([0, 1, 2, 17.5]),
    }
    if source == "rows.f":
        kinds["N"] = lambda: chance.choice([1, 8, 64]) * chance.randrange(1, 40)
        kinds["M"] = lambda: chance.randrange(1, 200)
    if source == "solve.f":
        kinds["X1"] = lambda: chance.choice([1, 2, 17.5])
    points = [
        [kinds.get(name, lambda: chance.randrange(0, 10**5))() for name in names]
        for _ in range(100)
    ]
    found = curve(*(np.array(column) for column in zip(*points, strict=True)))
    for point, value in zip(points, found, strict=True):
        exact = made.at({n: axis_of(n, [v]).values[0] for n, v in zip(names, point, strict=True)})
        assert value == pytest.approx(exact[0], rel=1e-13)


@pytest.mark.parametrize("machine", ["sparc2", "xeon-emerald-rapids"])
def test_tables_of_many_points_are_those_of_few(machine, monkeypatch):
    vary = ["n=2,30,999,10**5", "m=1,64,4097"], ["P1=0.25"], "--machine", machine
    few = swept("passes.c", *vary)
    monkeypatch.setattr(sweep_table, "MANY", 5)
    monkeypatch.setattr(Curves, "at", None)  # no point is evaluated by itself
    many = swept("passes.c", *vary)
    (a,), (b,) = few.pop("columns"), many.pop("columns")
    assert a.pop("values") == pytest.approx(b.pop("values"), rel=1e-13)
    assert (few, a) == (many, b)


def test_arrays_broadcast_and_refuse_what_cannot_be():
    curve = ArrayCurve(curves("solve.f", named("N", "P1"), ["X1=2"]), 0)
    grid = curve(np.arange(1, 5)[:, None], np.array([0.0, 0.5, 1.0])[None, :])
    assert grid.shape == (4, 3)
    assert grid[2, 1] == curve(3, 0.5)
    assert curve(np.empty(0), 0.5).shape == (0,)
    for values in ((1.5, 0.5), (3, 1.5), (3, -0.1), (np.nan, 0.5), ([1, 2, np.inf], 0.5)):
        with pytest.raises(SadError, match="SAD503"):
            curve(*values)
    with pytest.raises(ValueError, match=r"broadcast|shape"):
        curve([1, 2, 3], [0.1, 0.2])
    early = ArrayCurve(curves("early.f", named("N", "X1"), ["P1=0.5"]), 0)
    with pytest.raises(SadError, match=r"SAD503.*bounds allow \(at N = 3, X1 = 4"):
        early([10, 9, 3, 8], 4)
    missing = ArrayCurve(curves("solve.f", named("N"), ["X1=2"]), 0)
    with pytest.raises(SadError, match=r"SAD850.*no value for P1"):
        missing([1, 2])
