"""`sad machine check`: each slip is found at its place, and good files give nothing."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from sad.diagnostics import ExitCode, SadError
from sad.machine.architecture import canonical_architecture, is_foreign, this_architecture
from sad.machine.check import check_machine
from sad.machine.database import get_machine
from tests.support.command import sad

TEXT = """\
schema: 1
name: m
extends: sparc2
processor:
  architecture: sparc
  clock_hz: 40.0e+6
  toolchains:
    f77:
      operations_s:
        add.real: {value: 2.0e-7, source: a book, uncertainty: 0.2}
        add.double: {value: 3.0e-7, source: a book}
        io.open: {value: 0.5, source: a disk}
      operations_cycles:
        mul.double: {value: 20.0, source: a book}
memory:
  - {name: L1, size_bytes: 1024, line_bytes: 32, latency_s: {value: 5.0e-9, source: a book}}
  - {name: TLB, entries: 64, page_bytes: 4096, latency_s: {value: 2.0e-8, source: a book}}
  - {name: L2, size_bytes: 8192, line_bytes: 32, latency_s: {value: 9.0e-9, source: a book}}
network:
  topology: {kind: ring}
  parameters:
    link_bytes_per_s: {value: 4.0e+7, source: a book}
    gap_s_per_byte: {value: 1.0e-8, source: a book}
programming_models:
  nx:
    parameters: {setup_s: {value: 45.0e-6, source: a book}}
    primitives:
      send: {formula: setup_s + bytes/link_bytes_per_s, source: a book}
