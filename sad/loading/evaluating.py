"""Counts whose formulas are open although all inputs have values: the program's slice is run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding, coded_reals, text_of_code
from sad.diagnostics import Diagnostics
from sad.evaluation.assume import NO_ERROR_EXITS, NO_ZEROS
from sad.evaluation.evaluated import Counted, ends_early, with_evaluated
from sad.evaluation.measuring.block_totals import called
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Class
from sad.reading.from_sources import SOURCES
from sad.reading.loaded import Wanted
from sad.reading.readers import are_source_text
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.evaluation.model import Model
    from sad.evaluation.names import Names
    from sad.model.nodes import UnitDescription
    from sad.profiles.settings import Setting
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading
    from sad.slicing.evaluate import Evaluation
    from sad.slicing.signatures import Given


def is_open(model: Model, *, has_input: bool = False) -> bool:
    """Whether counts are open, but no input: then running the slice may give them.

    Counts that rest on calls returning are taken for open: the program may end in one. Inputs may be
    open, too, if the program's own input is given.
    """
    if model.entry is None or model.random or model.open:
        return False
    missing = model.missing
    parameters = model.names.parameters
    is_determined = all(
        symbol not in parameters or parameters[symbol].cls is Class.INDETERMINATE
        for symbol in missing
    )
    return (is_determined or has_input) and (bool(missing) or ends_early(model))


def with_analysis(loaded: Loaded, reading: Reading) -> Loaded | None:
    """Return what was loaded with its analysis; None of a saved description."""
    if loaded.analysis is not None and loaded.origins:
        return loaded
    if not are_source_text(reading.sources):
        return None
    return SOURCES.read(reading, Diagnostics(), Wanted())


def evaluated_model(model: Model, loaded: Loaded, choice: Choice) -> Model:
    """Return the model with the counts that running the slice gives at its values."""
    from sad.slicing.evaluate import evaluate_slice  # noqa: PLC0415 - seldom needed

    analysis = loaded.analysis
    start = None if analysis is None else start_of(analysis, model.entry)
    if analysis is None or start is None:
        return model
    unused = {name: choice.settings.items[name] for name in model.unused}
    given = slice_inputs(analysis, start, choice, model.values, model.names, unused)
    found = evaluate_slice(analysis, start, given, choice.evaluate_steps)
    calls, externals = called(
        analysis,
        loaded.description,
        lambda unit, entry, block, action: found.count((unit, entry), block, action),
    )
    counted = Counted(
        *(_by_block(loaded, found), calls, externals, found.steps, found.obstacles, found.assumed)
    )
    left = tuple(name for name in model.unused if name in unused)
    return replace(with_evaluated(model, counted), unused=left)


def slice_inputs(
    analysis: ProgramAnalysis,
    start: EntryAnalysis,
    choice: Choice,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, Setting],
    *,
    of_ranks: bool = False,
) -> Given:
    """Return what a run of the slice is given; ``unused`` are settings that no formula needs.

    Those that the slice takes leave ``unused``. ``values`` are by symbol; a tuple has one of each rank.
    """
    from sad.slicing.assumed import assumed_truths  # noqa: PLC0415 - seldom needed
    from sad.slicing.signatures import Given  # noqa: PLC0415

    inputs = _inputs(analysis, values, names, unused)
    arguments = _arguments(start, values, names, unused)
    words = choice.command_line
    if words is not None and start.unit.every_dummy and start.name == "main":
        arguments.setdefault(start.unit.every_dummy[0], len(words) + 1)
    kept = {name.lower() for name in choice.settings.items}
    errors, zeros = (name if name in choice.assume else None for name in (NO_ERROR_EXITS, NO_ZEROS))
    assumed = assumed_truths(analysis, errors, zeros, kept)
    return Given(inputs, arguments, choice.stdin, words, assumed, of_ranks)


def start_of(analysis: ProgramAnalysis, entry: UnitDescription | None) -> EntryAnalysis | None:
    """Return the analysis of an entry of the description."""
    assert entry is not None
    return next(
        (
            item
            for item in analysis.entries
            if item.name == entry.entry and item.unit.span.line == entry.line
        ),
        None,
    )


def _inputs(
    analysis: ProgramAnalysis,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, Setting],
) -> dict[tuple[str, int, str], object]:
    """Values of variables that are read or declared inputs, by file, line and name.

    No formula needs those of ``unused``; what the slice takes leaves it.
    """
    found: dict[tuple[str, int, str], object] = {}
    for entry in analysis.entries:
        for symbol, read in entry.values.reads.items():
            place = (read.span.file, read.span.line, read.variable)
            value = values.get(symbol)
            if value is not None:
                found[place] = _shown(value, symbol, names)
                continue
            number = _taken(unused, symbol, read.variable)
            if number is not None:
                found[place] = number
    return found


def _taken(unused: dict[str, Setting], symbol: str, variable: str) -> object:
    """The number given for a variable that no formula needs; it is used then."""
    for name in [name for name in unused if name.lower() in (symbol.lower(), variable.lower())]:
        number = _number(unused[name].text)
        if number is not None:
            del unused[name]
            return number
    return None


def _number(text: str) -> object:
    try:
        value = evaluate_expression(text)
    except ExpressionError:
        return None
    return int(value) if value == int(value) else None


def _arguments(
    start: EntryAnalysis,
    values: Mapping[str, object],
    names: Names,
    unused: dict[str, Setting],
) -> dict[str, object]:
    found: dict[str, object] = {}
    for dummy in start.unit.every_dummy:
        symbol = input_name(start.unit.name, dummy)
        value = values.get(symbol)
        if value is not None:
            found[dummy] = _shown(value, symbol, names)
        elif (number := _taken(unused, symbol, dummy)) is not None:
            found[dummy] = number
    return found


def _shown(value: object, symbol: str, names: Names) -> object:
    """A value as the program has it: texts and truth values are coded as numbers in models."""
    match names.coding(symbol):
        case Coding.TEXT if isinstance(value, int):
            return text_of_code(value)
        case Coding.TRUTH:
            return bool(value)
        case Coding.REAL if isinstance(value, int):
            real = coded_reals().get(value)
            return None if real is None else float(real)
        case _:
            return value


def _by_block(loaded: Loaded, found: Evaluation) -> Mapping[int, tuple[Hashable, int | None]]:
    """Places in the program and counts, by the identity of blocks."""
    return {
        block: (origin[1:], found.count((origin.unit, origin.entry), origin.block, origin.action))
        for block, origin in loaded.origins.items()
    }
