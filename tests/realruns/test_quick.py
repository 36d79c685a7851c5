"""A few small real programs: no count called exact differs from what gcov counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.realruns.everything import PROGRAMS
from tests.realruns.measure import measure
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.compiler, pytest.mark.realcode, needs_gfortran, needs_gcc, needs_gcov]


@pytest.mark.sampled(13)
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("dgemm", 150),
        ("dsyrk", 100),
        ("dlaswp", 150),
        ("dtridi", 150),
        ("dop853", 10),
        ("lmder", 10),
        ("nnls", 10),
        ("cblas", 300),
        ("lz4_simple", 25),
        ("parity_trace", 10),
        ("polyfit", 90),
        ("pack77", 1000),
        ("dnrm2", 400),
    ],
)
def test_no_exact_count_differs(
    lapack: Path, scipy_sources: Path, c_sources: Path, name: str, least: int
):
    missing = [folder for folder in PROGRAMS[name].folders if not folder.is_dir()]
    if missing:
        pytest.skip("run python -m tests.support.realcode --oracle")
    outcome = measure(PROGRAMS[name])
    assert outcome.failed == ""
    assert outcome.false == []
    assert outcome.open_inputs == []
    assert outcome.compared >= least
