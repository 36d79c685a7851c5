"""A function that always stops, referenced in an expression: what follows rests on its return."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
      SUBROUTINE P(N)
      K = JF(N)
      K = 1
      END
      INTEGER FUNCTION JF(N)
      JF = N
      STOP
      END
"""


def test_what_follows_a_reference_of_it_rests_on_its_return(tmp_path: Path):
    source = tmp_path / "p.f"
    source.write_text(SOURCE)
    arguments = ("annotate", source, "--format", "json", "--no-cache")
    found = json.loads(sad(*arguments, "--evaluate-steps", "0").out)
    assert found["assumptions"] == ["calls return: no STOP is reached inside JF"]
    (lines,) = json.loads(sad(*arguments, "--set", "N=1").out)["files"].values()
    assert (lines["3"]["count"]["value"], lines["3"]["evaluated"]) == (0, True)
