"""Machine files: what extends what, cycles in seconds, and which entry an operation takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.diagnostics import SadError
from sad.machine.database import find_file, get_machine, load_machine
from sad.machine.operation_times import OperationTimes

BASE = """\
schema: 1
name: base
kind: vendor
description: a base
processor:
  name: chip
  clock_hz: 2.0e+6
  toolchains:
    plain:
      compiler: cc
      operations_s:
        add: {value: 3.0e-9, source: "a book", uncertainty: 0.25}
        load: 1.0e-9
        load.real: 2.0e-9
        load.real.element1: 4.0e-9
        mul: 5.0e-9
      operations_cycles:
        div: 4.0
        div.real: {value: 8.0, source: "the manual"}
      fallback: {sqrt: div.real, cbrt: sqrt, power: mul.real}
    other:
      operations_s: {add: 1.0}
memory:
  levels:
    - {name: L1, size_bytes: 1024, line_bytes: 32, latency_s: {value: 1.0e-9, source: x}}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE)


def load(text: str):
    Path("m.yaml").write_text(text)
    return load_machine("m.yaml", find_file)


def times_of(text: str, toolchain: str = "plain") -> OperationTimes:
    machine = load(text)
    return OperationTimes(machine, machine.toolchains[toolchain])


def failure(text: str) -> str:
    with pytest.raises(SadError) as caught:
        load(text)
    return f"{caught.value.diagnostic.code} {caught.value.diagnostic.message}"


def derived(toolchains: str = "", clock: str = "", extends: str = "base") -> str:
    text = f"schema: 1\nname: derived\nextends: {extends}\n"
    if toolchains or clock:
        text += "processor:\n" + clock
    return text + (f"  toolchains:\n{toolchains}" if toolchains else "")


LOOKUPS = {
    "add": 3e-9,
    "add.double": 3e-9,
    "add.double.whatever.follows": 3e-9,
    "load.integer.scalar.local": 1e-9,
    "load.real.scalar": 2e-9,
    "load.real.element1.dummy": 4e-9,
    "load.real.element10": 2e-9,  # a prefix ends at a dot
    "div.integer": 2e-6,
    "div.real": 4e-6,
    "sqrt": 4e-6,
    "sqrt.double": 4e-6,
    "cbrt.real": 4e-6,
    "power.real": 5e-9,
}


@pytest.mark.parametrize("operation", LOOKUPS)
def test_the_most_specific_entry_counts(operation: str):
    assert times_of(BASE).value(operation).value == pytest.approx(LOOKUPS[operation], rel=1e-15)


@pytest.mark.parametrize("operation", ["adder", "sub", "loa", "powers", "other.add"])
def test_an_operation_without_a_time_is_an_error_that_names_it(operation: str):
    with pytest.raises(SadError) as caught:
        times_of(BASE).value(operation)
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "SAD405"
    assert f"operation {operation}" in diagnostic.message
    assert "base" in diagnostic.message
    assert "plain" in diagnostic.message


def test_sources_and_uncertainties_come_along():
    times = times_of(BASE)
    assert times.value("add.real").source == "a book"
    assert times.value("add.real").uncertainty == 0.25
    assert times.value("sqrt").source == "the manual"
    assert times.value("load").uncertainty is None


def test_a_machine_that_extends_another_keeps_what_it_does_not_say():
    machine = load(derived())
    base = load_machine("base.yaml", find_file)
    assert machine.name == "derived"
    assert machine.kind == "vendor"
    assert machine.processor == "chip"
    assert machine.clock_hz == base.clock_hz
    assert machine.toolchains == base.toolchains
    assert machine.memory == base.memory
    assert machine.default_toolchain.name == "plain"


def test_a_machine_that_extends_another_changes_what_it_says():
    own = "    plain:\n      operations_s: {add: 7.0e-9, add.real: 9.0e-9}\n"
    own += "      fallback: {cbrt: add}\n"
    times = times_of(derived(own))
    assert times.value("add").value == 7e-9
    assert times.value("add.real").value == 9e-9
    assert times.value("load").value == 1e-9
    assert times.value("cbrt").value == 7e-9
    assert times.value("sqrt").value == 4e-6
    assert times.toolchain.compiler == "cc"


def test_a_new_toolchain_does_not_inherit_from_others():
    own = "    fresh:\n      operations_s: {sub: 1.0e-9}\n"
    with pytest.raises(SadError):
        times_of(derived(own), "fresh").value("add")
    assert times_of(derived(own), "other").value("add").value == 1.0


def test_cycles_are_of_the_machines_own_clock():
    own = "    plain:\n      operations_cycles: {sub: 10.0}\n"
    times = times_of(derived(own, clock="  clock_hz: 1.0e+7\n"))
    assert times.value("sub").value == pytest.approx(1e-6, rel=1e-15)


def test_chains_of_extends_are_followed():
    Path("middle.yaml").write_text(derived("    plain:\n      operations_s: {add: 8.0e-9}\n"))
    assert times_of(derived(extends="middle")).value("add").value == 8e-9


def test_a_circle_of_extends_is_an_error():
    Path("a.yaml").write_text("schema: 1\nname: a\nextends: b\n")
    Path("b.yaml").write_text("schema: 1\nname: b\nextends: a\n")
    assert failure("schema: 1\nname: m\nextends: a\n").startswith("SAD401 $.extends: there is no")


BAD_FALLBACKS = {
    "to nothing": "{sqrt: root}",
    "to itself": "{sqrt: sqrt}",
    "in a circle": "{sqrt: cbrt, cbrt: sqrt}",
    "below itself": "{sqrt: sqrt.real}",
}


@pytest.mark.parametrize("what", BAD_FALLBACKS)
def test_a_fallback_must_lead_to_a_time(what: str):
    text = BASE.replace("{sqrt: div.real, cbrt: sqrt, power: mul.real}", BAD_FALLBACKS[what])
    place = "$.processor.toolchains.plain.fallback."
    assert failure(text).startswith(f"SAD407 {place}")
    assert ": fallback of " in failure(text)


def test_seconds_and_cycles_for_one_operation_contradict():
    text = BASE.replace("        div: 4.0", "        add: 4.0")
    assert failure(text).startswith("SAD406 ")


@pytest.mark.parametrize("value", ["-1.0", ".inf", ".nan", "{value: -1.0}", "{source: x}", "fast"])
def test_a_time_must_be_a_number_that_can_be(value: str):
    assert failure(BASE.replace("mul: 5.0e-9", f"mul: {value}"))[:6] in (
        "SAD404",
        "SAD407",
        "SAD403",
    )


def test_a_file_beside_wins_over_the_database():
    Path("sparc2.yaml").write_text(BASE)
    assert get_machine("sparc2").name == "base"
