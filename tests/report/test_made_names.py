"""Names that a reader makes are not shown: users see those of their source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """
subroutine s(a, b, n, k, mask)
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real, intent(inout) :: a(:), b(:,:)
  logical, intent(in) :: mask(n)
  real, allocatable :: w(:)
  integer :: i
  allocate(w(n))
  w = 2.0*a(1:n)
  where (mask) w = w + 1.0
  b(:, 1) = b(:, 2) * sum(a)
  if (any(w > 3.0)) k = 3
  if (all(w > 4.0) .and. any(mask)) k = 4
  do i = 1, count(mask)
    a(i) = a(i) + maxval(w(i:n))
    b(i, :) = b(i, k:)
  end do
end subroutine
"""


@pytest.mark.parametrize(
    "command",
    [
        "parallelism FILE --entry s --all --suggest",
        "parallelism FILE --all",
        "parallelism FILE --entry s --format json",
        "analyze FILE --entry s --all",
        "analyze FILE --entry s --machine zen3 --format markdown",
        "annotate FILE --entry s",
        "explain FILE:13 --entry s",
        "export FILE --entry s --format python",
        "graph FILE",
    ],
)
def test_no_name_of_a_reader_is_shown(tmp_path: Path, command: str):
    (tmp_path / "n.f90").write_text(SOURCE)
    words = [word.replace("FILE", str(tmp_path / "n.f90")) for word in command.split()]
    text = sad(*words).out
    assert len(text) > 100
    assert re.findall(r"\w+\$\d\S*", text) == []


def test_two_loops_of_one_name_have_two_parameters(tmp_path: Path):
    (tmp_path / "n.f90").write_text(SOURCE)
    text = sad(
        "analyze", tmp_path / "n.f90", "--entry", "s", "--machine", "zen3", "--format", "json"
    )
    names = set(re.findall(r"S\.trips@\w+", text.out))
    assert {"S.trips@any", "S.trips@all", "S.trips@any_2"} <= names
