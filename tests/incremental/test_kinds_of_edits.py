"""Edits of each kind, and entries that are lost: results are those from scratch."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from sad.checks.cached_state import cached_state
from sad.checks.costs.source_text import SourceText
from sad.diagnostics import Diagnostics
from sad.incremental.cache import opened
from sad.incremental.sources import StaleEntry
from tests.incremental.compare import by_cache, from_scratch
from tests.incremental.made import made

if TYPE_CHECKING:
    from pathlib import Path

    from tests.incremental.edits import Program


@pytest.fixture(name="program")
def alone(tmp_path: Path) -> Program:
    program = made("alone", tmp_path / "program")
    _written(program.folder / "size.inc", (program.folder / "size.inc").read_text())
    norms = program.folder / "norms.f"
    first, mark, asked = norms.read_text().partition("      INTEGER FUNCTION KBLOCK")
    asked, other, last = asked.partition("      SUBROUTINE STOPIT")
    norms.write_text(f"{first}{other}{last}")
    (program.folder / "asked.f").write_text(f"{mark}{asked}")
    return program


def _written(path: Path, text: str) -> None:
    """Write a file, a while ago: what includes one that was written just now is not kept."""
    path.write_text(text)
    os.utime(path, (1e9, 1e9))


EDITS = {
    "a body": ("steps.f", "A(I) + 0.5D0", "A(I) + 0.5D0*A(1)"),
    "a comment that moves all lines": (
        "steps.f",
        "      SUBROUTINE STEP",
        "*\n      SUBROUTINE STEP",
    ),
    "a comment in a main program": ("main.F", "      NB =", "!\n      NB ="),
    "a new loop": ("steps.f", "      NY = NY + 1\n", "      DO 3 L = 1, N\n    3 NY = NY + 1\n"),
    "a bound": ("norms.f", "      DO 10 I = 1, N\n   10 S", "      DO 10 I = 2, N\n   10 S"),
    "a condition": ("steps.f", "      K = K/2", "      IF (K .GT. 9) K = K/2"),
    "what a callee leaves in its argument": ("steps.f", "K = K/2", "K = K/3"),
    "what a callee writes": ("norms.f", "   10 S = S + A(I)**2", "   10 A(I) = A(I)**2"),
    "an include file": ("size.inc", "LEN0 = 12", "LEN0 = 13"),
    "one unit of a circle": ("norms.f", "   10 CALL TREE (I, K)", "   10 CALL TREE (I + 1, K)"),
    "something that stops": ("norms.f", "IF (I .GT. 1000) STOP", "IF (I .GT. 1000) I = 3"),
    "what is never used of COMMON": ("steps.f", "NY, FAST", "NY, FAST, NZ"),
    "its type": ("steps.f", "      LOGICAL FAST\n", "      INTEGER FAST\n"),
    "a message": (
        "steps.f",
        "      NY = NY + 1\n",
        "      NY = NY + 1\n      FORALL (I=1:3) A(I)=1\n",
    ),
    "the names of COMMON": ("steps.f", "COMMON /PAR/ NX, NY", "COMMON /PAR/ NY, NX"),
    "a call more": ("steps.f", "      K = K/2", "      K = K/2\n      CALL STOPIT (K)"),
    "a call less": ("steps.f", "         IF (I .GT. NX) CALL STOPIT (I)\n", ""),
    "COMMON": ("steps.f", "COMMON /PAR/ NX, NY, FAST", "COMMON /PAR/ NZ, NX, NY"),
    "a type in COMMON": ("steps.f", "      LOGICAL FAST\n", "      INTEGER*8 NY\n"),
    "a load-time value": ("norms.f", "/40, 7,", "/41, 7,"),
    "a name": ("norms.f", "SUBROUTINE LEAF", "SUBROUTINE LEAFS"),
    "another unit": (
        "norms.f",
        "      BLOCK DATA",
        "      SUBROUTINE NEW\n      END\n      BLOCK DATA",
    ),
    "a procedure passed on": ("main.F", "APPLY (STEP", "APPLY (SWEEP"),
    "a call in a loop": (
        "main.F",
        "      CALL TREE (NX, 5)",
        "    7 CALL TREE (NX, 5)\n      GOTO 7",
    ),
    "dummies": ("norms.f", "TREE (N, K)\n      IF", "TREE (K, N)\n      IF"),
    "a function's value for constants": ("asked.f", "KODD = 2", "KODD = 5"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("what", EDITS)
def test_an_edit(what: str, program: Program, tmp_path: Path) -> None:
    file, old, new = EDITS[what]
    cache = tmp_path / "cache"
    first = by_cache(program.reading, cache)
    assert first == from_scratch(program.reading)
    path = program.folder / file
    text = path.read_text()
    assert old in text
    _written(path, text.replace(old, new, 1))
    again_and_again = [by_cache(program.reading, cache) for _ in range(2)]
    assert again_and_again == [from_scratch(program.reading)] * 2
    _written(path, text)
    assert by_cache(program.reading, cache) == first


def test_files_that_come_and_go(program: Program, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    by_cache(program.reading, cache)
    (program.folder / "more.f").write_text("      SUBROUTINE MORE\n      END\n")
    assert by_cache(program.reading, cache) == from_scratch(program.reading)
    (program.folder / "more.f").unlink()
    (program.folder / "norms.f").unlink()
    assert by_cache(program.reading, cache) == from_scratch(program.reading)
    (program.folder / "main.F").write_text("      PROGRAM MAIN\n      X = (\n      END\n")
    assert by_cache(program.reading, cache) == from_scratch(program.reading)


def test_several_units_of_one_name(program: Program, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (program.folder / "other.f").write_text("      SUBROUTINE HALF (K)\n      K = 1\n      END\n")
    by_cache(program.reading, cache)
    for old, new in (("K = 1", "K = 2"), ("K = 2\n", "K = 2\n*\n"), ("      SUB", "*\n      SUB")):
        path = program.folder / "other.f"
        path.write_text(path.read_text().replace(old, new))
        assert by_cache(program.reading, cache) == from_scratch(program.reading)


KINDS = ["file", "group", "own", "sites", "cost", "inside", "lines", "trace"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["gone", "damaged"])
def test_what_is_lost_is_found_again(kind: str, how: str, program: Program, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    by_cache(program.reading, cache)
    (file,) = cache.glob("*.db")
    with sqlite3.connect(file) as database:
        if how == "gone":
            found = database.execute("delete from entries where kind = ?", (kind,))
        else:
            damage = "update entries set body = x'00' || body where kind = ?"
            found = database.execute(damage, (kind,))
        assert found.rowcount
    database.close()
    path = program.folder / "steps.f"
    path.write_text(path.read_text().replace("K = K/2", "K = K/3"))
    kept, plain = by_cache(program.reading, cache), from_scratch(program.reading)
    assert kept is not None
    assert kept[1] == plain[1]  # with a note about the cache in the other one
    assert by_cache(program.reading, cache) == plain


@pytest.mark.parametrize("how", ["gone", "damaged"])
def test_descriptions_that_are_lost_are_made_again(how: str, tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    cache = tmp_path / "cache"
    plain = by_cache(program.reading, cache)
    (file,) = cache.glob("*.db")
    with sqlite3.connect(file) as database:
        if how == "gone":
            database.execute("delete from entries where kind = 'draft'")
        else:
            database.execute("update entries set body = x'00' || body where kind = 'draft'")
        database.execute("delete from entries where kind in ('cost', 'own')")
    database.close()
    with pytest.raises(StaleEntry):  # everything is looked at as a whole
        by_cache(program.reading, cache)
    assert by_cache(program.reading, cache) == plain


def test_two_at_the_same_time(program: Program, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    by_cache(program.reading, cache)
    path = program.folder / "steps.f"
    text = path.read_text()
    with opened(cache, Diagnostics()) as one, opened(cache, Diagnostics()) as other:
        for number, kept in ((7, one), (8, other)):
            path.write_text(text.replace("K = K/2", f"K = K/{number}"))
            assert cached_state(program.reading, "x", SourceText(), kept) is not None
    assert by_cache(program.reading, cache) == from_scratch(program.reading)
    path.write_text(text.replace("K = K/2", "K = K/7"))
    assert by_cache(program.reading, cache) == from_scratch(program.reading)
