"""scipy's Fortran: every statement is in the IR, the IR is valid, every file has a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.checks import broken_readings, broken_reports
from tests.realcode.libraries import SCIPY, Group, rest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import PartOf

pytestmark = pytest.mark.realcode


@pytest.mark.sampled(5)
@pytest.mark.parametrize("group", SCIPY, ids=lambda group: group.name)
def test_nothing_is_lost_and_all_is_analysed(
    scipy_sources: Path, group: Group, part_of: PartOf
) -> None:
    files = part_of(group.files, 2)
    assert files
    assert broken_reports(files) == []


def test_nothing_is_lost_elsewhere(scipy_sources: Path, part_of: PartOf) -> None:
    files = part_of(rest("scipy", SCIPY), 2)
    assert files
    assert broken_readings(files) == []