"""


class Found(NamedTuple):
    """What a finding says, in parts."""

    place: str
    severity: str
    code: str
    path: str
    message: str
    hint: str

    def __str__(self) -> str:
        head = f"m.yaml:{self.place}: {self.severity}[{self.code}]: "
        return f"{head}{self.path}: {self.message}\n  hint: {self.hint}"


SLIPS = {
    "nanoseconds": (
        "value: 2.0e-7",
        "value: 3.0",
        Found(
            "10:19",
            "warning",
            "SAD408",
            "$.processor.toolchains.f77.operations_s.add.real",
            "takes 3 s",
            "a value in another unit? 3 ns is 3.0e-9",
        ),
    ),
    "seconds among cycles": (
        "value: 20.0",
        "value: 5.0e-7",
        Found(
            "14:21",
            "warning",
            "SAD408",
            "$.processor.toolchains.f77.operations_cycles.mul.double",
            "5e-07 cycles, which is 1.25e-14 s",
            "less than a picosecond, or than a fiftieth of a cycle, cannot be",
        ),
    ),
    "megahertz": (
        "clock_hz: 40.0e+6",
        "clock_hz: 40.0",
        Found(
            "6:13",
            "warning",
            "SAD413",
            "$.processor.clock_hz",
            "40 Hz is slower than any processor",
            "in Hz: 40 MHz is 4.0e+7",
        ),
    ),
    "gigahertz": (
        "clock_hz: 40.0e+6",
        "clock_hz: 3.2",
        Found(
            "6:13",
            "warning",
            "SAD413",
            "$.processor.clock_hz",
            "3.2 Hz is slower than any processor",
            "in Hz: 3.2 GHz is 3.2e+9",
        ),
    ),
    "megabytes": (
        "value: 4.0e+7",
        "value: 40.0",
        Found(
            "22:23",
            "warning",
            "SAD412",
            "$.network.parameters.link_bytes_per_s",
            "40 bytes per second",
            "MB/s? 40 MB/s is 4.0e+7",
        ),
    ),
    "bits": (
        "value: 4.0e+7",
        "value: 2.0e+12",
        Found(
            "22:23",
            "warning",
            "SAD412",
            "$.network.parameters.link_bytes_per_s",
            "2e+12 bytes per second",
            "in bits? eight bits are a byte",
        ),
    ),
    "microseconds": (
        "value: 45.0e-6",
        "value: 45.0",
        Found(
            "26:27",
            "warning",
            "SAD412",
            "$.programming_models.nx.parameters.setup_s",
            "45 seconds",
            "microseconds? 45 us is 45.0e-6",
        ),
    ),
    "microseconds a byte": (
        "value: 1.0e-8",
        "value: 0.118",
        Found(
            "23:21",
            "warning",
            "SAD412",
            "$.network.parameters.gap_s_per_byte",
            "0.118 seconds per byte",
            "us a byte? 0.118 us is 1.18e-7",
        ),
    ),
    "a latency in nanoseconds": (
        "value: 9.0e-9",
        "value: 9.0",
        Found(
            "18:61",
            "warning",
            "SAD412",
            "$.memory[2].latency_s",
            "9 s",
            "nanoseconds? 5 ns is 5.0e-9",
        ),
    ),
    "an outer cache that is smaller": (
        "size_bytes: 8192",
        "size_bytes: 512",
        Found(
            "18:5",
            "warning",
            "SAD414",
            "$.memory[2]",
            "size_bytes 512 is less than the 1024 of L1",
            "levels are listed from the processor outwards, each larger and slower",
        ),
    ),
    "an outer cache that is faster": (
        "value: 9.0e-9",
        "value: 1.0e-9",
        Found(
            "18:5",
            "warning",
            "SAD414",
            "$.memory[2]",
            "latency_s 1e-09 is less than the 5e-09 of L1",
            "levels are listed from the processor outwards, each larger and slower",
        ),
    ),
    "double faster than real": (
        "value: 3.0e-7",
        "value: 1.0e-7",
        Found(
            "11:21",
            "note",
            "SAD415",
            "$.processor.toolchains.f77.operations_s.add.double",
            "add.double takes 1e-07 s, less than add.real with 2e-07 s",
            "two values exchanged? if it is so, the source should say why",
        ),
    ),
    "no source": (
        "{value: 3.0e-7, source: a book}",
        "3.0e-7",
        Found(
            "11:21",
            "warning",
            "SAD409",
            "$.processor.toolchains.f77.operations_s.add.double",
            "no source",
            "say where the number is from: {value: ..., source: ...}",
        ),
    ),
    "a primitive without a source": (
        "formula: setup_s + bytes/link_bytes_per_s, source: a book",
        "formula: setup_s + bytes/link_bytes_per_s",
        Found(
            "28:13",
            "warning",
            "SAD409",
            "$.programming_models.nx.primitives.send",
            "no source",
            "say where the number is from: {value: ..., source: ...}",
        ),
    ),
    "percent": (
        "uncertainty: 0.2",
        "uncertainty: 20",
        Found(
            "10:64",
            "warning",
            "SAD419",
            "$.processor.toolchains.f77.operations_s.add.real.uncertainty",
            "20 times the value itself",
            "relative, one standard deviation: 20 % is 0.2",
        ),
    ),
    "a primitive that takes no time": (
        "formula: setup_s + bytes/link_bytes_per_s",
        "formula: setup_s - setup_s",
        Found(
            "28:13",
            "warning",
            "SAD416",
            "$.programming_models.nx.primitives.send",
            "0 s for 8 bytes",
            "a message takes some time",
        ),
    ),
    "a longer message that is faster": (
        "formula: setup_s + bytes/link_bytes_per_s",
        "formula: setup_s*(1 + 8*gap_s_per_byte*link_bytes_per_s/(bytes*gap_s_per_byte/setup_s))",
        Found(
            "28:13",
            "warning",
            "SAD416",
            "$.programming_models.nx.primitives.send",
            "4.5648e-05 s for 10^6 bytes, 0.081045 s for 8 bytes",
            "divided by the wrong side?",
        ),
    ),
    "a primitive without a value": (
        "formula: setup_s + bytes/link_bytes_per_s",
        "formula: setup_s/(nprocs - 16)",
        Found(
            "28:13",
            "warning",
            "SAD416",
            "$.programming_models.nx.primitives.send",
            "no value: division by zero",
            "tried with 8 bytes and 10^6 bytes, 16 processors, 2 hops",
        ),
    ),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def findings(text: str) -> list[str]:
    Path("m.yaml").write_text(text)
    return [str(finding) for finding in check_machine(get_machine("m.yaml"))]


def test_a_good_file_gives_nothing():
    assert findings(TEXT) == []


@pytest.mark.parametrize("what", SLIPS)
def test_each_slip_is_found_once_at_its_place(what: str):
    old, new, expected = SLIPS[what]
    assert TEXT.count(old) == 1
    assert findings(TEXT.replace(old, new)) == [str(expected)]


def test_several_numbers_without_a_source_are_one_finding_for_their_section():
    text = TEXT.replace(", source: a book, uncertainty: 0.2", "").replace(
        "3.0e-7, source: a book", "3.0e-7"
    )
    (finding,) = findings(text)
    assert "add.real: no source (nor have 1 more here)" in finding


def test_a_calibrated_toolchain_has_its_source_in_the_calibration():
    plain = TEXT.replace("{value: 3.0e-7, source: a book}", "3.0e-7")
    block = "      calibration: {date: d, cpu: c, compiler_version: v, kernels: 1}\n"
    calibrated = plain.replace("      operations_cycles:\n", block + "      operations_cycles:\n")
    found = findings(calibrated)
    assert [finding for finding in found if "SAD409" in finding] == []
    assert ("SAD417" in "".join(found)) == (this_architecture() != "sparc")


THROUGHPUT = """\
      throughput:
        view: optimised
        bounds_s: {issue: {any: 2.0e-10}, divide: {div: 1.0e-9}}
        latencies_s: {add: {value: 1.0e-9, source: a fit}}
        extras_s: {call: 2.0e-9}
