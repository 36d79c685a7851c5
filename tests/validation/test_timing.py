"""Rounds that were disturbed do not count, and are repeated: the protocol, with made-up times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from validation.timing import Protocol, TimingError, measure

if TYPE_CHECKING:
    from pathlib import Path

QUIET = {"quiet_min": 3.0e-4, "canary_chain": 4.0e-6, "canary_width": 1.4e-6}
SHARED = {"quiet_min": 6.0e-4, "canary_chain": 4.0e-6, "canary_width": 2.3e-6}
SLOW_CLOCK = {"quiet_min": 3.6e-4, "canary_chain": 4.8e-6, "canary_width": 1.68e-6}
QUICKER = {**QUIET, "quiet_min": 2.9e-4}


def harness_that_says(folder: Path, name: str, rounds: list[dict[str, float]]) -> Path:
    """A program that prints the rounds one after the other, then the last one for ever."""
    for number, values in enumerate(rounds):
        best = {"best_chain": values["canary_chain"], "best_width": values["canary_width"]}
        text = json.dumps({"samples": 20, "min": 1.0, "median": 1.0, **best, **values})
        (folder / f"{name}.{number}").write_text(text)
    script = folder / name
    script.write_text(
        f"#!/bin/sh\ncd '{folder}'\necho x >> {name}.calls\n"
        f"n=$(($(wc -l < {name}.calls) - 1))\n"
        f"test $n -lt {len(rounds)} || n={len(rounds) - 1}\ncat {name}.$n\n"
    )
    script.chmod(0o755)
    return script


def calls(program: Path) -> int:
    return len(program.with_name(f"{program.name}.calls").read_text().splitlines())


def test_quiet_rounds_are_enough(tmp_path):
    program = harness_that_says(tmp_path, "p", [QUIET, QUICKER, QUIET])
    timing = measure({"p": program})["p"]
    assert calls(program) == 3
    assert timing.steady
    assert (timing.seconds, timing.chain) == (2.9e-4, 4.0e-6)


@pytest.mark.parametrize("disturbed", [SHARED, SLOW_CLOCK])
def test_a_disturbed_round_is_repeated(tmp_path, disturbed):
    cheat = {**disturbed, "quiet_min": 1.0e-4}  # a time that would win if it counted
    program = harness_that_says(tmp_path, "p", [cheat, QUIET, cheat, QUICKER, QUIET])
    timing = measure({"p": program})["p"]
    assert calls(program) == 5
    assert [len(timing.accepted), len(timing.rejected)] == [3, 2]
    assert timing.steady
    assert timing.seconds == 2.9e-4


def test_a_quiet_round_of_one_program_shows_that_others_were_disturbed(tmp_path):
    noisy = harness_that_says(tmp_path, "noisy", [SHARED])
    quiet = harness_that_says(tmp_path, "quiet", [QUIET])
    timings = measure({"noisy": noisy, "quiet": quiet}, Protocol(attempts=5))
    assert (calls(noisy), calls(quiet)) == (5, 3)
    assert not timings["noisy"].steady
    assert timings["noisy"].accepted == ()
    assert timings["noisy"].seconds == 6.0e-4  # it is what there is, and marked
    assert timings["quiet"].steady


def test_rounds_are_interleaved(tmp_path):
    programs = {name: harness_that_says(tmp_path, name, [QUIET]) for name in ("a", "b")}
    order: list[str] = []
    measure(programs, Protocol(rounds=2), progress=lambda key, _: order.append(key))
    assert order == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("#!/bin/sh\necho nonsense\n", "no times in 'nonsense"),
        ("#!/bin/sh\necho '{}'\n", "no times in '{}"),
        ("#!/bin/sh\necho broken >&2\nexit 3\n", "broken"),
        ("#!/bin/sh\nexit 3\n", "ended with status 3"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path, script, words):
    program = tmp_path / "p"
    program.write_text(script)
    program.chmod(0o755)
    with pytest.raises(TimingError, match=r"p time 20 0\.2: ") as raised:
        measure({"p": program})
    assert words in str(raised.value)


def test_a_program_that_is_not_there_is_named(tmp_path):
    with pytest.raises(TimingError, match="nowhere"):
        measure({"p": tmp_path / "nowhere"})
