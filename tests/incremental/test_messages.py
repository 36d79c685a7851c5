"""Messages by way of the cache are those from scratch, whatever was edited in between."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.algebra.text import formula
from sad.diagnostics import Diagnostics, SadError
from sad.incremental.program import load_incremental
from sad.incremental.store import Store
from sad.loading.describe import load_description
from sad.model.walks.terms import CallTerm, MessageTerm, all_terms
from sad.reading.loaded import Wanted
from sad.reading.options import Reading
from tests.incremental.compare import looked_at
from tests.incremental.edits import Program

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.model.nodes import UnitDescription

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"
PROGRAMS = [
    (name, suffix)
    for name in ("ring", "heat2d", "split", "ringpvm", "ringexp")
    for suffix in ("f", "c")
]

GROUPS = {
    "main.f": """\
      PROGRAM MAIN
      INCLUDE 'mpif.h'
      INTEGER IERR, IC, IR, ME, NP
      COMMON /GRID/ IGRID
      CALL MPI_INIT(IERR)
      CALL SETUP(MPI_COMM_WORLD, 2, IC, ME, NP)
      CALL SETUP(MPI_COMM_WORLD, 3, IR, ME, NP)
      CALL SUM(IC, ME)
      CALL SUM(IR, NP)
      CALL LAYOUT
      CALL SWAP(IGRID)
      END
""",
    "setup.f": """\
      SUBROUTINE SETUP(IC, K, INEW, ME, NP)
      INCLUDE 'mpif.h'
      INTEGER IC, K, INEW, ME, NP
      CALL MPI_COMM_RANK(IC, ME, IERR)
      CALL MPI_COMM_SPLIT(IC, MOD(ME, K), ME, INEW, IERR)
      CALL MPI_COMM_SIZE(INEW, NP, IERR)
      END
      SUBROUTINE LAYOUT
      INCLUDE 'mpif.h'
      COMMON /GRID/ IGRID
      INTEGER DIMS(2)
      LOGICAL PER(2)
      DIMS(1) = 0
      DIMS(2) = 2
      PER(1) = .TRUE.
      PER(2) = .FALSE.
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      CALL MPI_DIMS_CREATE(NP, 2, DIMS, IERR)
      CALL MPI_CART_CREATE(MPI_COMM_WORLD, 2, DIMS, PER, .TRUE.,
     &                     IGRID, IERR)
      END
""",
    "work.f": """\
      SUBROUTINE SUM(IC, K)
      INCLUDE 'mpif.h'
      DOUBLE PRECISION A(100), S(100)
      CALL MPI_COMM_RANK(IC, ME, IERR)
      CALL MPI_REDUCE(A, S, K + ME, MPI_DOUBLE_PRECISION, MPI_SUM, 0,
     &                IC, IERR)
      END
      SUBROUTINE SWAP(IC)
      INCLUDE 'mpif.h'
      DOUBLE PRECISION A(100)
      INTEGER STATUS(MPI_STATUS_SIZE)
      CALL MPI_CART_SHIFT(IC, 0, 1, IS, ID, IERR)
      CALL MPI_SENDRECV_REPLACE(A, 50, MPI_DOUBLE_PRECISION, ID, 1,
     &                          IS, 1, IC, STATUS, IERR)
      CALL SUM(IC, 7)
      END
""",
}


def _said(units: Iterable[UnitDescription]) -> list[str]:
    """All messages of all units, and what the units' calls bind."""
    found: list[str] = []
    for unit in units:
        parameters = sorted(f"{item.symbol} {item.reason}" for item in unit.parameters)
        found.append(f"{unit.name}: {', '.join(parameters)}")
        for term in all_terms(unit.tree):
            if isinstance(term, CallTerm):
                bound = (f"{name} = {formula(v)}" for name, v in term.call.bindings.items())
                found.append(f"call {term.call.name}: {', '.join(bound)}")
            if isinstance(term, MessageTerm):
                message = term.message
                values = ", ".join(map(formula, message.formulas()))
                found.append(f"{message.id} {message.primitive} {values}")
    return found


def _from_scratch(reading: Reading) -> list[str] | None:
    try:
        return _said(load_description(reading).description.units)
    except SadError:
        return None


def _by_cache(reading: Reading, folder: Path) -> tuple[list[str] | None, list[str]]:
    """Return the messages, and the units that were analysed."""
    store = Store(folder, Diagnostics())
    try:
        with looked_at() as names:
            loaded = load_incremental(reading, store, Diagnostics(), wanted=Wanted())
        assert loaded is not None
        found = loaded[0]
        return _said(map(found.description, found.units)), names
    except SadError:
        return None, []
    finally:
        store.close()


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "suffix"), PROGRAMS)
def test_random_edits_of_the_corpus(name: str, suffix: str, tmp_path: Path) -> None:
    folder = tmp_path / "program"
    folder.mkdir()
    shutil.copy(CORPUS / name / f"source.{suffix}", folder)
    _edit(Program(folder, Reading((str(folder),))), tmp_path / "cache", 6)


def test_random_edits_of_communicators_between_files(tmp_path: Path) -> None:
    _edit(_groups(tmp_path / "program"), tmp_path / "cache", 30)


def _groups(folder: Path) -> Program:
    folder.mkdir()
    for file, text in GROUPS.items():
        (folder / file).write_text(text)
    return Program(folder, Reading((str(folder),)))


def _edit(program: Program, cache: Path, times: int) -> None:
    for number in range(times):
        said = program.edit(random.Random(number)) if number else "nothing"
        found, _ = _by_cache(program.reading, cache)
        assert found == _from_scratch(program.reading), f"edit {number}: {said}"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("setup.f", "MOD(ME, K)", "ME/K"),
        ("setup.f", "DIMS(2) = 2", "DIMS(2) = 3"),
        ("setup.f", "PER(1) = .TRUE.", "PER(1) = .FALSE."),
        ("work.f", "CALL MPI_CART_SHIFT(IC, 0", "CALL MPI_CART_SHIFT(IC, 1"),
        ("work.f", "K + ME", "K - ME"),
    ],
)
def test_an_edit_of_what_makes_or_asks(file: str, old: str, new: str, tmp_path: Path) -> None:
    program = _groups(tmp_path / "program")
    before, _ = _by_cache(program.reading, tmp_path / "cache")
    path = program.folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    after, _ = _by_cache(program.reading, tmp_path / "cache")
    assert after == _from_scratch(program.reading) != before


def test_nothing_is_analysed_again_without_an_edit(tmp_path: Path) -> None:
    program = _groups(tmp_path / "program")
    first, analysed = _by_cache(program.reading, tmp_path / "cache")
    again, nothing = _by_cache(program.reading, tmp_path / "cache")
    assert first == again
    assert sorted(analysed) == ["LAYOUT", "MAIN", "SETUP", "SUM", "SWAP"]
    assert nothing == []
