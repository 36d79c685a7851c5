"""Sweeps and comparisons of programs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.experiments.axes import axis_of, checked_axes, parse_axis
from sad.experiments.crossings import comparisons_of
from sad.experiments.curve import target_of
from sad.experiments.quantity import parse_quantity
from sad.experiments.sweep_table import sides_of, table_of, told_apart
from sad.library.swept import Sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.experiments.axes import Axis
    from sad.library.state import State


def swept(
    states: Sequence[State],
    vary: Mapping[str, Iterable[object] | str],
    machines: Sequence[str] | str,
    quantities: Sequence[str] | str,
    *,
    compared: bool,
) -> Sweep:
    """Return a table over a grid; one name stands for itself, not for its letters.

    Raises as ``Curves``, and SAD855 for nothing to compare.
    """
    axes = checked_axes([_axis(name, values) for name, values in vary.items()])
    targets = [target_of(machine, None, None) for machine in _listed(machines)]
    asked = _listed(quantities) or ["total" if machines else "operations"]
    programs = [state.program(axes) for state in states]
    if len(programs) > 1:
        programs = told_apart(programs)
    sides = sides_of(programs, [parse_quantity(text) for text in asked], targets)
    table = table_of(sides, axes)
    if compared:
        if len(sides) < 2:
            message = "one program on one machine is nothing to compare"
            raise argument_error("SAD855", message, "give several programs or machines")
        table = replace(table, comparisons=comparisons_of(sides, axes))
    said = dict.fromkeys(item for program in programs for item in program.diagnostics.items)
    return Sweep(table, sides, tuple(said), compared=compared)


def _axis(name: str, values: Iterable[object] | str) -> Axis:
    return parse_axis(f"{name}={values}") if isinstance(values, str) else axis_of(name, values)


def _listed(names: Sequence[str] | str) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
