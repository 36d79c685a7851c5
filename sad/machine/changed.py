"""A machine with other values of the parameters of its network and of a message-passing library."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.machine.networks.model import parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.schema import Machine
    from sad.machine.values import MachineValue


def changeable(machine: Machine, library: str) -> dict[str, MachineValue]:
    """Return the parameters of the network and of a library by name, in the units of their names."""
    model = machine.programming_models.get(library)
    return {**parameters_of(machine.network), **(model.parameters if model is not None else {})}


def with_parameters(machine: Machine, library: str, numbers: Mapping[str, float]) -> Machine:
    """Return the machine with these values; names that are no parameters of it are passed over."""

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
    return replace(machine, programming_models=models, network=network)
