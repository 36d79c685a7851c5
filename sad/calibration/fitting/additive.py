"""Tables for the additive model: one time per operation, a program's time is their sum.

``additive_table`` is the best such table for all kernels. ``classical_table`` is made as the authors of
1994 made theirs, from kernels that differ by one operation each: it shows what one gets that way.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.parameters import FREE, Place, plain_parameters
from sad.calibration.fitting.stand_ins import add_stand_ins
from sad.machine.schema import Value
from sad.mapping.regions import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.calibration.fitting.columns import Array
    from sad.calibration.fitting.features import Features

SINGLE = frozenset(
    {"operation", "single", "complex", "integer plane", "plane", "cube", "branch", "call"}
)
"""Families of kernels that differ by one operation from each other: loops, IF statements, calls."""
_LEAST = 2e-12  # s: below, a time cannot be told from none


def additive_table(features: Sequence[Features], seconds: Sequence[float]) -> dict[str, Value]:
    """Return operation times [s] that come closest to all kernels' times, relative to each.

    Least squares with times that are not negative. Operations that no kernel has are left out.
    """
    parameters = [item for item in plain_parameters() if item.place is Place.BOUND]
    columns = Columns(features, PLAIN, parameters)
    amounts = np.zeros((len(features), len(parameters)))
    for number, item in enumerate(features):
        for key, amount in item.operations(PLAIN).items():
            position = columns.position(key)
            if position is not None:
                amounts[number, position] += amount
    measured = np.array(seconds)
    nnls: Callable[[Array, Array], tuple[Array, float]] = import_module("scipy.optimize").nnls
    values, _ = nnls(amounts / measured[:, None], np.ones(len(measured)))
    table = {key: Value(0.0, "part of others") for key in FREE}
    for position, item in enumerate(parameters):
        if amounts[:, position].any():
            time = float(values[position])
            shown = Value(time if time > _LEAST else 0.0)
            table.update(dict.fromkeys(item.keys, shown))
    add_stand_ins(table)
    return table


def classical_table(features: Sequence[Features], seconds: Mapping[str, float]) -> dict[str, Value]:
    """Return operation times [s] from the kernels with one operation each.

    ``seconds`` are the times of kernels by name. Solving for all operations at once takes the
    differences between kernels that share all but one.
    """
    single = [item for item in features if item.kernel.family in SINGLE]
    return additive_table(single, [seconds[item.kernel.name] for item in single])
