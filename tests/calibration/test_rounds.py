"""The noise protocol with drivers that pretend: what counts, what is repeated, when it gives up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.running.flag_set import broken
from sad.calibration.running.rounds import DEFAULT_PROTOCOL, Journal, Rounds
from sad.diagnostics import ExitCode, SadError
from tests.calibration.fake_driver import make_driver

if TYPE_CHECKING:
    from pathlib import Path

    from sad.calibration.kernel import Kernel
    from sad.calibration.running.session import Answers

CHOSEN = kernels("c", Caches())[:5]
PROTOCOL = replace(DEFAULT_PROTOCOL, budget=60.0)


def fail(kernel: Kernel, answers: Answers) -> SadError:
    return broken("-O9", kernel, answers)


def rounds_with(
    folder: Path, budget: float = 60.0, share: float = 0.05, **behaviour: object
) -> Rounds:
    program = make_driver(folder, seconds=1e-6, **behaviour)
    journal = Journal(folder / "journal.jsonl")
    protocol = replace(PROTOCOL, budget=budget, share=share)
    return Rounds(program, CHOSEN, journal, None, protocol, fail)


def run(rounds: Rounds) -> list[float]:
    told: list[float] = []
    rounds.run(told.append)
    return told


def test_quiet_rounds_count_and_are_as_many_as_the_protocol_says(tmp_path: Path):
    rounds = rounds_with(tmp_path, ratios=[2.0])
    told = run(rounds)
    assert len(rounds.journal.rounds) == PROTOCOL.rounds
    assert told == sorted(told)
    measured, canary = rounds.results()
    assert [item.seconds for item in measured] == pytest.approx([1e-6] * len(CHOSEN))
    assert canary.chain_s == pytest.approx(1.25e-9)
    assert canary.samples == len(CHOSEN) * PROTOCOL.rounds * PROTOCOL.each


def test_a_round_beside_a_busy_sibling_is_repeated(tmp_path: Path):
    rounds = rounds_with(tmp_path, ratios=[2.3, 2.0, 1.9, 2.0, 2.0])
    run(rounds)
    assert len(rounds.journal.rounds) == PROTOCOL.rounds + 2
    assert all(len(rounds.accepted(kernel)) == PROTOCOL.rounds for kernel in CHOSEN)


def test_quiet_moments_seen_later_take_back_what_counted_before(tmp_path: Path):
    rounds = rounds_with(tmp_path, ratios=[2.2, 2.2, 2.0], quiet=[2.2, 2.2, 2.0])
    run(rounds)
    assert rounds.quiet == 2.0
    assert len(rounds.journal.rounds) == 2 + PROTOCOL.rounds


def test_samples_are_scaled_to_one_clock(tmp_path: Path):
    rounds = rounds_with(tmp_path, ratios=[2.0])
    run(rounds)
    slow = {
        name: [item._replace(seconds=2e-6, chain=2.5e-9) for item in items]
        for name, items in rounds.journal.rounds[0].items()
    }
    rounds.journal.rounds[0] = slow
    measured, _ = rounds.results()
    assert all(item.spread == pytest.approx(0.0) for item in measured)


def test_a_machine_that_is_never_quiet_is_refused(tmp_path: Path):
    rounds = rounds_with(tmp_path, budget=0.5, ratios=[2.5])
    with pytest.raises(SadError) as caught:
        run(rounds)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "SAD434"
    assert f"{len(CHOSEN)} of {len(CHOSEN)} kernels" in diagnostic.hint
    assert "load average" in diagnostic.hint
    assert caught.value.exit_code is ExitCode.CHECK_FAILED


def test_fewer_samples_are_enough_when_patience_ends(tmp_path: Path):
    rounds = rounds_with(tmp_path, budget=1.0, ratios=[2.0, 2.5])
    run(rounds)
    assert len(rounds.journal.rounds) > 1
    assert all(len(rounds.accepted(kernel)) == 1 for kernel in CHOSEN)


def test_a_kernel_that_is_never_undisturbed_is_left_out_and_named(tmp_path: Path):
    rounds = rounds_with(tmp_path, budget=0.3, ratios=[2.0, 2.5], share=0.2)
    rounds.take({kernel.name: 6 for kernel in CHOSEN[1:]})
    run(rounds)
    assert rounds.unmeasured() == [CHOSEN[0].name]
    measured, _ = rounds.results()
    assert [item.kernel for item in measured] == list(CHOSEN[1:])


def test_a_kernel_that_crashes_is_named(tmp_path: Path):
    rounds = rounds_with(tmp_path, ratios=[2.0], die=3)
    with pytest.raises(SadError, match=r"SAD433.*'operation/add' is ended by SIGSEGV"):
        run(rounds)
    assert rounds.journal.rounds == []


def test_an_interrupted_calibration_goes_on(tmp_path: Path):
    first = rounds_with(tmp_path, ratios=[2.0])
    first.take(first.needed())
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write('{"quiet": 2.0, "stream": [], "samp')  # the line it was writing
    again = rounds_with(tmp_path, ratios=[2.0])
    assert len(again.journal.rounds) == 1
    run(again)
    assert len(again.journal.rounds) == PROTOCOL.rounds
    assert int((tmp_path / "rounds").read_text()) == PROTOCOL.rounds
    assert len(Journal(tmp_path / "journal.jsonl").rounds) == PROTOCOL.rounds
