"""Functions of whole arrays in Fortran: what they decide, compared with gcov."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.oracle.gcov.figures import build, figures
from tests.support.command import sad
from tests.support.compiler import needs_gcov, needs_gfortran

PROGRAM = Path(__file__).parent / "arrays" / "reductions.f90"
_SIMPLE = (
    "k = i",
    "print *, 'any'",
    "print *, 'all'",
    "k = k + 1",
    "s = s + 1",
    "print *, 'few'",
    "print *, 'many'",
    "g(2,1) = g(2,1) - 1",
    "x(i) = 1.5 * mod(i, n)",
)


@needs_gfortran
@needs_gcov
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_what_functions_of_arrays_decide_is_counted(n: int, tmp_path: Path):
    program = build([PROGRAM], tmp_path)
    subprocess.run(
        [program], cwd=tmp_path, input=f"{n}\n", text=True, check=True, capture_output=True
    )
    result = sad("annotate", str(PROGRAM), "--set", f"n={n}", "--format", "json")
    lines = json.loads(result.out)["files"][str(PROGRAM)]
    counted = figures(tmp_path)[PROGRAM.name]
    compared = 0
    source = PROGRAM.read_text().splitlines()
    for number, text in enumerate(source, 1):
        is_last = number < len(source) and source[number].strip() == "end do"
        if text.strip() in _SIMPLE and not is_last:
            line = lines[str(number)]
            assert (line["exact"], line["count"]["value"]) == (True, counted[number]), text
            compared += 1
    assert compared == 11
    assert any(line["evaluated"] for line in lines.values())
