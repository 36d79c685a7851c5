"""PerPreT's files become machine files that predict what PerPreT predicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.diagnostics import ExitCode
from sad.machine.check import check_machine
from sad.machine.database import get_machine
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.operation_times import OperationTimes
from tests.support.command import sad

# The nCUBE/2 and the Paragon of the thesis, section 6.1.3, in the format of section 7.3.
NCUBE = "5.35\n5.35\n0 100 0 73 0 1.67\n"
PARAGON = "100 copies\n100\n\n0 45 0 95 0 40\n"
NODES = "nodes of the Paragon\ndouble\n64 3.95\n128 4.11\n256 2.36\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def convert(comm: str = "", comp: str = "") -> str:
    arguments = ["machine", "convert", "--name", "made", "-o", "made.yaml"]
    for option, text in (("comm", comm), ("comp", comp)):
        if text:
            Path(f"{option}.perf").write_text(text)
            arguments += [f"--{option}", f"{option}.perf"]
    result = sad(*arguments)
    assert result.code == ExitCode.SUCCESS, result.err
    return Path("made.yaml").read_text()


def seconds(primitive: str, nbytes: float) -> float:
    machine = get_machine("made.yaml")
    models = machine.programming_models
    times = PrimitiveTimes(machine.clock_hz, machine.network, models["perpret"])
    return times.seconds(primitive, nbytes=nbytes)


@pytest.mark.parametrize("size", [0, 8, 8192, 1_000_000])
def test_a_message_takes_t1_to_t5(size: int):
    convert(PARAGON)
    assert seconds("communicate", size) == pytest.approx(140e-6 + 4.5e-8 * size)
    convert(NCUBE)
    assert seconds("communicate", size) == pytest.approx(173e-6 + size * (1 / 1.67e6 + 2 / 5.35e6))


def test_converted_files_are_those_of_the_database():
    convert(NCUBE)
    machine = get_machine("ncube2")
    picl = PrimitiveTimes(machine.clock_hz, machine.network, machine.programming_models["picl"])
    for name in ("communicate", "exchange", "tree_bcast", "tree_collect", "butterfly"):
        assert seconds(name, 4096) == pytest.approx(picl.seconds(name, nbytes=4096))


def test_steps_by_message_length():
    convert("0\n0\n0 100 0 73 0 1.67\n1024 120 2048 80 1024 1.5\n")
    assert seconds("send", 1023) == pytest.approx(100e-6 + 1023 / 1.67e6)
    assert seconds("send", 1024) == pytest.approx(120e-6 + 1024 / 1.5e6)
    assert seconds("receive", 2047) == pytest.approx(73e-6)
    assert seconds("receive", 2048) == pytest.approx(80e-6)


def test_lengths_below_the_first_one_are_like_it():
    convert("0\n0\n8 100 0 73 0 1.67\n1024 120 2048 80 1024 1.5\n")
    assert seconds("send", 0) == pytest.approx(100e-6)


def test_rates_by_problem_size_are_toolchains():
    convert(comp=NODES)
    machine = get_machine("made.yaml")
    assert list(machine.toolchains) == ["size-256", "size-128", "size-64"]
    for size, rate in (("size-256", 2.36e6), ("size-64", 3.95e6)):
        times = OperationTimes(machine, machine.toolchains[size])
        for operation in ("add.double", "mul.real", "div.double", "intrinsic.exp.double"):
            assert times.value(operation).value == pytest.approx(1 / rate)
        assert times.value("load.double.element1.dummy").value == 0.0


def test_one_rate_for_all_sizes():
    assert "    all-sizes:\n" in convert(comp="a node\ndouble\n0.43\n")
    machine = get_machine("made.yaml")
    times = OperationTimes(machine, machine.default_toolchain)
    assert times.value("mul.double").value == pytest.approx(1 / 0.43e6)


def test_what_is_converted_is_clean_but_for_what_perpret_does_not_model():
    convert(PARAGON, NODES)
    codes = {finding.code for finding in check_machine(get_machine("made.yaml"))}
    assert codes == {"SAD405"}
    assert all("io." in f.message for f in check_machine(get_machine("made.yaml")))


def test_a_comment_with_quotes_survives():
    comment = 'the "fast" node \\ slow'
    convert(comp=f"{comment}\ndouble\n1.0\n")
    assert get_machine("made.yaml").default_toolchain.compiler == comment


BAD = {
    "nothing in it": ("comm", "", "comm.perf:1"),
    "two lines": ("comm", "1\n1\n", "comm.perf:2"),
    "a word for a bandwidth": ("comm", "fast\n1\n0 1 0 1 0 1\n", "comm.perf:1"),
    "five values": ("comm", "1\n1\n0 1 0 1 0\n", "comm.perf:3"),
    "seven values": ("comm", "1\n1\n0 1 0 1 0 1 1\n", "comm.perf:3"),
    "a negative start-up": ("comm", "1\n1\n0 -1 0 1 0 1\n", "comm.perf:3"),
    "a link that stands": ("comm", "1\n1\n0 1 0 1 0 0\n", "comm.perf:3"),
    "lengths that fall": ("comm", "1\n1\n9 1 9 1 9 1\n0 1 0 1 0 1\n", "comm.perf:4"),
    "no data type": ("comp", "c\n64 1\n128 2\n", "comp.perf:2"),
    "no rate": ("comp", "c\ndouble\n", "comp.perf:2"),
    "a rate of 0": ("comp", "c\ndouble\n64 0\n", "comp.perf:3"),
    "rates by phase": ("comp", "double\npsize\n1.0 2.0 phase 1\n", "comp.perf:3"),
    "sizes that fall": ("comp", "c\ndouble\n64 1\n32 2\n", "comp.perf:4"),
    "not a number": ("comp", "c\ndouble\nnan\n", "comp.perf:3"),
}


@pytest.mark.parametrize("what", BAD)
def test_files_that_are_not_of_the_format(what: str):
    option, text, place = BAD[what]
    Path(f"{option}.perf").write_text(text)
    result = sad("machine", "convert", f"--{option}", f"{option}.perf", "-o", "made.yaml")
    assert result.code == ExitCode.BAD_INPUT
    assert result.err.startswith(f"{place}: error[SAD418]: ")
    assert not Path("made.yaml").exists()


def test_nothing_to_convert_and_nowhere_to_write():
    assert sad("machine", "convert").code == ExitCode.USAGE
    Path("comm.perf").write_text(NCUBE)
    result = sad("machine", "convert", "--comm", "comm.perf", "-o", "no/where.yaml")
    assert result.code == ExitCode.USAGE
    assert "cannot be written" in result.err
    assert sad("machine", "convert", "--comm", "missing.perf").code == ExitCode.BAD_INPUT
