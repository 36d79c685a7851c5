"""Times of applications: against one point at a time with another evaluator, and in their shapes."""

from __future__ import annotations

import numpy as np
import pytest

from sad.applications import application_names, load
from sad.applications.check import process_names
from sad.applications.on_machine import put_on
from sad.communication.times import MessageTimes
from sad.diagnostics import SadError
from sad.expr.numbers import value_of
from sad.machine.database import database_names, get_machine
from sad.machine.networks.primitives import PrimitiveTimes
from tests.applications.support import RING, application, toy
from tests.support.calls import counted_calls

PARAGON, NCUBE = get_machine("paragon"), get_machine("ncube2")


class ByHand:
    """One point of an application, by the evaluator of single values."""

    def __init__(self, app, machine, given):
        self.app, self.machine = app, machine
        self.given = {**app.defaults, **given}
        self.options = {
            name: list(choice.options.values())[int(self.given[name]) - 1]
            for name, choice in app.choices.items()
        }
        model = next(iter(machine.programming_models.values()))
        self.messages = PrimitiveTimes(machine.clock_hz, machine.network, model)

    def name(self, name):
        if name in self.given:
            return self.given[name]
        if name in self.app.definitions:
            return self.value(self.app.definitions[name])
        for option in self.options.values():
            if name in option.values:
                return self.value(option.values[name])
        rate = self.app.rates[self.machine.name][name]
        size = 0.0 if rate.by is None else self.value(rate.by)
        below = [value for limit, value in rate.steps if limit <= size]
        return below[-1] if below else rate.steps[0][1]

    def value(self, expression):
        return value_of(expression.formula, self.name, self.call)

    def call(self, name, given):
        nprocs = given[1] if len(given) > 1 else self.given["nprocs"]
        if nprocs <= 1:
            return 0.0
        return self.messages.seconds(name, nbytes=given[0], nprocs=nprocs)

    def times(self):
        sums = {True: 0.0, False: 0.0}
        repeat = self.value(self.app.repeat) if self.app.repeat else 1.0
        for part in self.app.parts:
            if all(self.options[name].name in words for name, words in part.only.items()):
                sums[part.communicates] += repeat * self.value(part.seconds)
        return sums[False], sums[True]


def random_points(app, count):
    random = np.random.default_rng(8)
    sides = process_names(app)[1:] or ("nprocs",)
    points = {name: 2.0 ** random.integers(0, 4, count) for name in sides}
    for name, parameter in app.parameters_by_name.items():
        points[name] = np.maximum(parameter.at_least, 2.0 ** random.integers(4, 9, count))
    for name, choice in app.choices.items():
        points[name] = random.integers(1, 1 + len(choice.options), count).astype(float)
    if app.name == "pstswm":  # of the others only messages are known
        points["part"] = np.full(count, app.number("part", "communication"))
        known = points["algorithm"] == app.number("algorithm", "TR")
        points["part"][known] = app.number("part", "all")
    if app.name == "cg":
        points["collectives"] = np.full(count, app.number("collectives", "tree"))
    return points


@pytest.mark.parametrize(
    ("name", "machine"),
    [
        *(("mm1", m) for m in (PARAGON, NCUBE)),
        *(("mm2", m) for m in (PARAGON, NCUBE)),
        *(("cg", m) for m in (PARAGON, NCUBE)),
        ("fft2d", NCUBE),
        ("redblack", NCUBE),
        ("pstswm", PARAGON),
    ],
)
def test_arrays_have_the_times_of_single_points(name, machine):
    app = load(name)
    points = random_points(app, 300)
    found = put_on(app, machine).times(points)
    assert found.impossible is None
    for index in range(300):
        point = {key: float(values[index]) for key, values in points.items()}
        point.setdefault("nprocs", point.get("px", 1.0) * point.get("py", 1.0))
        expected = ByHand(app, machine, point).times()
        times = found.computation[index], found.communication[index]
        assert times == pytest.approx(expected, rel=1e-11, abs=1e-18)


