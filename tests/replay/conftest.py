from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.replay.client import Runs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Runs]:
    found = Runs(tmp_path)
    yield found
    found.close()
