"""The parameters of the model that reads object code, from the same measurements as all others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.features_asm import asm_features
from sad.calibration.fitting.fit import NORM, clock_of, in_core, report_of, throughput_of
from sad.calibration.fitting.parameters_asm import asm_parameters, expected_latencies
from sad.calibration.fitting.solve import expected_values, solve
from sad.diagnostics import SadError
from sad.objectcode.attach import ASM_VIEW
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.fitting.columns import Mask
    from sad.calibration.fitting.features import Features
    from sad.calibration.fitting.fit import Report
    from sad.calibration.fitting.parameters import Parameter
    from sad.calibration.measure import FlagSet
    from sad.machine.schema import Toolchain, Value
    from sad.machine.throughput import Throughput

_NOT_HERE = ("SAD460", "SAD461", "SAD463")


@record
class FittedAsm:
    """The section ``asm`` of a toolchain, and how well it fits."""

    throughput: Throughput
    report: Report


def fit_asm(flags: FlagSet, features: Mapping[str, Features]) -> FittedAsm:
    """Return the parameters that fit one set of measurements best.

    ``features`` are those of the language's kernels, by name.

    The compiler that was measured compiles the kernels again. Raises as ``object_code``.
    """
    about = flags.provenance
    used = [item for item in flags.measured if in_core(item.kernel)]
    kernels = [item.kernel for item in used]
    clock = clock_of(flags)
    own = [features[kernel.name] for kernel in kernels]
    compiled = asm_features(own, about.compiler, about.flags, expected_latencies(clock))
    seconds = np.array([item.seconds for item in used])
    left_out: Mask = np.array([item.kernel.left_out for item in used], dtype=np.bool_)
    inside = [item for item, out in zip(compiled, left_out, strict=True) if not out]
    parameters = asm_parameters()
    columns = Columns(inside, ASM_VIEW, parameters, None, NORM)
    solved = solve(columns, seconds[~left_out], expected_values(parameters, clock))
    throughput = _own_keys(throughput_of(ASM_VIEW, parameters, solved, columns, None), parameters)
    every = Columns(compiled, ASM_VIEW, parameters, None, NORM)
    return FittedAsm(throughput, report_of(kernels, every, solved, seconds, left_out))


def with_asm(toolchain: Toolchain, flags: FlagSet, features: Mapping[str, Features]) -> Toolchain:
    """Return a toolchain with its section ``asm``; without one where its compiler is not here.

    Measurements may be fitted on another computer than they were taken on.
    """
    try:
        return replace(toolchain, asm=fit_asm(flags, features).throughput)
    except SadError as error:
        if error.diagnostic.code not in _NOT_HERE:
            raise
        return toolchain


def _own_keys(item: Throughput, parameters: Sequence[Parameter]) -> Throughput:
    """The same without what stands in for operations of the source."""
    known = {key for parameter in parameters for key in parameter.keys}

    def own(table: Mapping[str, Value]) -> dict[str, Value]:
        return {key: value for key, value in table.items() if key in known}

    bounds = {name: own(table) for name, table in item.bounds.items()}
    return replace(item, bounds=bounds, latencies=own(item.latencies), extras=own(item.extras))