def test_phases_add_up_and_follow_the_file():
    found = put_on(load("cg"), PARAGON).times({"nprocs": np.array([1.0, 4.0, 64.0])})
    assert [phase.name[:3] for phase in found.phases] == [
        *("CP1", "CM1", "CM2", "CP3", "CM3", "CP5", "CM5")
    ]
    for communicates, total in ((True, found.communication), (False, found.computation)):
        parts = [phase.seconds for phase in found.phases if phase.communicates is communicates]
        assert total == pytest.approx(sum(parts), rel=1e-12)


def test_shapes_are_those_of_the_points(tmp_path):
    program = put_on(application(tmp_path, RING), toy(tmp_path))
    assert program.times({"nprocs": 4}).computation.shape == ()
    assert program.times({"nprocs": [4], "psize": [3.0]}).computation.shape == (1,)
    grid = program.times({"nprocs": np.array([[1.0], [2.0]]), "psize": np.array([10.0, 20, 40])})
    assert grid.computation == pytest.approx(
        np.array([[1e-5, 2e-5, 4e-5], [5e-6, 1e-5, 2e-5]]), rel=1e-12
    )
    assert grid.communication[1] == pytest.approx([1.04e-3, 1.08e-3, 1.16e-3], rel=1e-12)
    assert program.times({"nprocs": np.zeros(0)}).computation.shape == (0,)


def test_chunks_do_not_show(tmp_path):
    text = RING.replace("phases:", "needs:\n  - {power_of_two: nprocs}\nphases:")
    program = put_on(application(tmp_path, text), toy(tmp_path))
    nprocs = np.arange(1.0, 50_001.0)
    found = program.times({"nprocs": nprocs})
    possible = np.log2(nprocs) == np.floor(np.log2(nprocs))
    assert found.impossible is not None
    assert (found.impossible == ~possible).all()
    assert np.isnan(found.computation[~possible]).all()
    assert found.computation[possible] == pytest.approx(1e-4 / nprocs[possible], rel=1e-12)
    seconds = (nprocs - 1) * (1e-3 + 800 / nprocs * 1e-6)
    assert found.communication[possible] == pytest.approx(seconds[possible], rel=1e-12)
    assert found.reason == "nprocs must be a power of two"


def test_needs_say_where_the_program_runs(tmp_path):
    needs = """\
needs:
  - {whole: psize/nprocs, because: blocks are equal}
  - {holds: nprocs <= psize}
  - {holds: psize >= 2}
phases:"""
    program = put_on(application(tmp_path, RING.replace("phases:", needs)), toy(tmp_path))
    found = program.times({"nprocs": [1, 2, 4, 6, 20], "psize": [1, 6, 6, 6, 10]})
    assert found.impossible.tolist() == [True, False, True, False, True]
    assert found.reason == (
        "psize/nprocs must be a whole number (blocks are equal); nprocs <= psize must hold; "
        "psize >= 2 must hold"
    )


def test_more_processes_than_nodes_are_impossible_for_those_who_communicate():
    found = put_on(load("mm2"), NCUBE).times({"nprocs": [128, 256]})
    assert found.impossible.tolist() == [False, True]
    assert found.reason.startswith("there are 128 nodes (")


def test_one_process_sends_nothing(tmp_path):
    text = RING.replace("(nprocs - 1)*communicate(block)", "communicate(8) + broadcast(8, nprocs)")
    found = put_on(application(tmp_path, text), toy(tmp_path)).times({"nprocs": [1, 2, 3]})
    one = 1e-3 + 8e-6
    assert found.communication == pytest.approx([0, 2 * one, 3 * one], rel=1e-12)


