"""Networks and programming models: what primitives take, by hand and against published tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.machine.database import find_file, get_machine, load_machine
from sad.machine.networks.model import Topology
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.networks.topology import diameter

if TYPE_CHECKING:
    from sad.machine.schema import Machine

HEAD = """\
schema: 1
name: m
processor: {clock_hz: 1.0e+6, toolchains: {t: {operations_s: {add: 1.0e-6}}}}
"""
NETWORK = """\
network:
  topology: {kind: torus}
  parameters: {link_bytes_per_s: 2.0e+6, hop_s: 1.0e-6}
"""
MODELS = """\
programming_models:
  mpi:
    parameters: {setup_s: 1.0e-4}
    primitives:
      send: setup_s + bytes/link_bytes_per_s + hops*hop_s
      scatter: (nprocs - 1)*send(bytes/nprocs)
      broadcast: ceil(log2(nprocs))*send
      poll: 10/clock_hz
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def load(text: str) -> Machine:
    Path("m.yaml").write_text(text)
    return load_machine("m.yaml", find_file)


def times(machine: Machine, model: str) -> PrimitiveTimes:
    return PrimitiveTimes(machine.clock_hz, machine.network, machine.programming_models[model])


def failure(text: str) -> str:
    with pytest.raises(SadError) as caught:
        load(text)
    diagnostic = caught.value.diagnostic
    return f"{diagnostic.span.line} {diagnostic.code} {diagnostic.message}"


def test_primitives_take_what_their_formulas_say():
    mpi = times(load(HEAD + NETWORK + MODELS), "mpi")
    assert mpi.seconds("send", nbytes=1000, hops=3) == pytest.approx(1e-4 + 5e-4 + 3e-6)
    assert mpi.seconds("broadcast", nbytes=1000, nprocs=9) == pytest.approx(4 * (6e-4 + 1e-6))
    one = 1e-4 + 250 / 2e6 + 1e-6
    assert mpi.seconds("scatter", nbytes=1000, nprocs=4) == pytest.approx(3 * one)
    assert mpi.seconds("poll", nbytes=0) == pytest.approx(1e-5)
    with pytest.raises(KeyError):
        mpi.seconds("receive", nbytes=1)


WRONG = {
    "bytes": "SAD411 $.programming_models.mpi.primitives.poll: 'bytes' is no time: it "
    "yields bytes, not seconds",
    "setup_s + bytes": "SAD411 $.programming_models.mpi.primitives.poll: 'setup_s + bytes' is no "
    "time: a sum of seconds and bytes",
    "3": "SAD411 $.programming_models.mpi.primitives.poll: '3' is no time: it yields a pure "
    "number, not seconds",
    "send(hops)": "SAD411 $.programming_models.mpi.primitives.poll: 'send(hops)' is no time: send "
    "takes bytes, not a pure number",
    "setup_s +": "SAD410 $.programming_models.mpi.primitives.poll: 'setup_s +' is no formula: it "
    "ends too early",
    "setups_s": "SAD410 $.programming_models.mpi.primitives.poll: 'setups_s' has no value: no "
    "parameter setups_s (there are: broadcast, byte, bytes, clock_hz, hop_s, hops, link_bytes_per_s, "
    "nprocs, poll, scatter, send, setup_s)",
    "poll": "SAD410 $.programming_models.mpi.primitives.poll: 'poll' has no value: poll -> poll is "
    "a circle",
    "recv(bytes)": "SAD410 $.programming_models.mpi.primitives.poll: 'recv(bytes)' has no value: no "
    "function and no primitive recv",
}


@pytest.mark.parametrize("formula", WRONG)
def test_a_primitive_yields_seconds(formula: str):
    text = (NETWORK + MODELS).replace("10/clock_hz", formula)
    assert failure(HEAD + text) == f"14 {WRONG[formula]}"


