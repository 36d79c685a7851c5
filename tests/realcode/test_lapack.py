"""LAPACK: every statement is in the IR, the IR is valid, every file is analysed without an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.checks import broken_readings, broken_reports
from tests.realcode.libraries import LAPACK, LAPACK_TESTS, Group, rest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode

# The routines of d and z once more, in single precision: one in so many, all with --whole-real-code.
_THINNED = {"SRC/s*": 4, "SRC/c*": 4}


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("group", LAPACK, ids=lambda group: group.name)
def test_nothing_is_lost_and_all_is_analysed(
    lapack: Path, group: Group, half: int, *, whole_real_code: bool
) -> None:
    step = 1 if whole_real_code else _THINNED.get(group.name, 1)
    files = group.files[half::2][::step]
    assert files
    assert broken_reports(files) == []


@pytest.mark.parametrize("group", LAPACK_TESTS, ids=lambda group: group.name)
def test_nothing_is_lost(lapack: Path, group: Group) -> None:
    assert group.files
    assert broken_readings(group.files) == []


def test_groups_are_all(lapack: Path) -> None:
    assert rest("lapack", (*LAPACK, *LAPACK_TESTS)) == []
