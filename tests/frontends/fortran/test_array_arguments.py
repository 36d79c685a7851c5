"""Array expressions as arguments of functions: they are computed before the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      SUBROUTINE TOP(N, S)
      DOUBLE PRECISION X(7), S, F
      EXTERNAL F
      CALL SUB(REAL(S), S)
      DO 10 I = 1, N
         {}
   10 CONTINUE
      END
      SUBROUTINE SUB(A, B)
      DOUBLE PRECISION B
      B = A
      END
      DOUBLE PRECISION FUNCTION F(Y)
      REAL Y(*)
      F = Y(1)
      END
"""


@pytest.mark.parametrize(
    "statement",
    [
        "CALL SUB(REAL(F(REAL(X))), S)",
        "S = S + F(REAL(X))",
        "IF (F(REAL(X + 1)) .GT. 0) S = 1",
    ],
)
def test_functions_are_called_with_array_expressions(statement: str, tmp_path: Path):
    path = tmp_path / "top.f"
    path.write_text(SOURCE.format(statement))
    result = sad("annotate", path, "--set", "TOP.N=7")
    (body,) = (line for line in result.out.splitlines() if "F = Y(1)" in line)
    assert body.split()[:2] == ["=", "7"]
    assert not result.err
