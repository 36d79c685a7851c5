"""Very many jumps back past each other are one region of named parts; no exact count is wrong."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from sad.analysis.loops import guessed_trips, natural
from tests.support.command import sad
from tests.support.compiler import needs_gfortran

_LABELS = 120


def _program(seed: int) -> str:
    """A program that counts how often each label is passed, some inside a DO loop."""
    rng = random.Random(seed)
    lines = ["      PROGRAM T", f"      INTEGER K({_LABELS})", f"      DATA K /{_LABELS}*0/"]
    lines += ["      I = 0", "      M = 0"]
    for label in range(1, _LABELS + 1):
        lines += [f"{label:5d} I = I + 1", f"      K({label}) = K({label}) + 1"]
        if label % 10 == 0:
            lines += ["      DO J = 1, 4", "      M = M + 1", "      END DO"]
        back = rng.randint(max(1, label // 2), label)
        lines.append(f"      IF (I .LT. {rng.randint(label, 2 * label)}) GOTO {back}")
    return "\n".join([*lines, "      PRINT *, K", "      END", ""])


@pytest.mark.compiler
@needs_gfortran
@pytest.mark.parametrize("steps", ["0", "100000"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_exact_count_is_wrong(
    seed: int, steps: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = _program(seed)
    Path("t.f").write_text(text)
    subprocess.run(["gfortran", "-w", "-o", "t", "t.f"], check=True)
    executed = subprocess.run(["./t"], capture_output=True, text=True, check=True).stdout.split()
    result = sad("annotate", "t.f", "--format", "json", "--evaluate-steps", steps)
    assert "SAD301" in result.err
    counted = json.loads(result.out)["files"]["t.f"]
    places = [number for number, line in enumerate(text.splitlines(), 1) if "= K(" in line]
    known = 0
    for number, passes in zip(places, executed, strict=True):
        line = counted[str(number)]
        if line["exact"]:
            known += 1
            assert line["count"]["value"] == int(passes)
    assert known == _LABELS if steps != "0" else known < _LABELS // 10


def test_loops_inside_keep_their_own_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = _program(1)
    Path("t.f").write_text(text)
    result = sad("annotate", "t.f", "--format", "json", "--evaluate-steps", "0")
    counted = json.loads(result.out)["files"]["t.f"]
    inner = [n for n, line in enumerate(text.splitlines(), 1) if line == "      M = M + 1"]
    formulas = [counted[str(number)]["count"]["formula"] for number in inner]
    assert len(formulas) == _LABELS // 10
    assert all(formula.startswith("4*") and "trips" in formula for formula in formulas)


def test_few_jumps_stay_loops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = _program(1)
    start, end = text.index("   21 I"), text.index("      PRINT")
    Path("t.f").write_text(text[:start] + text[end:])
    arguments = ("analyze", "t.f", "--evaluate-steps", "0", "--no-cache")
    assert "SAD301" not in sad(*arguments).err
    monkeypatch.setattr(natural, "_MOST_CROSSINGS", 0)
    monkeypatch.setattr(natural, "_PLAIN", 0)
    assert "SAD301" in sad(*arguments).err


def test_sparse_equations_are_solved():
    rng = random.Random(7)
    size = 40
    rows = [
        {column: rng.random() / 8 for column in rng.sample(range(size), 6)} for _ in range(size)
    ]
    right = [rng.random() for _ in range(size)]
    found = guessed_trips.solved([dict(row) for row in rows], list(right))
    for value, row, start in zip(found, rows, right, strict=True):
        expected = start + sum(share * found[column] for column, share in row.items())
        assert value == pytest.approx(expected)


def test_equations_without_an_answer_give_the_usual_number():
    assert guessed_trips.solved([{0: 1.0}], [1.0]) == [guessed_trips.USUAL_TRIPS]
