"""A browser for the tests of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.report.html.chromium import Page, chromium, needs_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A browser window."""
    needs_chromium()
    with chromium() as started:
        yield started