def test_a_circle_through_others_is_found():
    text = MODELS.replace("10/clock_hz", "2*send").replace(
        "setup_s + bytes/link", "poll + bytes/link"
    )
    assert "send -> poll -> send is a circle" in failure(HEAD + NETWORK + text)


def test_a_parameter_stands_in_the_network_or_in_the_model():
    text = MODELS.replace("{setup_s", "{hop_s: 1.0e-6, setup_s")
    assert " SAD406 $.programming_models.mpi: hop_s is a parameter" in failure(
        HEAD + NETWORK + text
    )


def test_a_machine_that_extends_another_inherits_its_network_and_models():
    Path("base.yaml").write_text(HEAD + NETWORK + MODELS)
    head = "schema: 1\nname: derived\nextends: base\n"
    machine = load(head)
    assert times(machine, "mpi").seconds("poll", nbytes=0) == pytest.approx(1e-5)
    faster = "programming_models: {mpi: {parameters: {setup_s: 1.0e-6}}}\n"
    changed = times(load(head + faster), "mpi")
    assert changed.seconds("send", nbytes=0, hops=0) == pytest.approx(1e-6)
    assert load(head + NETWORK).programming_models == {}


# Tables 6.1 to 6.4 of the thesis follow from these times; 140 us + 45 ns a byte on the Paragon.
@pytest.mark.parametrize("size", [0, 8, 4096, 1_000_000])
def test_the_paragon_communicates_as_in_the_thesis(size: int):
    picl = times(get_machine("paragon"), "picl")
    assert picl.seconds("communicate", nbytes=size) == pytest.approx(140e-6 + 4.5e-8 * size)


def test_the_ncube_communicates_as_in_the_thesis():
    picl = times(get_machine("ncube2"), "picl")
    seconds = 100e-6 + 73e-6 + 8192 * (1 / 1.67e6 + 2 / 5.35e6)
    assert picl.seconds("communicate", nbytes=8192) == pytest.approx(seconds)


# Van Gemund, Table 1: 10^6 bytes over one link and over two, measured and simulated.
@pytest.mark.parametrize(("hops", "seconds"), [(1, 0.9), (2, 1.5)])
def test_the_transputers_transfer_as_in_the_paper(hops: int, seconds: float):
    parix = times(get_machine("t800"), "parix")
    assert round(parix.seconds("send", nbytes=1e6, hops=hops), 1) == seconds
    assert parix.seconds("send", nbytes=120, hops=3) == pytest.approx(2 * 181e-6 + 108e-6)


def test_extrap_parameters_of_the_cm5():
    extrap = times(get_machine("cm5"), "extrap")
    assert extrap.seconds("communicate", nbytes=1000) == pytest.approx(10e-6 + 118e-6)
    messages = times(get_machine("cm5"), "active-messages")
    assert messages.seconds("communicate", nbytes=16) == pytest.approx(10e-6)
    assert messages.seconds("communicate", nbytes=64) == pytest.approx(22e-6)


DIAMETERS = [
    (Topology("mesh", (4, 4)), 16, 6),
    (Topology("mesh"), 12, 5),
    (Topology("torus", (8, 8, 8)), 512, 12),
    (Topology("torus", (8, 8, 8)), 27, 6),  # a box of 3 x 3 x 3 does not wrap around
    (Topology("torus", (3, 3, 3)), 27, 3),
    (Topology("ring"), 7, 3),
    (Topology("hypercube"), 128, 7),
    (Topology("hypercube"), 5, 3),
    (Topology("fat_tree", (), 4), 64, 6),
    (Topology("fat_tree", (), 4), 65, 8),
    (Topology("crossbar"), 100, 1),
    (Topology("bus"), 1, 0),
]


@pytest.mark.parametrize(("topology", "nprocs", "hops"), DIAMETERS)
def test_diameters(topology: Topology, nprocs: int, hops: int):
    assert diameter(topology, nprocs) == hops
