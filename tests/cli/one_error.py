"""What the command line owes a user whose input is bad: one error, one hint, the right exit code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.command import Result

ERROR = re.compile(r"^[^:]+:\d+(:\d+)?: error\[(SAD\d{3})\]: .+$")
USAGE, BAD_INPUT = 2, 3

PROGRAM = """\
      PROGRAM P
      READ *, N
      DO 10 I = 1, N
      IF (X .GT. 2.0) X = 1.0
   10 CONTINUE
      END
"""


def check_one_error(result: Result, code: str, exit_code: int, part: str = "") -> None:
    """Check the answer: ``part`` must occur in the error's line or in its hint."""
    lines = result.err.splitlines()
    errors = [index for index, line in enumerate(lines) if "error" in line.partition(": ")[2][:8]]
    assert len(errors) == 1, result.err
    line, hint = lines[errors[0]], lines[errors[0] + 1]
    match = ERROR.match(line)
    assert match is not None, line
    assert match[2] == code
    assert re.fullmatch(r"  hint: \S.*", hint), hint
    assert part in line + hint
    assert result.code == exit_code
    assert "Traceback" not in result.out + result.err