"""


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("any: 2.0e-10", "any: 0.2", "bounds_s.issue.any"),
        ("value: 1.0e-9", "value: 1.0", "latencies_s.add"),
        ("call: 2.0e-9", "call: 2.0", "extras_s.call"),
    ],
)
def test_nanoseconds_in_the_throughput_model(old: str, new: str, path: str):
    text = TEXT.replace("      operations_cycles:\n", THROUGHPUT + "      operations_cycles:\n")
    assert findings(text) == []
    (finding,) = findings(text.replace(old, new))
    assert f"warning[SAD408]: $.processor.toolchains.f77.throughput.{path}: takes " in finding


def test_the_throughput_model_in_cycles():
    cycles = THROUGHPUT.replace("_s:", "_cycles:").replace("0e-9", "0").replace("0e-10", "0")
    text = TEXT.replace("      operations_cycles:\n", cycles + "      operations_cycles:\n")
    assert findings(text) == []
    (finding,) = findings(text.replace("call: 2.0", "call: 2.0e+9"))
    assert "throughput.extras_cycles.call: takes " in finding
    both = text.replace(
        "        extras_cycles", "        bounds_s: {issue: {any: 1.0e-9}}\n        extras_cycles"
    )
    with pytest.raises(SadError, match="given in seconds and in cycles"):
        findings(both)


def test_strict_makes_warnings_fail_and_notes_do_not():
    Path("m.yaml").write_text(TEXT.replace("value: 4.0e+7", "value: 40.0"))
    assert sad("machine", "check", "m.yaml").code == ExitCode.SUCCESS
    result = sad("machine", "check", "m.yaml", "--strict")
    assert (result.code, result.out) == (ExitCode.CHECK_FAILED, "m.yaml: 1 warning\n")
    Path("n.yaml").write_text(TEXT.replace("value: 3.0e-7", "value: 1.0e-7"))
    result = sad("machine", "check", "n.yaml", "--strict")
    assert (result.code, result.out) == (ExitCode.SUCCESS, "n.yaml: 1 note\n")


def test_one_architecture_has_one_name():
    assert canonical_architecture("AMD64") == canonical_architecture("x86_64") == "x86-64"
    assert canonical_architecture("arm64") == "aarch64"
    assert canonical_architecture("Transputer") == "transputer"


def test_a_machine_is_foreign_to_other_architectures():
    sparc = get_machine("sparc2")
    assert is_foreign(sparc, "x86_64")
    assert not is_foreign(sparc, "SPARC")
    assert is_foreign(sparc) == (this_architecture() != "sparc")
