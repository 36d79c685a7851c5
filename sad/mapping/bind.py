"""Description + machine -> bound description, by one of the cost models there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.mapping.additive import ADDITIVE
from sad.mapping.overlapping import ASM, THROUGHPUT

if TYPE_CHECKING:
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion, Run
    from sad.mapping.cost_model import CostModel
    from sad.model.expand import Expansion

COST_MODELS: dict[str, CostModel] = {item.name: item for item in (ADDITIVE, THROUGHPUT, ASM)}
"""Every cost model: ``--model`` and all else that asks for one finds it here."""


def cost_model_named(name: str) -> CostModel:
    """Return a cost model; raises SAD450 if there is none of that name."""
    model = COST_MODELS.get(name)
    if model is None:
        hint = f"there are: {', '.join(COST_MODELS)}"
        raise argument_error("SAD450", f"no cost model {name!r}", hint)
    return model


def cost_model_for(toolchain: Toolchain, asked: str | None) -> CostModel:
    """Return the cost model to use: the one asked for, else the toolchain's own.

    Raises ``SadError`` SAD450 if there is none of that name, or the toolchain has no numbers for it.
    """
    model = cost_model_named(asked or toolchain.model)
    if not model.has_numbers(toolchain):
        message = f"toolchain {toolchain.name} has no numbers for the {model.name} model"
        hint = f"use --model {toolchain.model}, or a calibrated machine (sad machine calibrate)"
        raise argument_error("SAD450", message, hint)
    return model


def bind_machine(
    expansion: Expansion,
    machine: Machine,
    toolchain: Toolchain | None = None,
    *,
    model: str | None = None,
    run: Run | None = None,
) -> BoundExpansion:
    """Give every block its demands and its time on a machine.

    Where the cost model needs a run, times hold for ``run``; without one every block stands by itself.
    Raises as ``cost_model_for`` and the model's ``bind``.
    """
    chosen = toolchain or machine.default_toolchain
    return cost_model_for(chosen, model).bind(expansion, machine, chosen, run)
