"""What users give parameters, choices and rates, and what cannot be."""

from __future__ import annotations

import pytest

from sad.applications import load
from sad.applications.database import find_application
from sad.applications.on_machine import put_on
from sad.diagnostics import ExitCode, SadError
from sad.machine.database import get_machine
from tests.applications.support import RING, application, toy
from tests.support.command import ROOT

CHOICE = """\
choices:
  way:
    default: up
    options:
      up: {values: {extra: 2}}
      down: {values: {extra: psize}}
      flat: none
"""


def refused(program, points):
    with pytest.raises(SadError) as caught:
        program.times(points)
    return caught.value.diagnostic


@pytest.mark.parametrize(
    ("points", "message", "hint"),
    [
        ({"nprocs": 4, "psize": [4, -3]}, "psize is -3", "at least 1"),
        ({"nprocs": [1, 0]}, "nprocs is 0", "whole number"),
        ({"nprocs": 1.5}, "nprocs is 1.5", "whole number"),
        ({"nprocs": 4, "psize": float("nan")}, "psize is nan", "at least 1"),
        ({"nprocs": 4, "lflop": 0}, "lflop is 0", "more than zero"),
        ({"psize": 4}, "nprocs has no value", "--set nprocs"),
        ({"nprocs": 4, "psise": 4}, "no parameter psise", "psize"),
        ({"nprocs": 4, "way": 4}, "way is 4", "up, down, flat"),
    ],
)
def test_a_value_that_cannot_be_is_refused(tmp_path, points, message, hint):
    found = refused(put_on(application(tmp_path, RING + CHOICE), toy(tmp_path)), points)
    assert found.code == "SAD865"
    assert message in found.message
    assert hint in found.hint


def test_a_grid_must_fit_its_number_of_processes():
    program = put_on(load("pstswm"), get_machine("paragon"))
    found = refused(program, {"nprocs": 8, "px": 2, "py": 2})
    assert (found.code, found.message, found.hint) == (
        *("SAD865", "nprocs is 8", "the grid has 4 processes"),
    )
    both = program.times({"nprocs": 4, "px": 2, "py": 2}), program.times({"px": 2, "py": 2})
    assert both[0].computation == both[1].computation
    assert refused(program, {"px": 2}).message == "py has no value"


def test_choices_set_names_point_by_point(tmp_path):
    text = RING.replace("psize/nprocs/lflop", "extra*psize/nprocs/lflop") + CHOICE
    app = application(tmp_path, text)
    program = put_on(app, toy(tmp_path))
    ways = [app.number("way", way) for way in ("up", "down", "up")]
    assert ways == [1.0, 2.0, 1.0]
    found = program.times({"nprocs": 1, "psize": [3, 4, 5], "way": ways})
    assert found.computation == pytest.approx([6e-6, 16e-6, 10e-6], rel=1e-12)
    assert program.times({"nprocs": 1, "psize": 3, "extra": 7}).computation == pytest.approx(21e-6)
    found = refused(program, {"nprocs": 1, "way": app.number("way", "flat")})
    assert (found.code, found.span.line) == ("SAD866", 9)
    assert "no number" in found.message
    with pytest.raises(SadError) as caught:
        app.number("way", "sideways")
    assert caught.value.exit_code == ExitCode.USAGE
    assert caught.value.diagnostic.code == "SAD865"


def test_phases_may_belong_to_options(tmp_path):
    text = RING.replace("lflop\n", "lflop\n    only: {way: [down]}\n", 1) + CHOICE
    app = application(tmp_path, text)
    program = put_on(app, toy(tmp_path))
    found = program.times({"nprocs": 1, "psize": 100, "way": [1, 2, 3]})
    assert found.computation == pytest.approx([0, 1e-4, 0], rel=1e-12)
    assert [phase.name for phase in program.times({"nprocs": 1}).phases] == ["round"]


def test_what_is_not_known_is_an_error_and_never_a_number(tmp_path):
    gap = "unknown:\n  - {only: {way: [down]}, because: nobody wrote it down}\n"
    program = put_on(application(tmp_path, RING + CHOICE + gap), toy(tmp_path))
    assert program.times({"nprocs": 1, "way": [1, 3]}).computation.shape == (2,)
    found = refused(program, {"nprocs": 1, "way": [1, 2]})
    assert (found.code, found.span.line) == ("SAD867", 23)
    assert "nobody wrote it down" in found.message
    assert found.hint == "what is known: --set way=up, --set way=flat"


def test_rates_by_size_hold_from_a_size_on(tmp_path):
    rate = "lflop: {by: psize, at: {10: 1.0e+6, 100: 2.0e+6}}"
    program = put_on(application(tmp_path, RING.replace("lflop: 1.0e+6", rate)), toy(tmp_path))
    found = program.value("lflop", {"nprocs": 1, "psize": [1, 10, 99, 100, 5000]})
    assert found.tolist() == [1e6, 1e6, 1e6, 2e6, 2e6]
    origins = program.times({"nprocs": 1}).origins
    assert origins[0] == "lflop: 1 to 2 million per second by psize"


