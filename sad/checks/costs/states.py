"""Sources to the costs of their units: one side of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.registry import source_files
from sad.checks.costs.record import State, UnitCost
from sad.checks.costs.source_text import SourceText, called, check_no_conflicts, unit_names
from sad.checks.costs.unit_cost import unit_cost
from sad.diagnostics import Diagnostics
from sad.progress import steps
from sad.reading.readers import are_source_text
from sad.records import replace

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.timing import Timing
    from sad.model.nodes import Description
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading


def load_state(
    reading: Reading,
    label: str,
    root: Path | None = None,
    timing: Timing | None = None,
    assume: tuple[str, ...] = (),
    cache: Path | None = None,
) -> tuple[State, Loaded]:
    """Return the costs of all units of sources, and what was loaded for them.

    Paths below ``root`` are shown from there; ``timing`` asks for predicted times, ``assume`` are names
    of assumptions (``sad.evaluation.assume``). Descriptions are looked up in the ``cache`` of a folder.
    Raises SAD816 for a conflict that a merge has left in a source, and as ``load_description`` and
    ``with_seconds``.
    """
    source = SourceText(root)
    if are_source_text(reading.sources) and reading.sources != ("-",):
        check_no_conflicts(source_files(reading.sources, Diagnostics()), source)
    work = timing is not None and bool(timing.machines) and _needs_work(timing)
    from sad.loading.describe import load_description  # noqa: PLC0415 - slow to import
    from sad.loading.means import Means  # noqa: PLC0415

    loaded = load_description(reading, with_work=work, with_guesses=False, means=Means(cache))
    if assume:
        from sad.evaluation.assume import assume as assume_values  # noqa: PLC0415 - slow to import

        loaded = replace(loaded, description=assume_values(loaded.description, assume, set())[0])
    state = state_of(loaded.description, label, source)
    if timing is not None:
        from sad.checks.costs.seconds import with_seconds  # noqa: PLC0415 - slow to import

        state = with_seconds(state, loaded, reading, source, timing)
    return state, loaded


def _needs_work(timing: Timing) -> bool:
    """Whether times are predicted from what compiled code does."""
    from sad.loading.prediction import needs_work  # noqa: PLC0415 - slow to import

    return any(
        needs_work((machine, toolchain or machine.default_toolchain), None)
        for machine, toolchain in timing.machines
    )


def state_of(description: Description, label: str, source: SourceText) -> State:
    """Return the costs of all units of a description, callees first."""
    names = unit_names(description.units, source)
    costs: dict[str, UnitCost] = {}
    for unit in steps("counting", description.units, len(description.units)):
        callees = {name: costs[name] for name in called(unit) if name in costs}
        costs[unit.name] = unit_cost(unit, names[unit.name], callees, description.commons, source)
    return State(label, {cost.name: cost for cost in sorted(costs.values(), key=_name)})


def _name(cost: UnitCost) -> str:
    return cost.name
