"""MOVE_ALLOC in all ways its arguments may be written, and texts that DATA shortens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

_MOVES = """\
program p
  real, allocatable :: a(:), b(:)
  integer :: i, ierr = 7
  real :: x = 0
  allocate(a(7))
  call move_alloc({arguments})
  do i = 1, size(b)
    x = x + 1
  end do
  if (.not. allocated(a)) then
    x = x + 2
  end if
  do i = 1, ierr
    x = x + 3
  end do
end program
"""
_TEXTS = """\
      PROGRAM P
      CHARACTER*8 NAME(3)
      DATA NAME /'ALPHA', 'BETA', 'GAMMAGAMMA'/
      X = 0
      DO 10 I = 1, 3
      IF (NAME(I)(1:1) .EQ. 'B') THEN
        X = X + 1
      END IF
      IF (NAME(I)(8:8) .EQ. ' ') THEN
        X = X + 2
      END IF
   10 CONTINUE
      END
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _counts(name: str, text: str) -> dict[str, int]:
    """The exact counts of lines ``x = x + NUMBER``, by the number."""
    Path(name).write_text(text)
    lines = json.loads(sad("annotate", name, "--format", "json").out)["files"][name]
    found: dict[str, int] = {}
    for at, line in enumerate(text.lower().splitlines(), 1):
        if "x = x +" in line:
            assert lines[str(at)]["exact"]
            found[line[-1]] = lines[str(at)]["count"]["value"]
    return found


@pytest.mark.parametrize(
    ("arguments", "ierr"),
    [("a, b", 7), ("from=a, to=b", 7), ("to=b, from=a", 7), ("a, to=b, stat=ierr", 0)],
)
def test_move_alloc_takes_its_arguments_by_name(arguments: str, ierr: int):
    assert _counts("p.f90", _MOVES.format(arguments=arguments)) == {"1": 7, "2": 1, "3": ierr}


def test_texts_of_data_are_as_long_as_their_variables():
    assert _counts("p.f", _TEXTS) == {"1": 1, "2": 2}
