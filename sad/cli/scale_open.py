"""``sad scale`` of programs whose times rest on what only a run tells: a table for each part."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.cli.common import load_settings, write_result
from sad.cli.scale import scaled_table, summaries_for
from sad.cli.told_inputs import told_inputs
from sad.cli.width import is_on_terminal, terminal_width
from sad.diagnostics import Span, argument_error
from sad.experiments.axes import parse_axes
from sad.experiments.processes import MOST_ROWS
from sad.experiments.scaling_output import Part, parts_csv, parts_json, parts_text
from sad.experiments.scaling_table import Best
from sad.experiments.sizes import Sizes
from sad.experiments.unknowns import Separated, Term, Unknown
from sad.model.parameters import Kind
from sad.records import replace
from sad.report.units import listed
from sad.spmd.scalable import SpmdProgram

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostics, SadError
    from sad.experiments.sizes import Subject
    from sad.experiments.unknowns import Factor

_NUMBERED = re.compile(r"[XPV]\d+")
_MANY, _HALF, _LITTLE = 1000.0, 0.5, 0.0005
_MOST_PARTS, _MOST_NAMES = 8, 8
_EXIT = "loop exit"
"""What guesses of branches that leave a loop come from."""


def write_parts(
    args: argparse.Namespace, subject: Subject, refused: SadError, diagnostics: Diagnostics
) -> None:
    """Write a table for each product of what only a run tells, that of what is done once first.

    Raises ``refused`` where the program has no such unknowns, SAD891 where other values are missing,
    SAD683 for what takes a whole time, and as ``scaled_table``.
    """
    program = subject.program
    if not isinstance(program, SpmdProgram):
        raise refused
    args.settings = [*args.settings, *told_inputs(args, program)]
    program = program.without_runs()
    every = {name: _unknown(program, name) for name in program.open}
    optional = tuple(dict.fromkeys((*subject.optional, *program.open)))
    once = replace(
        subject,
        program=Term(Separated(program, [*every.values()], {}), ()),
        optional=optional,
        least=program.least,
        longer=program.longer,
    )
    axes = parse_axes(args.vary, MOST_ROWS)
    known = Sizes(once, load_settings(args), axes, args.per_process).names
    left = {name: item for name, item in every.items() if name not in known}
    exits = {name: item.likely for name, item in left.items() if _leaves(program, name)}
    stays = {name: float(round(likely)) for name, likely in exits.items() if likely is not None}
    whole = Separated(program, [left[name] for name in left if name not in stays], stays)
    if not whole.unknowns:
        raise refused
    open_ = (Kind.TRIP_COUNT, Kind.PROBABILITY)
    values = [item for item in whole.unknowns if _kind(program, item.name) not in open_]
    if values:  # a partner, a size: nothing is done for each of it
        raise _missing(values)
    names = listed([item.short for item in whole.unknowns], _MOST_NAMES)
    for option in ("plot", "operations"):
        if getattr(args, option) is not None:
            message = f"--{option}: the times rest on {names}, which only a run can tell"
            raise argument_error("SAD683", message, refused.diagnostic.hint)
    usual = {i.name: _MANY if i.likely is None else i.likely for i in whole.unknowns}
    program.settle({**usual, **stays})
    parts = [_part(args, once, whole, ())]
    shares = {item.name for item in whole.unknowns if item.is_share}
    most: dict[Factor, float] = {}
    for factor, seconds in whole.most.items():
        numbers = tuple(name for name in factor if name not in shares)
        most[numbers] = max(most.get(numbers, 0.0), seconds)
    largest = sorted((f for f in most if f), key=lambda f: -most[f])
    parts += [_part(args, once, whole, f) for f in sorted(largest[:_MOST_PARTS], key=len)]
    place = Span.at(program.file)
    if whole.left:
        message = f"not in the times: {listed(list(whole.left), 4)}"
        hint = f"their times are no sum of products of {names}: give values with --set"
        diagnostics.warning("SAD684", message, place, hint)
    if len(largest) > _MOST_PARTS:
        message = f"{len(largest) - _MOST_PARTS} products with shorter times are left out"
        diagnostics.warning("SAD684", message, place, "give some of the values with --set")
    diagnostics.items[:] = [item for item in diagnostics.items if item.code != "SAD940"]
    write_result(_written(args, whole, parts, diagnostics), args.output)


def _written(
    args: argparse.Namespace, whole: Separated, parts: Sequence[Part], diagnostics: Diagnostics
) -> str:
    if args.format == "json":
        unknowns = [
            {"name": i.name, "short": i.short, "what": i.what, "likely": i.likely}
            for i in whole.unknowns
        ]
        return parts_json(parts, unknowns, diagnostics.items, phases=args.phases)
    if args.format == "csv":
        return parts_csv(parts)
    width = terminal_width() if is_on_terminal(args) else None
    return parts_text(parts, _said(whole), phases=args.phases, width=width)


def _part(args: argparse.Namespace, once: Subject, whole: Separated, factor: Factor) -> Part:
    term = Term(whole, factor)
    experiment, table = scaled_table(args, replace(once, program=term))
    summaries = summaries_for(args, experiment, table)
    if args.best is not None:
        table = table.best_in(Best(args.best))
    short = {item.name: item.short for item in whole.unknowns}
    title = f"for each {' * '.join(short[name] for name in factor)}" if factor else "once"
    if term.high - term.low > _LITTLE:
        title += f" ({term.low:+.1%} to {term.high:+.1%} by probabilities)"
    return Part(factor, title, table, summaries)


def _said(whole: Separated) -> list[str]:
    numbers = [item for item in whole.unknowns if not item.is_share]
    shares = [item for item in whole.unknowns if item.is_share]
    lines = ["only a run can tell:"]
    lines += [f"  {item.short}: {item.what}" for item in numbers[:_MOST_NAMES]]
    if shares:
        likely = [f"{item.short} = {item.likely:.2g}" for item in shares]
        lines.append(f"  probabilities, guessed: {listed(likely, _MOST_NAMES)}")
    return lines


def _missing(values: Sequence[Unknown]) -> SadError:
    what = ", ".join(f"{item.short} ({item.what})" for item in values)
    words = " ".join(f"--set {item.short}=..." for item in values)
    return argument_error("SAD891", f"no value for {what}", f"give values: {words}")


def _kind(program: SpmdProgram, name: str) -> Kind | None:
    parameter = program.names.parameters.get(program.symbols[name])
    return None if parameter is None else parameter.kind


def _leaves(program: SpmdProgram, name: str) -> bool:
    """Whether it is the probability of a branch that leaves a loop, which is done once."""
    parameter = program.names.parameters.get(program.symbols[name])
    return parameter is not None and _EXIT in parameter.guess_from


def _unknown(program: SpmdProgram, name: str) -> Unknown:
    short = [other for other, n in program.longer.items() if n == name and _NUMBERED.match(other)]
    parameter = program.names.parameters.get(program.symbols[name])
    likely, what = None, name
    if parameter is not None:
        place = f"{PurePath(parameter.span.file).name}:{parameter.span.line}"
        kind = "iterations of the loop" if parameter.kind is Kind.TRIP_COUNT else parameter.reason
        what = f"{kind} at {place}"
        if parameter.kind is Kind.PROBABILITY:
            likely = _HALF if parameter.guess is None else float(parameter.guess)
            if parameter.without_errors is not None:
                likely = float(parameter.without_errors)
    return Unknown(name, short[0] if short else name, program.least.get(name, 0.0), likely, what)
