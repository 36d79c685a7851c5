"""``sad contention`` as a user has it: text, JSON, simulation, traces, errors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS, sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/pamela/repair.pam"


def test_json_has_what_the_text_says():
    value = json.loads(sad("contention", REPAIR, "--set", "P=20", "--format", "json").out)
    validate(value, "sad-contention-1")
    assert value["lower"] == {"seconds": 20.0, "formula": "N*max(P*ts, tl + ts)"}
    assert value["saturates"] == {"parameter": "P", "from": 11}
    assert value["estimate"]["clients"] == 20
    assert value["simulated"] is None


def test_simulation_is_between_the_bounds_and_repeats(tmp_path: Path):
    arguments = (
        "contention",
        REPAIR,
        "--set",
        "N=50",
        "--set",
        "P=11",
        "--simulate",
        "--format",
        "json",
    )
    value = json.loads(sad(*arguments).out)
    validate(value, "sad-contention-1")
    assert value["simulated"]["seconds"] / value["lower"]["seconds"] == pytest.approx(
        1.01818, rel=1e-5
    )
    assert value["lower"]["seconds"] <= value["simulated"]["seconds"] <= value["upper"]["seconds"]


def test_random_times_have_an_interval_and_no_upper_bound(tmp_path: Path):
    model = tmp_path / "random.pam"
    model.write_text(
        "resource s(2);\nL = par (p = 1, 6) seq (i = 1, 200) { delay(exp(3 ms)); use(s, exp(1 ms)) };\n"
    )
    arguments = ("contention", str(model), "--simulate", "--runs", "20", "--format", "json")
    value = json.loads(sad(*arguments).out)
    low, high = value["simulated"]["interval"]
    assert value["upper"]["seconds"] is None
    assert value["lower"]["seconds"] <= high
    assert low == pytest.approx(value["estimate"]["seconds"], rel=0.1)
    assert "none: times or ways are random" in sad("contention", str(model)).out


@pytest.mark.parametrize("name", ["trace.json", "trace.csv"])
def test_a_trace_of_the_first_run(tmp_path: Path, name: str):
    path = tmp_path / name
    done = sad("contention", REPAIR, "--set", "N=3", "--set", "P=2", "--trace", str(path))
    assert done.code == 0
    if name.endswith(".json"):
        events = json.loads(path.read_text())["traceEvents"]
        assert [event["cat"] for event in events].count("wait") == 1
        assert {event["args"]["place"] for event in events if event["cat"] == "use"} == {7}
        assert len(events) == 13
    else:
        assert len(path.read_text().splitlines()) == 13


def test_open_values_are_named_for_a_simulation():
    done = sad("contention", "corpus/pamela/lock.pam", "--simulate")
    assert done.code == 2
    assert "no value for" in done.err
    assert "lower bound" in sad("contention", "corpus/pamela/lock.pam").out


def test_too_many_events_are_an_error():
    done = sad("contention", REPAIR, "--simulate", "--most-events", "100")
    assert (done.code, "SAD960" in done.err) == (2, True)


def test_message_passing_source_has_its_bounds_elsewhere():
    done = sad("contention", CORPUS / "mpi" / "transfers" / "both.f")
    assert done.code == 3
    assert "SAD973" in done.err
    assert "sad scale --contention" in done.err
