"""Counts that are no product of means: what was measured of several parameters together.

Where a branch is taken more often in longer loops, the mean trip count times the mean probability is
not how often its arm runs. For each block this says how many times the product of means it was in
each run, and what function of the sizes that is. Away from the runs a product of functions is as
wrong as each of them, so of runs at several sizes the count itself is fitted, too.
"""

from __future__ import annotations

from math import hypot, inf
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.evaluation.joint_counts import is_measured, without_measured
from sad.evaluation.measuring.fitted import CLEARLY, fitted
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.run_counts import Together
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.measuring.fitted import Fitted
    from sad.evaluation.measuring.loop_sizes import LoopSize
    from sad.evaluation.names import Names
    from sad.model.expand import BlockCount
    from sad.profiles.run_counts import RunCounts

_SMALL = 1e-3  # a difference that is none, relatively
_MOST_FITTED = 100
"""Counts that get functions of their own: those that ran most often. A fit takes milliseconds."""

_Group = tuple["Poly", tuple["Fraction | None", ...]]
"""A formula and what was measured of it in each run: blocks that have both are fitted as one."""


def measured_together(
    blocks: Sequence[BlockCount],
    runs: Sequence[RunCounts],
    names: Names,
    quantities: Sequence[LoopSize] = (),
    errors: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, Together]:
    """Return what is to be multiplied with the formulas of blocks, by block id; counts as functions.

    Left out are blocks whose formulas give what was measured, and those that depend on sizes alone:
    then the run ended early, or a size is wrong. Of runs at several sizes a count is a function of them
    of its own if it is no product of means, if a parameter in it was not measured, or if that is a
    clearly better function than the product of its parameters', whose ``errors`` are by symbol.
    ``quantities`` are as for ``fitted``.
    """
    groups: dict[_Group, list[BlockCount]] = {}
    for block in blocks:
        if not _is_determined(block.count, names):
            times = tuple(_measured(block, run) for run in runs)
            groups.setdefault((block.count, times), []).append(block)
    values = [_values(run, names) for run in runs]
    several = len({tuple(sorted(run.at.items())) for run in runs}) > 1
    most = sorted(groups, key=lambda group: -max((ran or 0 for ran in group[1]), default=0))
    fitted_ones = set(most[:_MOST_FITTED]) if several else set[_Group]()
    found: dict[str, Together] = {}
    for (count, times), alike in groups.items():
        factors = list(_factors(count, runs, values, times))
        shown = _shown(atoms.free_symbols(count), names)
        what = "*".join(names.aliases.get(item, item) for item in shown)
        differs = any(abs(sample.value - 1) > _SMALL for sample in factors)
        factor = fitted(factors, Kind.VALUE, names) if differs else None
        own = None
        if (count, times) in fitted_ones and (differs or len(shown) > 1 or not factors):
            own = _own(count, times, runs, values, names, quantities)
        if own is not None and factors:
            parts = [errors.get(item, inf) for item in shown]
            parts += [factor.error] if factor is not None else []
            own = own if _is_better(own.function.error, hypot(*parts), differs=differs) else None
        if factor is None and own is None:
            continue
        last = float(f"{factors[-1].value:.6g}") if differs else 1.0
        together = Together("1" if factor is None else factor.text, last, what)
        if own is not None:
            function = own.function
            together = Together(
                *(together.value, last, what, function.text, function.spread, function.how),
                is_mean=own.is_mean,
            )
        found.update((block.id, together) for block in alike)
    return found


def _is_better(own: float, product: float, *, differs: bool) -> bool:
    """Whether a count's own function is taken: its error, and that of the product of functions.

    A product that no run contradicts, or whose parts are exact, says more of what programs do.
    """
    return own <= product if not product else differs or own < CLEARLY * product


def _measured(block: BlockCount, run: RunCounts) -> Fraction | None:
    unit = run.units.get(block.unit.name)
    known = unit is not None and block.number <= len(unit.blocks)
    return unit.blocks[block.number - 1] if unit is not None and known else None


def _factors(
    count: Poly,
    runs: Sequence[RunCounts],
    values: Sequence[Mapping[str, Number]],
    times: Sequence[Fraction | None],
) -> Iterator[Sample]:
    """How many times the product of means a count was in each run that has both."""
    symbols, formula = atoms.free_symbols(count), None
    for run, own, ran in zip(runs, values, times, strict=True):
        if ran is None or not symbols <= own.keys():
            continue
        formula = compile_polys([count]) if formula is None else formula
        (product,) = formula.where_it_counts(own)
        if product is not None and product > 0 and ran:
            yield Sample(run.at, float(ran), float(product), run.name)


@record
class _Own:
    """A function of the sizes: a count, or the mean of what was measured together in it."""

    function: Fitted
    is_mean: bool


def _own(
    count: Poly,
    times: Sequence[Fraction | None],
    runs: Sequence[RunCounts],
    values: Sequence[Mapping[str, Number]],
    names: Names,
    quantities: Sequence[LoopSize],
) -> _Own | None:
    """A count as a function of the sizes; None if it was measured at fewer than two.

    What the formula says of sizes is taken from there if that gives the better function.
    """
    known = [
        (run, own, float(ran))
        for run, own, ran in zip(runs, values, times, strict=True)
        if ran is not None
    ]
    if len({tuple(sorted(run.at.items())) for run, _, _ in known}) < 2:
        return None
    whole = [Sample(run.at, ran, 1.0, run.name) for run, _, ran in known]
    best = fitted(whole, Kind.TRIP_COUNT, names, quantities)
    rest = without_measured(count, names)
    symbols = atoms.free_symbols(rest)
    if symbols and all(symbols <= own.keys() for _, own, _ in known):
        evaluated = compile_polys([rest])
        found = [evaluated.where_it_counts(own)[0] or 0 for _, own, _ in known]
        parts = [
            Sample(run.at, ran, float(times), run.name)
            for (run, _, ran), times in zip(known, found, strict=True)
        ]
        mean = None
        if all(sample.reached > 0 for sample in parts):
            mean = fitted(parts, Kind.TRIP_COUNT, names, quantities)
        if mean is not None and (best is None or mean.error < best.error):
            return _Own(mean, is_mean=True)
    return None if best is None else _Own(best, is_mean=False)


def _values(run: RunCounts, names: Names) -> Mapping[str, Number]:
    found: dict[str, Number] = {}
    for name, value in (*run.at.items(), *run.values.items()):
        symbol = names.find(name)
        if symbol is not None:
            found[symbol] = int(value) if value == int(value) else value
    return found


def _is_determined(count: Poly, names: Names) -> bool:
    return not any(is_measured(symbol, names) for symbol in atoms.free_symbols(count))


def _shown(symbols: frozenset[str], names: Names) -> list[str]:
    """The parameters in the order of the program."""
    order = {symbol: place for place, symbol in enumerate(names.parameters)}
    measured = [symbol for symbol in symbols if is_measured(symbol, names)]
    return sorted(measured, key=order.__getitem__)
