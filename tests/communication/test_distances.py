"""Links on the way in times: partners of steps, mappings, processes without nodes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sad.communication.times import MessageTimes
from sad.diagnostics import SadError
from sad.machine.database import find_file, load_machine

TEXT = """\
schema: 1
name: m
processor: {clock_hz: 1.0, toolchains: {t: {operations_s: {add: 1.0e-6}}}}
network:
  topology: TOPOLOGY
  mapping: MAPPING
programming_models:
  mpi:
    primitives: {communicate: hops/clock_hz}
    collectives: {selection: textbook, gather: linear, scan: linear, allgather: ring}
"""
MESH = "{kind: mesh, dimensions: [4, 4]}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def times(topology: str, mapping: str = "identity", chosen: str | None = None) -> MessageTimes:
    text = TEXT.replace("TOPOLOGY", topology).replace("MAPPING", mapping)
    Path("m.yaml").write_text(text)
    return MessageTimes(load_machine("m.yaml", find_file), "mpi", chosen)


def seconds(found: MessageTimes, operation: str, nprocs: float) -> float:
    return float(found.seconds(operation, 8, nprocs))


def test_steps_are_as_long_as_their_slowest_message():
    cube = times("{kind: hypercube}")
    # a link each: partners of trees and of exchanges differ in one bit
    for operation in ("broadcast", "reduce", "allreduce", "reduce_scatter"):
        assert seconds(cube, operation, 16) == 4.0
    # dissemination: r and r + 1 differ in up to 3 bits of 8, r + 2 in 2, r + 4 in 1
    assert seconds(cube, "barrier", 8) == 3.0 + 2.0 + 1.0
    # a ring without a Gray code: its slowest link is in every step
    assert seconds(cube, "allgather", 8) == 7 * 3.0


def test_a_gray_code_makes_rings_short():
    assert seconds(times("{kind: hypercube}", "gray"), "allgather", 8) == 7.0
    assert seconds(times("{kind: hypercube}", "identity", "gray"), "allgather", 8) == 7.0


def test_one_process_with_all_others_crosses_the_mean():
    mesh = times(MESH)
    # from a corner of 4 x 4: 48 links to 15 nodes
    assert seconds(mesh, "gather", 16) == pytest.approx(15 * 48 / 15)
    # each with each: 2.5 links on average over all pairs, a node with itself among them
    assert seconds(mesh, "alltoall", 16) == pytest.approx(15 * 2.5 * 16 / 15)
    assert seconds(mesh, "scan", 16) == 15 * 4.0


def test_messages_without_partners_are_those_of_neighbours():
    mesh = times(MESH)
    assert seconds(mesh, "communicate", 16) == 1.0
    assert mesh.seconds("communicate", 8, 16, mesh.between(0, [1, 5, 15], 16)).tolist() == [1, 2, 6]
    assert seconds(times("{kind: crossbar}"), "allgather", 8) == 7.0


def test_arrays_of_processes_have_their_own_distances():
    mesh = times(MESH)
    numbers = np.array([16.0, 2.0, 1.0, np.nan, 16.0])
    found = mesh.seconds("broadcast", 8, numbers)
    # 16: ranks 8, 4, 2, 1 apart in rows of 4: two rows, one, two columns, one
    assert found[[0, 1, 2, 4]].tolist() == [6.0, 1.0, 0.0, 6.0]
    assert np.isnan(found[3])


def test_a_mapping_must_be_known():
    with pytest.raises(SadError, match="SAD422"):
        times(MESH, "identity", "snake")


def test_grids_of_processes():
    laid = times("{kind: mesh, dimensions: [4, 16]}", "row_major")
    # 2 x 8 processes: rank 8 is below rank 0
    assert laid.between([0, 0, 7], [8, 7, 8], 16, (2, 8)).tolist() == [1, 7, 8]
    with pytest.raises(SadError, match="SAD422") as caught:
        laid.between(0, 1, 25, (5, 5))
    found = caught.value.diagnostic
    assert (found.span.file, found.span.line) == ("m.yaml", 5)
    assert "a grid of 5 x 5 processes does not fit into 4 x 16 nodes" in found.message


def test_processes_need_nodes():
    mesh = times(MESH)
    assert mesh.capacity == 16
    assert mesh.room == "there are 16 nodes (m.yaml:5)"
    with pytest.raises(SadError, match="SAD420") as caught:
        mesh.seconds("broadcast", 8, np.array([4, 17]))
    found = caught.value.diagnostic
    assert (found.span.file, found.span.line) == ("m.yaml", 5)
    assert found.message == "17 processes, but this mesh 4 x 4 has 16 nodes"
    cube = times("{kind: hypercube}\n  nodes: 8", "gray")
    assert cube.between(0, 5, 6) == 3  # on node 5 ^ 2, 7
    with pytest.raises(SadError, match="which need 16 nodes in a Gray code"):
        cube.between(0, 1, 6, (2, 3, 1, 2))
