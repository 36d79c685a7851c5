"""Fortran and C in one program: procedures and COMMON blocks under each other's names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

C = """\
struct { int first, size; } sizes_;
void grow_(int *by);
int twice_(int *n) { return 2 * *n; }
int main(void)
{
    int c = 0, by = 4;
    sizes_.size = 5;
    grow_(&by);
    for (int i = 0; i < sizes_.size; i++)
        c++;
    return c > by;
}
"""
FORTRAN = """\
      SUBROUTINE GROW (N)
      INTEGER N, K, FIRST, LAST, TWICE
      COMMON /SIZES/ FIRST, LAST
      DO 10 K = 1, TWICE (N)
   10 FIRST = K
      LAST = LAST + N
      N = 0
      END
"""


def test_c_and_fortran_share_procedures_and_blocks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    c, fortran = tmp_path / "main.c", tmp_path / "grow.f"
    c.write_text(C)
    fortran.write_text(FORTRAN)
    assert main(["annotate", "--format", "json", str(c), str(fortran)]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert files[str(fortran)]["5"]["count"]["value"] == 8
    assert files[str(c)]["3"]["count"]["value"] == 1
    assert files[str(c)]["10"]["count"]["value"] == 9
