"""gsl, zlib and lz4: every statement is in the IR, the IR is valid, every unit has a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realcode.c_libraries import Group, c_groups, gsl_units
from tests.realcode.checks import broken_reports

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import PartOf

pytestmark = pytest.mark.realcode

# For Windows: its header cannot be had (docs/real-code.md).
_FOREIGN = {"iowin32.c"}

_MOST = 10  # units of a group


@pytest.mark.sampled(3)
@pytest.mark.parametrize("group", c_groups(), ids=lambda group: group.name)
def test_nothing_is_lost_and_all_is_analysed(
    c_sources: Path, group: Group, part_of: PartOf
) -> None:
    files = part_of(group.files, 1 + len(group.files) // _MOST)
    assert files
    assert broken_reports(files, group.include, _FOREIGN) == []


def test_units_are_those_of_the_makefiles(c_sources: Path) -> None:
    library, tests = gsl_units()
    assert len(library) > 700
    assert len(tests) > 100
    assert not [path for path in library if path.name.endswith("_source.c")]
