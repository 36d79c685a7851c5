"""Counts that are no product of means: what was measured of several parameters together.

Where a branch is taken more often in longer loops, the mean trip count times the mean probability is
not how often its arm runs. For each block this says how many times the product of means it was in
each run, and what function of the sizes that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.evaluation.measuring.fitted import fitted
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.run_counts import Together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.names import Names
    from sad.model.expand import BlockCount
    from sad.profiles.run_counts import RunCounts

_SMALL = 1e-3  # a difference that is none, relatively


def measured_together(
    blocks: Sequence[BlockCount], runs: Sequence[RunCounts], names: Names
) -> dict[str, Together]:
    """Return what is to be multiplied with the formulas of blocks, by block id.

    Left out are blocks whose formulas give what was measured, and those that depend on sizes alone:
    then the run ended early, or a size is wrong.
    """
    measured = {
        block.id: [
            unit.blocks[block.number - 1]
            if (unit := run.units.get(block.unit.name)) is not None
            and block.number <= len(unit.blocks)
            else None
            for run in runs
        ]
        for block in blocks
    }
    open_ones = [block for block in blocks if not _is_determined(block.count, names)]
    by_count: dict[tuple[Poly, tuple[Fraction | None, ...]], list[BlockCount]] = {}
    for block in open_ones:
        by_count.setdefault((block.count, tuple(measured[block.id])), []).append(block)
    values = [_values(run, names) for run in runs]
    found: dict[str, Together] = {}
    for (count, times), alike in by_count.items():
        samples: list[Sample] = []
        symbols = atoms.free_symbols(count)
        for run, own, ran in zip(runs, values, times, strict=True):
            if ran is None or not symbols <= own.keys():
                continue
            product = float(compile_polys([count])(own)[0])
            if product > 0 and ran:
                samples.append(Sample(run.at, float(ran), product, run.name))
        if all(abs(sample.value - 1) <= _SMALL for sample in samples):
            continue
        value = fitted(samples, Kind.VALUE, names)
        if value is None:
            continue
        what = "*".join(_shown(symbols, names))
        together = Together(value.text, float(f"{samples[-1].value:.6g}"), what)
        found.update((block.id, together) for block in alike)
    return found


def _values(run: RunCounts, names: Names) -> Mapping[str, Number]:
    found: dict[str, Number] = {}
    for name, value in (*run.at.items(), *run.values.items()):
        symbol = names.find(name)
        if symbol is not None:
            found[symbol] = int(value) if value == int(value) else value
    return found


def _is_determined(count: Poly, names: Names) -> bool:
    return not any(_is_measured(symbol, names) for symbol in atoms.free_symbols(count))


def _is_measured(symbol: str, names: Names) -> bool:
    parameter = names.parameters.get(symbol)
    return parameter is not None and parameter.shows_in_counts


def _shown(symbols: frozenset[str], names: Names) -> list[str]:
    """The parameters in the order of the program."""
    order = {symbol: place for place, symbol in enumerate(names.parameters)}
    measured = [symbol for symbol in symbols if _is_measured(symbol, names)]
    return [names.aliases.get(item, item) for item in sorted(measured, key=order.__getitem__)]
