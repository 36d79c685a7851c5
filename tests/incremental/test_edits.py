"""Results by way of the cache are those from scratch, whatever was edited in between."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import Diagnostics
from sad.incremental.program import Described, Incremental, load_incremental
from sad.incremental.store import Store
from sad.reading.loaded import Wanted
from tests.incremental.compare import by_cache, from_scratch, looked_at
from tests.incremental.made import MADE, made

if TYPE_CHECKING:
    from pathlib import Path

    from sad.model.nodes import UnitDescription
    from tests.incremental.edits import Program


@pytest.mark.parametrize("name", MADE)
def test_random_edits(name: str, tmp_path: Path) -> None:
    program = made(name, tmp_path / name)
    for number in range(8):
        said = program.edit(random.Random(number)) if number else "nothing"
        kept = by_cache(program.reading, tmp_path / "cache")
        assert kept is not None
        assert kept == from_scratch(program.reading), f"edit {number}: {said}"


EDITS = {
    "an include file": ("size.inc", "LEN0 = 12", "LEN0 = 13"),
    "a load-time value of COMMON": ("norms.f", "/40, 7,", "/41, 7,"),
    "a function's value for constants": ("norms.f", "KODD = 2", "KODD = 5"),
    "what a callee leaves in its argument": ("steps.f", "K = K/2", "K = K/3"),
    "places in COMMON": ("steps.f", "COMMON /PAR/ NX, NY, FAST", "COMMON /PAR/ NZ, NX, NY"),
    "a stub": ("own.yaml", "2*N", "3*N"),
    "a procedure passed on": ("main.F", "APPLY (STEP", "APPLY (SWEEP"),
    "what calls in a loop do to the callee": ("main.F", "CALL NORM2", "IF (NIT.GT.1) CALL NORM"),
    "a stop far below": ("norms.f", "STOP", "RETURN"),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_that_matters_elsewhere(what: str, tmp_path: Path) -> None:
    file, old, new = EDITS[what]
    program = made("fortran", tmp_path / "program")
    before = by_cache(program.reading, tmp_path / "cache")
    path = program.folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    after = by_cache(program.reading, tmp_path / "cache")
    assert after == from_scratch(program.reading)
    assert after != before


def test_a_macro_given_on_the_command_line(tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    before = by_cache(program.reading, tmp_path / "cache")
    twice = replace(program.reading, defines={"TWICE": "1"})
    assert by_cache(twice, tmp_path / "cache") == from_scratch(twice) != before


def test_an_include_file_that_now_comes_first(tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    text = (program.folder / "size.inc").read_text()
    (program.folder / "size.inc").unlink()
    for folder, size in (("near", 12), ("far", 20)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "size.inc").write_text(text.replace("12", str(size)))
    reading = replace(program.reading, include=(str(tmp_path / "near"), str(tmp_path / "far")))
    first = by_cache(reading, tmp_path / "cache")
    (tmp_path / "near" / "size.inc").unlink()
    assert by_cache(reading, tmp_path / "cache") == from_scratch(reading) != first
    (program.folder / "size.inc").write_text(text)
    assert by_cache(reading, tmp_path / "cache") == from_scratch(reading) == first


def _analysed(program: Program, cache: Path) -> list[str]:
    """Run; return the units that were analysed."""
    diagnostics = Diagnostics()
    store = Store(cache, diagnostics)
    with looked_at() as names:
        assert load_incremental(program.reading, store, diagnostics, wanted=Wanted()) is not None
    store.close()
    return names


def test_only_what_changed_is_analysed(tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    assert len(_analysed(program, tmp_path / "cache")) == 13
    assert _analysed(program, tmp_path / "cache") == []
    path = program.folder / "norms.f"
    path.write_text(path.read_text().replace("      S = 1.0D0\n", "!\n      S = 2.0D0\n"))
    found = _analysed(program, tmp_path / "cache")
    assert set(found) == {"NORM", "KBLOCK", "KODD", "STOPIT", "TREE", "LEAF", "INIT"}


def test_a_file_that_changes_during_a_run_leaves_nothing_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = made("fortran", tmp_path / "program")
    path = program.folder / "norms.f"
    text = path.read_text()
    first = from_scratch(program.reading)
    whole = Incremental.description

    def saved_meanwhile(self: Incremental, unit: Described) -> UnitDescription:
        if path.read_text() == text:
            path.write_text(text.replace("ABS(A(I))", "ABS(A(I)*2)"))
        return whole(self, unit)

    with monkeypatch.context() as patch:
        patch.setattr(Incremental, "description", saved_meanwhile)
        by_cache(program.reading, tmp_path / "cache")
    assert path.read_text() != text
    path.write_text(text)
    assert by_cache(program.reading, tmp_path / "cache") == first
