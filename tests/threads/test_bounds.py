"""Bounds hold around the estimate, and move with the number of threads as they must (O9)."""

from __future__ import annotations

from itertools import pairwise
from math import isnan
from typing import TYPE_CHECKING

import pytest

from tests.support.command import ROOT
from tests.threads.programs import run_of, threaded
from validation.programs import programs_of

if TYPE_CHECKING:
    from validation.programs import Program

KERNELS = programs_of("open", ROOT / "validation" / "openmp")
OTHERS = {"counter", "histo", "parts", "spmv", "triangle"}
"""What threads do costs more the more they are (locks, a part of a cache), or is no even share."""
STREAMS = {"dot", "triad"}
"""Kernels that come by all their data once, which no cache holds."""


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda item: item.name)
def test_the_estimate_lies_between_its_bounds(kernel: Program) -> None:
    program = threaded(kernel.kernel, "xeon-gold-6148", kernel.entry)
    sizes = {name: float(value) for name, value in kernel.sizes.items()}
    values = {name: value for name, value in sizes.items() if name in program.parameters}
    runs = [run_of(program, threads, **values) for threads in (1, 2, 3, 5, 8, 13, 20)]
    for run in runs:
        assert run.low <= run.estimate * (1 + 1e-9)
        assert isnan(run.high) or run.estimate <= run.high * (1 + 1e-9)
        assert max(run.phi, run.omega) <= run.estimate * (1 + 1e-9)
    work = [run.phi - run.overhead for run in runs]
    if kernel.name not in OTHERS:
        assert all(later <= before * (1 + 1e-6) for before, later in pairwise(work))
    if kernel.name in STREAMS:
        assert [run.omega for run in runs] == pytest.approx([runs[0].omega] * len(runs), rel=1e-3)
        assert runs[0].omega > 0
