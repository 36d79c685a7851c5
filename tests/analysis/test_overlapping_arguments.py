"""Arguments that are changed under two names, as far as the call shows it: nothing is called exact."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """\
      PROGRAM P
      COMMON /C/ N, K
      EQUIVALENCE (I, J)
      N = 4
      K = 2
      I = 3
"""
LOOP = "      DO 10 L = 1, {}\n   10 X = X + 1\n      END\n"
CASES = {
    "twice": ("CALL U(N, N)", "N", "      B = B + 1\n      A = A + B\n"),
    "common": ("CALL U(N, K)", "K", "      B = B + 1\n      K = K + 1\n"),
    "common read": ("CALL U(N, L)", "N", "      A = A + 1\n      A = A + N\n"),
    "value from common": ("CALL U(N, K)", "N", "      B = B + 1\n      A = A + K\n"),
    "equivalence": ("CALL U(I, J)", "I", "      B = 7\n      A = A + 1\n"),
}
RIGHT = {
    "not changed": ("CALL U(N, N)", "N", "      X = A + B\n", 4),
    "other one changed": ("CALL U(N, K)", "N", "      A = A + 1\n", 5),
}


def _count(tmp_path: Path, call: str, bound: str, body: str):
    common = "      COMMON /C/ N, K\n" if " N" in body or " K" in body else ""
    source = tmp_path / "p.f"
    source.write_text(
        f"{HEAD}      {call}\n{LOOP.format(bound)}      SUBROUTINE U(A, B)\n      INTEGER A, B\n"
        f"{common}{body}      END\n"
    )
    arguments = ("annotate", source, "--format", "json", "--evaluate-steps", "0", "--no-cache")
    (lines,) = json.loads(sad(*arguments).out)["files"].values()
    return lines["9"]


@pytest.mark.parametrize("name", CASES)
def test_what_is_changed_under_two_names_is_not_exact(tmp_path: Path, name: str):
    assert not _count(tmp_path, *CASES[name])["exact"]


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_changed_under_one_name_stays_known(tmp_path: Path, name: str):
    *case, value = RIGHT[name]
    line = _count(tmp_path, *case)
    assert (line["exact"], line["count"]["value"]) == (True, value)
