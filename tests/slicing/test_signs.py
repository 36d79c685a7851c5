"""Integers that are read in another way than they were stored: no exact count is wrong."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.oracle.gcov.figures import build_c, figures
from tests.support.command import sad
from tests.support.compiler import needs_gcc, needs_gcov

FOLDER = Path(__file__).parent / "memory"


@needs_gcc
@needs_gcov
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("signs.c", 20),
        ("union_signs.c", 8),
        ("signs_behind_void.c", 20),
        ("union_bits.c", 6),
        ("union_members.c", 15),
    ],
)
@pytest.mark.parametrize("steps", ["0", "2000000"])
def test_exact_counts_are_those_of_the_run(name: str, least: int, steps: str, tmp_path: Path):
    path = FOLDER / name
    program = build_c([path], tmp_path)
    subprocess.run([str(program)], cwd=tmp_path, check=True, capture_output=True)
    result = sad("annotate", str(path), "--format", "json", "--evaluate-steps", steps)
    assert result.code in (0, 3), result.err
    lines = json.loads(result.out)["files"][str(path)]
    source = path.read_text().splitlines()
    compared = 0
    for number, real in figures(tmp_path)[path.name].items():
        told = lines.get(str(number))
        if told is not None and told["exact"] and not re.match(r"\s*for\b", source[number - 1]):
            assert told["count"]["value"] == real, source[number - 1]
            compared += 1
    assert compared >= least
