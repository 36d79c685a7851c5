"""Seconds of messages: formulas, what is derived, standard models, errors at their place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.communication.times import MessageTimes, model_for
from sad.diagnostics import SadError
from sad.machine.database import find_file, get_machine, load_machine

if TYPE_CHECKING:
    from sad.machine.schema import Machine

HEAD = """\
schema: 1
name: m
processor: {clock_hz: 1.0e+6, toolchains: {t: {operations_s: {add: 1.0e-6}}}}
network:
  topology: {kind: ring}
  nodes: 16
programming_models:
  mpi:
"""
HOCKNEY = "    point_to_point: {model: hockney, alpha_s: 1.0e-5, beta_s_per_byte: 1.0e-8}\n"
LOGGP = "    point_to_point: {model: loggp, L_s: 5.0e-6, o_s: 2.0e-6, G_s_per_byte: 1.0e-9}\n"
LOGP = (
    "    point_to_point: {model: logp, L_s: 6.0e-6, o_s: 2.0e-6, g_s: 4.0e-6, packet_bytes: 16}\n"
)
PERPRET = """\
    parameters: {send_setup_s: 1.0e-4, copy_in_bytes_per_s: 5.0e+6}
    point_to_point:
      model: perpret
      receive_setup_s: 7.0e-5
      link_bytes_per_s:
        - {from_bytes: 0, value: 1.0e+6, source: "made up"}
        - {from_bytes: 1024, value: 2.0e+6, source: "made up"}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def load(model: str, nodes: int = 16) -> Machine:
    Path("m.yaml").write_text(HEAD.replace("nodes: 16", f"nodes: {nodes}") + model)
    return load_machine("m.yaml", find_file)


def times(model: str) -> MessageTimes:
    return MessageTimes(load(model), "mpi")


def test_hockney_is_a_line_and_keeps_the_processor():
    found = times(HOCKNEY)
    sizes = np.array([0.0, 8.0, 1e6])
    line = 1e-5 + 1e-8 * sizes
    for name in ("communicate", "send", "receive", "exchange"):
        assert found.seconds(name, sizes) == pytest.approx(line)
        assert found.busy(name, sizes) == pytest.approx(line)


def test_loggp_keeps_the_processor_for_its_overheads():
    found = times(LOGGP)
    sizes = np.array([0.0, 1.0, 1001.0])
    assert found.seconds("communicate", sizes) == pytest.approx([9e-6, 9e-6, 10e-6])
    assert found.seconds("send", sizes) == pytest.approx([2e-6, 2e-6, 3e-6])
    assert found.busy("send", sizes) == pytest.approx([2e-6] * 3)
    assert found.busy("receive", sizes) == pytest.approx([2e-6] * 3)
    assert found.busy("communicate", sizes) == pytest.approx([4e-6] * 3)


def test_logp_sends_packets():
    found = times(LOGP)
    sizes = np.array([0.0, 16.0, 17.0, 64.0])
    assert found.seconds("communicate", sizes) == pytest.approx([10e-6, 10e-6, 14e-6, 22e-6])
    assert found.busy("send", sizes) == pytest.approx([2e-6, 2e-6, 4e-6, 8e-6])
    # the same as the formula of the CM-5's active messages
    other = MessageTimes(get_machine("cm5"), "active-messages")
    assert found.seconds("communicate", sizes[1:]) == pytest.approx(
        other.seconds("communicate", sizes[1:])
    )


def test_perpret_adds_five_times_and_leaves_the_link_to_itself():
    found = times(PERPRET)
    sizes = np.array([8.0, 1023.0, 1024.0, 5000.0])
    link = sizes / np.where(sizes < 1024, 1e6, 2e6)
    copy = sizes / 5e6
    assert found.seconds("send", sizes) == pytest.approx(1e-4 + copy + link)
    assert found.seconds("receive", sizes) == pytest.approx([7e-5] * 4)
    assert found.seconds("communicate", sizes) == pytest.approx(1.7e-4 + copy + link)
    assert found.busy("send", sizes) == pytest.approx(1e-4 + copy)
    assert found.busy("communicate", sizes) == pytest.approx(1.7e-4 + copy)


def test_a_message_without_a_receive_is_its_send():
    found = times("    primitives: {send: hops*10/clock_hz + 1/clock_hz}\n")
    assert found.seconds("communicate", 1, hops=np.array([1, 3])) == pytest.approx([1.1e-5, 3.1e-5])
    assert found.algorithm("communicate", 1, 2) == "send"
    assert not found.knows("broadcast")


def test_operations_of_all_take_no_time_among_one():
    found = times(HOCKNEY + "    collectives: {selection: mpich}\n")
    for name in ("broadcast", "allreduce", "scan", "barrier", "allgather", "reduce_scatter"):
        assert found.seconds(name, 1e6, np.array([1.0]))[0] == 0.0
        assert found.seconds(name, 1e6, np.array([2.0]))[0] > 0.0


def test_a_formula_wins_over_an_algorithm():
    text = HOCKNEY + (
        "    primitives: {broadcast: 3*communicate}\n"
        "    collectives: {selection: mpich, reduce: linear}\n"
    )
    found = times(text)
    assert found.seconds("broadcast", 0, 16.0) == pytest.approx(3e-5)
    assert found.algorithm("broadcast", 0, 16) == "formula"
    assert found.seconds("reduce", 0, 16.0) == pytest.approx(15e-5)
    assert found.algorithm("allreduce", 2048, 16) == "recursive_doubling"
    assert found.algorithm("allreduce", 2049, 16) == "rabenseifner"


def test_what_is_not_known_stays_unknown():
    found = times(HOCKNEY + "    collectives: {selection: mpich}\n")
    values = found.seconds("allgather", np.array([1.0, np.nan, 1.0]), np.array([4.0, 4.0, np.nan]))
    assert np.isnan(values).tolist() == [False, True, True]


@pytest.mark.parametrize(
    ("primitive", "nprocs", "expected"),
    [
        ("broadcast", 4, "9 SAD423 the programming model mpi has no broadcast"),
        ("put", 4, "9 SAD423 the programming model mpi has no put"),
        ("communicate", 17, "5 SAD420 17 processes, but this ring has 16 nodes"),
    ],
)
def test_what_cannot_be_had_is_an_error(primitive: str, nprocs: int, expected: str):
    found = times(HOCKNEY)
    with pytest.raises(SadError) as caught:
        found.seconds(primitive, 8, nprocs)
    diagnostic = caught.value.diagnostic
    said = f"{diagnostic.span.line} {diagnostic.code} {diagnostic.message}"
    assert said == expected
    assert diagnostic.span.file == "m.yaml"


def test_a_formula_without_a_value_names_the_point():
    found = times("    primitives: {communicate: bytes/(nprocs - 4)/byte/clock_hz}\n")
    with pytest.raises(SadError, match="SAD427") as caught:
        found.seconds("communicate", 8, np.array([2.0, 4.0]))
    assert "no value for 8 bytes and 4 processes" in caught.value.diagnostic.message


def test_a_programming_model_must_be_there():
    with pytest.raises(SadError, match="SAD424"):
        MessageTimes(load(HOCKNEY), "pvm")
    with pytest.raises(SadError, match="SAD424"):
        model_for(get_machine("sparc2"), "mpi")
    assert model_for(get_machine("paragon"), "nx") == "nx"
    assert model_for(get_machine("paragon"), "mpi") == "picl"
