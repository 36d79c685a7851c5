"""Standard models of messages, algorithms and topologies in machine files: each error at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.diagnostics import SadError
from sad.machine.check import check_machine
from sad.machine.database import find_file, get_machine, load_machine
from sad.machine.networks.model import SELECTIONS, Rule

TEXT = """\
schema: 1
name: m
extends: sparc2
network:
  topology: {kind: mesh, dimensions: [4, 8]}
  nodes: 32
  mapping: row_major
  parameters:
    link_bytes_per_s: {value: 4.0e+7, source: a book}
programming_models:
  mpi:
    parameters: {o_s: {value: 1.0e-6, source: a book}}
    point_to_point:
      model: loggp
      L_s: {value: 5.0e-6, source: a book}
      G_s_per_byte:
        - {from_bytes: 0, value: 2.0e-9, source: a book}
        - {from_bytes: 1024, value: 1.0e-9, source: a book}
    collectives:
      selection: mpich
      source: a book
      scan: linear
      allreduce:
        - {below_bytes: 64, algorithm: ring}
        - {algorithm: rabenseifner}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def failure(text: str) -> str:
    Path("m.yaml").write_text(text)
    with pytest.raises(SadError) as caught:
        load_machine("m.yaml", find_file)
    found = caught.value.diagnostic
    return f"{found.span.line} {found.code} {found.message.removeprefix('$.')}"


ALLREDUCE = "programming_models.mpi.collectives.allreduce"
WRONG = {
    "dimensions: [4, 8]": (
        "dimensions: [4, 4]",
        "6 SAD421 network.nodes: 32 nodes, but 4 x 4 is 16",
    ),
    "nodes: 32": ("nodes: 31.5", "6 SAD407 network.nodes: 31.5 cannot be"),
    "kind: mesh, dimensions: [4, 8]": (
        "kind: dragonfly",
        "5 SAD421 network.topology: a dragonfly without dimensions",
    ),
    "kind: mesh, ": (
        "kind: ring, ",
        "5 SAD421 network.topology.dimensions: a ring has one dimension, not 2",
    ),
    "{kind: mesh, dimensions: [4, 8]}": (
        "{kind: fat_tree, arity: 1}",
        "5 SAD421 network.topology.arity: a fat_tree of degree 1",
    ),
    "mapping: row_major": ("mapping: gray", "7 SAD422 network.mapping: a mesh has no Gray code"),
    "model: loggp": (
        "model: logp",
        "16 SAD403 programming_models.mpi.point_to_point.G_s_per_byte: unknown key",
    ),
    "      model: loggp\n": (
        "",
        "14 SAD403 programming_models.mpi.point_to_point: the key model is missing",
    ),
    "    parameters: {o_s: {value: 1.0e-6, source: a book}}\n": (
        "",
        "13 SAD425 programming_models.mpi.point_to_point: the model loggp lacks o_s",
    ),
    "from_bytes: 1024": (
        "from_bytes: 0",
        "18 SAD407 programming_models.mpi.point_to_point.G_s_per_byte[1].from_bytes: 0 cannot be",
    ),
    "from_bytes: 0": (
        "from_bytes: 8",
        "17 SAD407 programming_models.mpi.point_to_point.G_s_per_byte[0].from_bytes: 8 cannot be",
    ),
    "selection: mpich": (
        "selection: lam",
        "20 SAD407 programming_models.mpi.collectives.selection: 'lam' is not known",
    ),
    "scan: linear": (
        "scan: ring",
        "22 SAD407 programming_models.mpi.collectives.scan: 'ring' is not known",
    ),
    "below_bytes: 64, ": (
        "",
        "25 SAD426 programming_models.mpi.collectives.allreduce[1]: never reached",
    ),
    "- {algorithm: rabenseifner}": (
        "- {power_of_two: true, algorithm: rabenseifner}",
        f"24 SAD426 {ALLREDUCE}: no algorithm where none of the conditions hold",
    ),
}


@pytest.mark.parametrize("old", WRONG)
def test_what_cannot_be_is_an_error_at_its_line(old: str):
    new, expected = WRONG[old]
    assert failure(changed(old, new)) == expected


def test_a_table_becomes_parameters_and_a_formula():
    Path("m.yaml").write_text(TEXT)
    model = load_machine("m.yaml", find_file).programming_models["mpi"]
    assert model.standard == "loggp"
    assert model.parameters["G2_s_per_byte"].value == 1e-9
    assert model.parameters["G2_from_bytes"].value == 1024
    assert "steps(bytes, G1_from_bytes, G1_s_per_byte, " in model.primitives["communicate"].text
    assert model.primitives["send"].busy_text == "o_s"


def test_a_machine_that_extends_another_changes_rules_one_by_one():
    Path("m.yaml").write_text(TEXT)
    head = "schema: 1\nname: derived\nextends: m\nprogramming_models:\n  mpi:\n"
    Path("d.yaml").write_text(head + "    collectives: {scan: recursive_doubling}\n")
    found = load_machine("d.yaml", find_file).programming_models["mpi"].collectives
    assert found is not None
    assert (found.selection, found.source) == ("mpich", "a book")
    assert found.rules["scan"] == (Rule("recursive_doubling"),)
    assert found.rules["allreduce"] == (Rule("ring", below_bytes=64), Rule("rabenseifner"))
    assert found.rules["broadcast"] == SELECTIONS["mpich"]["broadcast"]


def findings(text: str) -> list[str]:
    Path("m.yaml").write_text(text)
    return [
        f"{found.span.line} {found.code} {found.message.removeprefix('$.programming_models.')}"
        for found in check_machine(get_machine("m.yaml"))
    ]


ODD = {
    "value: 5.0e-6, source: a book": (
        "value: 5.0, source: a book",
        "15 SAD412 mpi.point_to_point.L_s: 5 seconds",
    ),
    "value: 1.0e-9, source: a book": (
        "value: 1.0e-9",
        "18 SAD409 mpi.point_to_point.G_s_per_byte[1]: no source",
    ),
    "      source: a book\n": ("", "20 SAD409 mpi.collectives: no source"),
}


@pytest.mark.parametrize("old", ODD)
def test_slips_are_found_at_their_place(old: str):
    assert findings(TEXT) == []
    new, expected = ODD[old]
    assert findings(changed(old, new)) == [expected]


def test_messages_that_take_no_time_are_odd():
    start, end = TEXT.index("    parameters: {o_s"), TEXT.index("    collectives:")
    nothing = "    point_to_point: {model: hockney, alpha_s: 0, beta_s_per_byte: 0}\n"
    found = findings(TEXT[:start] + nothing + TEXT[end:])
    assert "12 SAD416 mpi.point_to_point: 0 s for 8 bytes" in found


def test_algorithms_need_messages():
    start, end = TEXT.index("    parameters: {o_s"), TEXT.index("    collectives:")
    found = findings(TEXT[:start] + TEXT[end:])
    assert found == [
        "13 SAD423 mpi.collectives: the programming model mpi has no message to make operations of"
    ]
