"""docs/schema/sad-machine-1.json and the loader agree on good files and on bad ones."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from sad.diagnostics import SadError
from sad.machine.database import database_names, find_file, load_machine
from tests.support.schemas import validator

if TYPE_CHECKING:
    from pathlib import Path

VALIDATOR = validator("sad-machine-1")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

FULL = """\
schema: 1
name: full
description: everything a file can have
kind: measured
processor:
  name: chip
  architecture: AMD64
  clock_hz: 2.0e+9
  toolchains:
    plain:
      compiler: cc
      flags: -O
      model: additive
      operations_s: {add: {value: 3.0e-9, source: "a book", uncertainty: 0.25}}
      operations_cycles: {mul: 3.0}
      fallback: {sqrt: mul}
      calibration:
        date: 2026-01-31
        cpu: chip
        compiler_version: cc 1.0
        kernels: 150
        canary_s: 1.0e-7
        residual_quantiles: {0.05: 0.8, 0.5: 1.0, 0.95: 1.3}
        covered: [add, load.double]
memory:
  - {name: L1, size_bytes: 1024, line_bytes: 32, latency_s: 1.0e-9, sequential_s_per_line: 1.0e-9}
  - {name: TLB, entries: 64, page_bytes: 4096, latency_s: 2.0e-8}
network:
  name: wires
  topology: {kind: mesh, dimensions: [4, 4]}
  nodes: 16
  mapping: row_major
  parameters: {link_bytes_per_s: 1.0e+6, hop_s: {value: 1.0e-6, source: x}, packet_bytes: 64}
programming_models:
  mpi:
    description: a library
    parameters: {setup_s: 1.0e-4}
    primitives:
      send: setup_s + bytes/link_bytes_per_s + hops*hop_s
      broadcast: {formula: ceil(log2(nprocs))*send, source: tree, uncertainty: 0.2}
      receive: {formula: setup_s + 64*byte/link_bytes_per_s, busy: setup_s}
    collectives:
      selection: mpich
      source: a paper
      scan: linear
      barrier: {algorithm: dissemination}
      allreduce:
        - {below_bytes: 2048, power_of_two: true, algorithm: recursive_doubling}
        - {below_total_bytes: 8192, below_processes: 8, algorithm: ring}
        - {algorithm: rabenseifner}
  other:
    point_to_point:
      model: hockney
      alpha_s: {value: 1.0e-6, source: measured}
      beta_s_per_byte:
        - {from_bytes: 0, value: 1.0e-9, source: measured, uncertainty: 0.1}
        - {from_bytes: 1024, value: 5.0e-10}
