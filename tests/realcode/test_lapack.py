"""LAPACK: every statement is in the IR, the IR is valid, every file is analysed without an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.checks import broken_readings, broken_reports
from tests.realcode.libraries import LAPACK, LAPACK_TESTS, Group, rest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import PartOf

pytestmark = pytest.mark.realcode

# One file in so many; of the routines of d and z once more, in single precision, fewer.
_THINNED = {"SRC/d*": 3, "SRC/z*": 3, "SRC/s*": 8, "SRC/c*": 8, "BLAS/SRC": 2}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("group", LAPACK, ids=lambda group: group.name)
def test_nothing_is_lost_and_all_is_analysed(
    lapack: Path, group: Group, half: int, part_of: PartOf
) -> None:
    files = part_of(group.files[half::2], _THINNED.get(group.name, 1))
    assert files
    assert broken_reports(files) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("group", LAPACK_TESTS, ids=lambda group: group.name)
def test_nothing_is_lost(lapack: Path, group: Group) -> None:
    assert group.files
    assert broken_readings(group.files) == []


def test_groups_are_all(lapack: Path) -> None:
    assert rest("lapack", (*LAPACK, *LAPACK_TESTS)) == []
