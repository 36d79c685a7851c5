"""Functions that reach very many units are not followed for each of their calls, by any way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.analysis.calls.connect import MOST_REACHED
from sad.reading.options import Reading
from tests.incremental.compare import by_cache, from_scratch
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

_MAIN = """\
      PROGRAM FAR
      INTEGER MANY, L
      CALL WORK(MANY(5, L))
      END
      SUBROUTINE WORK(N)
      INTEGER I, N
      REAL S
      S = 0
      DO 10 I = 1, N
         S = S + 1.0
   10 CONTINUE
      END
      INTEGER FUNCTION MANY(N, L)
      INTEGER N, L
      L = 0
      IF (N .GT. 3) THEN
         MANY = 7
      ELSE
         CALL OUTSID(MANY)
      END IF
"""
_LEAF = """\
      SUBROUTINE LEAF{number}(L)
      INTEGER L
      L = L + {number}
      END
"""


def _program(folder: Path, leaves: int) -> Path:
    """A function that calls a number of others; what it gives back for 5 is 7."""
    calls = "".join(f"      CALL LEAF{number}(L)\n" for number in range(leaves))
    others = "".join(_LEAF.format(number=number) for number in range(leaves))
    path = folder / "far.f"
    path.write_text(f"{_MAIN}{calls}      END\n{others}")
    return path


@pytest.mark.parametrize(("leaves", "known"), [(MOST_REACHED - 1, True), (MOST_REACHED, False)])
def test_a_value_is_known_of_what_reaches_few_units(
    tmp_path: Path, leaves: int, known: bool
) -> None:
    path = _program(tmp_path, leaves)
    text = sad("analyze", str(path), "--no-cache", "--evaluate-steps", "0").out
    (loop,) = (line.split() for line in text.splitlines() if " do 10 in WORK " in line)
    assert loop[-1] == ("7" if known else "work.n")
    assert ("argument N of WORK is not traced" in text) is not known


@pytest.mark.parametrize("leaves", [MOST_REACHED - 1, MOST_REACHED])
def test_the_cache_says_the_same(tmp_path: Path, leaves: int) -> None:
    reading = Reading((str(_program(tmp_path, leaves)),))
    assert by_cache(reading, tmp_path / "cache") == from_scratch(reading)
