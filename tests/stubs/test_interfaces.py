"""Stubs have the interfaces of the reference sources: arguments, types, results, what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.stubs.library import get_stubs

if TYPE_CHECKING:
    from pathlib import Path

CALLED = ("scabs1", "dcabs1")  # what the BLAS call besides each other


def found(folder: Path, name: str) -> list[Path]:
    return list(folder.glob(f"{name.lower()}.f")) + list(folder.glob(f"{name.lower()}.f90"))


@pytest.mark.realcode
@pytest.mark.parametrize("library", ["blas", "lapack"])
def test_interfaces_are_those_of_the_source(library: str, lapack: Path):
    folders = [lapack / "BLAS" / "SRC", lapack / "SRC", lapack / "INSTALL"]
    stubs = get_stubs(library)
    files = {
        name: file for name in stubs for folder in reversed(folders) for file in found(folder, name)
    }
    assert len(files) > 0.95 * len(stubs)
    more = [lapack / "BLAS" / "SRC" / f"{name}.f" for name in CALLED]
    paths = [str(file) for file in (*files.values(), *more)]
    program = read_program(paths, SourceOptions(), Diagnostics())
    analysis = analyse(program)
    units = {unit.name: unit for unit in program.units}
    for name in files:
        unit, stub = units[name], stubs[name]
        theirs = [unit.symbols[dummy] for dummy in unit.dummies]
        assert [(item.type, bool(item.dimensions)) for item in theirs] == [
            (item.type, item.is_array) for item in stub.arguments
        ], name
        result = None if unit.result is None else unit.symbols[unit.result].type
        assert result == stub.result, name
        if library == "blas":
            written = analysis.effects.of(unit).written
            places = [place for place, dummy in enumerate(unit.dummies) if dummy in written]
            said = [place for place, item in enumerate(stub.arguments) if item.name in stub.written]
            assert places == said, name
