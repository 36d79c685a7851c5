"""Messages: pieces of times, the section they become, and a real MPI where there is one."""

from __future__ import annotations

import math
import os
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from sad.calibration.messages.section import fit_pieces, network_lines, section_lines
from sad.calibration.messages.times import COLLECTIVES, MessageTimes, time_messages
from sad.communication.times import MessageTimes as DatabaseTimes
from sad.diagnostics import SadError
from sad.machine.check import check_machine
from sad.machine.database import get_machine
from sad.machine.networks.primitives import PrimitiveTimes
from tests.support.compiler import needs

if TYPE_CHECKING:
    from pathlib import Path

    from sad.machine.schema import Machine

LENGTHS = [0, *(2**k for k in range(22)), *(3 * 2**k for k in range(20))]


def in_pieces(count: float) -> float:
    if count < 1024:
        return 2e-6 + count * 1e-9
    return 4e-6 + count * 5e-10 if count < 65536 else 2e-5 + count * 1e-10


def made_times(processes: tuple[int, ...] = (2, 4, 8)) -> MessageTimes:
    times = MessageTimes(version="Made-up MPI 1.0", processes=processes[-1])
    times.round_trips = {count: in_pieces(count) for count in LENGTHS}
    times.single = {"send": 4e-7, "receive": 6e-7, "row": 5e-7}
    times.sends = dict.fromkeys(LENGTHS, 1e-07)
    times.receives = {count: 5e-7 + count * 1e-9 for count in LENGTHS}
    times.exchanges = {count: 1.5 * in_pieces(count) for count in LENGTHS}
    for number in processes:
        steps = math.ceil(math.log2(number))
        for count in (0, 8, 64, 512, 4096, 32768, 262144):
            one = 3e-6 + count * 1e-9
            times.collectives["broadcast", number, count] = steps * one
            times.collectives["alltoall", number, count] = (number - 1) * one
        times.collectives["barrier", number, 0] = steps * 5e-6
    return times


def machine_of(times: MessageTimes, folder: Path) -> Machine:
    lines = [*network_lines(times), *section_lines(times, "mpirun -n 8", "2026-01-02")]
    path = folder / "net.yaml"
    path.write_text("\n".join(["schema: 1", "name: net", "extends: sparc2", *lines]) + "\n")
    return get_machine(str(path))


def test_pieces_are_found_where_they_are():
    pieces = fit_pieces(LENGTHS, [in_pieces(count) for count in LENGTHS])
    assert [piece.begin for piece in pieces] == [0, 1024, 65536]
    assert [piece.start for piece in pieces] == pytest.approx([2e-6, 4e-6, 2e-5], rel=1e-6)
    assert [piece.per_byte for piece in pieces] == pytest.approx([1e-9, 5e-10, 1e-10], rel=1e-6)
    assert max(piece.error for piece in pieces) < 1e-6


def test_noise_makes_no_pieces():
    dice = random.Random(5)
    seconds = [(1e-6 + count * 1e-9) * dice.uniform(0.99, 1.01) for count in LENGTHS]
    (piece,) = fit_pieces(LENGTHS, seconds)
    assert piece.start == pytest.approx(1e-6, rel=0.02)
    assert piece.per_byte == pytest.approx(1e-9, rel=0.02)


def test_one_disturbed_time_changes_little():
    seconds = [1e-6 + count * 1e-9 for count in LENGTHS]
    seconds[20] *= 8.0
    pieces = fit_pieces(LENGTHS, seconds)
    assert all(piece.start == pytest.approx(1e-6, rel=0.05) for piece in pieces if piece.begin == 0)
    assert pieces[-1].per_byte == pytest.approx(1e-9, rel=0.05)


def test_numbers_never_fall_below_nothing():
    pieces = fit_pieces([0, 10, 20, 30, 40], [5.0, 4.0, 3.0, 2.0, 1.0])
    assert all(piece.start >= 0.0 and piece.per_byte >= 0.0 for piece in pieces)


def test_the_section_predicts_what_was_measured(tmp_path: Path):
    times = made_times()
    machine = machine_of(times, tmp_path)
    assert [item for item in check_machine(machine) if "programming_models" in item.message] == []
    model = machine.programming_models["mpi"]
    found = PrimitiveTimes(machine.clock_hz, machine.network, model)
    for count in LENGTHS:
        assert found.seconds("communicate", nbytes=count) == pytest.approx(
            in_pieces(count), rel=1e-4
        )
        assert found.seconds("exchange", nbytes=count) == pytest.approx(
            1.5 * in_pieces(count), rel=1e-4
        )
        assert found.seconds("send", nbytes=count) == pytest.approx(1e-7, rel=1e-4)
        receive = found.seconds("receive", nbytes=count)
        assert receive == pytest.approx(5e-7 + count * 1e-9, rel=1e-4)
    for (name, processes, count), seconds in times.collectives.items():
        predicted = found.seconds(name, nbytes=count, nprocs=processes)
        assert predicted == pytest.approx(seconds, rel=1e-4)


