"""Runs of a parallel model in the event kernel, beside its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue
from sad.contention.estimate import Estimate, chain_estimate
from sad.diagnostics import argument_error
from sad.model.walks.simulated import program_of
from sad.records import record, replace
from sad.simulation import Discipline, simulate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.contention.bound import Contention
    from sad.diagnostics import SadError, Span
    from sad.evaluation.model import Model
    from sad.simulation import Simulation


@record
class Simulated:
    """What runs of a model give: ``result``, and the places of its figures."""

    result: Simulation
    discipline: Discipline
    spans: Mapping[int, Span]


def estimated(found: Contention, method: str, runs: Simulated | None, model: Model) -> Contention:
    """Return what bounds a model with the estimate of a method.

    It is ``mva``, ``ctmc``, ``simulate`` or ``bounds``. Of ``ctmc`` it raises SAD850 where a value is
    missing, and as ``chain_estimate``.
    """
    if method == "mva":
        return found
    if method == "ctmc":
        try:
            chain = chain_estimate(model, found.lower or 0.0)
        except MissingValue:
            raise _without_values(model) from None
        return replace(found, estimate=chain)
    if method == "bounds" or runs is None:
        return replace(found, estimate=None)
    return replace(found, estimate=Estimate(runs.result.mean_s, 0, simulated=True))


def simulated(
    model: Model, *, discipline: Discipline, seed: int, runs: int, most_events: int, slices: int = 0
) -> Simulated:
    """Return runs of a model at its values; raises SAD850 where one is missing, and as ``simulate``."""
    assert model.entry is not None
    try:
        program, spans = program_of(model.entry.tree, model.values)
    except MissingValue:
        raise _without_values(model) from None
    found = simulate(
        program,
        discipline=discipline,
        seed=seed,
        runs=runs,
        most_events=most_events,
        most_slices=slices,
    )
    return Simulated(found, discipline, spans)


def _without_values(model: Model) -> SadError:
    names = ", ".join(model.names.label(symbol) for symbol in model.missing)
    return argument_error("SAD850", f"no value for {names}", "give them: --set NAME=VALUE")
