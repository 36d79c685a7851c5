"""The machine and toolchain that are asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error
from sad.evaluation.model import find_entry
from sad.machine.schema import Machine, Toolchain
from sad.machine.values import MachineValue
from sad.model.nodes import SECOND

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.model.nodes import Description


def chosen_machine(machine: str | None, toolchain: str | None) -> tuple[Machine, Toolchain] | None:
    """Return a machine and a toolchain by name; None if no machine is asked for.

    Raises SAD401 if there is none of that name, and as ``load_machine``.
    """
    if not machine:
        if toolchain is not None:
            raise argument_error("SAD401", "--toolchain without --machine", "add --machine NAME")
        return None
    from sad.machine.database import get_machine  # noqa: PLC0415 - reads YAML

    found = get_machine(machine)
    if toolchain is None:
        return found, found.default_toolchain
    chosen = found.toolchains.get(toolchain)
    if chosen is None:
        names = ", ".join(found.toolchains)
        raise argument_error("SAD401", f"no toolchain {toolchain!r}", f"there are: {names}")
    return found, chosen


@lru_cache(maxsize=1)
def times_alone() -> tuple[Machine, Toolchain]:
    """Return what stands for a machine where a model says all times itself [s]."""
    times = {SECOND: MachineValue(1.0, "by definition")}
    toolchain = Toolchain("", "", "", "additive", times)
    machine = Machine("", "", "", "", "", 1.0, {"": toolchain})
    return machine, toolchain


def read_machine(text: str, toolchain: str | None = None) -> tuple[Machine, Toolchain | None]:
    """Return the machine of ``NAME``, ``FILE`` or ``NAME,TOOLCHAIN``, and the toolchain asked for.

    Raises SAD401 if there is none of that name, and as ``load_machine``.
    """
    text, toolchain = machine_words(text, toolchain)
    found = chosen_machine(text, toolchain)
    if found is None:
        raise argument_error("SAD401", "a machine without a name", "name one: --machine sparc2")
    machine, chosen = found
    return machine, None if toolchain is None else chosen


def machine_words(text: str, toolchain: str | None = None) -> tuple[str, str | None]:
    """Return the machine and the toolchain that ``NAME``, ``FILE`` or ``NAME,TOOLCHAIN`` says."""
    from sad.machine.database import find_file  # noqa: PLC0415 - reads YAML

    if "," in text and find_file(text) is None:
        text, _, toolchain = text.rpartition(",")
        toolchain = toolchain.strip()
    return text, toolchain


def languages_of(model: Model) -> frozenset[str]:
    """Return the language of a model's entry, or those of all units."""
    units = model.description.units if model.entry is None else (model.entry,)
    return frozenset(unit.language for unit in units)


def usual_toolchain(machine: Machine, description: Description, entry: str | None) -> Toolchain:
    """Return the toolchain for an entry of a description where none is asked for; raises SAD505."""
    start = find_entry(description, entry)
    units = description.units if start is None else (start,)
    return machine.toolchain_for(frozenset(unit.language for unit in units))


def warn_of_other_machine(machine: Machine, toolchain: Toolchain, diagnostics: Diagnostics) -> None:
    """Warn (SAD417) of numbers that were measured on another architecture than this computer's."""
    from sad.machine.architecture import is_foreign, this_architecture  # noqa: PLC0415

    if toolchain.calibration is not None and is_foreign(machine):
        message = f"{machine.name} was calibrated on {machine.architecture}"
        hint = f"this computer is {this_architecture()}: times are those of the other one"
        diagnostics.warning("SAD417", message, Span.at(machine.file), hint)