"""

BAD = {
    "no schema": ("schema: 1\n", ""),
    "another schema": ("schema: 1\n", "schema: 2\n"),
    "no name": ("name: full\n", ""),
    "an empty name": ("name: full\n", 'name: ""\n'),
    "an unknown section": ("kind: measured", "kinds: measured"),
    "an unknown kind": ("kind: measured", "kind: guessed"),
    "no clock": ("  clock_hz: 2.0e+9\n", ""),
    "a clock that stands": ("clock_hz: 2.0e+9", "clock_hz: 0"),
    "a clock that is text": ("clock_hz: 2.0e+9", "clock_hz: fast"),
    "a number that is text for YAML": (
        "operations_cycles: {mul: 3.0}",
        "operations_cycles: {mul: 3e0}",
    ),
    "a negative time": ("operations_cycles: {mul: 3.0}", "operations_cycles: {mul: -3.0}"),
    "a time that is a list": ("operations_cycles: {mul: 3.0}", "operations_cycles: {mul: [3.0]}"),
    "a value without a number": ("{value: 3.0e-9, source", "{source"),
    "an unknown key beside a value": ("uncertainty: 0.25", "certainty: 0.25"),
    "a negative uncertainty": ("uncertainty: 0.25", "uncertainty: -0.25"),
    "an unknown model": ("model: additive", "model: linear"),
    "an unknown key of a toolchain": ("flags: -O", "flag: -O"),
    "a fallback to a mapping": ("fallback: {sqrt: mul}", "fallback: {sqrt: {to: mul}}"),
    "a calibration without a date": ("        date: 2026-01-31\n", ""),
    "a calibration without kernels": ("        kernels: 150\n", ""),
    "a canary that is text": ("canary_s: 1.0e-7", "canary_s: fast"),
    "a quantile outside 0 to 1": ("{0.05: 0.8, 0.5: 1.0, 0.95: 1.3}", "{5: 0.8}"),
    "a ratio of 0": ("{0.05: 0.8, 0.5: 1.0, 0.95: 1.3}", "{0.05: 0}"),
    "operations covered that are no list": ("[add, load.double]", "add"),
    "a level without a size": ("size_bytes: 1024, ", ""),
    "a level of size 0": ("size_bytes: 1024", "size_bytes: 0"),
    "an unknown key of a level": ("sequential_s_per_line", "sequential_s"),
    "a TLB without pages": ("page_bytes: 4096, ", ""),
    "a TLB with a size": ("entries: 64", "entries: 64, size_bytes: 4096"),
    "memory that is text": ("memory:\n", "memory: much\nunused:\n"),
    "a network without a topology": ("  topology: {kind: mesh, dimensions: [4, 4]}\n", ""),
    "an unknown topology": ("kind: mesh", "kind: spiral"),
    "half a row of a mesh": ("[4, 4]", "[4, 1.5]"),
    "a hypercube with dimensions": ("kind: mesh", "kind: hypercube"),
    "no nodes": ("nodes: 16", "nodes: 0"),
    "a bandwidth of 0": ("link_bytes_per_s: 1.0e+6", "link_bytes_per_s: 0"),
    "a parameter named as an argument": ("hop_s: {", "hops: {"),
    "a parameter that is no name": ("packet_bytes: 64", "packet-bytes: 64"),
    "a primitive without a formula": ("formula: ceil(log2(nprocs))*send, ", ""),
    "an unknown key of a primitive": ("source: tree", "origin: tree"),
    "an unknown key of a programming model": ("    description: a library\n", "    about: it\n"),
    "an unknown mapping": ("mapping: row_major", "mapping: snake"),
    "a mesh with a Gray code": ("mapping: row_major", "mapping: gray"),
    "a ring of two dimensions": ("kind: mesh", "kind: ring"),
    "a dragonfly of two dimensions": ("kind: mesh", "kind: dragonfly"),
    "an unknown model of messages": ("model: hockney", "model: bockney"),
    "a parameter of another model": (
        "      alpha_s: {value",
        "      o_s: 0.0\n      alpha_s: {value",
    ),
    "a table that has no values": ("{from_bytes: 1024, value: 5.0e-10}", "{from_bytes: 1024}"),
    "a table that has no lengths": ("{from_bytes: 1024, value: 5.0e-10}", "{value: 5.0e-10}"),
    "an unknown selection": ("selection: mpich", "selection: lam"),
    "an unknown operation of all": ("scan: linear", "exscan: linear"),
    "an unknown algorithm": ("scan: linear", "scan: bruck"),
    "an unknown condition": ("power_of_two: true", "power_of_three: true"),
    "a limit of 0": ("below_bytes: 2048", "below_bytes: 0"),
    "a rule without an algorithm": ("{algorithm: dissemination}", "{below_bytes: 8}"),
    "a parameter named as a constant": ("hop_s: {", "byte: {"),
}


def with_text_keys(node: Any) -> Any:
    """What YAML reads as JSON has it: keys are text, and so are dates."""
    if isinstance(node, dict):
        return {str(key): with_text_keys(value) for key, value in node.items()}
    if isinstance(node, list):
        return [with_text_keys(item) for item in node]
    return node if isinstance(node, str | int | float | None) else str(node)


def from_yaml(text: str) -> Any:
    return with_text_keys(yaml.load(text, Loader=_LOADER))


def is_valid(text: str) -> bool:
    return VALIDATOR.is_valid(from_yaml(text))


def is_read(text: str, folder: Path) -> bool:
    path = folder / "machine.yaml"
    path.write_text(text)
    try:
        load_machine(str(path), find_file)
    except SadError:
        return False
    return True


@pytest.mark.parametrize("name", database_names())
def test_every_machine_of_the_database_is_valid(name: str):
    text = resources.files("machine_db").joinpath(f"{name}.yaml").read_text()
    errors = VALIDATOR.iter_errors(from_yaml(text))
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_a_file_with_everything_is_valid_for_both(tmp_path: Path):
    assert is_valid(FULL)
    assert is_read(FULL, tmp_path)


@pytest.mark.parametrize("what", BAD)
def test_bad_files_are_bad_for_both(what: str, tmp_path: Path):
    old, new = BAD[what]
    assert FULL.count(old) == 1
    text = FULL.replace(old, new)
    assert (is_valid(text), is_read(text, tmp_path)) == (False, False)


def test_neither_processor_nor_base_is_bad_for_both(tmp_path: Path):
    text = "schema: 1\nname: empty\n"
    assert (is_valid(text), is_read(text, tmp_path)) == (False, False)