def test_sums_have_bounds_of_their_own_at_each_point(tmp_path):
    sums = "sum(i, 1, log2(nprocs), communicate(8*2**i))"
    text = RING.replace("(nprocs - 1)*communicate(block)", sums)
    found = put_on(application(tmp_path, text), toy(tmp_path)).times({"nprocs": [1, 2, 4, 8, 16]})
    expected = [sum(1e-3 + 8e-6 * 2**i for i in range(1, levels + 1)) for levels in range(5)]
    assert found.communication == pytest.approx(expected, rel=1e-12)
    endless = RING.replace("psize/nprocs/lflop", "sum(i, 1, 2**psize, i)/lflop")
    with pytest.raises(SadError) as caught:
        put_on(application(tmp_path, endless), toy(tmp_path)).times({"nprocs": 4, "psize": 40})
    assert (caught.value.diagnostic.code, caught.value.diagnostic.span.line) == ("SAD866", 9)


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("(psize - 8)/lflop", "-6e-06 seconds at nprocs=4, psize=2"),
        ("1/(psize - 2)", "inf seconds at nprocs=4, psize=2"),
        ("log2(psize - 3)", "no number at nprocs=4, psize=2"),
    ],
)
def test_what_is_no_time_is_an_error_that_names_the_point(tmp_path, formula, told):
    program = put_on(
        application(tmp_path, RING.replace("psize/nprocs/lflop", formula)), toy(tmp_path)
    )
    with pytest.raises(SadError) as caught:
        program.times({"nprocs": 4, "psize": np.array([64.0, 2.0, 64.0])})
    assert (caught.value.diagnostic.code, caught.value.diagnostic.span.line) == ("SAD866", 9)
    assert told in caught.value.diagnostic.message


def test_a_formula_without_a_value_at_impossible_points_does_not_matter(tmp_path):
    text = RING.replace("psize/nprocs/lflop", "1/(psize - 2)").replace(
        "phases:", "needs:\n  - {holds: psize >= 3}\nphases:"
    )
    found = put_on(application(tmp_path, text), toy(tmp_path)).times({"nprocs": 4, "psize": [2, 4]})
    assert found.impossible.tolist() == [True, False]
    assert found.computation[1] == 0.5


@pytest.mark.parametrize("name", [name for name in database_names() if get_machine(name).network])
def test_operations_carry_applications_to_every_machine_with_a_network(name):
    machine = get_machine(name)
    points = {"nprocs": [1, 2, 4]}
    for app in map(load, ("mm1", "mm2", "fft2d", "redblack")):
        times = put_on(app, machine).times(points)
        assert times.computation[0] == pytest.approx(4 * times.computation[2], rel=1e-12)
        assert times.communication[0] == 0
        assert (times.communication[1:] > 0).all() == (app.name != "mm1")


def test_the_machines_own_collectives_do_for_cg():
    cg = load("cg")
    points = {"nprocs": [1, 2, 8], "collectives": cg.number("collectives", "library")}
    for name in ("t3e", "t3d", "t800", "das1", "x86_64-generic"):
        times = put_on(cg, get_machine(name)).times(points)
        assert (np.diff(times.communication) > 0).all()


def test_a_million_points_are_worked_on_in_arrays():
    random = np.random.default_rng(1)
    count = 1_000_000
    sides = {name: 2.0 ** random.integers(0, 5, count) for name in ("px", "py")}
    sizes = random.integers(10, 5000, count).astype(float)
    both = random.integers(1, 3, count).astype(float)
    for name, points in (
        ("mm2", {"nprocs": sides["px"], "psize": sizes}),
        ("cg", {"nprocs": sides["px"], "psize": sizes}),
        ("pstswm", {**sides, "size": both}),
    ):
        program = put_on(load(name), PARAGON)
        times, calls = counted_calls(lambda program=program, points=points: program.times(points))
        assert times.computation.shape == (count,)
        assert calls < 0.2 * count, name


def test_every_application_that_comes_along_is_read_and_named_as_its_file():
    names = application_names()
    assert names == ["cg", "fft2d", "llp", "mm1", "mm2", "pstswm", "redblack", "sweep"]
    for name in names:
        app = load(name)
        assert app.name == name
        assert all(name in app.defaults for name in app.parameters)


@pytest.mark.parametrize("machine", [PARAGON, NCUBE], ids=["paragon", "ncube2"])
def test_the_transform_exchanges_as_perprets_butterfly(machine):
    nprocs = np.array([1.0, 2.0, 16.0, 128.0])
    found = put_on(load("fft2d"), machine).times({"nprocs": nprocs, "psize": 256})
    messages = MessageTimes(machine, "picl")
    expected = messages.seconds("butterfly", 16 * 256**2 / nprocs, nprocs)
    assert found.communication == pytest.approx(expected, rel=1e-12)
