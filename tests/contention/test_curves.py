"""``sad contention --vary``, and theta as a quantity of sweeps: tables, pictures, files, errors."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from tests.contention.spreads import spreads
from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/pamela/repair.pam"
GIVEN = ("--set", "N=50", "--vary", "P=1:21:5")


def _columns(*arguments: str) -> dict[str, list[float | None]]:
    value = json.loads(sad(*arguments, "--format", "json").out)
    validate(value, "sad-sweep-1")
    return {column["title"]: column["values"] for column in value["columns"]}


def test_a_curve_has_at_each_point_what_the_point_has_by_itself():
    found = _columns("contention", REPAIR, *GIVEN, "--simulate")
    assert list(found) == ["phi", "omega", "lower", "upper", "estimate", "simulated", "theta"]
    for place, clients in enumerate(range(1, 22, 5)):
        one = ("--set", "N=50", "--set", f"P={clients}", "--simulate", "--format", "json")
        value = json.loads(sad("contention", REPAIR, *one).out)
        expected = {
            "phi": value["critical_path"]["seconds"],
            "omega": value["contention"]["seconds"],
            "theta": value["theta"],
            **{
                name: value[name]["seconds"] for name in ("lower", "upper", "estimate", "simulated")
            },
        }
        assert {title: values[place] for title, values in found.items()} == expected
        assert expected["theta"] == pytest.approx(math.log(clients / 11))


def test_bounds_that_are_not_known_everywhere_are_left_out(tmp_path: Path):
    model = tmp_path / "random.pam"
    model.write_text(
        "param P;\nresource s;\nL = par (p = 1, P) { use(s, exp(1 ms)); use(s, 2 ms) } || delay(p1);\n"
        "param p1 = 3 ms;\n"
    )
    assert list(_columns("contention", str(model), "--vary", "P=1:3")) == [
        *("phi", "omega", "lower", "theta")
    ]


def test_theta_is_a_quantity_of_sweep_and_compare(tmp_path: Path):
    both = ("--quantity", "theta", "--quantity", "contention", "--quantity", "critical")
    found = _columns("sweep", REPAIR, "--vary", "P=1:40", *both)
    for theta, omega, phi in zip(*found.values(), strict=True):
        assert theta == pytest.approx(math.log(omega / phi))
    done = sad("compare", REPAIR, REPAIR, "--vary", "P=1:40", "--quantity", "theta")
    assert "are equal" in done.out
    text = sad("sweep", REPAIR, "--vary", "P=11:20:9", "--quantity", "theta").out.splitlines()
    assert text[1].startswith("theta = ln(omega/phi)")
    assert [line.split() for line in text[-3:]] == [
        ["P", "theta"],
        ["11", "+0.00"],
        ["20", "+0.60"],
    ]


def test_theta_without_contention_or_time_is_no_number(tmp_path: Path):
    model = tmp_path / "quiet.pam"
    model.write_text(
        "param n, t = 1 ms;\nresource s;\nL = par (i = 1, 2) { delay(t); seq (j = 1, n) use(s, t) };\n"
    )
    quantity = ("--quantity", "theta")
    command = ("sweep", str(model), "--vary", "n=0:1", "--vary", "t=0,0.5", *quantity)
    assert _columns(*command)["theta"] == [None, None, None, 0.0]
    assert [line.split()[-1] for line in sad(*command).out.splitlines()[-4:]] == [
        *("?", "-inf", "?", "+0.00")
    ]
    assert sad(*command, "--format", "csv").out.splitlines()[1:] == [
        *("0,0,", "0,0.5,", "1,0,", "1,0.5,0.0")
    ]
    pytest.importorskip("matplotlib")
    assert sad(*command, "--plot", str(tmp_path / "theta.svg")).code == 0


def test_a_picture_has_the_times_and_not_theta(tmp_path: Path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "curves.svg"
    assert sad("contention", REPAIR, *GIVEN, "--plot", str(path)).code == 0
    text = path.read_text()
    for title in ("phi", "omega", "lower", "upper", "estimate", "time [s]"):
        assert f"<!-- {title} -->" in text
    assert "<!-- theta -->" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--plot", "x.svg"), "--plot is for curves: nothing is varied"),
        (("--format", "csv"), "--format csv is for curves: nothing is varied"),
        (("--vary", "P=1:3", "--trace", "x.json"), "--trace is of one point, --vary of several"),
        (("--vary", "Q=1:3"), "SAD5"),
        (("--vary", "P=1:3", "--set", "P=2"), "P is varied, and has a value"),
    ],
)
def test_what_does_not_fit_is_said(arguments: tuple[str, ...], message: str):
    done = sad("contention", REPAIR, *arguments)
    assert done.code == 2
    assert message in done.err


def test_source_without_parallel_parts_has_no_curves():
    done = sad("contention", "corpus/ludec/ludec.f", "--vary", "n=1:3")
    assert done.code == 3
    assert "nothing runs in parallel here" in done.err


def test_open_values_are_named():
    done = sad("contention", "corpus/pamela/lock.pam", "--vary", "T=1:3")
    assert done.code == 2
    assert "no value for N, held, own" in done.err


@pytest.mark.parametrize("model", [REPAIR, "corpus/pamela/t800.pam"])
def test_the_estimate_may_be_a_simulation_or_left_out(model: str):
    given = ("contention", model, "--set", "N=50", "--set", "P=11", "--format", "json")
    words = given if model == REPAIR else ("contention", model, "--format", "json")
    by_runs = json.loads(sad(*words, "--estimate", "simulate").out)
    validate(by_runs, "sad-contention-1")
    runs = json.loads(sad(*words, "--simulate").out)["simulated"]["seconds"]
    assert by_runs["estimate"] == {"seconds": runs, "method": "simulation", "clients": 0}
    assert by_runs["simulated"] is None
    assert json.loads(sad(*words, "--estimate", "bounds").out)["estimate"] is None


def test_curves_have_the_estimate_that_is_asked_for():
    runs = _columns("contention", REPAIR, *GIVEN, "--simulate", "--estimate", "simulate")
    assert runs["estimate"] == runs["simulated"]
    assert "simulated" not in _columns("contention", REPAIR, *GIVEN, "--estimate", "simulate")
    assert "estimate" not in _columns("contention", REPAIR, *GIVEN, "--estimate", "bounds")


def test_spreads_are_largest_near_theta_0():
    found = spreads(40)
    assert all(ratio >= 1 - 1e-9 for _, ratio in found["constant"])
    for pairs in found.values():
        near = [ratio for at, ratio in pairs if abs(at) < 0.5]
        far = [ratio for at, ratio in pairs if at > 1]
        assert max(near) > max(far) > 0.9
