"""A stub file given as source: a model of the procedures it describes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.reading.from_stubs import STUBS
from sad.reading.readers import READERS, reader_of
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

STUB = """\
schema: 1
stubs:
  SWEEP:
    arguments: [N integer, M integer, A double array]
    writes: [A]
    operations: {add.double: N*M, mul.double: 2*N}
"""
CALLER = """\
      PROGRAM MAIN
      DOUBLE PRECISION A(1000)
      READ (*,*) N, M
      CALL SWEEP(N, M, A)
      END
"""


def seconds(*arguments: str) -> float:
    result = sad("analyze", *arguments, "--machine", "sparc2", "--format", "json", "--no-cache")
    assert result.code == 0, result.err
    unit = next(item for item in json.loads(result.out)["units"] if item["name"] == "SWEEP")
    return unit["seconds"]["value"]


def test_it_costs_what_a_call_of_it_costs(tmp_path: Path):
    stub, caller = tmp_path / "own.yaml", tmp_path / "main.f"
    stub.write_text(STUB)
    caller.write_text(CALLER)
    values = ("--set", "N=7", "--set", "M=11")
    alone = seconds(str(stub), "--entry", "SWEEP", *values)
    called = seconds(str(caller), "--stub", str(stub), *values)
    assert alone == called > 0


def test_options_about_source_are_refused(tmp_path: Path):
    stub = tmp_path / "own.yaml"
    stub.write_text(STUB)
    result = sad("analyze", stub, "--stub", "blas")
    assert result.code == 2
    assert "SAD601" in result.err
    assert "--stub does not change a stub file" in result.err


def test_other_yaml_is_no_stub_file(tmp_path: Path):
    other = tmp_path / "other.yaml"
    other.write_text("schema: 1\nphases: []\n")
    assert reader_of((str(other),)) is READERS[-1]
    assert not STUBS.accepts((str(tmp_path / "missing.yaml"),))
    assert "SAD105" in sad("analyze", other).err
