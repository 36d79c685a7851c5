"""A machine with other values of its clock, of operation times, and of its network and library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.networks.model import parameters_of
from sad.machine.values import MachineValue
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.schema import Machine, Toolchain
    from sad.machine.throughput import Throughput

CLOCK = "clock_hz"


def changeable(machine: Machine, library: str) -> dict[str, MachineValue]:
    """Return what can be changed by name: parameters of the network and of a library, in the units of
    their names, the clock, and times of operations of all toolchains [s].
    """
    model = machine.programming_models.get(library)
    operations = {
        name: value
        for toolchain in machine.toolchains.values()
        for name, value in toolchain.operations.items()
    }
    own = {CLOCK: MachineValue(machine.clock_hz), **parameters_of(machine.network)}
    return {**operations, **own, **(model.parameters if model is not None else {})}


def is_of_messages(name: str, machine: Machine) -> bool:
    """Whether a name of ``changeable`` is that of a parameter of the network or the library."""
    return name != CLOCK and not any(
        name in item.operations for item in machine.toolchains.values()
    )


def with_parameters(machine: Machine, library: str, numbers: Mapping[str, float]) -> Machine:
    """Return the machine with these values; names that are no parameters of it are passed over.

    Another clock changes all times of the processor with it, and none of its memory.
    """

    def other(values: Mapping[str, MachineValue]) -> dict[str, MachineValue]:
        return {
            name: replace(value, value=numbers.get(name, value.value))
            for name, value in values.items()
        }

    models, network = dict(machine.programming_models), machine.network
    if library in models:
        models[library] = replace(models[library], parameters=other(models[library].parameters))
    if network is not None:
        network = replace(network, parameters=other(network.parameters))
    clock = numbers.get(CLOCK, machine.clock_hz)
    faster = machine.clock_hz / clock
    toolchains = {
        name: replace(_at_clock(item, faster), operations=other(_slower(item.operations, faster)))
        for name, item in machine.toolchains.items()
    }
    changes = {"programming_models": models, "network": network, "toolchains": toolchains}
    return replace(machine, clock_hz=clock, **changes)


def _at_clock(toolchain: Toolchain, factor: float) -> Toolchain:
    return replace(
        toolchain,
        instructions=_slower(toolchain.instructions, factor),
        throughput=_throughput(toolchain.throughput, factor),
        asm=_throughput(toolchain.asm, factor),
    )


def _throughput(found: Throughput | None, factor: float) -> Throughput | None:
    if found is None or factor == 1.0:
        return found
    vector = found.vector
    if vector is not None:
        vector = replace(vector, entry_s=vector.entry_s * factor)
    return replace(
        found,
        bounds={name: _slower(bound, factor) for name, bound in found.bounds.items()},
        latencies=_slower(found.latencies, factor),
        extras=_slower(found.extras, factor),
        miss_s=found.miss_s * factor,
        window_s=found.window_s * factor,
        vector=vector,
    )


def _slower(values: Mapping[str, MachineValue], factor: float) -> dict[str, MachineValue]:
    return {name: replace(value, value=value.value * factor) for name, value in values.items()}
