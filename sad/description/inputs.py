"""The parameters of one described unit, gathered from what its analysis named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.branch import arm_names
from sad.analysis.cells import is_common
from sad.analysis.cfg import LoopHead, Split
from sad.description.parameters import Class, Kind, Parameter
from sad.symbols import input_name, site_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.effects import ProgramEffects
    from sad.analysis.unit import EntryAnalysis


def collect_parameters(
    entry: EntryAnalysis, program: ProgramEffects, used: frozenset[str]
) -> Iterator[Parameter]:
    """Yield the parameters among the symbols ``used``, in source order within each kind."""
    for source in (
        _inputs(entry, program),
        _trip_counts(entry),
        _probabilities(entry),
        _values(entry),
    ):
        yield from (parameter for parameter in source if parameter.symbol in used)


def _inputs(entry: EntryAnalysis, program: ProgramEffects) -> Iterator[Parameter]:
    unit = entry.unit
    span = unit.header or unit.span
    for name in unit.dummies:
        full, label = input_name(unit.name, name), unit.symbols[name].spelling
        yield Parameter(full, label, Kind.SIZE, Class.DIRECT, unit.name, span, "an argument")
    for cell, label in program.of(unit).commons.items():
        yield Parameter(cell, label, Kind.SIZE, Class.DIRECT, unit.name, span, "in COMMON")
    for symbol, read in entry.values.reads.items():
        label = unit.symbols[read.variable].spelling
        yield Parameter(symbol, label, Kind.SIZE, Class.DIRECT, unit.name, read.span, "is read")


def _trip_counts(entry: EntryAnalysis) -> Iterator[Parameter]:
    unit = entry.unit.name
    for info in sorted(entry.values.loops.values(), key=lambda item: item.span.line):
        if info.parameter is not None:
            reason = "the loop may be left early" if info.limit is not None else "no bound is known"
            yield Parameter(
                info.parameter,
                info.parameter,
                Kind.TRIP_COUNT,
                Class.INDETERMINATE,
                unit,
                info.span,
                reason,
                info.limit,
            )
    for visits in entry.structured.visits:
        block = entry.cfg.blocks[visits.block]
        span = block.actions[0].span if block.actions else entry.unit.span
        reason = "part of a loop with several entries"
        yield Parameter(
            visits.symbol, visits.symbol, Kind.TRIP_COUNT, Class.INDETERMINATE, unit, span, reason
        )


def _probabilities(entry: EntryAnalysis) -> Iterator[Parameter]:
    paths = entry.paths
    unit = entry.unit.name
    for block in entry.cfg.blocks:
        match block.terminator:
            case Split() as split:
                for symbol in arm_names(unit, split, paths(split.path)):
                    yield Parameter(
                        symbol,
                        symbol,
                        Kind.PROBABILITY,
                        Class.INDETERMINATE,
                        unit,
                        split.span,
                        "depends on data",
                    )
            case LoopHead(loop=loop, path=path):
                symbol = site_name(unit, "prob", f"{paths(path)}.enters")
                reason = "the loop's body never comes back"
                yield Parameter(
                    symbol, symbol, Kind.PROBABILITY, Class.INDETERMINATE, unit, loop.span, reason
                )
            case _:
                pass


def _values(entry: EntryAnalysis) -> Iterator[Parameter]:
    for unknown in entry.values.unknowns.values():
        yield Parameter(
            unknown.symbol,
            unknown.symbol,
            Kind.VALUE,
            Class.INDETERMINATE,
            entry.unit.name,
            unknown.span,
            unknown.reason,
        )


def labels_of(entry: EntryAnalysis, program: ProgramEffects) -> dict[str, str]:
    """Return names to show for symbols whose own name is not shown: inputs and loop indices."""
    labels: dict[str, str] = {}
    unit = entry.unit
    for name in unit.dummies:
        symbol = unit.symbols[name]
        labels[input_name(unit.name, name)] = symbol.spelling or name
    for cell, label in program.of(unit).commons.items():
        if is_common(cell):
            labels[cell] = label
    for symbol_name, read in entry.values.reads.items():
        labels[symbol_name] = unit.symbols[read.variable].spelling
    for info in entry.values.loops.values():
        labels[info.index.name] = info.name or f"iteration of {info.path}"
    return labels
