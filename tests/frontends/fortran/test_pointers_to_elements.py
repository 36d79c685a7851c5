"""What is stored through a pointer is not taken for unchanged in the element it leads to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """\
program t
  integer, pointer :: q
  integer, target :: b(5)
  b = [1, 2, 3, 4, 5]
  q => b(4)
  q = 8
  do i = 1, b(4)
    w = w + 2
  end do
  {more}
end program
"""


@pytest.mark.parametrize(
    "more",
    [
        "print *, b",
        "print *, maxloc(b, 1)",
        "do i = 1, b(k); w = w + b(i); end do",
        "do i = 1, 5; if (b(i) > 3) w = w + 1; end do",
    ],
)
def test_a_bound_that_a_pointer_may_have_changed_is_not_exact(tmp_path: Path, more: str):
    (tmp_path / "t.f90").write_text(PROGRAM.format(more=more))
    found = json.loads(sad("annotate", tmp_path / "t.f90", "--format", "json").out)
    (lines,) = found["files"].values()
    assert not lines["8"]["exact"]