def test_a_rate_can_be_given(tmp_path):
    program = put_on(application(tmp_path, RING), toy(tmp_path))
    points = {"nprocs": 1, "psize": 100}
    assert program.times(points).computation == pytest.approx(1e-4)
    assert program.times({**points, "lflop": 5e6}).computation == pytest.approx(2e-5)


def test_origins_are_of_what_was_used(tmp_path):
    program = put_on(application(tmp_path, RING), toy(tmp_path))
    rate, message = "lflop: 1 million per second", "communicate: setup_s + bytes/link_bytes_per_s"
    assert program.times({"nprocs": 4}).origins == (rate, message)
    assert program.times({"nprocs": 4, "lflop": 1e6}).origins == (message,)
    assert program.times({"nprocs": 1}).origins == (rate, message)


def test_origins_of_messages():
    cg = load("cg")
    found = put_on(cg, get_machine("paragon")).times({"nprocs": 4}).origins
    assert [text.partition(":")[0] for text in found] == [
        *("lflop", "tree_bcast", "tree_collect", "tree_collect_scalar")
    ]
    assert "recovered" in found[1]
    library = cg.number("collectives", "library")
    found = put_on(cg, get_machine("t3e")).times({"nprocs": 4, "collectives": library}).origins
    assert found[1].startswith("allreduce: by algorithm, selection textbook (estimate")
    found = put_on(load("redblack"), get_machine("t3e")).times({"nprocs": 4}).origins
    assert found[1] == "exchange: as communicate"


def test_a_machine_without_a_rate_is_an_error_at_the_phase(tmp_path):
    app = application(tmp_path, RING)
    found = refused(put_on(app, get_machine("ncube2")), {"nprocs": 4})
    assert (found.code, found.span.line) == ("SAD864", 9)
    assert "no rate lflop for machine ncube2" in found.message
    assert "there are rates for toy" in found.hint
    times = put_on(app, get_machine("ncube2")).times({"nprocs": 4, "lflop": 1e6})
    assert times.computation == pytest.approx(25e-6)


def test_operations_are_timed_with_the_toolchain(tmp_path):
    rates = "  any:\n    operations: {lflop: {add.double: 0.5, mul.double: 0.5}}\n"
    text = RING.replace("  toy:\n    values: {lflop: 1.0e+6}\n", rates)
    app, machine = application(tmp_path, text), toy(tmp_path)
    program = put_on(app, machine)
    assert program.value("lflop", {"nprocs": 1}) == pytest.approx(1 / 2e-9)
    assert program.times({"nprocs": 1}).origins[0] == (
        "lflop: 500 million per second with toolchain cc"
    )
    found = refused(put_on(app, machine, toolchain=machine.toolchains["slow"]), {"nprocs": 1})
    assert found.code == "SAD405"
    assert "mul.double" in found.message


def test_libraries(tmp_path):
    app, machine = application(tmp_path, RING.replace("communicate", "broadcast")), toy(tmp_path)
    assert put_on(app, machine, "mpi").times({"nprocs": 4}).communication > 0
    found = refused(put_on(app, machine, "bare"), {"nprocs": 4})
    assert (found.code, found.span.line) == ("SAD868", 11)
    assert "no broadcast" in found.message
    with pytest.raises(SadError) as caught:
        put_on(app, machine, "pvm")
    assert caught.value.diagnostic.code == "SAD868"
    assert "mpi, bare" in caught.value.diagnostic.hint
    with pytest.raises(SadError) as caught:
        put_on(app, get_machine("sparc2"))
    assert caught.value.diagnostic.code == "SAD868"


def test_a_message_that_an_option_does_without():
    found = refused(put_on(load("cg"), get_machine("t3e")), {"nprocs": 4})
    assert found.code == "SAD868"
    assert found.hint.endswith("--set collectives=simple, --set collectives=library")


def test_what_sends_nothing_needs_no_library():
    times = put_on(load("mm1"), get_machine("sparc2")).times({"nprocs": 2, "psize": 100})
    assert times.computation > 0
    assert times.communication == 0


def test_which_files_are_applications(tmp_path):
    (tmp_path / "mine.yaml").write_text(RING)
    assert find_application(str(tmp_path / "mine.yaml")) == str(tmp_path / "mine.yaml")
    assert find_application(str(tmp_path / "mine")) == str(tmp_path / "mine.yaml")
    assert find_application("mm2") is not None
    assert find_application(str(ROOT / "pyproject.toml")) is None
    assert find_application("mm7") is None
