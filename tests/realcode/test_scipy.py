"""scipy's Fortran libraries: every statement is in the IR, the IR is valid, every file is analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.checks import broken_readings, failures, share_without_error
from tests.realcode.libraries import SCIPY, Group, rest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode


@pytest.mark.parametrize("group", SCIPY, ids=lambda group: group.name)
def test_nothing_is_lost(scipy_sources: Path, group: Group) -> None:
    assert group.files
    assert broken_readings(group.files) == []


def test_nothing_is_lost_elsewhere(scipy_sources: Path) -> None:
    others = rest("scipy", SCIPY)
    assert others
    assert broken_readings(others) == []


@pytest.mark.parametrize("group", SCIPY, ids=lambda group: group.name)
def test_analysed(scipy_sources: Path, group: Group) -> None:
    assert failures(group.files) == []


def test_share_without_error(scipy_sources: Path) -> None:
    assert share_without_error([path for group in SCIPY for path in group.files]) >= 0.995
