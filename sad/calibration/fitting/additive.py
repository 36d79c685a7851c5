"""Tables for the additive model: one time per operation, a program's time is their sum.

``additive_table`` is the best such table for all kernels. ``classical_table`` is made as the authors of
1994 made theirs, from kernels that differ by one operation each: it shows what one gets that way.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.parameters import FREE, TermKind, plain_parameters
from sad.machine.database import get_machine
from sad.machine.throughput import find_prefix
from sad.machine.values import MachineValue
from sad.mapping.regions import PLAIN
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.calibration.fitting.columns import Array
    from sad.calibration.fitting.features import Features


SINGLE = frozenset(
    {"operation", "single", "complex", "integer plane", "plane", "cube", "branch", "call"}
)
"""Families of kernels that differ by one operation from each other: loops, IF statements, calls."""
_LEAST = 2e-12  # s: below, a time cannot be told from none
TYPES = {"quad": "double", "derived": "double", "logical": "integer", "character": "integer"}
"""Types taken for others: the fallback of a calibrated toolchain."""
_OPERATIONS = {
    "div.real": "div.double",
    "div.double_complex": "div.double",
    "div.complex": "div.double_complex",
    "add.real": "add.double",
    "mul.real": "mul.double",
    "compare.double": "compare.integer",
    "compare.real": "compare.double",
    "compare.double_complex": "compare.double",
    "compare.complex": "compare.double",
    "logical": "compare.integer",
    "power_int": "power_real.double",
    "power_real": "power_real.double",
    "intrinsic.sqrt.real": "intrinsic.sqrt.double",
    "intrinsic.exp.real": "intrinsic.exp.double",
    "intrinsic.exp": "intrinsic.exp.double",
    "intrinsic.max.integer": "intrinsic.max.double",
    "intrinsic.min.integer": "intrinsic.min.double",
    "intrinsic.nint": "convert.double.integer",
}
"""Keys and what is taken for them, each after what it may rest on."""
_ESTIMATES = "x86_64-generic"
"""The machine of the database whose estimates are taken for what no kernel does."""
_NEVER_MEASURED = ("io.", "concat.", "substring.")


def additive_table(
    features: Sequence[Features], seconds: Sequence[float]
) -> dict[str, MachineValue]:
    """Return operation times [s] that come closest to all kernels' times, relative to each.

    Least squares with times that are not negative. Operations that no kernel has are left out.
    """
    parameters = [item for item in plain_parameters() if item.place is TermKind.BOUND]
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
    table = {key: MachineValue(0.0, "part of others") for key in FREE}
    for position, item in enumerate(parameters):
        if amounts[:, position].any():
            time = float(values[position])
            shown = MachineValue(time if time > _LEAST else 0.0)
            table.update(dict.fromkeys(item.keys, shown))
    add_stand_ins(table)
    language = features[0].kernel.language if features else ""
    known = get_machine(_ESTIMATES).toolchains.values()
    estimates = next(item for item in known if not language or item.language == language)
    for key, value in estimates.operations.items():
        if key.startswith(_NEVER_MEASURED) and key not in table:
            table[key] = replace(value, source=f"not measured: as {_ESTIMATES}")
    return table


def classical_table(
    features: Sequence[Features], seconds: Mapping[str, float]
) -> dict[str, MachineValue]:
    """Return operation times [s] from the kernels with one operation each.

    ``seconds`` are the times of kernels by name. Solving for all operations at once takes the
    differences between kernels that share all but one.
    """
    single = [item for item in features if item.kernel.family in SINGLE]
    return additive_table(single, [seconds[item.kernel.name] for item in single])


def add_stand_ins(table: dict[str, MachineValue]) -> None:
    """Give a table the time of another operation for each that it has none for."""
    for key, other in _OPERATIONS.items():
        if find_prefix(table, key) is None:
            value = find_prefix(table, other)
            if value is not None:
                table[key] = value
