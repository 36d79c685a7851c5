"""Means of trip counts and shares of branches in a run of a program's slice.

What computes with formulas, not with the counts of blocks alone, needs values for all in them. A mean
gives the counts of the run where nothing varies together with something else.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ZERO, Poly
from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.flow_equations import program_flows
from sad.evaluation.measuring.inferred import infer
from sad.profiles.estimation.solve import Observation, solve_unit

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from sad.algebra.evaluate import Number
    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.unit import ProgramAnalysis
    from sad.evaluation.evaluated import Counted
    from sad.evaluation.model import Model
    from sad.slicing.evaluation import Evaluation


def evaluated_means(
    analysis: ProgramAnalysis, model: Model, counted: Counted, given: Mapping[str, Number]
) -> Mapping[str, Number]:
    """Return values by symbol of what a model's counts depend on; ``given`` are those of the run.

    They are ratios of how often control went where; what the run never came to is 0, or as small as it
    may be. Sizes that the run read are those for which the counts are what was counted.
    """
    parameters = model.names.parameters
    values: dict[str, Number] = {**given, **model.values}
    for symbol, value in _ratios(analysis, counted.run):
        parameter = parameters.get(symbol)
        if symbol not in values and parameter is not None:
            values[symbol] = max(value, Fraction(parameter.least))
    formulas: dict[Hashable, Poly] = {}
    measured: dict[Hashable, int] = {}
    for block in model.expansion.blocks:
        place, count = counted.blocks.get(id(block.block), (None, None))
        if count is not None:
            formulas[place] = formulas.get(place, ZERO) + block.count
            measured[place] = count
    symbols = {place: atoms.free_symbols(formula) for place, formula in formulas.items()}
    infer(formulas, symbols, measured, values, parameters)
    return {symbol: value for symbol, value in values.items() if symbol not in model.values}


def _ratios(analysis: ProgramAnalysis, run: Evaluation) -> Iterator[tuple[str, Fraction]]:
    for flow in program_flows(analysis):
        if flow.is_jumped_into or not flow.ratios:
            continue

        def observed(some: UnitFlow) -> list[Observation]:
            return list(_observations(some, run))

        solved = solve_unit(flow, observed, misplaced=False)
        if solved.conflicts:
            continue
        for symbol, ratio in flow.ratios.items():
            reached, taken = solved.total(ratio.reached), solved.total(ratio.taken)
            if reached == 0:
                yield symbol, Fraction(0)
            elif reached is not None and taken is not None:
                yield symbol, taken / reached


def _observations(flow: UnitFlow, run: Evaluation) -> Iterator[Observation]:
    """How often the actions of a unit's blocks started, with all its entries."""
    key = unit_key(flow.unit)
    for block in flow.cfg.blocks:
        for number, action in enumerate(block.actions):
            arcs = flow.at(block.id, number)
            if arcs is None:
                continue
            counts = [run.count((key, entry), block.id, number) for entry in flow.starts]
            known = [count for count in counts if count is not None]
            if len(known) == len(counts):
                line = action.span.line
                yield Observation(arcs, sum(known), line, f"line {line} ran")
