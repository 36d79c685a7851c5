"""What times are predicted for: machines, and the values of sizes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.checks.costs.record import State
    from sad.machine.schema import Machine, Toolchain
    from sad.profiles.settings import Settings

_ALIAS = re.compile(r"[XPV]\d+", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z_]\w*")


@record
class Timing:
    """Machines to predict for, with a toolchain where one is chosen, and the values of sizes.

    ``is_whole``: all that the settings are for is looked at, so that a size in them that no unit has
    is an error; a part may well lack some.
    """

    machines: tuple[tuple[Machine, Toolchain | None], ...]
    sizes: Settings
    is_whole: bool = True


def timing_of(
    machines: Sequence[str], toolchain: str | None, sizes: Settings, *, is_whole: bool = True
) -> Timing:
    """Return what to predict for; raises as ``chosen_machine``."""
    if not machines:
        return Timing((), sizes, is_whole)
    from sad.loading.machines import chosen_machine  # noqa: PLC0415 - slow to import

    found = (chosen_machine(name, toolchain) for name in machines)
    return Timing(
        tuple((item[0], item[1] if toolchain else None) for item in found if item is not None),
        sizes,
        is_whole,
    )


def is_alias(name: str) -> bool:
    """Whether a name has the form of a short name in a report: X1, P2, V3."""
    return _ALIAS.fullmatch(name) is not None


def check_sizes(state: State, timing: Timing) -> None:
    """Raise SAD501 for a size that no unit has; one from a file only if ``is_whole``."""
    used = {word for item in timing.sizes.items.values() for word in WORD.findall(item.text)}
    left = {name.lower() for name in timing.sizes.items if name not in used}
    for unit in state.units.values() if left else ():
        left -= {name.lower() for item in unit.symbols for name in (item.name, item.label)}
        left -= {f"{name}.seconds".lower() for name in unit.calls}
        if not left:
            return
    for name, item in timing.sizes.items.items():
        if name.lower() not in left:
            continue
        hint = "sizes go by the names of arguments and other inputs of units"
        message = f"no unit has a {name!r}"
        if item.span.file == "<arguments>":
            raise argument_error("SAD501", message, hint)
        if timing.is_whole:
            raise input_error("SAD501", message, item.span, hint)
