"""Names that change their alphabetical order: formulas must not depend on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.checks.compare.changes import compare
from sad.checks.costs.states import load_state
from sad.checks.outcome import Verdict
from sad.reading.options import Reading
from tests.proofs.edits.fixed import read_units, renamed, write_units

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import State

# Two variables get values at one place that only a run can tell.
CHOICE = """\
      SUBROUTINE CHOICE(N, X, Y, W)
      INTEGER N, NA, NB, I, J
      REAL X(*), Y(*), W
      NA = N
      NB = N
      IF (W .GT. 0.0) THEN
         NA = N/3
         NB = N/7
      END IF
      DO 10 I = 1, NA
   10 X(I) = X(I) + 1.0
      DO 20 J = 1, NB
   20 Y(J) = Y(J)*X(J)/W
      END
"""
# The sum over a band has a case for each order of the four sizes.
BAND = """\
      SUBROUTINE BAND(KL, KU, M, N, A, MUL)
      INTEGER KL, KU, M, N, I, J
      REAL A(M, *), MUL
      DO 20 J = 1, N
         DO 10 I = MAX(KL + KU + 2 - J, KL + 1),
     &             MIN(2*KL + KU + 1, KL + KU + 1 + M - J)
            A(I,J) = A(I,J)*MUL
   10    CONTINUE
   20 CONTINUE
      END
"""


def verdict(text: str, names: dict[str, str], folder: Path) -> Verdict:
    (unit,) = read_units(text)
    statements = [replace(item, text=renamed(item.text, names)) for item in unit.statements]
    texts = {"old": text, "new": write_units([unit.with_statements(statements)])}
    states: list[State] = []
    for name, source in texts.items():
        (folder / name).mkdir()
        (folder / name / "a.f").write_text(source)
        states.append(load_state(Reading((str(folder / name),)), "", folder / name)[0])
    (change,) = compare(states[0], states[1])
    return change.verdict


def test_values_of_renamed_variables(tmp_path: Path):
    assert verdict(CHOICE, {"NA": "ZA", "NB": "AB"}, tmp_path) is Verdict.IDENTICAL


@pytest.mark.parametrize("names", ["4321", "4312", "4231", "3421", "1234"])
def test_bounds_of_renamed_arguments(names: str, tmp_path: Path):
    new = {old: f"Z{name}" for old, name in zip(("KL", "KU", "M", "N"), names, strict=True)}
    assert verdict(BAND, new, tmp_path) is Verdict.IDENTICAL
