"""What a calibration measures, as a file: times of a machine whose parameters are known.

A measurement needs a quiet computer for minutes; a fit of one needs the same packages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.features import features_of
from sad.calibration.fitting.parameters import plain_parameters
from sad.calibration.fitting.solve import expected_values
from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.measure import Canary, FlagSet, Measured, Provenance, measurements_text

if TYPE_CHECKING:
    from pathlib import Path

_CLOCK = 2e9  # [Hz]


def write_measurement(path: Path) -> None:
    """Write the times of the kernels in C, as an unoptimised build of them would have."""
    features = features_of(kernels("c", Caches()))
    parameters = plain_parameters()
    columns = Columns(features, "plain", parameters, None)
    values = expected_values(parameters, _CLOCK) * np.linspace(0.8, 1.4, len(parameters))
    measured = tuple(
        Measured(item.kernel, float(time), 0.01)
        for item, time in zip(features, columns.times(values), strict=True)
    )
    canary = Canary(3 / _CLOCK, 0.01, 1e10, 0.02, 1.0, 1000)
    about = Provenance(
        compiler="cc",
        compiler_version="cc 1.0",
        flags="-O0",
        language="c",
        cpu_model="made",
        architecture="x86_64",
        clock_hz=_CLOCK,
        cpu=0,
        date="2026-01-01",
        rounds=5,
        noise=0.01,
        caches_bytes={"l1": 32768, "l2": 1048576, "l3": 33554432},
    )
    path.write_text(measurements_text([FlagSet(measured, canary, about)]), encoding="utf-8")
