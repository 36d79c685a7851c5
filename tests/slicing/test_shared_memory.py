"""Memory that names of several types share."""

from __future__ import annotations

import json
from pathlib import Path

from tests.slicing.runs import annotated
from tests.support.command import sad


def test_what_is_no_number_of_another_type_is_not_known():
    Path("t.f").write_text(
        """\
      PROGRAM T
      DOUBLE PRECISION D(2)
      INTEGER J(4)
      LOGICAL L(4)
      EQUIVALENCE (D(1), J(1), L(1))
      READ (*,*) N
      D(1) = N + 0.5D0
      J(4) = N
      DO 10 I = 1, MOD(J(4)*INT(2*D(1)), 7)
      M = M + 1
   10 CONTINUE
      L(2) = N .GT. 3
      DO 20 I = 1, J(2)
      M = M + 1
   20 CONTINUE
      END
"""
    )
    lines = annotated("t.f", {"N": 4})
    assert lines["10"]["count"]["value"] == 4 * 9 % 7
    assert lines["14"]["count"]["value"] is None
    found = json.loads(sad("analyze", "t.f", "--set", "N=4", "--format", "json").out)
    (obstacle,) = found["evaluation"]["obstacles"]
    assert (obstacle["line"], obstacle["reason"]) == (13, "is stored as another type")
