"""One cluster for all tests of this folder."""

from __future__ import annotations

import pytest

from tests.support.cluster import local_cluster


@pytest.fixture(scope="package")
def address():
    with local_cluster() as found:
        yield found
