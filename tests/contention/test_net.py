"""Parallel models as Petri nets with exponential times: ``--service exponential``."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/pamela/repair.pam"
EXPONENTIAL = ("--service", "exponential")


def solved(model: str, *more: str):
    done = sad("solve", model, "--format", "json", *more)
    assert done.code == 0, done.err
    (found,) = json.loads(done.out)["models"]
    return found


def exact(tmp_path: Path, text: str) -> Fraction:
    """The mean time as a fraction."""
    model = tmp_path / "model.pam"
    model.write_text(text)
    found = solved(str(model), *EXPONENTIAL, "--exact")
    (note,) = (item["note"] for item in found["measures"] if item["name"] == "time")
    return Fraction(note.removeprefix("= "))


CLOSED = {  # by hand: minima and maxima of exponential times
    "the last of four": ("L = par (i = 1, 4) delay(1 s);", "25/12"),
    "one server": ("resource r; L = par (i = 1, 5) use(r, 1 s);", "5"),
    "two servers": ("resource r(2); L = par (i = 1, 5) use(r, 1 s);", "3"),
    "one after the other": ("L = seq (i = 1, 3) delay(i*(1 s));", "6"),
    "one of two ways": ("L = if (prob 1/4) delay(2 s) else delay(1 s);", "5/4"),
    "perhaps": ("L = { delay(1 s); if (prob 1/4) delay(2 s) };", "3/2"),
    "a fork in a fork": ("L = par (i = 1, 2) par (j = 1, 2) delay(1 s);", "25/12"),
    "unlike parts": ("L = delay(1 s) || delay(2 s);", "7/3"),
    "unlike members": ("L = par (i = 1, 2) delay(i*(1 s));", "7/3"),
    "a part of no time": ("L = skip || delay(2 s);", "2"),
    "no members": ("L = { par (i = 1, 0) delay(1 s); delay(3 s) };", "3"),
    "a family": ("resource r[0..2]; L = par (i = 1, 6) use(r[i % 3], 1 s);", "73/20"),
    "a condition": ("L = seq (i = 1, 4) if (i % 2 == 0) delay(i*(1 s));", "6"),
    "no time at a server": ("resource r; L = { use(r, 0 s); delay(2 s) };", "2"),
}


@pytest.mark.parametrize("name", CLOSED)
def test_models_with_a_closed_form(name: str, tmp_path: Path):
    text, time = CLOSED[name]
    if name == "a family":  # three queues of two: the last of three Erlang times
        time = str(_last_of_three())
    assert exact(tmp_path, text) == Fraction(time)


def _last_of_three() -> Fraction:
    """The mean of the greatest of three sums of two exponential times of mean 1, state by state."""
    times = {(0, 0, 0): Fraction(0)}
    for state in sorted((a, b, c) for a in range(3) for b in range(3) for c in range(3)):
        busy = [place for place in range(3) if state[place]]
        if not busy:
            continue
        after = [times[*state[:place], state[place] - 1, *state[place + 1 :]] for place in busy]
        times[state] = (1 + sum(after)) / len(busy)
    return times[2, 2, 2]


def random_part(chance: random.Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.3:
        return f"delay({chance.randint(1, 5)} s)"
    parts = [random_part(chance, depth - 1) for _ in range(2)]
    match chance.randrange(5):
        case 0:
            return f"{{ {parts[0]}; {parts[1]} }}"
        case 1:
            return f"{{ {{ {parts[0]} }} || {{ {parts[1]} }} }}"
        case 2:
            return f"par (a{depth} = 1, {chance.randint(1, 3)}) {parts[0]}"
        case 3:
            return f"seq (b{depth} = 1, {chance.randint(1, 2)}) {parts[0]}"
        case _:
            return f"if (prob 1/{chance.randint(2, 4)}) {parts[0]} else {parts[1]}"


@pytest.mark.parametrize("seed", range(5))
def test_random_models_take_what_runs_take(seed: int, tmp_path: Path):
    """Everything but random times is the same in the runs; a resource serves one kind of use."""
    chance = random.Random(seed)
    part = random_part(chance, 2)
    work = f"par (p = 1, 3) {{ use(r, 2 s); {part} }}"
    text = f"resource r({chance.randint(1, 2)});\nL = {{ {work}; {random_part(chance, 2)} }};\n"
    net, runs = tmp_path / "net.pam", tmp_path / "runs.pam"
    net.write_text(text)
    runs.write_text(
        text.replace("delay(", "delay(exp(").replace(" s)", " s))").replace(", 2 s)", ", exp(2 s)")
    )
    time = next(
        item["value"]
        for item in solved(str(net), *EXPONENTIAL)["measures"]
        if item["name"] == "time"
    )
    done = sad("contention", str(runs), "--simulate", "--runs", "1000", "--format", "json")
    assert done.code == 0, done.err
    low, high = json.loads(done.out)["simulated"]["interval"]
    assert abs((low + high) / 2 - time) < 1.2 * (high - low) + 1e-9  # 4.7 standard deviations


def test_the_net_of_equal_clients_is_their_network():  # N4, F18
    network, net = solved(REPAIR, "--set", "P=11"), solved(REPAIR, "--set", "P=11", *EXPONENTIAL)
    time = {item["name"]: item["value"] for item in net["measures"]}
    assert time["time"] == pytest.approx(network["measures"][-1]["value"], rel=1e-12)
    exactly = solved(REPAIR, "--set", "P=11", *EXPONENTIAL, "--exact")
    notes = {item["name"]: item["note"] for item in exactly["measures"]}
    assert Fraction(notes["cycle"].removeprefix("= ")) == Fraction(95722457, 7281587) / 1000


def test_models_that_are_no_network_are_solved_as_nets(tmp_path: Path):
    values = (
        "--set",
        "N=6",
        "--set",
        "M=4",
        "--set",
        "S=2",
        "--set",
        "tc=1e-6",
        "--set",
        "tm=4e-6",
    )
    found = solved("corpus/pamela/banks.pam", *values)
    assert found["method"].startswith("364 markings")
    estimate = sad("contention", "corpus/pamela/banks.pam", *values, "--estimate", "ctmc")
    assert "18.23 us  Markov chain of 135 states (exponential times)" in estimate.out
    done = sad("export", "corpus/pamela/banks.pam", *values, "--to", "net")
    (tmp_path / "banks.net.yaml").write_text(done.out)
    again = solved(str(tmp_path / "banks.net.yaml"))
    assert {item["name"]: item["value"] for item in again["measures"]} == pytest.approx(
        {item["name"]: item["value"] for item in found["measures"]}
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("param N; L = seq (i = 1, N) delay(1 s);", "SAD989]: a value is missing: N"),
        ("L = par (i = 1, 3) skip;", "SAD989]: nothing in this model takes time"),
        (
            "L = seq (i = 1, 9999) delay(i*(1 s));",
            "SAD989]: the net of this model has more than 5,000 places",
        ),
        (
            "resource r[0..2]; L = par (i = 1, 4) use(r[i], 1 s);",
            "SAD961]: r[4]: members are 0 to 2",
        ),
        ("L = seq (i = 1, 4) delay((3 - i)*(1 s));", "SAD961]: a time is -1 s"),
    ],
)
def test_what_is_no_net_is_told(text: str, message: str, tmp_path: Path):
    model = tmp_path / "model.pam"
    model.write_text(text + "\n")
    done = sad("solve", str(model), *EXPONENTIAL)
    assert done.code in (2, 3)
    assert message in done.err
    assert "Traceback" not in done.err
