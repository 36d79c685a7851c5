"""Packages in Fortran 90 and later: few files with errors, few statements that are not modelled."""

from __future__ import annotations

import pytest

from tests.realcode.modern import PACKAGES, Package, read

pytestmark = pytest.mark.realcode


@pytest.mark.sampled(5)
@pytest.mark.parametrize("package", PACKAGES, ids=lambda item: item.name)
def test_packages_are_read_and_modelled(package: Package):
    if not package.files:
        pytest.skip("run python -m tests.support.realcode --oracle")
    found = read(package)
    assert found.good >= 0.99, found.errors
    assert found.opaque_share <= 0.01, found.opaque.most_common(5)
