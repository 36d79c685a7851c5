"""LAPACK: every statement is in the IR, the IR is valid, every file is analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.checks import broken_readings, failures, share_without_error
from tests.realcode.libraries import LAPACK, LAPACK_TESTS, Group, rest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode


@pytest.mark.parametrize("group", [*LAPACK, *LAPACK_TESTS], ids=lambda group: group.name)
def test_nothing_is_lost(lapack: Path, group: Group) -> None:
    assert group.files
    assert broken_readings(group.files) == []


def test_groups_are_all(lapack: Path) -> None:
    assert rest("lapack", (*LAPACK, *LAPACK_TESTS)) == []


@pytest.mark.parametrize("group", LAPACK, ids=lambda group: group.name)
def test_analysed(lapack: Path, group: Group) -> None:
    assert failures(group.files) == []


def test_share_without_error(lapack: Path) -> None:
    assert share_without_error([path for group in LAPACK for path in group.files]) >= 0.995
