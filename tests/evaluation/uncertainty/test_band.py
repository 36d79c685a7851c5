"""Intervals of calibrated machines: those of kernels, wider for programs and for other operations."""

from __future__ import annotations

from math import exp, hypot, log

import pytest

from sad.analysis.unit import analyse
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.evaluation.uncertainty.band import Band, band_of, uncovered_share
from sad.lowering.build import describe
from sad.machine.database import get_machine
from sad.profiles.settings import Settings
from tests.support.model import program_of

_KNOWN = "X(I) = EXP(X(I))"
_NOT = "X(I) = GAMMA(X(I))"


def banded(statement: str) -> tuple[Band, float, float]:
    source = f"""\
      SUBROUTINE S(X)
      INTEGER I
      DOUBLE PRECISION X(1000)
      DO 10 I = 1, 1000
        {statement}
   10 CONTINUE
      END
"""
    machine = get_machine("xeon-emerald-rapids")
    description = describe(analyse(program_of(source)), with_work=True)
    model = build_model(description, None, Settings())
    found = predict(model, bind_model(model, machine, machine.toolchains["gfortran-O2"]))
    band = band_of(found, None)
    assert band is not None
    assert found.total
    return band, found.total, uncovered_share(found)


def test_programs_err_more_than_kernels() -> None:
    band, total, share = banded(_KNOWN)
    machine = get_machine("xeon-emerald-rapids")
    calibration = machine.toolchains["gfortran-O2"].calibration
    assert calibration is not None
    assert share == 0.0
    for end, level in ((band.low, 0.05), (band.high, 0.95)):
        width = hypot(log(1.5), log(calibration.residual_quantiles[level]))
        assert abs(log(end / total)) == pytest.approx(width, rel=1e-3)


def test_operations_that_no_kernel_performs_widen_the_interval_by_their_share() -> None:
    known, first, _ = banded(_KNOWN)
    band, total, share = banded(_NOT)
    assert 0.9 < share < 1.0
    wider = hypot(log(known.high / first), share * log(3.0))
    assert band.high == pytest.approx(total * exp(wider), rel=1e-3)
    assert band.low < total * known.low / first
