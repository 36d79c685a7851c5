"""What stands in for operations that no kernel performed, openly: they are not in ``covered``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.machine.database import get_machine
from sad.machine.throughput import find_prefix

if TYPE_CHECKING:
    from sad.machine.schema import Value

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


def add_stand_ins(table: dict[str, Value]) -> None:
    """Give a table the time of another operation for each that it has none for."""
    for key, other in _OPERATIONS.items():
        if find_prefix(table, key) is None:
            value = find_prefix(table, other)
            if value is not None:
                table[key] = value
    for key, value in get_machine(_ESTIMATES).default_toolchain.operations.items():
        if key.startswith(_NEVER_MEASURED) and find_prefix(table, key) is None:
            table[key] = replace(value, source=f"not measured: as {_ESTIMATES}")
