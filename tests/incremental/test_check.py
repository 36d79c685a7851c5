"""A check by way of the cache says what one from scratch says, whatever was edited in between."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from sad.checks.checked import checked
from sad.checks.costs.states import load_state
from sad.checks.costs.timing import timing_of
from sad.checks.outputs.json_form import json_outcome
from sad.checks.revisions import Request
from sad.checks.settings.project import Project
from sad.checks.snapshot.blocks import Blocks, snapshot_blocks
from sad.checks.snapshot.write import snapshot_text
from sad.diagnostics import SadError
from sad.profiles.settings import Settings
from sad.reading.options import Reading
from tests.incremental.edits import Program
from tests.incremental.made import MADE, made

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import UnitCost

PROJECT = Project("", loops=("*",))


def said(program: Program, snapshot: Path, cache: Path | None, root: Path | None = None) -> str:
    timing = timing_of((), None, Settings())
    request = Request(program.reading, timing, (), root or program.folder, cache)
    try:
        return json_outcome(checked(request, timing, PROJECT, str(snapshot)))
    except SadError as error:
        return str(error.diagnostic)


def written(program: Program, path: Path) -> Path:
    state, _ = load_state(program.reading, "", program.folder)
    path.write_text(snapshot_text(state.only(PROJECT.has_unit)))
    return path


@pytest.mark.parametrize("name", MADE)
def test_random_edits(name: str, tmp_path: Path) -> None:
    program = made(name, tmp_path / name)
    snapshot, cache = written(program, tmp_path / "sad.snapshot"), tmp_path / "cache"
    verdicts: set[str] = set()
    for number in range(4):
        edit = program.edit(random.Random(number)) if number else "nothing"
        outcome = said(program, snapshot, cache)
        assert outcome == said(program, snapshot, None), f"edit {number}: {edit}"
        verdicts.add(outcome)
    assert len(verdicts) > 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total ", "total x"),
        ("schema 1", "schema 9"),
        ("\nend\n", "\n"),
        ("\n  check ", "\n  check 0"),
        ("\nunit ", "\n<<<<<<< mine\nunit "),
    ],
)
def test_damage_is_told_as_from_scratch(old: str, new: str, tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    snapshot, cache = written(program, tmp_path / "sad.snapshot"), tmp_path / "cache"
    assert '"identical"' in said(program, snapshot, cache)
    text = snapshot.read_text()
    assert old in text
    before, _, after = text.rpartition(old)
    snapshot.write_text(f"{before}{new}{after}")
    outcome = said(program, snapshot, cache)
    assert "error[SAD81" in outcome
    assert outcome == said(program, snapshot, None)


def test_units_of_a_snapshot_are_read_one_by_one(tmp_path: Path) -> None:
    program = made("fortran", tmp_path / "program")
    snapshot = written(program, tmp_path / "sad.snapshot")
    state = snapshot_blocks(str(snapshot))
    assert state is not None
    name = next(iter(state.units))
    assert state.outline(name).itself == state.units[name].itself != ""
    changed = snapshot.read_text().replace(" = ", " = 7 + ", 1)
    snapshot.write_text(changed)
    assert snapshot_blocks(str(snapshot)) is None


@pytest.mark.parametrize("name", ["fortran", "alone"])
def test_a_check_from_another_folder_reads_no_more(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot names files as they are called where it was made."""
    program = made(name, tmp_path / "program")
    snapshot, cache = written(program, tmp_path / "sad.snapshot"), tmp_path / "cache"
    read: list[str] = []
    unit = Blocks.__getitem__

    def told(blocks: Blocks, name: str) -> UnitCost:
        read.append(name)
        return unit(blocks, name)

    monkeypatch.setattr(Blocks, "__getitem__", told)
    for root in (program.folder, tmp_path, program.folder):
        outcome = said(program, snapshot, cache, root)
        assert outcome == said(program, snapshot, None, root)
    assert read == []
    edit = program.edit(random.Random(1))
    assert said(program, snapshot, cache, tmp_path) == said(program, snapshot, None, tmp_path), edit
    assert read


LARGE = """      SUBROUTINE LEAF(N, A)
      REAL A(N)
      A(1) = 0.0
      END
      SUBROUTINE LARGE(N, M, K, A)
      REAL A(N)
      DO 10 I = 1, N
         IF (A(I) .GT. 0.0) A(I) = A(I)*MAX(M, I) + MIN(K, I)
   10 CONTINUE
      CALL LEAF(N, A)
      END
      SUBROUTINE TOP(N, M, K, A)
      REAL A(N)
      CALL LARGE(N, M, K, A)
      CALL LEAF(N, A)
      END
"""


def test_what_is_too_large_to_be_put_in_is_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LARGE calls what changed as well, but of LARGE only calls are in the cost of TOP."""
    monkeypatch.setattr("sad.checks.costs.unit_cost.MOST_IN_TOTAL", 12)
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "large.f").write_text(LARGE)
    program = Program(folder, Reading((str(folder),), stubs=()))
    snapshot, cache = written(program, tmp_path / "sad.snapshot"), tmp_path / "cache"
    assert "total: too large" in snapshot.read_text()
    (folder / "large.f").write_text(
        LARGE.replace("0.0\n      END", "0.0\n      A(2) = 0.0\n      END")
    )
    outcome = said(program, snapshot, cache)
    assert outcome == said(program, snapshot, None)
    assert "through what it calls: LEAF" in outcome
    assert "LARGE, LEAF" not in outcome
