"""DO loops over real variables: how often they run, against gfortran."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gfortran

_LOOPS = 60


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _program(kind: str, seed: int) -> str:
    """A program of loops whose bounds are written down, or held by variables."""
    rng = random.Random(seed)
    lines = ["program p", f"{kind} :: x, a, b, c", "integer :: n, k = 0", "read (*, *) n"]
    letter = "d" if kind.startswith("double") else "e"
    for _ in range(_LOOPS):
        low, high, step = (
            rng.randint(-30, 20),
            rng.randint(-20, 60),
            rng.choice((1, 2, 3, 7, -1, -3)),
        )
        words = [f"{number}{letter}-1" for number in (low, high, step)]
        if rng.random() < 0.5:
            lines += [f"{name} = {word}*n" for name, word in zip("abc", words, strict=True)]
            words = list("abc")
        lines += [f"do x = {', '.join(words)}", "k = k + 1", "end do", "print *, k", "k = 0"]
    return "\n".join((*lines, "end program\n"))


@needs_gfortran
@pytest.mark.parametrize(("kind", "seed"), [("real", 1), ("real", 2), ("double precision", 3)])
def test_real_loops_run_as_often_as_said(kind: str, seed: int):
    text = _program(kind, seed)
    Path("p.f90").write_text(text)
    subprocess.run(["gfortran", "-std=legacy", "-w", "p.f90"], check=True)
    run = subprocess.run(["./a.out"], input="1\n", capture_output=True, text=True, check=True)
    real = [int(word) for word in run.stdout.split()]
    result = sad("annotate", "p.f90", "--set", "n=1", "--format", "json")
    lines = json.loads(result.out)["files"]["p.f90"]
    said = [lines[str(at)] for at, line in enumerate(text.splitlines(), 1) if line == "k = k + 1"]
    assert len(said) == len(real) == _LOOPS
    assert sum(line["exact"] for line in said) > _LOOPS * 3 // 4
    for line, times in zip(said, real, strict=True):
        assert not line["exact"] or line["count"]["value"] == times