def test_loggp_adds_up_to_a_short_message(tmp_path: Path):
    times = made_times()
    values = machine_of(times, tmp_path).programming_models["mpi"].parameters
    short = 2 * values["o_s"].value + values["L_s"].value
    assert short == pytest.approx(in_pieces(4), rel=0.01)
    assert values["g_s"].value == 5e-7
    assert values["G_s_per_byte"].value == pytest.approx(1e-10, rel=1e-4)
    assert "Made-up MPI 1.0" in values["L_s"].source


def test_the_smaller_of_two_times_stays():
    times = MessageTimes()
    times.add("h 1\np 8 3e-6\ni 8 2e-7\nj 8 3e-7\ns 1e-7\nbarrier 2 0 9e-7\nend\n")
    times.add("h 1\np 8 2e-6\nx 8 4e-6\ns 2e-7\nbarrier 2 0 8e-7\nnoise of the system\nend\n")
    assert times.round_trips == {8: 2e-6}
    assert (times.sends, times.receives, times.exchanges) == ({8: 2e-7}, {8: 3e-7}, {8: 4e-6})
    assert times.single == {"send": 1e-7}
    assert times.collectives == {("barrier", 2, 0): 8e-7}
    assert times.spread == pytest.approx(0.5)
    assert times.computers == 1


def test_what_launches_differ_by_is_uncertainty(tmp_path: Path):
    times = made_times()
    times.launches = [times.round_trips, {key: 1.2 * value for key, value in in_order(times)}]
    machine = machine_of(times, tmp_path)
    model = machine.programming_models["mpi"]
    assert model.parameters["message1_s"].uncertainty == pytest.approx(0.2, rel=0.01)
    assert model.parameters["message2_from_bytes"].uncertainty is None
    assert model.primitives["communicate"].uncertainty == pytest.approx(0.2, rel=0.01)


def test_launches_may_differ_by_hundreds(tmp_path: Path):
    times = made_times()
    times.launches = [times.round_trips, {key: 201 * value for key, value in in_order(times)}]
    model = machine_of(times, tmp_path).programming_models["mpi"]
    assert model.parameters["message1_s"].uncertainty == pytest.approx(200, rel=0.01)
    assert model.primitives["communicate"].uncertainty == pytest.approx(200, rel=0.01)


def in_order(times: MessageTimes) -> list[tuple[int, float]]:
    return sorted(times.round_trips.items())


def test_operations_that_are_not_measured_are_done_as_in_mpich(tmp_path: Path):
    found = DatabaseTimes(machine_of(made_times(), tmp_path), "mpi")
    assert found.algorithm("broadcast", 8, 4) == "formula"
    assert found.algorithm("gather", 8, 4) == "binomial"
    assert found.seconds("gather", 8.0, 4.0) > found.seconds("communicate", 8.0)


@pytest.mark.parametrize(
    ("launcher", "compiler", "part"),
    [
        ("no-such-mpirun -n 2", "true", "no program 'no-such-mpirun'"),
        ("true", "no-such-mpicc", "no program 'no-such-mpicc'"),
        ("false", "true", "'false': it failed"),
        ("true", "false", "'false': it failed"),
        ("true", "true", "cut off"),
        ("echo alone; true", "true", "cut off"),
        ("'mpirun", "true", "--mpi"),
    ],
)
def test_what_cannot_start_is_one_clear_error(
    launcher: str, compiler: str, part: str, tmp_path: Path
):
    with pytest.raises(SadError, match="SAD437") as caught:
        time_messages(launcher, compiler, tmp_path, lambda _: None)
    assert part in caught.value.diagnostic.message


def test_one_process_is_not_enough(tmp_path: Path):
    alone = tmp_path / "mpirun"
    alone.write_text("#!/bin/sh\necho alone\n")
    alone.chmod(0o755)
    with pytest.raises(SadError, match="starts one process"):
        time_messages(f"{alone} -n 1", "true", tmp_path / "work", lambda _: None)


@pytest.mark.proof
@pytest.mark.compiler
@needs(shutil.which("mpicc") and shutil.which("mpirun"), "Open MPI")
def test_a_real_mpi_gives_a_machine_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("OMPI_MCA_rmaps_base_oversubscribe", "1")
    monkeypatch.setenv("OMPI_MCA_mpi_yield_when_idle", "1")
    assert os.environ["OMPI_ALLOW_RUN_AS_ROOT"] == "1"
    told: list[float] = []
    few = "mpicc -DSLICES=2 -DMOST=5"  # processes that share cores wait long for each other
    times = time_messages("mpirun -n 2", few, tmp_path / "work", told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert times.processes == 2
    assert {name for name, _, _ in times.collectives} == set(COLLECTIVES)
    assert min(times.round_trips.values()) > 0.0
    model = machine_of(times, tmp_path).programming_models["mpi"]
    known = {"communicate", "send", "receive", "exchange", *COLLECTIVES}
    assert known == set(model.primitives)
    assert times.computers == 1
    assert len(times.launches) == 3
